"""A table that is stuck: a bot for somebody who has gone, everything refreshed, nothing that waits for ever."""

import time

import pytest

from games import services
from games.models import Deadline, Message, Room, Seat
from games.render import parts
from games.services import clock
from games.services.base import table

from .conftest import (
    act,
    current_deal,
    drive,
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


def away(room, *numbers, seconds=61.0):
    Seat.objects.filter(room=room, number__in=numbers).update(seen_at=time.time() - seconds)


def screen(room, user, language="en"):
    return parts(view_of(room, user), language)


# --- a bot for somebody who has gone ---------------------------------------------------------------------------------


def test_a_bot_plays_for_somebody_who_has_gone_and_the_owner_comes_back(started, no_pace):
    """Without a clock nobody else could end this wait."""
    cast = started(bytes(32), clock=0)
    assert not Deadline.objects.filter(room=cast.room).exists()  # the dealer has all the time in the world
    away(cast.room, 0)
    assert view_of(cast.room, cast.players[1])["tools"] == {"replace": [0]}  # the host himself has gone
    services.replace_by_bot(room=cast.room, by=cast.players[1], number=0)
    assert Deadline.objects.get(room=cast.room).kind == "play_bot"
    view = view_of(cast.room, cast.players[1])
    assert view["seats"][0]["kind"] == "bot" and view["seats"][0]["stands_in"] and view["seats"][0]["name"] == "东东"
    assert view["room"]["is_host"]  # a bot is no host
    assert "bot plays" in screen(cast.room, cast.players[1])["seat-left"]
    assert Message.objects.get(room=cast.room).kind == "replaced"
    services.sit(room=cast.room, user=cast.host)
    assert my_actions(cast.room, cast.host) and not Deadline.objects.filter(room=cast.room).exists()


@pytest.mark.parametrize("service", [services.replace_by_bot, services.kick])
def test_nobody_who_is_here_loses_his_seat_in_a_match(started, no_pace, service):
    cast = started(bytes(32))
    away(cast.room, 1, seconds=50)  # shown as offline, but perhaps only in a tunnel
    Seat.objects.filter(room=cast.room, number=2).update(trustee=True, by_hand=True)
    assert view_of(cast.room, cast.host)["tools"] == {"replace": []}
    for number in (1, 2, 3):
        with pytest.raises(services.Conflict) as refusal:
            service(room=cast.room, by=cast.host, number=number)
        assert cast.players[number].name in str(refusal.value)
    for number in (0, 4, None):
        with pytest.raises(services.GameError):
            service(room=cast.room, by=cast.host, number=number)
    assert all(seat.is_human for seat in Seat.objects.filter(room=cast.room))


@pytest.mark.parametrize("service", [services.replace_by_bot, services.kick])
def test_whom_the_clock_has_overtaken_may_be_replaced(started, no_pace, service):
    cast = started(bytes(32))
    services.take_over(room=cast.room, user=cast.players[2])
    Seat.objects.filter(room=cast.room, number=2).update(trustee=True)
    service(room=cast.room, by=cast.host, number=2)
    assert view_of(cast.room, cast.host)["seats"][2]["stands_in"]


def test_the_tools_are_the_hosts_while_he_is_here(started, no_pace):
    cast = started(bytes(32))
    away(cast.room, 3)
    for person in (cast.players[1], cast.spectator, cast.stranger):
        assert view_of(cast.room, person)["tools"] is None
        assert "replace/" not in screen(cast.room, person)["topbar"]
        with pytest.raises(services.Forbidden):
            services.replace_by_bot(room=cast.room, by=person, number=3)
        with pytest.raises(services.Forbidden):
            services.refresh(room=cast.room, by=person)
    assert 'value="3"' in screen(cast.room, cast.host)["topbar"]
    away(cast.room, 0)
    assert view_of(cast.room, cast.spectator)["tools"] is None  # an absent host's tools go to the people at the table
    assert view_of(cast.room, cast.players[3])["tools"] is None  # and not to one who is absent himself
    services.refresh(room=cast.room, by=cast.players[1])


def test_before_a_match_the_host_still_sends_people_away(cast):
    services.kick(room=cast.room, by=cast.host, number=2)
    assert Seat.objects.get(room=cast.room, number=2).is_empty
    for call in (services.refresh, lambda **k: services.replace_by_bot(number=1, **k)):
        with pytest.raises(services.Conflict):
            call(room=cast.room, by=cast.host)


# --- refresh everybody -----------------------------------------------------------------------------------------------


def test_a_lost_task_comes_back_and_no_clock_is_longer(started, no_pace, monkeypatch):
    seed, discard = seed_where(is_nobody_asked)
    cast = started(seed)
    before = Deadline.objects.get(room=cast.room, kind="expire_window").due_at
    told = []
    monkeypatch.setattr("games.bus.publish", lambda group, message: told.append(message))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda call, **_: call())
    services.refresh(room=cast.room, by=cast.host)
    assert Deadline.objects.get(room=cast.room, kind="expire_window").due_at == before
    assert {"type": "room.refresh"} in told

    Message.objects.all().delete()
    act(cast.room, cast.host, discard)
    Deadline.objects.filter(room=cast.room).delete()  # whatever may lose a row
    services.refresh(room=cast.room, by=cast.host)
    (row,) = make_due(cast.room, "proceed")
    assert run(row) is True

    Message.objects.all().delete()
    row = Deadline.objects.get(room=cast.room)
    Deadline.objects.filter(pk=row.pk).update(claimed_until=time.time() + 100)  # a worker took it and fell silent
    services.refresh(room=cast.room, by=cast.host)
    row = Deadline.objects.get(room=cast.room, kind=row.kind, key=row.key)
    assert row.claimed_until == 0


def test_refreshing_has_a_rest(started, no_pace):
    cast = started(bytes(32))
    services.refresh(room=cast.room, by=cast.host)
    with pytest.raises(services.Conflict):
        services.refresh(room=cast.room, by=cast.host)
    assert Message.objects.filter(room=cast.room, kind="refreshed").count() == 1


# --- everybody closes the browser ------------------------------------------------------------------------------------


def test_all_four_close_the_browser(started, instant, settings):
    """LESSONS S22. With a clock the match plays itself to its end."""
    settings.GAME_CLOCK_SCALE = 0.0005
    cast = started(deals=4)
    away(cast.room, 0, 1, 2, 3, seconds=500)
    room = drive(cast.room, lambda room: room.status == "finished", seconds=60)
    assert room.matches.get().deals.filter(status="over").count() == 4


def test_without_a_clock_whoever_comes_back_can_go_on(started, instant):
    cast = started(bytes(32), clock=0)
    away(cast.room, 0, 1, 2, 3, seconds=500)
    services.arrive(room_id=cast.room.pk, user_id=cast.players[2].pk)
    for number in view_of(cast.room, cast.players[2])["tools"]["replace"]:
        services.replace_by_bot(room=cast.room, by=cast.players[2], number=number)
    assert Room.objects.get(pk=cast.room.pk).host_id == cast.players[2].pk
    drive(cast.room, lambda room: my_actions(room, cast.players[2]) or room.status != "playing")


# --- a pause ---------------------------------------------------------------------------------------------------------


def pause(cast):
    services.ask_vote(room=cast.room, user=cast.host, kind="pause")
    for player in cast.players[1:]:
        services.answer_vote(room=cast.room, user=player, agree=True)


def test_a_paused_table_offers_no_move_to_anybody(started, no_pace):
    cast = started(bytes(32))
    assert "act-form" in screen(cast.room, cast.host)["hand"] and "data-due" in screen(cast.room, cast.host)["status"]
    pause(cast)
    for person in (*cast.players, cast.spectator):
        shown = screen(cast.room, person)
        assert "act-form" not in shown["hand"] + shown["actions"] and "data-due" not in "".join(shown.values())
        assert "The table is paused" in shown["status"] and "The table is paused" in shown["vote"]
        assert ("resume/" in shown["vote"]) == (person is not cast.spectator)
    services.resume(room=cast.room, user=cast.players[1])
    assert "act-form" in screen(cast.room, cast.host)["hand"]


@pytest.mark.parametrize("kind", [is_one_asked, is_nobody_asked])
def test_a_pause_in_a_claim_window_tells_nothing(started, no_pace, kind):
    """The short pause after a discard starts anew for everybody, whether somebody was asked or not."""
    seed, discard = seed_where(kind)
    cast = started(seed)
    act(cast.room, cast.host, discard)
    pause(cast)
    before = time.time()
    services.resume(room=cast.room, user=cast.host)
    assert current_deal(cast.room).pause_until >= before + 50


# --- the next deal ---------------------------------------------------------------------------------------------------


def test_between_deals_everybody_reads_when_the_next_one_begins(started, no_pace):
    cast = started()
    assert view_of(cast.room, cast.host)["next_due_ms"] is None
    finish_deal(cast.room)
    due = Deadline.objects.get(room=cast.room, kind="next_deal").due_at
    for person in (cast.host, cast.spectator):
        assert view_of(cast.room, person)["next_due_ms"] == round(due * 1000)
        assert f'data-due="{round(due * 1000)}"' in screen(cast.room, person)["result"]
    pause(cast)
    assert view_of(cast.room, cast.host)["next_due_ms"] is None
    assert "data-due" not in screen(cast.room, cast.host)["result"]


# --- who is waited for, and how they are -----------------------------------------------------------------------------


def test_a_seat_is_named_in_its_own_turn_and_never_in_a_claim_window(started, no_pace):
    seed, discard = seed_where(is_one_asked)
    cast = started(seed)
    assert "Waiting for East 东东" in screen(cast.room, cast.players[1])["status"]
    act(cast.room, cast.host, discard)
    asked = [p for p in cast.players if my_actions(cast.room, p)]
    for person in (*cast.players, cast.spectator):
        if person not in asked:
            said = screen(cast.room, person)
            assert "Waiting for answers" in said["status"] and "active" not in "".join(
                said[f"seat-{place}"] for place in ("left", "across", "right", "me")
            )


def test_how_everybody_is_stands_on_the_seats(started, no_pace):
    cast = started(bytes(32))
    services.hand_over(room=cast.room, user=cast.players[1])
    services.stand(room=cast.room, user=cast.players[2])
    away(cast.room, 3)
    for language, words in (("zh-hans", ("托管", "代打", "离线")), ("en", ("auto", "bot plays", "offline"))):
        shown = screen(cast.room, cast.spectator, language)
        seats = [shown[f"seat-{place}"] for place in ("me", "right", "across", "left")]
        for number, word in enumerate(words, 1):
            assert [f">{word}<" in html for html in seats] == [n == number for n in range(4)], (word, number)


# --- pace ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [is_one_asked, is_nobody_asked])
def test_the_pace_holds_bots_and_pauses(started, settings, kind):
    """Every action takes at least two seconds (times the clock's scale), asked or not."""
    settings.GAME_PAUSE, settings.GAME_BOT_DELAY, settings.GAME_CLOCK_SCALE = (0.0, 0.0), (0.0, 0.0), 3.0
    seed, discard = seed_where(kind, options={"pace": 2})
    cast = started(seed, pace=2)
    before = time.time()
    act(cast.room, cast.host, discard)
    after = time.time()
    assert before + 6 <= current_deal(cast.room).pause_until <= after + 6
    services.stand(room=cast.room, user=cast.players[1])
    with table(cast.room.pk) as t:
        rows = clock.wanted(t)
        if kind is is_nobody_asked:
            assert rows == {("proceed", clock.window_key(t)): t.deal.pause_until}


def test_the_pace_holds_a_bots_own_turn(started, settings):
    settings.GAME_BOT_DELAY, settings.GAME_CLOCK_SCALE = (0.0, 0.0), 3.0
    cast = started(bytes(32), pace=2)
    before = time.time()
    services.stand(room=cast.room, user=cast.host)  # it is his turn
    row = Deadline.objects.get(room=cast.room)
    assert row.kind == "play_bot" and row.due_at >= before + 6
