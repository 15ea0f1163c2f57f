"""The case format of CASES.md: read a case, refuse what no table can show, and score it.

Formats only: what a hand is worth is asked of the rule set. Every refusal names what is wrong and where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from .errors import BadCase, BadNotation, NotAWin, RuleError
from .hand import Meld, is_open, parse_meld
from .ruleset import Ruleset, bound, check_options
from .scoring import Player, Score, Situation
from .settlement import Transfer, deltas
from .text import Text, shown
from .tiles import INDEX, NAMES, format_tiles, parse_tiles

KINDS = ("self_draw", "discard", "rob_kong", "draw")
GIVEN = ("discard", "rob_kong", "earthly")  # the kinds with a `from`
FLAGS = ("after_kong", "kong_discard", "last_tile", "bao_draw", "last_copy")


def score(case: object) -> dict[str, Any]:
    """Answer one case: {"id", "ok", "winners", "transfers", "deltas"} or {"id", "ok": False, "error"}. Never raises."""
    name = case.get("id") if isinstance(case, dict) else None
    try:
        rules, _, scores, transfers = scored(case)
    except NotAWin as error:
        return {"id": name, "ok": False, "error": {"code": "not_a_win", "message": both(error.text)}}
    except RuleError as error:
        return {"id": name, "ok": False, "error": {"code": "bad_case", "message": both(error.text)}}
    return {
        "id": name,
        "ok": True,
        "winners": [_winner(s, sc) for s, sc in scores.items()],
        "transfers": [{"from": t.payer, "to": t.payee, "amount": t.amount, "kind": t.kind} for t in transfers],
        "deltas": list(deltas(transfers, rules.seats)),
    }


class Scored(NamedTuple):
    """A case and its answer: the scores by winner, in the case's order."""

    rules: Ruleset
    situation: Situation
    scores: dict[int, Score]
    transfers: list[Transfer]


def scored(case: object) -> Scored:
    """Read and score a case. Raises NotAWin, or another RuleError for what is a bad case."""
    rules, situation = read_case(case)
    scores = {s: rules.evaluate(situation, s) for s in situation.winners}
    transfers = rules.settle(situation, scores) if situation.winners else rules.settle_drawn(situation)
    return Scored(rules, situation, scores, transfers)


def both(text: Text) -> str:
    zh, en = text.to_json()
    return zh if zh == en else f"{zh} / {en}"


def _winner(seat: int, score: Score) -> dict[str, Any]:
    fans = [
        {"id": f.id, "name": f.name.in_("zh"), "value": f.value, "count": f.count, "payers": list(f.payers)}
        for f in score.fans
    ]
    return {"seat": seat, "fans": fans, "total": score.total}


def bad(zh: str, en: str, **params: object) -> BadCase:
    return BadCase(Text(zh, en, **params))


def read_case(case: object) -> tuple[Ruleset, Situation]:
    """A case as a rule set and a Situation. Raises a RuleError (bad_case) for what no table can show."""
    if not isinstance(case, dict):
        raise bad("每个案例应是一个 JSON 对象", "a case must be a JSON object")
    code, options = case.get("ruleset"), case.get("options", {})
    if not isinstance(code, str) or not isinstance(options, dict):
        raise bad("ruleset 应是字符串，options 应是对象", "ruleset must be a string and options an object")
    rules = bound(code, check_options(code, options))
    event = case.get("event")
    if not isinstance(event, dict):
        raise bad("缺少 event", "event is missing")
    players = case.get("players")
    if not isinstance(players, list) or len(players) != rules.seats or not all(isinstance(p, dict) for p in players):
        raise bad("players 应正好有 {n} 个座位", "players must list exactly {n} seats", n=rules.seats)
    situation = Situation(
        kind=_event_kind(rules, event.get("kind")),
        dealer=read_seat(case.get("dealer", 0), rules.seats, "dealer"),
        round_wind=read_wind(case.get("round_wind", "E")),
        players=(),
        winners=_winners(event.get("winners", []), rules.seats),
        tile=_optional_tile(event.get("tile"), "event.tile"),
        giver=None if event.get("from") is None else read_seat(event["from"], rules.seats, "event.from"),
        flags=_flags(event.get("flags", [])) & rules.case_flags,
        extra=_extra(case, event),
    )
    situation = situation._replace(players=tuple(read_player(rules, situation, i, p) for i, p in enumerate(players)))
    check_event(rules, situation)
    check_copies(rules, situation)
    return rules, rules.check_case(situation, case)


def _event_kind(rules: Ruleset, kind: object) -> str:
    if not isinstance(kind, str) or kind not in (*KINDS, *rules.situations):
        raise bad("event.kind：这种玩法没有“{kind}”", "event.kind: this rule set has no “{kind}”", kind=shown(kind))
    return kind


def read_seat(value: object, seats: int, where: str) -> int:
    if type(value) is not int or not 0 <= value < seats:
        raise bad("{where}：应是座位 0–{n}", "{where}: must be a seat 0–{n}", where=where, n=seats - 1)
    return value


def _winners(value: object, seats: int) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise bad("event.winners 应是座位的列表", "event.winners must be a list of seats")
    found = tuple(read_seat(v, seats, "event.winners") for v in value)
    if len(set(found)) != len(found):
        raise bad("event.winners 有重复的座位", "event.winners names a seat twice")
    return found


def read_wind(value: object) -> int:
    if value not in ("E", "S", "W", "N"):
        raise bad("round_wind 应是 E S W N 之一", "round_wind must be one of E S W N")
    return INDEX[str(value)]


def _optional_tile(value: object, where: str) -> int | None:
    if value is None:
        return None
    tiles = read_tiles(value, where)
    if len(tiles) != 1 or tiles[0] >= 34:
        raise bad("{where}：应是一张牌", "{where}: must be one tile", where=where)
    return tiles[0]


def read_tiles(value: object, where: str) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise bad("{where}：应是牌的字符串", "{where}: must be a string of tiles", where=where)
    try:
        return parse_tiles(value)
    except BadNotation as error:
        raise bad("{where}：{fault}", "{where}: {fault}", where=where, fault=error.text) from None


def _flags(value: object) -> frozenset[str]:
    if not isinstance(value, list):
        raise bad("event.flags 应是列表", "event.flags must be a list")
    for f in value:
        if f not in FLAGS:
            raise bad("event.flags：不认识“{flag}”", "event.flags: unknown flag “{flag}”", flag=shown(f))
    return frozenset(value)


def _extra(case: Mapping[str, Any], event: Mapping[str, Any]) -> dict[str, Any]:
    """宝, birds, turned and 跟庄 tiles, checked to be tiles; claims, fed_by and shown tiles of the event."""
    extra: dict[str, Any] = {}
    for key in ("bao", "genzhuang"):
        if (tile := _optional_tile(case.get(key), key)) is not None:
            extra[key] = NAMES[tile]
    for key in ("bird", "turned"):
        if case.get(key) is not None:
            extra[key] = format_tiles(read_tiles(case[key], key))
    for key in ("claims", "fed_by"):
        if event.get(key) is not None:
            extra[key] = event[key]
    if event.get("tiles") is not None:
        extra["tiles"] = format_tiles(read_tiles(event["tiles"], "event.tiles"))
    return extra


def read_player(rules: Ruleset, situation: Situation, seat: int, row: Mapping[str, Any]) -> Player:
    """One seat of a case: tiles and melds checked for number and shape."""
    where = f"players[{seat}]"
    melds_given, ready = row.get("melds", []), row.get("ready")
    if not isinstance(melds_given, list) or not all(isinstance(m, str) for m in melds_given):
        raise bad("{where}.melds 应是字符串的列表", "{where}.melds must be a list of strings", where=where)
    melds = tuple(_meld(rules, m, seat, where) for m in melds_given)
    if len(melds) > 4:
        raise bad("{where}：副露超过四副", "{where}: more than four melds", where=where)
    concealed = tuple(sorted(read_tiles(row.get("hand", ""), f"{where}.hand")))
    if any(t not in rules.tiles() for t in concealed):
        raise bad("{where}.hand：有这种玩法没有的牌", "{where}.hand: a tile this rule set does not use", where=where)
    wanted = 13 - 3 * len(melds) + (situation.kind == "opening" and seat == situation.dealer)
    if concealed and len(concealed) != wanted:
        raise bad("{where}.hand：应是 {n} 张，现有 {m} 张", "{where}.hand: must be {n} tiles, has {m}",
                  where=where, n=wanted, m=len(concealed))  # fmt: skip
    if not concealed and seat in situation.winners:
        raise bad("{where}.hand：胡家的手牌要写全", "{where}.hand: a winner's hand must be given", where=where)
    if ready not in (None, "plain", "jia"):
        raise bad("{where}.ready：应是 null、plain 或 jia", "{where}.ready: must be null, plain or jia", where=where)
    opened, out = row.get("open", False), row.get("out", False)
    if not isinstance(opened, bool) or not isinstance(out, bool):
        raise bad("{where}：open 和 out 应是 true 或 false", "{where}: open and out must be true or false", where=where)
    if opened and not is_open(melds) and (melds or concealed):
        raise bad("{where}：open 与副露矛盾", "{where}: open contradicts the melds", where=where)
    marks: dict[str, Any] = {} if ready is None else {"ready": ready}
    for key in ("flowers", "lack"):
        if row.get(key) is not None:
            marks[key] = row[key]
    return Player(concealed, melds, opened or is_open(melds), out, marks)


def _meld(rules: Ruleset, text: str, seat: int, where: str) -> Meld:
    try:
        meld = parse_meld(text)
    except BadNotation as error:
        raise bad("{where}.melds：{fault}", "{where}.melds: {fault}", where=where, fault=error.text) from None
    left = (seat - 1) % rules.seats
    if any(t not in rules.tiles() for t in meld.tiles) or not rules.meld_possible(meld):
        raise bad("{where}.melds：“{meld}”在这种玩法里不会出现", "{where}.melds: “{meld}” cannot lie on such a table",
                  where=where, meld=shown(text))  # fmt: skip
    if meld.giver is not None and (meld.giver == seat or meld.giver >= rules.seats):
        raise bad("{where}.melds：“{meld}”的来源座位不对", "{where}.melds: “{meld}” names an impossible giver",
                  where=where, meld=shown(text))  # fmt: skip
    if meld.kind == "chow" and meld.giver != left:
        raise bad("{where}.melds：只能吃上家（座位 {n}）的牌", "{where}.melds: only seat {n} (上家) can be chowed",
                  where=where, n=left)  # fmt: skip
    return meld


def check_event(rules: Ruleset, s: Situation) -> None:
    """Refuse an event that contradicts itself."""
    if (s.kind == "draw") != (not s.winners):
        raise bad("event：荒庄没有胡家，胡牌必须有", "event: a draw has no winners, everything else has")
    if s.kind == "draw":
        if s.tile is not None or s.giver is not None:
            raise bad("event：荒庄没有 tile 和 from", "event: a draw has neither tile nor from")
        return
    given = s.kind in GIVEN
    if given != (s.giver is not None):
        raise bad(
            "event.from：点炮和抢杠要写，其余不写", "event.from: needed for a discard or robbed kong, else absent"
        )
    if (
        s.giver in s.winners
        or any(s.players[w].out for w in s.winners)
        or (s.giver is not None and s.players[s.giver].out)
    ):
        raise bad("event：胡家或放炮者不对", "event: this seat cannot win or give the tile")
    several = rules.multiple_winners and given or s.kind == "opening"
    if len(s.winners) > 1 and not several:
        raise bad("event.winners：只能有一个胡家", "event.winners: only one seat may win")
    if given and list(s.winners) != sorted(s.winners, key=lambda w: (w - (s.giver or 0)) % rules.seats):
        raise bad("event.winners：应按轮次排列", "event.winners: must be in turn order")
    if (s.tile is None) != (s.kind == "opening"):
        raise bad("event.tile：要写胡的那张牌", "event.tile: the winning tile is needed")
    if s.tile is not None and s.tile not in rules.tiles():
        raise bad("event.tile：这种玩法没有这张牌", "event.tile: this rule set does not use it")
    if s.kind == "rob_kong":
        konger = s.players[s.giver or 0]
        if not any(m.kind == "pung" and m.tiles[0] == s.tile for m in konger.melds):
            raise bad("event：被抢杠的座位要列出那一副碰", "event: the robbed seat must list its pung")
    _check_kong_flags(rules, s)


def _check_kong_flags(rules: Ruleset, s: Situation) -> None:
    winner = s.players[s.winners[0]]
    if "after_kong" in s.flags and (s.giver is None) and not any(m.is_kong for m in winner.melds):
        raise bad("event.flags：after_kong 需要一副杠", "event.flags: after_kong needs a kong")
    if "after_kong" in s.flags and s.kind not in ("self_draw",):
        raise bad("event.flags：after_kong 只能是自摸", "event.flags: after_kong needs a self_draw")
    if "kong_discard" in s.flags and s.kind not in rules.kong_discard_kinds:
        raise bad("event.flags：kong_discard 只能是点炮", "event.flags: kong_discard needs a discard")
    if (
        "kong_discard" in s.flags
        and s.players[s.giver or 0].melds
        and not any(m.is_kong for m in s.players[s.giver or 0].melds)
    ):
        raise bad("event.flags：kong_discard 需要放炮者有杠", "event.flags: kong_discard needs a kong of the discarder")
    fed_by = s.extra.get("fed_by")
    if fed_by is not None:
        fed = [m.giver for m in winner.melds if m.kind == "kong"]
        if "after_kong" not in s.flags or fed_by not in fed:
            raise bad("event.fed_by：没有这样的直杠", "event.fed_by: there is no such claimed kong")


def check_copies(rules: Ruleset, s: Situation) -> None:
    """No kind more often than the set has it, over everything the case shows."""
    shown: Counter[int] = Counter()
    for p in s.players:
        shown.update(p.concealed)
        for m in p.melds:
            shown.update(m.tiles)
    if s.tile is not None:
        shown[s.tile] += 1
    shown.update(rules.case_tiles(s))
    limit = Counter(rules.tiles())
    for tile, n in sorted(shown.items()):
        if n > limit[tile]:
            raise bad("{tile} 出现了 {n} 张", "{tile} occurs {n} times", tile=NAMES[tile], n=n)
