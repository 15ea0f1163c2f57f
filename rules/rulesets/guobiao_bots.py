"""How to play 国标: ways to eight points (GB-04), as goals for the shared bots. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from ..goals import Goal
from ..tiles import HONORS


def _suit(number: int) -> frozenset[int]:
    return frozenset(range(9 * number, 9 * number + 9))


def _ranks(*ranks: int) -> frozenset[int]:
    """These ranks of all three suits."""
    return frozenset(t for t in range(27) if t % 9 + 1 in ranks)


def _chows(*lows: int) -> tuple[int, ...]:
    return tuple(t for low in lows for t in (low, low + 1, low + 2))


def _goals() -> tuple[Goal, ...]:
    """`worth` is the payment beside a win of eight points, times the chance that the hand gets there at all."""
    ways = tuple(permutations((0, 9, 18)))
    found = [
        Goal(worth=0.15),  # small fans may add up
        Goal(shape="pairs", closed=True, worth=1.4),  # 七对 24
        Goal(shape="orphans", closed=True, worth=3.0),  # 十三幺 88
        Goal(no_sequence=True, worth=0.8),  # 碰碰和 6
        Goal(tiles=_ranks(6, 7, 8, 9), worth=1.1),  # 大于五 12
        Goal(tiles=_ranks(1, 2, 3, 4), worth=1.1),  # 小于五 12
    ]
    for n in range(3):
        found.append(Goal(tiles=_suit(n) | set(HONORS), worth=0.8))  # 混一色 6
        found.append(Goal(tiles=_suit(n), worth=1.5))  # 清一色 24
        found.append(Goal(block=_chows(9 * n, 9 * n + 3, 9 * n + 6), worth=1.25))  # 清龙 16
        for step in (1, 2):  # 一色三步高 16
            lows = range(9 * n, 9 * n + 7 - 2 * step)
            found += [Goal(block=_chows(low, low + step, low + 2 * step), worth=1.25) for low in lows]
    for a, b, c in ways:
        found.append(Goal(block=_chows(a, b + 3, c + 6), worth=1.0))  # 花龙 8
        knitted = tuple(s + r for s, first in ((a, 0), (b, 1), (c, 2)) for r in (first, first + 3, first + 6))
        found.append(Goal(block=knitted, worth=1.1))  # 组合龙 12
        # 三色三步高 6: seldom alone
        found += [Goal(block=_chows(a + low, b + low + 1, c + low + 2), worth=0.75) for low in range(5)]
    found += [Goal(block=_chows(low, low + 9, low + 18), worth=1.0) for low in range(7)]  # 三色三同顺 8
    return tuple(found)


GOALS = _goals()
FEW_POINTS = (Goal(), *GOALS[1:])  # min_fan 1: any hand wins


def goals_for(view: Mapping[str, Any], least: int) -> tuple[Goal, ...]:
    """The ways to win with at least so many points (GB-04)."""
    return FEW_POINTS if least == 1 else GOALS
