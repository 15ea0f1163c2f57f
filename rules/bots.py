"""Bots: choose(level, view, rng) → the text of one action. A bot sees a view, never the deal (CO-12)."""

from __future__ import annotations

import random
from typing import Any

LEVELS = ("easy", "normal")


def choose(level: str, view: dict[str, Any], rng: random.Random) -> str:
    """One of the view's legal actions, as text."""
    actions: list[str] = [a["text"] for a in view["actions"]]
    if "win" in actions:
        return "win"
    return rng.choice(actions)
