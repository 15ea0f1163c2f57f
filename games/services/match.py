"""A match begins, goes on from deal to deal, and is played again."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ..errors import Conflict
from ..models import Room, User
from . import clock, flow, rooms
from .base import Table, table
from .people import is_online


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
