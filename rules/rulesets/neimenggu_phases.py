"""分张 (NM-04): the last four tiles are dealt out, one to each, and can only win by self-draw.

The table learns that the tiles were dealt and nothing else: not who can win, not what anybody answered.
"""

from __future__ import annotations

from typing import Any

from ..actions import PASS, WIN, Action
from ..phases import Phase, open_ask
from ..play import Play


class Fenzhang(Phase):
    """Everybody whose dealt tile wins is asked at once; the first in turn order who wants to wins."""

    name = "fenzhang"
    quick = True
    paced = True

    def begin(self, play: Play, seat: int, about: Any) -> None:
        """`seat` should have drawn: it gets the first tile."""
        play.flags = frozenset({"last_tile"})
        play.say("fenzhang")
        able: dict[int, tuple[Action, ...]] = {}
        for s in (seat, *play.others(seat)):
            tile = play.take_front()
            play.gain(s, tile)
            play.say("drew", s, (tile,), (s,))
        for s in (seat, *play.others(seat)):
            drawn = play.seats[s].drawn
            assert drawn is not None
            if play.score(s, "self_draw", drawn, None) is not None:
                able[s] = (WIN, PASS)
        open_ask(play, self.name, seat, able)

    def settled(self, play: Play) -> bool:
        """The first in turn order who has not passed has said 胡, or all have passed."""
        answers = [play.ask.answers[s] for s in self.asked(play)]
        left = [a for a in answers if a != PASS]
        return not left or left[0] == WIN

    def resolve(self, play: Play) -> None:
        for s in self.asked(play):
            if play.ask.answers[s] == WIN:
                drawn = play.seats[s].drawn
                assert drawn is not None
                play.win((s,), "self_draw", drawn, None)
                return
        play.end_drawn()

    @staticmethod
    def asked(play: Play) -> list[int]:
        """The asked seats in the order of dealing."""
        first = play.ask.seat
        return [s for s in (first, *play.others(first)) if play.ask.offers[s]]
