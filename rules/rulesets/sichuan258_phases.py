"""The decision points that only 四川(258) has: 天胡 and 起手胡 before the first discard, the shown tiles of a 开杠,
the robbing of a 补张, and 海底漫游. Their rules are in sichuan258.py; here is who is asked and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..actions import PASS, WIN, Action
from ..hand import Meld
from ..phases import Claims, Phase, RobKong, open_ask
from ..play import Play
from ..state import Discard
from ..text import Text
from ..tiles import NAMES, SUITED, counts_of, format_tiles, parse_tiles, rank, suit

CLAIMS: Mapping[str, Text] = {
    "sixi": Text("四喜", "Four alike"),
    "banban": Text("板板胡", "No 2, 5, 8"),
    "queyise": Text("缺一色", "A suit missing"),
    "liuliushun": Text("六六顺", "Two triplets"),
    "santong": Text("三同", "A pair in all suits"),
}
TWO_FIVE_EIGHT = frozenset(t for t in SUITED if rank(t) in (2, 5, 8))


def holds(name: str, concealed: tuple[int, ...]) -> bool:
    """Does the dealt hand qualify for this 起手胡 claim (SC-13)?"""
    counts = counts_of(concealed)
    if name == "sixi":
        return 4 in counts
    if name == "banban":
        return not any(t in TWO_FIVE_EIGHT for t in concealed)
    if name == "queyise":
        return len({suit(t) for t in concealed}) < 3
    if name == "liuliushun":
        return sum(n >= 3 for n in counts) >= 2
    return any(all(counts[9 * s + r] >= 2 for s in range(3)) for r in range(9))


def shown_for(concealed: tuple[int, ...], name: str) -> tuple[int, ...]:
    """The tiles that a claim shows: what proves it, and no more."""
    counts = counts_of(concealed)
    if name == "sixi":
        return tuple(t for t in concealed if counts[t] == 4)
    if name == "liuliushun":
        return tuple(t for t, n in enumerate(counts) if n >= 3 for _ in range(3))
    if name == "santong":
        ranks = [r for r in range(9) if all(counts[9 * s + r] >= 2 for s in range(3))]
        return tuple(9 * s + r for r in ranks for s in range(3) for _ in range(2))
    return concealed


TAKE, REFUSE = Action("take"), Action("refuse")


class Heaven(Phase):
    """天胡 goes before 起手胡; the others see the 起手胡 window that follows (SC-13)."""

    name = "heaven"
    quick = True
    looks_like = "opening"

    def resolve(self, play: Play) -> None:
        dealer = play.dealer
        if play.ask.answers[dealer] == WIN:
            play.win((dealer,), "heavenly", play.seats[dealer].drawn, None)
            return
        play.mark(dealer, passed_heaven=True)
        play.rules.phase("opening").begin(play, dealer, None)


class Opening(Phase):
    """起手胡: all who qualify are asked at once (SC-13)."""

    name = "opening"
    quick = True
    paced = True

    def begin(self, play: Play, seat: int, about: Any) -> None:
        offers = {}
        for s, hand in enumerate(play.seats):
            found = [name for name in CLAIMS if play.options[name] and holds(name, hand.concealed)]
            if found:
                offers[s] = (*(Action("claim", word=name) for name in found), PASS)
        open_ask(play, self.name, play.dealer, offers)

    def resolve(self, play: Play) -> None:
        n = len(play.seats)
        order = [(play.dealer + i) % n for i in range(n)]
        claims = {s: a.word for s in order if (a := play.ask.answers[s]) is not None and a.kind == "claim"}
        if not claims:
            play.ask_turn(play.dealer, drew=True)
            return
        shown = {s: shown_for(play.seats[s].concealed, name) for s, name in claims.items()}
        play.note(claims={str(s): [name] for s, name in claims.items()},
                  claim_tiles={str(s): format_tiles(tiles) for s, tiles in shown.items()})  # fmt: skip
        for s, tiles in shown.items():
            play.say("claimed", s, tiles)
        if play.options["after_opening"] == "end":
            play.win(tuple(claims), "opening", None, None)
            return
        situation = play.situation("opening", tuple(claims), None, None, frozenset())
        scores = {s: play.rules.evaluate(situation, s) for s in claims}
        play.ledger = (*play.ledger, *play.rules.settle(situation, scores))
        play.ask_turn(play.dealer, drew=True)


class KongShow(Phase):
    """开杠 (SC-15): the shown tile(s) lie in the konger's pond; he may win first, then the others are asked."""

    name = "kong_show"
    quick = True
    paced = True
    looks_like = "claims"
    tile_kind = "discard"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`about`: how many tiles are shown."""
        dice = play.roll(2)
        shown = []
        for place in shown_places(play, sum(dice), int(about)):
            tile, play.wall = play.wall.take(place)
            shown.append(tile)
            play.change(seat, pond=(*play.seats[seat].pond, Discard(tile)))
            play.say("shown", seat, (tile,))
        play.note(last_discard=[seat, len(play.seats[seat].pond) - 1], shown="".join(NAMES[t] for t in shown))
        play.mark(seat, locked=True)
        play.change(seat, drawn=None)
        play.flags = frozenset({"after_kong"})
        able = any(play.score(seat, "self_draw", t, None) is not None for t in shown)
        open_ask(play, self.name, seat, {seat: (WIN, PASS)} if able else {}, shown[0])

    def resolve(self, play: Play) -> None:
        seat = play.ask.seat
        shown = parse_tiles(play.marks["shown"])
        if play.ask.answers[seat] == WIN:
            tile = next(t for t in shown if play.score(seat, "self_draw", t, None) is not None)
            pond = list(play.seats[seat].pond)
            del pond[len(pond) - len(shown) + shown.index(tile)]
            play.change(seat, pond=tuple(pond))
            play.note(last_discard=None)
            play.gain(seat, tile)
            play.win((seat,), "self_draw", tile, None)
            return
        play.flags = frozenset({"kong_discard"})
        if len(shown) == 1:
            play.rules.phase("claims").begin(play, seat, shown[0])
        else:
            play.rules.phase("shown_wins").begin(play, seat, shown[0])


def shown_places(play: Play, n: int, tiles: int) -> list[int]:
    """The places of the tiles that a 开杠 shows: the top of the n-th non-empty stack from the tail, a second one from
    the same stack, else from the next toward the front (SC-15, SC-44); at the very front the next toward the tail."""
    stacks = list(play.wall.stacks_from_tail())
    i = min(n, len(stacks)) - 1
    in_order = [p for stack in stacks[i:] for p in stack] + [p for stack in reversed(stacks[:i]) for p in stack]
    return in_order[:tiles]


class ShownWins(Phase):
    """开杠张数 2: everybody who can win on either tile; only one and the same tile is won, the first shown first."""

    name = "shown_wins"
    quick = True
    paced = True
    tile_kind = "discard"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        offers = {s: (WIN, PASS) for s in play.others(seat) if any(self.able(play, s, seat))}
        open_ask(play, self.name, seat, offers, int(about))

    @staticmethod
    def able(play: Play, seat: int, konger: int) -> list[bool]:
        """Can `seat` win on each of the shown tiles?"""
        shown = parse_tiles(play.marks["shown"])
        return [play.score(seat, "discard", t, konger) is not None for t in shown]

    def resolve(self, play: Play) -> None:
        konger = play.ask.seat
        shown = parse_tiles(play.marks["shown"])
        able = {s: self.able(play, s, konger) for s in play.others(konger)}
        wanting = [s for s in play.others(konger) if play.ask.answers[s] == WIN]
        for i, tile in enumerate(shown):
            winners = tuple(s for s in wanting if able[s][i])
            if winners:
                play.win(winners, "discard", tile, konger)
                return
        for s, offer in enumerate(play.ask.offers):
            if offer:
                tile = shown[able[s].index(True)]
                score = play.score(s, "discard", tile, konger)
                assert score is not None
                play.rules.on_pass_win(play, s, score)
        play.rules.phase("shown_melds").begin(play, konger, shown[0])


class ShownMelds(Claims):
    """开杠张数 2: either tile may be claimed for a meld, not both (SC-44)."""

    name = "shown_melds"

    def offer(self, play: Play, seat: int, giver: int, tile: int, kind: str) -> tuple[Action, ...]:
        return tuple(a for a in super().offer(play, seat, giver, tile, kind) if a != WIN)

    def unclaimed(self, play: Play, giver: int) -> None:
        first, second = parse_tiles(play.marks["shown"])
        if play.ask.tile == first and not play.marks.get("second_asked"):
            play.note(second_asked=True)
            self.begin(play, giver, second)
        else:
            play.note(second_asked=False)
            super().unclaimed(play, giver)


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
            play.rules.phase("haidi_win").begin(play, seat, None)
            return
        play.say("refused", seat)
        rest = list(play.ask.note["rest"])
        if rest:
            self.begin(play, rest[0], rest[1:])
        else:
            play.end_drawn()


class HaidiWin(Phase):
    """The taker has shown the last tile and may win on it; else the others may (SC-17)."""

    name = "haidi_win"
    quick = True
    paced = True
    tile_kind = "discard"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        tile = play.take_front()
        play.change(seat, pond=(*play.seats[seat].pond, Discard(tile)), drawn=None)
        play.note(last_discard=[seat, len(play.seats[seat].pond) - 1], haidi_taker=seat)
        play.flags = frozenset({"last_tile"})
        play.say("took", seat, (tile,))
        able = play.score(seat, "self_draw", tile, None) is not None
        open_ask(play, self.name, seat, {seat: (WIN, PASS)} if able else {}, tile)

    def resolve(self, play: Play) -> None:
        seat, tile = play.ask.seat, play.ask.tile
        assert tile is not None
        if play.ask.answers[seat] == WIN:
            play.change(seat, pond=play.seats[seat].pond[:-1])
            play.note(last_discard=None)
            play.gain(seat, tile)
            play.win((seat,), "self_draw", tile, None)
            return
        able = [s for s in play.others(seat) if play.score(s, "discard", tile, seat) is not None]
        open_ask(play, "haidi_shot", seat, dict.fromkeys(able, (WIN, PASS)), tile)


class HaidiShot(Phase):
    """海底炮: every other seat that can win on the taken tile."""

    name = "haidi_shot"
    quick = True
    paced = True
    tile_kind = "discard"

    def resolve(self, play: Play) -> None:
        seat, tile = play.ask.seat, play.ask.tile
        winners = tuple(s for s in play.others(seat) if play.ask.answers[s] == WIN)
        if winners:
            play.win(winners, "discard", tile, seat)
        else:
            play.end_drawn()
