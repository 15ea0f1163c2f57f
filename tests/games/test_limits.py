"""Limits: friends behind one router never meet one, somebody who tries numbers, names or passwords soon does."""

import logging
import random
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client, RequestFactory

from games import limits, services
from games.errors import TooMany
from games.models import Room, Step, User
from tests.games.conftest import at_once, due_rows, my_actions, run, view_of
from tests.games.test_socket import Socket, closing_connections  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HTTP_HX_REQUEST": "true"}
ROUTER, STRANGER = "203.0.113.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def clock(settings, monkeypatch):
    """The real limits, on a clock that only the test moves. It starts where every window starts, in an hour of its own:
    what other tests have counted counts nothing here (and the cache may be a Redis that others need)."""
    settings.LIMITS = 1.0
    time = SimpleNamespace(now=1_800_000_000.0 + 3600 * random.SystemRandom().randrange(10**6))
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: time.now, monotonic=lambda: time.now))
    monkeypatch.setattr(limits, "_away_until", 0.0)
    return time


def browser(user=None, address=ROUTER):
    client = Client(REMOTE_ADDR=address)
    if user:
        client.force_login(user)
    return client


def tries(client, numbers):
    """What each of these table numbers, typed on the home page, is answered with."""
    return [client.post("/join/", {"code": f"{number:06}"}).status_code for number in numbers]


# --- friends -----------------------------------------------------------------------------------------------------
def test_eight_friends_behind_one_router_come_and_play(clock, instant):
    """Names in one minute, two typing errors each, then two tables of quick people who double-click and a network
    that makes two of them ask all the time: never a refusal."""
    clients, users, codes = [], [], []
    for number in range(8):
        client = browser()
        assert client.post("/enter/", {"nickname": f"好友{number}"}).status_code == 303
        clients.append(client)
        users.append(User.objects.latest("pk"))
        clock.now += 5
    for table in (0, 4):
        room = services.create_room(host=users[table], ruleset="dalian", options={"clock": 0})
        codes.append(room.code)
        for number in range(table + 1, table + 4):
            assert tries(clients[number], [1, 2, int(room.code)]) == [303] * 3
            assert clients[number].post(f"/room/{room.code}/sit/").status_code == 303
            assert clients[number].post(f"/room/{room.code}/ready/", {"ready": "1"}).status_code == 303
        assert clients[table].post(f"/room/{room.code}/start/").status_code == 303
    for turn in range(24):  # real clicks of whoever is asked, and a second of the clock for each
        for code, people in zip(codes, (users[:4], users[4:]), strict=True):
            room = Room.objects.get(code=code)
            for row in due_rows(room):
                run(row)
            for user, client in zip(users, clients, strict=True):
                if user not in people or not (actions := my_actions(room, user)):
                    continue
                window = view_of(room, user)["deal"]["view"]["window"]
                for _click in range(2):
                    answer = client.post(f"/room/{code}/act/", {"window": window, "action": actions[-1]}, **HTMX)
                    assert answer.status_code in (200, 409)
            assert clients[0 if people[0] is users[0] else 4].get(f"/room/{code}/parts/").status_code == 200
        clock.now += 1 if turn % 2 else 0.5
    assert Step.objects.filter(made_by="human").count() > 40


def test_half_an_hour_of_requests(clock, make_cast):
    """The counts alone: each of eight people acts every second, looks every third, reconnects often."""
    cast = make_cast()
    request = RequestFactory(REMOTE_ADDR=ROUTER)
    address = limits.address(request.get("/"))
    for second in range(1800):
        for person in range(1, 9):
            if second % 8 == person % 8:  # of eight seconds one, with eight acts: as much, and bursts
                for _act in range(8):
                    limits.spend("act", person)
            if second % 3 == 0:
                limits.spend("look", person)
            if second % 10 == 0:
                limits.spend("socket", person)
                limits.spend("page", person)
        if second % 60 == 0:
            limits.spend("guest", address)
            limits.spend("room", 1)
        clock.now += 1
    assert limits.room_by_code(cast.room.code, user=cast.host, from_address=address) == cast.room


# --- attackers ---------------------------------------------------------------------------------------------------
def test_a_flood_of_posts_is_refused_for_a_moment_and_for_its_author_only(clock, make_cast):
    cast = make_cast()
    flooder, friend = browser(cast.players[1]), browser(cast.players[2])
    url = f"/room/{cast.room.code}/ready/"
    answers = [flooder.post(url, {"ready": "1"}, **HTMX) for _ in range(limits.LIMITS["act"].most + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {200}
    refused = answers[-1]
    assert refused.status_code == 429 and 0 < int(refused["Retry-After"]) <= 10
    assert 'id="notice"' in refused.content.decode() and "太频繁了，请过 10 秒再试。" in refused.content.decode()
    page = flooder.post(url, {"ready": "1"})  # without htmx: a page, not a redirect that costs a second request
    assert page.status_code == 429 and "太频繁了" in page.content.decode()
    assert friend.post(url, {"ready": "1"}, **HTMX).status_code == 200  # same table, same address
    clock.now += 10
    assert flooder.post(url, {"ready": "0"}, **HTMX).status_code == 200


def test_the_sentence_in_english_and_in_minutes(clock, make_cast):
    client = Client(REMOTE_ADDR=STRANGER, headers={"accept-language": "en"})
    for number in range(limits.LIMITS["guest"].most):
        assert Client(REMOTE_ADDR=STRANGER).post("/enter/", {"nickname": f"n{number}"}).status_code == 303
    refused = client.post("/enter/", {"nickname": "one more"})
    assert refused.status_code == 429 and "Please try again in 60 minutes." in refused.content.decode()
    assert User.objects.filter(nickname="one more").count() == 0
    assert browser().post("/enter/", {"nickname": "家里人"}).status_code == 303  # another address


def test_trying_table_numbers(clock, make_cast):
    cast = make_cast()
    code = int(cast.room.code)
    guesser = browser(cast.stranger)
    wrong = [number for number in range(100_000, 100_200) if number != code]
    most = limits.LIMITS["wrong number"].most
    assert tries(guesser, wrong[:most]) == [303] * most
    assert tries(guesser, [wrong[most]]) == [429]
    assert tries(guesser, [code]) == [429]  # not even a right one: else it would tell
    assert guesser.get(f"/room/{code}/").status_code == 429 and guesser.get(f"/room/{code}/parts/").status_code == 429
    assert guesser.get("/room/999999/").status_code == 429  # the address of a room is the same door
    assert guesser.get(f"/rules/dalian/?room={code}").status_code == 429
    assert browser(cast.spectator).get(f"/room/{code}/").status_code == 200  # a friend at the same address
    clock.now += 600
    assert tries(guesser, [code]) == [303]


def test_an_address_that_tries_numbers_under_many_names(clock, make_cast):
    cast = make_cast()
    wrong = iter(number for number in range(200_000, 200_200) if number != int(cast.room.code))
    most, each = limits.LIMITS["wrong number of address"].most, 20
    for name in range(most // each):
        client = browser(services.make_guest(nickname=f"换名{name}"))
        assert tries(client, [next(wrong) for _ in range(each)]) == [303] * each
    fresh = browser(services.make_guest(nickname="又一个"))
    assert tries(fresh, [int(cast.room.code)]) == [429]
    assert browser().get(f"/room/{cast.room.code}/qr.svg").status_code == 429  # no name is needed for this one
    for player in cast.players:  # behind the same router, at the table
        assert browser(player).get(f"/room/{cast.room.code}/").status_code == 200
    assert browser(cast.spectator, STRANGER).get(f"/room/{cast.room.code}/").status_code == 200


async def test_sockets_have_the_same_doors(clock, make_cast, closing_connections):  # noqa: F811
    cast = await sync_to_async(make_cast)()
    for _ in range(limits.LIMITS["wrong number"].most - 1):
        limits.spend("wrong number", cast.stranger.pk)
    async with Socket(cast.stranger, "999999") as socket:
        assert await socket.close_code() == 4404
    async with Socket(cast.stranger, cast.room.code) as socket:
        assert await socket.close_code() == 4429
    for _ in range(limits.LIMITS["socket"].most):
        limits.spend("socket", cast.host.pk)
    async with Socket(cast.host, cast.room.code) as socket:
        assert await socket.close_code() == 4429
    async with Socket(cast.players[1], cast.room.code) as socket:
        assert 'id="lobby"' in await socket.text()


def test_right_numbers_cost_nothing(clock, make_cast):
    cast = make_cast()
    client = browser(cast.spectator)
    for _minute in range(200):
        assert tries(client, [int(cast.room.code)]) == [303]
        clock.now += 1


def test_opening_tables_and_expensive_pages(clock, people):
    client = browser(people.players[0])
    for _table in range(limits.LIMITS["room"].most):
        assert client.post("/create/", {"ruleset": "dalian", "o-deals": "5000"}).status_code == 303  # no such option
    assert client.post("/create/", {"ruleset": "dalian"}).status_code == 429
    assert client.post("/quick/", {"ruleset": "dalian"}).status_code == 429
    for _page in range(limits.LIMITS["page"].most):
        limits.spend("page", people.players[1].pk)
    reader = browser(people.players[1])
    assert reader.get("/score/dalian/").status_code == 429
    assert browser(people.players[2]).get("/score/dalian/").status_code == 200
    assert browser().get("/score/dalian/").status_code == 200


def test_guessing_a_password(clock):
    owner = browser()
    owner.post("/enter/", {"nickname": "阿宝"})
    owner.post("/account/", {"password": "long enough 1"})
    thief = browser(address=STRANGER)
    most = limits.LIMITS["wrong password of address"].most
    attempts = [{"username": "阿宝" if n % 2 else f"某人{n}", "password": f"guess {n}"} for n in range(most)]
    assert {thief.post("/login/", attempt).status_code for attempt in attempts} == {422}
    right = {"username": "阿宝", "password": "long enough 1"}
    assert thief.post("/login/", right).status_code == 429  # before the password is looked at
    assert "太频繁了" in thief.post("/admin/login/", right).content.decode()
    assert browser().post("/login/", right).status_code == 303  # the owner at home
    name = limits.LIMITS["wrong password of name"].most
    for number in range(name - most // 2):  # from everywhere at once
        robber = browser(address=f"192.0.2.{number}")
        assert robber.post("/login/", {"username": "阿宝", "password": "no"}).status_code == 422
    assert browser().post("/login/", right).status_code == 429
    clock.now += 3600
    assert browser().post("/login/", right).status_code == 303


def test_people_who_mistype_their_password(clock):
    owner = browser()
    owner.post("/enter/", {"nickname": "阿宝"})
    owner.post("/account/", {"password": "long enough 1"})
    for _evening in range(10):
        wrong = [browser().post("/login/", {"username": "阿宝", "password": "long enuff"}) for _ in range(8)]
        assert {answer.status_code for answer in wrong} == {422}
        assert browser().post("/login/", {"username": "阿宝", "password": "long enough 1"}).status_code == 303
        clock.now += 600


# --- addresses and the cache -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "expected"),
    [
        ([], "203.0.113.7", "", "203.0.113.7"),
        ([], "203.0.113.7", "1.2.3.4", "203.0.113.7"),  # nobody is believed unless named
        (["127.0.0.1"], "127.0.0.1", "203.0.113.7", "203.0.113.7"),
        (["127.0.0.1"], "127.0.0.1", "1.2.3.4, 203.0.113.7", "203.0.113.7"),  # the left one wrote the client
        (["127.0.0.1", "10.0.0.0/8"], "127.0.0.1", "1.2.3.4, 203.0.113.7, 10.1.2.3", "203.0.113.7"),
        (["127.0.0.1"], "203.0.113.7", "1.2.3.4", "203.0.113.7"),  # past the proxy
        (["127.0.0.1"], "127.0.0.1", "", ""),  # the proxy does not say: nobody is counted rather than all as one
        (["127.0.0.1"], "127.0.0.1", "unknown", ""),
        ([], "", "", ""),  # a unix socket
        ([], "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        ([], "::ffff:203.0.113.7", "", "203.0.113.7"),
    ],
)
def test_whose_address(settings, trusted, peer, forwarded, expected):
    from mahjong_site import env

    settings.TRUSTED_PROXIES = env.networks({"T": " ".join(trusted)}, "T")
    more = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert limits.address(RequestFactory(REMOTE_ADDR=peer).get("/", **more)) == expected
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    assert limits.address_of_socket({"client": [peer, 1] if peer else None, "headers": headers}) == expected


def test_nobody_is_counted_without_an_address(clock):
    for _ in range(200):
        limits.spend("guest", "")
    limits.must_have_left(("guest", ""))


def test_without_limits(settings, clock):
    settings.LIMITS = 0
    for _ in range(200):
        limits.spend("guest", ROUTER)


def test_with_the_cache_away_people_play_on(clock, make_cast, monkeypatch, caplog):
    calls = []

    def away(*_args, **_more):
        calls.append(1)
        raise ConnectionError("redis://:geheim@x")

    cast = make_cast()
    for method in ("incr", "add", "get_many"):
        monkeypatch.setattr(cache, method, away)
    caplog.set_level(logging.WARNING, "games.limits")
    client = browser(cast.players[1])
    for _ in range(limits.LIMITS["act"].most + 5):
        assert client.post(f"/room/{cast.room.code}/ready/", {"ready": "1"}, **HTMX).status_code == 200
    assert len(calls) == 1 and len(caplog.records) == 1  # asked once, then not for a while; said once
    clock.now += limits.REST + 1
    limits.spend("act", 1)
    assert len(calls) == 2 and len(caplog.records) == 1
    assert "geheim" not in caplog.text and ROUTER not in caplog.text
    monkeypatch.undo()


def test_the_cache_holds_no_address_and_no_name(monkeypatch):
    keys = []
    monkeypatch.setattr(cache, "incr", lambda key: keys.append(key) or 1)
    limits.spend("guest", ROUTER)
    limits.spend("wrong password of name", "阿宝")
    assert len(set(keys)) == 2 and not any(ROUTER in key or "阿宝" in key for key in keys)


def test_counting_from_many_threads_loses_nothing(clock):
    def ten():
        for _ in range(5):
            limits.spend("guest", ROUTER)

    assert at_once(*[ten] * 12) == [None] * 12  # sixty: as many as may come
    with pytest.raises(TooMany):
        limits.spend("guest", ROUTER)
