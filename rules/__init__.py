"""The rules of five kinds of Chinese mahjong, pure: no I/O, no clock, no randomness but the seed's.

This is the public door. `start` a deal, ask `legal_actions`, `apply` one, show `view_for`; `score` a case and
`replay` a record (formats: CASES.md of the project).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import bots, record
from .actions import Action, parse
from .case import score
from .frames import Frame, frames
from .hints import hints_for
from .machine import apply, default_action, first_dealer, legal_actions, proceed, settle_draw, start
from .options import Preset
from .proof import Proof, prove
from .record import replay
from .ruleset import bound, check_options, get_ruleset, registry
from .settlement import Result
from .state import Deal
from .view import open_view, result_view, view_for
from .wall import seed_hash

from_json = Deal.from_json
result_from_json = Result.from_json


def ruleset_codes() -> tuple[str, ...]:
    """The codes of all registered rule sets."""
    return tuple(registry())


def presets(code: str) -> tuple[Preset, ...]:
    """The named option sets of a rule set."""
    return get_ruleset(code).presets


def seat_count(code: str, options: Mapping[str, Any]) -> int:
    """How many play with these options."""
    return bound(code, check_options(code, options)).seats


__all__ = [
    "Action",
    "Deal",
    "Frame",
    "Proof",
    "Result",
    "apply",
    "bots",
    "check_options",
    "default_action",
    "first_dealer",
    "frames",
    "from_json",
    "get_ruleset",
    "hints_for",
    "legal_actions",
    "open_view",
    "parse",
    "presets",
    "proceed",
    "prove",
    "record",
    "replay",
    "result_from_json",
    "result_view",
    "ruleset_codes",
    "score",
    "seat_count",
    "seed_hash",
    "settle_draw",
    "start",
    "view_for",
]
