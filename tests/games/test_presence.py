"""Who is here: by heartbeats, never by a disconnect."""

import datetime
import time

import pytest
from django.utils import timezone

import rules
from games import services
from games.models import Deal, Room, Seat
from games.services import people

from .conftest import act, current_deal, is_one_asked, my_actions, seed_where, view_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pace")]


def online(room, viewer):
    return [s["online"] for s in view_of(room, viewer)["seats"]]


def test_presence(cast):
    cast.room.seats.update(seen_at=0)
    assert online(cast.room, cast.host) == [False] * 4
    services.arrive(room_id=cast.room.pk, user_id=cast.players[1].pk)
    assert online(cast.room, cast.host) == [False, True, False, False]


def test_a_return_is_told_and_a_heartbeat_is_not(cast):
    def version():
        return Room.objects.get(pk=cast.room.pk).version

    cast.room.seats.update(seen_at=0)
    before = version()
    assert services.beat(room_id=cast.room.pk, user_id=cast.host.pk) is True
    assert version() == before + 1
    assert services.beat(room_id=cast.room.pk, user_id=cast.host.pk) is False
    services.arrive(room_id=cast.room.pk, user_id=cast.host.pk)
    assert version() == before + 1


def test_spectators_leave_no_trace(cast):
    version = Room.objects.get(pk=cast.room.pk).version
    services.arrive(room_id=cast.room.pk, user_id=cast.spectator.pk)
    assert services.beat(room_id=cast.room.pk, user_id=cast.spectator.pk) is False
    assert Room.objects.get(pk=cast.room.pk).version == version


@pytest.mark.clause("CO-11")
def test_losing_the_connection_is_not_leaving(started):
    cast = started(bytes(32))
    cast.room.seats.filter(number=0).update(seen_at=0)
    seat = view_of(cast.room, cast.players[1])["seats"][0]
    assert seat["kind"] == "human" and not seat["online"] and not seat["trustee"]
    assert view_of(cast.room, cast.host)["deal"]["due_ms"]  # the clock runs


def test_a_heartbeat_does_not_end_the_systems_play(started):
    cast = started(bytes(32))
    cast.room.seats.filter(number=0).update(trustee=True)
    services.beat(room_id=cast.room.pk, user_id=cast.host.pk)
    assert view_of(cast.room, cast.host)["me"]["trustee"]


def test_without_a_socket_asking_for_the_page_is_a_sign_of_life(cast, client):
    client.force_login(cast.players[1])
    for address in (f"/room/{cast.room.code}/", f"/room/{cast.room.code}/parts/"):
        cast.room.seats.update(seen_at=0)
        assert client.get(address).status_code == 200
        assert online(cast.room, cast.host) == [False, True, False, False]
    client.force_login(cast.stranger)
    client.get(f"/room/{cast.room.code}/")
    assert online(cast.room, cast.host) == [False, True, False, False]


class TestSomebodyWhoseTurnLastsForMinutes:
    """At a table without a clock an open page alone does not keep the others waiting for ever."""

    def seen_after_a_heartbeat(self, room, user) -> bool:
        room.seats.filter(user=user).update(seen_at=time.time() - people.OFTEN - 1)
        services.beat(room_id=room.pk, user_id=user.pk)
        return Seat.objects.get(room=room, user=user).seen_at > time.time() - people.OFTEN

    @pytest.fixture
    def late(self, monkeypatch):
        monkeypatch.setattr(people, "SILENT", 0.0)

    def test_counts_as_away_until_he_plays(self, started, late):
        cast = started(bytes(32), clock=0)
        assert not self.seen_after_a_heartbeat(cast.room, cast.host)
        assert self.seen_after_a_heartbeat(cast.room, cast.players[1])  # for whom nobody waits
        cast.room.seats.filter(number=0).update(seen_at=time.time() - people.GONE - 1)
        services.beat(room_id=cast.room.pk, user_id=cast.host.pk)
        assert view_of(cast.room, cast.players[1])["tools"] == {"replace": [0]}
        assert not view_of(cast.room, cast.host)["seats"][0]["online"]
        act(cast.room, cast.host, my_actions(cast.room, cast.host)[-1])
        assert services.beat(room_id=cast.room.pk, user_id=cast.host.pk)
        assert view_of(cast.room, cast.players[1])["tools"] is None

    def test_not_before_three_minutes(self, started):
        cast = started(bytes(32), clock=0)
        assert people.SILENT == 180 and self.seen_after_a_heartbeat(cast.room, cast.host)

    def test_not_where_a_clock_runs(self, started, late):
        cast = started(bytes(32), clock=20)
        assert self.seen_after_a_heartbeat(cast.room, cast.host)

    def test_not_when_nobody_waits(self, started, late):
        cast = started(bytes(32), clock=0)
        cast.room.seats.exclude(number=0).update(seen_at=0)
        assert self.seen_after_a_heartbeat(cast.room, cast.host)

    def test_not_in_a_pause_and_its_minutes_do_not_count(self, started, late, monkeypatch):
        cast = started(bytes(32), clock=0)
        services.ask_vote(room=cast.room, user=cast.host, kind="pause")
        for player in cast.players[1:]:
            services.answer_vote(room=cast.room, user=player, agree=True)
        assert self.seen_after_a_heartbeat(cast.room, cast.host)
        monkeypatch.setattr(people, "SILENT", 60.0)
        Deal.objects.filter(match__room=cast.room).update(created_at=timezone.now() - datetime.timedelta(hours=1))
        services.resume(room=cast.room, user=cast.host)
        assert self.seen_after_a_heartbeat(cast.room, cast.host)

    def test_who_is_silent_about_a_discard_is_nobodys_to_know(self, started, late):
        seed, discard = seed_where(is_one_asked)
        cast = started(seed, clock=0)
        act(cast.room, cast.host, discard)
        asked = rules.from_json(current_deal(cast.room).snapshot).actors
        assert len(asked) == 1
        assert all(self.seen_after_a_heartbeat(cast.room, player) for player in cast.players)
