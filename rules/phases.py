"""The shared phases: who decides, what each may do, and what follows when all have answered.

Turn: one seat after its draw or claim. Claims: everybody about a discard. RobKong: everybody about an added kong.
Priority and 截胡 live once, in Claims.resolve. A phase object holds no state; `Ask` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .actions import KONG, PASS, PUNG, WIN, Action
from .hand import Meld
from .play import Play, legal_kongs
from .ruleset import Ruleset
from .state import Ask, Deal


class Phase:
    """One kind of decision point."""

    name: ClassVar[str]
    quick: ClassVar[bool] = False  # nobody may learn who is asked (Deal.quick)
    paced: ClassVar[bool] = False  # what follows waits for the table's short pause (Deal.held)
    turn: ClassVar[bool] = False  # the asked seat is on turn, for all to see
    tile_kind: ClassVar[str] = ""  # what the tile in question is to everybody ("discard", "added_kong")
    looks_like: ClassVar[str] = ""  # a private question: the phase that all others see instead
    phantom_draw: ClassVar[bool] = False  # … and they see the tile drawn already
    all_count: ClassVar[frozenset[str]] = frozenset()  # kinds of answer that count for each seat that gives them

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """Open the decision point: `seat` is whose turn it is or who gave the tile, `about` what it is about."""
        raise AssertionError(f"the phase {self.name} is entered in another way")

    def answer(self, play: Play, seat: int, action: Action) -> None:
        """Take one answer; when nothing more can change the outcome, close the window."""
        play.ask = play.ask.with_answer(seat, action)
        if self.settled(play):
            self.close(play)

    def settled(self, play: Play) -> bool:
        return not play.ask.open_seats

    def close(self, play: Play) -> None:
        """Resolve now, or hold until `proceed` when the table keeps a pause."""
        if self.paced and play.hold:
            play.held = True
        else:
            play.held = False
            play.window += 1
            self.resolve(play)

    def resolve(self, play: Play) -> None:
        raise AssertionError(f"the phase {self.name} has nothing to resolve")


def default_choice(deal: Deal, seat: int) -> Action:
    """CO-13: win if offered; else pass or refuse; else the drawn tile if legal, else the last legal tile."""
    legal = deal.ask.offers[seat]
    if WIN in legal:
        return WIN
    for kind in ("pass", "refuse"):
        if (action := Action(kind)) in legal:
            return action
    drawn = deal.seats[seat].drawn
    discards = [a for a in legal if a.kind == "discard"]
    return next((a for a in discards if a.tile == drawn), discards[-1] if discards else legal[-1])


def offers_for(play: Play, per_seat: Mapping[int, tuple[Action, ...]]) -> tuple[tuple[Action, ...], ...]:
    return tuple(per_seat.get(s, ()) for s in range(len(play.seats)))


def open_ask(play: Play, phase: str, seat: int, per_seat: Mapping[int, tuple[Action, ...]], tile: int | None = None,
             **note: object) -> None:  # fmt: skip
    """Open a decision point for the seats in `per_seat`; one without anybody to ask closes at once."""
    n = len(play.seats)
    play.ask = Ask(phase, seat, tile, offers_for(play, per_seat), (None,) * n, note)
    if not play.ask.open_seats:
        play.rules.phase(phase).close(play)


class Turn(Phase):
    """One seat: win, declare, kong, discard; after a chow or pung a discard only (CO-04)."""

    name = "turn"
    turn = True

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`about`: did the seat draw (else it claimed)?"""
        drew = bool(about)
        rules = play.rules
        found: list[Action] = []
        if drew:
            drawn = play.seats[seat].drawn  # None: it left the hand again in this turn (亮喜), so that nothing wins
            kind = rules.self_draw_kind(play, seat)
            if drawn is not None and play.score(seat, kind, drawn, None) is not None:
                if rules.forced_win(play, seat, kind):
                    play.win((seat,), kind, drawn, None)
                    return
                found.append(WIN)
            if rules.kong_possible(play):
                found.extend(a for a, meld in legal_kongs(play, seat) if rules.allows(play, seat, a, meld))
        found.extend(rules.extra_actions(play, seat, drew))
        found.extend(
            a
            for t in dict.fromkeys(play.seats[seat].concealed)
            if rules.allows(play, seat, a := Action("discard", (t,)), None)
        )
        open_ask(play, self.name, seat, {seat: tuple(found)}, drew=drew)

    def resolve(self, play: Play) -> None:
        seat = play.ask.seat
        action = play.ask.answers[seat]
        assert action is not None
        if action.kind == "win":
            drawn = play.seats[seat].drawn
            assert drawn is not None
            play.win((seat,), play.rules.self_draw_kind(play, seat), drawn, None)
            return
        if WIN in play.ask.offers[seat]:
            self.pass_win(play, seat)
        if action.kind == "discard":
            play.discard(seat, action.tile)
        elif action.kind == "kong":
            self._kong(play, seat, action.tile)
        else:
            play.rules.do(play, seat, action)

    @staticmethod
    def pass_win(play: Play, seat: int) -> None:
        """Tell the rule set that a win on the own draw is not taken."""
        drawn = play.seats[seat].drawn
        if drawn is not None:
            score = play.score(seat, play.rules.self_draw_kind(play, seat), drawn, None)
            if score is not None:
                play.rules.on_pass_own_win(play, seat, score)

    @staticmethod
    def _kong(play: Play, seat: int, tile: int) -> None:
        if tile in play.seats[seat].concealed and play.seats[seat].concealed.count(tile) == 4:
            stand_kong(play, seat, play.concealed_kong(seat, tile))
        else:
            play.add_kong(seat, tile)
            play.rules.phase("rob_kong").begin(play, seat, tile)


def stand_kong(play: Play, seat: int, meld: Meld) -> None:
    """A kong stands: its points, then the replacement."""
    play.rules.on_kong(play, seat, meld)
    play.rules.between(play)
    play.rules.after_kong(play, seat)


class Claims(Phase):
    """Everybody about a discard, at once. 胡 > 碰 = 杠 > 吃; of several winners the nearest, or all (CO-04)."""

    name = "claims"
    quick = True
    paced = True
    tile_kind = "discard"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`seat` discarded the tile `about`."""
        giver, tile = seat, int(about)
        per_seat = {}
        forced = []
        kind = play.rules.discard_kind(play, giver)
        for seat in play.others(giver):
            offer = self.offer(play, seat, giver, tile, kind)
            if WIN in offer and play.rules.forced_win(play, seat, kind):
                forced.append(seat)
            elif offer:
                per_seat[seat] = (*offer, PASS)
        if forced:
            # A forced win outranks every claim; the nearest alone unless several may win.
            winners = tuple(forced) if play.rules.multiple_winners else tuple(forced[:1])
            play.window += 1
            play.win(winners, kind, tile, giver)
            return
        open_ask(play, self.name, giver, per_seat, tile, kind=kind)

    def offer(self, play: Play, seat: int, giver: int, tile: int, kind: str) -> tuple[Action, ...]:
        """What `seat` may do with the discard."""
        rules = play.rules
        found: list[Action] = []
        if play.score(seat, kind, tile, giver) is not None:
            found.append(WIN)
        live = rules.live_left(play) > 0
        if live or rules.claims_on_last_discard:
            own = play.seats[seat].concealed.count(tile)
            if own >= 3 and rules.kong_possible(play):
                meld = Meld("kong", (tile,) * 4, giver, tile)
                if rules.allows(play, seat, KONG, meld):
                    found.append(KONG)
            if own >= 2 and rules.allows(play, seat, PUNG, Meld("pung", (tile,) * 3, giver, tile)):
                found.append(PUNG)
            if seat == play.next_seat(giver):
                found.extend(a for a, meld in chows(play, seat, giver, tile) if rules.allows(play, seat, a, meld))
        found.extend(rules.extra_claims(play, seat, giver, tile))
        return tuple(found)

    def settled(self, play: Play) -> bool:
        """Nobody who has not answered could outrank the best answer or share it."""
        waiting = play.ask.open_seats
        if not waiting:
            return True
        answers = play.ask.answers
        best = max(
            (self.rank(play, s, a) for s, a in enumerate(answers) if a is not None and a.kind != "pass"), default=None
        )
        if best is None:
            return False
        return all(self.rank(play, s, a) < best for s in waiting for a in play.ask.offers[s] if a.kind != "pass")

    @staticmethod
    def rank(play: Play, seat: int, action: Action) -> tuple[int, int]:
        """Higher wins. Winners share the first place where several may win, else the nearest is first."""
        near = -((seat - play.ask.seat) % len(play.seats))
        if action.kind == "win":
            return (3, 0 if play.rules.multiple_winners else near)
        return (1, near) if action.kind == "chow" else (2, near)

    def resolve(self, play: Play) -> None:
        ask = play.ask
        giver, tile = ask.seat, ask.tile
        assert tile is not None
        kind = str(ask.note["kind"])
        winners = tuple(s for s in play.others(giver) if ask.answers[s] == WIN)
        note_passed_wins(play, winners, kind, tile, giver)
        if winners:
            play.win(winners if play.rules.multiple_winners else winners[:1], kind, tile, giver)
            return
        self.take_best(play, giver, tile)

    def take_best(self, play: Play, giver: int, tile: int) -> None:
        """The best claim for a meld takes effect."""
        answers = play.ask.answers
        best = max(
            ((self.rank(play, s, a), s) for s, a in enumerate(answers) if a is not None and a.kind != "pass"),
            default=None,
        )
        if best is None:
            self.unclaimed(play, giver)
            return
        seat = best[1]
        action = answers[seat]
        assert action is not None
        self.take(play, seat, giver, tile, action)

    def unclaimed(self, play: Play, giver: int) -> None:
        """Everybody passed."""
        play.rules.between(play)
        play.take_turn(play.next_seat(giver))

    @staticmethod
    def take(play: Play, seat: int, giver: int, tile: int, action: Action) -> None:
        """The claim that took effect."""
        if action.kind == "kong":
            meld = Meld("kong", (tile,) * 4, giver, tile)
            play.claim(seat, giver, meld)
            play.fed_by = giver
            stand_kong(play, seat, meld)
        elif action.kind in ("pung", "chow"):
            tiles = (tile,) * 3 if action.kind == "pung" else tuple(sorted((*action.tiles, tile)))
            play.claim(seat, giver, Meld(action.kind, tiles, giver, tile))
            play.rules.between(play)
            play.ask_turn(seat, drew=False)
        else:
            play.rules.do(play, seat, action)


def note_passed_wins(play: Play, winners: tuple[int, ...], kind: str, tile: int, giver: int) -> None:
    """Tell the rule set who was offered a win and answered with something else (过胡, 过水)."""
    for seat, offer in enumerate(play.ask.offers):
        answer = play.ask.answers[seat]
        if WIN in offer and answer is not None and answer != WIN:
            score = play.score(seat, kind, tile, giver)
            if score is not None:
                play.rules.on_pass_win(play, seat, score)


def chows(play: Play, seat: int, giver: int, tile: int) -> list[tuple[Action, Meld]]:
    """The sequences that `seat` can make with a suit tile (CO-05: the caller sees to 上家)."""
    if tile >= 27:
        return []
    hand = play.seats[seat].concealed
    found = []
    for low in (tile - 2, tile - 1, tile):
        if low < tile // 9 * 9 or low % 9 > 6:
            continue
        own = tuple(t for t in (low, low + 1, low + 2) if t != tile)
        if own[0] in hand and own[1] in hand:
            found.append((Action("chow", own), Meld("chow", (low, low + 1, low + 2), giver, tile)))
    return found


class RobKong(Phase):
    """Everybody who can win on the fourth tile of an added kong (抢杠)."""

    name = "rob_kong"
    quick = True
    paced = True
    tile_kind = "added_kong"

    kind: ClassVar[str] = "rob_kong"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`seat` adds the tile `about` to its pung."""
        konger, tile, kind = seat, int(about), self.kind
        # The tile still lies on the pung while the others look: scoring sees the pung only (CO-06).
        kong_melds = play.seats[konger].melds
        play.robbed(konger, tile)
        able = [s for s in play.others(konger) if play.score(s, kind, tile, konger) is not None]
        forced = tuple(s for s in able if play.rules.forced_win(play, s, kind))
        if forced:
            play.window += 1
            play.win(forced if play.rules.multiple_winners else forced[:1], kind, tile, konger)
            return
        play.change(konger, melds=kong_melds)
        open_ask(play, self.name, konger, dict.fromkeys(able, (WIN, PASS)), tile)

    def settled(self, play: Play) -> bool:
        if not play.ask.open_seats:
            return True
        if play.rules.multiple_winners:
            return False
        first = next(s for s in play.others(play.ask.seat) if play.ask.offers[s] and play.ask.answers[s] != PASS)
        return play.ask.answers[first] == WIN

    def resolve(self, play: Play) -> None:
        ask = play.ask
        konger, tile, kind = ask.seat, ask.tile, self.kind
        assert tile is not None
        winners = tuple(s for s in play.others(konger) if ask.answers[s] == WIN)
        note_passed_wins(play, winners, kind, tile, konger)
        if winners:
            play.robbed(konger, tile)
            play.win(winners if play.rules.multiple_winners else winners[:1], kind, tile, konger)
            return
        meld = next(m for m in play.seats[konger].melds if m.kind == "added_kong" and m.tiles[0] == tile)
        self.stand(play, konger, meld)

    def stand(self, play: Play, konger: int, meld: Meld) -> None:
        """Nobody robs it."""
        stand_kong(play, konger, meld)


class Settling(Phase):
    """No actors: the wall has ended and `settle_draw` finishes the deal (查叫)."""

    name = "settling"

    def resolve(self, play: Play) -> None:
        situation = play.situation("draw", (), None, None, frozenset())
        play.ledger = (*play.ledger, *play.rules.settle_drawn(situation))
        play.finish()


class Over(Phase):
    """The deal is closed."""

    name = "over"


Ruleset.shared_phases = (Turn(), Claims(), RobKong(), Settling(), Over())
