"""Sockets at the door: who may look no more is told by a close code, and nothing of the table is sent before it."""

import pytest

from games import services
from tests.games.test_socket import Socket, closing_connections, in_db, quiet_log  # noqa: F401 fixtures

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_pace", "quiet_log", "closing_connections"),
]


async def all_until_close(socket) -> tuple[list[str], int]:
    texts = []
    while True:
        message = await socket.ws.receive_output(timeout=5)
        if message["type"] == "websocket.close":
            return texts, message["code"]
        texts.append(message.get("text", ""))


async def test_spectators_drop_out_with_the_next_news(started):
    cast = await in_db(started)(bytes(32))
    async with Socket(cast.spectator, cast.room.code) as watching, Socket(cast.players[1], cast.room.code) as playing:
        assert 'id="pond-me"' in await watching.text()
        await playing.text()
        await in_db(services.set_spectators)(room=cast.room, by=cast.host, spectators=False)
        texts, code = await all_until_close(watching)
        assert code == 4403 and not any("pond" in text for text in texts)
    async with Socket(cast.spectator, cast.room.code) as again:
        assert await all_until_close(again) == ([], 4403)
    async with Socket(cast.players[1], cast.room.code) as playing:
        assert 'id="hand"' in await playing.text()


async def test_who_is_removed_is_shown_out(cast):
    async with Socket(cast.players[1], cast.room.code) as socket:
        assert 'id="lobby"' in await socket.text()
        await in_db(services.kick)(room=cast.room, by=cast.host, number=1)
        texts, code = await all_until_close(socket)
        assert code == 4403 and texts == []
    async with Socket(cast.players[1], cast.room.code) as socket:
        assert await all_until_close(socket) == ([], 4403)
