"""When things happen: the rows that say so, what their tasks do, and that doing them twice is doing them once."""

import time

import pytest

import rules
from games import services, tasks
from games.models import Deadline, Deal, Step
from games.services import clock

from .conftest import (
    act,
    at_once,
    current_deal,
    finish_deal,
    is_nobody_asked,
    is_one_asked,
    make_due,
    my_actions,
    run,
    seed_where,
    view_of,
)

pytestmark = pytest.mark.django_db


def rows(room):
    return {(r.kind, r.key): r.due_at - time.time() for r in Deadline.objects.filter(room=room)}


def asked_seat(room):
    (seat,) = rules.from_json(current_deal(room).snapshot).actors
    return seat


@pytest.fixture
def claimed(started, no_pace):
    """Somebody is asked about the first discard; seat 0 dealt. -> (cast, the asked seat)"""
    seed, discard = seed_where(is_one_asked)
    cast = started(seed)
    act(cast.room, cast.host, discard)
    return cast, asked_seat(cast.room)


def test_a_persons_clock(started, no_pace):
    cast = started(bytes(32), clock=10)
    deal = current_deal(cast.room)
    assert list(rows(cast.room)) == [("expire_window", f"{deal.pk}:0:0")]
    assert 10.0 < rows(cast.room)["expire_window", f"{deal.pk}:0:0"] <= 10.0 + clock.GRACE
    due_ms = view_of(cast.room, cast.host)["deal"]["due_ms"]
    assert due_ms / 1000 == pytest.approx(time.time() + 10.0, abs=0.5)


def test_no_clock(started, no_pace):
    cast = started(bytes(32), clock=0)
    assert rows(cast.room) == {} and view_of(cast.room, cast.host)["deal"]["due_ms"] is None


def test_nothing_moves_a_running_clock(started, no_pace):
    cast = started(bytes(32))
    (before,) = rows(cast.room).values()
    services.arrive(room_id=cast.room.pk, user_id=cast.host.pk)
    services.take_over(room=cast.room, user=cast.host)
    services.stand(room=cast.room, user=cast.players[2])
    (after,) = rows(cast.room).values()
    assert after == pytest.approx(before, abs=0.2)


@pytest.mark.parametrize("test", [is_nobody_asked, is_one_asked])
def test_the_pause_after_a_discard_is_the_same_for_all(started, settings, test):
    """Whether somebody is asked or not, what follows may not follow sooner than a pause drawn from the same range."""
    settings.GAME_PAUSE = (20.0, 30.0)
    seed, discard = seed_where(test)
    cast = started(seed)
    act(cast.room, cast.host, discard)
    deal = current_deal(cast.room)
    assert 19.0 < deal.pause_until - time.time() < 30.0
    if test is is_one_asked:
        act(cast.room, cast.players[asked_seat(cast.room)], "pass")
    assert list(rows(cast.room)) == [("proceed", f"{deal.pk}:1")]
    (row,) = Deadline.objects.filter(room=cast.room)
    assert row.due_at == pytest.approx(deal.pause_until)
    assert run(row) is False  # too early
    assert current_deal(cast.room).window == 1
    (row,) = make_due(cast.room, "proceed")
    assert run(row) is True
    assert current_deal(cast.room).window == 2 and my_actions(cast.room, cast.players[1])
    assert run(row) is False and current_deal(cast.room).window == 2  # twice


def test_a_bot_answers_a_claim_within_the_pause(started, settings):
    settings.GAME_PAUSE, settings.GAME_BOT_DELAY = (20.0, 30.0), (50.0, 60.0)
    seed, discard = seed_where(is_one_asked)
    cast = started(seed)
    first, _ = rules.start("dalian", {}, seed, dealer=0, hold=True)
    state, _ = rules.apply(first, 0, rules.parse(discard), hold=True)
    services.stand(room=cast.room, user=cast.players[state.actors[0]])
    act(cast.room, cast.host, discard)
    ((kind, key), due) = next(iter(rows(cast.room).items()))
    assert kind == "play_bot" and due <= 0
    assert tasks.play_bot(cast.room.pk, key) is True
    assert [k for k, _key in rows(cast.room)] == ["proceed"]  # decided, and shown when the pause is over


def test_a_bot_takes_its_time_on_its_own_turn(started, no_pace):
    cast = started(bytes(32))
    services.stand(room=cast.room, user=cast.host)
    ((kind, _key), due) = next(iter(rows(cast.room).items()))
    assert kind == "play_bot" and 49 < due <= 60
    (row,) = Deadline.objects.filter(room=cast.room)
    assert run(row) is False and not Step.objects.exists()  # not yet
    (row,) = make_due(cast.room, "play_bot")
    assert run(row) is True
    assert run(row) is False
    assert Step.objects.get().made_by == "bot"


@pytest.mark.clause("CO-13")
def test_time_runs_out(started, no_pace):
    cast = started(bytes(32))
    state = rules.from_json(current_deal(cast.room).snapshot)
    (row,) = make_due(cast.room, "expire_window")
    assert run(row) is True and run(row) is False
    step = Step.objects.get()
    assert (step.made_by, step.action) == ("timeout", str(rules.default_action(state, 0)))
    view = view_of(cast.room, cast.host)
    assert view["me"]["trustee"] and view["seats"][0]["trustee"]


@pytest.mark.clause("CO-13")
def test_the_system_plays_on_at_the_rooms_pace(claimed):
    cast, asked = claimed
    (row,) = make_due(cast.room, "expire_window")
    run(row)
    step = Step.objects.order_by("-number").first()
    assert step.made_by == "timeout" and step.action in ("pass", "win")
    run(make_due(cast.room, "proceed")[0])
    # his next decision does not take a clock, but a bot's time
    for _turn in range(20):
        seat = asked_seat(cast.room)
        if seat == asked:
            break
        run(make_due(cast.room, "expire_window")[0])
        while make_due(cast.room, "proceed"):
            run(make_due(cast.room, "proceed")[0])
    ((kind, _key), due) = next(iter(rows(cast.room).items()))
    assert kind == "expire_window" and due > 40  # GAME_BOT_DELAY of no_pace, not the 20 s of the clock
    run(make_due(cast.room, "expire_window")[0])
    assert Step.objects.order_by("-number").first().made_by == "trustee"


@pytest.mark.clause("CO-11")
@pytest.mark.parametrize("how", ["act", "take_over", "arrive"])
def test_the_hand_comes_back(started, no_pace, how):
    cast = started(bytes(32))
    cast.room.seats.filter(number=0).update(trustee=True)
    if how == "act":
        act(cast.room, cast.host, next(a for a in my_actions(cast.room, cast.host) if "discard" in a))
    elif how == "take_over":
        services.take_over(room=cast.room, user=cast.host)
    else:
        services.arrive(room_id=cast.room.pk, user_id=cast.host.pk)
    assert not view_of(cast.room, cast.host)["me"]["trustee"]
    if how != "act":
        (due,) = rows(cast.room).values()
        assert due == pytest.approx(20 + clock.GRACE, abs=0.5)  # a whole clock


def test_a_refused_click_does_not_end_the_systems_play(started, no_pace):
    cast = started(bytes(32))
    cast.room.seats.filter(number=0).update(trustee=True)
    with pytest.raises(services.Illegal):
        act(cast.room, cast.host, "pung")
    assert view_of(cast.room, cast.host)["me"]["trustee"]


@pytest.mark.parametrize("kind", ["play_bot", "expire_window", "proceed", "settle_draw", "next_deal"])
@pytest.mark.parametrize("key", ["", "x", "1:2", "1:2:3", "999999:0:0", "0", ":::", None, 5])
def test_tasks_survive_nonsense(started, no_pace, kind, key):
    cast = started(bytes(32))
    assert tasks.BY_KIND[kind](cast.room.pk, key) is False
    assert tasks.BY_KIND[kind](10**9, key) is False
    assert not Step.objects.exists()


@pytest.mark.parametrize("kind", ["play_bot", "expire_window", "proceed", "settle_draw", "next_deal"])
def test_a_moot_row_goes_away(started, no_pace, kind):
    cast = started(bytes(32))
    key = {"play_bot": "77:0:0", "expire_window": "77:0:0", "proceed": "77:0"}.get(kind, "77")
    row = Deadline.objects.create(room=cast.room, kind=kind, key=key, due_at=0)
    assert run(row) is False
    assert not Deadline.objects.filter(pk=row.pk).exists()
    assert Deadline.objects.filter(room=cast.room).count() == 1  # the clock still runs


def test_a_bots_row_after_the_owner_came_back(started, no_pace):
    """A row of the wrong kind plays for nobody."""
    cast = started(bytes(32))
    services.stand(room=cast.room, user=cast.host)
    (row,) = make_due(cast.room, "play_bot")
    cast.room.seats.filter(number=0).update(bot_level="")
    assert run(row) is False and not Step.objects.exists()
    assert [k for k, _ in rows(cast.room)] == ["expire_window"]


def test_a_bot_that_thinks_nonsense_does_not_stop_the_table(started, no_pace, monkeypatch, caplog):
    cast = started(bytes(32))
    services.stand(room=cast.room, user=cast.host)
    monkeypatch.setattr("rules.bots.choose", lambda level, view, rng: "win")
    (row,) = make_due(cast.room, "play_bot")
    assert run(row) is True
    assert Step.objects.get().action.startswith("discard") and "not legal" in caplog.text


def test_a_bot_that_breaks_does_not_stop_the_table(started, no_pace, monkeypatch, caplog):
    cast = started(bytes(32))
    services.stand(room=cast.room, user=cast.host)
    default = rules.default_action(rules.from_json(current_deal(cast.room).snapshot), 0)

    def breaks(level, view, rng):
        raise ZeroDivisionError

    monkeypatch.setattr("rules.bots.choose", breaks)
    (row,) = make_due(cast.room, "play_bot")
    assert run(row) is True
    assert Step.objects.get().action == str(default) and "broke" in caplog.text


def test_a_bot_gets_a_view_and_nothing_else(started, no_pace, monkeypatch):
    cast = started(bytes(32))
    services.stand(room=cast.room, user=cast.host)
    seen = []
    choose = rules.bots.choose
    monkeypatch.setattr("rules.bots.choose", lambda level, view, rng: seen.append(view) or choose(level, view, rng))
    run(make_due(cast.room, "play_bot")[0])
    (view,) = seen
    assert [seat["hand"] is not None for seat in view["seats"]] == [True, False, False, False]
    assert current_deal(cast.room).seed not in repr(view)


def test_between_deals_everybody_has_time(started, no_pace):
    cast = started()
    finish_deal(cast.room)
    (due,) = rows(cast.room).values()
    assert 99 < due <= 100
    services.ready_next(room=cast.room, user=cast.host)
    (later,) = rows(cast.room).values()
    assert later <= due  # a press on "ready" does not start the waiting anew


def test_nobody_waits_for_those_who_are_gone(started, no_pace):
    cast = started()
    cast.room.seats.update(trustee=True)
    finish_deal(cast.room)
    (due,) = rows(cast.room).values()
    assert due <= clock.NOBODY_WAITS


def test_when_the_last_one_leaves_between_deals(started, no_pace):
    cast = started()
    finish_deal(cast.room)
    cast.room.seats.exclude(number=0).update(trustee=True)
    services.stand(room=cast.room, user=cast.host)
    (due,) = rows(cast.room).values()
    assert due <= clock.NOBODY_WAITS


# --- real threads and commits ----------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_same_click_from_two_tabs(started, no_pace):
    seed, discard = seed_where(is_nobody_asked)
    cast = started(seed)
    results = at_once(*[lambda: act(cast.room, cast.host, discard, window=0)] * 4)
    assert sorted(results) == [False, False, False, True]
    assert Step.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_different_clicks_at_once(started, no_pace):
    cast = started(bytes(32))
    one, two = sorted({a for a in my_actions(cast.room, cast.host) if "discard" in a})[:2]
    results = at_once(*[lambda t=t: act(cast.room, cast.host, t, window=0) for t in (one, two)])
    assert sorted(map(str, map(type, results))) == sorted(map(str, (bool, services.Stale)))
    assert Step.objects.count() == 1 and current_deal(cast.room).steps_count == 1


@pytest.mark.django_db(transaction=True)
def test_a_click_at_the_moment_when_time_runs_out(started, no_pace):
    cast = started(bytes(32))
    discard = next(a for a in my_actions(cast.room, cast.host) if "discard" in a)
    (row,) = make_due(cast.room, "expire_window")
    at_once(lambda: run(row), lambda: act(cast.room, cast.host, discard, window=0), lambda: run(row))
    assert Step.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["proceed", "play_bot"])
def test_two_workers_with_the_same_task(started, no_pace, kind):
    seed, discard = seed_where(is_nobody_asked)
    cast = started(seed)
    if kind == "proceed":
        act(cast.room, cast.host, discard)
    else:
        services.stand(room=cast.room, user=cast.host)
    before = current_deal(cast.room).window
    (row,) = make_due(cast.room, kind)
    assert sorted(at_once(*[lambda: run(row)] * 4)) == [False, False, False, True]
    assert current_deal(cast.room).window == before + 1


@pytest.mark.django_db(transaction=True)
def test_two_people_on_one_chair(people):
    room = services.create_room(host=people.players[0], ruleset="dalian", options={})
    sat = at_once(*[lambda p=p: services.sit(room=room, user=p, number=1) for p in people.players[1:]])
    assert sum(isinstance(r, services.Conflict) for r in sat) == 2
    assert room.seats.filter(user__isnull=False).count() == 2


@pytest.mark.django_db(transaction=True)
def test_ready_and_the_deadline_at_once_begin_one_deal(started, no_pace):
    cast = started()
    finish_deal(cast.room)
    for player in cast.players[1:]:
        services.ready_next(room=cast.room, user=player)
    (row,) = make_due(cast.room, "next_deal")
    at_once(lambda: services.ready_next(room=cast.room, user=cast.host), lambda: run(row), lambda: run(row))
    assert Deal.objects.count() == 2 and current_deal(cast.room).number == 2


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_stops_nothing(started, no_pace, monkeypatch):
    cast = started(bytes(32))

    def away(*args, **kwargs):
        raise ConnectionError("no broker")

    monkeypatch.setattr("celery.app.task.Task.apply_async", away)
    monkeypatch.setattr("games.services.clock.bot_delay", lambda: 0.0)
    services.stand(room=cast.room, user=cast.host)
    (row,) = Deadline.objects.filter(room=cast.room, kind="play_bot")
    assert row.claimed_until <= time.time() + clock.LEASE  # the timer finds it after the lease


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_half_way_loses_nothing(started, no_pace, monkeypatch):
    """Whatever happens between reading and commit, the row stays and the next worker does the whole of it."""
    cast = started(bytes(32))
    services.stand(room=cast.room, user=cast.host)
    (row,) = make_due(cast.room, "play_bot")

    def killed(*args, **kwargs):
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("games.services.base.clock.plan", killed)
        with pytest.raises(SystemExit):
            run(row)
    assert not Step.objects.exists() and Deadline.objects.filter(pk=row.pk).exists()
    assert run(row) is True and Step.objects.count() == 1
