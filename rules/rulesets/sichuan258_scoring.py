"""Points of 四川(258): the 大胡 of an event, what one payer owes, and the birds (SC-12, SC-20 … SC-22, SC-30 … SC-33,
SC-40, SC-41). Looks at Situations only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..scoring import Situation
from ..text import Text
from ..tiles import parse_tiles, rank

Options = Mapping[str, Any]

BIG: Mapping[str, Text] = {
    "pengpeng": Text("碰碰胡", "All pungs"),
    "qingyise": Text("清一色", "One suit"),
    "qiqiao": Text("七巧对", "Seven pairs"),
    "jiangjiang": Text("将将胡", "All 2, 5, 8"),
    "tianhu": Text("天胡", "Heavenly hand"),
    "dihu": Text("地胡", "Earthly hand"),
    "haidi": Text("海底捞月", "Last tile"),
    "haidipao": Text("海底炮", "Shot by the last tile"),
    "gangkai": Text("杠上花", "Out with the kong's tile"),
    "gangpao": Text("杠上炮", "Shot by the kong's tile"),
    "qianggang": Text("抢杠胡", "Robbing the kong"),
}
DEAR = frozenset({"haidipao", "gangpao", "qianggang"})  # 10 (12), SC-20


def event_bigs(s: Situation) -> frozenset[str]:
    """The 大胡 by event (SC-12)."""
    own = s.giver is None
    events = {"heavenly": {"tianhu"}, "earthly": {"dihu"}, "rob_kong": {"qianggang"}}.get(s.kind, set())
    if "after_kong" in s.flags and own:
        events = events | {"gangkai"}
    if "kong_discard" in s.flags and not own:
        events = events | {"gangpao"}
    if "last_tile" in s.flags:
        events = events | {"haidi" if own else "haidipao"}
    return frozenset(events)


def figure(o: Options, given: bool, dealt: bool, bigs: frozenset[str]) -> int:
    """What one payer owes before birds and base (SC-20, SC-21, SC-33, SC-40, SC-41). `given`: another's tile;
    `dealt`: payer or winner is the dealer and 庄闲算分 is on."""
    if not bigs:
        return 1 + dealt
    each = 6 + dealt if given or o["new_scoring"] else 3 + dealt
    first = (12 if dealt else 10) if bigs & DEAR else each
    return first + each * (len(bigs) - 1) if o["stack_big"] else first


def concerns_dealer(o: Options, s: Situation, winner: int, payer: int) -> bool:
    """SC-20, SC-33."""
    return bool(o["dealer_points"]) and s.dealer in (winner, payer)


def has_birds(o: Options, kind: str) -> bool:
    """Are birds turned for a win of this kind (SC-13, SC-30)?"""
    return o["birds"] > 0 and not (kind == "opening" and o["after_opening"] == "go_on")


def bird_seat(start: int, bird: int, seats: int) -> int:
    """The seat that a bird falls on, counted from `start` by its rank (SC-22)."""
    return (start + rank(bird) - 1) % seats


def hit_seats(o: Options, s: Situation, winner: int) -> list[int]:
    """The seat that each bird falls on for a payment to `winner` (SC-22, SC-32)."""
    if not has_birds(o, s.kind):
        return []
    if "last_tile" in s.flags and s.tile is not None:
        birds: tuple[int, ...] = (s.tile,)
    else:
        birds = parse_tiles(s.extra.get("bird", ""))
    start = s.dealer
    if o["bird_from"] == "winner":
        # Several winners on one tile: from the nearest after the feeder; 起手胡: each declarer from himself.
        start = winner if s.kind == "opening" else s.winners[0]
    return [bird_seat(start, b, len(s.players)) for b in birds]


def with_birds(o: Options, points: int, hits: int) -> int:
    """SC-31, per payment."""
    if o["bird_mode"] == "double":
        return points << hits
    return points * (1 + hits) if o["bird_mode"] == "multiply" else points + hits
