"""The decision points that only 四川(258) has: 天胡 and 起手胡 before the first discard, the shown tiles of a 开杠,
the robbing of a 补张, and 海底漫游. Their rules are in sichuan258.py; here is who is asked and what follows.

Whoever has a choice about the same tiles is asked at the same time, so that nobody learns from the order of the
questions who could have won (CO-04); what goes before what is settled when the answers are in.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ..actions import PASS, WIN, Action
from ..hand import Meld
from ..phases import Claims, Phase, RobKong, open_ask
from ..play import Play
from ..state import Discard
from ..tiles import format_tiles, parse_tiles
from .sichuan258_hands import CLAIMS, holds, proof

TAKE, REFUSE = Action("take"), Action("refuse")


class Opening(Phase):
    """起手胡: all who qualify are asked at once; the dealer's 天胡 goes before (SC-13)."""

    name = "opening"
    quick = True
    paced = True
    all_count: ClassVar[frozenset[str]] = frozenset({"claim"})

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`seat` is the dealer."""
        offers: dict[int, tuple[Action, ...]] = {}
        for s, hand in enumerate(play.seats):
            found = [Action("claim", word=n) for n in CLAIMS if play.options[n] and holds(n, hand.concealed)]
            if s == seat:
                assert hand.drawn is not None
                if play.score(s, "heavenly", hand.drawn, None) is not None:
                    found.insert(0, WIN)
            if found:
                offers[s] = (*found, PASS)
        open_ask(play, self.name, seat, offers)

    def settled(self, play: Play) -> bool:
        return play.ask.answers[play.ask.seat] == WIN or super().settled(play)

    def resolve(self, play: Play) -> None:
        dealer, answers = play.ask.seat, play.ask.answers
        if answers[dealer] == WIN:
            play.win((dealer,), "heavenly", play.seats[dealer].drawn, None)
            return
        if WIN in play.ask.offers[dealer]:
            play.mark(dealer, passed_heaven=True)
        order = [dealer, *play.others(dealer)]
        claims = {s: a.word for s in order if (a := answers[s]) is not None and a.kind == "claim"}
        if claims:
            shown = {s: proof(name, play.seats[s].concealed) for s, name in claims.items()}
            play.note(claims={str(s): [name] for s, name in claims.items()},
                      claim_tiles={str(s): format_tiles(tiles) for s, tiles in shown.items()})  # fmt: skip
            for s, tiles in shown.items():
                play.say(claims[s], s, tiles)
            if play.options["after_opening"] == "end":
                play.win(tuple(claims), "opening", None, None)
                return
            situation = play.situation("opening", tuple(claims), None, None, frozenset())
            scores = {s: play.rules.evaluate(situation, s) for s in claims}
            play.ledger = (*play.ledger, *play.rules.settle(situation, scores))
        play.ask_turn(dealer, drew=True)


class Shown(Claims):
    """Wall tiles that `ask.seat` has laid open in its pond: the owner may win first, by self-draw, then the others;
    of two tiles the first shown goes first (SC-15, SC-17, SC-44)."""

    melds: ClassVar[bool] = False  # may others also claim the (first) tile for a meld?

    def lay(self, play: Play, owner: int, tiles: tuple[int, ...], flags: frozenset[str]) -> None:
        """The tiles lie open, and everybody who can do something with them is asked."""
        first = len(play.seats[owner].pond)
        play.change(owner, pond=(*play.seats[owner].pond, *(Discard(t, True) for t in tiles)), drawn=None)
        play.note(last_discard=[owner, first])
        play.flags = flags
        offers: dict[int, tuple[Action, ...]] = {}
        for s in (owner, *play.others(owner)):
            found = [WIN] if winnable(play, s, owner, tiles) is not None else []
            if s != owner and self.melds:
                found += [a for a in self.offer(play, s, owner, tiles[0], "discard") if a != WIN]
            if found:
                offers[s] = (*found, PASS)
        open_ask(play, self.name, owner, offers, tiles[0], shown=format_tiles(tiles))

    @staticmethod
    def rank(play: Play, seat: int, action: Action) -> tuple[int, int]:
        """The owner's win before all others."""
        return (4, 0) if seat == play.ask.seat else Claims.rank(play, seat, action)

    def resolve(self, play: Play) -> None:
        ask = play.ask
        owner, shown = ask.seat, parse_tiles(ask.note["shown"])
        if ask.answers[owner] == WIN:
            self.own_win(play, owner, shown)
            return
        winners: tuple[int, ...] = ()
        for i, tile in enumerate(shown):
            wanting = [s for s in play.others(owner) if ask.answers[s] == WIN]
            winners = tuple(s for s in wanting if play.score(s, "discard", tile, owner) is not None)
            if winners:
                play.note(last_discard=[owner, len(play.seats[owner].pond) - len(shown) + i])
                play.win(winners, "discard", tile, owner)
                return
        for s in play.others(owner):
            passed = winnable(play, s, owner, shown) if WIN in ask.offers[s] else None
            if passed is not None and (score := play.score(s, "discard", passed, owner)) is not None:
                play.rules.on_pass_win(play, s, score)
        self.unwon(play, owner, shown)

    @staticmethod
    def own_win(play: Play, owner: int, shown: tuple[int, ...]) -> None:
        tile = winnable(play, owner, owner, shown)
        assert tile is not None
        pond = list(play.seats[owner].pond)
        del pond[len(pond) - len(shown) + shown.index(tile)]
        play.change(owner, pond=tuple(pond))
        play.note(last_discard=None)
        play.gain(owner, tile)
        play.win((owner,), "self_draw", tile, None)

    def unwon(self, play: Play, owner: int, shown: tuple[int, ...]) -> None:
        """Nobody wins on them."""
        play.end_drawn()


def winnable(play: Play, seat: int, owner: int, tiles: tuple[int, ...]) -> int | None:
    """The first of the shown tiles that `seat` can win on."""
    kind, giver = ("self_draw", None) if seat == owner else ("discard", owner)
    return next((t for t in tiles if play.score(seat, kind, t, giver) is not None), None)


class KongShown(Shown):
    """开杠 (SC-15): 杠上花, else 杠上炮, else the (first) tile may be claimed like any discard."""

    name = "kong_shown"
    melds = True

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`about`: how many tiles are shown."""
        tiles = []
        for place in shown_places(play, sum(play.roll(2)), int(about)):
            tile, play.wall = play.wall.take(place)
            tiles.append(tile)
        play.say("shown", seat, tuple(tiles))
        # The shown tile stands for his draw (passed 天胡) and lies as his discard (过水; 地胡 has had its chance).
        play.mark(seat, locked=True, passed=False, passed_heaven=False)
        play.note(discards=play.marks.get("discards", 0) + 1)
        self.lay(play, seat, tuple(tiles), frozenset({"after_kong", "kong_discard"}))

    def unwon(self, play: Play, owner: int, shown: tuple[int, ...]) -> None:
        claimed = any(a is not None and a != PASS for a in play.ask.answers)
        if claimed or len(shown) == 1:
            self.take_best(play, owner, shown[0])
        else:
            play.rules.phase("second_shown").begin(play, owner, shown[1])


def shown_places(play: Play, n: int, tiles: int) -> list[int]:
    """The places of the tiles that a 开杠 shows: the top of the n-th non-empty stack from the tail, a second one from
    the same stack, else from the next toward the front (SC-15, SC-44); at the very front the next toward the tail."""
    stacks = list(play.wall.stacks_from_tail())
    i = min(n, len(stacks)) - 1
    in_order = [p for stack in stacks[i:] for p in stack] + [p for stack in reversed(stacks[:i]) for p in stack]
    return in_order[:tiles]


class SecondShown(Claims):
    """开杠张数 2: the first tile is unclaimed; the second may be claimed for a meld (SC-44)."""

    name = "second_shown"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`about`: the second tile, the newest in the pond."""
        play.note(last_discard=[seat, len(play.seats[seat].pond) - 1])
        super().begin(play, seat, about)

    def offer(self, play: Play, seat: int, giver: int, tile: int, kind: str) -> tuple[Action, ...]:
        return tuple(a for a in super().offer(play, seat, giver, tile, kind) if a != WIN)


class RobBuzhang(RobKong):
    """A 补张 of a pung with its fourth tile can be won on like a discard (SC-16)."""

    name = "rob_buzhang"
    kind = "discard"

    def stand(self, play: Play, konger: int, meld: Meld) -> None:
        play.take_turn(konger, replacement=True)


class Haidi(Phase):
    """海底漫游 (SC-17): one tile is left; each seat is asked once, in turn, for all to see."""

    name = "haidi"
    turn = True

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`about`: the seats still to be asked after this one."""
        open_ask(play, self.name, seat, {seat: (TAKE, REFUSE)}, rest=list(about))

    def resolve(self, play: Play) -> None:
        seat = play.ask.seat
        if play.ask.answers[seat] == TAKE:
            play.note(haidi_taker=seat)
            play.rules.phase("haidi_shown").begin(play, seat, None)
            return
        play.say("refused", seat)
        rest = list(play.ask.note["rest"])
        if rest:
            self.begin(play, rest[0], rest[1:])
        else:
            play.end_drawn()


class HaidiShown(Shown):
    """The taker has shown the last tile and may win on it; else the others may (SC-17)."""

    name = "haidi_shown"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`seat` takes the last tile."""
        tile = play.take_front()
        play.say("took", seat, (tile,))
        play.mark(seat, passed_heaven=False)
        self.lay(play, seat, (tile,), frozenset({"last_tile"}))
