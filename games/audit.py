"""Does the ledger say what was played? A finished deal is played again from its seed and steps, and compared.

Reads only. Finds, never mends: a difference is for a person to look at (a correction is services.correct).
"""

from __future__ import annotations

import json
from typing import Any

import rules
from rules.errors import RuleError

from . import selectors
from .models import Deal, Step
from .services.ledger import KIND as CORRECTION


def check_deal(deal: Deal) -> list[str]:
    """What does not fit, one English sentence each; [] when everything does. Running deals fit by being empty."""
    rows = [r for r in deal.transfers.order_by("number") if r.kind != CORRECTION]
    if deal.status != Deal.Status.OVER:
        return ["has transfers although it was never finished"] if rows else []
    found = []
    steps = list(Step.objects.filter(deal=deal).order_by("number"))
    if [s.number for s in steps] != list(range(1, deal.steps_count + 1)):
        found.append("the steps are not numbered 1, 2, 3 … to the end")
    if rules.seed_hash(bytes.fromhex(deal.seed)) != deal.seed_hash:
        found.append("the seed is not the one whose hash was published")
    try:
        state = replayed(deal, steps)
    except RuleError as problem:
        return [*found, f"the steps cannot be played again: {problem}"]
    if not state.over:
        return [*found, "the steps end before the deal is over"]
    if _lasting(plain(state.to_json())) != _lasting(deal.snapshot):
        found.append("the stored state is not the one that the steps lead to")
    result = plain(state.result.to_json())
    if result != deal.result:
        found.append("the stored result is not the one that the steps lead to")
    if [_line(row) for row in rows] != [_entry(entry) for entry in result["transfers"]]:
        found.append("the transfers are not those that the steps lead to")
    return found


def replayed(deal: Deal, steps: list[Step]) -> rules.Deal:
    """The deal played again. Raises a RuleError at the first step that is not legal."""
    state = selectors.first_state(deal)
    for step in steps:
        state, _events = rules.apply(state, step.seat, rules.parse(step.action))
    if state.settling:
        state, _events = rules.settle_draw(state)
    return state


def _lasting(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Without the news: they say what the last answer brought, and a table with pauses brings it in smaller pieces."""
    return {key: value for key, value in snapshot.items() if key != "news"}


def plain(data: Any) -> Any:
    """As the database gives it back: tuples are lists, keys are strings."""
    return json.loads(json.dumps(data))


def _line(row) -> tuple:
    return row.payer, row.payee, row.amount, row.kind, row.reason, row.fans


def _entry(entry: dict[str, Any]) -> tuple:
    return entry["from"], entry["to"], entry["amount"], entry["kind"], entry["reason"], entry["fans"]
