"""Whole deals for tests: seeded deals of any rule set and options, played by bots. Holds no test."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import rules
from rules.actions import Action
from rules.state import Deal

BOUND = 600  # no deal takes more answers


def seed_of(number: int) -> bytes:
    """A 32-byte seed from a small number."""
    return number.to_bytes(32, "big")


def option_rows(code: str) -> list[dict[str, Any]]:
    """Option sets in which every value of every option that play depends on occurs: the defaults, all second values,
    all third …, each shorter list taken round; where a combination is refused, its options one by one; then two mixed
    rows."""
    options = [o for o in rules.get_ruleset(code).options if o.key not in ("deals", "clock", "hints")]
    rng = random.Random(code)
    longest = max(len(o.choices) for o in options)
    wanted = [{o.key: o.choices[i % len(o.choices)] for o in options} for i in range(longest)]
    wanted += [{o.key: rng.choice(o.choices) for o in options} for _ in range(2)]
    rows: list[dict[str, Any]] = []
    for row in wanted:
        if allowed(code, row):
            rows.append(row)
        else:
            rows.extend({key: value} for key, value in row.items() if allowed(code, {key: value}))
    return rows


def allowed(code: str, row: dict[str, Any]) -> bool:
    try:
        rules.check_options(code, row)
    except rules.errors.BadOption:
        return False
    return True


def choose(deal: Deal, seat: int, level: str, rng: random.Random) -> Action:
    """What a bot of `level` does; a "wild" one takes any action, but a win when it sees one, mostly."""
    if level == "wild":
        legal = rules.legal_actions(deal, seat)
        wins = [a for a in legal if a.kind == "win"]
        return wins[0] if wins and rng.random() < 0.7 else rng.choice(legal)
    return rules.parse(rules.bots.choose(level, rules.view_for(deal, seat), rng))


def steps(code: str, options: dict[str, Any], seed: bytes, *, dealer: int = 0,
          levels: tuple[str, ...] = ("wild",) * 4) -> Iterator[tuple[Deal, int, Action, Deal]]:  # fmt: skip
    """Play a deal to its end: (deal before, seat, action, deal after) at each answer."""
    rng = random.Random(seed)
    deal, _ = rules.start(code, options, seed, dealer=dealer)
    for _ in range(BOUND):
        if deal.settling:
            deal, _ = rules.settle_draw(deal)
        if deal.over:
            return
        seat = rng.choice(deal.actors)
        action = choose(deal, seat, levels[seat], rng)
        after, _ = rules.apply(deal, seat, action)
        yield deal, seat, action, after
        deal = after
    raise AssertionError(f"the deal did not end within {BOUND} answers")


def finished(deal: Deal) -> Deal:
    """The deal once a pending settlement is done."""
    return rules.settle_draw(deal)[0] if deal.settling else deal


def play_out(
    code: str, options: dict[str, Any], seed: bytes, *, dealer: int = 0, levels: tuple[str, ...] = ("wild",) * 4
) -> tuple[Deal, list[tuple[int, str]]]:
    """The finished deal and its moves."""
    moves = []
    deal, _ = rules.start(code, options, seed, dealer=dealer)
    for _, seat, action, after in steps(code, options, seed, dealer=dealer, levels=levels):
        moves.append((seat, str(action)))
        deal = after
    return finished(deal), moves
