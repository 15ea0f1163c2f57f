"""Positions of 成都 for tests: `table` of position.py with hands that can claim nothing filled in. Holds no test."""

from __future__ import annotations

from collections import Counter
from typing import Any

import rules
from rules.hand import parse_meld
from rules.machine import deal_out
from rules.tiles import EAST, format_tiles, parse_tiles
from tests.rules.position import Spec, seat, table

READY = "123456789m45s11s"  # 平胡 on 3s and 6s


def cd(*specs: Spec, dealer: int = 3, fresh: bool = False, wall: str = "", tail: str = "", turn: int = 0,
       draws: bool = True, options: dict[str, Any] | None = None, **more: Any) -> rules.Deal:  # fmt: skip
    """A position in which seats without a hand hold thirteen different tiles of three suits. Unless `fresh` the
    dealer has discarded before, so that no win is 地胡."""
    rows = [*specs, *[seat()] * (4 - len(specs))]
    left = Counter(dict.fromkeys(range(27), 4))
    for text in (wall, tail, *(s.hand or "" for s in rows), *(s.pond for s in rows)):
        left.subtract(parse_tiles(text))
    left.subtract(t for s in rows for m in s.melds for t in parse_meld(m).tiles)
    if not fresh and not rows[dealer].pond:
        tile = max(left, key=lambda t: left[t])
        left[tile] -= 1
        rows[dealer] = rows[dealer]._replace(pond=format_tiles([tile]))
    for i, spec in enumerate(rows):
        if spec.hand is None:
            rows[i] = spec._replace(hand=junk(left, 13 - 3 * len(spec.melds) + (not draws and i == turn)))
    return table(*rows, ruleset="chengdu", dealer=dealer, wall=wall, tail=tail, turn=turn, draws=draws,
                 options=options, **more)  # fmt: skip


def junk(left: Counter[int], size: int) -> str:
    """Different tiles, a third of each suit, of those that are left: no pair, no 缺一门."""
    rows = [sorted((t for t in range(f, f + 9) if left[t]), key=lambda t: -left[t]) for f in (0, 9, 18)]
    assert all(rows), "a suit is used up"
    # Round the suits, so that each is there.
    found = [t for place in range(9) for row in rows for t in row[place : place + 1]][:size]
    assert len(found) == size, "no tiles left for a junk hand"
    left.subtract(found)
    return format_tiles(sorted(found))


def opening(*hands: str, wall: str = "", options: dict[str, Any] | None = None, dice: tuple[int, ...] = (),
            hold: bool = False) -> rules.Deal:  # fmt: skip
    """A deal as dealt, up to its first decision: seat 0 deals, his 14th tile the last one written; hands that are
    not given are filled; `wall`: the first draws."""
    left = Counter(dict.fromkeys(range(27), 4))
    left.subtract(parse_tiles(wall))
    given = [parse_tiles(h) for h in hands]
    for tiles in given:
        left.subtract(tiles)
    assert min(left.values()) >= 0, "too many copies"
    given += [parse_tiles(junk(left, 13)) for _ in range(4 - len(given))]
    checked = rules.check_options("chengdu", options or {})
    order = (*parse_tiles(wall), *sorted(left.elements()))
    return deal_out("chengdu", checked, tuple(given), order, dealer=0, round_wind=EAST, given=dice, hold=hold)[0]


def points(deal: rules.Deal) -> list[int]:
    """The running points, as the screen shows them."""
    return [s["points"] for s in rules.view_for(deal, None)["seats"]]


def rows_of(deal: rules.Deal, viewer: int | None) -> dict[str, Any]:
    return {r["id"]: r for r in rules.view_for(deal, viewer)["rows"]}


def badges(deal: rules.Deal, viewer: int | None = None) -> list[list[str]]:
    return [[b["id"] for b in s["badges"]] for s in rules.view_for(deal, viewer)["seats"]]
