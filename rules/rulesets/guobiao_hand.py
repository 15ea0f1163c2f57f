"""What the fans of 国标 look at: a complete hand read in one way (GB-07), with the winning tile in one place.

`shapes` lists every way; which is dearest is guobiao_fans.py's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from ..decompose import Reading, placements, readings, seven_pairs, thirteen_orphans, waits
from ..hand import Meld, is_open
from ..tiles import HONORS, SUITED, counts_of, suit

KNITTED: tuple[tuple[int, ...], ...] = tuple(
    tuple(9 * s + r for s, start in enumerate(starts) for r in (start, start + 3, start + 6))
    for starts in permutations(range(3))
)  # the six ways to knit 147, 258, 369 over the suits
FULL = (1 << 34) - 1


class Piece(NamedTuple):
    """A set of the hand. `kind` chow, pung or kong; `tile` its lowest tile; `hidden`: concealed, also after the win."""

    kind: str
    tile: int
    hidden: bool


@dataclass(slots=True)
class Moment:
    """How the hand was won."""

    self_draw: bool
    flags: frozenset[str]
    robbed: bool
    round_wind: int
    seat_wind: int


@dataclass
class Shape:
    """One way to read the complete hand. `kind`: "sets", "pairs", "orphans", "loose" (不靠)."""

    kind: str
    counts: Sequence[int]  # all tiles of hand and melds, kongs with four
    melds: tuple[Meld, ...]
    moment: Moment
    pieces: tuple[Piece, ...] = ()
    pair: int | None = None
    wait: str = ""  # "edge", "middle", "single" when the hand waited for one kind only
    knitted: bool = False  # 组合龙 inside
    lone_nine: bool = False  # 九莲宝灯's nine-sided wait
    chows: tuple[int, ...] = field(init=False)
    pungs: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.chows = tuple(sorted(p.tile for p in self.pieces if p.kind == "chow"))
        self.pungs = tuple(sorted(p.tile for p in self.pieces if p.kind != "chow"))

    @cached_property
    def tiles(self) -> frozenset[int]:
        """The kinds that occur."""
        return frozenset(t for t, n in enumerate(self.counts) if n)

    @cached_property
    def suits(self) -> frozenset[int]:
        return frozenset(suit(t) for t in self.tiles if t < 27)

    @cached_property
    def has_honors(self) -> bool:
        return any(t >= 27 for t in self.tiles)

    @property
    def normal(self) -> bool:
        """Four sets and a pair, nothing knitted."""
        return self.kind == "sets" and not self.knitted

    @property
    def closed(self) -> bool:
        """No chow, pung or claimed kong (GB-10: a concealed kong keeps it)."""
        return not is_open(self.melds)

    @cached_property
    def hidden_pungs(self) -> int:
        return sum(p.kind != "chow" and p.hidden for p in self.pieces)

    @cached_property
    def kongs(self) -> tuple[int, int]:
        """(melded, concealed)."""
        hidden = sum(m.kind == "concealed_kong" for m in self.melds)
        return sum(m.is_kong for m in self.melds) - hidden, hidden


def formal_waits(concealed: Sequence[int], melds: int) -> frozenset[int]:
    """Every kind that completes the concealed tiles to some shape; an exhausted one still counts (GB-09)."""
    counts = counts_of(concealed)
    found = set(waits(counts, melds, formal=True))
    if not melds:
        found.update(waits(counts, 0, seven_pairs=True, thirteen_orphans=True, formal=True))
        found.update(_loose_waits(counts))
    if melds <= 1:
        for nine in KNITTED:
            missing = [t for t in nine if not counts[t]]
            if len(missing) > 1:
                continue
            rest = list(counts)
            for t in nine:
                rest[t] -= bool(rest[t])
            if missing:
                if readings(rest, melds + 3):
                    found.add(missing[0])
            else:
                found.update(waits(rest, melds + 3, formal=True))
    return frozenset(found)


def _loose_waits(counts: Sequence[int]) -> set[int]:
    if max(counts) > 1 or sum(counts) != 13:
        return set()
    found: set[int] = set()
    for nine in KNITTED:
        allowed = {*nine, *HONORS}
        if all(t in allowed for t, n in enumerate(counts) if n):
            found |= {t for t in allowed if not counts[t]}
    return found


def shapes(concealed: tuple[int, ...], melds: tuple[Meld, ...], tile: int, moment: Moment) -> Iterator[Shape]:
    """All shapes of the hand completed by `tile`. `concealed` without it."""
    counts = counts_of((*concealed, tile))
    everything = list(counts)
    for meld in melds:
        for t in meld.tiles:
            everything[t] += 1
    one_wait: bool | None = None
    declared = tuple(Piece("kong" if m.is_kong else m.kind, m.tiles[0], m.kind == "concealed_kong") for m in melds)
    for knitted, rest in _rests(counts, len(melds)):
        for reading in readings(rest, len(melds) + (3 if knitted else 0)):
            if one_wait is None:
                one_wait = len(formal_waits(concealed, len(melds))) == 1
            for where, wait in _places(reading, tile, knitted):
                pieces = declared + tuple(
                    Piece(s.kind, s.tile, moment.self_draw or i != where) for i, s in enumerate(reading.sets)
                )
                yield Shape(
                    "sets", everything, melds, moment, pieces, reading.pair,
                    wait if one_wait and wait in ("edge", "middle", "single") else "", bool(knitted),
                    not knitted and not melds and _nine_gates(concealed),
                )  # fmt: skip
    if not melds:
        yield from _special(counts, moment)


def _rests(counts: list[int], melds: int) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The whole hand, then what is left beside each knitted straight (GB-07)."""
    yield (), counts
    if melds <= 1:
        for nine in KNITTED:
            if all(counts[t] for t in nine):
                rest = list(counts)
                for t in nine:
                    rest[t] -= 1
                yield nine, rest


def _places(reading: Reading, tile: int, knitted: tuple[int, ...]) -> list[tuple[int, str]]:
    """Where the winning tile may have gone: (index of the set, -1 the pair, -2 the knitted part) and the wait."""
    found: list[tuple[int, str]] = [(p.where, p.wait) for p in placements(reading, tile)]
    if tile in knitted:
        found.append((-2, ""))
    return found


def _nine_gates(concealed: tuple[int, ...]) -> bool:
    if len(concealed) != 13 or len({suit(t) for t in concealed}) != 1 or concealed[0] >= 27:
        return False
    start = concealed[0] // 9 * 9
    return [concealed.count(start + r) for r in range(9)] == [3, 1, 1, 1, 1, 1, 1, 1, 3]


def _special(counts: list[int], moment: Moment) -> Iterator[Shape]:
    if seven_pairs(counts):
        yield Shape("pairs", counts, (), moment, wait="")
    if thirteen_orphans(counts):
        yield Shape("orphans", counts, (), moment)
    if max(counts) == 1:
        for nine in KNITTED:
            allowed = {*nine, *HONORS}
            if all(t in allowed for t, n in enumerate(counts) if n):
                yield Shape("loose", counts, (), moment, knitted=all(counts[t] for t in nine))


__all__ = ["SUITED", "Moment", "Piece", "Shape", "formal_waits", "shapes"]
