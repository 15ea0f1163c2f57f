"""view_for: what one seat (or a spectator) may see of a deal. The only place that hides things.

Templates, sockets and bots get this plain dict and nothing else. It must be the same for two deals that differ only
in what the viewer may not see: no counters that move when somebody else answers, no order that gives tiles away.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .case_of import case_of
from .events import LABELS as EVENT_LABELS
from .fan import FanLine
from .settlement import Result, Win
from .state import Deal
from .text import Text
from .tiles import NAMES, WINDS

HIDDEN = ""  # a face-down tile
LAID_OPEN = Result(False, (), (), (), 0)  # stands in for a result: what only the end shows, shows


def view_for(deal: Deal, seat: int | None) -> dict[str, Any]:
    """The deal as `seat` (0-3) sees it; None = a spectator. Shapes: see the keys below; tiles are names like "5m"."""
    phase = deal.rules.phase(deal.ask.phase)
    phantom = False
    if phase.looks_like and deal.ask.seat != seat:
        phantom = phase.phantom_draw
        phase = deal.rules.phase(phase.looks_like)
    actions = [] if seat is None else _actions(deal, seat)
    return {
        "ruleset": deal.code,
        "options": deal.options,
        "seat": seat,
        "dealer": deal.dealer,
        "round_wind": NAMES[deal.round_wind],
        "dice": [list(d) for d in deal.dice],
        "wall_left": deal.wall.left - phantom,
        "live_left": max(0, deal.rules.live_left(deal) - phantom),
        "phase": phase.name,
        "turn": deal.ask.seat if phase.turn else None,
        "window": deal.window if actions else 0,
        "actions": actions,
        "answered": _answered(deal, seat),
        "last": _last(deal),
        "seats": [_seat(deal, s, seat, phantom and s == deal.ask.seat) for s in range(len(deal.seats))],
        "rows": deal.rules.view_extras(deal, seat),
        "news": _news(deal, seat),
        "result": None if deal.result is None else result_view(deal, deal.result),
    }


def open_view(deal: Deal, seat: int) -> dict[str, Any]:
    """The deal from `seat`'s side of the table with every tile open that anybody may ever see: hands, drawn tiles,
    concealed kongs, and the rows of all seats. The shape is view_for's; nobody is asked for anything.

    For a moment of a deal that is over (a replay): the caller must hold the finished deal.
    """
    laid = deal if deal.over else replace(deal, result=LAID_OPEN)
    phase = deal.rules.phase(deal.ask.phase)
    view = view_for(laid, seat) | {
        "wall_left": deal.wall.left,
        "live_left": max(0, deal.rules.live_left(deal)),
        "phase": phase.name,
        "turn": deal.ask.seat if phase.turn else None,
        "rows": _open_rows(deal, laid, seat),
        "result": None if deal.result is None else result_view(deal, deal.result),
    }
    for row, own in zip(view["seats"], deal.seats, strict=True):
        row["drawn"] = None if own.drawn is None else NAMES[own.drawn]
        row["has_drawn"] = own.drawn is not None
    return view


def _open_rows(deal: Deal, laid: Deal, seat: int) -> list[dict[str, Any]]:
    """The rows as they stand when everything lies open; then those that the seats see while the deal runs, each once:
    what the end shows of a row goes before a private or a face-down one."""
    found: dict[tuple[str, int | None], dict[str, Any]] = {}
    for one, viewer in ((laid, seat), *((deal, s) for s in range(len(deal.seats)))):
        for row in one.rules.view_extras(one, viewer):
            found.setdefault((row["id"], row["seat"]), row)
    return list(found.values())


def _actions(deal: Deal, seat: int) -> list[dict[str, Any]]:
    if seat not in deal.actors:
        return []
    rules = deal.rules
    rows = []
    for action in deal.ask.offers[seat]:
        waits = rules.waits_after(deal, seat, action)
        rows.append(
            {
                "text": str(action),
                "kind": action.kind,
                "label": rules.label(action),
                "tiles": [NAMES[t] for t in action.tiles],
                "group": rules.group(action),
                "waits": None if waits is None else [NAMES[t] for t in waits],
            }
        )
    return rows


def _answered(deal: Deal, seat: int | None) -> dict[str, Any] | None:
    """The viewer's own answer while the window is open."""
    if seat is None or deal.over or not deal.ask.answers:
        return None
    action = deal.ask.answers[seat]
    return None if action is None else {"text": str(action), "label": deal.rules.label(action)}


def _last(deal: Deal) -> dict[str, Any] | None:
    """The newest discard, or the tile of a kong that may be robbed."""
    kind = deal.rules.phase(deal.ask.phase).tile_kind
    if kind and deal.ask.tile is not None:
        return {"seat": deal.ask.seat, "tile": NAMES[deal.ask.tile], "kind": kind, "claimed_by": None}
    last = deal.marks.get("last_discard")
    if last is None:
        return None
    seat, place = last
    discard = deal.seats[seat].pond[place]
    return {"seat": seat, "tile": NAMES[discard.tile], "kind": "discard", "claimed_by": discard.claimed_by}


def _seat(deal: Deal, number: int, viewer: int | None, phantom: bool) -> dict[str, Any]:
    """`phantom`: the seat is asked something before its draw that the others must not notice."""
    seat = deal.seats[number]
    own = number == viewer
    shown = own or deal.over
    n = len(deal.seats)
    return {
        "seat": number,
        "wind": NAMES[WINDS[(number - deal.dealer) % n]],
        "dealer": number == deal.dealer,
        "hand": [NAMES[t] for t in seat.concealed] if shown else None,
        "hand_count": len(seat.concealed) + phantom,
        "drawn": NAMES[seat.drawn] if own and seat.drawn is not None else None,
        "has_drawn": phantom or has_drawn(deal, number, own),
        "melds": [_meld(deal, m, shown) for m in seat.melds],
        "pond": [
            {"tile": NAMES[d.tile], "claimed": d.claimed_by is not None, "from_hand": not d.drawn} for d in seat.pond
        ],
        "flowers": [NAMES[t] for t in seat.flowers],
        "open": seat.open,
        "out": seat.out,
        "points": sum((t.payee == number) * t.amount - (t.payer == number) * t.amount for t in deal.ledger),
        "badges": [{"id": key, "label": label} for key, label in deal.rules.seat_badges(deal, number)],
    }


def has_drawn(deal: Deal, number: int, own: bool) -> bool:
    """Has the seat a drawn tile before it? To the others still so when it laid that very tile out (亮喜)."""
    ask = deal.ask
    on_turn = ask.phase == "turn" and ask.seat == number and bool(ask.note.get("drew"))
    return deal.seats[number].drawn is not None or (on_turn and not own)


def _meld(deal: Deal, meld: Any, shown: bool) -> dict[str, Any]:
    tiles = [NAMES[t] for t in meld.tiles]
    if meld.kind == "concealed_kong" and deal.rules.face_down_kongs and not shown:
        tiles = [HIDDEN] * 4
    return {
        "kind": meld.kind,
        "tiles": tiles,
        "from": meld.giver,
        "claimed": None if meld.claimed is None else NAMES[meld.claimed],
    }


def _news(deal: Deal, viewer: int | None) -> list[dict[str, Any]]:
    rows = []
    for event in deal.news:
        visible = deal.over or event.seen_by is None or (viewer is not None and viewer in event.seen_by)
        label = deal.rules.labels.get(event.kind) or EVENT_LABELS.get(event.kind) or Text(event.kind, event.kind)
        tiles = [NAMES[t] for t in event.tiles] if visible else []
        rows.append({"seat": event.seat, "kind": event.kind, "tiles": tiles, "label": label, "word": event.word})
    return rows


def result_view(deal: Deal, result: Result) -> dict[str, Any]:
    """How the deal ended, for everybody."""
    return {
        "drawn": result.drawn,
        "wins": [_win(deal, w) for w in result.wins],
        "transfers": [
            {
                "from": t.payer, "to": t.payee, "amount": t.amount, "kind": t.kind, "reason": t.reason,
                "fans": [_fan(deal, f) for f in t.fans],
            }
            for t in result.transfers
        ],
        "deltas": list(result.deltas),
        "next_dealer": result.next_dealer,
    }  # fmt: skip


def _win(deal: Deal, win: Win) -> dict[str, Any]:
    """A win fan by fan; `case` is the same win for the calculator, where a case can say it."""
    found = case_of(deal, win)
    fans = [_fan(deal, f) for f in win.fans]
    row: dict[str, Any] = {
        "seat": win.seat, "giver": win.giver, "how": deal.rules.how(win.how),
        "tile": None if win.tile is None else NAMES[win.tile], "fans": fans, "total": win.total,
        "case": None, "not_counted": [],
    }  # fmt: skip
    if found is not None:
        row["case"], answer = found
        row["not_counted"] = [n._asdict() for n in deal.rules.not_counted(answer.situation, win.seat)]
        groups = deal.rules.fan_tiles(answer.situation, win.seat)
        for fan in fans:
            fan["tiles"] = [[NAMES[t] for t in group] for group in groups.get(fan["id"], ())]
    return row


def _fan(deal: Deal, line: FanLine) -> dict[str, Any]:
    return {
        "id": line.id, "name": line.name, "value": deal.rules.fan_value(line), "count": line.count,
        "payers": list(line.payers), "tiles": [],
    }  # fmt: skip
