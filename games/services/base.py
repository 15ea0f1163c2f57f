"""What every service stands on: one room, locked, loaded once, and stored again with its news after the commit.

    with table(room_id) as t: ...; t.changed()

`Table` holds the room's rows and the state of its running deal for the length of one transaction. The services decide
what happens; leaving the block writes the version, plans the deadlines (clock.py) and tells the sockets (notify.py).
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Iterator
from functools import cached_property

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

import rules

from .. import notify
from ..errors import BadInput, Forbidden, NotFound
from ..models import Deadline, Deal, Match, Room, Seat, User
from . import clock

log = logging.getLogger(__name__)

STORED = (
    "version", "status", "host", "options", "ruleset_version", "locked", "spectators", "removed", "vote", "paused_at",
    "touched_at",
)  # fmt: skip

# SQLite has one writer at a time anyway: queueing inside the process halves p99 against queueing in its busy-sleep.
# Re-entrant, because a service may call another one.
_writers = threading.RLock()


def one_writer() -> contextlib.AbstractContextManager:
    """Held around every writing transaction of this process on SQLite; nothing on PostgreSQL."""
    return _writers if connection.vendor == "sqlite" else contextlib.nullcontext()


class Table:
    """The rows of one locked room. `state` is the rules' deal of `deal`, parsed when first asked for."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.seats: list[Seat] = list(room.seats.select_related("user").order_by("number"))
        self.now = time.time()
        self.is_changed = self.is_news = False
        self.fresh_seats: set[int] = set()  # whoever decides here has changed: their clocks start anew

    @cached_property
    def deal(self) -> Deal | None:
        """The newest deal of the room's running (or last) match."""
        return Deal.objects.select_related("match").filter(match__room=self.room).order_by("-pk").first()

    @cached_property
    def deadlines(self) -> list[Deadline]:
        """The room's rows as they were when the lock was taken (or first asked for)."""
        return list(Deadline.objects.filter(room=self.room))

    @property
    def live(self) -> bool:
        """A deal is running."""
        return self.room.status == Room.Status.PLAYING and self.deal is not None and self.deal.live

    @property
    def in_match(self) -> bool:
        return self.room.status in (Room.Status.PLAYING, Room.Status.BETWEEN)

    @cached_property
    def state(self) -> rules.Deal:
        """The running deal; whoever changes it assigns the next state here and stores it (flow.advance)."""
        return rules.from_json(self.deal.snapshot)

    @property
    def match(self) -> Match | None:
        return self.deal.match if self.deal else None

    # --- people
    def seat_of(self, user_id: int) -> Seat | None:
        """The seat that belongs to this person, also while a bot stands in."""
        return next((s for s in self.seats if s.user_id == user_id), None)

    def my_seat(self, user_id: int) -> Seat:
        seat = self.seat_of(user_id)
        if seat is None:
            raise Forbidden(_("You have no seat at this table."))
        return seat

    def numbered(self, number: object) -> Seat:
        for seat in self.seats:
            if seat.number == number and not isinstance(number, bool):
                return seat
        raise BadInput(_("This table has no such seat."))

    @property
    def humans(self) -> list[Seat]:
        return [s for s in self.seats if s.is_human]

    @property
    def waiting_for(self) -> list[Seat]:
        """Who has not said ready. 托管 counts as ready: nobody shall wait for somebody who has gone."""
        return [s for s in self.humans if not s.ready and not s.trustee]

    @property
    def is_full(self) -> bool:
        return not any(s.is_empty for s in self.seats)

    def must_host(self, user: User) -> None:
        if self.room.host_id != user.pk:
            raise Forbidden()

    # --- writing
    def changed(self, *fresh: int, is_news: bool = True) -> None:
        """Something was changed; the seats in `fresh` have a new decider, whose clock starts now.

        `is_news` False: nobody's screen can look different (a bot's hidden answer), so nobody is told.
        """
        self.is_changed = True
        self.is_news |= is_news
        self.fresh_seats.update(fresh)

    def store(self) -> None:
        self.room.version += 1
        self.room.save(update_fields=STORED)
        clock.plan(self)
        if self.is_news:
            room_id, version = self.room.pk, self.room.version
            transaction.on_commit(lambda: notify.room_changed(room_id, version))


def unlocked(room_id: int) -> Table | None:
    """The room as it is just now, to think about before the lock is taken. Never to be changed."""
    room = Room.objects.filter(pk=room_id).order_by().first()
    return Table(room) if room else None


@contextlib.contextmanager
def table(room_id: int, known: Table | None = None) -> Iterator[Table]:
    """Lock the room and load it; on leaving without an exception store it if it changed. Raises NotFound.

    The row lock (PostgreSQL) or the IMMEDIATE transaction (SQLite) lets one change of a room happen at a time: two
    answers to one window, an answer and its clock, two people on one chair meet here and the second sees the first.
    `known` (of `unlocked`) spares a second reading: the version under the lock says whether it still holds.
    """
    with one_writer(), transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id).order_by().first()
        if room is None:
            raise NotFound()
        if known is not None and known.room.version == room.version:
            t = known
            t.room, t.now = room, time.time()
            t.__dict__.pop("deadlines", None)  # these change without a version
        else:
            t = Table(room)
        yield t
        if t.is_changed:
            t.store()
