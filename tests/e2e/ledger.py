"""Looks into the database of a served site: does what was played add up? Reads only."""

import json

LOOK = """
import json
from collections import Counter
from games.models import Deal, Match, Step, Transfer
deals = list(Deal.objects.order_by("pk").values("pk", "match_id", "number", "status", "steps_count", "result", "seed"))
steps = list(Step.objects.order_by("deal_id", "number").values_list("deal_id", "number", "window", "seat", "made_by"))
print("FACTS " + json.dumps({
    "deals": deals, "steps": steps,
    "matches": list(Match.objects.values("pk", "room_id", "number", "status", "deals_total")),
    "sums": list(Transfer.objects.values_list("deal_id", "payer", "payee", "amount")),
}))
"""


def facts(server) -> dict:
    said = server.manage("shell", "--no-imports", "-c", LOOK)
    found = json.loads(said[said.index("FACTS ") + 6 :])
    found["seeds"] = [deal["seed"] for deal in found["deals"]]
    return found


def assert_clean(server) -> dict:
    """No step twice, numbers without gaps, points that sum to zero, and every finished deal replays to its ledger."""
    found = facts(server)
    numbers: dict[int, list[int]] = {}
    answered = set()
    for deal, number, window, seat, _made_by in found["steps"]:
        numbers.setdefault(deal, []).append(number)
        assert (deal, window, seat) not in answered, f"deal {deal}: seat {seat} answered window {window} twice"
        answered.add((deal, window, seat))
    for deal in found["deals"]:
        made = numbers.get(deal["pk"], [])
        assert made == list(range(1, len(made) + 1)), deal["pk"]
        live = deal["status"] in ("running", "settling")  # bots may have played on between two of these readings
        assert len(made) == deal["steps_count"] or live, deal["pk"]
        if deal["result"]:
            assert sum(deal["result"]["deltas"]) == 0
            net = [0] * len(deal["result"]["deltas"])
            for pk, payer, payee, amount in found["sums"]:
                if pk == deal["pk"]:
                    net[payer] -= amount
                    net[payee] += amount
            assert net == deal["result"]["deltas"], deal["pk"]
    assert ", 0 with differences" in server.manage("check_ledger")
    return found
