"""Whole deals by bots: deals a second, and how long one decision takes at each level. Asserts nothing.

    PYTHONPATH=. python tests/bench/bench_deals.py [deals] [rule set …]

Times are of the processor, so that a busy machine blurs them less. "decision" is bots.choose alone, without the seat's
view; "view" and "engine" are rules.view_for and rules.apply. The first deals are cold: they fill the memos, and are
shown apart. Decisions with one legal action or a win on offer are left out of the percentiles.
"""

from __future__ import annotations

import random
import resource
import sys
import time

import rules
from rules import bots

COLD = 10
clock = time.process_time


def played(code: str, level: str, number: int, spent: dict[str, float], decisions: list[float]) -> int:
    """One deal with the level on every seat; returns its moves."""
    seats = rules.seat_count(code, {})
    rng = random.Random(number)
    deal, _ = rules.start(code, {}, number.to_bytes(32, "big"), dealer=number % seats)
    moves = 0
    while not deal.over:
        if deal.settling:
            deal, _ = rules.settle_draw(deal)
            continue
        seat = deal.actors[0]
        begun = clock()
        view = rules.view_for(deal, seat)
        seen = clock()
        text = bots.choose(level, view, rng)
        chosen = clock()
        deal, _ = rules.apply(deal, seat, rules.parse(text))
        spent["view"] += seen - begun
        spent["bot"] += chosen - seen
        spent["engine"] += clock() - chosen
        if len(view["actions"]) > 1 and text != "win":
            decisions.append(1000 * (chosen - seen))
        moves += 1
    return moves


def percentiles(times: list[float]) -> str:
    ranked = sorted(times)
    return " ".join(
        f"p{100 * share:g} {ranked[min(len(ranked) - 1, int(len(ranked) * share))]:.3f}" for share in (0.5, 0.95, 0.99)
    )


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for code in sys.argv[2:] or rules.ruleset_codes():
        for level in bots.ALL_LEVELS:
            spent, cold, times = dict.fromkeys(("view", "bot", "engine"), 0.0), [], []
            for number in range(COLD):
                played(code, level, number, spent, cold)
            spent, begun = dict.fromkeys(spent, 0.0), clock()
            moves = sum(played(code, level, number, spent, times) for number in range(COLD, COLD + deals))
            seconds = clock() - begun
            shares = " ".join(f"{name} {100 * part / seconds:.0f} %" for name, part in spent.items())
            print(f"{code:11} {level:7} {deals / seconds:7.1f} deals/s  {moves / deals:5.1f} moves  decision ms:"
                  f" {percentiles(times)}  (cold: {percentiles(cold)})  {shares}")  # fmt: skip
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
