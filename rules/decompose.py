"""All readings (decompositions) of a hand, its waits, its distance from ready, and its useful tiles.

What it knows: four (less the declared melds) sets and a pair, seven pairs, thirteen orphans. What it must not know:
rule sets, fans, melds beyond their number, or who holds a tile. Tiles are the ints 0-33 (0-8 characters, 9-17 dots,
18-26 bamboos, 27-30 E S W N, 31-33 C F P); `counts` is a sequence of 34 numbers 0-4, the concealed tiles only.

"Distance" (shanten): -1 complete, 0 ready, n = n tiles from ready. A fifth copy of a kind does not exist, so a hand
that formally waits only for a fifth copy is not ready here; `waits(..., formal=True)` still names that kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

KINDS = 34
INFINITE = 99
YAOJIU = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)

Vector = tuple[int, ...]
Wait = Literal["single", "pung", "edge", "middle", "side"]


class Set(NamedTuple):
    """A chow or a pung; `tile` is its lowest tile."""

    kind: Literal["chow", "pung"]
    tile: int


class Reading(NamedTuple):
    """One way to read a complete hand: the concealed sets in order, and the kind of the pair."""

    sets: tuple[Set, ...]
    pair: int


class Placement(NamedTuple):
    """Where a winning tile may have gone: `where` in `reading.sets` (-1: the pair), `wait` is what it completed."""

    where: int
    wait: Wait


@lru_cache(maxsize=10_000)
def _missing(block: tuple[int, ...], chows: bool) -> Vector:
    """Tiles missing from a suit for m sets without (index m) and with (index 5 + m) a pair, m = 0-4."""
    states = {(0, 0, 0, 0): 0}
    size = len(block)
    for place, have in enumerate(block):
        after: dict[tuple[int, int, int, int], int] = {}
        for (before2, before1, sets, pair), cost in states.items():
            for begun in range(5 if chows and place < size - 2 else 1):
                for extra, more_sets, more_pair in ((0, 0, 0), (2, 0, 1), (3, 1, 0)):
                    want = before2 + before1 + begun + extra
                    state = (before1, begun, sets + begun + more_sets, pair + more_pair)
                    if want > 4 or state[2] > 4 or state[3] > 1:
                        continue
                    total = cost + max(0, want - have)
                    if total < after.get(state, INFINITE):
                        after[state] = total
        states = after
    result = [INFINITE] * 10
    for (_, _, sets, pair), cost in states.items():
        result[5 * pair + sets] = min(result[5 * pair + sets], cost)
    return tuple(result)


@lru_cache(maxsize=10_000)
def _merge(left: Vector, right: Vector) -> Vector:
    result = [INFINITE] * 10
    for m in range(5):
        for n in range(m + 1):
            result[m] = min(result[m], left[n] + right[m - n])
            result[5 + m] = min(result[5 + m], left[5 + n] + right[m - n], left[n] + right[5 + m - n])
    return tuple(result)


def _blocks(counts: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(counts[0:9]), tuple(counts[9:18]), tuple(counts[18:27]), tuple(counts[27:34])


def shanten(
    counts: Sequence[int], melds: int = 0, *, seven_pairs: bool = False, thirteen_orphans: bool = False
) -> int:
    """Distance from ready of 13 or 14 - 3 * melds concealed tiles: -1 complete, 0 ready."""
    a, b, c, z = _blocks(counts)
    right = _merge(_missing(c, True), _missing(z, False))
    best = _merge(_merge(_missing(a, True), _missing(b, True)), right)[9 - melds]
    if not melds:
        if seven_pairs:
            best = min(best, 7 - sum(n // 2 for n in counts))
        if thirteen_orphans:
            held = [counts[tile] for tile in YAOJIU]
            best = min(best, 14 - sum(n > 0 for n in held) - any(n > 1 for n in held))
    return best - 1


def complete(counts: Sequence[int], melds: int = 0) -> bool:
    """True if the 14 - 3 * melds concealed tiles are sets and a pair (the regular shape only)."""
    return shanten(counts, melds) == -1 and sum(counts) == 14 - 3 * melds


def seven_pairs(counts: Sequence[int]) -> bool:
    """True if the 14 tiles are seven pairs; four alike count as two pairs."""
    return sum(counts) == 14 and not any(n & 1 for n in counts)


def thirteen_orphans(counts: Sequence[int]) -> bool:
    """True if the 14 tiles are one of each terminal and honour and a second of one of them."""
    return sum(counts) == 14 and sum(counts[tile] for tile in YAOJIU) == 14 and all(counts[tile] for tile in YAOJIU)


def useful(
    counts: Sequence[int], melds: int = 0, *, seven_pairs: bool = False, thirteen_orphans: bool = False
) -> tuple[int, ...]:
    """The kinds that lower the distance when drawn, in order; never a kind of which `counts` holds all four."""
    now = shanten(counts, melds, seven_pairs=seven_pairs, thirteen_orphans=thirteen_orphans)
    work = list(counts)
    found = []
    for tile in range(KINDS):
        if work[tile] < 4:
            work[tile] += 1
            if shanten(work, melds, seven_pairs=seven_pairs, thirteen_orphans=thirteen_orphans) < now:
                found.append(tile)
            work[tile] -= 1
    return tuple(found)


def waits(
    counts: Sequence[int],
    melds: int = 0,
    *,
    seven_pairs: bool = False,
    thirteen_orphans: bool = False,
    formal: bool = False,
) -> tuple[int, ...]:
    """The kinds that complete 13 - 3 * melds tiles, in order; with `formal` also those whose four copies are held."""
    found: tuple[int, ...] = ()
    if shanten(counts, melds, seven_pairs=seven_pairs, thirteen_orphans=thirteen_orphans) == 0:
        found = useful(counts, melds, seven_pairs=seven_pairs, thirteen_orphans=thirteen_orphans)
    if formal and 4 in counts:
        work = list(counts)
        extra = []
        for tile in range(KINDS):
            if work[tile] == 4:
                work[tile] = 5
                if readings(work, melds):
                    extra.append(tile)
                work[tile] = 4
        found = tuple(sorted((*found, *extra)))
    return found


def useful_discards(
    counts: Sequence[int],
    melds: int = 0,
    unseen: Sequence[int] | None = None,
    *,
    seven_pairs: bool = False,
    thirteen_orphans: bool = False,
) -> list[tuple[int, int, int, int]]:
    """For each kind in 14 - 3 * melds tiles: (discard, distance after it, unseen useful copies, useful kinds as bits).

    `unseen` is a 34-sequence of copies not yet seen, by default 4 - counts. In order of the discard.
    """
    left = [4 - n for n in counts] if unseen is None else unseen
    work = list(counts)
    rows = []
    for tile in range(KINDS):
        if work[tile]:
            work[tile] -= 1
            kinds = useful(work, melds, seven_pairs=seven_pairs, thirteen_orphans=thirteen_orphans)
            after = shanten(work, melds, seven_pairs=seven_pairs, thirteen_orphans=thirteen_orphans)
            rows.append((tile, after, sum(left[k] for k in kinds), sum(1 << k for k in kinds)))
            work[tile] += 1
    return rows


@lru_cache(maxsize=10_000)
def _ways(block: tuple[int, ...], first: int, chows: bool, pair: bool) -> tuple[tuple[tuple[Set, ...], int], ...]:
    """All ways to read a suit as sets, and as one pair (-1 if none) if `pair`."""
    place = next((index for index, held in enumerate(block) if held), -1)
    if place < 0:
        return () if pair else (((), -1),)
    have = block[place]
    found = []

    def take(tiles: tuple[int, ...]) -> tuple[int, ...]:
        rest = list(block)
        for tile in tiles:
            rest[tile] -= 1
        return tuple(rest)

    if have >= 3:
        for sets, eye in _ways(take((place,) * 3), first, chows, pair):
            found.append(((Set("pung", first + place), *sets), eye))
    if pair and have >= 2:
        for sets, _ in _ways(take((place,) * 2), first, chows, False):
            found.append((sets, first + place))
    if chows and place <= 6 and block[place + 1] and block[place + 2]:
        for sets, eye in _ways(take((place, place + 1, place + 2)), first, chows, pair):
            found.append(((Set("chow", first + place), *sets), eye))
    return tuple(sorted({(tuple(sorted(sets, key=_order)), eye) for sets, eye in found}))


def _order(one: Set) -> tuple[int, str]:
    return one.tile, one.kind


def readings(counts: Sequence[int], melds: int = 0) -> tuple[Reading, ...]:
    """All distinct readings of 14 - 3 * melds tiles as sets and a pair, in order; () if they are not complete."""
    if sum(counts) != 14 - 3 * melds:
        return ()
    found: list[tuple[tuple[Set, ...], int]] = [((), -1)]
    for index, block in enumerate(_blocks(counts)):
        over = sum(block) % 3
        if over == 1:
            return ()
        ways = _ways(block, 9 * index, index < 3, over == 2)
        found = [(sets + more, max(pair, eye)) for sets, pair in found for more, eye in ways]
    return tuple(sorted(Reading(sets, pair) for sets, pair in found))


def placements(reading: Reading, tile: int) -> tuple[Placement, ...]:
    """Every place in `reading` that may hold the winning `tile`, and how it was completed; equal sets count once."""
    found = []
    for index, one in enumerate(reading.sets):
        if index and one == reading.sets[index - 1]:
            continue
        wait: Wait
        if one.kind == "pung":
            if one.tile != tile:
                continue
            wait = "pung"
        elif tile == one.tile + 1:
            wait = "middle"
        elif tile == one.tile:
            wait = "edge" if tile % 9 == 6 else "side"
        elif tile == one.tile + 2:
            wait = "edge" if one.tile % 9 == 0 else "side"
        else:
            continue
        found.append(Placement(index, wait))
    if tile == reading.pair:
        found.append(Placement(-1, "single"))
    return tuple(found)
