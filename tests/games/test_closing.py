"""Rooms that everybody left close by themselves, whatever state they were left in, and nothing stays "started"."""

import datetime
import threading
import time

import pytest
from django.core.cache import cache
from django.utils import timezone

from games import selectors, services, tasks, timer
from games.models import Deadline, Deal, Match, Room, Transfer
from games.my_rooms import my_rooms
from games.services import closing
from tests.games.conftest import at_once, drive, end_by_vote, finish_deal, make_due, run

pytestmark = pytest.mark.django_db(transaction=True)
MINUTE, HOUR = 60.0, 3600.0


def leave_alone(room, seconds, *, since_touched=None):
    """Everybody was seen for the last time so long ago, and nothing has happened since."""
    room.seats.update(seen_at=time.time() - seconds)
    gone = seconds if since_touched is None else since_touched
    Room.objects.filter(pk=room.pk).update(touched_at=timezone.now() - datetime.timedelta(seconds=gone))


def status(room):
    return Room.objects.get(pk=room.pk).status


@pytest.fixture
def lobby(people):
    return services.create_room(host=people.players[0], ruleset="dalian", options={})


def test_a_lobby_of_nobody_closes_after_half_an_hour(lobby, people):
    leave_alone(lobby, 29 * MINUTE)
    assert tasks.close_idle_rooms() == 0 and status(lobby) == "lobby"
    leave_alone(lobby, 31 * MINUTE)
    assert tasks.close_idle_rooms() == 1 and status(lobby) == "closed"
    assert tasks.close_idle_rooms() == 0  # twice is as good as once
    assert my_rooms(people.players[0]) == [] and selectors.room_by_code(lobby.code) == lobby


def test_a_guest_who_waits_for_an_absent_host_keeps_the_room(lobby, people):
    services.sit(room=lobby, user=people.players[1])
    leave_alone(lobby, 2 * HOUR)
    lobby.seats.filter(user=people.players[1]).update(seen_at=time.time())
    assert services.close_idle_rooms() == 0
    lobby.seats.filter(user=people.players[1]).update(seen_at=time.time() - 31 * MINUTE)
    assert services.close_idle_rooms() == 1


def test_people_who_just_sit_there_keep_the_room(lobby):
    """Nothing changes for hours, but a heart beats."""
    leave_alone(lobby, 0, since_touched=10 * HOUR)
    assert services.close_idle_rooms() == 0


def test_who_comes_back_between_the_look_and_the_lock_keeps_the_room(lobby, people, monkeypatch):
    leave_alone(lobby, 31 * MINUTE)
    look = closing._untouched

    def back_again(*args):
        found = look(*args)
        services.arrive(room_id=lobby.pk, user_id=people.players[0].pk)
        return found

    monkeypatch.setattr(closing, "_untouched", back_again)
    assert services.close_idle_rooms() == 0 and status(lobby) == "lobby"


def test_without_a_clock_a_match_waits_a_day(started, no_pace):
    cast = started(clock=0)
    finish_deal(cast.room)
    [row] = make_due(cast.room, "next_deal")
    assert run(row)
    scored = Transfer.objects.count()
    leave_alone(cast.room, 23 * HOUR)
    assert services.close_idle_rooms() == 0 and status(cast.room) == "playing"
    leave_alone(cast.room, 25 * HOUR)
    assert services.close_idle_rooms() == 1
    assert status(cast.room) == "closed" and Match.objects.get().status == "void"
    assert [d.status for d in Deal.objects.order_by("number")] == ["over", "void"]
    assert Transfer.objects.count() == scored and not Deadline.objects.exists()  # what was scored stays scored
    view = selectors.room_view(selectors.room_by_code(cast.room.code).pk, cast.host)
    assert view["room"]["status"] == "closed" and len(view["match"]["deals"]) == 1


def test_without_a_clock_one_who_looks_in_keeps_the_match(started, no_pace):
    cast = started(clock=0)
    leave_alone(cast.room, 25 * HOUR)
    services.arrive(room_id=cast.room.pk, user_id=cast.players[3].pk)
    assert services.close_idle_rooms() == 0 and status(cast.room) == "playing"


def test_a_match_that_everybody_handed_to_bots_goes_on_without_them(started, instant):
    """Leaving is no way to keep a table started: four stand-ins play it out, and the room closes with the match.
    (With a clock and nobody there, 托管 does the same: test_tools.py::test_all_four_close_the_browser.)"""
    cast = started(deals=4, clock=0)
    for player in cast.players:
        services.stand(room=cast.room, user=player)
    drive(cast.room, lambda room: room.status == "closed", seconds=60)
    assert Match.objects.get().status == "finished"


def test_a_paused_table_that_everybody_left_goes_on(started, no_pace):
    cast = started(deals=4, clock=20)
    services.ask_vote(room=cast.room, user=cast.host, kind="pause")
    for player in cast.players[1:]:
        services.answer_vote(room=cast.room, user=player, agree=True)
    assert {row.kind for row in Deadline.objects.all()} == {"end_pause"}
    leave_alone(cast.room, 29 * MINUTE)
    [row] = make_due(cast.room, "end_pause")
    assert run(row)
    assert not Room.objects.get(pk=cast.room.pk).paused_at
    assert {row.kind for row in Deadline.objects.all()} == {"expire_window"}  # from here on as in the match above


def test_a_match_that_is_over_leaves_a_room_that_closes(started, no_pace):
    cast = started()
    end_by_vote(cast)
    assert services.close_idle_rooms() == 0  # the result stays for a while
    leave_alone(cast.room, 31 * MINUTE)
    assert services.close_idle_rooms() == 1


def test_two_workers_close_once(lobby):
    leave_alone(lobby, 31 * MINUTE)
    assert sorted(at_once(services.close_idle_rooms, services.close_idle_rooms)) == [0, 1]


def test_many_rooms_are_closed_and_the_wanted_one_stays(people):
    rooms = [services.create_room(host=people.players[n % 4], ruleset="dalian", options={}) for n in range(30)]
    for room in rooms[1:]:
        leave_alone(room, 31 * MINUTE)
    assert services.close_idle_rooms() == 29 and status(rooms[0]) == "lobby"


# --- the timer asks for it ---------------------------------------------------------------------------------------
@pytest.fixture
def sent(monkeypatch):
    asked = []
    cache.delete("sweep")
    monkeypatch.setattr(timer.current_app, "send_task", lambda name, **options: asked.append(name))
    yield asked
    cache.delete("sweep")


def test_of_several_processes_one_asks(sent):
    assert sorted(at_once(*[timer.ask_for_sweep] * 4)) == [False, False, False, True]
    assert sent == ["close_idle_rooms"]


def test_without_a_cache_every_process_asks(sent, monkeypatch, caplog):
    def away(*_args):
        raise ConnectionError("redis://:geheim@x")

    monkeypatch.setattr(cache, "add", away)
    assert timer.ask_for_sweep() and sent == ["close_idle_rooms"]
    assert "geheim" not in caplog.text


def test_the_running_timer_asks_again_and_again(sent, monkeypatch):
    monkeypatch.setattr(timer, "SWEEP", 0.1)
    enough = threading.Event()
    monkeypatch.setattr(
        timer.current_app, "send_task", lambda name, **_: (sent.append(name), enough.set() if len(sent) > 1 else None)
    )
    running = timer.Timer()
    running.start()
    try:
        assert enough.wait(10)
    finally:
        running.stop()
        running.join(5)
    assert set(sent) == {"close_idle_rooms"}
