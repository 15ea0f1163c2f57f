"""A finished deal as a page shows it: the head, the result, and the replay (牌谱) frame by frame.

Reads only, and only deals that are over: every hand lies open here.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import override

import rules
from games import selectors
from games.models import Deal
from games.result_parts import result as result_context
from games.room_parts import chosen
from games.table_parts import label, wind_mark


def page(deal: Deal, language: str) -> dict[str, Any]:
    """The context of the page."""
    state = rules.from_json(deal.snapshot)
    totals = [a + b for a, b in zip(selectors.totals_before(deal), state.result.deltas, strict=True)]
    with override(language):
        shown = room_view(deal, rules.view_for(state, None), None, totals)
        return {
            "deal": {
                "key": deal.key,
                "number": deal.number,
                "total": deal.match.deals_total,
                "at": deal.finished_at,
                "ruleset": label(shown["room"]["ruleset_name"]),
                "round": wind_mark(deal.round_wind),
                "seed": deal.seed,
                "seed_hash": deal.seed_hash,
            },
            "result": result_context(shown, chosen(shown)),
        }


def room_view(deal: Deal, view: dict[str, Any], seat: int | None, totals: list[int]) -> dict[str, Any]:
    """What the parts of the table read (selectors.room_view), made for one look at a finished deal: nobody is asked,
    nobody is online or away. `totals`: each seat's points in the match as they are to be shown."""
    ruleset = rules.get_ruleset(deal.match.room.ruleset)
    names = selectors.player_names(deal.match)
    return {
        "room": {
            "ruleset": ruleset.code,
            "ruleset_name": ruleset.name,
            "status": "finished",
            "is_host": False,
            "options": selectors.option_rows(ruleset, deal.match.options),
        },
        "me": {"seat": seat, "trustee": False, "away": False, "ready": False},
        "seats": [
            {
                "number": n,
                "kind": "bot" if row["bot"] else "human",
                "name": names[n],
                "online": True,
                "trustee": False,
                "total": totals[n],
            }
            for n, row in enumerate(deal.match.players)
        ],
        "match": {"deal_number": deal.number, "deals_total": deal.match.deals_total},
        "deal": {"key": None, "view": view, "due_ms": None, "seed": deal.seed, "seed_hash": deal.seed_hash},
        "waiting_for": [],
    }
