"""Who is here: by heartbeats, never by a disconnect."""

import pytest

from games import services
from games.models import Room

from .conftest import view_of

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
