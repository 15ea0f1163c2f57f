"""A room before a match: numbers, seats, names, bots, who may do what."""

import pytest

from games import selectors, services
from games.models import Room
from games.my_rooms import my_rooms

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(people):
    return services.create_room(host=people.players[0], ruleset="dalian", options={"deals": 4})


def numbers(room):
    return [s.user.name if s.user else s.bot_level or None for s in room.seats.order_by("number")]


def test_a_new_room(room, people):
    assert len(room.code) == 6 and room.code.isdigit()
    assert room.options["deals"] == 4 and room.options["clock"] == 20 and room.ruleset_version
    assert numbers(room) == ["东东", None, None, None]
    view = selectors.room_view(room.pk, people.players[0])
    assert view["room"]["status"] == "lobby" and view["room"]["is_host"] and view["me"]["seat"] == 0
    assert view["deal"] is None and view["match"] is None and not view["can_start"]
    assert {o["key"]: o["changed"] for o in view["room"]["options"]}["deals"] is True


@pytest.mark.parametrize(
    ("ruleset", "options", "kind"),
    [
        ("nosuch", {}, services.BadInput),
        (None, {}, services.BadInput),
        ("dalian", {"deals": 5}, services.Unprocessable),
        ("dalian", {"nosuch": 1}, services.Unprocessable),
        ("dalian", ["deals"], services.BadInput),
    ],
)
def test_a_room_that_cannot_be(people, ruleset, options, kind):
    with pytest.raises(kind) as refusal:
        services.create_room(host=people.players[0], ruleset=ruleset, options=options)
    assert refusal.value.in_("zh-hans") and not Room.objects.exists()


@pytest.mark.parametrize("code", ["000000", "12345", "abcdef", "", "１２３４５６", None, 123456, "1" * 5000, "../etc"])
def test_an_unknown_room(code):
    with pytest.raises(services.NotFound):
        selectors.room_by_code(code)


def test_one_host_has_only_so_many_tables(people, monkeypatch):
    monkeypatch.setattr("games.services.rooms.MOST_ROOMS", 2)
    for _n in range(2):
        services.create_room(host=people.players[0], ruleset="dalian", options={})
    with pytest.raises(services.Conflict):
        services.create_room(host=people.players[0], ruleset="dalian", options={})


def test_sitting_moving_standing(room, people):
    _host, b, c, _d = people.players
    services.sit(room=room, user=b)
    services.sit(room=room, user=c, number=3)
    assert numbers(room) == ["东东", "南南", None, "西西"]
    services.sit(room=room, user=c, number=2)
    services.sit(room=room, user=c)  # sits already
    assert numbers(room) == ["东东", "南南", "西西", None]
    with pytest.raises(services.Conflict):
        services.sit(room=room, user=c, number=1)
    with pytest.raises(services.BadInput):
        services.sit(room=room, user=c, number=7)
    services.stand(room=room, user=b)
    services.stand(room=room, user=b)
    services.stand(room=room, user=people.stranger)
    assert numbers(room) == ["东东", None, "西西", None]


def test_a_full_room(cast):
    with pytest.raises(services.Conflict):
        services.sit(room=cast.room, user=cast.spectator)


@pytest.mark.parametrize("name", ["东东", "Ａｂｃ"])
def test_a_name_taken_at_this_table(room, people, name):
    services.sit(room=room, user=services.make_guest(nickname="ABC"))
    with pytest.raises(services.Conflict):
        services.sit(room=room, user=services.make_guest(nickname=name))
    services.sit(room=room, user=people.players[1])
    with pytest.raises(services.Conflict):
        services.rename(user=people.players[1], nickname=name)


def test_bots_are_the_hosts_business(room, people):
    host, b = people.players[:2]
    services.sit(room=room, user=b)
    with pytest.raises(services.Forbidden):
        services.add_bot(room=room, by=b, number=2, level="normal")
    with pytest.raises(services.BadInput):
        services.add_bot(room=room, by=host, number=2, level="genius")
    with pytest.raises(services.Conflict):
        services.add_bot(room=room, by=host, number=1, level="easy")
    services.add_bot(room=room, by=host, number=2, level="easy")
    assert numbers(room) == ["东东", "南南", "easy", None]
    with pytest.raises(services.Conflict):
        services.remove_bot(room=room, by=host, number=1)
    services.sit(room=room, user=people.players[2], number=2)  # a person may take a bot's place
    assert numbers(room)[2] == "西西"
    services.add_bot(room=room, by=host, number=3, level="normal")
    services.remove_bot(room=room, by=host, number=3)
    assert numbers(room)[3] is None


def test_the_host_leaves(room, people):
    host, b = people.players[:2]
    services.add_bot(room=room, by=host, number=1, level="easy")
    services.sit(room=room, user=b, number=2)
    services.stand(room=room, user=host)
    room.refresh_from_db()
    assert room.host == b and room.status == "lobby"  # never a bot
    services.stand(room=room, user=b)
    room.refresh_from_db()
    assert room.status == "closed"
    with pytest.raises(services.Conflict):
        services.sit(room=room, user=host)


def test_the_host_removes_somebody(room, people):
    host, b = people.players[:2]
    services.sit(room=room, user=b)
    with pytest.raises(services.Forbidden):
        services.kick(room=room, by=b, number=0)
    with pytest.raises(services.Conflict):
        services.kick(room=room, by=host, number=0)
    services.kick(room=room, by=host, number=1)
    assert numbers(room)[1] is None


def test_ready_and_start(cast):
    host, *others = cast.players
    assert selectors.room_view(cast.room.pk, host)["waiting_for"] == [0, 1, 2, 3]
    with pytest.raises(services.Conflict):
        services.start_match(room=cast.room, by=host)
    for player in others:
        services.set_ready(room=cast.room, user=player, ready=True)
    with pytest.raises(services.Forbidden):
        services.set_ready(room=cast.room, user=cast.stranger, ready=True)
    with pytest.raises(services.Forbidden):
        services.start_match(room=cast.room, by=others[0])
    assert selectors.room_view(cast.room.pk, host)["can_start"]
    assert not selectors.room_view(cast.room.pk, others[0])["can_start"]
    services.start_match(room=cast.room, by=host)
    view = selectors.room_view(cast.room.pk, host)
    assert view["room"]["status"] == "playing" and view["deal"]["number"] == 1
    with pytest.raises(services.Conflict):
        services.start_match(room=cast.room, by=host)
    with pytest.raises(services.Conflict):  # it has begun
        services.sit(room=cast.room, user=cast.stranger)
    with pytest.raises(services.Conflict):
        services.set_ready(room=cast.room, user=host, ready=False)
    with pytest.raises(services.Conflict):
        services.add_bot(room=cast.room, by=host, number=1, level="easy")


def test_empty_seats_do_not_play(room, people):
    with pytest.raises(services.Conflict):
        services.start_match(room=room, by=people.players[0])


def test_my_rooms(room, people):
    mine = my_rooms(people.players[0])
    assert [(r["code"], r["seat"], r["free"]) for r in mine] == [(room.code, 0, 3)]
    assert my_rooms(people.stranger) == []


def test_closing_a_room(room, people):
    with pytest.raises(services.Forbidden):
        services.close_room(room=room, by=people.players[1])
    services.close_room(room=room, by=people.players[0])
    room.refresh_from_db()
    assert room.status == "closed"


def test_a_number_is_free_again_after_the_room_was_closed(room, people, monkeypatch):
    monkeypatch.setattr("games.services.rooms.secrets.randbelow", lambda n: int(room.code) - 100_000)
    with pytest.raises(services.Conflict):
        services.create_room(host=people.players[1], ruleset="dalian", options={})
    services.close_room(room=room, by=people.players[0])
    again = services.create_room(host=people.players[1], ruleset="dalian", options={})
    assert again.code == room.code and selectors.room_by_code(room.code) == again
