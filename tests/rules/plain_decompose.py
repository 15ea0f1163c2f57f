"""The dull way to what rules/decompose.py answers from tables: the reference of its tests. Slow, short, independent."""

from __future__ import annotations

import functools
from collections.abc import Sequence

FAR = 99
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


@functools.cache
def missing(block: tuple[int, ...], chows: bool) -> tuple[int, ...]:
    """Tiles a suit lacks for m = 0-4 sets, then for m sets and a pair: kind by kind, with the chows still open."""
    states = {(0, 0, 0, 0): 0}
    for place, have in enumerate(block):
        after: dict[tuple[int, int, int, int], int] = {}
        for (older, newer, sets, pair), cost in states.items():
            for begun in range(5 if chows and place < len(block) - 2 else 1):
                for extra, more_sets, more_pair in ((0, 0, 0), (2, 0, 1), (3, 1, 0)):
                    want = older + newer + begun + extra
                    state = (newer, begun, sets + begun + more_sets, pair + more_pair)
                    if want <= 4 and state[2] <= 4 and state[3] <= 1:
                        after[state] = min(after.get(state, FAR), cost + max(0, want - have))
        states = after
    found = [FAR] * 10
    for (_, _, sets, pair), cost in states.items():
        found[5 * pair + sets] = min(found[5 * pair + sets], cost)
    return tuple(found)


@functools.cache
def merge(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    found = [FAR] * 10
    for m in range(5):
        for n in range(m + 1):
            found[m] = min(found[m], left[n] + right[m - n])
            found[5 + m] = min(found[5 + m], left[5 + n] + right[m - n], left[n] + right[5 + m - n])
    return tuple(found)


def shanten(counts: Sequence[int], melds: int = 0, seven_pairs: bool = False, thirteen_orphans: bool = False) -> int:
    blocks = [missing(tuple(counts[i : i + 9]), i < 27) for i in (0, 9, 18, 27)]
    best = functools.reduce(merge, blocks)[9 - melds]
    if seven_pairs and not melds:
        best = min(best, 7 - sum(n // 2 for n in counts))
    if thirteen_orphans and not melds:
        held = [counts[tile] for tile in ORPHANS]
        best = min(best, 14 - sum(n > 0 for n in held) - any(n > 1 for n in held))
    return best - 1


def takes(counts: Sequence[int]) -> set[tuple[tuple[tuple[int, ...], ...], int]]:
    """All readings of complete tiles as (sorted sets of tiles, pair), by taking sets away in every order."""

    def sets_of(rest: tuple[int, ...]) -> set[tuple[tuple[int, ...], ...]]:
        first = next((tile for tile, have in enumerate(rest) if have), None)
        if first is None:
            return {()}
        found = set()
        for one in ((first,) * 3, (first, first + 1, first + 2)):
            if one[2] != first and (first >= 27 or first % 9 > 6):
                continue
            less = list(rest)
            for tile in one:
                less[tile] -= 1
            if min(less) >= 0:
                found |= {tuple(sorted((one, *others))) for others in sets_of(tuple(less))}
        return found

    found = set()
    for pair, have in enumerate(counts):
        if have >= 2:
            less = list(counts)
            less[pair] -= 2
            found |= {(sets, pair) for sets in sets_of(tuple(less))}
    return found
