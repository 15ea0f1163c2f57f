"""Rooms that everybody left close by themselves: nothing stays open, or "started", for ever.

A match with a clock plays itself to its end (托管), a pause ends by itself (clock.LONGEST_PAUSE); then the finished
room is closed here. What was scored stays readable under the room's number. Called by a task that the timer asks for
every few minutes (timer.SWEEP); it may run twice, or in two processes at once.
"""

from __future__ import annotations

import datetime

from django.utils import timezone

from ..models import Room
from . import flow
from .base import Table, table
from .rooms import OPEN

IDLE = 30 * 60.0  # seconds without anybody: a lobby, or a match that is over
ABANDONED = 24 * 3600.0  # the same in a running match: without a clock it waits that long for somebody to come back
AT_ONCE = 200  # rooms in one go; the next one is minutes away

RUNNING = (Room.Status.PLAYING, Room.Status.BETWEEN)


def close_idle_rooms() -> int:
    """Close what everybody has left; returns how many rooms that were."""
    return sum(_close(pk, OPEN, IDLE) for pk in _untouched(OPEN, IDLE)) + sum(
        _close(pk, RUNNING, ABANDONED) for pk in _untouched(RUNNING, ABANDONED)
    )


def _untouched(statuses: tuple[str, ...], seconds: float) -> list[int]:
    """Rooms in which nothing has happened for so long. People may still sit there and look."""
    before = timezone.now() - datetime.timedelta(seconds=seconds)
    rooms = Room.objects.filter(status__in=statuses, touched_at__lt=before).order_by("touched_at")
    seen_lately = rooms.filter(seats__user__isnull=False, seats__seen_at__gt=before.timestamp()).order_by().values("pk")
    return list(rooms.exclude(pk__in=seen_lately).values_list("pk", flat=True)[:AT_ONCE])


def _close(room_id: int, statuses: tuple[str, ...], seconds: float) -> bool:
    """Under the lock look again: somebody may have come back, or another process been quicker."""
    with table(room_id) as t:
        if t.room.status not in statuses or _is_anybody_left(t, seconds):
            return False
        if t.in_match:
            flow.void_match(t)
        t.room.status = Room.Status.CLOSED
        t.changed()
        return True


def _is_anybody_left(t: Table, seconds: float) -> bool:
    since = t.now - seconds
    return t.room.touched_at.timestamp() > since or any(s.user_id and s.seen_at > since for s in t.seats)
