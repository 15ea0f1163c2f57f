"""All readings (decompositions) of a hand, its waits, its distance from ready, and its useful tiles.

What it knows: four (less the declared melds) sets and a pair, seven pairs, thirteen orphans. What it must not know:
rule sets, fans, melds beyond their number, or who holds a tile. Tiles are the ints 0-33 (0-8 characters, 9-17 dots,
18-26 bamboos, 27-30 E S W N, 31-33 C F P); `counts` is a sequence of 34 numbers 0-4, the concealed tiles only, at most
14 of them; a set of kinds is an int with bit `tile` set ("mask").

"Distance" (shanten): -1 complete, 0 ready, n = n tiles from ready. A fifth copy of a kind does not exist, so a hand
that formally waits only for a fifth copy is not ready here; `waits(..., formal=True)` still names that kind.

How: a suit is a base-5 number, its key (suit_keys.py). Callers that keep the four keys of a hand (`keys_of`, then add
or subtract `STEP[tile]` in `keys[SUIT[tile]]`) use the keyed_ functions, which answer with masks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from .suit_keys import (
    BITS,
    CLASS,
    FOURFOLD,
    HELD,
    HONORS,
    LINE,
    LOW,
    MEMO,
    MERGE,
    MISSING,
    ODD,
    ORPHANS,
    ORPHANS_MASK,
    ORPHANS_MISSING,
    PAIRS_MISSING,
    PATTERN,
    SPECIAL,
    STEP,
    SUIT,
    Keys,
    copies_left,
    digits_of,
    keys_of,
    tiles_of,
    unheld_planes,
    unseen_planes,
)

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


# --- distance ---------------------------------------------------------------------------------------------------------


def keyed_shanten(keys: Keys, melds: int = 0, seven_pairs: bool = False, thirteen_orphans: bool = False) -> int:
    """`shanten` for a caller who keeps the suit keys."""
    a, b, c, z = keys
    best = MISSING[melds][MERGE[CLASS[a]][CLASS[b]]][MERGE[CLASS[c]][CLASS[z]]]
    if (seven_pairs or thirteen_orphans) and not melds:
        special = SPECIAL[a] + SPECIAL[b] + SPECIAL[c] + SPECIAL[z]
        if seven_pairs and PAIRS_MISSING[special] < best:
            best = PAIRS_MISSING[special]
        if thirteen_orphans and ORPHANS_MISSING[special] < best:
            best = ORPHANS_MISSING[special]
    return best - 1


def shanten(counts: Sequence[int], melds: int = 0, *, seven_pairs: bool = False, thirteen_orphans: bool = False) -> int:
    """Distance from ready of 13 or 14 - 3 * melds concealed tiles: -1 complete, 0 ready.

    `seven_pairs` and `thirteen_orphans` say which other shapes count; four alike are two pairs.
    """
    # keys_of written out: a call would cost a fifth of the whole
    # fmt: off
    (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,  # noqa: E741
     aa, bb, cc, dd, ee, ff, gg, hh) = counts
    # fmt: on
    a = (((((((i * 5 + h) * 5 + g) * 5 + f) * 5 + e) * 5 + d) * 5 + c) * 5 + b) * 5 + a
    j = (((((((r * 5 + q) * 5 + p) * 5 + o) * 5 + n) * 5 + m) * 5 + l) * 5 + k) * 5 + j
    s = (((((((aa * 5 + z) * 5 + y) * 5 + x) * 5 + w) * 5 + v) * 5 + u) * 5 + t) * 5 + s
    z = (((((hh * 5 + gg) * 5 + ff) * 5 + ee) * 5 + dd) * 5 + cc) * 5 + bb + HONORS
    if seven_pairs or thirteen_orphans:
        return keyed_shanten((a, j, s, z), melds, seven_pairs, thirteen_orphans)
    return MISSING[melds][MERGE[CLASS[a]][CLASS[j]]][MERGE[CLASS[s]][CLASS[z]]] - 1


def keyed_complete(keys: Keys, melds: int = 0) -> bool:
    """True if 14 - 3 * melds tiles (not checked here) are sets and a pair."""
    a, b, c, z = keys
    return not MISSING[melds][MERGE[CLASS[a]][CLASS[b]]][MERGE[CLASS[c]][CLASS[z]]]


def complete(counts: Sequence[int], melds: int = 0) -> bool:
    """True if the tiles are 14 - 3 * melds and are sets and a pair (the regular shape only)."""
    return shanten(counts, melds) < 0 and sum(counts) == 14 - 3 * melds


def seven_pairs(counts: Sequence[int]) -> bool:
    """True if the 14 tiles are seven pairs; four alike count as two pairs."""
    return sum(counts) == 14 and not any(n & 1 for n in counts)


def thirteen_orphans(counts: Sequence[int]) -> bool:
    """True if the 14 tiles are one of each terminal and honor and a second of one of them."""
    return sum(counts) == 14 and all(counts[tile] for tile in ORPHANS) and sum(counts[tile] for tile in ORPHANS) == 14


# --- useful tiles and waits -------------------------------------------------------------------------------------------


def _useful_mask(a: int, b: int, c: int, z: int, melds: int) -> int:
    """The kinds that lower the regular distance: each suit's line read as distances, given the class of the others."""
    merge, of, line, pattern, missing = MERGE, CLASS, LINE, PATTERN, MISSING[melds]
    ka, kb, kc, kz = of[a], of[b], of[c], of[z]
    ab, cz = merge[ka][kb], merge[kc][kz]
    return (
        pattern[line[a].translate(missing[merge[cz][kb]])]
        | pattern[line[b].translate(missing[merge[cz][ka]])] << 9
        | pattern[line[c].translate(missing[merge[ab][kz]])] << 18
        | pattern[line[z].translate(missing[merge[ab][kc]])] << 27
    )


def keyed_useful(keys: Keys, melds: int = 0, seven_pairs: bool = False, thirteen_orphans: bool = False) -> int:
    """The mask of the kinds that lower the distance; never a kind held four times."""
    a, b, c, z = keys
    if melds or not (seven_pairs or thirteen_orphans):
        return _useful_mask(a, b, c, z, melds)
    best = MISSING[melds][MERGE[CLASS[a]][CLASS[b]]][MERGE[CLASS[c]][CLASS[z]]]
    special = SPECIAL[a] + SPECIAL[b] + SPECIAL[c] + SPECIAL[z]
    regular = best
    pairs = PAIRS_MISSING[special] if seven_pairs else best
    orphans = ORPHANS_MISSING[special] if thirteen_orphans else best
    best = min(regular, pairs, orphans)
    if not best:
        return 0
    mask = _useful_mask(a, b, c, z, melds) if regular == best else 0
    if seven_pairs and pairs == best:
        mask |= digits_of(ODD, keys)
    if thirteen_orphans and orphans == best:
        if special > 127:  # the pair is there
            mask |= ORPHANS_MASK & ~digits_of(HELD, keys)
        else:
            mask |= ORPHANS_MASK
    return mask


def keyed_waits(keys: Keys, melds: int = 0, seven_pairs: bool = False, thirteen_orphans: bool = False) -> int:
    """The mask of the kinds that complete 13 - 3 * melds tiles; 0 if they are not ready."""
    if keyed_shanten(keys, melds, seven_pairs, thirteen_orphans):
        return 0
    return keyed_useful(keys, melds, seven_pairs, thirteen_orphans)


def useful(
    counts: Sequence[int], melds: int = 0, *, seven_pairs: bool = False, thirteen_orphans: bool = False
) -> tuple[int, ...]:
    """The kinds that lower the distance when drawn, in order; never a kind of which `counts` holds all four."""
    return tiles_of(keyed_useful(keys_of(counts), melds, seven_pairs, thirteen_orphans))


def waits(
    counts: Sequence[int],
    melds: int = 0,
    *,
    seven_pairs: bool = False,
    thirteen_orphans: bool = False,
    formal: bool = False,
) -> tuple[int, ...]:
    """The kinds that complete 13 - 3 * melds tiles, in order; with `formal` also those whose four copies are held."""
    a, b, c, z = keys = keys_of(counts)
    if seven_pairs or thirteen_orphans:
        mask = keyed_waits(keys, melds, seven_pairs, thirteen_orphans)
    elif MISSING[melds][MERGE[CLASS[a]][CLASS[b]]][MERGE[CLASS[c]][CLASS[z]]] == 1:
        mask = _useful_mask(a, b, c, z, melds)
    else:
        mask = 0
    if formal and 4 in counts:
        mask |= _fifth_copies(counts, melds)
    return tiles_of(mask)


def keyed_discards(
    keys: Keys,
    melds: int = 0,
    planes: int = 0,
    seven_pairs: bool = False,
    thirteen_orphans: bool = False,
) -> list[tuple[int, int, int, int]]:
    """`useful_discards` for a caller who keeps the suit keys and `unseen_planes`."""
    if (seven_pairs or thirteen_orphans) and not melds:
        return _special_discards(keys, planes, seven_pairs, thirteen_orphans)
    merge, of, line, pattern, missing = MERGE, CLASS, LINE, PATTERN, MISSING[melds]
    rows = []
    for suit, others in enumerate(_OTHERS):
        key = keys[suit]
        held = HELD[key % LOW] | HELD[key // LOW % 625] << 5
        if not held:
            continue
        first = 9 * suit
        (p, q, r), (shift_p, shift_q, shift_r) = others
        p, q, r = keys[p], keys[q], keys[r]
        kp, kq, kr = of[p], of[q], of[r]
        pq, pr, qr = merge[kp][kq], merge[kp][kr], merge[kq][kr]
        line_p, line_q, line_r = line[p], line[q], line[r]
        distances = missing[merge[pq][kr]]
        known: dict[int, int] = {}  # by the class of this suit after the discard: what is useful in the other suits
        for index in BITS[held]:
            own = line[key - STEP[index]]
            now = own[0]
            useful_others = known.get(now)
            if useful_others is None:
                by_class = merge[now]
                useful_others = known[now] = (
                    pattern[line_p.translate(missing[by_class[qr]])] << shift_p
                    | pattern[line_q.translate(missing[by_class[pr]])] << shift_q
                    | pattern[line_r.translate(missing[by_class[pq]])] << shift_r
                )
            mask = pattern[own.translate(distances)] << first | useful_others
            rows.append((first + index, distances[now] - 1, (mask * FOURFOLD & planes).bit_count(), mask))
    return rows


_OTHERS = (((1, 2, 3), (9, 18, 27)), ((0, 2, 3), (0, 18, 27)), ((0, 1, 3), (0, 9, 27)), ((0, 1, 2), (0, 9, 18)))


def _special_discards(
    keys: Keys, planes: int, seven_pairs: bool, thirteen_orphans: bool
) -> list[tuple[int, int, int, int]]:
    rows = []
    for tile in tiles_of(digits_of(HELD, keys)):
        after = list(keys)
        after[SUIT[tile]] -= STEP[tile]
        mask = keyed_useful(after, 0, seven_pairs, thirteen_orphans)
        rows.append((tile, keyed_shanten(after, 0, seven_pairs, thirteen_orphans), copies_left(mask, planes), mask))
    return rows


def useful_discards(
    counts: Sequence[int],
    melds: int = 0,
    unseen: Sequence[int] | None = None,
    *,
    seven_pairs: bool = False,
    thirteen_orphans: bool = False,
) -> list[tuple[int, int, int, int]]:
    """For each kind in 14 - 3 * melds tiles: (discard, distance after it, unseen useful copies, useful kinds as bits).

    `unseen` is a 34-sequence of copies not yet seen, by default 4 - counts. In order of the discard. The useful kinds
    are those of the shape, whether or not a copy is still unseen.
    """
    planes = unheld_planes(counts) if unseen is None else unseen_planes(unseen)
    return keyed_discards(keys_of(counts), melds, planes, seven_pairs, thirteen_orphans)


# --- readings ---------------------------------------------------------------------------------------------------------

_CHOWS = tuple(Set("chow", tile) for tile in range(34))
_PUNGS = tuple(Set("pung", tile) for tile in range(34))
_Way = tuple[tuple[Set, ...], int]  # the sets of one suit and its pair, -1 if none
_ways: dict[int, tuple[_Way, ...]] = {}


def _split(block: list[int], first: int, place: int, pair: int, sets: tuple[Set, ...]) -> Iterator[_Way]:
    """All ways to take `block` (a suit from tile `first`) apart; `pair` is -2 while one is still to be found."""
    while place < len(block) and not block[place]:
        place += 1
    if place == len(block):
        if pair != -2:
            yield sets, pair
        return
    have = block[place]
    if have >= 3:
        block[place] -= 3
        yield from _split(block, first, place, pair, (*sets, _PUNGS[first + place]))
        block[place] += 3
    if pair == -2 and have >= 2:
        block[place] -= 2
        yield from _split(block, first, place, first + place, sets)
        block[place] += 2
    if first < 27 and place < 7 and block[place + 1] and block[place + 2]:
        for tile in range(place, place + 3):
            block[tile] -= 1
        yield from _split(block, first, place, pair, (*sets, _CHOWS[first + place]))
        for tile in range(place, place + 3):
            block[tile] += 1


def read_suit(block: list[int], first: int) -> tuple[_Way, ...]:
    """The distinct ways to read a suit as sets, and a pair if the number of its tiles asks for one."""
    over = sum(block) % 3
    if over == 1:
        return ()
    ways = {(tuple(sorted(s, key=_order)), pair) for s, pair in _split(block, first, 0, -2 if over else -1, ())}
    return tuple(sorted(ways))


def _order(one: Set) -> tuple[int, str]:
    return one.tile, one.kind


def readings(counts: Sequence[int], melds: int = 0) -> tuple[Reading, ...]:
    """All distinct readings of 14 - 3 * melds tiles as sets and a pair, in order; () if they are not complete."""
    keys = keys_of(counts)
    if not keyed_complete(keys, melds) or sum(counts) != 14 - 3 * melds:
        return ()
    found: list[_Way] = [((), -1)]
    for suit, key in enumerate(keys):
        ways = _ways.get(key << 2 | suit)
        if ways is None:
            if len(_ways) >= MEMO:
                _ways.clear()
            ways = _ways[key << 2 | suit] = read_suit(list(counts[9 * suit : 9 * suit + 9]), 9 * suit)
        found = [(sets + more, eye if pair < 0 else pair) for sets, pair in found for more, eye in ways]
    if len(found) > 1:
        found.sort()
    return tuple([Reading(sets, pair) for sets, pair in found])


def _fifth_copies(counts: Sequence[int], melds: int) -> int:
    """The mask of the kinds held four times of which a fifth would complete the hand."""
    mask = 0
    if sum(counts) != 13 - 3 * melds:
        return 0
    for tile in range(34):
        if counts[tile] == 4:
            work = list(counts)
            work[tile] = 5
            blocks = [work[first : first + 9] for first in (0, 9, 18, 27)]
            if sum(sum(block) % 3 == 2 for block in blocks) == 1 and all(
                read_suit(block, 9 * suit) for suit, block in enumerate(blocks)
            ):
                mask |= 1 << tile
    return mask


def placements(reading: Reading, tile: int) -> tuple[Placement, ...]:
    """Every place in `reading` that may hold the winning `tile`, and how it was completed; equal sets count once."""
    found = []
    for where, one in enumerate(reading.sets):
        if where and one == reading.sets[where - 1]:
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
        found.append(Placement(where, wait))
    if tile == reading.pair:
        found.append(Placement(-1, "single"))
    return tuple(found)
