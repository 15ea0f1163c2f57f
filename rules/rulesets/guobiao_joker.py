"""财神 (GB-11): which whole hands the tiles and jokers of a winner can be. What they are worth is guobiao_score.py's.

Built suit by suit: a joker is added only where it brings the suit nearer to being complete, so that no hand is made in
vain. A joker is never a fifth copy of a kind among the winner's own tiles, declared melds included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from ..suit_keys import CLASS, HONORS, ORPHANS, ORPHANS_MASK, STEP, SUIT, _numbers, tiles_of
from ..tiles import HONORS as HONOR_TILES
from ..tiles import SUITED
from .guobiao_hand import HONORS_MASK, KNITTED, KNITTED_MASKS, MEMO, Keys, Way, suit_ways

KINDS = (*SUITED, *HONOR_TILES)


def joker_of(turned: int) -> int:
    """The next tile in order: 1-9 round in a suit, E S W N round, C F P round (GB-11)."""
    if turned < 27:
        return turned - 8 if turned % 9 == 8 else turned + 1
    return {30: 27, 33: 31}.get(turned, turned + 1)


class Part(NamedTuple):
    """Suits made complete: their keys, the mask of their kinds, kinds with four copies (melds included), the tiles that
    jokers stand for, and the readings."""

    keys: tuple[int, ...]
    mask: int
    fours: int
    fill: tuple[int, ...]
    ways: tuple[Way, ...]


_fills: dict[tuple[int, int, int, int], tuple[Part, ...]] = {}


def suit_fills(number: int, key: int, jokers: int, laid: int) -> tuple[Part, ...]:
    """The ways to complete a suit with exactly so many jokers. `laid`: the key of its tiles that lie elsewhere."""
    name = (number, key, jokers, laid)
    found = _fills.get(name)
    if found is None:
        if len(_fills) >= MEMO:
            _fills.clear()
        found = _fills[name] = tuple(_suit_fills(number, key, jokers, laid))
    return found


def _suit_fills(number: int, key: int, jokers: int, laid: int) -> Iterator[Part]:
    first = 9 * number
    size = 7 if number == 3 else 9
    counts = digits(number, key)
    there = digits(number, laid + HONORS if number == 3 else laid)
    sets, over = divmod(sum(counts) + jokers, 3)
    target = sets + (5 if over else 0)

    def add(at: int, key: int, left: int, fill: tuple[int, ...]) -> Iterator[Part]:
        if not left:
            total = [a + b for a, b in zip(counts, there, strict=True)]
            mask = sum([1 << first + i for i, n in enumerate(counts) if n])
            yield Part((key,), mask, total.count(4), fill, suit_ways(number, key))
            return
        for i in range(at, size):
            more = key + 5**i
            if counts[i] + there[i] < 4 and _numbers[10 * CLASS[more] + target] < left:
                counts[i] += 1
                yield from add(i, more, left - 1, (*fill, first + i))
                counts[i] -= 1

    return add(0, key, jokers, ())


def digits(number: int, key: int) -> list[int]:
    """The copies of each kind of a suit."""
    if number == 3:
        key -= HONORS
        return [key // step % 5 for step in STEP[:7]]
    return [key // step % 5 for step in STEP[:9]]


def shares(keys: Keys, jokers: int) -> Iterator[tuple[int, ...]]:
    """How the jokers can be spread over the suits so that each becomes complete, one with the pair. The class of a suit
    says what it lacks (suit_keys.py)."""
    able: list[list[tuple[int, bool]]] = []
    for number in range(4):
        size = sum(digits(number, keys[number]))
        row = []
        for n in range(jokers + 1):
            sets, over = divmod(size + n, 3)
            if over != 1 and sets < 5 and _numbers[10 * CLASS[keys[number]] + sets + (5 if over else 0)] <= n:
                row.append((n, over == 2))
        able.append(row)
    for spread in product(*able):
        if sum([n for n, _ in spread]) == jokers and sum([paired for _, paired in spread]) == 1:
            yield tuple([n for n, _ in spread])


def regular_hands(keys: Keys, jokers: int, laid: Keys) -> Iterator[Part]:
    """The hands of sets and a pair that `keys` and the jokers can be."""
    halves: dict[tuple[int, int, int], list[Part]] = {}

    def half(number: int, n: int, m: int) -> list[Part]:
        found = halves.get((number, n, m))
        if found is None:
            others = suit_fills(number + 1, keys[number + 1], m, laid[number + 1])
            found = halves[number, n, m] = [
                _together(one, other) for one in suit_fills(number, keys[number], n, laid[number]) for other in others
            ]
        return found

    for a, b, c, z in shares(keys, jokers):
        second = half(2, c, z)
        for one in half(0, a, b):
            for other in second:
                yield _together(one, other)


def _together(one: Part, other: Part) -> Part:
    if not one.mask:
        ways = other.ways
    elif not other.mask:
        ways = one.ways
    else:
        ways = tuple([(c + d, p + q, eye if more < 0 else more) for c, p, eye in one.ways for d, q, more in other.ways])
    return Part(
        one.keys + other.keys, one.mask | other.mask, one.fours + other.fours, one.fill + other.fill, ways
    )  # fmt: skip


def knitted_hands(keys: Keys, jokers: int, laid: Keys, held: int) -> Iterator[tuple[int, Part]]:
    """The hands with 组合龙: the straight, and the rest beside it (the fill is that of the whole hand)."""
    for nine, tiles in zip(KNITTED_MASKS, KNITTED, strict=True):
        missing = tiles_of(nine & ~held)
        if len(missing) > jokers:
            continue
        rest, lying = list(keys), list(laid)
        for t in tiles:
            lying[SUIT[t]] += STEP[t]
            if t not in missing:
                rest[SUIT[t]] -= STEP[t]
        if any(lying[SUIT[t]] // STEP[t] % 5 > 4 for t in tiles):
            continue
        for one in regular_hands(rest, jokers - len(missing), lying):
            yield nine, one._replace(fill=(*one.fill, *missing))


def special_hands(counts: Sequence[int], jokers: int, held: int) -> Iterator[tuple[str, int, int, tuple[int, ...]]]:
    """七对, 十三幺 and 不靠: (shape, mask, kinds with four copies, fill)."""
    odd = [t for t in KINDS if counts[t] & 1]
    if len(odd) <= jokers:
        base = [n + (n & 1) for n in counts]
        for extra in combinations_with_replacement(KINDS, (jokers - len(odd)) // 2):
            total = base.copy()
            for t in extra:
                total[t] += 2
            if max(total) <= 4:
                mask = held | sum({1 << t for t in extra})
                yield "pairs", mask, total.count(4), (*odd, *extra, *extra)
    lacking = tiles_of(ORPHANS_MASK & ~held)
    if not held & ~ORPHANS_MASK and max(counts) <= 2 and jokers - 1 <= len(lacking) <= jokers:
        for pair in ORPHANS if len(lacking) < jokers else (-1,):
            yield "orphans", ORPHANS_MASK, 0, (*lacking, *([pair] if pair >= 0 else []))
    if max(counts) <= 1:
        for nine in KNITTED_MASKS:
            allowed = nine | HONORS_MASK
            if not held & ~allowed:
                for fill in combinations(tiles_of(allowed & ~held), jokers):
                    mask = held | sum(1 << t for t in fill)
                    yield "loose" if nine & ~mask else "knitloose", mask, 0, fill
