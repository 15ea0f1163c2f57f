"""What the result of a deal and the standings of a match show: who pays whom and why, deal by deal, in all.

Called inside the page's language. Reads the room view only.
"""

from itertools import accumulate

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import score_state
from games.share import share_text
from games.table_parts import Table, label, wind_mark
from games.tile_html import melds_html, run_html, tile_html


def result(room_view: dict, options: list[dict]) -> dict:
    """A finished deal, reason by reason: every hand, each win fan by fan, every transfer, totals, and the seed."""
    table, deal, me = Table(room_view), room_view["deal"], room_view["me"]
    outcome = table.view["result"] or {"drawn": True, "wins": [], "transfers": [], "deltas": [], "next_dealer": 0}
    status = room_view["room"]["status"]
    deltas = dict(enumerate(outcome["deltas"]))
    waiting = room_view["waiting_for"] if status == "between" else []
    wins = [_win(table, win) for win in outcome["wins"]]
    return {
        "drawn": outcome["drawn"],
        "wins": wins,
        "transfers": [
            {
                "payer": table.name(row["from"]),
                "payee": table.name(row["to"]),
                "amount": row["amount"],
                # what this row does to the viewer's own points; None: it is between others
                "mine": {row["from"]: -row["amount"], row["to"]: row["amount"]}.get(table.me),
                "reason": label(row["reason"]),
                "fans": _fans_of_row(table, row, wins),
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
        "players": [str(player["name"]) for _number, player in sorted(table.players.items())],
        "running": running_totals(room_view["match"]["deals"]) if status == "between" else [],
        "deal_link": deal_link(deal["key"]),
        "options": options,
        "seed": deal["seed"],
        "seed_hash": deal["seed_hash"],
        "between": status == "between",
        "next_due": room_view["next_due_ms"],
        "folded": status == "finished",
        "can_ready": status == "between" and me["seat"] in waiting,
        "ready": status == "between" and me["seat"] is not None and me["seat"] not in waiting,
        "waiting": [table.players[number]["name"] for number in waiting if number != me["seat"]],
    }


def deal_link(key: str | None) -> str:
    """The page of one finished deal: its result and its replay."""
    return reverse("deal", args=[key]) if key else ""


def deal_rows(deals: list[dict]) -> list[dict]:
    """One row for each finished deal of a match."""
    return [
        {"number": deal["number"], "drawn": deal["drawn"], "points": deal["deltas"], "link": deal_link(deal["key"])}
        for deal in deals
    ]


def running_totals(deals: list[dict]) -> list[dict]:
    """The same rows with what everybody had after each deal."""
    sums = accumulate((deal["deltas"] for deal in deals), lambda a, b: [x + y for x, y in zip(a, b, strict=True)])
    return [row | {"points": points} for row, points in zip(deal_rows(deals), sums, strict=True)]


def _melds(table: Table, number: int) -> SafeString:
    return melds_html(table.seats[number]["melds"], number, len(table.seats))


def _win(table: Table, win: dict) -> dict:
    seat = table.seats[win["seat"]]
    hand = list(seat["hand"] or ())
    if win["tile"] in hand and len(hand) % 3 == 2:  # the winning tile stands apart, wherever it came from
        hand.remove(win["tile"])
    return {
        "seat": win["seat"],
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


def _fans_of_row(table: Table, row: dict, wins: list[dict]) -> list[dict]:
    """What made the amount. Nothing when it is what stands above already: a 国标 hand would be told four times over."""
    fans = [_fan(table, fan) for fan in row["fans"]]
    told = [win["fans"] for win in wins if win["seat"] == row["to"]]
    return [] if len(told) == 1 and _counted(told[0]) == _counted(fans) else fans


def _counted(fans: list[dict]) -> list[tuple]:
    return [(fan["name"], fan["value"], fan["count"]) for fan in fans]


def standings(room_view: dict) -> dict:
    """After the match: ranks, deal by deal, the evening's total, the text for the group chat, and what next."""
    match, me, room = room_view["match"], room_view["me"], room_view["room"]
    players = sorted(room_view["seats"], key=lambda seat: seat["number"])
    return {
        "dissolved": match["status"] == "void",
        "scored": bool(match["deals"]),
        "ranks": rank_rows(match["standings"]),
        "players": [str(row["name"]) for row in sorted(match["standings"], key=lambda row: row["seat"])],
        "deals": deal_rows(match["deals"]),
        "evening": evening_rows(match["evening"], me["user_id"]),
        "share": share_text(
            code=room["code"],
            ruleset=label(room["ruleset_name"]),
            date=match["date"],
            deals=len(match["deals"]),
            ranks=match["standings"],
            evening=match["evening"],
            link=reverse("room", args=[room["code"]]),
        )
        if match["deals"]
        else "",
        "me": me["played"],
        "is_host": room["is_host"],
        "free_seat": _free_seat(room_view),
        "can_play_again": me["seat"] is not None and not me["ready"],
        "ready": me["ready"],
        "waiting": [
            str(seat["name"]) for seat in players if seat["number"] in room_view["waiting_for"] and not seat["is_me"]
        ],
    }


def _free_seat(room_view: dict) -> int | None:
    """For somebody without a seat: where he could sit down for the next match: his old seat, an empty one, a bot's."""
    room, me = room_view["room"], room_view["me"]
    if me["seat"] is not None or (room["locked"] and not room["is_host"]):
        return None
    free = [seat for seat in room_view["seats"] if seat["kind"] != "human"]
    free.sort(key=lambda seat: (seat["number"] != me["played"], seat["kind"] != "empty"))
    return free[0]["number"] if free else None


def rank_rows(rows: list[dict]) -> list[dict]:
    """`tied`: shares its rank with somebody."""
    held = [row["rank"] for row in rows]
    return [row | {"name": str(row["name"]), "tied": held.count(row["rank"]) > 1} for row in rows]


def evening_rows(evening: dict | None, me: int | None) -> list[dict]:
    """The total over all matches of a room, as soon as there is more than one."""
    if not evening or evening["matches"] < 2:
        return []
    return [
        row | {"name": str(row["name"]), "is_me": row["user"] is not None and row["user"] == me}
        for row in evening["rows"]
    ]
