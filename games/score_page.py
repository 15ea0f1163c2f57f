"""What the calculator page shows: the seat being filled in, how it was won, and the rules' answer in a player's words.

Reads games/score_state.py and rules/; one path to the answer, the case, which the command `score` takes too. Called
inside the page's language. No rule set is known by name: kinds, flags, fields and their words are its own data.
"""

import json
import re

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import score_state as states
from games.forms import in_groups
from games.score_state import State
from games.selectors import option_text
from games.table_parts import label, wind_name
from games.tile_html import melds_html, picture, run_html, tile_html, tile_name
from rules.case import Scored, scored
from rules.case_words import word
from rules.errors import NotAWin, RuleError
from rules.hand import MELD_KINDS, Meld, parse_meld
from rules.scoring import Score
from rules.text import Text
from rules.tiles import DRAGONS, INDEX, NAMES, SUIT_TEXTS, SUITS, WINDS

SAMPLES = {  # a meld of each kind that lies on a table if any of its kind does
    "chow": Meld("chow", (0, 1, 2), 3),
    "pung": Meld("pung", (0,) * 3, 1),
    "kong": Meld("kong", (0,) * 4, 1),
    "added_kong": Meld("added_kong", (0,) * 4, 1),
    "concealed_kong": Meld("concealed_kong", (0,) * 4),
    "liangxi": Meld("liangxi", DRAGONS),
}


def address(code: str) -> str:
    return reverse("score-ruleset", args=[code])


def name(state: State, seat: int) -> str:
    """ "东家": seats are called by their winds, the dealer is East."""
    return wind_name(NAMES[WINDS[(seat - state.dealer) % state.count]])


def page(state: State) -> dict:
    """Everything: the parts of the form, the answer, and what the page around them needs."""
    return {
        "code": state.code,
        "address": address(state.code),
        "ruleset": label(state.rules.name),
        "palette": palette(state),
        "seat": seat_part(state),
        "tiles": tiles_part(state),
        "how": how_part(state),
        "groups": options_part(state),
        "result": result(state),
    }


def typed(state: State) -> dict:
    """What changes while somebody types: the pictures and the answer, never the field itself."""
    return {"address": address(state.code), "tiles": tiles_part(state), "result": result(state)}


# --- the seat being filled in ----------------------------------------------------------------------------------------
def palette(state: State) -> list[dict]:
    """Every kind of tile of this game, a row a suit."""
    kinds = sorted({tile for tile in state.rules.tiles() if tile < 34})
    rows = [[t for t in kinds if t // 9 == suit] for suit in range(3)] + [[t for t in kinds if t >= 27]]
    return [
        {"tiles": [{"value": NAMES[t], "name": tile_name(NAMES[t]), "picture": picture(NAMES[t])} for t in row]}
        for row in rows
        if row
    ]


def _in_order(state: State) -> list[int]:
    """The seats from the dealer on."""
    return [(state.dealer + step) % state.count for step in range(state.count)]


def seat_part(state: State) -> dict:
    """The seat being filled in; what is known of the others travels along in hidden fields."""
    edit, seat = state.edit, state.seats[state.edit]
    fields = state.rules.case_fields()
    return {
        "number": edit,
        "name": name(state, edit),
        "tabs": [
            {
                "number": number,
                "name": name(state, number),
                "wins": number in state.winners,
                "filled": bool(state.seats[number].hand or state.seats[number].melds),
                "checked": number == edit,
            }
            for number in _in_order(state)
        ],
        "hidden": [pair for number in range(state.count) if number != edit for pair in _carried(state, number)]
        + [("dealer", state.dealer), *([("was", state.winners[0])] if len(state.winners) == 1 else [])],
        "hand": seat.hand,
        "melds": ", ".join(seat.melds),
        "wins": edit in state.winners and state.kind not in ("draw", "opening"),
        "tile": state.tile,
        "targets": targets(state),
        "sources": [
            {"number": number, "name": name(state, number), "selected": str(number) == state.source}
            for number in _in_order(state)
            if number != edit
        ],
        "marks": _marks(state, edit, fields),
        "claims": [
            {"key": key, "label": label(text), "checked": key in seat.claims}
            for key, text in state.rules.claim_words().items()
            if state.kind == "opening" and edit in state.winners
        ],
        "full": state.full,
    }


def _carried(state: State, number: int) -> list[tuple[str, str]]:
    seat = state.seats[number]
    pairs = [(f"h{number}", seat.hand), (f"m{number}", ", ".join(seat.melds))]
    pairs += [(f"{key}{number}", value) for key, value in seat.marks.items()]
    pairs += [(f"{key}{number}", "1") for key in ("open", "out") if getattr(seat, key)]
    pairs += [(f"claim{number}", claim) for claim in seat.claims]
    return [(key, value) for key, value in pairs if value]


def targets(state: State) -> list[dict]:
    """Where a clicked tile goes."""
    words = {
        "hand": _("Hand"),
        "tile": _("Winning tile"),
        "chow": _("Chow"),
        "pung": _("Pung"),
        "kong": _("Claimed kong"),
        "added_kong": _("Added kong"),
        "concealed_kong": _("Concealed kong"),
        "liangxi": _("Dragons shown"),
    }
    keys = ["hand", *(["tile"] if state.edit in state.winners and state.kind != "opening" else [])]
    keys += [kind for kind in MELD_KINDS if state.rules.meld_possible(SAMPLES[kind])]
    rows = [{"key": key, "label": words[key]} for key in keys]
    rows += [{"key": key, "label": label(word(state.rules, key))} for key in _tile_fields(state)]
    chosen = state.to if any(row["key"] == state.to for row in rows) else "hand"
    return [row | {"checked": row["key"] == chosen} for row in rows]


def _tile_fields(state: State) -> list[str]:
    return [key for key in states.TILE_FIELDS if key in state.rules.case_fields()]


def _marks(state: State, number: int, fields: tuple[str, ...]) -> list[dict]:
    """What else is known of a player: check boxes and choices."""
    seat, rules, rows = state.seats[number], state.rules, []
    wins = number in state.winners
    if "ready" in fields:
        choices = [("", "—"), *((key, label(word(rules, f"ready.{key}"))) for key in ("plain", "jia"))]
        rows.append(_choice(f"ready{number}", label(word(rules, "ready")), choices, seat.marks.get("ready", "")))
    if "lack" in fields:
        choices = [("", "—"), *((SUITS[i], label(text)) for i, text in enumerate(SUIT_TEXTS))]
        rows.append(_choice(f"lack{number}", label(word(rules, "lack")), choices, seat.marks.get("lack", "")))
    if "flowers" in fields:
        choices = [(str(n) if n else "", str(n)) for n in range(9)]
        rows.append(_choice(f"flowers{number}", label(word(rules, "flowers")), choices, seat.marks.get("flowers", "")))
    for key, there in (("open", not wins and not seat.melds), ("out", not wins)):
        if key in fields and there:
            rows.append({"name": f"{key}{number}", "label": label(word(rules, key)), "flag": getattr(seat, key)})
    return rows


def _choice(key: str, words: str, choices: list[tuple[str, str]], chosen: str) -> dict:
    return {
        "name": key,
        "label": words,
        "choices": [{"value": value, "label": text, "selected": value == chosen} for value, text in choices],
    }


def tiles_part(state: State) -> dict:
    """The seat's tiles as pictures; a click takes one away."""
    seat = state.seats[state.edit]
    hand = [NAMES[tile] for tile in states.tiles_in(seat.hand)]
    wanted = max(0, state.wanted(state.edit))
    wins = state.edit in state.winners and state.kind not in ("draw", "opening")
    tile = states.tiles_in(states.joined(state.tile))[:1] if wins else ()
    melds = [_meld_button(state, place, text) for place, text in enumerate(seat.melds)]
    return {
        "hand": mark_safe("".join(_drop(state, f"hand:{place}", tile) for place, tile in enumerate(hand))),
        "gaps": range(max(0, wanted - len(hand))) if hand or seat.melds else range(0),
        "melds": mark_safe("".join(melds)),
        "tile": mark_safe("".join(_drop(state, "tile:0", NAMES[t]) for t in tile)),
        "empty": not hand and not melds and not tile,
        "have": len(hand),
        "wanted": wanted,
        "over": len(hand) > wanted,
        "beside": [
            {
                "label": label(word(state.rules, key)),
                "tiles": mark_safe(
                    "".join(
                        _drop(state, f"{key}:{place}", NAMES[tile])
                        for place, tile in enumerate(states.tiles_in(state.tiles[key]))
                    )
                ),
            }
            for key in _tile_fields(state)
            if states.tiles_in(state.tiles[key])
        ],
    }


def _drop(state: State, where: str, tile: str) -> SafeString:
    return _button(state, where, tile_name(tile), picture(tile), "tile")


def _button(state: State, where: str, words: str, inside: SafeString, classes: str) -> SafeString:
    return format_html(
        '<button class="{}" name="drop" value="{}" hx-get="{}" title="{}">{}</button>',
        classes,
        where,
        address(state.code),
        _("Take away: %(what)s") % {"what": words},
        inside,
    )


def _meld_button(state: State, place: int, text: str) -> SafeString:
    try:
        meld = parse_meld(text)
    except RuleError:
        return _button(state, f"meld:{place}", text, format_html("<code>{}</code>", text), "bad-meld")
    return _button(state, f"meld:{place}", text, _meld_html(meld, state.edit, state.count), "meld-button")


def _meld_html(meld: Meld, seat: int, seats: int) -> SafeString:
    tiles = [NAMES[tile] for tile in meld.tiles]
    if meld.kind == "concealed_kong":
        tiles = ["", *tiles[:2], ""]
    claimed = tiles[0] if meld.giver is not None else None
    return melds_html([{"kind": meld.kind, "tiles": tiles, "from": meld.giver, "claimed": claimed}], seat, seats)


# --- how it was won, and the options ---------------------------------------------------------------------------------
def how_part(state: State) -> dict:
    """The event: kind, who, from whom, flags, and the tiles beside the hands."""
    rules, fields = state.rules, state.rules.case_fields()
    several = rules.multiple_winners and state.givable or state.kind == "opening"
    return {
        "kinds": [
            {"key": kind, "label": label(word(rules, kind)), "checked": kind == state.kind}
            for kind in rules.case_kinds()
        ],
        "several": several,
        "winners": []
        if state.drawn
        else [{"number": n, "name": name(state, n), "checked": n in state.winners} for n in _in_order(state)],
        "givers": [
            {"number": n, "name": name(state, n), "checked": n == state.giver}
            for n in _in_order(state)
            if n not in state.winners
        ]
        if state.givable
        else [],
        "flags": [
            {"key": flag, "label": label(word(rules, flag)), "checked": flag in state.flags}
            for flag in sorted(rules.case_flags)
        ]
        if not state.drawn
        else [],
        "winds": [{"key": NAMES[w], "name": tile_name(NAMES[w]), "checked": NAMES[w] == state.wind} for w in WINDS]
        if "round_wind" in fields
        else [],
        "wind_label": label(word(rules, "round_wind")),
        "fed_by": _choice(
            "fed_by",
            label(word(rules, "fed_by")),
            [("", "—"), *((str(n), name(state, n)) for n in _in_order(state) if n not in state.winners)],
            state.fed_by,
        )
        if "fed_by" in fields and "after_kong" in state.flags
        else None,
        "tile_fields": [
            {"key": key, "label": label(word(rules, key)), "value": state.tiles[key]} for key in _tile_fields(state)
        ],
    }


def options_part(state: State) -> list[dict]:
    """The room options that a win depends on."""
    return [
        {
            "label": label(group),
            "fields": [
                {
                    "name": f"o-{option.key}",
                    "label": label(option.label),
                    "flag": option.kind == "flag",
                    "on": state.rules.o[option.key] is True,
                    "choices": [
                        {
                            "value": states.option_value(value),
                            "label": label(option_text(option, value)),
                            "selected": value == state.rules.o[option.key],
                        }
                        for value in option.choices
                    ],
                }
                for option in options
            ],
        }
        for group, options in in_groups(states.scored_options(state.code))
    ]


# --- the answer ------------------------------------------------------------------------------------------------------
def result(state: State) -> dict:
    """What the hand is worth; or what is still missing, what it waits for, or what is wrong."""
    case = states.case_of(state)
    query = states.query_of(state)
    found: dict = {
        "link": address(state.code) + (f"?{query}" if query else ""),
        "case": json.dumps(case, ensure_ascii=False),
    }
    if missing := _missing(state):
        return found | {"missing": missing}
    if not state.tile and state.kind not in ("draw", "opening"):
        return found | _waiting(state, case)
    try:
        return found | _answer(state, scored(case))
    except RuleError as error:
        return found | {"error": _error(state, error.text), "not_a_win": isinstance(error, NotAWin)}


def _missing(state: State) -> str:
    """A sentence while a hand is still being put together; "" when there is something to answer, right or wrong."""
    for seat in state.winners:
        hand, wanted = state.seats[seat].hand, state.wanted(seat)
        have = len(states.tiles_in(hand))
        if have >= wanted or not states.readable(hand):
            continue
        if have == 0 and not state.seats[seat].melds:
            return _("Click the tiles of %(who)s's hand, or type them.") % {"who": name(state, seat)}
        return _("%(who)s's hand: %(count)s more tiles.") % {"who": name(state, seat), "count": wanted - have}
    return ""


def _waiting(state: State, case: dict) -> dict:
    """The tiles that would win, and what each would be worth; which complete the hand and do not suffice; without any,
    what is wrong."""
    rows: list[dict] = []
    refused: dict[Text, list[str]] = {}
    wrong = None
    for kind in sorted({tile for tile in state.rules.tiles() if tile < 34}):
        tile = NAMES[kind]
        try:
            answer = scored(case | {"event": case["event"] | {"tile": tile}})
        except NotAWin as error:
            refused.setdefault(error.text, []).append(tile)
        except RuleError as error:
            wrong = wrong or error.text  # the fifth copy of a tile, or something that is wrong with every tile
        else:
            total = answer.scores[state.winners[0]].total
            rows.append({"value": tile, "picture": picture(tile), "total": total})
    if not rows and not refused:
        return {"error": _error(state, wrong) if wrong else None}
    usual = max(refused, key=lambda text: len(refused[text]), default=None)  # what all other tiles do not do
    short = [
        {"tiles": run_html(tiles), "sentence": in_words(state, label(text))}
        for text, tiles in refused.items()
        if text is not usual
    ]
    if rows or short:
        return {"waits": rows, "short": short, "ready": True}
    return {"error": _error(state, usual), "not_ready": True}


def _answer(state: State, answer: Scored) -> dict:
    wins = [_win(state, answer, seat, score) for seat, score in answer.scores.items()]
    moved = [0] * state.count
    for transfer in answer.transfers:
        moved[transfer.payer] -= transfer.amount
        moved[transfer.payee] += transfer.amount
    return {
        "ok": True,
        "drawn": state.drawn,
        "wins": wins,
        "transfers": [
            {
                "payer": name(state, t.payer),
                "payee": name(state, t.payee),
                "amount": t.amount,
                "reason": label(t.reason),
            }
            for t in answer.transfers
        ],
        "deltas": [{"name": name(state, seat), "delta": moved[seat]} for seat in _in_order(state)],
        "headline": wins[0]["total"] if len(wins) == 1 else None,
        "gain": moved[state.winners[0]] if len(wins) == 1 else None,
    }


def _win(state: State, answer: Scored, seat: int, score: Score) -> dict:
    rules, situation = answer.rules, answer.situation
    groups = rules.fan_tiles(situation, seat)
    others = len(situation.payers(seat))
    return {
        "who": name(state, seat),
        "how": label(rules.how(situation.kind)),
        "fans": [
            {
                "name": label(line.name),
                "value": rules.fan_value(line),
                "count": line.count,
                "payers": ""
                if len(line.payers) >= others
                else _(", ").join(name(state, payer) for payer in line.payers),
                "tiles": [run_html([NAMES[t] for t in group]) for group in groups.get(line.id, ())],
            }
            for line in score.fans
        ],
        "total": score.total,
        "not_counted": [
            {"name": label(n.name), "value": n.value, "count": n.times, "because": label(n.because)}
            for n in rules.not_counted(situation, seat)
        ],
    }


# --- errors ----------------------------------------------------------------------------------------------------------
def _error(state: State, text: Text) -> dict:
    """The rules' sentence with the fields called as the page calls them, and a picture of the tile it names."""
    wrong = text.params.get("tile")
    tile = str(wrong) if wrong in INDEX else ""
    return {"sentence": in_words(state, label(text)), "tile": tile_html(tile) if tile else ""}


def in_words(state: State, sentence: str) -> str:
    """ "players[1].hand：…" -> "南家的手牌：…"."""
    player = {"hand": _("hand"), "melds": _("melds"), "ready": "", "lack": "", "flowers": "", "open": "", "out": ""}
    event = {
        "tile": _("winning tile"),
        "from": _("who gave the tile"),
        "winners": _("who wins"),
        "flags": _("circumstances"),
        "kind": _("how it was won"),
        "fed_by": "",
        "tiles": "",
        "claims": "",
    }

    def words(table: dict[str, str], key: str) -> str:
        return table[key] or label(word(state.rules, key))

    def of_player(found: re.Match) -> str:
        who = name(state, int(found[1])) if int(found[1]) < state.count else found[0]
        return _("%(who)s: %(what)s") % {"who": who, "what": words(player, found[2])} if found[2] else who

    sentence = re.sub(rf"players\[(\d)\](?:\.({'|'.join(player)}))?", of_player, sentence)
    sentence = re.sub(rf"\bevent\.({'|'.join(event)})\b", lambda m: words(event, m[1]), sentence)
    sentence = re.sub(r"^event\b", _("how it was won"), sentence)
    own = "|".join(key for key in states.TILE_FIELDS if key != "tiles")
    sentence = re.sub(rf"^({own}|round_wind)\b", lambda m: label(word(state.rules, m[1])), sentence)
    return re.sub(r"(?<![\w“@])(?:[1-9][mps]|[ESWNCFP])(?= (?:出现|occurs|，|,))", lambda m: tile_name(m[0]), sentence)
