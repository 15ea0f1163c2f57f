"""What the parts of the table read (selectors.room_view), made for a look at a deal that nobody sits at: a replay, a
lesson. Nobody is waited for, nobody is away, nothing is asked but what the deal's own view asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import rules
from games.selectors import option_rows


def still_view(
    code: str,
    options: dict[str, Any],
    view: dict[str, Any],
    seat: int | None,
    players: Sequence[dict[str, Any]],
    *,
    status: str,
    number: int = 1,
    of: int = 1,
    seed: str | None = None,
    seed_hash: str = "",
) -> dict[str, Any]:
    """`view`: the rules' view from `seat`; `players`: {"kind", "name", "total"} by seat; deal `number` of `of`."""
    ruleset = rules.get_ruleset(code)
    return {
        "room": {
            "ruleset": code,
            "ruleset_name": ruleset.name,
            "status": status,
            "is_host": False,
            "paused": False,
            "options": option_rows(ruleset, options),
        },
        "me": {"seat": seat, "played": seat, "trustee": False, "away": False, "ready": False},
        "seats": [
            {"number": n, "online": True, "trustee": False, "is_me": n == seat, **player}
            for n, player in enumerate(players)
        ],
        "match": {"deal_number": number, "deals_total": of, "deals": []},
        "deal": {"key": None, "names": None, "view": view, "due_ms": None, "seed": seed, "seed_hash": seed_hash},
        "next_due_ms": None,
        "waiting_for": [],
        "vote": None,
    }
