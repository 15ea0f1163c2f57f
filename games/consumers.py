"""The socket of one person at one room: sends what changed on his screen, takes actions from clients without HTML.

It keeps no state of the game. On connect the whole screen is sent, so every reconnect is a resync; later only parts
whose text changed, with the name of the screen they follow (render.following). A group message is a hint with a
number; the heartbeat looks again even when hints are lost. Nothing that a client sends may end in an exception: a
notice, or a close code (4400 nonsense, 4401 not signed in or no longer, 4403 may not look at this room, 4404 no such
room, 4409 too many pages of one person, 4429 too fast).

A person's pages at one table are one seat: the newest drives, the older ones say so. They tell each other nothing but
the random name of a connection, which begins with the time of its opening so that all of them agree on the newest.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
import time
from collections import OrderedDict

from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from . import limits, notify, preferences, render, selectors, services
from .errors import Forbidden, GameError, NotFound, TooMany
from .models import Room, User

log = logging.getLogger(__name__)

BEAT = 20.0  # seconds between heartbeats; services.people.ONLINE is a little more than two of them
SHARED = 5.0  # seconds: heartbeats of one room look at one reading
LARGEST = 4096  # characters of an incoming message: ours have about fifty
PAGES = 8  # open sockets of one person in this process: more are forgotten ones
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


open_pages: dict[int, list[RoomConsumer]] = {}  # of each person, the oldest first


class RoomConsumer(AsyncWebsocketConsumer):
    """`/ws/room/<code>/`."""

    room_id: int | None = None
    version = -1  # of the newest snapshot sent
    heart: asyncio.Task | None = None
    shown_out = False  # may not look any more; the close is under way
    newer: str | None = None  # the connection that drives instead of this one

    async def connect(self) -> None:
        self.shown: dict[str, str] = {}
        self.groups_joined: list[str] = []
        self.pushing = asyncio.Lock()
        self.name = f"{time.time_ns():020d}.{secrets.token_hex(8)}"
        self.tokens, self.counted_at = BURST, time.monotonic()
        self.user = self.scope.get("user")
        self.language = language_of(self.scope)
        await self.accept()  # a refused handshake has no code; a closed socket tells why
        if self.user is None or not self.user.is_authenticated or not self.user.is_active:
            await self.close(code=4401)
            return
        try:
            code = self.scope["url_route"]["kwargs"]["code"]
            self.room_id = (await in_thread(_entered)(code, self.user, self.scope)).pk
        except NotFound:
            await self.close(code=4404)
            return
        except TooMany:
            await self.close(code=4429)
            return
        # First join, then read: a change in between is either read or announced.
        self.pages = notify.pages_group(self.room_id, self.user.pk)
        groups = [notify.room_group(self.room_id), notify.user_group(self.user.pk), self.pages]
        if key := getattr(self.scope.get("session"), "session_key", None):
            groups.append(notify.session_group(key))
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
            self.groups_joined.append(group)
        await self._make_room()
        await self._tell_pages("page.opened")
        try:
            await in_thread(services.arrive)(room_id=self.room_id, user_id=self.user.pk)
        except GameError as refusal:
            log.info("arrival at room %s: %s", self.room_id, refusal)
        await self.push(since=time.monotonic())
        self.heart = asyncio.create_task(self._beat())

    async def disconnect(self, code: int) -> None:
        if self.heart:
            self.heart.cancel()
        mine = open_pages.get(getattr(self.user, "pk", None), [])
        if self in mine:
            mine.remove(self)
            if not mine:
                del open_pages[self.user.pk]
        joined, self.groups_joined = getattr(self, "groups_joined", []), []
        for group in joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        if joined:
            await self._tell_pages("page.closed")

    async def _make_room(self) -> None:
        """One more page of this person; the oldest of too many goes."""
        mine = open_pages.setdefault(self.user.pk, [])
        mine.append(self)
        while len(mine) > PAGES:
            await mine.pop(0).close(code=4409)

    # --- several pages of one person
    async def _tell_pages(self, news: str) -> None:
        await self.channel_layer.group_send(self.pages, {"type": news, "name": self.name})

    async def page_opened(self, event: dict) -> None:
        if event["name"] > (self.newer or self.name):
            self.newer = event["name"]
            await self.push(version=max(self.version, 0))

    async def page_closed(self, event: dict) -> None:
        """The page that drove is gone: those that remain find out which of them is the newest now."""
        if event["name"] == self.newer:
            self.newer = None
            await self._tell_pages("page.opened")
            await self.push(version=max(self.version, 0))

    # --- out
    async def send(self, *args: object, **kwargs: object) -> None:
        """To a socket that is closing this moment nothing is sent: its disconnect is on the way, and tidies up."""
        try:
            await super().send(*args, **kwargs)
        except Disconnected:
            log.debug("room %s: the socket is closing", self.room_id)

    async def push(self, *, version: int = 0, since: float = 0.0, everything: bool = False) -> None:
        """Send the parts whose text has changed since the last time."""
        try:
            snap = await snapshots.get(self.room_id, version=version, since=since)
        except NotFound:
            await self.close(code=4404)
            return
        async with self.pushing:  # the heart and a message may both be here
            if snap.version < self.version or self.shown_out:
                return
            self.version = snap.version
            try:
                view = selectors.shape(snap, self.user)
            except Forbidden:  # sent away, or the table is closed to spectators: the page, loaded anew, says which
                self.shown_out = True
                await self.close(code=4403)
                return
            now = render.parts(view, self.language)
            now["elsewhere"] = render.elsewhere(view, self.newer is not None, self.language)
            if everything:
                self.shown = {}
            changed = {part: text for part, text in now.items() if self.shown.get(part) != text}
            if (before := self.shown.get("sync")) and "sync" in changed:
                changed["sync"] = render.following(now["sync"], before)
            self.shown = now
            if changed:
                await self.send(text_data="".join(changed.values()))

    async def room_changed(self, event: dict) -> None:
        if event["v"] > self.version:  # else a newer state was sent already: messages coalesce
            await self.push(version=event["v"])

    async def room_refresh(self, event: dict) -> None:
        """The host asks for it: whatever is on this screen, it is sent anew."""
        await self.push(since=time.monotonic(), everything=True)

    async def user_gone(self, event: dict) -> None:
        await self.close(code=4401)

    async def user_changed(self, event: dict) -> None:
        self.user = await in_thread(User.objects.get)(pk=self.user.pk)
        await self.push(since=time.monotonic())

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
            await in_thread(_submit)(
                room_id=self.room_id,
                user_id=self.user.pk,
                window=message.get("window"),
                text=message.get("action"),
            )
        except GameError as refusal:
            await self.push(since=time.monotonic(), everything=True)
            await self.notice(refusal.message)

    async def notice(self, message: object) -> None:
        if self.shown_out:
            return
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


def _entered(code: str, user: User, scope: dict) -> Room:
    """The room whose number the address holds. Raises NotFound or TooMany."""
    limits.spend("socket", user.pk)
    return limits.room_by_code(code, user=user, from_address=limits.address_of_socket(scope))


def _submit(*, user_id: int, **move: object) -> None:
    limits.spend("act", user_id)
    services.submit_action(user_id=user_id, **move)


def language_of(scope: dict) -> str:
    """The language of this person's pages: own setting, cookie, browser, site (as the middlewares decide)."""
    if own := preferences.of(scope.get("user"))[preferences.LANGUAGE]:
        return own
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    for name, value in scope.get("headers", ()):
        if name == b"accept-language":
            request.META["HTTP_ACCEPT_LANGUAGE"] = value.decode("latin-1")
    return translation.get_language_from_request(request)
