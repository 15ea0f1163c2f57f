"""Rates of 国标 scoring beside PyMahjongGB, and every difference on many hands. Asserts nothing.

    PYTHONPATH=. python tests/bench/bench_guobiao.py [hands]      (default 50,000)

"cold" empties the memos first; ours and the oracle take turns, so that the ratio holds on a busy machine. Then hands
with one to four jokers: milliseconds a hand. Times are those of the thread.
"""

from __future__ import annotations

import gc
import random
import sys
import time

from rules.rulesets import guobiao_fans, guobiao_hand, guobiao_joker
from rules.rulesets.guobiao_score import best, best_with_joker, ties
from tests.rules.guobiao_hands import Won, ask_oracle, random_joker_win, random_win, written
from tests.rules.test_guobiao_oracle import ours

MEMOS = (
    guobiao_fans.OF_TILES, guobiao_fans.OF_PUNGS, guobiao_fans.OF_SETS, guobiao_fans.OF_WINDS, guobiao_fans.OF_HOW,
    guobiao_fans.OF_CHOWS, guobiao_fans.counted, guobiao_hand._ways, guobiao_joker._fills,
)  # fmt: skip
BLOCK = 5000


def score(won: Won):
    return best(won.concealed, won.melds, won.tile, won.moment)


def main(number: int) -> None:
    rng = random.Random(50_000)
    spent = {"cold": 0.0, "warm": 0.0, "oracle": 0.0}
    differences = equal = 0
    for start in range(0, number, BLOCK):
        hands = [random_win(rng) for _ in range(min(BLOCK, number - start))]
        for memo in MEMOS:
            memo.clear()
        guobiao_hand.declared.cache_clear()
        answers = {}
        for name, function in (("cold", score), ("warm", score), ("oracle", ask_oracle)):
            begun = time.thread_time()
            answers[name] = [function(won) for won in hands]
            spent[name] += time.thread_time() - begun
        for won, found, said in zip(hands, answers["cold"], answers["oracle"], strict=True):
            if found is not None and ours(won, found) == said:
                continue
            others = ties(won.concealed, won.melds, won.tile, won.moment, None)
            if said in [ours(won, other) for other in others]:
                equal += 1
            else:
                differences += 1
                print(written(won), "ours", found, "oracle", said)
    for name, seconds in spent.items():
        print(f"{name:7} {number / seconds:10,.0f} hands/s   {spent['oracle'] / seconds:5.2f} x the oracle")
    print(f"{number} hands: {differences} differences, {equal} other readings of equal value")
    for jokers in (1, 2, 3, 4):
        hands = [random_joker_win(rng, jokers) for _ in range(1000)]
        gc.collect()
        gc.freeze()  # what is measured is ours, not the collector's walk over the hands
        times = []
        for won, joker in hands:
            begun = time.thread_time()
            best_with_joker(won.concealed, won.melds, won.tile, won.moment, joker)
            times.append(1000 * (time.thread_time() - begun))
        times.sort()
        p50, p95, p99 = (times[int(len(times) * share)] for share in (0.5, 0.95, 0.99))
        print(f"{jokers} jokers: p50 {p50:.2f} ms, p95 {p95:.2f} ms, p99 {p99:.2f} ms, longest {times[-1]:.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
