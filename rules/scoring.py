"""What scoring looks at: a Situation, the same whether a live deal or a case of CASES.md asks.

Rule sets evaluate and settle Situations only, so that every way of winning goes through one validator.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .fan import FanLine
from .hand import Meld
from .text import Text


class Player(NamedTuple):
    """A seat as scoring sees it. `concealed` without the winning tile (empty when unknown: a loser of a case);
    `marks` what the rule set noted (ready, lack, flowers …)."""

    concealed: tuple[int, ...] = ()
    melds: tuple[Meld, ...] = ()
    open: bool = False
    out: bool = False
    marks: Mapping[str, Any] = {}


class Situation(NamedTuple):
    """`kind` is the event kind of CASES.md, `giver` its `from`; `extra` what else the rule set needs (宝 …)."""

    kind: str
    dealer: int
    round_wind: int
    players: tuple[Player, ...]
    winners: tuple[int, ...] = ()
    tile: int | None = None
    giver: int | None = None
    flags: frozenset[str] = frozenset()
    extra: Mapping[str, Any] = {}

    @property
    def on_own_tile(self) -> bool:
        """Won without another seat giving the tile."""
        return self.giver is None

    def payers(self, winner: int) -> list[int]:
        """The seats still in the deal except the winners, in turn order after `winner`."""
        n = len(self.players)
        order = [(winner + i) % n for i in range(1, n)]
        return [s for s in order if not self.players[s].out and s not in self.winners]


class Score(NamedTuple):
    """What one winner's hand is worth: the fans that count and a total for display; `points` a payer → amount."""

    fans: tuple[FanLine, ...]
    total: int
    points: Mapping[int, int] = {}


class NotCounted(NamedTuple):
    """A fan that the hand has and that does not count, as often as `times`; `because` is a short phrase."""

    name: Text
    value: int
    times: int
    because: Text
