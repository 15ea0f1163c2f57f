"""Celery tasks: each finds out under the room's lock whether there is still something to do, and does it once.

A task is named like the kind of its Deadline row and gets (room_id, key); one more looks after all rooms. It may come
twice, late, early or never: the row in the database is the truth. No task calls another, waits, or has an eta.
"""

from __future__ import annotations

import logging

from celery import shared_task

from . import services
from .errors import GameError

log = logging.getLogger(__name__)


def _quietly(service, room_id: int, key: str) -> bool:
    """A refusal (the room is gone) is no fault of the worker's."""
    try:
        return service(room_id=room_id, key=key)
    except GameError as refusal:
        log.info("%s %s: %s", service.__name__, key, refusal)
        return False


@shared_task(name="play_bot")
def play_bot(room_id: int, key: str) -> bool:
    """key "deal:window:seat": a bot answers."""
    return _quietly(services.play_bot, room_id, key)


@shared_task(name="expire_window")
def expire_window(room_id: int, key: str) -> bool:
    """key "deal:window:seat": a person's clock is over, or 托管 plays."""
    return _quietly(services.expire_window, room_id, key)


@shared_task(name="proceed")
def proceed(room_id: int, key: str) -> bool:
    """key "deal:window": the pause after a discard is over."""
    return _quietly(services.proceed, room_id, key)


@shared_task(name="settle_draw")
def settle_draw(room_id: int, key: str) -> bool:
    """key "deal": a drawn deal wants its settlement (查叫)."""
    return _quietly(services.settle_draw, room_id, key)


@shared_task(name="next_deal")
def next_deal(room_id: int, key: str) -> bool:
    """key "deal": the time to look at that deal's result is over."""
    return _quietly(services.next_deal_due, room_id, key)


@shared_task(name="close_vote")
def close_vote(room_id: int, key: str) -> bool:
    """key: when the vote ends. Whoever has not answered by then has."""
    return _quietly(services.close_vote, room_id, key)


@shared_task(name="end_pause")
def end_pause(room_id: int, key: str) -> bool:
    """key: when the pause began. It has lasted long enough."""
    return _quietly(services.end_pause, room_id, key)


@shared_task(name="close_idle_rooms")
def close_idle_rooms() -> int:
    """No row of a room: the timer asks for it every few minutes."""
    return services.close_idle_rooms()


ALL = (play_bot, expire_window, proceed, settle_draw, next_deal, close_vote, end_pause)
BY_KIND = {task.name: task for task in ALL}
