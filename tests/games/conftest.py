"""Helpers of the games tests: pace, hands and a driver that does what the timer and the worker do, in this thread."""

import time

import pytest

from games import history, selectors, services, tasks
from games.models import Deadline, Deal, Room


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    history.set_erasing(False)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item):
    history.set_erasing(True)  # the flush after a transactional test empties every table


@pytest.fixture
def instant(settings):
    """No pauses and no thinking: whole matches in a test."""
    settings.GAME_PAUSE = (0.0, 0.0)
    settings.GAME_BOT_DELAY = (0.0, 0.0)
    settings.GAME_NEXT_DEAL_SECONDS = 0.0


@pytest.fixture
def no_pace(settings):
    """Nothing is ever due by itself: for tests that look at the rows or act by hand."""
    settings.GAME_PAUSE = (50.0, 60.0)
    settings.GAME_BOT_DELAY = (50.0, 60.0)
    settings.GAME_CLOCK_SCALE = 1.0
    settings.GAME_NEXT_DEAL_SECONDS = 100.0


def due_rows(room):
    now = time.time()
    return list(Deadline.objects.filter(room=room, due_at__lte=now).order_by("due_at", "pk"))


def drive(room, until, seconds=20.0):
    """Run due rows (as the timer and a worker would) until `until(room)`; fails after `seconds`."""
    end = time.time() + seconds
    while True:
        room = Room.objects.get(pk=room.pk)
        if until(room):
            return room
        assert time.time() < end, (room.status, list(Deadline.objects.filter(room=room).values()))
        rows = due_rows(room)
        if not rows:
            time.sleep(0.002)
        for row in rows:
            tasks.BY_KIND[row.kind](row.room_id, row.key)


def current_deal(room) -> Deal:
    return Deal.objects.filter(match__room=room).order_by("-pk").first()


def view_of(room, user):
    return selectors.room_view(room.pk, user)


def my_actions(room, user) -> list[str]:
    deal = view_of(room, user)["deal"]
    return [a["text"] for a in deal["view"]["actions"]] if deal else []


def act(room, user, text, window=None):
    """A click on what the screen shows now."""
    if window is None:
        window = view_of(room, user)["deal"]["view"]["window"]
    return services.submit_action(room_id=room.pk, user_id=user.pk, window=window, text=text)


def make_due(room, kind):
    """Let the waiting of this kind be over now."""
    rows = Deadline.objects.filter(room=room, kind=kind)
    rows.update(due_at=time.time() - 0.01)
    if kind == "proceed":
        Deal.objects.filter(match__room=room).update(pause_until=time.time() - 0.01)
    return list(rows)


def run(row):
    return tasks.BY_KIND[row.kind](row.room_id, row.key)
