"""How many tiles each suit of a hand lacks, under the conditions of a goal: vectors, merged suit by suit.

A vector holds the tiles missing for 0-4 sets, then for 0-4 sets and a pair; a long one then holds the same with a
triplet (or, where the goal asks for that, a chow) among them. Vectors are interned: an id stands for one, ids below
CLASSES are the classes of suit_keys.py, whose merging is a table; other merges are remembered. All memos are bounded.
No hands, no rule sets, no views.
"""

from __future__ import annotations

import itertools
from operator import add
from typing import Any, NamedTuple

from ..suit_keys import CLASS, HONORS, MERGE, STEP, _numbers

CLASSES = len(MERGE)
FAR = 40  # "impossible" in a vector; sums are cut to it
MEMO = 20_000
ALL_RANKS = 0b111111111

Vector = bytes
_CLASS_VECTORS: tuple[Vector, ...] = tuple(bytes(_numbers[10 * i : 10 * i + 10]) for i in range(CLASSES))


class Spec(NamedTuple):
    """The conditions on one suit; ranks are bits. `long`: vectors with a second level, for a "triplet" or a "chow"
    among the sets; `must`: the suit has to have a set or the pair; `triplet_pairs`: a pair of these counts as the
    triplet; `no_triplet`: pairs only."""

    suit: int
    long: str = ""
    must: bool = False
    allowed: int = ALL_RANKS
    pair: int = ALL_RANKS
    triplet_pairs: int = 0
    no_triplet: int = 0
    no_sequence: bool = False

    @property
    def plain(self) -> bool:
        return self[1:] == _NO_CONDITIONS


_NO_CONDITIONS = Spec(0)[1:]


class SuitTable(dict[int, int]):
    """The ids of one suit's vectors under a Spec, by the key of the suit."""

    def __init__(self, spec: Spec, vectors: Vectors) -> None:
        super().__init__()
        self.spec, self.vectors = spec, vectors
        self.masks: dict[tuple[int, int, int], int] = {}  # measure.py: useful ranks by key, other suits, index

    def __missing__(self, key: int) -> int:
        if len(self) >= MEMO:
            self.clear()
        spec = self.spec
        if spec.plain:
            found = self[key] = CLASS[key]
            return found
        if spec.must:
            base = self.vectors.of[self.vectors.suit(spec._replace(must=False))[key]]
            vector = bytes((FAR, *base[1:]))
        else:
            vector = _suit_vector(spec, key)
        found = self[key] = self.vectors.intern(vector)
        return found


class Vectors(dict[int, int]):
    """The interned vectors, and the merges of any two by `x << 20 | y`. Never emptied: `current` starts a new one, so
    that a decision in another thread keeps the ids it works with."""

    def __init__(self) -> None:
        super().__init__()
        self.of: dict[int, Vector] = dict(enumerate(_CLASS_VECTORS))
        self.ids: dict[Vector, int] = {}
        self.suits: dict[Spec, SuitTable] = {}
        self.numbers: dict[int, int] = {}
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

    def least(self, x: int, y: int, index: int) -> int:
        """One number of the merged vector, without making it: what is asked last and most often."""
        if x < CLASSES and y < CLASSES:
            return self.of[MERGE[x][y]][index]
        key = (x << 20 | y) << 5 | index
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = min(map(add, _ahead(self.of[x], index), _back(self.of[y], index)))
        return found

    def suit(self, spec: Spec) -> SuitTable:
        """The ids under `spec`, by key. (The honours' keys carry their offset, as in suit_keys.py.)"""
        if spec.suit < 3:
            spec = spec._replace(suit=0)  # the three suits are alike
        found = self.suits.get(spec)
        if found is None:
            found = self.suits[spec] = SuitTable(spec, self)
        return found


_current = [Vectors()]


def current() -> Vectors:
    """The vectors to use for one decision."""
    vectors = _current[0]
    if len(vectors) > 4 * MEMO or len(vectors.numbers) > 8 * MEMO or len(vectors.of) > MEMO or len(vectors.suits) > 400:
        vectors = _current[0] = Vectors()
    return vectors


def _ahead(x: Vector, index: int) -> bytes:
    """The numbers of the first group that go into number `index` of both, in step with `_back` of the second."""
    m = index % 5
    if index < 5:
        return x[: m + 1]
    base = x[: m + 1] + x[5 : m + 6]
    if index < 10:
        return base
    long = x[10:] or _NO_TRIPLET
    return long[: m + 1] + base[: m + 1] if index < 15 else long[: m + 1] + long[5 : m + 6] + base


def _back(y: Vector, index: int) -> bytes:
    m = index % 5
    sets, pair = y[m::-1], y[m + 5 : 4 : -1]
    if index < 5:
        return sets
    if index < 10:
        return pair + sets
    long = y[10:] or _NO_TRIPLET
    if index < 15:
        return sets + long[m::-1]
    return pair + sets + long[m + 5 : 4 : -1] + long[m::-1]


def _together(x: Vector, y: Vector) -> Vector:
    """Min-plus over the sets (and the pair, and the triplet), each in one of the two."""
    size = max(len(x), len(y))
    return bytes([min(FAR, min(map(add, _ahead(x, i), _back(y, i)))) for i in range(size)])


_NO_TRIPLET = bytes([FAR]) * 10
_MORE = tuple(bytes([min(FAR, v + lack) for v in range(256)]) for lack in range(4))  # by translate: so many more


def _suit_vector(spec: Spec, key: int) -> Vector:
    """The vector of a suit; `must` is left to the caller."""
    digits = key % HONORS
    size = 7 if spec.suit == 3 else 9
    if not spec.allowed & ((1 << size) - 1):
        base, triplet = bytes((0, *[FAR] * 9)), _NO_TRIPLET
    elif spec.suit == 3 or spec.no_sequence:
        counts = [digits // STEP[i] % 5 if spec.allowed >> i & 1 else 0 for i in range(size)]
        base, triplet = _pungs(spec, counts)
    else:
        if spec.allowed != ALL_RANKS:
            digits = sum(digits // STEP[i] % 5 * STEP[i] for i in _ranks(spec.allowed))
        base = _sets(spec, digits)
        if spec.long:
            triplet = _with_triplet(spec, digits, base) if spec.long == "triplet" else _with_chow(spec, digits, base)
    if not spec.long:
        return base
    return base + (triplet if spec.long == "triplet" or spec.suit < 3 and not spec.no_sequence else _NO_TRIPLET)


def _sets(spec: Spec, key: int) -> Vector:
    """Chows and pungs of one of the three suits, with the pair where it may be."""
    base = _CLASS_VECTORS[CLASS[key]]
    if spec.pair == ALL_RANKS:
        return base
    pair = _NO_TRIPLET[:5]
    for rank in _ranks(spec.pair & spec.allowed):
        have = min(2, key // STEP[rank] % 5)
        sets = _CLASS_VECTORS[CLASS[key - have * STEP[rank]]][:5]
        pair = bytes(map(min, pair, sets.translate(_MORE[2 - have])))
    return base[:5] + pair


def _with_triplet(spec: Spec, key: int, base: Vector) -> Vector:
    """The same with a triplet among the sets: one that is begun, or three new tiles."""
    far = _NO_TRIPLET[:1]
    found = _shifted(base.translate(_MORE[3]))
    for rank in _ranks(spec.allowed & ~spec.no_triplet):
        have = min(3, key // STEP[rank] % 5)
        if have:
            rest = _sets(spec, key - have * STEP[rank])
            found = bytes(map(min, found, _shifted(rest.translate(_MORE[3 - have]))))
    for rank in _ranks(spec.triplet_pairs & spec.pair):
        have = min(2, key // STEP[rank] % 5)
        sets = _CLASS_VECTORS[CLASS[key - have * STEP[rank]]].translate(_MORE[2 - have])
        found = found[:5] + bytes(map(min, found[5:], sets))
    return far + found[1:]


def _with_chow(spec: Spec, key: int, base: Vector) -> Vector:
    """The same with a chow among the sets."""
    found = _shifted(base.translate(_MORE[3]))
    for low in range(7):
        if spec.allowed >> low & 0b111 != 0b111:
            continue
        begun = [step for step in STEP[low : low + 3] if key // step % 5]
        if begun:
            rest = _sets(spec, key - sum(begun))
            found = bytes(map(min, found, _shifted(rest.translate(_MORE[3 - len(begun)]))))
    return found


def _shifted(vector: Vector) -> Vector:
    """One set more."""
    return bytes((FAR,)) + vector[:4] + bytes((FAR,)) + vector[5:9]


def _pungs(spec: Spec, counts: list[int]) -> tuple[Vector, Vector]:
    """Honours, or a suit without chows."""
    able, pairs = spec.allowed & ~spec.no_triplet, spec.allowed & spec.pair
    lacks = [3 - min(3, n) if able >> i & 1 else FAR for i, n in enumerate(counts)]
    base = [*_least_sums(lacks), *[FAR] * 5]
    triplet = [FAR, *base[1:5], *[FAR] * 5]
    seen = set()
    for i, n in enumerate(counts):
        # Kinds held alike do alike.
        alike = (n, lacks[i], spec.triplet_pairs >> i & 1)
        if not pairs >> i & 1 or alike in seen:
            continue
        seen.add(alike)
        for m, others in enumerate(_least_sums(lacks[:i] + lacks[i + 1 :])):
            total = min(FAR, 2 - min(2, n) + others)
            base[5 + m] = min(base[5 + m], total)
            if m or spec.triplet_pairs >> i & 1:
                triplet[5 + m] = min(triplet[5 + m], total)
    return bytes(base), bytes(triplet)


def _least_sums(lacks: list[int]) -> list[int]:
    """What 0, 1, 2, 3 and 4 pungs lack."""
    a, b, c, d = sorted(lacks)[:4]
    return [min(FAR, n) for n in (0, a, a + b, a + b + c, a + b + c + d)]


_RANKS = tuple(tuple(i for i in range(9) if mask >> i & 1) for mask in range(512))


def _ranks(mask: int) -> tuple[int, ...]:
    return _RANKS[mask & ALL_RANKS]
