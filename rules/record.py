"""The record format (牌谱) of CASES.md: replay a record, write one.

Formats only: what is legal is asked of the machine. Every refusal names the move that is at fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .actions import PASS, WIN, Action, parse
from .case import both, read_seat, read_tiles, read_wind
from .errors import BadNotation, BadRecord, IllegalAction, MissingRoll, RuleError
from .fan import FanLine
from .machine import apply, deal_out, dealt, settle_draw, turned_out
from .ruleset import bound, check_options
from .settlement import Result
from .state import Deal
from .text import Text, shown
from .tiles import NAMES, format_tiles

FORMAT = "mahjong-record/1"


def replay(record: object, *, final: bool = False) -> dict[str, Any]:
    """Replay one record: {"ok": True, "winners", "deltas", "fans", "moves"} or {"ok": False, "error"}. Never raises."""
    head = {"id": record["id"]} if isinstance(record, dict) and "id" in record else {}
    try:
        deal, moves = replay_deal(record)
    except BadRecord as error:
        return {**head, "ok": False, "error": {"move": error.move, "message": both(error.text)}}
    result = deal.result
    assert result is not None
    answer: dict[str, Any] = {
        **head,
        "ok": True,
        "winners": [w.seat for w in result.wins],
        "deltas": list(result.deltas),
        "fans": fan_counts(result),
        "moves": moves,
    }
    if final:
        answer["final"] = [
            {"hand": format_tiles(s.concealed), "melds": [str(m) for m in s.melds], "flowers": format_tiles(s.flowers)}
            for s in deal.seats
        ]
    return answer


def fan_counts(result: Result) -> dict[str, int]:
    """Chinese fan name → count over all winners."""
    return _counts(fan for win in result.wins for fan in win.fans)


def _counts(fans: Iterable[FanLine]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for fan in fans:
        counts[fan.name.in_("zh")] += fan.count
    return dict(counts)


def replay_deal(record: object) -> tuple[Deal, int]:
    """The finished deal of a record and its number of moves. Raises BadRecord with the move at fault."""
    if not isinstance(record, dict):
        raise BadRecord(Text("牌谱应是一个 JSON 对象", "a record must be a JSON object"))
    try:
        deal = first_state(record)
    except BadRecord:
        raise
    except RuleError as error:
        raise BadRecord(error.text) from None
    moves = record.get("moves")
    if not isinstance(moves, list) or not all(isinstance(m, str) for m in moves):
        raise BadRecord(Text("moves 应是字符串的列表", "moves must be a list of strings"))
    omitted = record.get("passes") == "omitted"
    for i, move in enumerate(moves):
        try:
            deal = play_move(deal, move, omitted)
        except RuleError as error:
            raise BadRecord(error.text, i) from None
    deal = _finish(deal, len(moves), omitted)
    if deal.given:
        raise BadRecord(Text("有没用到的骰子", "there are unused dice rolls"))
    _compare(record.get("result"), deal)
    return deal, len(moves)


def first_state(record: Mapping[str, Any]) -> Deal:
    """The deal before the first move. Raises a RuleError."""
    if record.get("format") != FORMAT:
        raise BadRecord(Text("format 应是 {f}", "format must be {f}", f=FORMAT))
    code, options = record.get("ruleset"), record.get("options", {})
    if not isinstance(code, str) or not isinstance(options, dict):
        raise BadRecord(Text("ruleset 应是字符串，options 应是对象", "ruleset must be a string and options an object"))
    options = check_options(code, options)
    rules = bound(code, options)
    hands_given = record.get("hands")
    if not isinstance(hands_given, list) or len(hands_given) != rules.seats:
        raise BadRecord(Text("hands 应有 {n} 手牌", "hands must list {n} hands", n=rules.seats))
    dealer = read_seat(record.get("dealer"), rules.seats, "dealer")
    hands = tuple(read_tiles(h, f"hands[{i}]") for i, h in enumerate(hands_given))
    for i, hand in enumerate(hands):
        if len(hand) != 13 + (i == dealer):
            raise BadRecord(Text("hands[{i}] 应有 {n} 张，现有 {m} 张", "hands[{i}] must have {n} tiles, has {m}",
                                 i=i, n=13 + (i == dealer), m=len(hand)))  # fmt: skip
    wall = read_tiles(record.get("wall"), "wall")
    turned = read_tiles(record.get("turned", ""), "turned")
    rules.check_turned(turned)
    have, want = Counter(t for h in (*hands, wall, turned) for t in h), Counter(rules.tiles())
    if have != want:
        off = sorted(t for t in have | want if have[t] != want[t])
        raise BadRecord(Text("手牌和牌墙合起来不是一副牌：{tiles}", "hands and wall together are not the set: {tiles}",
                             tiles=format_tiles(off)))  # fmt: skip
    dice = record.get("dice", [])
    if not isinstance(dice, list) or not all(type(d) is int and 1 <= d <= 6 for d in dice) or len(dice) == 1:
        raise BadRecord(
            Text("dice 应是 1–6 的列表，头两个是开牌的骰子", "dice must be a list of 1–6, the break's two first")
        )
    marks = {"turned": format_tiles(turned)} if turned else None
    deal, _ = deal_out(code, options, hands, wall, dealer=dealer, round_wind=read_wind(record.get("round_wind", "E")),
                       dice=(tuple(dice[:2]),) if dice else (), given=tuple(dice[2:]), marks=marks)  # fmt: skip
    return deal


def parse_move(text: str, seats: int) -> tuple[int, Action]:
    """ "SEAT VERB [TILES]" → seat, action. Raises BadNotation."""
    head, _, rest = text.partition(" ")
    if head not in [str(n) for n in range(seats)]:
        raise BadNotation(Text("“{text}”：应以座位开头", "“{text}”: must begin with a seat", text=text[:40]))
    return int(head), parse(rest)


def play_move(deal: Deal, text: str, omitted: bool) -> Deal:
    """One move of a record. With omitted passes, the passes that it implies come first."""
    seat, action = parse_move(text, len(deal.seats))
    if deal.over:
        raise IllegalAction(Text("这一局已经结束", "the deal is already over"))
    if omitted:
        deal = imply_passes(deal, seat, action)
    phase = deal.rules.phase(deal.ask.phase)
    shared = (action == WIN and deal.rules.multiple_winners) or action.kind in phase.all_count
    deal, _ = apply(deal, seat, action)
    if omitted and action != PASS and not shared and deal.actors and deal.ask.answers[seat] == action:
        # The window still waits for others. Only what took effect is written, so they passed; where several may win,
        # their wins follow as moves of their own.
        deal = pass_all(deal, deal.actors)
    return settle_draw(deal)[0] if deal.settling else deal


def imply_passes(deal: Deal, seat: int, action: Action) -> Deal:
    """Passes that were left out: asked seats pass until `seat` can make this move (CASES.md)."""
    while not deal.over and not deal.settling:
        if seat in deal.actors and action in deal.ask.offers[seat]:
            return deal
        passing = [s for s in deal.actors if PASS in deal.ask.offers[s]]
        if not passing:
            return deal
        # The mover passes last: what he declined must be settled by the same move that shows it.
        deal = pass_all(deal, passing[:1] if passing[0] != seat else passing[-1:])
    return deal


def pass_all(deal: Deal, seats: Iterable[int]) -> Deal:
    for s in tuple(seats):
        if s in deal.actors and PASS in deal.ask.offers[s]:
            deal, _ = apply(deal, s, PASS)
    return deal


def _finish(deal: Deal, moves: int, omitted: bool) -> Deal:
    """The end of the moves implies that all passed (omitted passes); a deal that is not over is an error there."""
    try:
        while omitted and not deal.over and not deal.settling and any(PASS in deal.ask.offers[s] for s in deal.actors):
            deal = pass_all(deal, [s for s in deal.actors if PASS in deal.ask.offers[s]])
        if deal.settling:
            deal, _ = settle_draw(deal)
    except MissingRoll as error:
        raise BadRecord(error.text, moves) from None
    if not deal.over:
        raise BadRecord(Text("牌谱在一局结束以前中断", "the moves stop before the deal is over"), moves)
    return deal


def _compare(result: object, deal: Deal) -> None:
    """The record's result against the replayed one; a difference shows both."""
    if result is None:
        return
    if not isinstance(result, dict):
        raise BadRecord(Text("result 应是一个对象", "result must be an object"))
    assert deal.result is not None
    ours: dict[str, Any] = {
        "winners": [w.seat for w in deal.result.wins],
        "deltas": list(deal.result.deltas),
        "total": deal.result.wins[0].total if deal.result.wins else 0,
        "fans": fan_counts(deal.result),
    }
    for key, value in ours.items():
        given = result.get(key)
        if given is not None and given != value and not (key == "fans" and _another_reading(given, deal)):
            zh, en = "result.{key} 写的是 {given}，重算是 {value}", "result.{key} says {given}, replay gives {value}"
            raise BadRecord(Text(zh, en, key=key, given=shown(given), value=shown(value)))


def _another_reading(given: object, deal: Deal) -> bool:
    """Are these the fans of an equal-valued reading of the one win?"""
    assert deal.result is not None
    if len(deal.result.wins) != 1:
        return False
    readings = deal.rules.other_readings(deal, deal.result.wins[0])
    return any(given == _counts(lines) for lines in readings)


def write(deal: Deal, moves: Iterable[tuple[int, str]], players: Iterable[str]) -> dict[str, Any]:
    """The record of a deal that was started from a seed: `moves` are (seat, action text) in order of arrival."""
    hands, wall, _, _ = dealt(deal.rules, bytes.fromhex(deal.seed), deal.dealer)
    turned, wall = turned_out(deal.rules, wall)
    record: dict[str, Any] = {
        "format": FORMAT, "ruleset": deal.code, "version": deal.version, "options": dict(deal.options),
        "players": list(players), "dealer": deal.dealer, "round_wind": NAMES[deal.round_wind],
        "dice": [d for roll in deal.dice for d in roll], "hands": [format_tiles(h) for h in hands],
        "wall": format_tiles(wall), "moves": [f"{seat} {text}" for seat, text in moves],
    }  # fmt: skip
    if turned:
        record["turned"] = format_tiles(turned)
    if deal.result is not None:
        record["result"] = {"winners": [w.seat for w in deal.result.wins], "deltas": list(deal.result.deltas)}
    return record
