"""Helpers of the games tests: pace, hands and a driver that does what the timer and the worker do, in this thread."""

import secrets
import threading
import time

import pytest
from django.conf import settings
from django.db import connection
from django.utils import translation

import rules
from games import history, selectors, services, tasks
from games.models import Deadline, Deal, Room, Step
from games.services import flow
from games.services.base import table


def pytest_runtest_setup(item):
    translation.activate(settings.LANGUAGE_CODE)  # a page asked for in another language leaves it behind in this thread


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


def finish_deal(room, choose=rules.default_action):
    """Play the running deal to its end in one go: the same rows as click by click, without the waiting."""
    with table(room.pk) as t:
        deal, state = t.deal, t.state
        steps = []
        while not state.over:
            if state.held:
                state, _ = rules.proceed(state)
            elif state.settling:
                state, _ = rules.settle_draw(state)
            else:
                seat = state.actors[0]
                action = choose(state, seat)
                step = {"window": state.window, "seat": seat, "action": str(action), "made_by": "timeout"}
                steps.append(Step(deal=deal, number=deal.steps_count + len(steps) + 1, **step))
                state, _ = rules.apply(state, seat, action)
        Step.objects.bulk_create(steps)
        deal.steps_count += len(steps)
        t.state = state
        flow.advance(t, state.window)
    return Deal.objects.get(pk=deal.pk)


def seed_where(test, ruleset="dalian", options=None, dealer=0):
    """(seed, discard) of the first deal whose first discard by the dealer leads to a state that `test` likes."""
    for i in range(2000):
        seed = i.to_bytes(32, "big")
        first, _ = rules.start(ruleset, options or {}, seed, dealer=dealer, hold=True)
        for action in rules.legal_actions(first, dealer):
            if action.kind == "discard":
                state, _ = rules.apply(first, dealer, action, hold=True)
                if test(state):
                    return seed, str(action)
    raise AssertionError("no such deal in 2000")


def is_one_asked(state) -> bool:
    return len(state.actors) == 1 and any(a.kind == "pung" for a in rules.legal_actions(state, state.actors[0]))


def is_two_asked(state) -> bool:
    """Two seats, one of which (the second) may pung and so outranks the other's chow."""
    return len(state.actors) == 2


def is_nobody_asked(state) -> bool:
    return state.held


@pytest.fixture
def started(make_cast, monkeypatch):
    """`started(seed, **options)` -> a Cast whose first deal runs from that seed, seat 0 dealing."""

    def start(seed=None, **options):
        cast = make_cast(**options)
        for player in cast.players[1:]:
            services.set_ready(room=cast.room, user=player, ready=True)
        if seed is not None:
            draw = secrets.token_bytes  # for everything else than the wall, such as the key of the deal
            monkeypatch.setattr("games.services.flow.secrets.token_bytes", lambda n: seed if n == 32 else draw(n))
            monkeypatch.setattr("rules.first_dealer", lambda *args: 0)
        services.start_match(room=cast.room, by=cast.host)
        return cast

    return start


@pytest.fixture
def small(people):
    """A room of four seats with two people on 0 and 1, a bot on 2, nobody on 3."""
    room = services.create_room(host=people.players[0], ruleset="neimenggu", options={"deals": 4})
    services.sit(room=room, user=people.players[1], number=1)
    services.add_bot(room=room, by=people.players[0], number=2, level="easy")
    return room


def end_by_vote(cast) -> None:
    """Everybody agrees to end the match now."""
    services.ask_vote(room=cast.room, user=cast.players[0], kind="end")
    for player in cast.players[1:]:
        services.answer_vote(room=cast.room, user=player, agree=True)


def at_once(*calls):
    """Run the calls in threads of their own, as close together as possible; returns results or exceptions."""
    results = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def work(n, call):
        gate.wait()
        try:
            results[n] = call()
        except Exception as problem:
            results[n] = problem
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return results
