"""Goal: one way to win a deal, as conditions that bots measure their distance by (Ruleset.goals).

Data only: a rule set states its goals in a few lines, rules/bots/ does the measuring and names no rule set. A goal
need not be exact: whether a ready hand really wins, and for how much, bots ask of Ruleset.evaluate.
"""

from __future__ import annotations

from typing import NamedTuple

from .tiles import HONORS, KINDS, TERMINALS

ENDS = frozenset((*TERMINALS, *HONORS))
ALL = frozenset(range(KINDS))


class Goal(NamedTuple):
    """Conditions on hand and melds together (tiles are the numbers of tiles.py). The defaults ask for nothing but
    four sets and a pair.

    `shape`: "sets" four sets and a pair · "pairs" seven pairs · "orphans" thirteen orphans · "tiles" fourteen tiles
    out of `tiles`, no shape (将将胡). `worth`: what such a win pays beside the other goals of the rule set; a dearer
    goal is followed although it is further away. `open`: needs 开门 (CO-07); `closed`: no chow, pung or claimed kong.
    `suits`: least and most of the three suits that may occur. `end`: a 1, a 9 or an honour somewhere. `triplet`: a
    pung, triplet or kong, unless the pair is one of `triplet_pairs`. `sequence`: a chow; `no_sequence`: none (碰碰胡).
    `pair`: the pair is one of these. `no_triplet`: three of these in hand are no set. `tiles`: nothing else may occur
    (清一色, 将将胡, 定缺). `block`: nine tiles that must be there (花龙, 组合龙 …), besides one more set and a pair.
    `melds`: most declared melds with which the hand may still win (手把一); kongs count."""

    shape: str = "sets"
    worth: float = 1.0
    open: bool = False
    closed: bool = False
    suits: tuple[int, int] = (0, 3)
    end: bool = False
    triplet: bool = False
    triplet_pairs: frozenset[int] = frozenset()
    sequence: bool = False
    no_sequence: bool = False
    pair: frozenset[int] = ALL
    no_triplet: frozenset[int] = frozenset()
    tiles: frozenset[int] = ALL
    block: tuple[int, ...] = ()
    melds: int = 4
