"""Fixtures for everybody: the real server, browsers, and a fixed cast of people.

The cast: four seated players, a spectator, a stranger and an admin. Browsers: `visit()` opens a page as a new person;
an exception in a page or a breach of the content policy fails the test that opened it. Wait by locators:
`page.wait_for_function` evaluates text in the page, which the policy forbids.
"""

import os
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from tests import clauses
from tests.server import Server

# Playwright's sync API keeps a loop running in the test's thread, where Django would refuse its ORM
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

collect_ignore = ["infra/test_one_process.py"] if os.environ.get("TEST_REDIS_URL") else ["infra/test_supervisor.py"]

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
BARE = {"service_workers": "block"}  # tests look at the network itself; tests of the worker say "allow"
REPORT_BREACHES = """addEventListener("securitypolicyviolation", e =>
    console.error(`CSP ${e.effectiveDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`))"""


def pytest_addoption(parser):
    parser.addoption("--clauses", action="store_true", help="only list the rule clauses that no test names")


def pytest_collection_finish(session):
    clauses.finish(session)


def pytest_runtestloop(session):
    return True if session.config.getoption("--clauses") else None


# --- the real server ---------------------------------------------------------------------------------------------


def _watched(request, server: Server):
    """Hand the server out; show its log when the test failed, and fail when it holds a traceback."""
    failed_before = request.session.testsfailed
    yield server
    log = server.log
    server.remove()
    log = server.log or log
    if request.session.testsfailed > failed_before or "Traceback" in log:
        print(f"--- log of the server in {server.data}\n{log[-8000:]}")
    assert "Traceback" not in log, "the server logged an exception (see its log)"


@pytest.fixture(scope="session")
def server(request, tmp_path_factory):
    """One running site for all tests that only add rooms to it."""
    yield from _watched(request, Server(tmp_path_factory.mktemp("served") / "data").start())


@pytest.fixture
def own_server(request, tmp_path):
    """A site of the test's own, not yet started: for stops, kills and restarts. Environment: own_server.env."""
    yield from _watched(request, Server(tmp_path / "data"))


# --- browsers ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")  # not session: its event loop would disturb later coroutine tests
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser):
    """`visit(url, phone=False, language="zh-CN", **context)` -> the page of a new person with cookies of his own."""
    contexts, problems = [], []

    def open_page(url=None, phone=False, language="zh-CN", **options):
        context = browser.new_context(**((PHONE if phone else DESKTOP) | {"locale": language} | BARE | options))
        context.set_default_timeout(10_000)
        contexts.append(context)
        context.add_init_script(REPORT_BREACHES)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on("console", lambda line: problems.append(f"{page.url}: {line.text}") if _is_breach(line) else None)
        if url:
            page.goto(url)
        return page

    open_page.problems = problems  # a test that provokes a problem on purpose clears this list
    yield open_page
    for context in contexts:
        context.close()
    assert not problems, problems


def _is_breach(line) -> bool:
    return line.type == "error" and (line.text.startswith("CSP ") or "Content Security Policy" in line.text)


@pytest.fixture
def desktop(visit):
    return visit()


@pytest.fixture
def phone(visit):
    return visit(phone=True)


# --- people ------------------------------------------------------------------------------------------------------


@dataclass
class Cast:
    """Four at the table (players[i] sits on seat i, players[0] is the host), three who do not sit."""

    room: object
    players: list
    spectator: object
    stranger: object
    admin: object

    @property
    def host(self):
        return self.players[0]


@pytest.fixture
def people(db):
    """The seven people, seated nowhere yet."""
    from django.contrib.auth import get_user_model

    from games import services

    names = ("东东", "南南", "西西", "北北")
    return SimpleNamespace(
        players=[services.make_guest(nickname=name) for name in names],
        spectator=services.make_guest(nickname="看客"),
        stranger=services.make_guest(nickname="路人"),
        admin=get_user_model().objects.create_superuser(username="admin", password="admin-pass-1", nickname="管理"),
    )


@pytest.fixture
def make_cast(people):
    """`make_cast(ruleset="dalian", **options)` -> a Cast with its four players seated in a room that waits to start."""
    from games import services

    def make(ruleset="dalian", **options) -> Cast:
        room = services.create_room(host=people.players[0], ruleset=ruleset, options=options)
        seated = {seat.user_id for seat in room.seats.all() if seat.user_id}
        for number, player in enumerate(people.players):
            if player.pk not in seated:
                services.sit(room=room, user=player, number=number)
        return Cast(room, people.players, people.spectator, people.stranger, people.admin)

    return make


@pytest.fixture
def cast(make_cast):
    return make_cast()
