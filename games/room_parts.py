"""What the parts around the table show: top bar, vote. Lobby: lobby_parts.py; result and standings:
result_parts.py.

Called inside the page's language. Reads the room view only.
"""

from games import lobby_parts, result_parts
from games.table_parts import label


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
        "trustee": room_view["me"]["trustee"],
        "can_ask": playing_here(room_view) and not room_view["vote"],
        "paused": room["paused"],
        "tools": tools(room_view),
        "door": room["is_host"] and room["status"] not in ("lobby", "closed"),  # there it stands on the page
        "can_close": room["is_host"] and room["status"] in ("lobby", "finished"),
    }


def tools(room_view: dict) -> dict | None:
    """What the host may do in a running match, and for whom."""
    found = room_view["tools"]
    if not found:
        return None
    return {"replace": [seat for seat in room_view["seats"] if seat["number"] in found["replace"]]}


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
        found["lobby"] = ("lobby", lobby_parts.lobby(room_view))
    deal = room_view["deal"]
    if deal and deal["view"]["phase"] == "over" and status != "lobby":
        found["result"] = ("result", result_parts.result(room_view, chosen(room_view)))
    if status == "finished" and room_view["match"]:
        found["standings"] = ("standings", result_parts.standings(room_view))
    if room_view["vote"] or room_view["room"]["paused"]:
        found["vote"] = ("vote", vote(room_view))
    return found


def vote(room_view: dict) -> dict:
    """What everybody shall see at once: that the table is paused; who asks to end or pause the match, what everybody
    has said, until when, and the viewer's answer."""
    asked = room_view["vote"]
    shown = {"paused": room_view["room"]["paused"], "may_vote": playing_here(room_view), "kind": None}
    if not asked:
        return shown
    names = {seat["number"]: str(seat["name"]) for seat in room_view["seats"]}
    return shown | {
        "kind": asked["kind"],
        "who": names[asked["by"]],
        "answers": [{"name": names[number], "agrees": agrees} for number, agrees in asked["answers"].items()],
        "due": asked["due_ms"],
        "agreed": asked["answers"].get(room_view["me"]["seat"]),
    }
