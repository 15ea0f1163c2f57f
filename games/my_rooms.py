"""Tables in a few words: one person's own for the home page, and the one a link leads to for its newcomer."""

from __future__ import annotations

import time
from typing import Any

from django.db.models import Q

import rules

from .models import Room, Seat, User
from .selectors import name_of
from .services.people import is_online
from .services.rooms import OPEN


def my_rooms(user: User) -> list[dict[str, Any]]:
    """The open rooms where this person has a seat or is the host, the newest change first."""
    rooms = (
        Room.objects.exclude(status=Room.Status.CLOSED)
        .filter(Q(seats__user=user) | Q(host=user))
        .distinct()
        .prefetch_related("seats__user")
        .order_by("-touched_at")[:50]
    )
    found, now = [], time.time()
    for room in rooms:
        seats = sorted(room.seats.all(), key=lambda s: s.number)
        mine = next((s for s in seats if s.user_id == user.pk), None)
        found.append(
            {
                "code": room.code,
                "ruleset": room.ruleset,
                "ruleset_name": rules.get_ruleset(room.ruleset).name,
                "status": room.status,
                "is_open": room.status in OPEN,
                "is_host": room.host_id == user.pk,
                "locked": room.locked,
                "seat": mine.number if mine else None,
                "away": bool(mine and mine.bot_level),
                "seats": [_who(s, room, now) for s in seats if not s.is_empty],
                "waits": any(_is_waited_for(s, room) for s in seats),
                "free": sum(s.is_empty for s in seats),
                "touched_at": room.touched_at,
            }
        )
    return found


def _who(seat: Seat, room: Room, now: float) -> dict[str, Any]:
    return {
        "name": name_of(seat),
        "online": is_online(seat.seen_at, now) or not seat.is_human,
        "waited_for": _is_waited_for(seat, room),
    }


def _is_waited_for(seat: Seat, room: Room) -> bool:
    """Has this person yet to say ready? In the lobby the host says it by starting."""
    if room.status == Room.Status.PLAYING or (room.status == Room.Status.LOBBY and seat.user_id == room.host_id):
        return False
    return seat.is_human and not (seat.ready or seat.trustee)


def invitation(room: Room) -> dict[str, Any]:
    """The table behind a link, for somebody without a name: whose it is, what is played, whether a seat is free."""
    return {
        "code": room.code,
        "ruleset_name": rules.get_ruleset(room.ruleset).name,
        "host": room.host.name,
        "is_open": room.status in OPEN,
        "locked": room.locked,
        "free": sum(s.is_empty for s in room.seats.all()),
    }
