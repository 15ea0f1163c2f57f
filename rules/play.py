"""Play: a deal between two decisions, the only mutable thing in rules/.

`apply` thaws a frozen Deal into a Play, phases and rule sets move it on with the verbs below, and it is frozen again
when somebody has to decide. The verbs keep what must always hold: tiles are conserved, every point is a Transfer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .actions import Action
from .errors import MissingRoll, NotAWin
from .events import Event
from .hand import Meld
from .ruleset import Ruleset
from .scoring import Player, Score, Situation
from .settlement import Result, Transfer, Win, deltas, order_from
from .state import Ask, Deal, Discard
from .text import Text
from .wall import Chance


class Play:
    """See the module. Attributes carry the names of Deal's."""

    def __init__(self, deal: Deal, hold: bool = False) -> None:
        self.code, self.version, self.options = deal.code, deal.version, deal.options
        self.seed, self.dealer, self.round_wind = deal.seed, deal.dealer, deal.round_wind
        self.rules: Ruleset = deal.rules
        self.seats = list(deal.seats)
        self.wall = deal.wall
        self.dice = deal.dice
        self.ask = deal.ask
        self.window = deal.window
        self.held = deal.held
        self.flags = deal.flags
        self.fed_by = deal.fed_by
        self.ledger = deal.ledger
        self.wins = deal.wins
        self.result = deal.result
        self.marks: Mapping[str, Any] = deal.marks
        self.rolled = deal.rolled
        self.given = deal.given
        self.news: list[Event] = []
        self.old_news = deal.news
        self.hold = hold

    def freeze(self) -> Deal:
        """The deal as it now stands."""
        return Deal(
            self.code, self.version, self.options, self.seed, self.dealer, self.round_wind, tuple(self.seats),
            self.wall, self.dice, self.ask, self.window, self.held, self.flags, self.fed_by, self.ledger, self.wins,
            self.result, tuple(self.news) or self.old_news, self.marks, self.rolled, self.given,
        )  # fmt: skip

    # -- small verbs ----------------------------------------------------------------------------------------------

    def say(
        self,
        kind: str,
        seat: int | None = None,
        tiles: tuple[int, ...] = (),
        seen_by: tuple[int, ...] | None = None,
        word: str = "",
    ) -> None:
        """News of what happened (events.py)."""
        self.news.append(Event(kind, seat, tiles, seen_by, word))

    def change(self, seat: int, **fields: Any) -> None:
        self.seats[seat] = self.seats[seat]._replace(**fields)

    def mark(self, seat: int, **marks: Any) -> None:
        """Note something about a seat; JSON values only."""
        self.seats[seat] = self.seats[seat]._replace(marks={**self.seats[seat].marks, **marks})

    def note(self, **marks: Any) -> None:
        """Note something about the deal; JSON values only."""
        self.marks = {**self.marks, **marks}

    def pay(self, payer: int, payee: int, amount: int, kind: str, reason: Text) -> None:
        """A point moves at once (kong money); it stands in the deal's ledger."""
        self.ledger = (*self.ledger, Transfer(payer, payee, amount, kind, reason))

    def roll(self, dice: int) -> tuple[int, ...]:
        """Roll dice: from the seed's second stream, or the next given rolls of a record."""
        if self.seed:
            chance = Chance(bytes.fromhex(self.seed), "dice", self.rolled)
            rolled = tuple(chance.below(6) + 1 for _ in range(dice))
            self.rolled = chance.at
        else:
            if len(self.given) < dice:
                raise MissingRoll(Text("牌谱缺少这里要掷的骰子", "the record lacks the dice that are rolled here"))
            rolled, self.given = self.given[:dice], self.given[dice:]
        self.dice = (*self.dice, rolled)
        self.say("rolled", None, (), None, " ".join(map(str, rolled)))
        return rolled

    def others(self, seat: int) -> list[int]:
        """The other seats still playing, in turn order after `seat`."""
        return [s for s in order_from(seat, len(self.seats)) if not self.seats[s].out]

    def next_seat(self, seat: int) -> int:
        return self.others(seat)[0]

    def take_front(self) -> int:
        tile, self.wall = self.wall.draw_front()
        return tile

    def take_tail(self) -> int:
        tile, self.wall = self.wall.draw_tail()
        return tile

    def gain(self, seat: int, tile: int, drawn: bool = True) -> None:
        """A tile comes into the hand."""
        concealed = tuple(sorted((*self.seats[seat].concealed, tile)))
        self.change(seat, concealed=concealed, drawn=tile if drawn else None)

    def lose(self, seat: int, tiles: tuple[int, ...]) -> None:
        """Tiles leave the hand."""
        concealed = list(self.seats[seat].concealed)
        for tile in tiles:
            concealed.remove(tile)
        self.change(seat, concealed=tuple(concealed), drawn=None)

    # -- the course of a deal -------------------------------------------------------------------------------------

    def take_turn(self, seat: int, replacement: bool = False) -> None:
        """`seat` is to draw: from the front, or a kong's replacement."""
        if not replacement:
            self.flags = frozenset()
            self.fed_by = None
        if self.rules.live_left(self) <= 0:
            self.rules.wall_end(self, seat)
        elif not self.rules.before_draw(self, seat, replacement):
            self.draw_now(seat, replacement)

    def draw_now(self, seat: int, replacement: bool = False) -> None:
        """The draw itself, and the turn that follows."""
        tile = self.rules.draw_replacement(self) if replacement else self.take_front()
        if replacement:
            self.flags = (self.flags - {"kong_discard"}) | {"after_kong"}
        self.gain(seat, tile)
        self.say("drew", seat, (tile,), (seat,))
        self.rules.after_draw(self, seat)
        if self.result is None:
            self.ask_turn(seat, drew=True)

    def ask_turn(self, seat: int, drew: bool) -> None:
        """Ask a seat for its turn: after a draw everything, after a chow or pung a discard."""
        self.rules.phase("turn").begin(self, seat, drew)

    def discard(self, seat: int, tile: int) -> None:
        """The tile goes to the pond and the others are asked about it."""
        self.lay(seat, tile)
        self.rules.phase("claims").begin(self, seat, tile)

    def lay(self, seat: int, tile: int) -> None:
        """The tile goes to the pond."""
        was_drawn = self.seats[seat].drawn == tile
        self.lose(seat, (tile,))
        self.change(seat, pond=(*self.seats[seat].pond, Discard(tile, was_drawn)))
        self.flags = frozenset({"kong_discard"}) if "after_kong" in self.flags else frozenset()
        self.fed_by = None
        self.note(last_discard=[seat, len(self.seats[seat].pond) - 1])
        self.say("discarded", seat, (tile,))
        self.rules.on_discard(self, seat, tile)

    def claim(self, seat: int, giver: int, meld: Meld) -> None:
        """A discard becomes part of a meld of `seat`."""
        pond = list(self.seats[giver].pond)
        place = max(i for i, d in enumerate(pond) if d.tile == meld.claimed and d.claimed_by is None)
        pond[place] = pond[place]._replace(claimed_by=seat)
        self.change(giver, pond=tuple(pond))
        assert meld.claimed is not None
        own = list(meld.tiles)
        own.remove(meld.claimed)
        self.lose(seat, tuple(own))
        self.change(seat, melds=(*self.seats[seat].melds, meld))
        self.say(meld.kind, seat, meld.tiles)
        self.flags = frozenset()
        self.rules.on_claim(self, seat, meld)

    def concealed_kong(self, seat: int, tile: int) -> Meld:
        """Four of a kind leave the hand; face down where the rule set says so (CO-06)."""
        meld = Meld("concealed_kong", (tile,) * 4)
        self.lose(seat, meld.tiles)
        self.change(seat, melds=(*self.seats[seat].melds, meld))
        self.say("concealed_kong", seat, meld.tiles, (seat,) if self.rules.face_down_kongs else None)
        self.fed_by = None
        return meld

    def add_kong(self, seat: int, tile: int) -> Meld:
        """The fourth tile goes onto the pung; it may still be robbed."""
        self.lose(seat, (tile,))
        melds = list(self.seats[seat].melds)
        i = next(i for i, m in enumerate(melds) if m.kind == "pung" and m.tiles[0] == tile)
        melds[i] = Meld("added_kong", (tile,) * 4, melds[i].giver, melds[i].claimed)
        self.change(seat, melds=tuple(melds))
        self.say("added_kong", seat, melds[i].tiles)
        self.fed_by = None
        return melds[i]

    def robbed(self, seat: int, tile: int) -> None:
        """CO-06: the meld stays a pung; the fourth tile goes to the winner."""
        melds = tuple(
            Meld("pung", (tile,) * 3, m.giver, m.claimed) if m.kind == "added_kong" and m.tiles[0] == tile else m
            for m in self.seats[seat].melds
        )
        self.change(seat, melds=melds)

    # -- winning and ending ---------------------------------------------------------------------------------------

    def situation(self, kind: str, winners: tuple[int, ...], tile: int | None, giver: int | None,
                  flags: frozenset[str]) -> Situation:  # fmt: skip
        """This moment as scoring sees it. An own tile is taken out of the winner's hand."""
        players = []
        for s, seat in enumerate(self.seats):
            concealed = seat.concealed
            if giver is None and s in winners and tile is not None and len(concealed) % 3 == 2:
                i = concealed.index(tile)
                concealed = concealed[:i] + concealed[i + 1 :]
            players.append(Player(concealed, seat.melds, seat.open, seat.out, seat.marks))
        extra = self.rules.extra(self)
        if self.fed_by is not None:
            extra["fed_by"] = self.fed_by
        return Situation(kind, self.dealer, self.round_wind, tuple(players), winners, tile, giver, flags, extra)

    def score(self, seat: int, kind: str, tile: int, giver: int | None) -> Score | None:
        """What a win of `seat` on `tile` would be worth now, or None: the one validator of every way to win."""
        flags = self.rules.win_flags(self, seat, kind)
        try:
            score = self.rules.evaluate(self.situation(kind, (seat,), tile, giver, flags), seat)
        except NotAWin:
            return None
        return None if self.rules.bars_win(self, seat, kind, score) else score

    def win(self, winners: tuple[int, ...], kind: str, tile: int | None, giver: int | None) -> None:
        """Settle the wins of `winners` (turn order) on one tile, and end the deal unless the rule set plays on.

        `tile` None: a win that no single tile completes (起手胡).
        """
        self.rules.on_win(self, winners, kind, tile)
        flags = self.rules.win_flags(self, winners[0], kind)
        situation = self.situation(kind, winners, tile, giver, flags)
        scores = {s: self.rules.evaluate(situation, s) for s in winners}
        self.ledger = (*self.ledger, *self.rules.settle(situation, scores))
        for s in winners:
            self.wins = (*self.wins, Win(s, giver, tile, kind, scores[s].fans, scores[s].total))
            self.say("won", s, () if tile is None else (tile,))
        self.rules.after_win(self)

    def end_drawn(self) -> None:
        """The wall is used up without a win."""
        self.say("drawn_deal")
        if self.rules.settles_draw:
            self.ask = Ask("settling", self.dealer)
        else:
            self.finish()

    def finish(self) -> None:
        """Close the deal."""
        n = len(self.seats)
        self.result = Result(
            not self.wins, self.wins, self.ledger, deltas(self.ledger, n), self.rules.next_dealer(self)
        )
        self.ask = Ask("over", self.dealer)


def legal_kongs(play: Play, seat: int) -> list[tuple[Action, Meld]]:
    """The concealed and added kongs that the tiles allow, before the rule set's own conditions."""
    hand = play.seats[seat]
    found: list[tuple[Action, Meld]] = []
    for tile in sorted(set(hand.concealed)):
        if hand.concealed.count(tile) == 4:
            found.append((Action("kong", (tile,)), Meld("concealed_kong", (tile,) * 4)))
        found.extend(
            (Action("kong", (tile,)), Meld("added_kong", (tile,) * 4, m.giver, m.claimed))
            for m in hand.melds
            if m.kind == "pung" and m.tiles[0] == tile
        )
    return found
