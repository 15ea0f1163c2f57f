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

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules
from rules.text import Text

from .errors import Forbidden, NotFound
from .models import Deadline, Deal, Match, Message, Room, Seat, Step, User
from .points import BOT_NAMES, evening, player_names, ranks, standings
from .points import name_of as name_then
from .services import clock, talk, votes
from .services.lobby import OPTIONS_CHANGED
from .services.people import is_gone, is_online, leads
from .services.rooms import OPEN

YES, NO = Text("是", "yes"), Text("否", "no")
AFTERWARDS = (Room.Status.FINISHED, Room.Status.CLOSED)  # the match that is shown is over, its people may be gone


@dataclass
class Snapshot:
    """Everything of a room that any viewer may need, read at one time."""

    room: Room
    seats: list[Seat]
    match: Match | None
    deal: Deal | None
    deals: list[tuple[int, str, int, int, bool, list[int]]]  # finished ones: id, key, number, dealer, drawn, deltas
    totals: list[int]
    due: dict[int, float]  # seat → end of its clock, epoch seconds
    read_at: float  # epoch seconds: who was seen how long ago
    order: float  # monotonic: which of two readings is the newer one, whatever happens to the clock
    evening: dict[str, Any] | None = None  # all matches together, after the second or a later one
    next_due: float | None = None  # when the next deal begins by itself, epoch seconds
    said: tuple[Message, ...] = ()  # the last messages, oldest first
    removed: tuple[tuple[int, str], ...] = ()  # whom the host has sent away: id, name
    fresh: frozenset[str] = frozenset()  # keys of the options that were changed since the last match

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
            .values_list("id", "key", "number", "dealer", "result__drawn", "result__deltas")
        )
    if deal and deal.live:
        prefix = f"{deal.pk}:{deal.window}:"
        rows = Deadline.objects.filter(room=room, kind=clock.EXPIRE, key__startswith=prefix)
        due = {int(key.removeprefix(prefix)): at for key, at in rows.values_list("key", "due_at")}
    totals = standings(match, max(len(seats), len(match.players) if match else 0))  # the seats may be fewer now
    together = evening(room) if room.status == Room.Status.FINISHED and match and match.number > 1 else None
    next_due = None
    if room.status == Room.Status.BETWEEN:
        waits = Deadline.objects.filter(room=room, kind=clock.NEXT_DEAL)
        next_due = waits.values_list("due_at", flat=True).first()
    said = tuple(reversed(Message.objects.filter(room=room).select_related("user").order_by("-id")[: talk.SHOWN]))
    removed = tuple((u.pk, u.name) for u in User.objects.filter(pk__in=room.removed)) if room.removed else ()
    fresh = _fresh_options(room, match) if room.status == Room.Status.LOBBY else frozenset()
    return Snapshot(
        room, seats, match, deal, finished, totals, due, read_at, order, together, next_due, said, removed, fresh
    )


def _fresh_options(room: Room, match: Match | None) -> frozenset[str]:
    options = rules.get_ruleset(room.ruleset).options
    told = Message.objects.filter(room=room, kind=OPTIONS_CHANGED)
    if match:
        told = told.filter(at__gt=match.created_at)
    places = {int(place) for text in told.values_list("text", flat=True) for place in text.split()}
    return frozenset(option.key for place, option in enumerate(options) if place in places)


def room_by_code(code: object) -> Room:
    """The open room with this number, else the newest closed one (its results stay readable). Raises NotFound."""
    if not isinstance(code, str) or not (code.isascii() and code.isdigit() and len(code) == 6):
        raise NotFound()
    rooms = Room.objects.filter(code=code).order_by("-pk")
    room = rooms.exclude(status=Room.Status.CLOSED).first() or rooms.first()
    if room is None:
        raise NotFound()
    return room


def room_view(room_id: int, user: User) -> dict[str, Any]:
    """The room as `user` may see it (the shape: notes/CONTRACT.md)."""
    return shape(load(room_id), user)


def admit(snap: Snapshot, user: User) -> bool:
    """Does this person see the table (True), or only who sits where, so that he can sit down too (False)?

    Raises Forbidden for whoever may not look at all. Page, parts and socket ask here and nowhere else.
    """
    room = snap.room
    if user.pk in room.removed:
        raise Forbidden(_("The host has removed you from this table."))
    if room.spectators or room.host_id == user.pk or any(s.user_id == user.pk for s in snap.seats):
        return True
    if room.status in AFTERWARDS and snap.match and any(p["user"] == user.pk for p in snap.match.players):
        return True  # he has stood up: the result is his own
    if room.status in OPEN and not room.locked and not all(s.user_id for s in snap.seats):
        return False
    raise Forbidden(_("This table is closed to spectators."))


def shape(snap: Snapshot, user: User) -> dict[str, Any]:
    """One viewer's dict of a snapshot. Pure: no query. Raises Forbidden (admit)."""
    sees = admit(snap, user)
    room = snap.room
    mine = next((s for s in snap.seats if s.user_id == user.pk), None)
    is_host = room.host_id == user.pk
    ruleset = rules.get_ruleset(room.ruleset)
    waiting = [s.number for s in snap.seats if s.is_human and not s.ready and not s.trustee]
    others_ready = all(s.ready or s.user_id == room.host_id for s in snap.seats if s.is_human)
    full = not any(s.is_empty for s in snap.seats)
    played = _played(snap, mine, user)
    return {
        "room": {
            "id": room.pk,
            "code": room.code,
            "ruleset": room.ruleset,
            "ruleset_name": ruleset.name,
            "status": room.status if sees else Room.Status.LOBBY.value,
            "is_host": is_host,
            "host_id": room.host_id,
            "options": [row | {"fresh": row["key"] in snap.fresh} for row in option_rows(ruleset, room.options)],
            "rulings": [said for _clause, said in ruleset.rulings] if room.status in OPEN else [],
            "can_edit": is_host and room.status in OPEN,
            "removed": [{"id": pk, "name": name} for pk, name in snap.removed] if is_host else [],
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
            "briefed": bool(mine and mine.briefed),
            "wants": mine.wants_seat if mine else None,
            "played": played,
        },
        "seats": [_seat(s, snap, mine, sees) for s in snap.seats],
        "match": _match(snap) if sees else None,
        "deal": _deal(snap, mine, played) if sees else None,
        "can_start": is_host and room.status in OPEN and full and others_ready,
        "waiting_for": [] if room.status in (Room.Status.PLAYING, Room.Status.CLOSED) else waiting,
        "vote": _vote(snap),
        "talk": _talk(snap, mine, user) | ({} if sees else {"lines": []}),
        "tools": _tools(snap, user),
        "next_due_ms": round(snap.next_due * 1000) if snap.next_due else None,
    }


def _tools(snap: Snapshot, user: User) -> dict[str, Any] | None:
    """The host's tools of a running match, for whoever may use them now: the seats that a bot may take."""
    room = snap.room
    if room.status not in (Room.Status.PLAYING, Room.Status.BETWEEN):
        return None
    if not leads(snap.seats, room.host_id, user.pk, snap.read_at):
        return None
    gone = [s.number for s in snap.seats if s.user_id != user.pk and is_gone(s, snap.read_at)]
    return {"replace": gone}


def name_of(seat: Seat) -> str:
    """A person's name, also while a bot stands in; a bot's by its seat; "" for an empty seat."""
    if seat.user:
        return seat.user.name
    return BOT_NAMES[seat.number] if seat.bot_level else ""


def _seat(seat: Seat, snap: Snapshot, mine: Seat | None, sees: bool) -> dict[str, Any]:
    return {
        "number": seat.number,
        "kind": "human" if seat.is_human else "bot" if seat.bot_level else "empty",
        "name": name_of(seat),
        "level": seat.bot_level or None,
        "ready": seat.ready or not seat.is_human and not seat.is_empty,
        "online": seat.is_human and is_online(seat.seen_at, snap.read_at),
        "trustee": seat.trustee,
        "stands_in": bool(seat.user_id and seat.bot_level),
        "is_me": seat is mine,
        "wants_mine": mine is not None and seat.wants_seat == mine.number,
        "is_host": seat.user_id is not None and seat.user_id == snap.room.host_id,
        "total": snap.totals[seat.number] if sees else 0,
    }


def _played(snap: Snapshot, mine: Seat | None, user: User) -> int | None:
    """Where the viewer sat or sits in the match that is shown: after it people come and go, and its result stays."""
    if snap.match is None or snap.room.status not in AFTERWARDS:
        return mine.number if mine else None
    return next((n for n, player in enumerate(snap.match.players) if player["user"] == user.pk), None)


def _match(snap: Snapshot) -> dict[str, Any] | None:
    if snap.match is None:
        return None
    rows = [
        {"seat": n, "name": row["name"] or BOT_NAMES[n], "total": snap.totals[n]}
        for n, row in enumerate(snap.match.players)
    ]
    for row, rank in zip(rows, ranks(snap.totals[: len(rows)]), strict=True):
        row["rank"] = rank
    rows.sort(key=lambda row: (row["rank"], row["seat"]))
    return {
        "number": snap.match.number,
        "status": snap.match.status,
        "deal_number": snap.deal.number,
        "deals_total": snap.match.deals_total,
        "date": timezone.localdate(snap.match.created_at),
        "standings": rows,
        "deals": [
            {"id": pk, "key": key, "number": number, "dealer": dealer, "drawn": drawn, "deltas": deltas}
            for pk, key, number, dealer, drawn, deltas in snap.deals
        ],
        "evening": snap.evening,
    }


def _deal(snap: Snapshot, mine: Seat | None, played: int | None) -> dict[str, Any] | None:
    """The deal on the table: the running one, or the last one until the next begins."""
    deal = snap.deal
    if deal is None or snap.room.status == Room.Status.LOBBY:
        return None
    if len(deal.match.players) != len(snap.seats):
        return None  # closed after more or fewer seats were set out
    if deal.status == Deal.Status.VOID:
        return None  # dissolved: nobody's tiles are shown, and the seed stays secret
    due = None
    if mine and mine.is_human and not mine.trustee and mine.number in snap.due:
        due = round((snap.due[mine.number] - clock.GRACE) * 1000)
    return {
        "id": deal.pk,
        "key": deal.key if deal.status == Deal.Status.OVER else None,
        "number": deal.number,
        "names": [name_then(deal.match, n) for n in range(len(snap.seats))] if snap.room.status in AFTERWARDS else None,
        "view": rules.view_for(snap.state, played),
        "hints": rules.hints_for(snap.state, mine.number) if mine and mine.is_human else None,
        "due_ms": due,
        "clock_s": snap.room.options["clock"],
        "seed_hash": deal.seed_hash,
        "seed": deal.seed if deal.status == Deal.Status.OVER else None,
    }


def _talk(snap: Snapshot, mine: Seat | None, user: User) -> dict[str, Any]:
    """What was said, without the words of those whom the viewer has muted; whom he may mute; may he speak?"""
    viewer = mine.user if mine else user  # the snapshot's copy is the newer one
    deaf = bool(viewer.settings.get("mute_all"))
    sits = {s.user_id: s.number for s in snap.seats if s.user_id}
    return {
        "lines": [
            {
                "id": m.pk,
                "kind": m.kind,
                "text": m.text,
                "name": m.user.name if m.user else "",
                "seat": sits.get(m.user_id),  # where the speaker sits now
                "spoken": m.kind in talk.SPOKEN,
                "is_me": m.user_id == viewer.pk,
            }
            for m in snap.said
            if m.kind not in talk.SPOKEN or m.user_id == viewer.pk or not (deaf or m.user_id in viewer.muted)
        ],
        "people": [
            {"number": s.number, "name": s.user.name, "muted": s.user_id in viewer.muted}
            for s in snap.seats
            if s.user and s.user_id != viewer.pk
        ],
        "mute_all": deaf,
        "may_speak": mine is not None and snap.room.status != Room.Status.CLOSED,
    }


def muted_people(user: User) -> list[User]:
    """Whom this person does not hear, the last one first."""
    found = User.objects.in_bulk(user.muted)
    return [found[pk] for pk in reversed(user.muted) if pk in found]


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


def option_rows(ruleset: Any, options: dict[str, Any]) -> list[dict[str, Any]]:
    """The options of a room or a match as it keeps them, in words; `changed`: not the default."""
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


def deal_by_key(key: str) -> Deal:
    """The finished deal of an address; knowing the key is the permission. Raises NotFound, also for a running deal."""
    deal = Deal.objects.select_related("match__room").filter(key=key, status=Deal.Status.OVER).first()
    if deal is None:
        raise NotFound(_("There is no such finished deal."))
    return deal


def totals_before(deal: Deal) -> list[int]:
    """Each seat's points in the match when this deal began: what the deals before it brought."""
    earlier = Deal.objects.filter(match=deal.match_id, number__lt=deal.number, status=Deal.Status.OVER)
    rows = [result["deltas"] for result in earlier.values_list("result", flat=True)]
    return [sum(column) for column in zip(*rows, strict=True)] or [0] * len(deal.match.players)


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
