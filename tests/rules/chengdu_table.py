"""Positions of 成都 for tests: `table` of position.py with hands that can claim nothing filled in. Holds no test."""

from __future__ import annotations

from collections import Counter
from typing import Any

import rules
from rules.hand import parse_meld
from rules.tiles import format_tiles, parse_tiles
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
    found: list[int] = []
    for first, n in ((0, (size + 2) // 3), (9, (size + 1) // 3), (18, size // 3)):
        row = sorted(range(first, first + 9), key=lambda t: -left[t])[:n]
        assert all(left[t] > 0 for t in row), "no tiles left for a junk hand"
        found += row
    left.subtract(found)
    return format_tiles(sorted(found))


def points(deal: rules.Deal) -> list[int]:
    """The running points, as the screen shows them."""
    return [s["points"] for s in rules.view_for(deal, None)["seats"]]


def rows_of(deal: rules.Deal, viewer: int | None) -> dict[str, Any]:
    return {r["id"]: r for r in rules.view_for(deal, viewer)["rows"]}


def badges(deal: rules.Deal, viewer: int | None = None) -> list[list[str]]:
    return [[b["id"] for b in s["badges"]] for s in rules.view_for(deal, viewer)["seats"]]
