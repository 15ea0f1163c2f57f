"""What the lobby shows: who sits where and what the viewer may do about it, the options and rulings, the door.

Called inside the page's language. Reads the room view only.
"""

from games.table_parts import label


def lobby(room_view: dict) -> dict:
    """The context of the lobby part: plain values, and for every seat the things that this viewer can do there."""
    room, me, seats = room_view["room"], room_view["me"], room_view["seats"]
    seated, is_host = me["seat"] is not None, room["is_host"]
    empty = sum(seat["kind"] == "empty" for seat in seats)
    may_come = not seated and (not room["locked"] or is_host)
    host = next((seat["number"] for seat in seats if seat["is_host"]), None)
    not_waited_for = (me["seat"], host) if not is_host else (host,)
    options = _options(room["options"])
    return {
        "code": room["code"],
        "ruleset_code": room["ruleset"],
        "ruleset": label(room["ruleset_name"]),
        "closed": room["status"] == "closed",
        "seats": [_place(seat, me, is_host, may_come) for seat in seats],
        "seated": seated,
        "is_host": is_host,
        "ready": me["ready"],
        "to_brief": seated and not me["briefed"],
        "marked": [row for row in options if row["fresh"] or row["changed"]],
        "usual": [row for row in options if not (row["fresh"] or row["changed"])],
        "rulings": [label(ruling) for ruling in room["rulings"]],
        "can_start": room_view["can_start"],
        "can_sit": may_come and empty > 0,
        "empty": empty,
        "locked": room["locked"],
        "spectators": room["spectators"],
        "removed": room["removed"],
        "waiting": [
            {"number": seat["number"] + 1, "name": seat["name"], "online": seat["online"]}
            for seat in seats
            if seat["number"] in room_view["waiting_for"] and seat["number"] not in not_waited_for
        ],
    }


def _place(seat: dict, me: dict, is_host: bool, may_come: bool) -> dict:
    """One seat. What the viewer may do there stands in the order of the buttons."""
    kind, is_me, seated = seat["kind"], seat["is_me"], me["seat"] is not None
    taken = seated and kind != "empty" and not is_me
    asked = taken and me["wants"] == seat["number"]
    asks = taken and seat["wants_mine"]
    return {
        "number": seat["number"],
        "kind": kind,
        "name": str(seat["name"]),
        "level": seat["level"],
        "online": seat["online"],
        "ready": seat["ready"],
        "is_me": is_me,
        "is_host": seat["is_host"],
        "can_move": seated and kind == "empty",
        "can_sit": may_come and kind != "human",
        "asks": asks,
        "asked": asked,
        "can_swap": taken and not asked and not asks,
        "can_add": is_host and kind == "empty",
        "can_remove": is_host and kind == "bot",
        "can_rule": is_host and kind == "human" and not is_me,
    }


def _options(rows: list[dict]) -> list[dict]:
    """In words: what is new first, then what differs from the usual, then the rest."""
    found = [
        {
            "label": label(row["label"]),
            "value": label(row["value"]),
            "changed": row["changed"],
            "fresh": row["fresh"],
        }
        for row in rows
    ]
    return sorted(found, key=lambda row: (not row["fresh"], not row["changed"]))
