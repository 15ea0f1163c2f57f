"""The only queries that shape data for pages and sockets: a room as one person may see it.

`load` reads a room once, whoever asks; `shape` makes one viewer's dict of it and touches no database. What is hidden is
hidden by rules.view_for, which is asked for the viewer's own seat only. Nothing in the dict changes for a viewer to
whom nothing visible changed: no version, no reading time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q, Sum
from django.utils.translation import gettext_lazy as _

import rules
from rules.text import Text

from .errors import NotFound
from .models import Deadline, Deal, Match, Room, Seat, Step, Transfer, User
from .services import clock, votes
from .services.people import is_online
from .services.rooms import OPEN

YES, NO = Text("是", "yes"), Text("否", "no")
BOT_NAMES = (_("Bot Dong"), _("Bot Nan"), _("Bot Xi"), _("Bot Bei"))


@dataclass
class Snapshot:
    """Everything of a room that any viewer may need, read at one time."""

    room: Room
    seats: list[Seat]
    match: Match | None
    deal: Deal | None
    deals: list[tuple[int, int, int, bool, list[int]]]  # finished ones: id, number, dealer, drawn, deltas
    totals: list[int]
    due: dict[int, float]  # seat → end of its clock, epoch seconds
    read_at: float  # epoch seconds: who was seen how long ago
    order: float  # monotonic: which of two readings is the newer one, whatever happens to the clock

    @property
    def version(self) -> int:
        return self.room.version

    @cached_property
    def state(self) -> rules.Deal:
        return rules.from_json(self.deal.snapshot)


def load(room_id: int) -> Snapshot:
    """Read the room. The version is read first: what follows can only be newer, and then another message is coming."""
    read_at, order = time.time(), time.monotonic()
    room = Room.objects.filter(pk=room_id).first()
    if room is None:
        raise NotFound()
    seats = list(Seat.objects.filter(room=room).select_related("user").order_by("number"))
    deal = Deal.objects.select_related("match").filter(match__room=room).order_by("-pk").first()
    match = deal.match if deal else None
    finished: list = []
    due = {}
    if match:
        finished = list(
            Deal.objects.filter(match=match, status=Deal.Status.OVER)
            .order_by("number")
            .values_list("id", "number", "dealer", "result__drawn", "result__deltas")
        )
    if deal and deal.live:
        prefix = f"{deal.pk}:{deal.window}:"
        rows = Deadline.objects.filter(room=room, kind=clock.EXPIRE, key__startswith=prefix)
        due = {int(key.removeprefix(prefix)): at for key, at in rows.values_list("key", "due_at")}
    return Snapshot(room, seats, match, deal, finished, standings(match, len(seats)), due, read_at, order)


def standings(match: Match | None, seats: int) -> list[int]:
    """Points of each seat in this match: a sum of transfers, never a stored number."""
    net = [0] * seats
    if match:
        rows = Transfer.objects.filter(match=match).order_by().values_list("payer", "payee").annotate(Sum("amount"))
        for payer, payee, amount in rows:
            net[payer] -= amount
            net[payee] += amount
    return net


def room_by_code(code: object) -> Room:
    """The open room with this number, else the newest closed one (its results stay readable). Raises NotFound."""
    if not isinstance(code, str) or not (code.isascii() and code.isdigit() and len(code) == 6):
        raise NotFound()
    rooms = Room.objects.filter(code=code).order_by("-pk")
    room = rooms.exclude(status=Room.Status.CLOSED).first() or rooms.first()
    if room is None:
        raise NotFound()
    return room


def my_rooms(user: User) -> list[dict[str, Any]]:
    """The open rooms where this person has a seat or is the host, the newest change first."""
    rooms = (
        Room.objects.exclude(status=Room.Status.CLOSED)
        .filter(Q(seats__user=user) | Q(host=user))
        .distinct()
        .prefetch_related("seats__user")
        .order_by("-touched_at")[:50]
    )
    found = []
    for room in rooms:
        seats = sorted(room.seats.all(), key=lambda s: s.number)
        mine = next((s for s in seats if s.user_id == user.pk), None)
        found.append(
            {
                "code": room.code,
                "ruleset": room.ruleset,
                "ruleset_name": rules.get_ruleset(room.ruleset).name,
                "status": room.status,
                "status_label": room.get_status_display(),
                "seat": mine.number if mine else None,
                "away": bool(mine and mine.bot_level),
                "names": [_name(s) for s in seats if not s.is_empty],
                "free": sum(s.is_empty for s in seats),
                "touched_at": room.touched_at,
            }
        )
    return found


def room_view(room_id: int, user: User) -> dict[str, Any]:
    """The room as `user` may see it (the shape: notes/CONTRACT.md)."""
    return shape(load(room_id), user)


def shape(snap: Snapshot, user: User) -> dict[str, Any]:
    """One viewer's dict of a snapshot. Pure: no query."""
    room = snap.room
    mine = next((s for s in snap.seats if s.user_id == user.pk), None)
    is_host = room.host_id == user.pk
    ruleset = rules.get_ruleset(room.ruleset)
    waiting = [s.number for s in snap.seats if s.is_human and not s.ready and not s.trustee]
    others_ready = all(s.ready or s.user_id == room.host_id for s in snap.seats if s.is_human)
    full = not any(s.is_empty for s in snap.seats)
    return {
        "room": {
            "id": room.pk,
            "code": room.code,
            "ruleset": room.ruleset,
            "ruleset_name": ruleset.name,
            "status": room.status,
            "is_host": is_host,
            "host_id": room.host_id,
            "options": _options(ruleset, room.options),
            "deals_total": room.options["deals"],
            "clock": room.options["clock"],
            "locked": room.locked,
            "spectators": room.spectators,
            "paused": bool(room.paused_at),
        },
        "me": {
            "user_id": user.pk,
            "seat": mine.number if mine else None,
            "ready": bool(mine and mine.ready),
            "trustee": bool(mine and mine.trustee),
            "away": bool(mine and mine.bot_level),
        },
        "seats": [_seat(s, snap, user) for s in snap.seats],
        "match": _match(snap),
        "deal": _deal(snap, mine),
        "can_start": is_host and room.status in OPEN and full and others_ready,
        "waiting_for": [] if room.status in (Room.Status.PLAYING, Room.Status.CLOSED) else waiting,
        "vote": _vote(snap),
    }


def _name(seat: Seat) -> str:
    """A person's name, also while a bot stands in; a bot's by its seat; "" for an empty seat."""
    if seat.user:
        return seat.user.name
    return BOT_NAMES[seat.number] if seat.bot_level else ""


def _seat(seat: Seat, snap: Snapshot, user: User) -> dict[str, Any]:
    return {
        "number": seat.number,
        "kind": "human" if seat.is_human else "bot" if seat.bot_level else "empty",
        "name": _name(seat),
        "level": seat.bot_level or None,
        "ready": seat.ready or not seat.is_human and not seat.is_empty,
        "online": seat.is_human and is_online(seat.seen_at, snap.read_at),
        "trustee": seat.trustee,
        "is_me": seat.user_id == user.pk,
        "is_host": seat.user_id is not None and seat.user_id == snap.room.host_id,
        "total": snap.totals[seat.number],
    }


def _match(snap: Snapshot) -> dict[str, Any] | None:
    if snap.match is None:
        return None
    rows = [
        {"seat": n, "name": row["name"] or BOT_NAMES[n], "total": snap.totals[n]}
        for n, row in enumerate(snap.match.players)
    ]
    rows.sort(key=lambda row: (-row["total"], row["seat"]))
    for row in rows:
        row["rank"] = 1 + sum(other["total"] > row["total"] for other in rows)
    return {
        "number": snap.match.number,
        "status": snap.match.status,
        "deal_number": snap.deal.number,
        "deals_total": snap.match.deals_total,
        "standings": rows,
        "deals": [
            {"id": pk, "number": number, "dealer": dealer, "drawn": drawn, "deltas": deltas}
            for pk, number, dealer, drawn, deltas in snap.deals
        ],
    }


def _deal(snap: Snapshot, mine: Seat | None) -> dict[str, Any] | None:
    """The deal on the table: the running one, or the last one until the next begins."""
    deal = snap.deal
    if deal is None or snap.room.status == Room.Status.LOBBY:
        return None
    if deal.status == Deal.Status.VOID:
        return None  # dissolved: nobody's tiles are shown, and the seed stays secret
    due = None
    if mine and mine.is_human and not mine.trustee and mine.number in snap.due:
        due = round((snap.due[mine.number] - clock.GRACE) * 1000)
    return {
        "id": deal.pk,
        "number": deal.number,
        "view": rules.view_for(snap.state, mine.number if mine else None),
        "due_ms": due,
        "clock_s": snap.room.options["clock"],
        "seed_hash": deal.seed_hash,
        "seed": deal.seed if deal.status == Deal.Status.OVER else None,
    }


def _vote(snap: Snapshot) -> dict[str, Any] | None:
    """The running vote: who asked for what, each person's answer (None: not yet), and when it ends."""
    vote = snap.room.vote
    if not vote:
        return None
    voters = votes.electors(snap.seats, vote, snap.read_at)
    return {
        "kind": vote["kind"],
        "by": vote["by"],
        "answers": {s.number: votes.answer_of(vote, s) for s in voters},
        "due_ms": round(vote["until"] * 1000),
    }


def _options(ruleset: Any, options: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "key": o.key,
            "label": o.label,
            "value": option_text(o, options[o.key]),
            "changed": options[o.key] != o.default,
        }
        for o in ruleset.options
        if o.key in options  # a room keeps the options it was made with
    ]


def option_text(option: Any, value: Any) -> Text:
    """What an option set to `value` reads."""
    if isinstance(value, bool):
        return YES if value else NO
    label = option.choice_labels.get(value)
    return label if label is not None else Text(str(value), str(value))


# --- finished deals ------------------------------------------------------------------------------------------------


def finished_deal(deal_id: int) -> Deal:
    """A deal whose cards lie on the table. Raises NotFound for one that still runs or was dissolved."""
    deal = Deal.objects.select_related("match__room").filter(pk=deal_id, status=Deal.Status.OVER).first()
    if deal is None:
        raise NotFound(_("There is no such finished deal."))
    return deal


def first_state(deal: Deal) -> rules.Deal:
    """The deal as it was dealt, from its seed and the room's options."""
    match = deal.match
    state, _events = rules.start(
        match.room.ruleset,
        match.options,
        bytes.fromhex(deal.seed),
        dealer=deal.dealer,
        round_wind=deal.round_wind,
    )
    return state


def moves_of(deal: Deal) -> list[tuple[int, str]]:
    """(seat, action) in order of arrival."""
    return list(Step.objects.filter(deal=deal).order_by("number").values_list("seat", "action"))


def record_of(deal: Deal) -> dict[str, Any]:
    """The record (牌谱, CASES.md) of a finished deal."""
    return rules.record.write(rules.from_json(deal.snapshot), moves_of(deal), player_names(deal.match))


def player_names(match: Match) -> list[str]:
    return [row["name"] or str(BOT_NAMES[n]) for n, row in enumerate(match.players)]
