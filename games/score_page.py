"""What the calculator's form shows: the seat being filled in, how it was won, the options; the answer is
games/score_answer.py's.

Called inside the page's language. No rule set is known by name: kinds, flags, fields and their words are its own data.
"""

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import score_state as states
from games.forms import in_groups
from games.score_answer import address, in_order, name, result
from games.score_state import State
from games.selectors import option_text
from games.table_parts import label
from games.tile_html import melds_html, picture, tile_name
from rules.case_words import word
from rules.errors import RuleError
from rules.hand import MELD_KINDS, Meld, parse_meld
from rules.tiles import DRAGONS, NAMES, SUIT_TEXTS, SUITS, WINDS

SAMPLES = {  # a meld of each kind that lies on a table if any of its kind does
    "chow": Meld("chow", (0, 1, 2), 3),
    "pung": Meld("pung", (0,) * 3, 1),
    "kong": Meld("kong", (0,) * 4, 1),
    "added_kong": Meld("added_kong", (0,) * 4, 1),
    "concealed_kong": Meld("concealed_kong", (0,) * 4),
    "liangxi": Meld("liangxi", DRAGONS),
}


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
            for number in in_order(state)
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
            for number in in_order(state)
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
        else [{"number": n, "name": name(state, n), "checked": n in state.winners} for n in in_order(state)],
        "givers": [
            {"number": n, "name": name(state, n), "checked": n == state.giver}
            for n in in_order(state)
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
            [("", "—"), *((str(n), name(state, n)) for n in in_order(state) if n not in state.winners)],
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
