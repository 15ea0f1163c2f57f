"""What the fans of 国标 look at: the parts of a complete hand read in one way (GB-07), and what a hand waits for.

A reading is cut into parts that repeat from hand to hand (the kinds of its tiles, its sets, how it was won), so that
guobiao_fans.py can remember what each part is worth. Which reading is dearest is guobiao_score.py's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from ..decompose import keyed_complete, keyed_shanten, keyed_waits, read_suit, waits
from ..hand import Meld, is_open
from ..suit_keys import EMPTY, FOUR, HELD, HONORS, STEP, SUIT, counts_of, digits_of, keys_of
from ..tiles import HONORS as HONOR_TILES

KNITTED: tuple[tuple[int, ...], ...] = tuple(
    tuple(9 * s + r for s, start in enumerate(starts) for r in (start, start + 3, start + 6))
    for starts in permutations(range(3))
)  # the six ways to knit 147, 258, 369 over the suits
KNITTED_MASKS = tuple(sum(1 << t for t in nine) for nine in KNITTED)
KNITTED_KEYS = tuple(tuple(sum(STEP[t] for t in nine if SUIT[t] == s) for s in range(3)) for nine in KNITTED)
HONORS_MASK = sum(1 << t for t in HONOR_TILES)
NINE_GATES = sum(n * 5**i for i, n in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))
MEMO = 10_000  # entries in any memo; a full one is emptied

Keys = Sequence[int]
Way = tuple[tuple[int, ...], tuple[int, ...], int]  # chows (their lowest tiles), pungs, the pair (-1: none)


@dataclass(slots=True)
class Moment:
    """How the hand was won."""

    self_draw: bool
    flags: frozenset[str]
    robbed: bool
    round_wind: int
    seat_wind: int


class Tiles:
    """The kinds that occur, as a mask. `shape`: "sets", "knit" (组合龙 and a set), "pairs", "orphans", "loose" (不靠),
    "knitloose" (不靠 with the whole 组合龙). `suits`: how many of the three; `one_suit`: and no honours."""

    def __init__(self, mask: int, shape: str) -> None:
        self.mask, self.shape = mask, shape
        self.suits = bool(mask & 0x1FF) + bool(mask & 0x3FE00) + bool(mask & 0x7FC0000)
        self.honors = mask & HONORS_MASK
        self.one_suit = self.suits == 1 and not self.honors


class Pungs:
    """The pungs (kongs among them) and the pair; `winds` and `dragons`: how many pungs of these."""

    def __init__(self, pungs: tuple[int, ...], pair: int) -> None:
        self.pungs, self.pair = pungs, pair
        self.suited = tuple([t for t in pungs if t < 27])
        self.dragons = len([t for t in pungs if t > 30])
        self.winds = len(pungs) - len(self.suited) - self.dragons


class Sets(NamedTuple):
    """Four sets and a pair; of a knitted hand the set and pair beside the straight. `pungs`: with the kongs."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int
    knitted: bool


class How(NamedTuple):
    """How the hand was won and how it lies. `melded_kongs` and `hidden_kongs`; `hidden_pungs` with the hidden kongs;
    `begged`: four claimed melds; `wait`: "edge", "middle", "single" when the hand waited for one kind only."""

    self_draw: bool
    flags: frozenset[str]
    robbed: bool
    opened: bool
    melded_kongs: int
    hidden_kongs: int
    begged: bool
    nine_gates: bool = False
    hidden_pungs: int = 0
    wait: str = ""


class Winds(NamedTuple):
    """The pungs and which winds count. `nine_gates`: one 幺九刻 is part of 九莲宝灯."""

    pungs: tuple[int, ...]
    round_wind: int
    seat_wind: int
    nine_gates: bool = False


class Declared(NamedTuple):
    """The declared melds in numbers."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    tiles: tuple[int, ...]
    mask: int
    melded_kongs: int
    hidden_kongs: int
    opened: bool
    begged: bool


@lru_cache(maxsize=MEMO)
def declared(melds: tuple[Meld, ...]) -> Declared:
    tiles = tuple(t for m in melds for t in m.tiles)
    hidden = sum(m.kind == "concealed_kong" for m in melds)
    return Declared(
        tuple(sorted(m.tiles[0] for m in melds if m.kind == "chow")),
        tuple(sorted(m.tiles[0] for m in melds if m.kind != "chow")),
        tiles, sum({1 << t for t in tiles}), sum(m.is_kong for m in melds) - hidden, hidden,
        is_open(melds), len(melds) == 4 and all(m.opens for m in melds),
    )  # fmt: skip


# -- readings ---------------------------------------------------------------------------------------------------------

_ways: dict[int, tuple[Way, ...]] = {}


def suit_ways(number: int, key: int) -> tuple[Way, ...]:
    """The ways to read one suit as sets, and a pair if the number of its tiles asks for one."""
    found = _ways.get(key << 2 | number)
    if found is None:
        if len(_ways) >= MEMO:
            _ways.clear()
        digits = key - HONORS if number == 3 else key
        block = [digits // 5**i % 5 for i in range(9 if number < 3 else 7)]
        found = _ways[key << 2 | number] = tuple(
            (
                tuple(s.tile for s in sets if s.kind == "chow"),
                tuple(s.tile for s in sets if s.kind == "pung"),
                pair,
            )
            for sets, pair in read_suit(block, 9 * number)
        )
    return found


def hand_ways(keys: Keys) -> list[Way]:
    """All ways to read a complete hand."""
    found: list[Way] = [((), (), -1)]
    for number in range(4):
        key = keys[number]
        if key != EMPTY[number]:
            more = suit_ways(number, key)
            found = [
                (chows + c, pungs + p, pair if eye < 0 else eye) for chows, pungs, pair in found for c, p, eye in more
            ]
    return found


def is_nine_gates(keys: Keys, tile: int) -> bool:
    """1112345678999 of a suit before `tile` came: all nine kinds won (GB-F4)."""
    return tile < 27 and keys[SUIT[tile]] - STEP[tile] == NINE_GATES


# -- waits ------------------------------------------------------------------------------------------------------------


def one_wait(keys: Keys, melds: int, tile: int) -> bool:
    """Did the hand, complete with `tile`, wait for that kind only? An exhausted kind still counts (GB-09)."""
    before = list(keys)
    before[SUIT[tile]] -= STEP[tile]
    return formal_waits(before, melds, tile) == 1 << tile


def formal_waits(keys: Keys, melds: int, known: int | None = None) -> int:
    """The mask of the kinds that complete 13 - 3 * melds tiles to some shape; an exhausted one counts (GB-09). With
    `known`, a kind that does, it may stop at the first other one."""
    mask = keyed_waits(keys, melds, not melds, not melds)
    enough = 0 if known is None else 1 << known
    if enough and mask & ~enough:
        return mask
    if digits_of(FOUR, keys):
        mask |= sum(1 << t for t in waits(counts_of(keys), melds, formal=True))
    if melds > 1 or (enough and mask & ~enough):
        return mask
    held = digits_of(HELD, keys)
    for nine, three in zip(KNITTED_MASKS, KNITTED_KEYS, strict=True):
        missing = nine & ~held
        if not missing & (missing - 1):
            mask |= _knitted_waits(keys, melds, missing, three)
        if not melds and held.bit_count() == 13 and not held & ~(nine | HONORS_MASK):
            mask |= (nine | HONORS_MASK) & ~held
    return mask


def _knitted_waits(keys: Keys, melds: int, missing: int, three: tuple[int, ...]) -> int:
    """What completes a knitted straight that lacks at most one tile, with a set (declared or not) and a pair."""
    lacking = missing.bit_length() - 1
    rest = [keys[0] - three[0], keys[1] - three[1], keys[2] - three[2], keys[3]]
    if missing:
        rest[SUIT[lacking]] += STEP[lacking]
        return missing if keyed_complete(rest, melds + 3) else 0
    mask = keyed_waits(rest, melds + 3)
    if digits_of(FOUR, rest):
        mask |= sum(1 << t for t in waits(counts_of(rest), melds + 3, formal=True))
    return mask


def maybe_complete(keys: Keys, melds: int, jokers: int = 0) -> bool:
    """A quick look before anything else: False when no shape of GB-07 can be there. `keys`: the tiles that are not
    jokers."""
    if keyed_shanten(keys, melds, not melds, not melds) < jokers:
        return True
    if melds > 1:
        return False
    held = digits_of(HELD, keys)
    if melds == 0 and held.bit_count() == 14 - jokers and any(not held & ~(k | HONORS_MASK) for k in KNITTED_MASKS):
        return True
    return any((nine & ~held).bit_count() <= jokers for nine in KNITTED_MASKS)


def keys_of_tiles(tiles: Iterable[int]) -> list[int]:
    keys = list(EMPTY)
    for t in tiles:
        keys[SUIT[t]] += STEP[t]
    return keys


__all__ = ["Moment", "formal_waits", "keys_of", "keys_of_tiles", "maybe_complete", "one_wait"]
