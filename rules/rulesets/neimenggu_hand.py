"""When a hand of 内蒙古穷胡 wins, and what its best reading is worth (NM-20 … NM-23, NM-30 … NM-32).

Hands only: what comes on top of the hand (亮喜, 门清 …) and who pays is in neimenggu.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..decompose import Placement, Reading, placements, readings
from ..errors import NoShape, NotAWin
from ..scoring import Player
from ..text import Text
from ..tiles import DRAGONS, counts_of, is_terminal, suit


class Worth(NamedTuple):
    """`base` 1 平胡, 2 夹胡, 4 飘胡; `teda`: the 夹 is 特大."""

    base: int
    teda: bool = False

    @property
    def factor(self) -> int:
        return self.base * (4 if self.teda else 1)


def has_chow(player: Player) -> bool:
    return any(m.kind == "chow" for m in player.melds)


def failing(player: Player, reading: Reading) -> Text | None:
    """The first condition of NM-20 … NM-22 that this reading of a complete hand fails, or None."""
    chows = [s.tile for s in reading.sets if s.kind == "chow"]
    triplets = [s.tile for s in reading.sets if s.kind == "pung"]
    declared = [t for m in player.melds for t in m.tiles]
    tiles = {*chows, *triplets, reading.pair, *declared}
    if not {0, 1, 2} <= {suit(t) for t in tiles}:
        return Text("没有三色全（NM-20）", "not all three suits are present (NM-20)")
    has_end = any(is_terminal(t) for t in tiles) or any(c % 9 == 6 for c in chows)
    if not has_end and not any(t >= 27 for t in tiles):
        return Text("没有幺九（NM-21）", "no 1, no 9 and no honour (NM-21)")
    # 亮喜 is a meld but no triplet (NM-33).
    has_triplet = bool(triplets) or any(m.kind == "pung" or m.is_kong for m in player.melds)
    if not has_triplet and reading.pair not in DRAGONS:
        return Text("没有碰、刻子或杠，将也不是中发白（NM-22）",
                    "no pung, triplet or kong, and the pair is no dragon (NM-22)")  # fmt: skip
    return None


def check_shoubayi(player: Player) -> None:
    """手把一 (NM-23): with four melds only 飘胡, but for a chow hand with a 暗杠 among the four. Raises NotAWin."""
    if len(player.melds) == 4 and has_chow(player) and not any(m.kind == "concealed_kong" for m in player.melds):
        raise NotAWin(
            Text("手把一：四副里有吃又没有暗杠，只剩一张不能胡（NM-23）",
                 "手把一: four melds with a chow and without a concealed kong cannot win (NM-23)")
        )  # fmt: skip


def best_worth(player: Player, tile: int, options: Mapping[str, Any]) -> Worth:
    """The dearest legal reading of `player`'s hand completed by `tile`. Raises NotAWin with what fails."""
    found = readings(counts_of((*player.concealed, tile)), len(player.melds))
    if not found:
        raise NoShape(Text("牌型不成：要四副加一对（NM-20）", "no four melds and a pair (NM-20)"))
    faults = [failing(player, reading) for reading in found]
    legal = [reading for reading, fault in zip(found, faults, strict=True) if fault is None]
    if not legal:
        assert faults[0] is not None
        raise NotAWin(faults[0])
    check_shoubayi(player)
    return max((w for r in legal for w in worths(player, r, tile, options)), key=lambda w: w.factor)


def worths(player: Player, reading: Reading, tile: int, options: Mapping[str, Any]) -> Iterator[Worth]:
    """What one legal reading can be worth: one answer for each place where the winning tile may have gone."""
    if not has_chow(player) and all(s.kind == "pung" for s in reading.sets):
        yield Worth(4)  # won by 对倒 or 单吊, as nothing else completes such a reading (NM-30)
        return
    for place in placements(reading, tile):
        if place.wait == "middle":
            yield Worth(2, bool(options["teda"]) and owns_three(player, tile))
        else:
            yield Worth(2 if is_jia(place, options) else 1)


def is_jia(place: Placement, options: Mapping[str, Any]) -> bool:
    """夹 by option only: 12+3 and 89+7, and the pair tile (NM-31)."""
    return bool((place.wait == "edge" and options["jia37"]) or (place.wait == "single" and options["jia_dandiao"]))


def owns_three(player: Player, tile: int) -> bool:
    """特大 (NM-32): the other three copies in the concealed hand or in an own pung; those in a chow do not count."""
    penged = any(m.kind == "pung" and m.tiles[0] == tile for m in player.melds)
    return penged or player.concealed.count(tile) == 3
