"""A match begins, goes on from deal to deal, and is played again."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .. import notify
from ..errors import Conflict, Forbidden
from ..models import Deadline, Message, Room, User
from . import clock, flow, people, rooms, talk
from .base import Table, table
from .people import is_online

BETWEEN_REFRESHES = datetime.timedelta(seconds=10)


def start_match(*, room: Room, by: User) -> None:
    """The host starts when every seat is taken and every other person is ready."""
    with table(room.pk) as t:
        t.must_host(by)
        if t.room.status not in rooms.OPEN:
            raise Conflict(_("The match has already begun."))
        if not t.is_full:
            raise Conflict(_("There are empty seats. Wait for friends, or put bots on them."))
        if any(s.user_id != by.pk for s in t.waiting_for):
            raise Conflict(_("Not everybody is ready yet."))
        flow.begin_match(t)


def ready_next(*, room: Room, user: User) -> None:
    """Ready for the next deal; it begins when the last person is. Pressing again changes nothing."""
    with table(room.pk) as t:
        seat = t.my_seat(user.pk)
        if t.room.status == Room.Status.PLAYING:
            return  # a second click, or the deadline was quicker: the deal has begun
        if t.room.status != Room.Status.BETWEEN:
            raise Conflict(_("The match is over."))
        seat.ready, seat.trustee, seat.by_hand = True, False, False
        seat.save(update_fields=["ready", "trustee", "by_hand"])
        go_on(t)


def go_on(t: Table) -> None:
    """Between deals: begin the next one if nobody is waited for."""
    if not t.room.paused_at and not t.waiting_for and any(s.ready for s in t.humans):
        flow.next_deal(t)
    t.changed()


def play_again(*, room: Room, by: User) -> None:
    """One more match with the same people: it begins when everybody who is still there wants it."""
    with table(room.pk) as t:
        seat = t.my_seat(by.pk)
        if t.room.status == Room.Status.PLAYING:
            return  # somebody was quicker
        if t.room.status not in rooms.OPEN:
            raise Conflict(_("The match is not over yet."))
        seat.ready = True
        seat.save(update_fields=["ready"])
        if not t.is_full:
            t.room.status = Room.Status.LOBBY
        elif t.room.status == Room.Status.FINISHED and not any(is_online(s.seen_at, t.now) for s in t.waiting_for):
            flow.begin_match(t)  # from a lobby only the host starts
        t.changed()


def quick_game(*, user: User, ruleset: str) -> Room:
    """One click from a game: a room with the default options, three bots, and the first deal."""
    room = rooms.create_room(host=user, ruleset=ruleset, options={})
    with table(room.pk) as t:
        for seat in t.seats:
            if seat.is_empty:
                seat.bot_level, seat.ready = rooms.STAND_IN, True
                seat.save(update_fields=["bot_level", "ready"])
        flow.begin_match(t)
    return t.room


def replace_by_bot(*, room: Room, by: User, number: int) -> None:
    """A bot plays on for somebody who has gone; the owner may sit down again at any time."""
    with table(room.pk) as t:
        _must_lead(t, by)
        seat = t.numbered(number)
        if not seat.is_human or seat.user_id == by.pk:
            raise Conflict(_("Nobody sits there who could be replaced."))
        people.must_be_gone(seat, t.now)
        rooms.leave(t, seat)
        talk.note(t, "replaced", seat.number)


def refresh(*, room: Room, by: User) -> None:
    """For a table that seems stuck: every screen is sent anew, and whatever is due is handed to the workers again.

    No clock becomes longer by it: rows that are still wanted keep their time, lost ones are written anew.
    """
    with table(room.pk) as t:
        _must_lead(t, by)
        lately = Message.objects.filter(room=t.room, kind="refreshed", at__gt=timezone.now() - BETWEEN_REFRESHES)
        if lately.exists():
            raise Conflict(_("That was done a moment ago. Please wait a little."))
        seat = t.seat_of(by.pk)
        talk.note(t, "refreshed", seat.number if seat else None)
        Deadline.objects.filter(room=t.room).update(claimed_until=0)
        room_id = t.room.pk
        transaction.on_commit(lambda: notify.room_refreshed(room_id))


def _must_lead(t: Table, by: User) -> None:
    if not people.leads(t.seats, t.room.host_id, by.pk, t.now):
        raise Forbidden()
    if not t.in_match:
        raise Conflict(_("No match is running."))


def next_deal_due(*, room_id: int, key: str) -> bool:
    """The time between two deals is over (task). Returns whether a deal began."""
    with table(room_id) as t:
        if not clock.is_due(t, clock.NEXT_DEAL, key):
            return False
        if t.room.status != Room.Status.BETWEEN or key != str(t.deal.pk):
            clock.drop(t, clock.NEXT_DEAL, key)
            return False
        flow.next_deal(t)
        return True
