"""rules/decompose.py against a dull reference, known counts of hands, and what must hold between its own answers."""

from __future__ import annotations

import collections
import itertools
import random
import subprocess
import sys

import pytest

from rules import decompose, suit_keys
from rules.decompose import Placement, Reading, Set, placements, readings, shanten, useful, useful_discards, waits
from tests.rules import plain_decompose as plain

SUITS = {"m": 0, "p": 9, "s": 18}


def hand(text: str) -> list[int]:
    """34 counts of "123m55pEE"."""
    counts, digits = [0] * 34, ""
    for char in text:
        if char.isdigit():
            digits += char
        elif char in SUITS:
            for digit in digits:
                counts[SUITS[char] + int(digit) - 1] += 1
            digits = ""
        else:
            counts[27 + "ESWNCFP".index(char)] += 1
    return counts


def kinds(text: str) -> tuple[int, ...]:
    return tuple(tile for tile, copies in enumerate(hand(text)) if copies)


def random_hands(seed: int, number: int, extra: int) -> list[tuple[list[int], int]]:
    """Seeded hands of 13 + extra - 3 * melds tiles: plain, of few kinds, or near completion, so that much fits."""
    rng = random.Random(seed)
    found = []
    while len(found) < number:
        melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
        size = 13 + extra - 3 * melds
        style = rng.randrange(4)
        if style == 0:
            wall = [tile for tile in range(34) for _ in range(4)]
        elif style == 1:
            wall = [tile for tile in range(rng.choice((0, 9, 18)), 27) for _ in range(4)]
        elif style == 2:
            wall = [tile for tile in rng.sample(range(34), 9) for _ in range(4)]
        else:
            counts = almost_complete(rng, melds)
            if counts is None:
                continue
            tiles = [tile for tile, copies in enumerate(counts) for _ in range(copies)]
            for _ in range(rng.choice((0, 0, 1, 2))):  # some tiles off
                tiles[rng.randrange(len(tiles))] = rng.randrange(34)
            rng.shuffle(tiles)
            counts = [tiles[:size].count(tile) for tile in range(34)]
            if max(counts) <= 4:
                found.append((counts, melds))
            continue
        chosen = rng.sample(wall, size)
        found.append(([chosen.count(tile) for tile in range(34)], melds))
    return found


def almost_complete(rng: random.Random, melds: int) -> list[int] | None:
    counts = [0] * 34
    first = rng.choice((0, 0, 9, 18))
    for _ in range(4 - melds):
        if rng.random() < 0.35:
            counts[rng.randrange(first, 34)] += 3
        else:
            low = rng.randrange(first // 9, 3) * 9 + rng.randrange(7)
            for tile in range(low, low + 3):
                counts[tile] += 1
    counts[rng.randrange(first, 34)] += 2
    return counts if max(counts) <= 4 else None


# --- the table ------------------------------------------------------------------------------------------------------


def numbers_of(key: int) -> tuple[int, ...]:
    place = suit_keys.CLASS[key] * 10
    return tuple(suit_keys._numbers[place : place + 10])


def digits_of(key: int, kinds: int) -> tuple[int, ...]:
    return tuple(key // 5**i % 5 for i in range(kinds))


def honor_numbers(block: tuple[int, ...]) -> tuple[int, ...]:
    """What honors lack, in closed form: the cheapest pungs, and any kind left over for the pair."""
    pungs = [max(0, 3 - have) for have in block]
    plain_numbers = [sum(sorted(pungs)[:m]) for m in range(5)]
    paired = []
    for m in range(5):
        options = []
        for pair, have in enumerate(block):
            others = sorted(pungs[:pair] + pungs[pair + 1 :])
            options.append(max(0, 2 - have) + sum(others[:m]))
        paired.append(min(options))
    return (*plain_numbers, *paired)


def test_table_of_honors_in_full() -> None:
    expected = {block: honor_numbers(block) for block in itertools.combinations_with_replacement(range(5), 7)}
    for key in range(5**7):
        assert numbers_of(suit_keys.HONORS + key) == expected[tuple(sorted(digits_of(key, 7)))]


def targets() -> dict[tuple[int, int], list[tuple[int, ...]]]:
    """Every suit that is exactly m sets and p pairs."""
    sets = [(i, i, i) for i in range(9)] + [(i, i + 1, i + 2) for i in range(7)]
    found = {}
    for p in (0, 1):
        for m in range(5):
            blocks = set()
            for chosen in itertools.combinations_with_replacement(sets, m):
                for pair in range(9) if p else (None,):
                    tiles = [*itertools.chain(*chosen), *((pair, pair) if pair is not None else ())]
                    block = tuple(tiles.count(tile) for tile in range(9))
                    if max(block) <= 4:
                        blocks.add(block)
            found[m, p] = sorted(blocks)
    return found


TARGETS = targets()


def all_digits() -> list[tuple[int, ...]]:
    """The nine digits of every suit key, in the order of the keys."""
    return [digits[::-1] for digits in itertools.product(range(5), repeat=9)]


def key_of(digits: tuple[int, ...]) -> int:
    return sum(digit * 5**i for i, digit in enumerate(digits))


def test_complete_suits_in_full() -> None:
    """21,743 complete suits (the empty one is none), those of the table; 405,350 suits have at most 14 tiles."""
    place = {0: 0, 3: 1, 6: 2, 9: 3, 12: 4, 2: 5, 5: 6, 8: 7, 11: 8, 14: 9}
    small, complete = 0, collections.defaultdict(set)
    totals = [0]
    for _ in range(9):
        totals = [total + copies for copies in range(5) for total in totals]
    zero = [{cls for cls in range(suit_keys.CLASSES) if not suit_keys._numbers[10 * cls + i]} for i in range(10)]
    for key, total in enumerate(totals):
        small += total <= 14
        index = place.get(total)
        if index is not None and suit_keys.CLASS[key] in zero[index]:
            complete[index % 5, index // 5].add(key)
    assert small == 405_350
    assert complete == {kind: {key_of(block) for block in blocks} for kind, blocks in TARGETS.items()}
    assert sum(len(keys) for keys in complete.values()) == 21_743
    assert len(complete[4, 1]) == 13_259


def test_table_of_suits_by_sample() -> None:
    """Random keys and keys of at most nine tiles, against the reference that goes kind by kind."""
    rng = random.Random(5)
    keys = [rng.randrange(5**9) for _ in range(300)]
    for _ in range(1500):
        tiles = rng.sample([tile for tile in range(9) for _ in range(4)], rng.randrange(1, 15))
        keys.append(sum(5**tile for tile in tiles))
    for _ in range(700):
        tiles = rng.sample([tile for tile in range(9) for _ in range(4)], rng.randrange(0, 10))
        keys.append(sum(5**tile for tile in tiles))
    for key in keys:
        assert numbers_of(key) == plain.missing(digits_of(key, 9), True)


def test_reference_by_targets() -> None:
    """The reference itself, on a few suits, against every target there is."""
    rng = random.Random(6)
    for _ in range(12):
        block = tuple(min(4, rng.randrange(7) * rng.randrange(2)) for _ in range(9))
        expected = [
            min(sum(max(0, want - have) for want, have in zip(target, block, strict=True)) for target in TARGETS[m, p])
            for p in (0, 1)
            for m in range(5)
        ]
        assert list(plain.missing(block, True)) == expected


@pytest.mark.slow
def test_table_of_suits_in_full() -> None:
    """Every key lacks nothing if it is a target or holds such a suit, and else one more than after its best draw."""
    steps = [5**i for i in range(9)]
    numbers = [suit_keys._numbers[10 * cls : 10 * cls + 10] for cls in range(suit_keys.CLASSES)]
    nothing = [sum((not number) << i for i, number in enumerate(row)) for row in numbers]
    targets: collections.Counter[int] = collections.Counter()
    for (m, p), blocks in TARGETS.items():
        for block in blocks:
            targets[key_of(block)] |= 1 << (5 * p + m)
    of, best_draw = suit_keys.CLASS, {}
    for key, digits in enumerate(all_digits()):
        own = of[key]
        lacks_nothing = targets.get(key, 0)
        for step, digit in zip(steps, digits, strict=True):
            if digit:
                lacks_nothing |= nothing[of[key - step]]
        assert nothing[own] == lacks_nothing
        after = frozenset([of[key + step] for step, digit in zip(steps, digits, strict=True) if digit < 4])
        if (own, after) not in best_draw:
            best_draw[own, after] = True
            for i, number in enumerate(numbers[own]):
                if number:
                    assert number == 1 + min(numbers[cls][i] for cls in after)


def test_merged_classes() -> None:
    for left, right in itertools.product(range(suit_keys.CLASSES), repeat=2):
        a, b, c = (tuple(suit_keys._numbers[10 * i : 10 * i + 10]) for i in (left, right, suit_keys.MERGE[left][right]))
        assert plain.merge(a, b) == c
        assert [suit_keys.MISSING[melds][left][right] for melds in range(5)] == [c[9 - melds] for melds in range(5)]


def test_special_table() -> None:
    rng = random.Random(7)
    for _ in range(5000):
        tiles = rng.sample([tile for tile in range(34) for _ in range(4)], rng.randrange(15))
        counts = [tiles.count(tile) for tile in range(34)]
        special = sum(suit_keys.SPECIAL[key] for key in suit_keys.keys_of(counts))
        held = [counts[tile] for tile in plain.ORPHANS]
        assert special & 7 == sum(n // 2 for n in counts)
        assert special >> 3 & 15 == sum(n > 0 for n in held)
        assert (special > 127) == any(n > 1 for n in held)


def test_number_of_complete_hands() -> None:
    """11,498,658 hands of 14 tiles are four sets and a pair: counted from the table, suit by suit."""
    totals = {9: [0], 7: [0]}
    for size, row in totals.items():
        for _ in range(size):
            row[:] = [total + copies for copies in range(5) for total in row]
    place = {0: 0, 3: 1, 6: 2, 9: 3, 12: 4, 2: 5, 5: 6, 8: 7, 11: 8, 14: 9}
    ways = []
    for first, row in ((0, totals[9]), (suit_keys.HONORS, totals[7])):
        found: collections.Counter[int] = collections.Counter()
        for key, total in enumerate(row):
            index = place.get(total)
            if index is not None and not suit_keys._numbers[10 * suit_keys.CLASS[first + key] + index]:
                found[index] += 1
        ways.append(found)
    suit, honors = ways
    number = 0
    for parts in itertools.product(range(10), repeat=4):
        if sum(part % 5 for part in parts) == 4 and sum(part // 5 for part in parts) == 1:
            number += suit[parts[0]] * suit[parts[1]] * suit[parts[2]] * honors[parts[3]]
    assert number == 11_498_658


# --- answers against the reference ------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", [0, 1])
def test_distance(extra: int) -> None:
    seen = collections.Counter()
    for counts, melds in random_hands(11 + extra, 3000, extra):
        expected = plain.shanten(counts, melds)
        seen[expected] += 1
        assert shanten(counts, melds) == shanten(tuple(counts), melds) == expected
        keys = suit_keys.keys_of(counts)
        assert decompose.keyed_shanten(keys, melds) == expected
        assert suit_keys.counts_of(keys) == counts
        for flags in ((True, False), (False, True), (True, True)):
            expected = plain.shanten(counts, melds, *flags)
            assert shanten(counts, melds, seven_pairs=flags[0], thirteen_orphans=flags[1]) == expected
    assert min(seen.values()) > 0 and set(range(-extra, 5)) <= set(seen)  # the hands are of all kinds


def test_complete_and_readings() -> None:
    """Complete exactly when the reference takes it apart, and in exactly those ways."""
    seen = collections.Counter()
    for counts, melds in random_hands(13, 6000, 1):
        expected = plain.takes(counts)
        found = readings(counts, melds)
        seen[len(found)] += 1
        assert decompose.complete(counts, melds) == bool(expected)
        assert decompose.keyed_complete(suit_keys.keys_of(counts), melds) == bool(expected)
        assert len(set(found)) == len(found) == len(expected)
        assert {(tuple(sorted(map(tiles_in, one.sets))), one.pair) for one in found} == expected
        for one in found:
            assert list(one.sets) == sorted(one.sets, key=lambda s: (s.tile, s.kind))
        assert not decompose.complete([*counts[:33], counts[33] - 1 if counts[33] else 1], melds)
    assert seen[1] > 100 and seen[2] > 10


def tiles_in(one: Set) -> tuple[int, ...]:
    return (one.tile,) * 3 if one.kind == "pung" else (one.tile, one.tile + 1, one.tile + 2)


@pytest.mark.parametrize("flags", [(False, False), (True, False), (True, True)])
def test_useful_and_waits(flags: tuple[bool, bool]) -> None:
    """Useful is what lowers the reference's distance; waits are what completes; both for hands of 13 and 14."""
    named = {"seven_pairs": flags[0], "thirteen_orphans": flags[1]}
    ready = 0
    for counts, melds in random_hands(17, 500, 0) + random_hands(18, 150, 1):
        now = plain.shanten(counts, melds, *flags)
        expected = []
        for tile in range(34):
            if counts[tile] < 4:
                counts[tile] += 1
                if plain.shanten(counts, melds, *flags) < now:
                    expected.append(tile)
                counts[tile] -= 1
        assert useful(counts, melds, **named) == tuple(expected)
        if sum(counts) % 3 == 1:
            assert waits(counts, melds, **named) == (tuple(expected) if now == 0 else ())
            ready += now == 0
    assert ready > 50


def test_waits_are_what_completes() -> None:
    for counts, melds in random_hands(19, 1500, 0):
        complete, fifth = [], []
        for tile in range(34):
            counts[tile] += 1
            if plain.takes(counts):
                (complete if counts[tile] < 5 else fifth).append(tile)
            counts[tile] -= 1
        assert waits(counts, melds) == tuple(complete)
        assert waits(counts, melds, formal=True) == tuple(sorted(complete + fifth))
        assert bool(complete) == (shanten(counts, melds) == 0)


@pytest.mark.parametrize("flags", [(False, False), (True, False), (True, True)])
def test_discards(flags: tuple[bool, bool]) -> None:
    named = {"seven_pairs": flags[0], "thirteen_orphans": flags[1]}
    rng = random.Random(23)
    for counts, melds in random_hands(29, 250, 1):
        unseen = [rng.randrange(5 - copies) for copies in counts]
        default = [4 - copies for copies in counts]
        for left in (None, unseen):
            rows = useful_discards(counts, melds, left, **named)
            assert [row[0] for row in rows] == [tile for tile in range(34) if counts[tile]]
            for tile, after, ukeire, mask in rows:
                counts[tile] -= 1
                expected = useful(counts, melds, **named)
                assert after == plain.shanten(counts, melds, *flags)
                assert suit_keys.tiles_of(mask) == expected
                assert ukeire == sum((default if left is None else left)[kind] for kind in expected)
                counts[tile] += 1
            assert min(row[1] for row in rows) == max(0, shanten(counts, melds, **named))


def test_keys_follow_the_tiles() -> None:
    """A hand that adds and subtracts STEP keeps the keys that its counts have."""
    rng = random.Random(31)
    keys, counts = list(suit_keys.EMPTY), [0] * 34
    for _ in range(2000):
        tile = rng.randrange(34)
        change = -1 if counts[tile] == 4 or (counts[tile] and sum(counts) > 12) else 1
        counts[tile] += change
        keys[suit_keys.SUIT[tile]] += change * suit_keys.STEP[tile]
        assert tuple(keys) == suit_keys.keys_of(counts)
        assert suit_keys.digits_of(suit_keys.HELD, keys) == sum(1 << kind for kind in range(34) if counts[kind])


# --- known hands ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "melds", "expected"),
    [
        ("1112345678999m", 0, "123456789m"),  # nine gates
        ("2223456777m", 1, "12345678m"),
        ("2333344445666p", 0, "12567p"),
        ("123m456p789s1112s", 0, "23s"),
        ("EEESSSWWWNNNC", 0, "C"),
        ("EESSWWWNNNCCC", 0, "ES"),
        ("9m", 4, "9m"),
        ("12m55p", 3, "3m"),
        ("13m55p", 3, "2m"),
        ("45m55p", 3, "36m"),
        ("EEWW", 3, "EW"),
        ("ESW55p", 2, ""),
    ],
)
def test_known_waits(text: str, melds: int, expected: str) -> None:
    assert waits(hand(text), melds) == kinds(expected)


def test_nine_gates_are_unique() -> None:
    """Of the 93,600 hands of 13 tiles in one suit only the nine gates wait for all nine kinds."""
    number, found = 0, []
    for digits in itertools.product(range(5), repeat=9):
        if sum(digits) == 13:
            number += 1
            keys = (key_of(digits), 0, 0, suit_keys.HONORS)
            if decompose.keyed_waits(keys) == 0b111111111:
                found.append(digits)
    assert number == 93_600
    assert found == [(3, 1, 1, 1, 1, 1, 1, 1, 3)]


def test_fifth_copy() -> None:
    counts = hand("1111m123p456p789p")
    assert waits(counts) == () and waits(counts, formal=True) == (0,) and shanten(counts) == 1
    assert waits(hand("1111m"), 3, formal=True) == (0,)
    assert waits(hand("23m1111m44m55m66m"), formal=True) == waits(hand("23m1111m44m55m66m"))  # 12 tiles: no hand
    assert waits(hand("5m"), 4, formal=True) == (4,)
    assert waits(hand("2333344445666p"), formal=True) == kinds("1234567p")


def test_seven_pairs() -> None:
    four = hand("1111m22p3344sEENN")
    assert decompose.seven_pairs(four) and shanten(four, seven_pairs=True) == -1 and not decompose.complete(four)
    four[30] -= 1
    assert waits(four, seven_pairs=True) == (30,) and waits(four) == ()
    assert waits(hand("111m22p3344sEESS"), seven_pairs=True) == (0,)
    assert not decompose.seven_pairs(hand("111m222p3344sEES"))
    assert not decompose.seven_pairs(hand("1122m"))
    assert waits(hand("1122m"), 3, seven_pairs=True) == kinds("12m")


def test_thirteen_orphans() -> None:
    thirteen = hand("19m19p19sESWNCFP")
    assert waits(thirteen, thirteen_orphans=True) == plain.ORPHANS
    thirteen[0] += 1
    assert decompose.thirteen_orphans(thirteen)
    thirteen[33] -= 1
    assert waits(thirteen, thirteen_orphans=True) == (33,)
    assert not decompose.thirteen_orphans(thirteen)


def test_known_readings() -> None:
    assert readings(hand("111222333m55p"), 1) == (
        Reading((Set("chow", 0), Set("chow", 0), Set("chow", 0)), 13),
        Reading((Set("pung", 0), Set("pung", 1), Set("pung", 2)), 13),
    )
    assert readings(hand("EE"), 4) == (Reading((), 27),)
    assert readings(hand("ESWNN"), 3) == ()
    several = {"11122233344455m": 4, "22333344445555m": 3, "11223344556677m": 3}
    assert {text: len(readings(hand(text))) for text in several} == several
    assert len(readings(hand("22233344455566m"))) == 4
    assert readings(hand("123m"), 4) == readings(hand("")) == ()


def test_placements() -> None:
    one = readings(hand("123m789p456s44s"), 1)[0]
    assert [placements(one, tile) for tile in kinds("123m")] == [
        (Placement(0, "side"),),
        (Placement(0, "middle"),),
        (Placement(0, "edge"),),
    ]
    assert [placements(one, tile) for tile in kinds("789p")] == [
        (Placement(1, "edge"),),
        (Placement(1, "middle"),),
        (Placement(1, "side"),),
    ]
    assert placements(one, 21) == (Placement(2, "side"), Placement(-1, "single"))
    assert placements(one, 22) == (Placement(2, "middle"),)
    assert placements(one, 23) == (Placement(2, "side"),)
    assert placements(one, 33) == ()
    (pungs,) = readings(hand("EEE33m"), 3)
    assert placements(pungs, 27) == (Placement(0, "pung"),) and placements(pungs, 2) == (Placement(-1, "single"),)
    chows = next(r for r in readings(hand("223344m55p"), 2))
    assert placements(chows, 1) == (Placement(0, "side"),)  # equal chows once


def test_memos_are_bounded() -> None:
    rng = random.Random(37)
    for _ in range(4000):
        tiles = rng.sample([tile for tile in range(34) for _ in range(4)], 14)
        useful_discards([tiles.count(tile) for tile in range(34)])
    assert len(suit_keys.LINE) <= suit_keys.MEMO and len(suit_keys._tiles) <= suit_keys.MEMO
    assert len(suit_keys.PATTERN) <= suit_keys.MEMO and len(decompose._ways) <= suit_keys.MEMO


def test_generator_writes_the_table() -> None:
    pytest.importorskip("numpy")
    script = "tests/tools/make_decompose_table.py"
    assert subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True).stdout == "same\n"
