"""Deals that bots play among themselves, and what many of them say about the levels. Pure: the same in, the same out.

A wall is dealt once for each way to turn the bots over the seats, so that no level profits from its place; the walls
are therefore the clusters of the intervals. Files, processes and the clock belong to the `simulate` command.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from . import bots, record
from .actions import parse
from .machine import apply, settle_draw, start
from .ruleset import bound, check_options
from .state import Deal
from .tiles import NAMES, WINDS
from .view import view_for

MOST_MOVES = 2000  # no deal comes near; a bot that never ends one is a fault


class Plan(NamedTuple):
    """What to simulate; `levels` one a seat."""

    code: str
    options: Mapping[str, Any]
    levels: tuple[str, ...]
    seed: str
    keep_records: bool = False


class Outcome(NamedTuple):
    """One deal as the summary needs it: `seated` levels by seat, `wins` (kind, giver) and the moves made."""

    number: int
    wall: int
    seated: tuple[str, ...]
    deltas: tuple[int, ...]
    wins: tuple[tuple[str, int | None], ...]
    moves: int
    record: dict[str, Any] | None


def plan_for(
    code: str, options: Mapping[str, Any], levels: Sequence[str], seed: str, *, keep_records: bool = False
) -> Plan:
    """Check everything first. Fewer levels than seats are repeated. Raises UnknownRuleset, BadOption, UnknownLevel."""
    checked = check_options(code, options)
    seats = bound(code, checked).seats
    known = [bots.check_level(level) for level in levels] or ["normal"]
    return Plan(code, checked, tuple(known[s % len(known)] for s in range(seats)), seed, keep_records)


def turns(levels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The different ways to turn the bots over the seats, in order."""
    n = len(levels)
    return tuple(dict.fromkeys(tuple(levels[(s - shift) % n] for s in range(n)) for shift in range(n)))


def play_number(plan: Plan, number: int) -> Outcome:
    """Deal `number` of a plan: which wall, who sits where and who deals follow from the number alone."""
    ways = turns(plan.levels)
    wall, way = divmod(number, len(ways))
    seats = len(plan.levels)
    seed = hashlib.sha256(f"{plan.seed}/{wall}".encode()).digest()
    rng = random.Random(f"{plan.seed}/{wall}/{way}")
    wind = NAMES[WINDS[wall // seats % 4]]
    deal, moves = play(plan.code, plan.options, seed, wall % seats, ways[way], rng, wind)
    result = deal.result
    assert result is not None
    kept = None
    if plan.keep_records:
        kept = {"id": f"{plan.code}-{plan.seed}-{number}"} | record.write(deal, moves, ways[way])
    wins = tuple((w.how, w.giver) for w in result.wins)
    return Outcome(number, wall, ways[way], result.deltas, wins, len(moves), kept)


def play_numbers(plan: Plan, numbers: Iterable[int]) -> list[Outcome]:
    """Several deals of a plan (what one process of the command does at a time)."""
    return [play_number(plan, n) for n in numbers]


def play(
    code: str, options: Mapping[str, Any], seed: bytes, dealer: int, levels: Sequence[str], rng: random.Random,
    round_wind: str = "E",
) -> tuple[Deal, list[tuple[int, str]]]:  # fmt: skip
    """One deal from seed to end, `levels` one a seat: the finished deal and the moves (seat, text) in order."""
    deal, _ = start(code, options, seed, dealer=dealer, round_wind=round_wind)
    moves: list[tuple[int, str]] = []
    while not deal.over:
        if deal.settling:
            deal, _ = settle_draw(deal)
            continue
        seat = deal.actors[0]
        text = bots.choose(levels[seat], view_for(deal, seat), rng)
        moves.append((seat, text))
        deal, _ = apply(deal, seat, parse(text))
        if len(moves) > MOST_MOVES:
            raise AssertionError(f"{code}: a deal does not end (seed {seed.hex()})")
    return deal, moves


def summary(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """What CASES.md wants in the last line, but for the speed. `outcomes` in any order."""
    rows = sorted(outcomes)
    kinds = Counter(kind for row in rows for kind, _ in row.wins)
    fed = Counter({level: 0 for row in rows for level in row.seated})
    for row in rows:
        fed.update(row.seated[giver] for _, giver in row.wins if giver is not None)
    return {
        "deals": len(rows),
        "draws": sum(not row.wins for row in rows),
        "wins": dict(sorted(kinds.items())),
        "points": {level: interval(rows, level) for level in sorted(fed)},
        "deal_ins": dict(sorted(fed.items())),
        "mean_moves": round(sum(row.moves for row in rows) / len(rows), 2) if rows else 0,
    }


def interval(rows: Sequence[Outcome], level: str) -> list[float]:
    """[mean, lo, hi] of a level's points a deal and seat: 95 %, clustered by wall. One wall alone gives no width."""
    sums: dict[int, list[int]] = {}
    for row in rows:
        cluster = sums.setdefault(row.wall, [0, 0])
        for seated, points in zip(row.seated, row.deltas, strict=True):
            if seated == level:
                cluster[0] += points
                cluster[1] += 1
    seen = sum(n for _, n in sums.values())
    if not seen:
        return [0.0, 0.0, 0.0]
    mean = sum(total for total, _ in sums.values()) / seen
    walls = len(sums)
    # The usual estimator for a ratio of cluster sums.
    spread = sum((total - mean * n) ** 2 for total, n in sums.values())
    error = math.sqrt(spread * walls / (walls - 1)) / seen if walls > 1 else 0.0
    return [round(v, 4) for v in (mean, mean - 1.96 * error, mean + 1.96 * error)]
