"""Tell a group of sockets that something changed, from any plain thread: views after commit, Celery tasks.

One event loop lasts as long as the process: async_to_sync would make a new loop for every call, and the Redis layer a
new connection with it. A message that cannot be sent is logged and forgotten: clients look again by themselves,
and a move that counts must never become an error page because Redis is away.
"""

import asyncio
import logging
import os
import threading
from concurrent.futures import Future

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_pid = 0


def publish(group: str, message: dict) -> Future | None:
    """Send `message` (with "type", and never a tile) to the group; does not wait and never raises.

    Returns the future of the sending, for whoever wants to know when it is done; None when no thread could be had.
    """
    try:
        loop = _lasting_loop()
    except RuntimeError:
        log.exception("could not tell group %s", group)
        return None
    return asyncio.run_coroutine_threadsafe(_send(group, message), loop)


async def _send(group: str, message: dict) -> None:
    try:
        async with asyncio.timeout(5):
            await get_channel_layer().group_send(group, message)
    except Exception as problem:
        log.warning("could not tell group %s: %s", group, type(problem).__name__)


def _lasting_loop() -> asyncio.AbstractEventLoop:
    global _loop, _pid
    with _lock:
        if _loop is None or _loop.is_closed() or _pid != os.getpid():  # a forked worker child needs its own
            _loop, _pid = asyncio.new_event_loop(), os.getpid()
            threading.Thread(target=_loop.run_forever, name="bus", daemon=True).start()
        return _loop
