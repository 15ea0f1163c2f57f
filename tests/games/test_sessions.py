"""The cookie that keeps a guest, logging in as a registered player, and bodies that no form of ours sends."""

import datetime
import logging

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games import services
from games.models import Room, User
from mahjong_site import settings as site_settings

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "long enough 1"


def registered(nickname):
    return services.set_password(user=services.make_guest(nickname=nickname), password=PASSWORD)


def log_in(name, password=PASSWORD):
    """Who is logged in after this: a username, or None."""
    client = Client()
    client.post("/login/", {"username": name, "password": password})
    return User.objects.filter(pk=client.session.get("_auth_user_id")).values_list("username", flat=True).first()


# --- the cookie --------------------------------------------------------------------------------------------------
def test_a_guests_cookie_lasts_for_months_and_is_out_of_reach_for_scripts(client):
    client.post("/enter/", {"nickname": "小明"})
    cookie = client.cookies["sessionid"]
    assert cookie["max-age"] >= 150 * 24 * 3600
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/"


def test_every_day_it_begins_anew(client):
    """Half a year after the last visit, not after the first; and only one write a day."""
    client.post("/enter/", {"nickname": "小明"})
    client.get("/")
    session = Session.objects.get()
    assert "sessionid" not in client.get("/").cookies  # again today: nothing is written
    old = timezone.now() + datetime.timedelta(days=3)
    Session.objects.update(expire_date=old)  # last here half a year ago, less three days
    store = client.session
    store["kept"] = "2020-01-01"
    store.save()
    Session.objects.update(expire_date=old)
    answer = client.get("/account/")
    assert answer.cookies["sessionid"]["max-age"] >= 150 * 24 * 3600
    session.refresh_from_db()
    assert session.expire_date > timezone.now() + datetime.timedelta(days=150)


def test_two_tabs_of_one_browser_are_one_person_on_one_seat(client, people):
    room = services.create_room(host=people.players[0], ruleset="dalian", options={})
    client.post("/enter/", {"nickname": "小明"})
    other_tab = Client()
    other_tab.cookies = client.cookies
    client.post(f"/room/{room.code}/sit/", {"number": "1"})
    other_tab.post(f"/room/{room.code}/sit/", {"number": "2"})
    assert [seat.number for seat in room.seats.filter(user__nickname="小明")] == [2]
    other_tab.post("/enter/", {"nickname": "另一个"})  # a name page left open: he has a name already
    assert User.objects.filter(nickname__in=("小明", "另一个")).count() == 1


def test_a_guest_who_sets_a_password_keeps_seat_and_identity(client, people):
    room = services.create_room(host=people.players[0], ruleset="dalian", options={})
    client.post("/enter/", {"nickname": "小明"})
    client.post(f"/room/{room.code}/sit/")
    before = room.seats.get(user__nickname="小明").user_id
    client.post("/account/", {"password": PASSWORD})
    assert client.get("/account/").status_code == 200  # still logged in
    phone = Client()
    phone.post("/login/", {"username": "小明", "password": PASSWORD})
    assert int(phone.session["_auth_user_id"]) == before == room.seats.get(number=1).user_id
    assert room.code in phone.get("/").content.decode()


# --- logging in --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("nickname", "typed"),
    [
        ("Tom", "tom"),
        ("tom", "TOM"),
        ("Émile", "émile"),  # SQLite by itself folds ASCII only
        ("ÉMILE", "émile"),
        ("Ａ宝", "Ａ宝"),  # wide letters, which Django's own field would replace
        ("A宝", "Ａ宝"),
        ("阿 宝", " 阿  宝 "),
        ("阿宝", "阿宝"),
    ],
)
def test_case_and_spaces_do_not_matter(nickname, typed):
    registered(nickname)
    assert log_in(typed) == nickname
    assert log_in(typed, "wrong password") is None


def test_a_name_that_differs_in_case_only_is_taken():
    registered("Émile")
    for name in ("émile", "ÉMILE", "Émile"):
        with pytest.raises(services.Conflict):
            services.make_guest(nickname=name)
    early = services.make_guest(nickname="Zoé")
    registered("ZOÉ")
    with pytest.raises(services.Conflict):  # a guest from before cannot become a second one
        services.set_password(user=early, password=PASSWORD)
    with pytest.raises(services.Conflict):
        services.rename(user=early, nickname="émile")


def test_of_two_old_accounts_the_exact_one_is_meant():
    for name, password in (("tom", "tom's password"), ("Tom", "Tom's password")):
        user = User(username=name, nickname=name)
        user.set_password(password)
        user.save()
    assert log_in("Tom", "Tom's password") == "Tom" and log_in("tom", "tom's password") == "tom"
    assert log_in("TOM", "Tom's password") is None


@pytest.mark.parametrize("typed", ["\0", "阿\0宝", "x" * 5000, "%", "_om", "guest-"])
def test_odd_names_are_wrong_names(client, typed):
    registered("Tom")
    answer = client.post("/login/", {"username": typed, "password": PASSWORD})
    assert answer.status_code == 422 and "昵称和密码对不上" in answer.content.decode()


def test_the_admins_door_reads_the_same_names(client, people):
    assert client.post("/admin/login/?next=/admin/", {"username": "ADMIN", "password": "admin-pass-1"}).url == "/admin/"
    registered("Tom")
    assert "Tom" not in str(Client().post("/admin/login/", {"username": "Tom", "password": PASSWORD}).headers)


def test_passwords_are_kept_as_slow_hashes_only(client, caplog):
    caplog.set_level(logging.DEBUG)
    client.post("/enter/", {"nickname": "小明"})
    client.post("/account/", {"password": PASSWORD})
    client.post("/login/", {"username": "小明", "password": PASSWORD + "x"})
    stored = User.objects.get(nickname="小明")
    assert identify_hasher(stored.password) and not any(PASSWORD in str(value) for value in vars(stored).values())
    assert PASSWORD not in caplog.text
    assert "PASSWORD_HASHERS" not in vars(site_settings)  # the site itself uses Django's slow default


# --- bodies that no form sends -----------------------------------------------------------------------------------
MULTIPART = "multipart/form-data"


@pytest.fixture
def printed():
    """Records that reach stderr: it hangs on the root logger. (caplog hangs itself on the silenced ones too.)"""
    heard = []

    class Listener(logging.Handler):
        def emit(self, record):
            heard.append(record.getMessage())

    listener = Listener(logging.WARNING)
    logging.getLogger().addHandler(listener)
    yield heard
    logging.getLogger().removeHandler(listener)


@pytest.mark.parametrize(
    ("body", "content_type", "status", "sentence"),
    [
        ("nickname=" + "x" * 70_000, "application/x-www-form-urlencoded", 413, "发来的内容太大了"),
        ("&".join(f"a{n}=1" for n in range(300)), "application/x-www-form-urlencoded", 400, "没看懂"),
        (
            '--b\r\nContent-Disposition: form-data; name="nickname"\r\n\r\n' + "x" * 70_000 + "\r\n--b--\r\n",
            f"{MULTIPART}; boundary=b",
            413,
            "发来的内容太大了",
        ),
        ("nonsense", MULTIPART, 400, "没看懂"),
        ("nonsense", f"{MULTIPART}; boundary={'b' * 300}", 400, "没看懂"),
    ],
)
@pytest.mark.parametrize("path", ["/enter/", "/quick/"])
def test_a_strange_body_is_a_sentence_and_no_traceback(client, printed, path, body, content_type, status, sentence):
    answer = client.post(path, body, content_type=content_type)
    assert answer.status_code == status and sentence in answer.content.decode(), answer.content.decode()[-400:]
    assert printed == []
    assert not Room.objects.exists() and not User.objects.exists()
