"""Rooms before, between and after matches: open, sit, stand, bots, ready, dissolve, close."""

from __future__ import annotations

import datetime
import secrets

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules
from rules.errors import RuleError

from ..errors import BadInput, Conflict, Unprocessable
from ..models import Room, Seat, User
from . import flow, votes
from .base import Table, one_writer, table
from .people import is_online, same_name

OPEN = (Room.Status.LOBBY, Room.Status.FINISHED)  # people may come and go for good
STAND_IN = "normal"  # the bot that takes the seat of somebody who left
MOST_ROOMS = 40  # open rooms of one host: more is an accident or a prank
IDLE = datetime.timedelta(hours=12)  # a room without a running match that nobody touched for so long is closed
ABANDONED = datetime.timedelta(days=7)  # the same for a match without a clock that everybody has left open


def create_room(*, host: User, ruleset: str, options: dict) -> Room:
    """A new room with the host on its first seat. The options are checked, completed and copied in for good."""
    if not isinstance(ruleset, str) or ruleset not in rules.ruleset_codes():
        raise BadInput(_("There is no such rule set."))
    if not isinstance(options, dict):
        raise BadInput(_("There is no such option."))
    try:
        checked = rules.check_options(ruleset, options)
    except RuleError as problem:
        raise Unprocessable(problem.text) from None
    close_idle_rooms()
    for _attempt in range(50):
        code = f"{secrets.randbelow(900_000) + 100_000}"
        try:
            with one_writer(), transaction.atomic():
                if Room.objects.filter(host=host).exclude(status=Room.Status.CLOSED).count() >= MOST_ROOMS:
                    raise Conflict(_("You have too many open tables. Close some of them first."))
                room = Room.objects.create(
                    code=code,
                    ruleset=ruleset,
                    ruleset_version=rules.get_ruleset(ruleset).version,
                    options=checked,
                    host=host,
                )
                Seat.objects.bulk_create(Seat(room=room, number=n) for n in range(rules.seat_count(ruleset, checked)))
                Seat.objects.filter(room=room, number=0).update(user=host, seen_at=room.created_at.timestamp())
                return room
        except IntegrityError:
            continue  # the number is in use by an open room
    raise Conflict(_("All table numbers are in use. Please try again."))


def close_idle_rooms() -> int:
    """Close what everybody has forgotten, so that numbers become free. Called when a room is opened."""
    now = timezone.now()
    forgotten = Room.objects.filter(status__in=OPEN, touched_at__lt=now - IDLE)
    closed = 0
    for pk in list(forgotten.values_list("pk", flat=True)[:20]):
        with table(pk) as t:
            if t.room.status in OPEN and not any(is_online(s.seen_at, t.now) for s in t.humans):
                t.room.status = Room.Status.CLOSED
                t.changed()
                closed += 1
    abandoned = Room.objects.filter(
        status__in=(Room.Status.PLAYING, Room.Status.BETWEEN), touched_at__lt=now - ABANDONED
    )
    for pk in list(abandoned.values_list("pk", flat=True)[:20]):
        with table(pk) as t:
            if t.in_match and not any(is_online(s.seen_at, t.now) for s in t.humans):
                flow.void_match(t)
                t.room.status = Room.Status.CLOSED
                t.changed()
                closed += 1
    return closed


def sit(*, room: Room, user: User, number: int | None = None) -> Seat:
    """Take a seat (the first empty one, or that number), move to another one, or take one's hand back from a bot."""
    with table(room.pk) as t:
        if t.room.status == Room.Status.CLOSED:
            raise Conflict(_("This table is closed."))
        mine = t.seat_of(user.pk)
        if t.in_match:
            if mine is None:
                raise Conflict(_("The match at this table has begun. You are welcome to watch."))
            if mine.bot_level:
                mine.bot_level, mine.trustee, mine.by_hand, mine.seen_at = "", False, False, t.now
                mine.save(update_fields=["bot_level", "trustee", "by_hand", "seen_at"])
                t.changed(mine.number)
            return mine
        if mine and (number is None or number == mine.number):
            return mine
        seat = _free_seat(t, number)
        if any(s is not mine and s.user and same_name(s.user.name, user.name) for s in t.seats):
            raise Conflict(_("Somebody at this table already has this name. Please choose another one."))
        if mine:
            _clear(mine)
        _clear(seat)
        seat.user, seat.seen_at = user, t.now
        seat.save()
        if t.seat_of(t.room.host_id) is None:
            t.room.host = user  # the host had stood up and watches
        t.changed()
    return seat


def _free_seat(t: Table, number: int | None) -> Seat:
    if number is None:
        seat = next((s for s in t.seats if s.is_empty), None)
        if seat is None:
            raise Conflict(_("This table is full. You are welcome to watch."))
        return seat
    seat = t.numbered(number)
    if seat.user_id:
        raise Conflict(_("Somebody else sits there."))
    return seat  # a person may take a bot's place


def _clear(seat: Seat) -> None:
    seat.user, seat.bot_level = None, ""
    seat.ready = seat.trustee = seat.by_hand = seat.briefed = False
    seat.wants_seat = None
    seat.save()


def stand(*, room: Room, user: User) -> None:
    """Leave. During a match a bot takes over and the seat stays one's own; otherwise the seat is free."""
    with table(room.pk) as t:
        seat = t.seat_of(user.pk)
        if seat is not None:
            _leave(t, seat)


def kick(*, room: Room, by: User, number: int) -> None:
    """The host removes somebody; it is the same as if that person had left."""
    with table(room.pk) as t:
        t.must_host(by)
        seat = t.numbered(number)
        if not seat.is_human or seat.user_id == by.pk:
            raise Conflict(_("Nobody sits there who could be removed."))
        _leave(t, seat)


def _leave(t: Table, seat: Seat) -> None:
    from . import match  # match builds on rooms

    leaver = seat.user_id
    if t.in_match:
        if seat.bot_level:
            return
        seat.bot_level, seat.ready, seat.trustee, seat.by_hand = STAND_IN, True, False, False
        seat.save(update_fields=["bot_level", "ready", "trustee", "by_hand"])
        t.changed(seat.number)
        if not votes.count(t) and t.room.status == Room.Status.BETWEEN:
            match.go_on(t)
    else:
        _clear(seat)
        if not t.humans:
            t.room.status = Room.Status.CLOSED
        t.changed()
    if t.room.host_id == leaver and t.humans:
        # a bot is never the host; somebody who is here rather than somebody who is away
        t.room.host = max(t.humans, key=lambda s: (is_online(s.seen_at, t.now), -s.number)).user


def add_bot(*, room: Room, by: User, number: int, level: str) -> Seat:
    """The host puts a bot on an empty seat."""
    if not isinstance(level, str) or level not in rules.bots.LEVELS:
        raise BadInput(_("There is no such bot."))
    with table(room.pk) as t:
        _must_open(t, by)
        seat = t.numbered(number)
        if not seat.is_empty:
            raise Conflict(_("Somebody else sits there."))
        seat.bot_level, seat.ready = level, True
        seat.save(update_fields=["bot_level", "ready"])
        t.changed()
    return seat


def remove_bot(*, room: Room, by: User, number: int) -> None:
    """The host takes a bot away."""
    with table(room.pk) as t:
        _must_open(t, by)
        seat = t.numbered(number)
        if seat.user_id or not seat.bot_level:
            raise Conflict(_("There is no bot on this seat."))
        _clear(seat)
        t.changed()


def _must_open(t: Table, by: User) -> None:
    t.must_host(by)
    if t.room.status not in OPEN:
        raise Conflict(_("Not during a match."))


def set_ready(*, room: Room, user: User, ready: bool) -> None:
    """Ready to play, or not after all."""
    with table(room.pk) as t:
        seat = t.my_seat(user.pk)
        if t.room.status not in OPEN:
            raise Conflict(_("Not during a match."))
        if seat.ready != bool(ready):
            seat.ready = bool(ready)
            seat.save(update_fields=["ready"])
            t.changed()


def close_room(*, room: Room, by: User) -> None:
    """Dissolve the room. The host may outside a match, an admin always: a running deal is void, finished ones stand."""
    with table(room.pk) as t:
        if not by.is_staff:
            t.must_host(by)
            if t.in_match:
                raise Conflict(_("During a match everybody has to agree: ask for a vote."))
        if t.in_match:
            flow.void_match(t)
        t.room.status = Room.Status.CLOSED
        t.changed()
