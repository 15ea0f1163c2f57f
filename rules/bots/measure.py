"""Aims: a goal as it stands after the declared melds, and how far a concealed hand is from it.

"Missing" is the number of tiles that a hand still lacks: 0 complete, 1 ready. Costs add what a goal asks besides
(open, a terminal …) and take off what it is worth, so that they compare between goals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ..goals import ALL, ENDS, Goal
from ..hand import OPENING, Meld
from ..suit_keys import BITS, EMPTY, HELD, HONORS, LOW, ORPHANS_MISSING, PAIRS_MISSING, SPECIAL, STEP, SUIT
from ..tiles import suit
from .vectors import ALL_RANKS, Spec, SuitTable, Vectors

NEVER = 99  # missing tiles of a goal that the melds have ruled out
Keys = Sequence[int]
Tables = tuple[SuitTable | bytes, ...]


class Facts(NamedTuple):
    """What the declared melds settle."""

    melds: tuple[Meld, ...] = ()
    open: bool = False
    chow: bool = False
    triplet: bool = False
    suits: int = 0  # bits of the three suits
    end: bool = False


def facts_of(melds: Iterable[Meld]) -> Facts:
    melds = tuple(Meld(m.kind, m.tiles) for m in melds)  # who gave a tile does not matter here
    tiles = {t for m in melds for t in m.tiles}
    return Facts(
        melds,
        any(m.kind in OPENING for m in melds),
        any(m.kind == "chow" for m in melds),
        any(m.kind != "chow" and len(set(m.tiles)) == 1 for m in melds),
        sum({1 << suit(t) for t in tiles if t < 27}),
        bool(tiles & ENDS),
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
def specs_of(goal: Goal, need_triplet: bool, must: int) -> tuple[Spec, ...]:
    """The conditions on each suit. `must`: the suits, as bits, that the concealed hand has to hold."""

    def bits(kinds: frozenset[int], number: int) -> int:
        found = sum(1 << i for i in range(9 if number < 3 else 7) if 9 * number + i in kinds)
        return ALL_RANKS if number == 3 and found == 0b1111111 else found

    return tuple(
        Spec(
            n, need_triplet, bool(must >> n & 1), bits(goal.tiles, n), bits(goal.pair, n),
            bits(goal.triplet_pairs, n) if need_triplet else 0, bits(goal.no_triplet, n), goal.no_sequence and n < 3,
        )
        for n in range(4)
    )  # fmt: skip


class Aim:
    """One goal under given melds. Made once a decision (or taken from the memo of `aims_for`)."""

    def __init__(self, goal: Goal, facts: Facts, vectors: Vectors) -> None:
        self.goal, self.facts, self.vectors = goal, facts, vectors
        self.blocks = [goal.block[i : i + 3] for i in range(0, len(goal.block), 3)]
        self.sets = 4 - len(facts.melds)
        left_over = 0
        for meld in facts.melds:
            if meld.tiles in self.blocks:
                self.blocks.remove(meld.tiles)
            else:
                left_over += 1
        self.block = tuple(t for b in self.blocks for t in b)
        self.possible = self._possible(left_over)
        need_triplet = goal.triplet and not facts.triplet
        must = 0b111 & ~facts.suits if goal.suits[0] == 3 else 0
        self.tables = tuple(map(vectors.suit, specs_of(goal, need_triplet, must)))
        self.index = 5 + self.sets - len(self.blocks) + (10 if need_triplet else 0)
        self.regular = goal.shape == "sets" and not self.block
        self.sequence = goal.sequence and not facts.chow
        if self.sequence:
            specs = specs_of(goal._replace(no_sequence=True), need_triplet, must)
            self.pung_tables = tuple(map(vectors.suit, specs))
        self.end = goal.end and not facts.end

    def _possible(self, left_over: int) -> bool:
        """Do the melds leave this goal open?"""
        goal, facts = self.goal, self.facts
        tiles = {t for m in facts.melds for t in m.tiles if m.kind != "liangxi"}
        return not (
            len(facts.melds) > goal.melds
            or (goal.closed and facts.open)
            or (goal.no_sequence and facts.chow)
            or (goal.tiles is not ALL and not tiles <= goal.tiles)
            or (goal.shape in ("pairs", "orphans") and facts.melds)
            or (goal.block and left_over > 1)
        )

    # -- missing tiles ------------------------------------------------------------------------------------------------

    def missing(self, keys: Keys) -> int:
        """Tiles missing; the keys may hold one tile too many."""
        if self.regular:
            found = self._shape(self.tables, keys)
            return self._with_sequence(keys, found) if self.sequence else found
        return self._special(keys)

    def _shape(self, tables: Tables, keys: Keys) -> int:
        vectors, (a, b, c, z) = self.vectors, tables
        merge = vectors.merge
        return vectors.least(merge(a[keys[0]], b[keys[1]]), merge(c[keys[2]], z[keys[3]]), self.index)

    def _chow_sure(self, keys: Keys, slack: int) -> bool:
        """Is every shortest way to the goal one with a chow, also when one tile comes or goes?"""
        return self._shape(self.pung_tables, keys) > self._shape(self.tables, keys) + slack

    def discards(self, keys: Keys) -> list[tuple[int, int]]:
        """(tile, missing tiles without it) for every kind in the hand."""
        rows = []
        if not self.regular or (self.sequence and not self._chow_sure(keys, 1)):
            for tile in held(keys):
                rows.append((tile, self.missing(less(keys, tile))))
            return rows
        index, least, tables = self.index, self.vectors.least, self.tables
        for number, other in enumerate(self._others(keys)):
            key, table = keys[number], tables[number]
            for i in BITS[HELD[key % LOW] | HELD[key // LOW % 625] << 5]:
                rows.append((9 * number + i, least(table[key - STEP[i]], other, index)))
        return rows

    def useful(self, keys: Keys, now: int) -> int:
        """The mask of the kinds that lower the missing tiles from `now`."""
        mask = 0
        if not self.regular or (self.sequence and not self._chow_sure(keys, 1)):
            for tile in range(34):
                if keys[SUIT[tile]] // STEP[tile] % 5 < 4 and self.missing(more(keys, tile)) < now:
                    mask |= 1 << tile
            return mask
        index, least, tables = self.index, self.vectors.least, self.tables
        for number, other in enumerate(self._others(keys)):
            key, table = keys[number], tables[number]
            for i in range(9 if number < 3 else 7):
                step = STEP[i]
                if key // step % 5 < 4 and least(table[key + step], other, index) < now:
                    mask |= 1 << 9 * number + i
        return mask

    def _others(self, keys: Keys) -> Iterator[int]:
        """For each suit the other three together."""
        merge, (a, b, c, z) = self.vectors.merge, self.tables
        ka, kb, kc, kz = a[keys[0]], b[keys[1]], c[keys[2]], z[keys[3]]
        cz, ab = merge(kc, kz), merge(ka, kb)
        yield merge(kb, cz)
        yield merge(ka, cz)
        yield merge(kz, ab)
        yield merge(kc, ab)

    def _with_sequence(self, keys: Keys, found: int) -> int:
        """At least one chow: where sets of pungs are as near, name the chow."""
        if self._shape(self.pung_tables, keys) > found:
            return found
        if not self.sets:
            return NEVER
        best = found + 3
        merge, (a, b, c, z) = self.vectors.merge, self.tables
        least, index = self.vectors.least, self.index - 1
        for low in range(27):
            if low % 9 > 6:
                continue
            number = low // 9
            key = keys[number]
            have = [i for i in (0, 1, 2) if key // STEP[low + i] % 5]
            if not have:
                continue
            rest = list(keys)
            rest[number] = key - sum(STEP[low + i] for i in have)
            left = least(merge(a[rest[0]], b[rest[1]]), merge(c[rest[2]], z[rest[3]]), index)
            best = min(best, 3 - len(have) + left)
            if best <= found:
                break
        return best

    def _special(self, keys: Keys) -> int:
        shape = self.goal.shape
        if shape == "sets":
            return self._with_block(keys)
        if self.goal.tiles is not ALL:
            keys = projected(keys, self.goal.tiles)
        if shape == "tiles":
            return max(0, 14 - 3 * len(self.facts.melds) - sum(digit_sum(k) for k in keys))
        a, b, c, z = keys
        special = SPECIAL[a] + SPECIAL[b] + SPECIAL[c] + SPECIAL[z]
        return PAIRS_MISSING[special] if shape == "pairs" else ORPHANS_MISSING[special]

    def _with_block(self, keys: Keys) -> int:
        rest = list(keys)
        lacking = 0
        for tile in self.block:
            number, step = SUIT[tile], STEP[tile]
            if (rest[number] - (HONORS if number == 3 else 0)) // step % 5:
                rest[number] -= step
            else:
                lacking += 1
        return lacking + self._shape(self.tables, rest)

    # -- what a goal asks besides -----------------------------------------------------------------------------------

    def besides(self, keys: Keys, missing: int, opening: float) -> float:
        """What to add to `missing`: a hand that is not open or lacks a terminal is further away than its shape.
        `opening`: what being closed costs where the goal needs an open hand; it grows as the wall shrinks."""
        extra = 0.0
        if self.end:
            inner = (*(k - k % 5 - k // 390625 % 5 * 390625 for k in keys[:3]), HONORS)
            if inner == tuple(keys):
                extra += 1.0
            elif self.missing(inner) <= missing:
                extra += 0.4
        if self.goal.open and not self.facts.open:
            # Closed and ready wins nothing: it still takes a claim.
            extra += opening if missing > 1 else 1.0 + opening
        return extra


def aims_for(goals: tuple[Goal, ...], facts: Facts, vectors: Vectors) -> tuple[Aim, ...]:
    """The goals that the melds leave possible; remembered as long as the vectors live."""
    key = (id(goals), facts)  # the goals are kept with what was made of them, so that their id stays theirs
    found = vectors.aims.get(key)
    if found is None:
        if len(vectors.aims) > 2000:
            vectors.aims.clear()
        every = (Aim(g, facts, vectors) for goal in goals for g in narrowed(goal))
        found = vectors.aims[key] = (goals, tuple(aim for aim in every if aim.possible))
    return found[1]


# -- keys -------------------------------------------------------------------------------------------------------------


def keys_for(tiles: Iterable[int]) -> list[int]:
    keys = list(EMPTY)
    for tile in tiles:
        keys[SUIT[tile]] += STEP[tile]
    return keys


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
    for tile in held(keys):
        if tile in kinds:
            number, step = SUIT[tile], STEP[tile]
            after[number] += keys[number] // step % 5 * step
    return after
