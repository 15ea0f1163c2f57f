"""Hints for the owner of a hand: what it waits for, how many of it are unseen, what it would be worth, or why not.

They follow from what the seat sees: everything else is blanked out before anything is asked (`as_seen`), so that no
hidden tile can get into an answer. Whether a tile wins, and what stands in its way, is asked of the very checks that
decide it at the table (Ruleset.evaluate and bars_win). Luck (杠上开花, the last tile …) is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

from .actions import WIN, Action
from .errors import NoShape, NotAWin
from .phases import Turn
from .play import Play
from .scoring import Player, Situation
from .state import Deal, Seat
from .text import Text
from .tiles import FLOWERS, NAMES

_CLAUSES = re.compile(r"\s*[（(][A-Z]{2}-[^（(]*[）)]$")  # "… (DL-31)": for the rules page, not for the table


def hints_for(deal: Deal, seat: int | None) -> dict[str, Any] | None:
    """{"unit", "left", "waits", "after"}; None: the room plays without hints, or there is nobody to get them.

    `left`: how many of each kind that the hand holds are unseen. `waits`: of a hand that waits for a tile. `after`: in
    one's own turn the discards (and declarations) that leave such a hand, each {"action", "label", "kind", "tile",
    "waits"}. A wait is {"tile", "unseen", "self_drawn": value or None, "on_discard": [least, most] or None,
    "reason": why one of them is None}; a kind of which the seat itself holds all four is none.
    """
    if seat is None or not deal.options.get("hints", True) or deal.over or deal.seats[seat].out:
        return None
    own = deal.seats[seat].concealed
    found: dict[str, Any] = {"unit": deal.rules.hint_unit, "left": {}, "waits": [], "after": []}
    if any(t in FLOWERS for t in own):
        return found
    seen = as_seen(deal, seat)
    visible = visible_tiles(seen, seat) + Counter(deal.rules.open_tiles(deal, seat))
    found["left"] = {NAMES[t]: 4 - visible[t] for t in sorted(set(own))}
    if len(own) % 3 == 1:
        found["waits"] = _waits(Play(seen), seat, visible)
    elif seat in deal.actors:
        found["after"] = _discards(seen, seat, visible)
    return found


def _discards(seen: Deal, seat: int, visible: Counter[int]) -> list[dict[str, Any]]:
    """What each discard leaves, in the order of the actions."""
    rules, hand, rows = seen.rules, seen.seats[seat], []
    extra, ready = rules.extra(seen), {}
    for at, tile in enumerate(hand.concealed):  # most discards leave nothing: that is seen at once
        if tile not in ready:
            rest = hand.concealed[:at] + hand.concealed[at + 1 :]
            ready[tile] = rules.formal_waits(Player(rest, hand.melds), extra)
    for action in seen.ask.offers[seat]:
        if rules.bot_kinds.get(action.kind, action.kind) != "discard" or not ready.get(action.tile):
            continue
        if waits := _waits(_after(seen, seat, action), seat, visible):
            rows.append(
                {
                    "action": str(action), "label": rules.label(action), "kind": action.kind,
                    "tile": NAMES[action.tile], "waits": waits,
                }
            )  # fmt: skip
    return rows


def as_seen(deal: Deal, seat: int) -> Deal:
    """The deal with everything blank that the seat does not see: hands, face-down kongs, the wall, others' notes."""
    face_down = deal.rules.face_down_kongs
    seats = []
    for number, other in enumerate(deal.seats):
        if number == seat:
            seats.append(other)
            continue
        melds = tuple(m._replace(tiles=()) if face_down and m.kind == "concealed_kong" else m for m in other.melds)
        seats.append(Seat((), melds, other.pond, None, other.flowers, other.out))
    wall = deal.wall._replace(tiles=(0,) * len(deal.wall.tiles), blocked=None)
    return replace(deal, seats=tuple(seats), wall=wall, seed="", news=())


def visible_tiles(seen: Deal, seat: int) -> Counter[int]:
    """How many copies of each kind the seat sees: own hand, melds, ponds (a claimed tile lies in its meld)."""
    found = Counter(seen.seats[seat].concealed)
    for other in seen.seats:
        found.update(d.tile for d in other.pond if d.claimed_by is None)
        for meld in other.melds:
            found.update(meld.tiles)
    return found


class _Thought(Play):
    """A play that ends with the discard: what the others make of it is not thought of."""

    def discard(self, seat: int, tile: int) -> None:
        self.lay(seat, tile)


def _after(seen: Deal, seat: int, action: Action) -> Play:
    """The deal after this discard, as far as it concerns the seat (it may end or begin a 过胡)."""
    play = _Thought(seen)
    if WIN in seen.ask.offers[seat]:
        Turn.pass_win(play, seat)
    if action.kind == "discard":
        play.discard(seat, action.tile)
    else:
        play.rules.do(play, seat, action)
    return play


def _waits(play: Play, seat: int, visible: Counter[int]) -> list[dict[str, Any]]:
    """The waits of a hand of 13 (less its melds), in order."""
    situation = play.situation("discard", (seat,), None, None, frozenset())
    player = situation.players[seat]
    mine = Counter(t for tiles in (player.concealed, *(m.tiles for m in player.melds)) for t in tiles)
    rows = []
    for tile in play.rules.formal_waits(player, situation.extra):
        if mine[tile] == 4:
            continue
        try:
            drawn, why = _drawn(play, seat, situation._replace(kind="self_draw", tile=tile))
            given, why_given = _given(play, seat, situation._replace(tile=tile))
        except NoShape:
            continue
        rows.append(
            {
                "tile": NAMES[tile], "unseen": max(0, 4 - visible[tile]), "self_drawn": drawn, "on_discard": given,
                "reason": why or why_given,
            }
        )  # fmt: skip
    return rows


def _drawn(play: Play, seat: int, situation: Situation) -> tuple[int | None, Text | None]:
    """What the win would be worth, or why it is none."""
    rules = play.rules
    try:
        score = rules.evaluate(situation, seat)
    except NoShape:
        raise
    except NotAWin as error:
        return None, plain(error.text)
    barred = rules.bars_win(play, seat, situation.kind, score)
    return (None, barred) if barred else (rules.hint_value(situation, seat, score), None)


def _given(play: Play, seat: int, situation: Situation) -> tuple[list[int] | None, Text | None]:
    """The same for another's tile: the least and the most that it may bring, by who gives it."""
    givers = situation.payers(seat)
    values, why = [], None
    for giver in givers[:1] if play.rules.givers_equal else givers:
        value, why = _drawn(play, seat, situation._replace(giver=giver))
        if value is not None:
            values.append(value)
    return ([min(values), max(values)], None) if values else (None, why)


def plain(text: Text) -> Text:
    """A reason without the clauses that it names."""
    return Text(*(_CLAUSES.sub("", sentence) for sentence in text.to_json()))
