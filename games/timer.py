"""The timer: a thread beside each Celery worker that turns due Deadline rows into tasks.

The rows are the truth, the broker only carries "do it now". A claim is a conditional UPDATE with a lease, so any
number of timers may run, and what a killed worker had taken comes again when the lease ends. Must not do the work
itself: it calls no service and holds no lock while anything thinks.
"""

import logging
import math
import threading
import time

from celery import current_app
from celery.signals import worker_ready, worker_shutting_down
from django.core.cache import cache
from django.db import close_old_connections, connection
from django.db.models import Min
from django.db.models.functions import Greatest

log = logging.getLogger(__name__)

LOOK = 0.2  # seconds between looks when nothing is due sooner: also how late a row written elsewhere can be seen
SHORTEST = 0.01  # a row due "now" that another timer holds must not make this one spin
LEASE = 5.0  # seconds a claimed row belongs to whoever claimed it
AT_ONCE = 200  # rows in one look
SWEEP = 300.0  # seconds between two looks for rooms that everybody has left

_wake = threading.Event()
_next_look = math.inf  # epoch seconds until which the timer of this process sleeps; inf while it looks
_thread: "Timer | None" = None
_starting = threading.Lock()


def wake(due_at: float = 0.0) -> None:
    """A deadline was written in this process, due at that time (0: now): if that is before the next look, look again.
    Most rows are due later than the next look anyway, and looking is what a busy timer spends its time with."""
    if due_at < _next_look:
        _wake.set()


def claim_due(now: float | None = None, limit: int = AT_ONCE) -> list[tuple[str, int, str]]:
    """Claim the rows that are due and free; returns (kind, room_id, key) of those that this call won."""
    from .models import Deadline

    now = time.time() if now is None else now
    due = list(
        Deadline.objects.filter(due_at__lte=now, claimed_until__lte=now)
        .order_by("due_at")
        .values_list("pk", "kind", "room_id", "key", "due_at")[:limit]
    )
    won = []
    for pk, kind, room_id, key, due_at in due:
        # A row moved to a later time since it was read, or taken by another timer, does not match any more. One
        # statement a row: a timer that held several could stand crosswise to a service that plans the same room.
        row = Deadline.objects.filter(pk=pk, due_at=due_at, claimed_until__lte=now)
        if row.update(claimed_until=now + LEASE):
            won.append((kind, room_id, key))
    return won


def seconds_to_next(now: float | None = None) -> float:
    """How long until a row is due and free, at most LOOK."""
    from .models import Deadline

    now = time.time() if now is None else now
    soonest = Deadline.objects.aggregate(at=Min(Greatest("due_at", "claimed_until")))["at"]
    return LOOK if soonest is None else min(max(soonest - now, SHORTEST), LOOK)


def enqueue(due: list[tuple[str, int, str]]) -> None:
    """Hand the claimed rows to the workers. Whatever cannot be handed over is due again after its lease."""
    for kind, room_id, key in due:
        try:
            current_app.send_task(kind, args=(room_id, key), ignore_result=True)
        except Exception as problem:
            log.warning("could not enqueue %s for room %s: %s", kind, room_id, type(problem).__name__)


def ask_for_sweep() -> bool:
    """Enqueue the closing of forgotten rooms, unless another process did so since the last SWEEP. Returns whether."""
    try:
        if not cache.add("sweep", 1, SWEEP / 2):
            return False
    except Exception as problem:  # without the cache several may ask: the task can run twice
        log.warning("the cache is away: %s", type(problem).__name__)
    try:
        current_app.send_task("close_idle_rooms", ignore_result=True)
    except Exception as problem:
        log.warning("could not enqueue close_idle_rooms: %s", type(problem).__name__)
    return True


def forget_claims() -> int:
    """Free every row. Only for the embedded mode at its start: whatever was claimed died with the last process."""
    from .models import Deadline

    return Deadline.objects.filter(claimed_until__gt=0).update(claimed_until=0)


class Timer(threading.Thread):
    """Looks, claims, enqueues, sleeps until the next row is due."""

    def __init__(self):
        super().__init__(name="timer", daemon=True)
        self._ending = threading.Event()

    def run(self) -> None:
        global _next_look
        sweep_at = time.monotonic() + SWEEP / 5  # a process that lives for a short while sweeps too
        while not self._ending.is_set():
            _wake.clear()  # before looking: a row written from here on rings again
            _next_look = math.inf
            try:
                enqueue(claim_due())
                if time.monotonic() >= sweep_at:
                    sweep_at = time.monotonic() + SWEEP
                    ask_for_sweep()
                rest = seconds_to_next()
            except Exception:
                log.exception("the timer could not look; it tries again")
                close_old_connections()
                rest = 1.0
            _next_look = time.time() + rest
            _wake.wait(rest)
        connection.close()

    def stop(self) -> None:
        """End after the current look."""
        self._ending.set()
        _wake.set()


def start() -> Timer:
    """Start this process's timer, once."""
    global _thread
    with _starting:
        if _thread is None or not _thread.is_alive():
            _thread = Timer()
            _thread.start()
        return _thread


def stop() -> None:
    """Stop this process's timer and wait for it."""
    global _thread
    with _starting:
        if _thread is not None:
            _thread.stop()
            _thread.join(5)
            _thread = None


def start_with_workers() -> None:
    """Every `celery worker` process gets a timer. The embedded mode starts its own: worker_ready is not sent there."""
    worker_ready.connect(_on_ready, weak=False, dispatch_uid="games.timer")
    worker_shutting_down.connect(_on_stop, weak=False, dispatch_uid="games.timer")


def _on_ready(**_) -> None:
    start()


def _on_stop(**_) -> None:
    stop()
