"""Bots: choose(level, view, rng) → the text of one action. A bot sees a view, never the deal (CO-12).

What they aim for is stated by the rule sets (Ruleset.goals and its neighbours). A bot always finds an answer: an
action that nobody told it about is taken only when nothing else is legal.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ..errors import IllegalAction, UnknownLevel
from ..text import Text
from ..tiles import INDEX
from .levels import MINDS, Legal, Mind
from .measure import keys_for
from .table import Table

LEVELS = ("easy", "normal")  # what a room may seat
ALL_LEVELS = (*LEVELS, "random")


def check_level(level: object) -> str:
    """The level, if it exists. Raises UnknownLevel."""
    if isinstance(level, str) and level in ALL_LEVELS:
        return level
    raise UnknownLevel(
        Text("没有“{level}”这个机器人水平，只有：{known}", "there is no bot level “{level}”, only: {known}",
             level=str(level)[:40], known=", ".join(ALL_LEVELS))
    )  # fmt: skip


def choose(level: str, view: Mapping[str, Any], rng: random.Random) -> str:
    """One of the view's legal actions, as text. Raises UnknownLevel, and IllegalAction when the seat is not asked."""
    check_level(level)
    actions = view["actions"]
    if not actions:
        raise IllegalAction(Text("现在没有轮到这个座位", "this seat is not asked now"))
    if any(a["kind"] == "win" for a in actions):
        return "win"
    if len(actions) == 1:
        return str(actions[0]["text"])
    if level == "random":
        return str(rng.choice(actions)["text"])
    table = Table(view)
    own = table.rules.bot_choice(view, rng)
    if own is not None:
        return own
    legal, mind = Legal(table), Mind(table, rng)
    return _simple(table, legal, mind) or MINDS[level](table, legal, mind)


def _simple(table: Table, legal: Legal, mind: Mind) -> str | None:
    """Decisions that all levels take alike; None for the others."""
    if legal.get("free"):
        return str(legal.get("free")[0]["text"])
    if legal.get("give"):
        return str(min(legal.get("give"), key=lambda a: _cost_without(table, mind, a["tiles"]))["text"])
    if legal.get("ready"):
        ready = any(aim.missing(table.keys) <= 1 for aim in mind.aims(table.facts))
        return str(legal.get("ready")[0]["text"]) if ready else legal.decline()
    if not any(legal.get(kind) for kind in ("discard", "kong", "pung", "chow")):
        return legal.decline() or str(table.view["actions"][-1]["text"])
    return None


def _cost_without(table: Table, mind: Mind, tiles: list[str]) -> float:
    """How far the hand is when these tiles are given away."""
    hand = table.hand.copy()
    for name in tiles:
        hand.remove(INDEX[name])
    return mind.cost(keys_for(hand), table.facts)
