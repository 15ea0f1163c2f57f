"""A finished deal's win written as a case (CASES.md), so that the calculator can show it: the way back from play.

Nothing is guessed: the case is scored, and only one that gives the very fans of the win is handed out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from .case import GIVEN, Scored, scored
from .errors import RuleError
from .hand import is_open
from .play import Play
from .settlement import Win
from .state import Deal
from .tiles import NAMES, WINDS, format_tiles

OF_CASE = ("bao", "bird", "turned", "genzhuang")


def case_of(deal: Deal, win: Win) -> tuple[dict[str, Any], Scored] | None:
    """The case of one win of a finished deal with its answer; None when no case of these rules can say it. Losers are
    written with their melds only."""
    play = Play(deal)
    rules = deal.rules
    wins = [w for w in deal.wins if (w.how, w.giver, w.tile) == (win.how, win.giver, win.tile)]
    if win.how not in GIVEN and win.tile is not None:
        wins = [win]
    fields, extra = rules.case_fields(), rules.extra(play)
    before = {w.seat for w in deal.wins[: deal.wins.index(wins[0])]}
    case: dict[str, Any] = {
        "ruleset": deal.code,
        "options": {k: v for k, v in deal.options.items() if k not in ("deals", "clock")},
        "dealer": deal.dealer,
        "round_wind": NAMES[deal.round_wind],
        "players": [
            _player(deal, seat, win, seat in {w.seat for w in wins}, seat in before, fields)
            for seat in range(len(deal.seats))
        ],
    } | {key: extra[key] for key in OF_CASE if key in fields and key in extra}
    event: dict[str, Any] = {"kind": win.how, "winners": [w.seat for w in wins]}
    if win.tile is not None:
        event["tile"] = NAMES[win.tile]
    if win.giver is not None:
        event["from"] = win.giver
    if "claims" in fields and win.how == "opening":
        event["claims"] = extra.get("claims")
    likely = rules.win_flags(play, win.seat, win.how) & rules.case_flags
    for more in _events(sorted(rules.case_flags), likely, play.fed_by if "fed_by" in fields else None):
        whole = case | {"event": event | more}
        try:
            answer = scored(whole)
        except RuleError:
            continue
        score = answer.scores[win.seat]
        if score.total == win.total and _counts(score.fans) == _counts(win.fans):
            return whole, answer
    return None


def _counts(fans: Any) -> list[tuple[str, int, int]]:
    return [(f.id, f.value, f.count) for f in fans]


def _events(flags: list[str], likely: frozenset[str], fed_by: int | None) -> Iterator[dict[str, Any]]:
    """What the tile may have been: as the deal now stands first, then every other way (a win before the last one)."""
    ways = [sorted(likely)] + [list(some) for n in range(len(flags) + 1) for some in combinations(flags, n)]
    for way in ways:
        yield {"flags": way}
        if "after_kong" in way:
            for seat in range(len(WINDS)) if fed_by is None else (fed_by,):
                yield {"flags": way, "fed_by": seat}


def _player(deal: Deal, number: int, win: Win, won: bool, out: bool, fields: tuple[str, ...]) -> dict[str, Any]:
    """One seat as a case has it."""
    seat = deal.seats[number]
    row: dict[str, Any] = {}
    if won:
        hand = list(seat.concealed)
        if win.tile in hand and len(hand) % 3 == 2 and win.how != "opening":
            hand.remove(win.tile)
        row["hand"] = format_tiles(hand)
    if seat.melds:
        row["melds"] = [str(meld) for meld in seat.melds]
    elif seat.open and not is_open(seat.melds) and not won:
        row["open"] = True
    if out and "out" in fields:
        row["out"] = True
    for key in ("ready", "flowers", "lack"):
        if key in fields and seat.marks.get(key) and (won or key != "lack"):
            row[key] = seat.marks[key]
    return row
