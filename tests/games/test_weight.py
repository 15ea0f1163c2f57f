"""What the table weighs on the wire: the first visit as sent, the messages of a whole deal. Run with -s for figures."""

import re
import zlib

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client
from django.urls import reverse

import rules
from games import services
from games.models import Deal
from games.services import flow
from games.services.base import table
from mahjong_site.static import StaticFiles

from .conftest import act, due_rows, my_actions, run
from .test_socket import Socket, closing_connections  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
FIRST_VISIT = 150 * 1024
MESSAGE = 4 * 1024
URL = re.compile(r"""(?:href|src)="(/static/[^"]+)"|url\("?(?!data:)([^")]+)"?\)""")


def as_sent(path: str) -> tuple[int, str]:
    """Bytes of head and body that mahjong_site/static.py sends to a browser, and the body as text."""
    sent: list[dict] = []

    async def ask() -> None:
        async def send(message: dict) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"accept-encoding", b"gzip, br")]}
        await StaticFiles(None)(scope, None, send)

    async_to_sync(ask)()
    head, body = sent
    assert head["status"] == 200, path
    headers = dict(head["headers"])
    text = body["body"]
    if headers.get(b"content-encoding") == b"gzip":
        text = zlib.decompress(text, wbits=31)
    size = len(body["body"]) + sum(len(name) + len(value) + 4 for name, value in head["headers"])
    return size, text.decode("utf-8", "ignore") if path.endswith((".css", ".js")) else ""


def everything_behind(page: str) -> dict[str, int]:
    """{address: bytes} of all files that a page names, and of those that its style sheets name."""
    found: dict[str, int] = {}
    waiting = [match[1] for match in URL.finditer(page) if match[1]]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path], text = as_sent(path)
        if path.endswith(".css"):
            folder = path.rsplit("/", 1)[0]
            for match in URL.finditer(text):
                if match[2]:
                    waiting.append(re.sub(r"[^/]+/\.\./", "", f"{folder}/{match[2]}"))
    return found


def far_into(cast, left: int) -> None:
    """Play the running deal until this many tiles are in the wall: most faces lie on the table."""
    with table(cast.room.pk) as t:
        state, window = t.state, t.state.window
        while rules.view_for(state, None)["wall_left"] > left:
            if state.held:
                state, _ = rules.proceed(state)
            else:
                seat = state.actors[0]
                state, _ = rules.apply(state, seat, rules.default_action(state, seat))
        assert not state.over
        t.state = state
        flow.advance(t, window)


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_first_visit_of_a_running_deal(started, no_pace, language):
    cast = started(bytes(32))
    far_into(cast, left=30)
    client = Client()
    client.force_login(cast.host)
    services.save_settings(user=cast.host, values={"language": language, "back": "jade", "marks": "on"})  # the heaviest
    answer = client.get(reverse("room", args=[cast.room.code]))
    page = answer.content.decode()
    files = everything_behind(page)
    by_kind: dict[str, int] = {"page": len(answer.content)}
    for path, size in files.items():
        kind = path.rsplit(".", 1)[1]
        by_kind[kind] = by_kind.get(kind, 0) + size
    print(f"\nfirst visit ({language}): {sum(by_kind.values())} bytes in {len(files) + 1} answers, {by_kind}")
    tiles = [path for path in files if "/tiles/" in path]
    assert len(tiles) > 25 and {"js", "css", "svg"} <= set(by_kind), by_kind
    assert sum(by_kind.values()) <= FIRST_VISIT, by_kind


@pytest.mark.usefixtures("closing_connections")
async def test_the_messages_of_a_whole_deal(people, settings, monkeypatch):
    """One person and three bots: every message of his socket, one for each change. Daphne does not compress messages
    (it never agrees to permessage-deflate), so the plain size is what goes over the wire."""
    settings.GAME_PAUSE = settings.GAME_BOT_DELAY = (0.001, 0.001)  # not 0: a discard and the next draw are two changes
    monkeypatch.setattr("games.services.flow.secrets.token_bytes", bytes)  # always the same wall
    host = people.players[0]
    room = await sync_to_async(services.quick_game)(user=host, ruleset="dalian")
    sizes, squeezed = [], []
    deflate = zlib.compressobj(wbits=-15)

    def step() -> bool | None:
        """One change: the person's if he is asked, else the next that is due. None: nothing yet. False: it is over."""
        if not Deal.objects.get(match__room=room).live:
            return False
        if offered := my_actions(room, host):
            act(room, host, "pass" if "pass" in offered else offered[-1])
        elif rows := due_rows(room):
            run(rows[0])
        else:
            return None
        return True

    async with Socket(host, room.code) as socket:
        await socket.text()
        while (done := await sync_to_async(step)()) is not False:
            # one change, one message; a bot's hidden answer has none, and what comes late is counted next time
            if done and not await socket.ws.receive_nothing(timeout=0.06, interval=0.002):
                text = (await socket.text()).encode()
                sizes.append(len(text))
                squeezed.append(len(deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH)) - 4)
    mean = sum(sizes) / len(sizes)
    print(
        f"\n{len(sizes)} messages: {mean:.0f} bytes each as sent, the largest {max(sizes)};"
        f" deflated they would be {sum(squeezed) / len(squeezed):.0f}"
    )
    assert len(sizes) > 60
    assert mean <= MESSAGE
