"""What the calculator page was asked: read from the query string, changed by one click, written back, made a case.

The query string is the whole state. Values stay the text that was typed: whatever is wrong with them, the rules say it
with the case (CASES.md) built here. Nothing is scored here, and no rule set is known by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

import rules
from rules.case import GIVEN
from rules.errors import RuleError
from rules.hand import MELD_KINDS, Meld
from rules.options import Option
from rules.ruleset import Ruleset, bound
from rules.tiles import DRAGONS, FLOWERS, INDEX, NAMES, format_tiles, parse_tiles

LONGEST = 400  # characters of any field; more is no hand
NOT_SCORED = ("deals", "clock", "pace", "hints")  # room options that no win depends on
TILE_FIELDS = ("bao", "genzhuang", "bird", "turned", "tiles")  # typed or clicked beside the hands
ONE_TILE = ("tile", "bao", "genzhuang")
PLAYER_FIELDS = ("ready", "flowers", "lack")
SEATS = 4


@dataclass
class SeatState:
    """One player as typed: tiles, melds in notation, and what else is known."""

    hand: str = ""
    melds: list[str] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)  # ready, flowers, lack
    open: bool = False
    out: bool = False
    claims: list[str] = field(default_factory=list)


@dataclass
class State:
    """The page's state. `rules` is bound to the options where these are right (else to the defaults)."""

    code: str
    rules: Ruleset
    options: dict[str, Any]
    seats: list[SeatState]
    kind: str = "self_draw"
    winners: list[int] = field(default_factory=lambda: [0])
    giver: int = 1
    tile: str = ""
    flags: list[str] = field(default_factory=list)
    dealer: int = 0
    wind: str = "E"
    fed_by: str = ""
    tiles: dict[str, str] = field(default_factory=dict)  # TILE_FIELDS
    edit: int = 0
    to: str = "hand"
    source: str = ""  # who gave the tile of the next meld; "" = the previous seat
    full: bool = False  # a tile was clicked and there was no room for it

    @property
    def count(self) -> int:
        return len(self.seats)

    @property
    def drawn(self) -> bool:
        return self.kind == "draw"

    @property
    def givable(self) -> bool:
        return self.kind in GIVEN

    def wanted(self, seat: int) -> int:
        """How many concealed tiles a complete hand of this seat has."""
        dealt = self.kind == "opening" and seat == self.dealer
        return 13 - 3 * len(self.seats[seat].melds) + dealt


# -- reading ----------------------------------------------------------------------------------------------------------


def read(code: str, query: QueryDict) -> State:
    """The state that a query string describes; whatever is missing is as in an empty form. Raises nothing."""
    options, ruleset = _options(code, query)
    count = ruleset.seats
    seats = [_seat(query, number) for number in range(count)]
    drawn = query.get("kind") == "draw"
    winners = [n for n in dict.fromkeys(_number(raw, count) for raw in query.getlist("win")) if n is not None]
    state = State(
        code=code,
        rules=ruleset,
        options=options,
        seats=seats,
        kind=_text(query, "kind") or "self_draw",
        winners=[] if drawn else winners or [0],
        tile=_text(query, "tile"),
        flags=[_cut(flag) for flag in dict.fromkeys(query.getlist("flag"))][:9],
        dealer=_number(query.get("dealer"), count) or 0,
        wind=_text(query, "wind") or "E",
        fed_by=_text(query, "fed_by"),
        tiles={key: _text(query, key) for key in TILE_FIELDS},
        to=_text(query, "to") or "hand",
        source=_text(query, "source"),
    )
    given = _number(query.get("from"), count)
    state.giver = given if given is not None else _other(state)
    if len(state.winners) > 1 and not (ruleset.multiple_winners and state.givable or state.kind == "opening"):
        state.winners = state.winners[-1:]  # a change of the rules or of how it was won
    _split(state)
    edit = _number(query.get("edit"), count)
    state.edit = edit if edit is not None else next(iter(state.winners), 0)
    return state


def _split(state: State) -> None:
    """A whole hand typed into one field: its last tile is the one it won on."""
    if len(state.winners) != 1 or state.tile or state.kind in ("draw", "opening"):
        return
    seat, wanted = state.seats[state.winners[0]], state.wanted(state.winners[0])
    tiles = tiles_in(seat.hand)
    if wanted > 0 and len(tiles) == wanted + 1 and readable(seat.hand) and tiles[-1] not in FLOWERS:
        seat.hand, state.tile = format_tiles(tiles[:-1]), NAMES[tiles[-1]]


def _other(state: State) -> int:
    return next((n for n in range(state.count) if n not in state.winners), 0)


def _cut(raw: str) -> str:
    return raw.strip()[:LONGEST]


def _text(query: QueryDict, key: str) -> str:
    return _cut(query.get(key) or "")


def _number(raw: str | None, count: int) -> int | None:
    return int(raw) if raw and raw.isascii() and raw.isdigit() and len(raw) < 3 and int(raw) < count else None


def _packed(raw: str) -> str:
    """Tiles as people type them: spaces do not matter."""
    return "".join(_cut(raw).split())


def _seat(query: QueryDict, number: int) -> SeatState:
    melds = re.split(r"[,;，；、\n]+", _text(query, f"m{number}"))
    return SeatState(
        hand=_packed(query.get(f"h{number}") or ""),
        melds=[" ".join(meld.split()) for meld in melds if meld.strip()],
        marks={key: _text(query, f"{key}{number}") for key in PLAYER_FIELDS if query.get(f"{key}{number}")},
        open=query.get(f"open{number}") == "1",
        out=query.get(f"out{number}") == "1",
        claims=[_cut(claim) for claim in dict.fromkeys(query.getlist(f"claim{number}"))][:9],
    )


def scored_options(code: str) -> list[Option]:
    return [option for option in rules.get_ruleset(code).options if option.key not in NOT_SCORED]


def _options(code: str, query: QueryDict) -> tuple[dict[str, Any], Ruleset]:
    """The options given (a value that the option does not have stays text) and the rules with them."""
    given: dict[str, Any] = {}
    for option in scored_options(code):
        raw = query.get(f"o-{option.key}")  # of a check box and its hidden 0 the last one counts
        if raw is not None:
            given[option.key] = next((v for v in option.choices if option_value(v) == raw), _cut(raw))
    try:
        return given, bound(code, rules.check_options(code, given))
    except RuleError:
        return given, bound(code, rules.check_options(code, {}))


def option_value(value: Any) -> str:
    """An option's value in the query string."""
    return str(int(value)) if isinstance(value, bool) else str(value)


# -- one click --------------------------------------------------------------------------------------------------------


def change(state: State, query: QueryDict) -> None:
    """What a button does: `add` a tile where the form says, `put` one as the winning tile, `drop` one; and a hand
    follows its winner to another seat."""
    _follow(state, _number(query.get("was"), state.count))
    if (tile := query.get("add")) in INDEX:
        _add(state, str(tile))
    if (tile := query.get("put")) in INDEX:
        state.tile = str(tile)
    if query.get("drop"):
        _drop(state, query["drop"])


def _follow(state: State, was: int | None) -> None:
    """The one winner is another seat now, which holds nothing: the hand goes there, its melds' givers turned along."""
    if was is None or len(state.winners) != 1 or was in state.winners:
        return
    now = state.winners[0]
    if state.seats[now].hand or state.seats[now].melds:
        state.edit = now
        return
    turn = (now - was) % state.count
    state.seats[now], state.seats[was] = state.seats[was], state.seats[now]
    melds = state.seats[now].melds
    for place, meld in enumerate(melds):
        head, at, giver = meld.rpartition("@")
        number = _number(giver, state.count)
        if at and number is not None:
            melds[place] = f"{head}@{(number + turn) % state.count}"
    state.giver = (state.giver + turn) % state.count
    state.edit = now


def _add(state: State, tile: str) -> None:
    seat = state.seats[state.edit]
    if state.to in MELD_KINDS:
        if len(seat.melds) < 4:
            seat.melds.append(meld_of(state, tile))
        else:
            state.full = True
    elif state.to in TILE_FIELDS:
        one = state.to in ONE_TILE
        state.tiles[state.to] = tile if one else joined(state.tiles[state.to] + tile)
    elif state.to == "tile":
        state.tile = tile
    elif _count(seat.hand) < state.wanted(state.edit):
        seat.hand = joined(seat.hand + tile)
    elif state.edit in state.winners and not state.tile and state.kind != "opening":
        state.tile = tile  # the hand is full: what comes now is what it won on
    else:
        state.full = True


def meld_of(state: State, tile: str) -> str:
    """The notation of a meld that begins with this tile; a chow is taken from the previous seat."""
    first, left = INDEX[tile], (state.edit - 1) % state.count
    given = _number(state.source, state.count)
    giver = left if given is None or given == state.edit or state.to == "chow" else given
    if state.to == "liangxi":
        return str(Meld("liangxi", DRAGONS))
    if state.to == "chow":
        if first >= 27:
            return f"chow {tile * 3}@{giver}"  # the rules will say that this is none
        low = first - max(0, first % 9 - 6)
        return str(Meld("chow", (low, low + 1, low + 2), giver))
    number = 3 if state.to == "pung" else 4
    return str(Meld(state.to, (first,) * number, None if state.to == "concealed_kong" else giver))


def _drop(state: State, what: str) -> None:
    """ "hand:3", "meld:0", "tile:0", "bird:1": one thing of the seat shown, or beside it. "all": the seat's hand."""
    where, _colon, place = what.partition(":")
    number = _number(place, 99)
    seat = state.seats[state.edit]
    if where == "tile":
        state.tile = ""
    elif where == "all":
        seat.hand, seat.melds, state.tile = "", [], ""
    elif number is None:
        return
    elif where == "hand":
        seat.hand = _without(seat.hand, number)
    elif where == "meld":
        del seat.melds[number : number + 1]
    elif where in TILE_FIELDS:
        state.tiles[where] = _without(state.tiles[where], number)


def _without(packed: str, place: int) -> str:
    tiles = list(tiles_in(packed))
    del tiles[place : place + 1]
    return format_tiles(tiles)


def tiles_in(packed: str) -> tuple[int, ...]:
    """The tiles of a text, as far as it can be read."""
    while packed:
        try:
            return parse_tiles(packed)
        except RuleError:
            packed = packed[:-1]
    return ()


def joined(packed: str) -> str:
    """The tiles in order, where the text can be read."""
    try:
        return format_tiles(sorted(parse_tiles(packed)))
    except RuleError:
        return packed


def readable(packed: str) -> bool:
    """Is the whole text tiles, but perhaps for digits whose suit is still to come?"""
    rest = packed.rstrip("123456789")
    return len(tiles_in(rest)) == len(re.sub(r"[mps]", "", rest))


def _count(packed: str) -> int:
    return len(tiles_in(packed))


# -- writing ----------------------------------------------------------------------------------------------------------


def query_of(state: State) -> str:
    """The shortest query string that reads as this state (without what is only about the form)."""
    pairs: list[tuple[str, str]] = []
    for number, seat in enumerate(state.seats):
        pairs += [(f"h{number}", seat.hand), (f"m{number}", ", ".join(seat.melds))]
        pairs += [(f"{key}{number}", value) for key, value in seat.marks.items()]
        pairs += [(f"open{number}", "1" if seat.open else ""), (f"out{number}", "1" if seat.out else "")]
        pairs += [(f"claim{number}", claim) for claim in seat.claims]
    pairs += [("tile", state.tile), ("kind", "" if state.kind == "self_draw" else state.kind)]
    if not state.drawn and state.winners != [0]:
        pairs += [("win", str(number)) for number in state.winners]
    if state.givable:
        pairs.append(("from", "" if state.giver == _other(state) else str(state.giver)))
    pairs += [("flag", flag) for flag in state.flags]
    pairs += [("dealer", str(state.dealer or "")), ("wind", "" if state.wind == "E" else state.wind)]
    pairs += [("fed_by", state.fed_by), *state.tiles.items()]
    defaults = {option.key: option.default for option in scored_options(state.code)}
    pairs += [(f"o-{key}", option_value(value)) for key, value in state.options.items() if value != defaults.get(key)]
    return urlencode([(key, value) for key, value in pairs if value], safe="@,:")


def query_of_case(case: dict[str, Any]) -> str:
    """The query string of a case that rules/ wrote (the win of a finished deal)."""
    event = case["event"]
    known = {"o-" + key: option_value(value) for key, value in case["options"].items()}
    pairs = [*known.items(), ("kind", event["kind"]), ("tile", event.get("tile", ""))]
    pairs += [("win", str(seat)) for seat in event["winners"]] + [("flag", flag) for flag in event.get("flags", ())]
    pairs += [("dealer", str(case["dealer"])), ("wind", case["round_wind"])]
    pairs += [(key, str(event[key])) for key in ("from", "fed_by") if key in event]
    pairs += [(key, case[key]) for key in TILE_FIELDS if key in case]
    for seat, names in (event.get("claims") or {}).items():
        pairs += [(f"claim{seat}", name) for name in names]
    for number, player in enumerate(case["players"]):
        pairs += [(f"h{number}", player.get("hand", "")), (f"m{number}", ", ".join(player.get("melds", ())))]
        pairs += [(f"{key}{number}", str(player[key])) for key in PLAYER_FIELDS if player.get(key)]
        pairs += [(f"{key}{number}", "1") for key in ("open", "out") if player.get(key)]
    return query_of(read(case["ruleset"], QueryDict(urlencode([(key, value) for key, value in pairs if value]))))


# -- the case ---------------------------------------------------------------------------------------------------------
def case_of(state: State) -> dict[str, Any]:
    """The case of CASES.md: what the command `score` would be given for this form."""
    case: dict[str, Any] = {
        "ruleset": state.code,
        "options": dict(state.options),
        "dealer": state.dealer,
        "round_wind": state.wind,
        "players": [_player(seat) for seat in state.seats],
        "event": _event(state),
    }
    case |= {key: tiles for key, tiles in state.tiles.items() if tiles and key != "tiles"}
    if state.kind == "rob_kong":
        _lay_the_pung(state, case)
    return case


def _event(state: State) -> dict[str, Any]:
    winners = state.winners
    if state.givable:
        winners = sorted(winners, key=lambda seat: (seat - state.giver) % state.count)
    event: dict[str, Any] = {"kind": state.kind, "winners": winners, "flags": list(state.flags)}
    if state.tile and not state.drawn and state.kind != "opening":
        event["tile"] = state.tile
    if state.givable:
        event["from"] = state.giver
    if state.fed_by and "after_kong" in state.flags:
        event["fed_by"] = int(state.fed_by) if state.fed_by.isascii() and state.fed_by.isdigit() else state.fed_by
    if state.tiles["tiles"]:
        event["tiles"] = state.tiles["tiles"]
    if state.kind == "opening":
        event["claims"] = {str(seat): state.seats[seat].claims for seat in winners}
    return event


def _player(seat: SeatState) -> dict[str, Any]:
    row: dict[str, Any] = {"hand": seat.hand, "melds": list(seat.melds)}
    for key, value in seat.marks.items():
        row[key] = int(value) if key == "flowers" and value.isascii() and value.isdigit() else value
    return row | {key: True for key in ("open", "out") if getattr(seat, key)}


def _lay_the_pung(state: State, case: dict[str, Any]) -> None:
    """A robbed kong was a pung before: where nothing is written for that seat, it is laid down for it."""
    player = case["players"][state.giver]
    if not player["hand"] and not player["melds"] and state.tile in NAMES and INDEX[state.tile] not in FLOWERS:
        giver = next((n for n in state.winners if n != state.giver), (state.giver + 1) % state.count)
        player["melds"] = [str(Meld("pung", (INDEX[state.tile],) * 3, giver))]
        player.pop("open", None)
