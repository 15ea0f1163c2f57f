"""Rates of rules/decompose.py, and ratios to the `mahjong` package from PyPI if it is importable. Asserts nothing.

    PYTHONPATH=. python tests/bench/bench_decompose.py [hands]

"cold" empties every memo before each run; "keys" are calls of an engine that keeps the four suit keys of a hand. The
peer answers fewer hands in the same run, in turns with ours, so that ratios hold on a busy machine; its waits and
discards are found by trying every kind.
"""

from __future__ import annotations

import importlib
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from rules import decompose, suit_keys

WALL = [tile for tile in range(34) for _ in range(4)]


def random_hands(rng: random.Random, number: int, size: int) -> list[list[int]]:
    hands = []
    for _ in range(number):
        tiles = rng.sample(WALL, size)
        hands.append([tiles.count(tile) for tile in range(34)])
    return hands


def ready_hands(rng: random.Random, number: int) -> list[list[int]]:
    """Complete hands with one tile taken away."""
    hands: list[list[int]] = []
    while len(hands) < number:
        counts = [0] * 34
        for _ in range(4):
            if rng.random() < 0.4:
                counts[rng.randrange(34)] += 3
            else:
                low = rng.randrange(3) * 9 + rng.randrange(7)
                for tile in range(low, low + 3):
                    counts[tile] += 1
        counts[rng.randrange(34)] += 2
        if max(counts) <= 4:
            counts[rng.choice([tile for tile in range(34) if counts[tile]])] -= 1
            if decompose.waits(counts):
                hands.append(counts)
    return hands


def forget() -> None:
    for memo in (suit_keys.LINE, suit_keys.PATTERN, suit_keys._tiles, decompose._ways):
        memo.clear()


def seconds(function: Callable[[Any], object], cases: Sequence[Any], cold: bool = False) -> float:
    """Per call, one pass over the cases."""
    if cold:
        forget()
    began = time.perf_counter()
    for case in cases:
        function(case)
    return (time.perf_counter() - began) / len(cases)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    rng = random.Random(1)
    thirteen, fourteen, ready = random_hands(rng, number, 13), random_hands(rng, number, 14), ready_hands(rng, number)
    complete = []
    for counts in ready:
        counts = list(counts)
        counts[decompose.waits(counts)[0]] += 1
        complete.append(counts)
    keys, ready_keys, complete_keys = ([suit_keys.keys_of(c) for c in hands] for hands in (thirteen, ready, complete))
    keyed14 = [(suit_keys.keys_of(c), suit_keys.unheld_planes(c)) for c in fourteen]
    d = decompose

    peer: Any = None
    try:
        peer = importlib.import_module("mahjong.shanten").Shanten
    except ImportError:
        pass

    def regular(counts: Sequence[int]) -> int:
        return int(peer.calculate_shanten_for_regular_hand(list(counts)))

    def peer_waits(counts: Sequence[int]) -> list[int]:
        work, found = list(counts), []
        for tile in range(34):
            if work[tile] < 4:
                work[tile] += 1
                if regular(work) < 0:
                    found.append(tile)
                work[tile] -= 1
        return found

    def peer_discards(counts: Sequence[int]) -> None:
        work = list(counts)
        for tile in range(34):
            if work[tile]:
                work[tile] -= 1
                now = regular(work)
                for draw in range(34):
                    if work[draw] < 4:
                        work[draw] += 1
                        regular(work) < now  # noqa: B015
                        work[draw] -= 1
                work[tile] += 1

    # name, function, cases, cold, the peer's function, the peer's share of the cases
    rows: list[tuple[str, Callable[[Any], object], Sequence[Any], bool, Callable[[Any], object] | None, int]] = [
        ("shanten", d.shanten, thirteen, False, regular, 20),
        ("shanten, keys", d.keyed_shanten, keys, False, None, 1),
        ("shanten, keys, 7 pairs, 13", lambda k: d.keyed_shanten(k, 0, True, True), keys, False, None, 1),
        ("complete, of random hands", d.complete, fourteen, False, None, 1),
        ("complete, of complete hands", d.complete, complete, False, None, 1),
        ("complete, keys", d.keyed_complete, complete_keys, False, None, 1),
        ("waits, of ready hands, cold", d.waits, ready, True, peer_waits, 200),
        ("waits, of ready hands", d.waits, ready, False, peer_waits, 200),
        ("waits, of random hands", d.waits, thirteen, False, None, 1),
        ("waits, keys, of ready hands", d.keyed_waits, ready_keys, False, None, 1),
        ("useful", d.useful, thirteen, False, None, 1),
        ("discards, cold", d.useful_discards, fourteen, True, peer_discards, 1000),
        ("discards, first 100, cold", d.useful_discards, fourteen[:100], True, None, 1),
        ("discards", d.useful_discards, fourteen, False, peer_discards, 1000),
        ("discards, keys", lambda c: d.keyed_discards(c[0], 0, c[1]), keyed14, False, None, 1),
        ("readings, cold", d.readings, complete, True, None, 1),
        ("readings", d.readings, complete, False, None, 1),
    ]
    print(f"{'question':30} {'ours':>12} {'peer':>12} {'ratio':>8}")
    for name, function, cases, cold, other, share in rows:
        ours, theirs = [], []
        seconds(function, cases)
        for _ in range(5):
            ours.append(seconds(function, cases, cold))
            if peer and other:
                theirs.append(seconds(other, cases[: max(1, len(cases) // share)]))
        line = f"{name:30} {1 / min(ours) / 1000:9.1f} k/s"
        if theirs:
            line += f" {1 / min(theirs) / 1000:9.3f} k/s {min(theirs) / min(ours):7.0f}x"
        print(line)

    # what a fresh process pays
    code = """
import itertools, resource, struct, time, typing, zlib
import rules
resident = lambda: int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() / 2**20
before, began = resident(), time.perf_counter()
import rules.decompose
print(f"import: {(time.perf_counter() - began) * 1000:.0f} ms, {resident() - before:.1f} MB")
"""
    print(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout, end="")
    print(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
