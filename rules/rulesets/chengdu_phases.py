"""换三张 and 定缺 (CD-31, CD-32): all four decide at once, and nobody sees a choice before all have chosen.

The choices lie in the Ask until then; nothing of a seat changes before `resolve`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ..actions import Action
from ..phases import Phase, open_ask
from ..play import Play
from ..tiles import SUITS, format_tiles, suit

BY_TIES = (0, 2, 1)  # CO-13: ties go to m, s, p


def of_suit(concealed: Sequence[int], which: int) -> tuple[int, ...]:
    return tuple(t for t in concealed if suit(t) == which)


def swaps(concealed: Sequence[int]) -> tuple[Action, ...]:
    """Every choice of three tiles of one suit."""
    return tuple(
        Action("swap", tiles) for which in range(3) for tiles in sorted(set(combinations(of_suit(concealed, which), 3)))
    )


def default_swap(concealed: Sequence[int]) -> Action:
    """CO-13: the three lowest of the shortest suit that has at least three."""
    able = [found for which in BY_TIES if len(found := of_suit(concealed, which)) >= 3]
    return Action("swap", min(able, key=len)[:3])


def default_lack(concealed: Sequence[int]) -> Action:
    """CO-13: the shortest suit."""
    return Action("lack", word=SUITS[min(BY_TIES, key=lambda which: len(of_suit(concealed, which)))])


class Swap(Phase):
    """换三张: three tiles of one suit from each, then one die: 1–2 下家, 3–4 对家, 5–6 上家 (CD-31)."""

    name = "swap"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        open_ask(play, self.name, seat, {s: swaps(hand.concealed) for s, hand in enumerate(play.seats)})

    def resolve(self, play: Play) -> None:
        answers, n = play.ask.answers, len(play.seats)
        fourteenth = play.seats[play.dealer].drawn
        (die,) = play.roll(1)
        step = (die + 1) // 2
        given = [a.tiles for a in answers if a is not None]
        for s, tiles in enumerate(given):
            play.lose(s, tiles)
            play.mark(s, gave=format_tiles(tiles))
            play.say("swap_gave", s, tiles, (s,))
        for s in range(n):
            tiles = given[(s - step) % n]
            for tile in tiles:
                play.gain(s, tile, drawn=False)
            play.mark(s, got=format_tiles(tiles))
            play.say("swap_got", s, tiles, (s,))
        play.note(swap_die=die)
        # The dealer still leads with 14: his last tile stays the drawn one, or the highest stands for it.
        concealed = play.seats[play.dealer].concealed
        play.change(play.dealer, drawn=fourteenth if fourteenth in concealed else concealed[-1])
        if play.options["lack_suit"]:
            play.rules.phase("lack").begin(play, play.dealer, None)
        else:
            play.ask_turn(play.dealer, drew=True)


class Lack(Phase):
    """定缺: each names a suit (CD-32)."""

    name = "lack"

    def begin(self, play: Play, seat: int, about: Any) -> None:
        offers = tuple(Action("lack", word=letter) for letter in SUITS)
        open_ask(play, self.name, seat, dict.fromkeys(range(len(play.seats)), offers))

    def resolve(self, play: Play) -> None:
        for s, answer in enumerate(play.ask.answers):
            assert answer is not None
            play.mark(s, lack=answer.word)
            play.say(f"lack_{answer.word}", s)
        play.ask_turn(play.dealer, drew=True)
