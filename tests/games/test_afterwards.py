"""After a match people come, go and change seats: its result stays what it was, and who comes finds a seat."""

import re

import pytest
from django.test import Client

from games import services
from games.models import User
from games.render import parts
from games.services import talk

from .conftest import current_deal, finish_deal, view_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(started, no_pace):
    """A match of four deals, played to its end."""
    cast = started(bytes(32), deals=4)
    for number in (1, 2, 3, 4):
        finish_deal(cast.room)
        if number < 4:
            for player in cast.players:
                services.ready_next(room=cast.room, user=player)
    assert current_deal(cast.room).status == "over"
    return cast


def seen(cast, user):
    return {part: str(html) for part, html in parts(view_of(cast.room, user), "zh-hans").items()}


def browser_of(user):
    browser = Client()
    browser.force_login(user)
    return browser


def test_the_result_keeps_the_people_who_played(played):
    cast, left, new = played, played.players[1], played.stranger
    before = {user.pk: seen(cast, user) for user in (cast.host, left)}
    services.stand(room=cast.room, user=left)
    services.sit(room=cast.room, user=new, number=1)

    of_host, of_new, of_left = (seen(cast, user) for user in (cast.host, new, left))
    for part in ("result", "standings", "seat-right", "status"):
        if part != "standings":
            assert of_host[part] == before[cast.host.pk][part]
        assert new.name not in of_new[part]
    assert left.name in of_new["standings"] and left.name in of_new["result"]
    assert not re.search(r'class="is-me', of_new["standings"] + of_new["result"])
    # he who played sees his own result although he has no seat any more
    assert of_left["result"] == before[left.pk]["result"] and 'class="is-me' in of_left["standings"]


def test_changed_seats_change_no_result(played):
    cast = played
    before = seen(cast, cast.host)
    services.stand(room=cast.room, user=cast.players[2])
    services.sit(room=cast.room, user=cast.host, number=2)
    after = seen(cast, cast.host)
    assert after["result"] == before["result"] and 'class="is-me' in after["standings"]


def test_who_has_stood_up_still_sees_the_result_where_nobody_may_watch(played):
    cast, left = played, played.players[1]
    services.set_spectators(room=cast.room, by=cast.host, spectators=False)
    services.set_locked(room=cast.room, by=cast.host, locked=True)
    services.stand(room=cast.room, user=left)
    assert "standings" in seen(cast, left)
    with pytest.raises(services.Forbidden):
        view_of(cast.room, cast.stranger)
    services.add_bot(room=cast.room, by=cast.host, number=1, level="easy")
    services.gather(room=cast.room, by=cast.host)  # the next match is others' business
    with pytest.raises(services.Forbidden):
        view_of(cast.room, left)


def test_a_newcomer_sits_down_below_the_standings(played):
    cast = played
    offer = r'formaction="[^"]*/sit/" name="number" value="(\d)"'
    assert not re.search(offer, seen(cast, cast.stranger)["standings"])  # no seat is free
    assert not re.search(offer, seen(cast, cast.host)["standings"])  # he has one
    services.stand(room=cast.room, user=cast.players[2])
    services.set_locked(room=cast.room, by=cast.host, locked=True)
    assert not re.search(offer, seen(cast, cast.stranger)["standings"])
    services.set_locked(room=cast.room, by=cast.host, locked=False)
    number = re.search(offer, seen(cast, cast.stranger)["standings"]).group(1)
    answer = browser_of(cast.stranger).post(f"/room/{cast.room.code}/sit/", {"number": number})
    assert answer.status_code == 303 and view_of(cast.room, cast.stranger)["me"]["seat"] == 2
    assert "/again/" in seen(cast, cast.stranger)["standings"]


def test_who_had_left_is_offered_the_own_seat_that_a_bot_has(started, no_pace):
    cast = started(bytes(32), deals=4)
    services.stand(room=cast.room, user=cast.players[3])
    services.ask_vote(room=cast.room, user=cast.players[0], kind="end")
    for player in cast.players[1:3]:
        services.answer_vote(room=cast.room, user=player, agree=True)
    services.stand(room=cast.room, user=cast.players[1])
    assert '/sit/" name="number" value="3"' in seen(cast, cast.players[3])["standings"]
    assert '/sit/" name="number" value="1"' in seen(cast, cast.stranger)["standings"]


def test_the_host_shuts_spectators_out_of_a_running_match(started, no_pace):
    cast = started(bytes(32))
    button = r'formaction="[^"]*/spectators/" name="spectators" value="(\d)"'
    assert not re.search(button, seen(cast, cast.players[1])["topbar"])
    assert re.search(button, seen(cast, cast.host)["topbar"]).group(1) == "0"
    browser_of(cast.host).post(f"/room/{cast.room.code}/spectators/", {"spectators": "0"})
    with pytest.raises(services.Forbidden):
        view_of(cast.room, cast.spectator)
    assert re.search(button, seen(cast, cast.host)["topbar"]).group(1) == "1"


def test_the_line_about_refreshing_names_who_did_it(started, no_pace, monkeypatch):
    cast = started(bytes(32))
    monkeypatch.setattr("games.services.people.leads", lambda *args: True)
    services.refresh(room=cast.room, by=cast.players[2])
    assert f"{cast.players[2].name}刷新了大家的牌桌" in seen(cast, cast.host)["talk"]


def test_somebody_who_left_can_be_heard_again(cast):
    me, noisy = cast.players[1], cast.players[2]
    browser = browser_of(me)
    assert 'id="muted"' not in browser.get("/settings/").content.decode()
    talk.mute(room=cast.room, user=me, number=2)
    services.stand(room=cast.room, user=noisy)
    page = browser.get("/settings/").content.decode()
    assert re.search(rf'id="muted".*<bdi>{noisy.name}</bdi>.*name="person" value="{noisy.pk}"', page, re.S)
    for nonsense in ("", "x", "-1", "²", "9" * 30, str(cast.host.pk)):
        assert browser.post("/settings/hear/", {"person": nonsense}).status_code == 303
    assert User.objects.get(pk=me.pk).muted == [noisy.pk]
    answer = browser.post("/settings/hear/", {"person": noisy.pk, "next": "/room/123456/"})
    assert answer.status_code == 303 and answer["Location"] == "/settings/?next=/room/123456/"
    assert User.objects.get(pk=me.pk).muted == []
