"""What the parts around the table show: top bar, vote, lobby, the result of a deal, standings.

Called inside the page's language. Reads the room view only.
"""

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import score_state
from games.table_parts import Table, label, wind_mark
from games.tile_html import melds_html, run_html, tile_html


def topbar(room_view: dict) -> dict:
    room, match = room_view["room"], room_view["match"]
    return {
        "room": room,
        "ruleset": label(room["ruleset_name"]),
        "deal_number": match["deal_number"] if match else None,
        "deals_total": match["deals_total"] if match else None,
        "options": chosen(room_view) if room["status"] not in ("lobby", "closed") else [],
        "spectator": room_view["me"]["seat"] is None,
        "seated_in_match": playing_here(room_view),
        "can_close": room["is_host"] and room["status"] in ("lobby", "finished"),
    }


def chosen(room_view: dict) -> list[dict]:
    """The options of the room, in words; `changed`: not the default."""
    return [
        {"label": label(option["label"]), "value": label(option["value"]), "changed": option["changed"]}
        for option in room_view["room"]["options"]
    ]


def playing_here(room_view: dict) -> bool:
    """The viewer sits in a running match and plays himself."""
    me = room_view["me"]
    return me["seat"] is not None and not me.get("away") and room_view["room"]["status"] in ("playing", "between")


def contexts(room_view: dict) -> dict[str, tuple[str, dict]]:
    """{part id: (template name, context)} of the parts that belong to the room's present status."""
    status, found = room_view["room"]["status"], {}
    if status in ("lobby", "closed"):
        found["lobby"] = ("lobby", lobby(room_view))
    deal = room_view["deal"]
    if deal and deal["view"]["phase"] == "over" and status != "lobby":
        found["result"] = ("result", result(room_view))
    if status == "finished" and room_view["match"]:
        found["standings"] = ("standings", standings(room_view))
    if room_view.get("vote"):
        found["vote"] = ("vote", vote(room_view))
    return found


def lobby(room_view: dict) -> dict:
    me = room_view["me"]
    names = {seat["number"]: seat["name"] for seat in room_view["seats"]}
    host = next((seat["number"] for seat in room_view["seats"] if seat["is_host"]), None)
    return {
        "room": room_view["room"],
        "ruleset": label(room_view["room"]["ruleset_name"]),
        "closed": room_view["room"]["status"] == "closed",
        "me": me,
        "seated": me["seat"] is not None,
        "is_host": room_view["room"]["is_host"],
        "seats": room_view["seats"],
        "options": chosen(room_view),
        "can_start": room_view["can_start"],
        "has_room": any(seat["kind"] == "empty" for seat in room_view["seats"]),
        "waiting": [names[number] for number in room_view["waiting_for"] if number not in (me["seat"], host)],
    }


def result(room_view: dict) -> dict:
    """A finished deal, reason by reason: every hand, each win fan by fan, every transfer, totals, and the seed."""
    table, deal, me = Table(room_view), room_view["deal"], room_view["me"]
    outcome = table.view["result"] or {"drawn": True, "wins": [], "transfers": [], "deltas": [], "next_dealer": 0}
    status = room_view["room"]["status"]
    deltas = dict(enumerate(outcome["deltas"]))
    waiting = room_view["waiting_for"] if status == "between" else []
    return {
        "drawn": outcome["drawn"],
        "wins": [_win(table, win) for win in outcome["wins"]],
        "transfers": [
            {
                "payer": table.name(row["from"]),
                "payee": table.name(row["to"]),
                "amount": row["amount"],
                "reason": label(row["reason"]),
                "fans": [_fan(table, fan) for fan in row["fans"]],
                "mine": table.me is not None and table.me in (row["from"], row["to"]),
            }
            for row in outcome["transfers"]
        ],
        "seats": [
            {
                "name": player["name"],
                "wind": wind_mark(table.seats[number]["wind"]),
                "dealer": table.seats[number]["dealer"],
                "is_me": number == table.me,
                "won": any(win["seat"] == number for win in outcome["wins"]),
                "hand": run_html(table.seats[number]["hand"] or ()),
                "melds": _melds(table, number),
                "delta": deltas.get(number, 0),
                "total": player["total"],
            }
            for number, player in sorted(table.players.items())
            if number in table.seats
        ],
        "options": chosen(room_view),
        "seed": deal["seed"],
        "seed_hash": deal["seed_hash"],
        "between": status == "between",
        "folded": status == "finished",
        "can_ready": status == "between" and me["seat"] in waiting,
        "ready": status == "between" and me["seat"] is not None and me["seat"] not in waiting,
        "waiting": [table.players[number]["name"] for number in waiting if number != me["seat"]],
    }


def _melds(table: Table, number: int) -> SafeString:
    return melds_html(table.seats[number]["melds"], number, len(table.seats))


def _win(table: Table, win: dict) -> dict:
    seat = table.seats[win["seat"]]
    hand = list(seat["hand"] or ())
    if win["tile"] in hand and len(hand) % 3 == 2:  # the winning tile stands apart, wherever it came from
        hand.remove(win["tile"])
    return {
        "who": table.name(win["seat"]),
        "giver": table.name(win["giver"]) if win["giver"] is not None else "",
        "how": label(win["how"]),
        "hand": run_html(hand),
        "melds": _melds(table, win["seat"]),
        "tile": tile_html(win["tile"], "winning") if win["tile"] else "",
        "fans": [_fan(table, fan) for fan in win["fans"]],
        "total": win["total"],
        "not_counted": [
            {"name": label(n["name"]), "value": n["value"], "count": n["times"], "because": label(n["because"])}
            for n in win.get("not_counted", ())
        ],
        "link": _calculator(win.get("case")),
    }


def _calculator(case: dict | None) -> str:
    """The address of the calculator with this hand filled in."""
    return f"{reverse('score-ruleset', args=[case['ruleset']])}?{score_state.query_of_case(case)}" if case else ""


def _fan(table: Table, fan: dict) -> dict:
    payers = fan["payers"] or ()
    everyone = len(payers) >= len(table.seats) - 1
    return {
        "name": label(fan["name"]),
        "value": fan["value"],
        "count": fan["count"],
        "tiles": [run_html(group) for group in fan.get("tiles", ())],
        "payers": "" if everyone else _(", ").join(table.name(seat) for seat in payers),
    }


def standings(room_view: dict) -> dict:
    match, me = room_view["match"], room_view["me"]
    players = sorted(room_view["seats"], key=lambda seat: seat["number"])
    return {
        "ranks": sorted(match["standings"], key=lambda row: row["rank"]),
        "players": [player["name"] for player in players],
        "deals": [
            {"number": deal["number"], "drawn": deal["drawn"], "deltas": deal["deltas"]} for deal in match["deals"]
        ],
        "me": me["seat"],
        "can_play_again": me["seat"] is not None and not me["ready"],
        "ready": me["ready"],
        "waiting": [
            seat["name"] for seat in players if seat["number"] in room_view["waiting_for"] and not seat["is_me"]
        ],
    }


def vote(room_view: dict) -> dict:
    """Somebody asks to end or pause the match: who, what everybody has said, until when, and the viewer's answer."""
    asked, me = room_view["vote"], room_view["me"]["seat"]
    names = {seat["number"]: seat["name"] for seat in room_view["seats"]}
    return {
        "kind": asked["kind"],
        "who": str(names[asked["by"]]),
        "answers": [{"name": str(names[number]), "agrees": agrees} for number, agrees in asked["answers"].items()],
        "due": asked["due_ms"],
        "may_vote": playing_here(room_view),
        "agreed": asked["answers"].get(me),
    }
