"""Rooms before, between and after matches: open, sit, stand, bots, ready, dissolve, close."""

from __future__ import annotations

import secrets

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

import rules
from rules.errors import RuleError

from ..errors import BadInput, Conflict, Forbidden, Unprocessable
from ..models import Room, Seat, User
from . import flow, votes
from .base import Table, one_writer, table
from .people import is_online, must_be_gone, same_name

OPEN = (Room.Status.LOBBY, Room.Status.FINISHED)  # people may come and go for good
STAND_IN = "normal"  # the bot that takes the seat of somebody who left
MOST_ROOMS = 40  # open rooms of one host: more is an accident or a prank


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


def sit(*, room: Room, user: User, number: int | None = None) -> Seat:
    """Take a seat (the first empty one, or that number), move to another one, or take one's hand back from a bot."""
    with table(room.pk) as t:
        if t.room.status == Room.Status.CLOSED:
            raise Conflict(_("This table is closed."))
        if user.pk in t.room.removed:
            raise Forbidden(_("The host has removed you from this table."))
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
        if mine is None and t.room.locked and t.room.host_id != user.pk:
            raise Conflict(_("The table is locked: the host lets nobody new sit down."))
        seat = _free_seat(t, number)
        if any(s is not mine and s.user and same_name(s.user.name, user.name) for s in t.seats):
            raise Conflict(_("Somebody at this table already has this name. Please choose another one."))
        briefed = mine is not None and mine.briefed
        if mine:
            forget_wishes(t, mine.number)
            _clear(mine)
        _clear(seat)
        seat.user, seat.seen_at, seat.briefed = user, t.now, briefed
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


def forget_wishes(t: Table, *numbers: int) -> None:
    """Whoever sits on one of these seats is leaving it: nobody wants it any more, and he wants no other."""
    for seat in t.seats:
        if seat.wants_seat is not None and (seat.number in numbers or seat.wants_seat in numbers):
            seat.wants_seat = None
            seat.save(update_fields=["wants_seat"])


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
            leave(t, seat)


def kick(*, room: Room, by: User, number: int) -> None:
    """The host removes somebody. In the lobby for good, until he allows it again; in a match only somebody who has
    gone, and it is the same as if that person had left."""
    with table(room.pk) as t:
        t.must_host(by)
        seat = t.numbered(number)
        if not seat.is_human or seat.user_id == by.pk:
            raise Conflict(_("Nobody sits there who could be removed."))
        if t.in_match:
            must_be_gone(seat, t.now)
        else:
            t.room.removed = [*t.room.removed, seat.user_id]
        leave(t, seat)


def leave(t: Table, seat: Seat) -> None:
    """Inside a locked room: the seat's person goes."""
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
        forget_wishes(t, seat.number)
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
        must_be_open(t, by)
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
        must_be_open(t, by)
        seat = t.numbered(number)
        if seat.user_id or not seat.bot_level:
            raise Conflict(_("There is no bot on this seat."))
        _clear(seat)
        t.changed()


def must_be_open(t: Table, by: User) -> None:
    t.must_host(by)
    if t.room.status not in OPEN:
        raise Conflict(_("Not during a match."))


def set_ready(*, room: Room, user: User, ready: bool) -> None:
    """Ready to play (and the options read), or not after all."""
    with table(room.pk) as t:
        seat = t.my_seat(user.pk)
        if t.room.status not in OPEN:
            raise Conflict(_("Not during a match."))
        if seat.ready != bool(ready):
            seat.ready = bool(ready)
            seat.briefed = seat.briefed or seat.ready  # the button stands below the options and rulings
            seat.save(update_fields=["ready", "briefed"])
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
