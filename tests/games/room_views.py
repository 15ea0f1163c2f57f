"""Hand-made room views, one for each state of the page, in exactly the shape of selectors.room_view.

They need no database and no deal, so a render test says what the page does with a view, not how the view came about.
What they are made of stands in room_blocks.py.
"""

import copy

from tests.games.room_blocks import MY_HAND, NAMES, action, line, pond, room_view, text, view

__all__ = ["STATES", "fresh", "line", "lobby", "room_view", "text", "with_hints"]


def lobby() -> dict:
    """Gathering: one seat empty, one person not ready."""
    built = room_view("lobby", waiting_for=[1])
    built["seats"][3] |= {"kind": "empty", "name": "", "level": None, "ready": False}
    for seat in built["seats"]:
        seat["total"] = 0
    return built


def lobby_of_a_guest() -> dict:
    """I have just come, Anna asks for my seat, the host has changed an option, the table is locked."""
    built = lobby()
    built["room"] |= {"is_host": False, "locked": True, "can_edit": False}
    built["room"]["options"][2] |= {"changed": True, "fresh": True}
    built["me"] |= {"ready": False, "briefed": False}
    built["seats"][0] |= {"is_host": False, "ready": False}
    built["seats"][1] |= {"wants_mine": True}
    built["seats"][2] |= {"is_host": True}
    return built


def my_turn() -> dict:
    """I drew 红中 and may discard, declare ready or make a kong."""
    deal = view()
    deal |= {
        "turn": 0,
        "window": 31,
        "last": {"seat": 3, "tile": "1m", "kind": "discard", "claimed_by": None},
        "actions": [action(f"discard {tile}", "打", "discard", "discard", [tile]) for tile in dict.fromkeys(MY_HAND)],
    }
    deal["actions"] += [
        action("concealed_kong E", "暗杠", "concealed kong", "kong", ["E", "E", "E", "E"]),
        action("ready C", "报听", "declare ready", "declare", ["C"], ["3m", "6m"]),
        action("ready 5m", "报听", "declare ready", "declare", ["5m"], ["C"]),
        action("jiating C", "夹听", "declare one-wait", "declare", ["C"], ["3m"]),
    ]
    deal["seats"][0] |= {"hand": list(MY_HAND), "hand_count": 14, "drawn": "C", "has_drawn": True}
    built = room_view(deal_view=deal)
    built["deal"]["due_ms"] = 1_900_000_000_000
    return built


def _wait(tile: str, unseen: int, drawn: int | None, given: list[int] | None, why: str = "") -> dict:
    reason = text(why) if why else None
    return {"tile": tile, "unseen": unseen, "self_drawn": drawn, "on_discard": given, "reason": reason}


def with_hints() -> dict:
    """My turn, and three discards would leave a hand that waits; the last of them for nothing that counts."""
    built = my_turn()
    left = dict.fromkeys(MY_HAND, 2) | {"C": 0}
    rows = {
        "C": [_wait("3m", 1, 32, [8, 16]), _wait("6m", 3, None, None, "没有三色全")],
        "5m": [_wait("C", 0, 32, [8, 8]), _wait("4m", 2, 12, None, "过胡"), _wait("7m", 4, 64, [16, 32])],
        "E": [_wait("E", 2, None, None, "没有开门，不能胡")],
    }
    after = [
        {"action": f"discard {tile}", "label": text("打", "discard"), "kind": "discard", "tile": tile, "waits": waits}
        for tile, waits in rows.items()
    ]
    after.append(after[0] | {"action": "ready C", "label": text("报听", "declare ready"), "kind": "ready"})
    built["deal"]["hints"] = {"unit": text("分", "points"), "left": left, "waits": [], "after": after}
    return built


def waiting_hand() -> dict:
    """Somebody else's turn; my hand waits for two kinds."""
    built = room_view()
    waits = [_wait("3m", 1, 32, [8, 16]), _wait("6m", 0, 32, [8, 16])]
    built["deal"]["hints"] = {"unit": text("分", "points"), "left": {"1m": 2}, "waits": waits, "after": []}
    return built


def claims() -> dict:
    """Seat 3 discarded; I may win, pung, chow in two ways or pass."""
    deal = view()
    deal |= {
        "phase": "claims",
        "turn": None,
        "window": 32,
        "last": {"seat": 3, "tile": "5m", "kind": "discard", "claimed_by": None},
    }
    deal["seats"][3]["pond"].append({"tile": "5m", "claimed": False, "from_hand": True})
    deal["news"] = [{"seat": 3, "kind": "discarded", "tiles": ["5m"], "label": text("打出", "discards"), "word": ""}]
    deal["actions"] = [
        action("win", "胡", "win", "win", ["5m"]),
        action("pung 5m", "碰", "pung", "pung", ["5m", "5m"]),
        action("chow 3m4m", "吃", "chow", "chow", ["3m", "4m"]),
        action("chow 4m6m", "吃", "chow", "chow", ["4m", "6m"]),
        action("pass", "过", "pass", "pass"),
    ]
    built = room_view(deal_view=deal)
    built["deal"]["due_ms"] = 1_900_000_000_000
    return built


def answered() -> dict:
    """The same window after I chose pung, while somebody else thinks."""
    built = claims()
    built["deal"]["view"] |= {"actions": [], "window": 0, "answered": {"text": "pung 5m", "label": text("碰", "pung")}}
    built["deal"]["due_ms"] = None
    return built


def waiting_in_claims() -> dict:
    """The same window for somebody who is not asked."""
    built = claims()
    built["deal"]["view"] |= {"actions": [], "window": 0}
    built["deal"]["due_ms"] = None
    return built


def declared() -> dict:
    """I declared ready earlier and only the drawn tile may go; 托管 plays for me."""
    built = my_turn()
    deal = built["deal"]["view"]
    deal["actions"] = [
        action("discard C", "打", "discard", "discard", ["C"]),
        action("win", "自摸", "self-drawn win", "win", ["C"]),
    ]
    deal["seats"][0]["badges"] = [{"id": "ready", "label": text("听", "ready")}]
    built["me"]["trustee"] = True
    return built


def many_melds() -> dict:
    """Four kongs each: the widest table there is."""
    built = my_turn()
    for seat in built["deal"]["view"]["seats"]:
        seat["melds"] = [
            {"kind": "kong", "tiles": [tile] * 4, "from": (seat["seat"] + 1) % 4, "claimed": tile}
            for tile in ("1s", "9p", "C", "7m")
        ]
        seat["pond"] = pond("N 1s 9p 2s W 9m N 1s 9p 2s W 9m N 1s 9p 2s W 9m N 1s 9p 2s W 9m")
        seat["hand_count"] = 2 if seat["seat"] == 0 else 1
    deal = built["deal"]["view"]
    deal["seats"][0] |= {"hand": ["5m", "C"], "drawn": "C"}
    deal["actions"] = [action(f"discard {tile}", "打", "discard", "discard", [tile]) for tile in ("5m", "C")]
    return built


def crowded(flowers: int = 0) -> dict:
    """More than a table can hold at once: four kongs each, 27 discards each, eight flowers at one seat, long names and
    badges, a row of the rule set, hints, a vote."""
    built = many_melds()
    built["deal"]["hints"] = with_hints()["deal"]["hints"]
    for seat in built["deal"]["view"]["seats"]:
        number = seat["seat"]
        kinds = ("kong", "added_kong", "concealed_kong", "added_kong")
        for index, (meld, kind) in enumerate(zip(seat["melds"], kinds, strict=True)):
            giver = None if kind == "concealed_kong" else (number + 1 + index) % 4
            meld |= {"kind": kind, "from": giver if giver != number else (number + 2) % 4}
        seat["pond"] += pond("E E S")
        seat["flowers"] = list("abcdefgh") if number == flowers else []
        seat["badges"] = [{"id": "ready", "label": text("夹听", "one-wait ready")}]
        seat["points"] = -128
        built["seats"][number] |= {
            "name": f"Wolfeschlegelsteinhausen{number}",
            "total": -1024,
            "trustee": number == 3,
            "online": number != 2,
            "kind": "human",
        }
    built["vote"] = voting()["vote"]
    return built


def rob_kong() -> dict:
    """Seat 2 has added the fourth 2 bamboos to a pung, and I may rob it."""
    built = claims()
    deal = built["deal"]["view"]
    deal["seats"][3]["pond"].pop()
    deal |= {
        "phase": "rob_kong",
        "last": {"seat": 2, "tile": "2s", "kind": "added_kong", "claimed_by": None},
        "news": [{"seat": 2, "kind": "melded", "tiles": ["2s"] * 4, "label": text("补杠", "added kong"), "word": ""}],
        "actions": [action("win", "抢杠胡", "rob the kong", "win", ["2s"]), action("pass", "过", "pass", "pass")],
    }
    return built


def picking() -> dict:
    """Exchange of three tiles: many choices of three tiles each."""
    built = my_turn()
    deal = built["deal"]["view"]
    suit = ["1m", "2m", "3m", "5m", "5m"]
    combos = sorted({(a, b, c) for i, a in enumerate(suit) for j, b in enumerate(suit[:i]) for c in suit[:j]})
    deal["actions"] = [
        action(f"give {''.join(sorted(combo))}", "换三张", "give three", "other", sorted(combo)) for combo in combos
    ]
    deal["phase"] = "exchange"
    return built


FANS = [
    {"id": "ping", "name": text("平胡", "plain"), "value": 1, "count": 1, "payers": (1, 2, 3)},
    {"id": "zimo", "name": text("自摸", "self-drawn"), "value": 1, "count": 1, "payers": (1, 2, 3)},
    {"id": "jiahu", "name": text("夹胡", "one-wait win"), "value": 1, "count": 1, "payers": (1, 2, 3)},
    {"id": "zhuang", "name": text("庄家", "dealer"), "value": 1, "count": 1, "payers": (2,)},
]


def result() -> dict:
    """I won by self-draw; the others look at the result and one person is not ready for the next deal."""
    deal = view()
    deal |= {"phase": "over", "turn": None, "last": None, "live_left": 40, "wall_left": 54}
    hands = [
        ["1m", "2m", "3m", "5m", "5m", "5m", "5p", "6p", "7s", "8s", "9s", "E", "E", "4p"],
        ["1m"] * 7,
        ["7m"] * 4,
        ["2p"] * 13,
    ]
    for seat, hand in zip(deal["seats"], hands, strict=True):
        seat |= {"hand": hand, "hand_count": len(hand)}
    deal["seats"][2]["melds"][2]["tiles"] = ["W"] * 4
    deal["news"] = [{"seat": 0, "kind": "won", "tiles": ["4p"], "label": text("胡", "wins"), "word": ""}]
    deal["result"] = {
        "drawn": False,
        "wins": [{"seat": 0, "giver": None, "tile": "4p", "how": text("自摸", "self-draw"), "fans": FANS, "total": 3}],
        "transfers": [
            {"from": 1, "to": 0, "amount": 4, "kind": "win", "reason": text("自摸", "self-draw"), "fans": FANS[:3]},
            {"from": 2, "to": 0, "amount": 8, "kind": "win", "reason": text("自摸", "self-draw"), "fans": FANS},
            {"from": 3, "to": 0, "amount": 4, "kind": "win", "reason": text("自摸", "self-draw"), "fans": FANS[:3]},
            {"from": 3, "to": 0, "amount": 1, "kind": "kong", "reason": text("明杠", "kong"), "fans": []},
        ],
        "deltas": [17, -4, -8, -5],
        "next_dealer": 3,
    }
    built = room_view("between", deal, waiting_for=[0, 1])
    built["deal"] |= {"seed": "a1b2" * 16, "key": "third-deal_1"}
    built["me"]["ready"] = False
    return built


def drawn() -> dict:
    """Nobody won and nobody pays."""
    built = result()
    built["deal"]["view"]["result"] = {
        "drawn": True,
        "wins": [],
        "transfers": [],
        "deltas": [0, 0, 0, 0],
        "next_dealer": 2,
    }
    return built


def standings() -> dict:
    """The match is over, the second one of the evening."""
    built = result()
    built["room"]["status"] = "finished"
    evening = [
        {"user": 7, "seat": 0, "name": NAMES[0], "total": 30, "matches": 2},
        {"user": None, "seat": 3, "name": NAMES[3], "total": 2, "matches": 2},
        {"user": 8, "seat": 1, "name": NAMES[1], "total": -12, "matches": 1},
        {"user": 9, "seat": 2, "name": NAMES[2], "total": -20, "matches": 2},
    ]
    built["match"] |= {"number": 2, "status": "finished", "evening": {"matches": 2, "rows": evening}}
    built["waiting_for"] = []
    return built


def dissolved() -> dict:
    """Everybody agreed to end it in the first deal."""
    built = room_view("finished")
    built["deal"] = None
    built["match"] |= {"status": "void", "deals": [], "deal_number": 1}
    for row in (*built["match"]["standings"], *built["seats"]):
        row["total"] = 0
    for row in built["match"]["standings"]:
        row["rank"] = 1
    return built


def spectator() -> dict:
    """My turn, seen by somebody without a seat."""
    built = my_turn()
    deal = built["deal"]["view"]
    deal |= {"seat": None, "actions": [], "window": 0}
    deal["seats"][0] |= {"hand": None, "drawn": None}
    built["me"] |= {"seat": None, "played": None, "user_id": 99}
    built["room"]["is_host"] = False
    built["deal"] |= {"due_ms": None, "hints": None}
    built["seats"][0]["is_me"] = False
    return built


def voting() -> dict:
    """Somebody would like to end the match; I have not answered yet, and it is my turn."""
    return my_turn() | {
        "vote": {"kind": "end", "by": 1, "answers": {0: None, 1: True, 2: False}, "due_ms": 1_900_000_040_000}
    }


def paused() -> dict:
    """The table is paused in my turn."""
    built = my_turn()
    built["room"]["paused"] = True
    built["deal"]["due_ms"] = None
    return built


STATES = {
    "lobby": lobby,
    "lobby_of_a_guest": lobby_of_a_guest,
    "playing": room_view,
    "my_turn": my_turn,
    "with_hints": with_hints,
    "waiting_hand": waiting_hand,
    "claims": claims,
    "answered": answered,
    "waiting": waiting_in_claims,
    "declared": declared,
    "voting": voting,
    "paused": paused,
    "many_melds": many_melds,
    "crowded": crowded,
    "rob_kong": rob_kong,
    "picking": picking,
    "result": result,
    "drawn": drawn,
    "standings": standings,
    "dissolved": dissolved,
    "spectator": spectator,
}


def fresh(name: str) -> dict:
    """A copy that a test may change."""
    return copy.deepcopy(STATES[name]())
