"""How to play 成都: its goals for the shared bots, and the choices of 换三张 and 定缺. Sees views only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..actions import Action
from ..goals import ALL, Goal
from ..tiles import SUITS
from .chengdu_phases import BY_TIES, of_suit


def _goals(lack: str | None) -> tuple[Goal, ...]:
    keep = ALL if lack is None else ALL - frozenset(range(9 * SUITS.index(lack), 9 * SUITS.index(lack) + 9))
    flushes = tuple(
        Goal(worth=3.0, tiles=frozenset(range(9 * i, 9 * i + 9))) for i in range(3) if lack != SUITS[i]
    )  # fmt: skip
    return (
        Goal(suits=(0, 2), tiles=keep),
        Goal(shape="pairs", worth=3.0, suits=(0, 2), closed=True, tiles=keep),
        Goal(worth=2.0, suits=(0, 2), no_sequence=True, tiles=keep),
        *flushes,
    )


_GOALS = {lack: _goals(lack) for lack in (None, *SUITS)}


def goals_for(lack: str | None) -> tuple[Goal, ...]:
    """CD-04, CD-20, CD-32."""
    return _GOALS[lack]


def named_lack(view: Mapping[str, Any], seat: int) -> str | None:
    """The suit that a seat has named, as everybody sees it."""
    found = [b["id"][5:] for b in view["seats"][seat]["badges"] if b["id"].startswith("lack_")]
    return found[0] if found else None


def strength(tiles: Sequence[int]) -> float:
    """How much a suit is worth keeping: its length first, then pairs and neighbours."""
    held = set(tiles)
    return len(tiles) + 0.3 * (len(tiles) - len(held)) + 0.1 * sum(t + 1 in held for t in held)


def chosen(phase: str, concealed: Sequence[int]) -> str | None:
    """定缺: the weakest suit. 换三张: three of the weakest suit that has as many, so that it can be named."""
    suits = {which: of_suit(concealed, which) for which in BY_TIES}
    if phase == "lack":
        return f"lack {SUITS[min(suits, key=lambda which: strength(suits[which]))]}"
    if phase != "swap":
        return None
    able = [tiles for tiles in suits.values() if len(tiles) >= 3]
    weakest = min(able, key=strength)
    apart = sorted(weakest, key=lambda t: (weakest.count(t), sum(abs(t - u) < 3 for u in weakest)))
    return str(Action("swap", tuple(sorted(apart[:3]))))
