"""Suit keys and what the tables say of them: the machinery under decompose.py. No hand, no readings.

A suit is a base-5 number, its key: digit i is the number of copies of its tile i. The packed table (its generator tells
how it is made) names for each key one of 180 classes of "tiles missing for 0-4 sets, without and with a pair"; two
merged classes are again a class, so the distance of a hand is seven table reads.
"""

from __future__ import annotations

import binascii
import itertools
import struct
import zlib
from collections.abc import Sequence

from .decompose_table import CLASSES, DATA, HONOR_LEVELS, SUIT_LEVELS

Keys = Sequence[int]  # four: characters, dots, bamboos, honors

HONORS = 5**9  # added to the key of the honors, so that one table serves all four suits
SUIT = tuple(tile // 9 for tile in range(34))
STEP = tuple(5 ** (tile % 9) for tile in range(34))  # what one tile adds to the key of its suit
EMPTY = (0, 0, 0, HONORS)  # the keys of no tiles
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)  # terminals and honors
ORPHANS_MASK = sum(1 << tile for tile in ORPHANS)
MEMO = 10_000  # entries in any memo; a full one is emptied


def _unpack() -> tuple[bytes, tuple[bytes, ...], bytes]:
    """From the packed table: the class of every key, merged classes by row, the ten numbers of each class."""
    data = zlib.decompress(binascii.a2b_base64(DATA))
    numbers, place = data[: CLASSES * 10], CLASSES * 10
    merged = tuple(data[place + CLASSES * row : place + CLASSES * (row + 1)] for row in range(CLASSES))
    place += CLASSES * CLASSES
    blocks = []
    for sizes in (SUIT_LEVELS, HONOR_LEVELS):
        level: list[bytes] = [bytes((i,)) for i in range(CLASSES)]
        for size in sizes:
            columns = []
            for _ in range(5):
                columns.append(itertools.accumulate(struct.unpack_from(f"<{size}h", data, place)))
                place += 2 * size
            level = [
                level[a] + level[b] + level[c] + level[d] + level[e] for a, b, c, d, e in zip(*columns, strict=True)
            ]
        blocks.append(level[0])
    return blocks[0] + blocks[1], merged, numbers


def _special_table() -> bytes:
    """For every key: pairs (at most 7) + 8 * kinds of terminals and honors + 128 if one of those is a pair."""

    def one_more(copies: int, orphan: bool) -> bytes:
        pairs, kinds, pair = copies // 2, orphan and copies > 0, orphan and copies > 1
        return bytes([min(7, (v & 7) + pairs) | (v & 120) + 8 * kinds & 120 | v & 128 | 128 * pair for v in range(256)])

    plain, end = [[one_more(copies, orphan) for copies in range(5)] for orphan in (False, True)]
    suit = honors = bytes(1)
    for digit in range(9):
        suit = b"".join([suit.translate(table) for table in (end if digit in (0, 8) else plain)])
    for _ in range(7):
        honors = b"".join([honors.translate(table) for table in end])
    return suit + honors


CLASS, _rows, _numbers = _unpack()
SPECIAL = _special_table()
MERGE = tuple(tuple(row) for row in _rows)
# MISSING[melds][class of some suits][class of the others] = tiles missing; 256 wide to serve as translation tables
MISSING = tuple(
    tuple(row.translate(_numbers[9 - melds :: 10] + bytes(256 - CLASSES)) + bytes(256 - CLASSES) for row in _rows)
    for melds in range(5)
)
PAIRS_MISSING = tuple(7 - (v & 7) for v in range(1024))
ORPHANS_MISSING = tuple(14 - (v >> 3 & 15) - (v > 127) for v in range(1024))
# the bits of a suit's nine kinds, in two parts of five and four digits: kinds held, held all four, held an odd number
LOW = 5**5


def _digit_masks(copies: tuple[int, ...]) -> bytes:
    block = bytes(1)
    for i in range(5):
        marked = bytes([mask | 1 << i for mask in block])
        block = b"".join([marked if digit in copies else block for digit in range(5)])
    return block


HELD, FOUR, ODD = _digit_masks((1, 2, 3, 4)), _digit_masks((4,)), _digit_masks((1, 3))
# "0" or "1" for 4, 3, 2, 1 and more copies; for copies unseen and for copies held
_LEFT = tuple(b"0" * least + b"1" * (256 - least) for least in (4, 3, 2, 1))
_LEFT_OF_HELD = tuple(b"1" * (5 - least) + b"0" * (251 + least) for least in (4, 3, 2, 1))
BITS = tuple(tuple(index for index in range(9) if held >> index & 1) for held in range(512))
FOURFOLD = 1 | 1 << 34 | 1 << 68 | 1 << 102


def keys_of(counts: Sequence[int]) -> tuple[int, int, int, int]:
    """The four suit keys of 34 counts."""
    # fmt: off
    (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,  # noqa: E741
     aa, bb, cc, dd, ee, ff, gg, hh) = counts
    # fmt: on
    return (
        (((((((i * 5 + h) * 5 + g) * 5 + f) * 5 + e) * 5 + d) * 5 + c) * 5 + b) * 5 + a,
        (((((((r * 5 + q) * 5 + p) * 5 + o) * 5 + n) * 5 + m) * 5 + l) * 5 + k) * 5 + j,
        (((((((aa * 5 + z) * 5 + y) * 5 + x) * 5 + w) * 5 + v) * 5 + u) * 5 + t) * 5 + s,
        (((((hh * 5 + gg) * 5 + ff) * 5 + ee) * 5 + dd) * 5 + cc) * 5 + bb + HONORS,
    )


def counts_of(keys: Keys) -> list[int]:
    """The 34 counts that four suit keys stand for."""
    return [keys[suit] // step % 5 for suit, step in zip(SUIT, STEP, strict=True)]


def tiles_of(mask: int) -> tuple[int, ...]:
    """The kinds of a mask, in order."""
    found = _tiles.get(mask)
    if found is None:
        if len(_tiles) >= MEMO:
            _tiles.clear()
        found = _tiles[mask] = tuple(tile for tile in range(34) if mask >> tile & 1)
    return found


_tiles: dict[int, tuple[int, ...]] = {}


def unseen_planes(unseen: Sequence[int]) -> int:
    """34 counts of unseen copies in the form that `keyed_discards` takes."""
    row = bytes(unseen)[::-1]
    four, three, two, one = _LEFT
    return int(row.translate(four) + row.translate(three) + row.translate(two) + row.translate(one), 2)


def unheld_planes(counts: Sequence[int]) -> int:
    """`unseen_planes` of 4 - counts."""
    row = bytes(counts)[::-1]
    four, three, two, one = _LEFT_OF_HELD
    return int(row.translate(four) + row.translate(three) + row.translate(two) + row.translate(one), 2)


def copies_left(mask: int, planes: int) -> int:
    """Unseen copies of the kinds in `mask` (ukeire)."""
    return (mask * FOURFOLD & planes).bit_count()


def digits_of(table: bytes, keys: Keys) -> int:
    """One of the digit tables looked up for the whole hand."""
    a, b, c, z = keys
    z -= HONORS
    found = table[a % LOW] | table[a // LOW] << 5 | table[b % LOW] << 9 | table[b // LOW] << 14
    return found | table[c % LOW] << 18 | table[c // LOW] << 23 | table[z % LOW] << 27 | table[z // LOW] << 32


class Lines(dict[int, bytes]):
    """By key: the class of a suit, then its classes with one tile more, highest kind first; no kind goes beyond 4."""

    def __missing__(self, key: int) -> bytes:
        of, digits = CLASS, key % HONORS
        kinds = range(8, -1, -1) if key < HONORS else range(6, -1, -1)
        if FOUR[digits % LOW] or FOUR[digits // LOW]:
            line = bytes([of[key], *[of[key if digits // STEP[i] % 5 == 4 else key + STEP[i]] for i in kinds]])
        elif key < HONORS:
            line = bytes(
                (of[key], of[key + 390625], of[key + 78125], of[key + 15625], of[key + 3125], of[key + 625])
                + (of[key + 125], of[key + 25], of[key + 5], of[key + 1])
            )
        else:
            line = bytes([of[key], *[of[key + STEP[i]] for i in kinds]])
        if len(self) >= MEMO:
            self.clear()
        self[key] = line
        return line


class Patterns(dict[bytes, int]):
    """By a line turned into distances: the bits of the kinds that lower it. At most 14 * 512 entries."""

    def __missing__(self, line: bytes) -> int:
        now = line[0]
        found = self[line] = sum(1 << bit for bit, after in enumerate(line[:0:-1]) if after < now)
        return found


LINE, PATTERN = Lines(), Patterns()
