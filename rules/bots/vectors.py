"""How many tiles each suit of a hand lacks, under the conditions of a goal: vectors, merged suit by suit.

A vector holds the tiles missing for 0-4 sets, then for 0-4 sets and a pair; a long one then holds the same with a
triplet among them. Vectors are interned: an id stands for one, ids below CLASSES are the classes of suit_keys.py,
whose merging is a table; other merges are remembered. All memos are bounded. No hands, no rule sets, no views.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from ..suit_keys import CLASS, HONORS, MERGE, STEP, _numbers

CLASSES = len(MERGE)
FAR = 40  # "impossible" in a vector; sums are cut to it
MEMO = 20_000
ALL_RANKS = 0b111111111

Vector = bytes
_CLASS_VECTORS: tuple[Vector, ...] = tuple(bytes(_numbers[10 * i : 10 * i + 10]) for i in range(CLASSES))


class Spec(NamedTuple):
    """The conditions on one suit; ranks are bits. `long`: vectors with a triplet level; `must`: the suit has to have a
    set or the pair; `triplet_pairs`: a pair of these counts as the triplet; `no_triplet`: pairs only."""

    suit: int
    long: bool = False
    must: bool = False
    allowed: int = ALL_RANKS
    pair: int = ALL_RANKS
    triplet_pairs: int = 0
    no_triplet: int = 0
    no_sequence: bool = False

    @property
    def plain(self) -> bool:
        return self == Spec(self.suit)


class SuitTable(dict[int, int]):
    """The ids of one suit's vectors under a Spec, by the key of the suit."""

    def __init__(self, spec: Spec, vectors: Vectors) -> None:
        super().__init__()
        self.spec, self.vectors = spec, vectors

    def __missing__(self, key: int) -> int:
        if len(self) >= MEMO:
            self.clear()
        found = self[key] = self.vectors.intern(_suit_vector(self.spec, key))
        return found


class Vectors(dict[int, int]):
    """The interned vectors, and the merges of any two by `x << 20 | y`. Never emptied: `current` starts a new one, so
    that a decision in another thread keeps the ids it works with."""

    def __init__(self) -> None:
        super().__init__()
        self.of: dict[int, Vector] = dict(enumerate(_CLASS_VECTORS))
        self.ids: dict[Vector, int] = {}
        self.suits: dict[Spec, SuitTable] = {}
        self.aims: dict[Any, Any] = {}  # measure.py keeps here what stands on these ids
        self._next = itertools.count(CLASSES)

    def intern(self, vector: Vector) -> int:
        found = self.ids.get(vector)
        if found is None:
            number = next(self._next)
            self.of[number] = vector
            found = self.ids.setdefault(vector, number)
        return found

    def merge(self, x: int, y: int) -> int:
        """The vector of two groups of suits together."""
        return MERGE[x][y] if x < CLASSES and y < CLASSES else self[x << 20 | y]

    def __missing__(self, key: int) -> int:
        x, y = self.of[key >> 20], self.of[key & 0xFFFFF]
        found = self[key] = self.intern(_together(x, y))
        return found

    def suit(self, spec: Spec) -> SuitTable | bytes:
        """The ids under `spec`, by key. (The honours' keys carry their offset, as in suit_keys.py.)"""
        if spec.plain:
            return CLASS
        found = self.suits.get(spec)
        if found is None:
            found = self.suits[spec] = SuitTable(spec, self)
        return found


_current = [Vectors()]


def current() -> Vectors:
    """The vectors to use for one decision."""
    vectors = _current[0]
    if len(vectors) > 8 * MEMO or len(vectors.of) > MEMO or len(vectors.suits) > 400:
        vectors = _current[0] = Vectors()
    return vectors


def _together(x: Vector, y: Vector) -> Vector:
    """Min-plus over the sets (and the pair, and the triplet), each in one of the two."""
    base = _convolve(x, y, 0, 0)
    if len(x) == 10 and len(y) == 10:
        return bytes(base)
    first = _convolve(x, y, 10, 0) if len(x) > 10 else [FAR] * 10
    second = _convolve(x, y, 0, 10) if len(y) > 10 else [FAR] * 10
    return bytes(base + [a if a < b else b for a, b in zip(first, second, strict=True)])


def _convolve(x: Vector, y: Vector, at_x: int, at_y: int) -> list[int]:
    xs, xp = x[at_x : at_x + 5], x[at_x + 5 : at_x + 10]
    ys, yp = y[at_y : at_y + 5], y[at_y + 5 : at_y + 10]
    sets = [min([xs[i] + ys[m - i] for i in range(m + 1)]) for m in range(5)]
    pair = [min([min(xs[i] + yp[m - i], xp[i] + ys[m - i]) for i in range(m + 1)]) for m in range(5)]
    return [v if v < FAR else FAR for v in (*sets, *pair)]


def _suit_vector(spec: Spec, key: int) -> Vector:
    digits = key - HONORS if spec.suit == 3 else key
    size = 7 if spec.suit == 3 else 9
    counts = [digits // STEP[i] % 5 if spec.allowed >> i & 1 else 0 for i in range(size)]
    if not spec.allowed & ((1 << size) - 1):
        base = [0, *[FAR] * 9]
        triplet = [FAR] * 10
    elif spec.suit == 3 or spec.no_sequence:
        base, triplet = _pungs(spec, counts)
    else:
        base = _sets(spec, counts)
        triplet = _with_triplet(spec, counts, base) if spec.long else []
    if spec.must:
        base[0] = FAR
    return bytes(base + triplet) if spec.long else bytes(base)


def _class_of(counts: list[int]) -> Vector:
    key: int = sum(n * STEP[i] for i, n in enumerate(counts))
    return _CLASS_VECTORS[CLASS[key]]


def _sets(spec: Spec, counts: list[int]) -> list[int]:
    """Chows and pungs of one of the three suits, with the pair where it may be."""
    base = list(_class_of(counts))
    if spec.pair & ALL_RANKS != ALL_RANKS:
        base[5:] = [FAR] * 5
        for rank in _ranks(spec.pair & spec.allowed, 9):
            lack, rest = _take(counts, rank, 2)
            sets = _class_of(rest)
            base[5:] = [min(base[5 + m], lack + sets[m]) for m in range(5)]
    return base


def _with_triplet(spec: Spec, counts: list[int], base: list[int]) -> list[int]:
    """The same with a triplet among the sets: one that is begun, or three new tiles."""
    found = [FAR] * 10
    for m in range(1, 5):
        found[m], found[5 + m] = 3 + base[m - 1], 3 + base[4 + m]
    for rank in _ranks(spec.allowed & ~spec.no_triplet, 9):
        if counts[rank]:
            lack, taken = _take(counts, rank, 3)
            rest = _sets(spec, taken)
            for m in range(1, 5):
                found[m] = min(found[m], lack + rest[m - 1])
                found[5 + m] = min(found[5 + m], lack + rest[4 + m])
    for rank in _ranks(spec.triplet_pairs & spec.pair, 9):
        lack, taken = _take(counts, rank, 2)
        sets = _class_of(taken)
        found[5:] = [min(found[5 + m], lack + sets[m]) for m in range(5)]
    return [min(v, FAR) for v in found]


def _pungs(spec: Spec, counts: list[int]) -> tuple[list[int], list[int]]:
    """Honours, or a suit without chows."""
    size = len(counts)
    kinds = _ranks(spec.allowed & ~spec.no_triplet, size)

    def sets(without: int) -> list[int]:
        lacks = sorted(3 - min(3, counts[k]) for k in kinds if k != without)
        return [sum(lacks[:m]) if m <= len(lacks) else FAR for m in range(5)]

    base = sets(-1) + [FAR] * 5
    triplet = [FAR, *base[1:5], *[FAR] * 5]
    for rank in _ranks(spec.allowed & spec.pair, size):
        lack, others = 2 - min(2, counts[rank]), sets(rank)
        for m in range(5):
            total = min(FAR, lack + others[m])
            base[5 + m] = min(base[5 + m], total)
            if m or spec.triplet_pairs >> rank & 1:
                triplet[5 + m] = min(triplet[5 + m], total)
    return base, triplet if spec.long else []


def _take(counts: list[int], rank: int, wanted: int) -> tuple[int, list[int]]:
    """How many of `wanted` copies are missing, and the counts without those that are there."""
    have = min(wanted, counts[rank])
    rest = counts.copy()
    rest[rank] -= have
    return wanted - have, rest


def _ranks(mask: int, size: int) -> list[int]:
    return [i for i in range(size) if mask >> i & 1]
