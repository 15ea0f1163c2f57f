"""A channel layer for one process, safe to call from any thread and any event loop.

Channels' own in-memory layer puts messages into asyncio queues of a foreign loop, which nothing wakes: half a second
to a second passes until the loop looks again. Here every send is handed to the loop that owns the queues.
Messages are versions, never contents (DESIGN.md): dropping one is harmless.
"""

import asyncio

from channels.layers import InMemoryChannelLayer


class ThreadSafeInMemoryLayer(InMemoryChannelLayer):
    """The event loop that first makes or reads a channel owns all queues; other loops hand their sends over to it."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._owner = None

    async def new_channel(self, prefix="specific."):
        self._own()  # every consumer calls this before anything else
        return await super().new_channel(prefix)

    async def receive(self, channel):
        self._own()
        return await super().receive(channel)

    async def send(self, channel, message):
        await self._on_owner(lambda: InMemoryChannelLayer.send(self, channel, message))

    async def group_send(self, group, message):
        await self._on_owner(lambda: InMemoryChannelLayer.group_send(self, group, message))

    def _own(self) -> None:
        if self._owner is None or self._owner.is_closed():
            self._owner = asyncio.get_running_loop()

    async def _on_owner(self, make) -> None:
        owner = self._owner
        if owner is None or owner.is_closed():
            return  # nobody listens: a shell, a management command, a test without sockets
        if owner is asyncio.get_running_loop():
            await make()
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(make(), owner))
