"""Aims: a goal as it stands after the declared melds, and how far a concealed hand is from it.

"Missing" is the number of tiles that a hand still lacks: 0 complete, 1 ready. Costs add what a goal asks besides
(open, a terminal …) and take off what it is worth, so that they compare between goals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from ..goals import ALL, ENDS, Goal
from ..hand import OPENING, Meld
from ..suit_keys import (
    BITS,
    EMPTY,
    FOUR,
    HELD,
    HONORS,
    LOW,
    ODD,
    ORPHANS_MISSING,
    PAIRS_MISSING,
    SPECIAL,
    STEP,
    SUIT,
    digits_of,
)
from ..tiles import suit
from .vectors import ALL_RANKS, MEMO, Spec, SuitTable, Vectors

EVERY_KIND = (1 << 34) - 1
Keys = Sequence[int]


class Facts(NamedTuple):
    """What the declared melds settle; the melds themselves come last."""

    declared: int = 0
    open: bool = False
    chow: bool = False
    triplet: bool = False
    suits: int = 0  # bits of the three suits
    end: bool = False
    melds: tuple[Meld, ...] = ()


def facts_of(melds: Iterable[Meld]) -> Facts:
    melds = tuple(Meld(m.kind, m.tiles) for m in melds)  # who gave a tile does not matter here
    tiles = {t for m in melds for t in m.tiles}
    return Facts(
        len(melds),
        any(m.kind in OPENING for m in melds),
        any(m.kind == "chow" for m in melds),
        any(m.kind != "chow" and len(set(m.tiles)) == 1 for m in melds),
        sum({1 << suit(t) for t in tiles if t < 27}),
        bool(tiles & ENDS),
        melds,
    )


@lru_cache(maxsize=512)
def narrowed(goal: Goal) -> tuple[Goal, ...]:
    """A goal with at most one or two suits as one goal for each choice of suits."""
    most = goal.suits[1]
    if most >= 3:
        return (goal,)
    found = []
    for chosen in combinations(range(3), most):
        tiles = goal.tiles & {t for t in ALL if t >= 27 or suit(t) in chosen}
        found.append(goal._replace(tiles=frozenset(tiles), suits=(min(goal.suits[0], most), 3)))
    return tuple(found)


@lru_cache(maxsize=2048)
def specs_of(goal: Goal, need: str, must: int) -> tuple[Spec, ...]:
    """The conditions on each suit. `must`: the suits, as bits, that the concealed hand has to hold."""

    def bits(kinds: frozenset[int], number: int) -> int:
        found = sum(1 << i for i in range(9 if number < 3 else 7) if 9 * number + i in kinds)
        return ALL_RANKS if number == 3 and found == 0b1111111 else found

    def spec(n: int) -> Spec:
        pairs = bits(goal.triplet_pairs, n) if need == "triplet" else 0
        return Spec(n, need, bool(must >> n & 1), bits(goal.tiles, n), bits(goal.pair, n), pairs,
                    bits(goal.no_triplet, n), goal.no_sequence and n < 3)  # fmt: skip

    return tuple(map(spec, range(4)))


class Aim:
    """One goal under given melds. Made once a decision (or taken from the memo of `aims_for`)."""

    def __init__(self, goal: Goal, facts: Facts, vectors: Vectors) -> None:
        self.goal, self.facts, self.vectors = goal, facts, vectors
        self.blocks = [goal.block[i : i + 3] for i in range(0, len(goal.block), 3)]
        self.sets = 4 - facts.declared
        left_over = 0
        for meld in facts.melds:
            if meld.tiles in self.blocks:
                self.blocks.remove(meld.tiles)
            else:
                left_over += 1
        self.block = tuple(t for b in self.blocks for t in b)
        self.possible = self._possible(left_over)
        # One second level: the triplet first; a hand that needs both has no melds, and hardly ever only pungs.
        need = "triplet" if goal.triplet and not facts.triplet else "chow" if goal.sequence and not facts.chow else ""
        must = 0b111 & ~facts.suits if goal.suits[0] == 3 else 0
        self.tables = tuple(map(vectors.suit, specs_of(goal, need, must)))
        self.index = 5 + self.sets - len(self.blocks) + (10 if need else 0)
        self.log_worth = math.log(goal.worth)
        self.allowed = sum(1 << t for t in goal.tiles)
        self.regular = goal.shape == "sets" and not self.block
        self.end = goal.end and not facts.end

    def _possible(self, left_over: int) -> bool:
        """Do the melds leave this goal open?"""
        goal, facts = self.goal, self.facts
        tiles = {t for m in facts.melds for t in m.tiles if m.kind != "liangxi"}
        return not (
            facts.declared > goal.melds
            or (goal.closed and facts.open)
            or (goal.no_sequence and facts.chow)
            or (goal.tiles is not ALL and not tiles <= goal.tiles)
            or (goal.shape in ("pairs", "orphans") and facts.declared)
            or (goal.block and left_over > 1)
        )

    # -- missing tiles ------------------------------------------------------------------------------------------------

    def missing(self, keys: Keys) -> int:
        """Tiles missing; the keys may hold one tile too many."""
        if self.regular:
            return self._shape(keys)
        return self._special(keys)

    def _shape(self, keys: Keys) -> int:
        vectors, (a, b, c, z) = self.vectors, self.tables
        merge = vectors.merge
        return vectors.least(merge(a[keys[0]], b[keys[1]]), merge(c[keys[2]], z[keys[3]]), self.index)

    def discards(self, keys: Keys) -> list[tuple[int, int]]:
        """(tile, missing tiles without it) for every kind in the hand."""
        if self.goal.shape == "pairs":
            return self._pair_discards(keys)
        if self.block:
            return self._block_discards(keys)
        if not self.regular:
            return [(tile, self.missing(less(keys, tile))) for tile in held(keys)]
        return self._plain_discards(keys)

    def _plain_discards(self, keys: Keys) -> list[tuple[int, int]]:
        rows = []
        index, least, tables = self.index, self.vectors.least, self.tables
        for number, other in enumerate(self._others(keys)):
            key, table = keys[number], tables[number]
            for i in BITS[HELD[key % LOW] | HELD[key // LOW % 625] << 5]:
                rows.append((9 * number + i, least(table[key - STEP[i]], other, index)))
        return rows

    def useful(self, keys: Keys, now: int) -> int:
        """The mask of the kinds that lower the missing tiles from `now`."""
        mask = 0
        if self.goal.shape == "pairs":
            lacking, singles, odd, full = self._pairs(keys)
            return odd if singles >= lacking else self.allowed & ~full
        if self.block:
            _, mask, keys = self._split(keys)
        elif not self.regular:
            for tile in range(34):
                if keys[SUIT[tile]] // STEP[tile] % 5 < 4 and self.missing(more(keys, tile)) < now:
                    mask |= 1 << tile
            return mask
        for number, other in enumerate(self._others(keys)):
            table, place = self.tables[number], (keys[number], other, self.index)
            ranks = table.masks.get(place)
            if ranks is None:
                ranks = table.masks[place] = self._useful_ranks(table, *place, 9 if number < 3 else 7)
            mask |= ranks << 9 * number
        return mask

    def _useful_ranks(self, table: SuitTable, key: int, other: int, index: int, size: int) -> int:
        """The ranks of one suit that lower the missing tiles; the other suits are `other`."""
        if len(table.masks) >= MEMO:
            table.masks.clear()
        least = self.vectors.least
        now = least(table[key], other, index)
        return sum(
            1 << i
            for i, step in enumerate(STEP[:size])
            if key // step % 5 < 4 and least(table[key + step], other, index) < now
        )

    def _others(self, keys: Keys) -> Iterator[int]:
        """For each suit the other three together."""
        merge, (a, b, c, z) = self.vectors.merge, self.tables
        ka, kb, kc, kz = a[keys[0]], b[keys[1]], c[keys[2]], z[keys[3]]
        cz, ab = merge(kc, kz), merge(ka, kb)
        yield merge(kb, cz)
        yield merge(ka, cz)
        yield merge(kz, ab)
        yield merge(kc, ab)

    def _special(self, keys: Keys) -> int:
        shape = self.goal.shape
        if shape == "sets":
            lacking, _, rest = self._split(keys)
            return lacking + self._shape(rest)
        if shape == "pairs":
            lacking, singles, _, _ = self._pairs(keys)
            return _pairs_missing(lacking, singles)
        if self.goal.tiles is not ALL:
            keys = projected(keys, self.goal.tiles)
        if shape == "tiles":
            return max(0, 14 - 3 * self.facts.declared - sum(digit_sum(k) for k in keys))
        a, b, c, z = keys
        return ORPHANS_MISSING[SPECIAL[a] + SPECIAL[b] + SPECIAL[c] + SPECIAL[z]]

    def _pairs(self, keys: Keys) -> tuple[int, int, int, int]:
        """Pairs lacking, kinds held an odd number of times, those kinds, the kinds held four times."""
        if self.allowed != EVERY_KIND:
            keys = projected(keys, self.goal.tiles)
        a, b, c, z = keys
        odd = digits_of(ODD, keys)
        lacking = PAIRS_MISSING[SPECIAL[a] + SPECIAL[b] + SPECIAL[c] + SPECIAL[z]]
        return lacking, odd.bit_count(), odd, digits_of(FOUR, keys)

    def _pair_discards(self, keys: Keys) -> list[tuple[int, int]]:
        lacking, singles, odd, _ = self._pairs(keys)
        alone, broken = _pairs_missing(lacking, singles - 1), _pairs_missing(lacking + 1, singles + 1)
        same, allowed = _pairs_missing(lacking, singles), self.allowed
        return [(t, same if not allowed >> t & 1 else alone if odd >> t & 1 else broken) for t in held(keys)]

    def _split(self, keys: Keys) -> tuple[int, int, Keys]:
        """The tiles that the block lacks, their kinds, and the hand without the block."""
        rest, lacking, kinds = list(keys), 0, 0
        for tile in self.block:
            number, step = SUIT[tile], STEP[tile]
            if rest[number] // step % 5:
                rest[number] -= step
            else:
                lacking += 1
                kinds |= 1 << tile
        return lacking, kinds, rest

    def _block_discards(self, keys: Keys) -> list[tuple[int, int]]:
        lacking, _, rest = self._split(keys)
        spare = dict(self._plain_discards(rest))
        without = lacking + self._shape(rest) + 1
        return [(tile, lacking + spare[tile] if tile in spare else without) for tile in held(keys)]

    # -- what a goal asks besides -----------------------------------------------------------------------------------

    def besides(self, keys: Keys, missing: int, opening: float) -> float:
        """What to add to `missing`: a hand that is not open or lacks a terminal is further away than its shape.
        `opening`: what being closed costs where the goal needs an open hand; it grows as the wall shrinks."""
        return self.closed_cost(missing, opening) + (self.end_cost(keys, missing) if self.end else 0.0)

    def closed_cost(self, missing: int, opening: float) -> float:
        if not self.goal.open or self.facts.open:
            return 0.0
        # Closed and ready wins nothing: it still takes a claim.
        return opening if missing > 1 else 1.0 + opening

    def inner_missing(self, keys: Keys) -> int:
        """Missing tiles without the terminals and honours of the hand: if more, each shortest way uses one of them."""
        return self.missing(inner(keys))

    def end_cost(self, keys: Keys, missing: int) -> float:
        if inner(keys) == list(keys):
            return 1.0
        return 0.4 if self.inner_missing(keys) <= missing else 0.0


def _pairs_missing(lacking: int, singles: int) -> int:
    """Where kinds were left out, some pairs have not even a first tile."""
    return lacking if singles >= lacking else 2 * lacking - singles


def aims_for(goals: tuple[Goal, ...], facts: Facts, vectors: Vectors) -> tuple[Aim, ...]:
    """The goals that the melds leave possible; remembered as long as the vectors live."""
    known = vectors.aims.get(id(goals))
    if known is None:
        if len(vectors.aims) > 200:
            vectors.aims.clear()
        # The goals are kept with what is made of them, so that their id stays theirs.
        named = any(g.block or g.tiles is not ALL or g.suits[1] < 3 for g in goals)
        known = vectors.aims[id(goals)] = (goals, named, {})
    which: bool = known[1]
    by_facts: dict[tuple[Any, ...], tuple[Aim, ...]] = known[2]
    key: tuple[Any, ...] = facts if which else facts[:-1]
    found: tuple[Aim, ...] | None = by_facts.get(key)
    if found is None:
        if len(by_facts) > 2000:
            by_facts.clear()
        every = (Aim(g, facts, vectors) for goal in goals for g in narrowed(goal))
        found = by_facts[key] = tuple(aim for aim in every if aim.possible)
    return found


# -- keys -------------------------------------------------------------------------------------------------------------


def keys_for(tiles: Iterable[int]) -> list[int]:
    keys = list(EMPTY)
    for tile in tiles:
        keys[SUIT[tile]] += STEP[tile]
    return keys


def inner(keys: Keys) -> list[int]:
    """The hand without terminals and honours."""
    a, b, c, _ = keys
    return [k - k % 5 - k // 390625 * 390625 for k in (a, b, c)] + [HONORS]


def less(keys: Keys, tile: int, copies: int = 1) -> list[int]:
    after = list(keys)
    after[SUIT[tile]] -= STEP[tile] * copies
    return after


def more(keys: Keys, tile: int) -> list[int]:
    after = list(keys)
    after[SUIT[tile]] += STEP[tile]
    return after


def held(keys: Keys) -> list[int]:
    """The kinds in the hand, in order."""
    return [9 * n + i for n, k in enumerate(keys) for i in BITS[HELD[k % LOW] | HELD[k // LOW % 625] << 5]]


def digit_sum(key: int) -> int:
    key %= HONORS
    total = 0
    while key:
        key, digit = divmod(key, 5)
        total += digit
    return total


def projected(keys: Keys, kinds: frozenset[int]) -> list[int]:
    """The hand without the kinds that are not in `kinds`."""
    after = list(EMPTY)
    for number, parts in enumerate(_parts(kinds)):
        key = keys[number]
        if parts is None:
            after[number] = key
        elif key != EMPTY[number]:
            after[number] += sum(key // step % 5 * step for step in parts)
    return after


@lru_cache(maxsize=256)
def _parts(kinds: frozenset[int]) -> tuple[tuple[int, ...] | None, ...]:
    """For each suit the steps of its kinds among `kinds`; None: all of them."""
    suits = [range(9 * n, min(9 * n + 9, 34)) for n in range(4)]
    return tuple(None if kinds >= set(s) else tuple(STEP[t] for t in s if t in kinds) for s in suits)
