"""After a commit: tell the room's sockets that it changed, and hand due work to the workers.

Messages carry a number and nothing else: no tile, no state, no name (a lost or doubled one is harmless, and nothing
secret passes through Redis). Nothing here may raise: the move has been made, whatever the broker says.
"""

from __future__ import annotations

import hashlib
import logging

from . import bus, timer

log = logging.getLogger(__name__)


def room_group(room_id: int) -> str:
    return f"room.{room_id}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def pages_group(room_id: int, user_id: int) -> str:
    """The pages on which one person has this table open: they agree on the newest one, which drives."""
    return f"pages.{room_id}.{user_id}"


def session_group(key: str) -> str:
    """The key of a session is a secret: only its hash passes through Redis."""
    return f"session.{hashlib.sha256(key.encode()).hexdigest()[:32]}"


def room_changed(room_id: int, version: int) -> None:
    bus.publish(room_group(room_id), {"type": "room.changed", "v": version})


def room_refreshed(room_id: int) -> None:
    """Every socket of the room reads it again and sends its whole screen."""
    bus.publish(room_group(room_id), {"type": "room.refresh"})
    timer.wake()


def user_gone(user_id: int) -> None:
    """Locked: all their sockets close (4401). Call after the commit."""
    bus.publish(user_group(user_id), {"type": "user.gone"})


def user_changed(user_id: int) -> None:
    """What this person likes to see is another thing now: their open sockets read it anew. Call after the commit."""
    bus.publish(user_group(user_id), {"type": "user.changed"})


def session_gone(key: str) -> None:
    """Logged out: the sockets of this browser close (4401), those of the person's other devices stay."""
    bus.publish(session_group(key), {"type": "user.gone"})


def deadlines_changed(room_id: int, at_once: list[tuple[str, str]], soonest: float) -> None:
    """`at_once`: (kind, key) of rows already due; if the broker is away, the timer finds them after their lease.
    `soonest`: when the first of the other new rows is due, in epoch seconds."""
    from . import tasks

    for kind, key in at_once:
        try:
            tasks.BY_KIND[kind].delay(room_id, key)
        except Exception as problem:
            log.warning("could not enqueue %s for room %s: %s", kind, room_id, type(problem).__name__)
    timer.wake(soonest)
