"""The Celery transport of the embedded mode: kombu's memory transport without its polling.

kombu looks into memory queues at an interval (1 s by default) and sleeps a whole interval whenever the prefetch is
full. Here a consumer sleeps until something is put or acknowledged. Queues live and die with the process; what is
due lives in the Deadline table.
"""

import threading
from queue import Empty
from time import monotonic

from kombu.transport import memory

LOOK_ANYWAY = 1.0  # seconds; a consumer also serves the worker's own timers and its shutdown


class _Bell(threading.Condition):
    """Counts rings, so that a ring between looking and sleeping is not missed."""

    def __init__(self):
        super().__init__()
        self.rings = 0

    def ring(self) -> None:
        with self:
            self.rings += 1
            self.notify_all()


BELL = _Bell()


class WakeChannel(memory.Channel):
    """Rings at everything that may give a consumer work."""

    def _put(self, queue, message, **kwargs):
        super()._put(queue, message, **kwargs)
        BELL.ring()

    def _put_fanout(self, exchange, message, routing_key=None, **kwargs):
        super()._put_fanout(exchange, message, routing_key, **kwargs)
        BELL.ring()

    def basic_ack(self, delivery_tag, multiple=False):
        super().basic_ack(delivery_tag, multiple)
        BELL.ring()  # there is prefetch room again


class WakeTransport(memory.Transport):
    """Used as CELERY_BROKER_TRANSPORT = "games.transports:WakeTransport"; the broker URL stays memory://."""

    Channel = WakeChannel

    def drain_events(self, connection, timeout=None):
        """Deliver one message; raise TimeoutError (socket.timeout) when none came in time (kombu's contract)."""
        end = None if timeout is None else monotonic() + timeout
        while True:
            seen = BELL.rings
            try:
                self.cycle.get(self._deliver, timeout=timeout)
                return
            except Empty:
                left = LOOK_ANYWAY if end is None else end - monotonic()
                if left <= 0:
                    raise TimeoutError from None
                with BELL:
                    BELL.wait_for(lambda: BELL.rings != seen, min(left, LOOK_ANYWAY))  # noqa: B023
