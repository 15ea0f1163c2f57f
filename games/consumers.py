"""The socket of one person at one room: sends what changed on his screen, takes actions from clients without HTML.

It keeps no state of the game. On connect the whole screen is sent, so every reconnect is a resync; later only parts
whose text changed. A group message is a hint with a number; the heartbeat looks again even when hints are lost.
Nothing that a client sends may end in an exception: a notice, or a close code (4400 nonsense, 4401 not signed in or
no longer, 4404 no such room, 4429 too fast).
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections import OrderedDict

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from . import notify, render, selectors, services
from .errors import GameError, NotFound

log = logging.getLogger(__name__)

BEAT = 20.0  # seconds between heartbeats; services.people.ONLINE is a little more than two of them
SHARED = 5.0  # seconds: heartbeats of one room look at one reading
LARGEST = 4096  # characters of an incoming message: ours have about fifty
RATE, BURST = 10.0, 20.0  # messages a second, and how many may come at once

in_thread = lambda function: database_sync_to_async(function, thread_sensitive=False)  # noqa: E731


class Snapshots:
    """One reading of a room for each of its versions in this process, however many sockets ask for it."""

    def __init__(self, limit: int = 500) -> None:
        self.limit = limit
        self.reads: OrderedDict[int, asyncio.Future] = OrderedDict()
        self.loop: asyncio.AbstractEventLoop | None = None

    def _start(self, room_id: int) -> asyncio.Future:
        read = self.reads[room_id] = asyncio.ensure_future(in_thread(selectors.load)(room_id))
        self.reads.move_to_end(room_id)
        while len(self.reads) > self.limit:
            self.reads.popitem(last=False)
        return read

    async def get(self, room_id: int, *, version: int = 0, since: float = 0.0) -> selectors.Snapshot:
        """The room, not older than `version` and read after `since` (monotonic seconds). Raises NotFound."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:  # futures belong to one loop; a second one is a test's
            self.loop = loop
            self.reads.clear()
        tried = None
        while True:
            read = self.reads.get(room_id)
            if read is None or read is tried:
                read = self._start(room_id)
            try:
                snap = await asyncio.shield(read)
            except BaseException:
                if self.reads.get(room_id) is read and read.done():
                    del self.reads[room_id]
                raise
            if snap.version >= version and snap.order >= since:
                return snap
            tried = read  # too old: the first of those who waited starts the next reading, the others join it


snapshots = Snapshots()


class RoomConsumer(AsyncWebsocketConsumer):
    """`/ws/room/<code>/`."""

    room_id: int | None = None
    version = -1  # of the newest snapshot sent
    heart: asyncio.Task | None = None

    async def connect(self) -> None:
        self.shown: dict[str, str] = {}
        self.groups_joined: list[str] = []
        self.pushing = asyncio.Lock()
        self.tokens, self.counted_at = BURST, time.monotonic()
        self.user = self.scope.get("user")
        self.language = language_of(self.scope)
        await self.accept()  # a refused handshake has no code; a closed socket tells why
        if self.user is None or not self.user.is_authenticated or not self.user.is_active:
            await self.close(code=4401)
            return
        try:
            code = self.scope["url_route"]["kwargs"]["code"]
            self.room_id = (await in_thread(selectors.room_by_code)(code)).pk
        except NotFound:
            await self.close(code=4404)
            return
        # First join, then read: a change in between is either read or announced.
        groups = [notify.room_group(self.room_id), notify.user_group(self.user.pk)]
        if key := getattr(self.scope.get("session"), "session_key", None):
            groups.append(notify.session_group(key))
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
            self.groups_joined.append(group)
        try:
            await in_thread(services.arrive)(room_id=self.room_id, user_id=self.user.pk)
        except GameError as refusal:
            log.info("arrival at room %s: %s", self.room_id, refusal)
        await self.push(since=time.monotonic())
        self.heart = asyncio.create_task(self._beat())

    async def disconnect(self, code: int) -> None:
        if self.heart:
            self.heart.cancel()
        for group in getattr(self, "groups_joined", ()):
            await self.channel_layer.group_discard(group, self.channel_name)

    # --- out
    async def push(self, *, version: int = 0, since: float = 0.0, everything: bool = False) -> None:
        """Send the parts whose text has changed since the last time."""
        try:
            snap = await snapshots.get(self.room_id, version=version, since=since)
        except NotFound:
            await self.close(code=4404)
            return
        async with self.pushing:  # the heart and a message may both be here
            if snap.version < self.version:
                return
            self.version = snap.version
            now = render.parts(selectors.shape(snap, self.user), self.language)
            if everything:
                self.shown = {}
            html = "".join(text for part, text in now.items() if self.shown.get(part) != text)
            self.shown = now
            if html:
                await self.send(text_data=html)

    async def room_changed(self, event: dict) -> None:
        if event["v"] > self.version:  # else a newer state was sent already: messages coalesce
            await self.push(version=event["v"])

    async def user_gone(self, event: dict) -> None:
        await self.close(code=4401)

    async def _beat(self) -> None:
        """Say that this person is here, and look again: for lost messages, and for those who have gone silent."""
        await asyncio.sleep(random.uniform(0, BEAT))  # not all sockets of a restarted server at once
        while True:
            try:
                await in_thread(services.beat)(room_id=self.room_id, user_id=self.user.pk)
                await self.push(since=time.monotonic() - SHARED)
            except GameError:
                await self.close(code=4404)
                return
            except Exception:
                log.exception("heartbeat in room %s", self.room_id)
            await asyncio.sleep(BEAT)

    # --- in
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.room_id is None or not self.groups_joined:
            return  # refused, and the close is under way
        if not self._may_speak():
            await self.close(code=4429)
            return
        if text_data is None or len(text_data) > LARGEST:
            await self.close(code=4400)
            return
        try:
            message = json.loads(text_data)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            await self.notice(_("This is not an action of this table."))
            return
        try:
            await in_thread(services.submit_action)(
                room_id=self.room_id,
                user_id=self.user.pk,
                window=message.get("window"),
                text=message.get("action"),
            )
        except GameError as refusal:
            await self.push(since=time.monotonic(), everything=True)
            await self.notice(refusal.message)

    async def notice(self, message: object) -> None:
        html = render.notice(message, self.language)
        self.shown["notice"] = html  # so that the next change of the screen takes it away
        await self.send(text_data=html)

    def _may_speak(self) -> bool:
        """A token bucket."""
        now = time.monotonic()
        self.tokens = min(BURST, self.tokens + (now - self.counted_at) * RATE)
        self.counted_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


def language_of(scope: dict) -> str:
    """The language of this person's pages: cookie, then browser, then the site's (as LocaleMiddleware decides)."""
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            request.META["HTTP_ACCEPT_LANGUAGE"] = value.decode("latin-1")
    return translation.get_language_from_request(request)
