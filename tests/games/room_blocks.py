"""What the hand-made room views of room_views.py are made of: tiles, seats, a deal, a room, things said."""

import datetime

from rules.text import Text

MY_HAND = ["1m", "2m", "3m", "5m", "5m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "C"]
NAMES = ["小王", "Anna", "大连老李头", "Bot Bei"]


def text(zh: str, en: str | None = None) -> Text:
    return Text(zh, en or zh)


def action(words: str, zh: str, en: str, group: str, tiles=(), waits=None) -> dict:
    return {
        "text": words,
        "kind": words.split()[0],
        "label": text(zh, en),
        "tiles": list(tiles),
        "group": group,
        "waits": waits,
    }


def pond(tiles: str, claimed: tuple[int, ...] = ()) -> list[dict]:
    return [
        {"tile": tile, "claimed": index in claimed, "from_hand": index % 3 != 0}
        for index, tile in enumerate(tiles.split())
    ]


def seated(number: int, wind: str, **changes) -> dict:
    seat = {
        "seat": number,
        "wind": wind,
        "dealer": wind == "E",
        "hand": None,
        "hand_count": 13,
        "drawn": None,
        "has_drawn": False,
        "melds": [],
        "pond": [],
        "flowers": [],
        "open": False,
        "out": False,
        "points": 0,
        "badges": [],
    }
    return seat | changes


def view() -> dict:
    """A deal in its middle, seen from seat 0, nobody asked: seat 1 is to play."""
    return {
        "ruleset": "dalian",
        "seat": 0,
        "dealer": 2,
        "round_wind": "E",
        "dice": [[3, 5], [2]],
        "wall_left": 57,
        "live_left": 43,
        "phase": "turn",
        "turn": 1,
        "window": 0,
        "actions": [],
        "answered": None,
        "last": {"seat": 0, "tile": "9m", "kind": "discard", "claimed_by": None},
        "seats": [
            seated(0, "W", hand=MY_HAND[:13], hand_count=13, pond=pond("N 1s 9p 2s W 9m")),
            seated(
                1,
                "N",
                hand_count=8,
                has_drawn=True,
                pond=pond("F 1p 9s 3s 8m 2p", (4,)),
                points=4,
                melds=[
                    {"kind": "chow", "tiles": ["3s", "4s", "5s"], "from": 0, "claimed": "4s"},
                    {"kind": "pung", "tiles": ["8m", "8m", "8m"], "from": 3, "claimed": "8m"},
                ],
            ),
            seated(
                2,
                "E",
                hand_count=4,
                pond=pond("S S 1m 9p 4m 7p 7p 2m 6s 1s 3m 6m 8p"),
                points=-2,
                badges=[{"id": "ready", "label": text("夹听", "one-wait ready")}],
                melds=[
                    {"kind": "added_kong", "tiles": ["2s", "2s", "2s", "2s"], "from": 1, "claimed": "2s"},
                    {"kind": "kong", "tiles": ["6p", "6p", "6p", "6p"], "from": 0, "claimed": "6p"},
                    {"kind": "concealed_kong", "tiles": ["", "", "", ""], "from": None, "claimed": None},
                ],
            ),
            seated(3, "S", pond=pond("C P 8m 8m 1m", (2,)), points=-2, flowers=["a", "f"]),
        ],
        "rows": [
            {"id": "bao", "label": text("宝", "treasure"), "text": text("骰 4", "die 4"), "tiles": [""], "seat": None},
            {"id": "seen", "label": text("可见", "seen"), "text": None, "tiles": ["5p"], "seat": 2},
        ],
        "news": [{"seat": 0, "kind": "discarded", "tiles": ["9m"], "label": text("打出", "discards"), "word": ""}],
        "result": None,
    }


def line(number: int, kind: str, words: str, name: str, seat: int) -> dict:
    """Something said."""
    return {"id": number, "kind": kind, "text": words, "name": name, "seat": seat, "spoken": True, "is_me": seat == 0}


def room_view(status: str = "playing", deal_view: dict | None = None, **changes) -> dict:
    """A room of four: me (host), two people, a bot."""
    seats = [
        {
            "number": number,
            "kind": "bot" if number == 3 else "human",
            "name": name,
            "level": "normal" if number == 3 else None,
            "ready": number != 1,
            "online": number != 2,
            "trustee": False,
            "stands_in": False,
            "is_me": number == 0,
            "wants_mine": False,
            "is_host": number == 0,
            "total": total,
        }
        for number, (name, total) in enumerate(zip(NAMES, (12, -8, -20, 16), strict=True))
    ]
    built = {
        "room": {
            "id": 1,
            "code": "482915",
            "ruleset": "dalian",
            "ruleset_name": text("大连穷胡", "Dalian Qionghu"),
            "status": status,
            "is_host": True,
            "host_id": 7,
            "options": [
                {"key": "base", "label": text("底分", "Base"), "value": text("1"), "changed": False, "fresh": False},
                {
                    "key": "must",
                    "label": text("必须报听", "Must declare ready"),
                    "value": text("是", "yes"),
                    "changed": True,
                    "fresh": False,
                },
                {
                    "key": "clock",
                    "label": text("出牌时间", "Clock"),
                    "value": text("20 秒", "20 s"),
                    "changed": False,
                    "fresh": False,
                },
            ],
            "deals_total": 8,
            "clock": 20,
            "locked": False,
            "spectators": True,
            "removed": [],
            "rulings": [text("只能吃上家的牌。", "A chow may only be claimed from the left.")],
            "can_edit": status in ("lobby", "finished"),
            "paused": False,
        },
        "me": {
            "user_id": 7,
            "seat": 0,
            "ready": True,
            "trustee": False,
            "away": False,
            "briefed": True,
            "wants": None,
            "played": 0,
        },
        "seats": seats,
        "match": None,
        "deal": None,
        "can_start": False,
        "waiting_for": [],
        "vote": None,
        "talk": {
            "lines": [
                line(7, "phrase", "hurry", "Anna", 1),
                line(8, "chat", "<b>手气</b> 真好", "小王", 0),
                line(9, "pause_refused", "", "Anna", 1) | {"spoken": False},
                line(12, "emote", "laugh", "大连老李头", 2),
            ],
            "people": [
                {"number": 1, "name": "Anna", "muted": False},
                {"number": 2, "name": "大连老李头", "muted": False},
            ],
            "mute_all": False,
            "may_speak": True,
        },
        "tools": {"replace": [2]} if status in ("playing", "between") else None,
        "next_due_ms": 1_900_000_020_000 if status == "between" else None,
    }
    if status != "lobby":
        standings = [{"seat": seat["number"], "name": seat["name"], "total": seat["total"]} for seat in seats]
        standings.sort(key=lambda row: -row["total"])
        built["match"] = {
            "number": 1,
            "status": "running",
            "date": datetime.date(2026, 11, 30),
            "evening": None,
            "deal_number": 3,
            "deals_total": 8,
            "standings": [row | {"rank": rank} for rank, row in enumerate(standings, 1)],
            "deals": [
                {"id": 1, "key": "firstdealkey", "number": 1, "dealer": 2, "drawn": False, "deltas": [20, -4, -12, -4]},
                {"id": 2, "key": "otherdealkey", "number": 2, "dealer": 2, "drawn": True, "deltas": [-8, -4, -8, 20]},
            ],
        }
        built["deal"] = {
            "id": 3,
            "key": None,
            "number": 3,
            "names": None,
            "view": deal_view or view(),
            "hints": {"unit": text("分", "points"), "left": {}, "waits": [], "after": []},
            "due_ms": None,
            "clock_s": 20,
            "seed_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "seed": None,
        }
    return built | changes
