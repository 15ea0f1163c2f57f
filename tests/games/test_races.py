"""What goes wrong elsewhere when two things happen at once, and here must not (tests/LESSONS.md names each)."""

import asyncio
import re
import secrets

import pytest
from asgiref.sync import sync_to_async as in_db

import rules
from games import bus, consumers, services
from games.models import Deadline, Deal, Room, Seat, Step
from games.my_rooms import my_rooms
from games.services.base import table
from tests.games import other_worlds
from tests.games.conftest import act, at_once, current_deal, due_rows, is_nobody_asked, run, seed_where, view_of
from tests.games.test_secrecy import put
from tests.games.test_socket import Socket, closing_connections  # noqa: F401
from tests.rules.playing import seed_of

pytestmark = pytest.mark.django_db(transaction=True)


def begin(cast):
    for player in cast.players[1:]:
        services.set_ready(room=cast.room, user=player, ready=True)
    services.start_match(room=cast.room, by=cast.host)


# --- the game --------------------------------------------------------------------------------------------------------


def robbed_kong() -> rules.Deal:
    """A moment of a real deal in which somebody may rob an added kong; the first seeds are known to have one."""
    for number in (17, 173, *range(400)):
        course = other_worlds.course("chengdu", {}, seed_of(number), 0, ("normal", "konger", "normal", "normal"))
        for moment in course:
            if moment.ask.phase == "rob_kong" and moment.actors:
                return moment
    raise AssertionError("no such deal in 400")


@pytest.mark.parametrize("answer", ["win", "pass"])
def test_an_added_kong_that_may_be_robbed_while_tasks_come_twice(make_cast, instant, answer):
    """S6: whoever may rob it answers at the same moment as the tasks run, twice; the table goes on."""
    moment = robbed_kong()
    cast = make_cast(ruleset="chengdu", clock=0)
    begin(cast)
    asked = moment.actors[0]
    for number in range(4):
        if number != asked:
            services.stand(room=cast.room, user=cast.players[number])
    put(cast.room, moment)

    def tasks():
        for _ in range(2):
            for row in due_rows(cast.room):
                run(row)

    results = at_once(lambda: act(cast.room, cast.players[asked], answer, window=moment.window), tasks, tasks)
    assert [r for r in results if isinstance(r, Exception) and not isinstance(r, services.GameError)] == []
    for _ in range(20):
        deal = Deal.objects.get(match__room=cast.room)
        if deal.window != moment.window or not deal.live:
            break
        Deal.objects.filter(pk=deal.pk).update(pause_until=0)
        Deadline.objects.filter(room=cast.room).update(due_at=0)
        for row in due_rows(cast.room):
            run(row)
    assert deal.window != moment.window or not deal.live
    waits_for_the_person = not deal.live or asked in rules.from_json(deal.snapshot).actors
    assert waits_for_the_person or Deadline.objects.filter(room=cast.room).exists()  # nothing hangs


def test_two_tables_at_once_know_nothing_of_each_other(started, no_pace):
    """S14: who has left a match may play another one; both stay in sight and neither moves the other."""
    cast = started(bytes(32))
    me = cast.players[0]
    services.stand(room=cast.room, user=me)
    other = services.quick_game(user=me, ruleset="dalian")
    assert {row["code"] for row in my_rooms(me)} == {cast.room.code, other.code}
    before = current_deal(cast.room).window
    action = next(a["text"] for a in view_of(other, me)["deal"]["view"]["actions"]) if my_turn(other, me) else None
    if action:
        act(other, me, action)
    services.sit(room=cast.room, user=me)
    assert current_deal(cast.room).window == before
    assert Seat.objects.filter(user=me, bot_level="").count() == 2


def my_turn(room, user):
    return bool(view_of(room, user)["deal"]["view"]["actions"])


@pytest.mark.parametrize("status", ["lobby", "playing"])
def test_removed_and_leaving_and_beating_at_once(make_cast, no_pace, status):
    """S29: the same person is removed, leaves by himself and sends a sign of life."""
    cast = make_cast()
    if status == "playing":
        begin(cast)
        Seat.objects.filter(room=cast.room, number=2).update(seen_at=0)
    gone = cast.players[2]
    results = at_once(
        lambda: services.kick(room=cast.room, by=cast.host, number=2),
        lambda: services.stand(room=cast.room, user=gone),
        lambda: services.beat(room_id=cast.room.pk, user_id=gone.pk),
        lambda: services.arrive(room_id=cast.room.pk, user_id=gone.pk),
    )
    assert [r for r in results if isinstance(r, Exception) and not isinstance(r, services.GameError)] == []
    seat = Seat.objects.get(room=cast.room, number=2)
    assert (seat.is_empty, bool(seat.bot_level)) == ((True, False) if status == "lobby" else (False, True))
    assert Room.objects.get(pk=cast.room.pk).status == status


def test_back_in_a_match_that_has_ended(started, no_pace):
    """S29: the page of a finished or closed table opens, and nothing of it can be played."""
    cast = started(bytes(32))
    window = view_of(cast.room, cast.host)["deal"]["view"]["window"]
    services.close_room(room=cast.room, by=cast.admin)
    services.arrive(room_id=cast.room.pk, user_id=cast.host.pk)
    with pytest.raises(services.Stale):
        act(cast.room, cast.host, "discard 1m", window=window)
    for refused in (services.sit, services.stand, services.play_again):
        try:
            refused(**{"room": cast.room, "by" if refused is services.play_again else "user": cast.host})
        except services.GameError:
            continue
    assert Room.objects.get(pk=cast.room.pk).status == "closed" and not Step.objects.exists()
    assert not Deadline.objects.filter(room=cast.room).exists()


@pytest.mark.parametrize("path", ["/quick/", "/create/"])
def test_nobody_can_order_a_wall(client, people, no_pace, path):
    """X10: no field, verb or address of a developer's: what is dealt comes from the system's generator."""
    client.force_login(people.players[0])
    seed = "ab" * 32
    wishes = dict.fromkeys(("seed", "o-seed", "wall", "o-wall", "hands", "debug", "o-debug", "bytes"), seed)
    assert client.post(path, {"ruleset": "dalian", "nickname": "x", **wishes}).status_code == 303
    room = Room.objects.get()
    if path == "/create/":
        for number in (1, 2, 3):
            services.add_bot(room=room, by=people.players[0], number=number, level="easy")
        client.post(f"/room/{room.code}/start/", wishes)
    deal = current_deal(room)
    assert deal.seed != seed and not any("seed" in key or "wall" in key for key in room.options)
    before = deal.snapshot
    for verb in ("debug", "deal", "set", "cheat", "seed", "settle", "next-deal", "proceed", "play-bot"):
        assert client.post(f"/room/{room.code}/{verb}/", wishes).status_code in (303, 404)
    assert current_deal(room).snapshot == before


def test_seeds_come_from_the_system(started, no_pace, monkeypatch):
    """X2, X10: exactly one source, with all of its 32 bytes."""
    drawn = []
    token_bytes = secrets.token_bytes
    monkeypatch.setattr("games.services.flow.secrets.token_bytes", lambda n: drawn.append(token_bytes(n)) or drawn[-1])
    cast = started()
    assert current_deal(cast.room).seed in [seed.hex() for seed in drawn if len(seed) == 32]


# --- news ------------------------------------------------------------------------------------------------------------


def test_a_change_that_is_taken_back_is_told_to_nobody(cast, monkeypatch):
    """W10: news go out after the commit, so never about something that did not happen."""
    told = []
    monkeypatch.setattr(bus, "publish", lambda *message: told.append(message))
    with pytest.raises(RuntimeError), table(cast.room.pk) as t:
        t.seats[0].ready = True
        t.seats[0].save()
        t.changed()
        t.store()
        raise RuntimeError
    assert told == [] and not Seat.objects.get(room=cast.room, number=0).ready
    services.set_ready(room=cast.room, user=cast.host, ready=True)
    assert len(told) == 1


async def test_a_move_between_the_page_and_its_socket_is_not_missed(started, no_pace, monkeypatch, closing_connections):  # noqa: F811
    """S17, W3: the socket first joins the group and then reads: a discard in between is on its first screen."""
    seed, discard = await in_db(seed_where)(is_nobody_asked)
    cast = await in_db(started)(seed)
    before = await in_db(view_of)(cast.room, cast.players[2])
    arrive = services.arrive

    def arrive_late(*, room_id, user_id):
        if user_id == cast.players[2].pk:
            act(cast.room, cast.host, discard)
        return arrive(room_id=room_id, user_id=user_id)

    monkeypatch.setattr(services, "arrive", arrive_late)
    async with Socket(cast.players[2], cast.room.code) as socket:
        pond = re.search(r'<[a-z]+ id="pond-across".*?(?=<[a-z]+ id=)', await socket.text(), re.S).group()
    assert pond.count("<img") == 1 + sum(len(s["pond"]) for s in before["deal"]["view"]["seats"] if s["seat"] == 0)


async def test_a_phone_that_slept_through_150_changes(cast, monkeypatch, closing_connections):  # noqa: F811
    """W1: the queue of a channel holds a hundred messages and drops the rest; the newest state is shown in the end."""
    asleep, handled = asyncio.Event(), []
    changed = consumers.RoomConsumer.room_changed

    async def later(consumer, event):
        await asleep.wait()
        await changed(consumer, event)
        handled.append(event["v"])

    monkeypatch.setattr(consumers.RoomConsumer, "room_changed", later)
    async with Socket(cast.players[1], cast.room.code) as socket:
        await socket.text()

        def many():
            for number in range(151):
                services.set_ready(room=cast.room, user=cast.players[2], ready=number % 2 == 0)

        await in_db(many)()
        asleep.set()
        last = await socket.text()
        version = (await Room.objects.aget(pk=cast.room.pk)).version
        assert 'id="lobby"' in last and await socket.silent()  # one screen, not a hundred and fifty
        assert handled and max(handled) <= version
        ready = await in_db(view_of)(cast.room, cast.players[1])
        assert ready["seats"][2]["ready"]
    async with Socket(cast.players[1], cast.room.code) as fresh:
        screen = await fresh.text()
        lobby = re.search(r'<[a-z]+ id="lobby".*', last, re.S).group()[:400]
        assert lobby in screen
