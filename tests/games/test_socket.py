"""The socket: who gets in, what is sent, and that nothing a client sends ends in an exception."""

import asyncio
import json
import logging
import re

import pytest
from asgiref.sync import sync_to_async
from autobahn.exception import Disconnected
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings as django_settings
from django.db import close_old_connections
from django.test import Client

from games import consumers, notify, selectors, services
from games.models import Room, Seat
from mahjong_site.asgi import application

from .conftest import act, is_nobody_asked, is_one_asked, my_actions, seed_where, view_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_pace", "quiet_log", "closing_connections"),
]


@pytest.fixture
def closing_connections(monkeypatch):
    """Channels' communicator keeps every thread's connection open, for tests inside one transaction; ours are not, and
    the pool of PostgreSQL would be empty after ten of them."""
    monkeypatch.setattr("channels.testing.application.no_op", close_old_connections)


@pytest.fixture
def quiet_log(caplog):
    """No test here may log a warning, let alone a traceback."""
    yield
    loud = [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.WARNING]
    assert not loud, loud


def cookie_of(user, language=None) -> bytes:
    client = Client()
    if user:
        client.force_login(user)
    if language:
        client.cookies[django_settings.LANGUAGE_COOKIE_NAME] = language
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()).encode()


class Socket:
    """One open page."""

    def __init__(self, user, code, language=None):
        self.user, self.code, self.language = user, code, language

    async def __aenter__(self):
        cookie = await sync_to_async(cookie_of)(self.user, self.language)
        headers = [(b"origin", b"http://testserver"), (b"host", b"testserver"), (b"cookie", cookie)]
        self.ws = WebsocketCommunicator(application, f"/ws/room/{self.code}/", headers=headers)
        connected, _ = await self.ws.connect(timeout=5)
        assert connected
        return self

    async def __aexit__(self, *_):
        await self.ws.disconnect()

    async def text(self) -> str:
        return await self.ws.receive_from(timeout=5)

    async def close_code(self) -> int:
        while True:
            message = await self.ws.receive_output(timeout=5)
            if message["type"] == "websocket.close":
                return message["code"]

    async def say(self, data) -> None:
        text = data if isinstance(data, str) else json.dumps(data)
        await self.ws.send_input({"type": "websocket.receive", "text": text})

    async def silent(self) -> bool:
        return await self.ws.receive_nothing(timeout=0.3, interval=0.02)


in_db = sync_to_async


async def test_the_whole_screen_comes_first(started):
    cast = await in_db(started)(bytes(32))
    async with Socket(cast.host, cast.room.code) as socket:
        screen = await socket.text()
        assert 'id="hand"' in screen and 'id="actions"' in screen and "discard" in screen
        assert await socket.silent()
    async with Socket(cast.spectator, cast.room.code) as socket:
        assert "discard " not in await socket.text()


@pytest.mark.parametrize(("who", "code", "closed"), [(None, None, 4401), ("host", "000000", 4404), ("host", "x", 4404)])
async def test_who_does_not_get_in(cast, who, code, closed):
    async with Socket(who and cast.host, code or cast.room.code) as socket:
        assert await socket.close_code() == closed


async def test_a_locked_player_does_not_get_in(cast):
    cookie_user = cast.host
    async with Socket(cookie_user, cast.room.code) as socket:
        await socket.text()
        notify.user_gone(cookie_user.pk)
        assert await socket.close_code() == 4401
    cast.host.is_active = False
    await in_db(cast.host.save)()
    async with Socket(cast.host, cast.room.code) as socket:
        assert await socket.close_code() == 4401


async def test_only_changed_parts_are_sent(started):
    seed, discard = await in_db(seed_where)(is_nobody_asked)
    cast = await in_db(started)(seed)
    async with Socket(cast.players[2], cast.room.code) as socket:
        first = await socket.text()
        await in_db(act)(cast.room, cast.host, discard)
        news = await socket.text()
        assert 'id="pond-across"' in news and 'id="hand"' not in news and len(news) < len(first)
        asked = re.search('data-ask="([^"]*)"', first)[1]
        assert "data-after" not in first and f'data-after="{asked}"' in news  # what the rest of this screen is
        await in_db(services.beat)(room_id=cast.room.pk, user_id=cast.host.pk)
        assert await socket.silent()


async def test_a_socket_that_closes_while_the_table_changes(started, monkeypatch):
    """What is sent between the farewell and the end is refused: no error, and the end is heard."""
    seed, discard = await in_db(seed_where)(is_nobody_asked)
    cast = await in_db(started)(seed)
    refused = []

    async def closing(self, message):
        refused.append(message["type"])
        raise Disconnected("Attempt to send on a closed protocol")

    async with Socket(cast.players[2], cast.room.code) as socket:
        await socket.text()
        monkeypatch.setattr("channels.consumer.AsyncConsumer.send", closing)
        await in_db(act)(cast.room, cast.host, discard)
        assert await socket.silent()
        assert refused == ["websocket.send"] and cast.players[2].pk in consumers.open_pages
    assert cast.players[2].pk not in consumers.open_pages


async def test_an_action_over_the_socket(started):
    seed, discard = await in_db(seed_where)(is_nobody_asked)
    cast = await in_db(started)(seed)
    async with Socket(cast.host, cast.room.code) as socket:
        await socket.text()
        await socket.say({"window": 0, "action": discard})
        assert "pond-me" in await socket.text()
        await socket.say({"window": 0, "action": discard})  # a double click: answered kindly by silence
        assert await socket.silent()


async def test_a_pass_is_seen_by_nobody_else(started):
    seed, discard = await in_db(seed_where)(is_one_asked)
    cast = await in_db(started)(seed)
    await in_db(act)(cast.room, cast.host, discard)
    asked = [p for p in cast.players if await in_db(my_actions)(cast.room, p)]
    assert len(asked) == 1
    others = [p for p in (*cast.players, cast.spectator) if p is not asked[0]]
    sockets = [Socket(p, cast.room.code) for p in others]
    for socket in sockets:
        await socket.__aenter__()
        await socket.text()
    await in_db(act)(cast.room, asked[0], "pass")
    assert all([await socket.silent() for socket in sockets])
    for socket in sockets:
        await socket.__aexit__()


async def test_a_refusal_is_told_to_that_player_only(started):
    cast = await in_db(started)(bytes(32))
    async with Socket(cast.players[1], cast.room.code, "en") as socket, Socket(cast.host, cast.room.code) as other:
        await socket.text()
        await other.text()
        await socket.say({"window": 5, "action": "discard 1m"})
        assert 'id="hand"' in await socket.text()  # a fresh view
        notice = await socket.text()
        assert 'id="notice"' in notice and "too late" in notice
        assert await other.silent()


async def test_the_language_of_the_socket_is_that_of_the_page(cast):
    async with Socket(cast.host, cast.room.code, "en") as english, Socket(cast.host, cast.room.code) as chinese:
        assert "Dalian" in await english.text()
        assert "大连" in await chinese.text()


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "not json",
        "[]",
        "5",
        "null",
        '"pass"',
        "{",
        "[" * 2000,
        '{"window": 0}',
        '{"action": "pass"}',
        '{"window": "0", "action": "pass"}',
        '{"window": 0, "action": 5}',
        '{"window": 0, "action": ["pass"]}',
        '{"window": 1e400, "action": "pass"}',
        '{"window": NaN, "action": "pass"}',
        '{"window": 99999999999999999999, "action": "pass"}',
        '{"window": 0, "action": "\\u0000"}',
        '{"window": 0, "action": "\\ud800"}',
        '{"window": 0, "action": "pass pass pass"}',
        '{"window": 0, "action": "discard 1m", "seat": 0, "user": 1}',
    ],
)
async def test_frames_that_no_page_sends(started, frame):
    cast = await in_db(started)(bytes(32))
    async with Socket(cast.players[1], cast.room.code) as socket:
        await socket.text()
        await socket.say(frame)
        while "notice" not in (answer := await socket.text()):
            pass
        assert 'role="alert"' in answer
    assert (await Seat.objects.aget(room=cast.room, number=1)).user_id == cast.players[1].pk


async def test_a_huge_frame(cast):
    async with Socket(cast.host, cast.room.code) as socket:
        await socket.text()
        await socket.say("x" * 100_000)
        assert await socket.close_code() == 4400


async def test_a_binary_frame(cast):
    async with Socket(cast.host, cast.room.code) as socket:
        await socket.text()
        await socket.ws.send_to(bytes_data=b"\x00\xff")
        assert await socket.close_code() == 4400


async def test_too_many_frames(cast):
    async with Socket(cast.host, cast.room.code) as socket:
        await socket.text()
        for _n in range(40):
            await socket.say("{}")
        assert await socket.close_code() == 4429


async def test_a_stranger_cannot_act(started):
    cast = await in_db(started)(bytes(32))
    async with Socket(cast.stranger, cast.room.code) as socket:
        await socket.text()
        action = (await in_db(my_actions)(cast.room, cast.host))[0]
        await socket.say({"window": 0, "action": action})
        await socket.text()
        assert "notice" in await socket.text()
    assert (await in_db(view_of)(cast.room, cast.host))["deal"]["view"]["window"] == 0


async def test_opening_the_page_gives_the_hand_back(started):
    cast = await in_db(started)(bytes(32))
    await Seat.objects.filter(room=cast.room, number=0).aupdate(trustee=True)
    async with Socket(cast.host, cast.room.code) as socket:
        await socket.text()
        assert not (await Seat.objects.aget(room=cast.room, number=0)).trustee


async def test_the_heartbeat_heals_lost_messages(started, monkeypatch):
    monkeypatch.setattr(consumers, "BEAT", 0.2)
    monkeypatch.setattr(services.people, "OFTEN", 0.1)
    seed, discard = await in_db(seed_where)(is_nobody_asked)
    cast = await in_db(started)(seed)
    async with Socket(cast.players[2], cast.room.code) as socket:
        await socket.text()
        with monkeypatch.context() as patch:
            patch.setattr(notify, "room_changed", lambda room_id, version: None)
            await in_db(act)(cast.room, cast.host, discard)
        # the snapshot may be as old as five seconds; here nobody has read since
        consumers.snapshots.reads.clear()
        assert "pond-across" in await socket.text()
        seen = (await Seat.objects.aget(room=cast.room, number=2)).seen_at
        await asyncio.sleep(0.5)
        assert (await Seat.objects.aget(room=cast.room, number=2)).seen_at > seen


async def test_one_reading_for_everybody(started, monkeypatch):
    cast = await in_db(started)(bytes(32))
    sockets = [Socket(p, cast.room.code) for p in cast.players]
    for socket in sockets:
        await socket.__aenter__()
        await socket.text()
    reads = []
    load = selectors.load
    monkeypatch.setattr(selectors, "load", lambda room_id: reads.append(room_id) or load(room_id))
    await in_db(services.stand)(room=cast.room, user=cast.players[3])
    for socket in sockets:
        await socket.text()
    assert len(reads) == 1
    for socket in sockets:
        await socket.__aexit__()


async def test_a_reading_that_is_too_old_is_not_shown(cast):
    """A message of version 7 is answered with version 7 or newer, whatever was read before."""
    store = consumers.Snapshots(limit=2)
    old = await store.get(cast.room.pk)
    await in_db(services.set_ready)(room=cast.room, user=cast.host, ready=True)
    version = (await Room.objects.aget(pk=cast.room.pk)).version
    both = await asyncio.gather(*[store.get(cast.room.pk, version=version) for _n in range(3)])
    assert old.version < version and {id(s) for s in both} == {id(both[0])} and both[0].version == version
    with pytest.raises(services.NotFound):
        await store.get(10**9)
    assert 10**9 not in store.reads


# --- several pages of one person --------------------------------------------------------------------------------------

OLDER = "Here you can only watch."


async def test_the_newest_page_drives_and_the_older_one_says_so(started, monkeypatch):
    cast = await in_db(started)(bytes(32))
    published, layer = [], get_channel_layer()
    send = layer.group_send

    async def recorded(group, message):
        published.append(message)
        await send(group, message)

    monkeypatch.setattr(layer, "group_send", recorded, raising=False)  # the Redis layer hands its methods through
    async with Socket(cast.host, cast.room.code, "en") as old, Socket(cast.players[1], cast.room.code, "en") as other:
        assert OLDER not in await old.text() + await other.text()
        new = Socket(cast.host, cast.room.code, "en")
        async with new:
            screen = await new.text()
            assert OLDER not in screen and 'id="hand"' in screen
            told = await old.text()
            assert OLDER in told and told.count("hx-swap-oob") == 1  # nothing else
            assert await other.silent() and await new.silent()
        assert OLDER not in await old.text()  # the newest one is gone: this one drives again
        assert await other.silent()
    pages = [message for message in published if message["type"].startswith("page.")]
    assert pages and all(set(message) == {"type", "name"} for message in pages)


async def test_of_three_pages_exactly_one_drives(started):
    cast = await in_db(started)(bytes(32))
    sockets = [Socket(cast.host, cast.room.code, "en") for _n in range(3)]
    for socket in sockets:
        await socket.__aenter__()
        await socket.text()
    assert OLDER in await sockets[0].text() and OLDER in await sockets[1].text()
    await sockets[2].__aexit__()
    assert OLDER not in await sockets[1].text()
    assert await sockets[1].silent()
    told = ""
    while not await sockets[0].silent():
        told = await sockets[0].text()
    assert not told or OLDER in told  # in whatever order the news came
    for socket in sockets[:2]:
        await socket.__aexit__()
    assert not consumers.open_pages


async def test_spectators_and_lobbies_have_no_driver(cast):
    async with Socket(cast.host, cast.room.code, "en") as old, Socket(cast.host, cast.room.code, "en") as new:
        assert OLDER not in await old.text() + await new.text() and await old.silent()


async def test_forgotten_pages_are_closed(cast, monkeypatch):
    monkeypatch.setattr(consumers, "PAGES", 2)
    async with Socket(cast.host, cast.room.code) as first, Socket(cast.host, cast.room.code) as second:
        await first.text()
        await second.text()
        async with Socket(cast.players[1], cast.room.code) as other, Socket(cast.host, cast.room.code) as third:
            await third.text()
            assert await first.close_code() == 4409
            await other.text()
            assert await other.silent() and await second.silent()
    assert not consumers.open_pages


async def test_a_refresh_sends_every_screen_anew(started):
    cast = await in_db(started)(bytes(32))
    people = [*cast.players, cast.spectator]
    sockets = [Socket(person, cast.room.code) for person in people]
    for socket in sockets:
        await socket.__aenter__()
        await socket.text()
    await in_db(services.refresh)(room=cast.room, by=cast.host)
    for person, socket in zip(people, sockets, strict=True):
        screen = ""
        while 'id="status"' not in screen:
            screen = await socket.text()
        assert 'id="seat-me"' in screen and ('id="hand"' in screen) == ('id="actions"' in screen)
        assert ("act-form" in screen) == (person is cast.host)
    for socket in sockets:
        await socket.__aexit__()


async def test_a_foreign_origin_is_refused(cast):
    headers = [(b"origin", b"http://evil.example"), (b"host", b"testserver")]
    ws = WebsocketCommunicator(application, f"/ws/room/{cast.room.code}/", headers=headers)
    connected, _ = await ws.connect()
    assert not connected
