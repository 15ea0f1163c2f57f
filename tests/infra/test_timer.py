"""The timer: who may claim a row, for how long, and that it wakes in time."""

import threading
import time

import pytest
from celery import current_app
from django.db import connection

from games import timer
from games.models import Deadline, Room, User

NOW = 1_800_000_000.0


@pytest.fixture
def room():
    host = User.objects.create(username="host")
    return Room.objects.create(code="123456", ruleset="dalian", ruleset_version="1", options={}, host=host)


def row(room, key="1:1", due_at=NOW, **more):
    return Deadline.objects.create(room=room, kind="play_bot", key=key, due_at=due_at, **more)


@pytest.mark.django_db
class TestClaims:
    def test_only_due_rows_in_order_of_time(self, room):
        row(room, "late", NOW - 1)
        row(room, "later", NOW - 2)
        row(room, "not yet", NOW + 0.1)
        won = [("play_bot", room.pk, "later"), ("play_bot", room.pk, "late")]
        assert timer.claim_due(NOW) == won

    def test_a_claimed_row_is_left_alone_until_its_lease_ends(self, room):
        row(room)
        assert timer.claim_due(NOW) and not timer.claim_due(NOW)
        assert not timer.claim_due(NOW + timer.LEASE - 0.1)
        assert timer.claim_due(NOW + timer.LEASE)  # whoever had it is gone: it comes again

    def test_a_row_that_moved_after_it_was_read_is_not_claimed(self, room, monkeypatch):
        moved = row(room)
        update = Deadline.objects.all().update
        real = type(Deadline.objects.all()).update

        def move_first(queryset, **values):
            monkeypatch.undo()
            update(due_at=NOW + 9)
            return real(queryset, **values)

        monkeypatch.setattr(type(Deadline.objects.all()), "update", move_first)
        assert timer.claim_due(NOW) == []
        moved.refresh_from_db()
        assert (moved.due_at, moved.claimed_until) == (NOW + 9, 0)

    def test_seconds_to_next(self, room):
        assert timer.seconds_to_next(NOW) == timer.LOOK
        row(room, "a", NOW + 100)
        assert timer.seconds_to_next(NOW) == timer.LOOK
        row(room, "b", NOW + 0.05)
        assert timer.seconds_to_next(NOW) == pytest.approx(0.05, abs=1e-6)
        row(room, "held", NOW - 1, claimed_until=NOW + 0.03)
        assert timer.seconds_to_next(NOW) == pytest.approx(0.03, abs=1e-6)
        row(room, "due", NOW - 1)
        assert timer.seconds_to_next(NOW) == timer.SHORTEST

    def test_forget_claims(self, room):
        row(room)
        timer.claim_due(NOW)
        assert timer.forget_claims() == 1 and timer.claim_due(NOW)

    def test_no_write_when_nothing_is_due(self, room, django_assert_num_queries):
        row(room, due_at=NOW + 1)
        with django_assert_num_queries(1):
            timer.claim_due(NOW)

    def test_a_broker_that_is_away_is_logged_not_raised(self, room, monkeypatch, caplog):
        def away(*_, **__):
            raise ConnectionError("redis://:geheim@x")

        monkeypatch.setattr(current_app, "send_task", away)
        timer.enqueue([("play_bot", room.pk, "1:1")])
        assert "could not enqueue play_bot" in caplog.text and "geheim" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_of_many_claimers_one_wins_each_row(room):
    for number in range(20):
        row(room, f"1:{number}", NOW - number)
    won, problems, gate = [], [], threading.Barrier(4)

    def claim():
        try:
            gate.wait()
            won.extend(timer.claim_due(NOW))
        except Exception as problem:
            problems.append(problem)
        finally:
            connection.close()

    threads = [threading.Thread(target=claim) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not problems
    assert len(won) == 20 == len(set(won))


@pytest.mark.django_db(transaction=True)
def test_the_thread_enqueues_in_time_and_wakes_early(room, monkeypatch):
    sent, arrived = [], threading.Event()

    def send_task(kind, args, **_):
        sent.append((kind, *args, time.time()))
        Deadline.objects.filter(room_id=args[0], kind=kind, key=args[1]).delete()
        arrived.set()

    monkeypatch.setattr(timer.current_app, "send_task", send_task)
    monkeypatch.setattr(timer, "LOOK", 5.0)  # only a wake or a row known before can be this quick
    soon = time.time() + 0.3
    row(room, "soon", soon)
    running = timer.Timer()
    running.start()
    try:
        assert arrived.wait(3)
        kind, room_id, key, at = sent[0]
        assert (kind, room_id, key) == ("play_bot", room.pk, "soon")
        assert soon <= at < soon + 0.25
        arrived.clear()
        time.sleep(0.1)  # now it sleeps for 5 s
        row(room, "sudden", time.time())
        timer.wake()
        assert arrived.wait(1)
    finally:
        running.stop()
        running.join(5)
    assert not running.is_alive()
