"""Pages and POSTs by the test client: what each answers with and without htmx, and every refusal as a kind sentence."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import selectors, services
from games.models import Room, User
from tests.games.conftest import my_actions, view_of

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def as_user(client):
    def log_in(user, language="zh-hans"):
        browser = Client(headers={"accept-language": language})
        browser.force_login(user)
        return browser

    return log_in


@pytest.fixture
def table(no_pace, make_cast):
    """A running deal with four people."""
    cast = make_cast()
    for player in cast.players:
        services.set_ready(room=cast.room, user=player, ready=True)
    services.start_match(room=cast.room, by=cast.host)
    return cast


def whose_turn(cast):
    return next(player for player in cast.players if my_actions(cast.room, player))


def url(cast, verb=""):
    return f"/room/{cast.room.code}/{verb}"


# --- home and people ---------------------------------------------------------------------------------------------
def test_home_offers_a_game_to_a_stranger(client):
    page = client.get("/").content.decode()
    assert 'name="nickname"' in page and "一键开局" in page and "大连穷胡" in page


def test_one_click_makes_a_guest_and_a_running_game(client, no_pace):
    answer = client.post("/quick/", {"nickname": "小明", "ruleset": "dalian"})
    room = Room.objects.get()
    assert answer.status_code == 303 and answer.url == f"/room/{room.code}/"
    page = client.get(answer.url).content.decode()
    assert page.count('id="h1') >= 3 and "小明" in page
    home = client.get("/").content.decode()
    assert home.count(f"/room/{room.code}/") == 2 and "回到牌桌" in home


def test_a_bad_nickname_is_refused_with_a_sentence(client):
    answer = client.post("/enter/", {"nickname": " "}, follow=True)
    assert "请填一个昵称" in answer.content.decode() and not User.objects.exists()
    answer = client.post("/quick/", {"nickname": "牌" * 40}, follow=True)
    assert not User.objects.exists() and not Room.objects.exists()


def test_a_quick_game_needs_no_name(client, no_pace):
    answer = client.post("/quick/", {"nickname": " "})
    assert answer.status_code == 303 and User.objects.get().name.startswith("牌友")


def test_a_link_to_a_room_asks_for_a_name_and_comes_back(client, cast):
    answer = client.get(url(cast))
    assert answer.url == f"/enter/?next={url(cast)}"
    assert url(cast) in client.get(answer.url).content.decode()
    answer = client.post("/enter/", {"nickname": "新客", "next": url(cast)})
    assert answer.url == url(cast) and client.get(url(cast)).status_code == 200


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_nobody_is_sent_elsewhere(client, target):
    assert client.post("/enter/", {"nickname": "新客", "next": target}).url == "/"


def test_password_login_logout_and_rename(client):
    client.post("/enter/", {"nickname": "阿宝"})
    assert (
        client.post("/account/", {"password": "short"}, follow=True).content.decode().count('class="notice error"') == 1
    )
    client.post("/account/", {"password": "long enough 1"})
    client.post("/account/", {"nickname": "阿宝二"})
    assert client.post("/logout/").url == "/"
    assert client.post("/login/", {"username": "阿宝二", "password": "wrong"}).status_code == 422
    assert client.post("/login/", {"username": "阿宝二", "password": "long enough 1"}).status_code == 303
    assert "阿宝二" in client.get("/account/").content.decode()


def test_language_switch(client):
    assert "一键开局" in client.get("/").content.decode()
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert "Play now" in client.get("/").content.decode()


# --- making a table ----------------------------------------------------------------------------------------------
def test_create_reads_the_options_of_the_rule_set(as_user, people):
    browser = as_user(people.players[0])
    page = browser.get("/create/").content.decode()
    assert 'name="o-deals"' in page and 'name="o-clock"' in page
    fragment = browser.get("/create/?ruleset=dalian", **HTMX).content.decode()
    assert fragment.lstrip().startswith('<div id="options"')
    answer = browser.post("/create/", {"ruleset": "dalian", "o-deals": "4", "o-clock": "30", "o-base": "2"})
    room = Room.objects.get()
    assert answer.url == f"/room/{room.code}/"
    assert (room.options["deals"], room.options["clock"], room.options["base"]) == (4, 30, 2)


def test_an_unknown_option_value_is_a_sentence(as_user, people):
    answer = as_user(people.players[0]).post("/create/", {"ruleset": "dalian", "o-deals": "5000"}, follow=True)
    assert 'class="notice error"' in answer.content.decode() and not Room.objects.exists()


def test_join_by_number(as_user, cast):
    browser = as_user(cast.spectator)
    spaced = f" {cast.room.code[:3]} {cast.room.code[3:]} "
    assert browser.post("/join/", {"code": spaced}).url == url(cast)
    assert "没有这个桌号" in browser.post("/join/", {"code": "nope"}, follow=True).content.decode()


# --- the room ----------------------------------------------------------------------------------------------------
def test_lobby_from_empty_to_start(as_user, people, no_pace):
    host, friend = people.players[:2]
    room = services.create_room(host=host, ruleset="dalian", options={})
    base, mine, theirs = f"/room/{room.code}/", as_user(host), as_user(friend)
    assert "坐这里" in theirs.get(base).content.decode()
    assert 'id="lobby"' in theirs.post(f"{base}sit/", {"number": "1"}, **HTMX).content.decode()
    for number in (2, 3):
        mine.post(f"{base}add-bot/", {"bot": f"{number}:easy"}, **HTMX)
    mine.post(f"{base}remove-bot/", {"number": "3"}, **HTMX)
    mine.post(f"{base}add-bot/", {"bot": "3:normal"}, **HTMX)
    theirs.post(f"{base}ready/", {"ready": "1"}, **HTMX)
    answer = mine.post(f"{base}start/", **HTMX)
    assert answer.status_code == 200 and 'id="h12"' in answer.content.decode()
    assert selectors.room_view(room.pk, host)["room"]["status"] == "playing"


def test_without_javascript_a_post_redirects(as_user, people):
    room = services.create_room(host=people.players[0], ruleset="dalian", options={})
    answer = as_user(people.players[1]).post(f"/room/{room.code}/sit/", {"number": "2"})
    assert answer.status_code == 303 and answer.url == f"/room/{room.code}/"


def test_an_action_answers_with_fresh_parts(as_user, table):
    player = whose_turn(table)
    window = view_of(table.room, player)["deal"]["view"]["window"]
    discard = my_actions(table.room, player)[0]
    answer = as_user(player).post(url(table, "act/"), {"window": window, "action": discard}, **HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200 and html.count('hx-swap-oob="true"') >= 15 and 'name="window"' not in html


def test_a_plain_action_redirects_to_the_table(as_user, table):
    player = whose_turn(table)
    window = view_of(table.room, player)["deal"]["view"]["window"]
    answer = as_user(player).post(url(table, "act/"), {"window": window, "action": my_actions(table.room, player)[0]})
    assert answer.status_code == 303 and answer.url == url(table)


@pytest.mark.parametrize(
    ("window", "action"),
    [("7", "discard 1m"), ("now", "fly"), ("", ""), ("99999", "discard E"), ("-1", "pass"), ("²", "pass")],
)
def test_a_stale_or_illegal_action_changes_nothing_and_says_so(as_user, table, window, action):
    player = whose_turn(table)
    before = view_of(table.room, player)["deal"]["view"]
    answer = as_user(player).post(url(table, "act/"), {"window": window, "action": action}, **HTMX)
    html = answer.content.decode()
    assert answer.status_code in (400, 409), html[:300]
    assert re.search(r'id="notice"[^>]*role="alert" hx-swap-oob="true">[^<]', html)
    assert ('id="hand"' in html) == (answer.status_code == 409)
    assert view_of(table.room, player)["deal"]["view"] == before


def test_without_a_seat_there_is_no_action(as_user, table):
    answer = as_user(table.spectator).post(url(table, "act/"), {"window": "1", "action": "pass"}, **HTMX)
    assert answer.status_code == 403 and 'id="notice"' in answer.content.decode()


def test_nobody_reads_another_hand(as_user, table):
    """The page, the parts and the answer to a wrong action hold the viewer's own tiles only."""
    viewer = table.players[0]
    view = view_of(table.room, viewer)["deal"]["view"]
    shown = len(view["seats"][0]["hand"])
    for browser, count in ((as_user(viewer), shown), (as_user(table.spectator), 0)):
        page = browser.get(url(table)).content.decode()
        faces = re.findall(r'src="[^"]*tiles/(?!back)[^"]*" alt=', page)
        assert len(faces) == count


def test_parts_are_sent_only_when_something_changed(as_user, table):
    browser = as_user(table.players[0])
    fresh = browser.get(url(table, "parts/"), **HTMX).content.decode()
    have = re.search(r"have=(\w+)", fresh)[1]
    assert browser.get(url(table, "parts/"), {"have": have}, **HTMX).status_code == 204
    player = whose_turn(table)
    window = view_of(table.room, player)["deal"]["view"]["window"]
    services.submit_action(
        room_id=table.room.pk, user_id=player.pk, window=window, text=my_actions(table.room, player)[0]
    )
    assert browser.get(url(table, "parts/"), {"have": have}, **HTMX).status_code == 200


def test_leaving_and_coming_back(as_user, table):
    browser = as_user(table.players[1])
    assert "坐回来" in browser.post(url(table, "stand/"), **HTMX).content.decode()
    assert "坐回来" not in browser.post(url(table, "sit/"), **HTMX).content.decode()


def test_voting_shows_to_all(as_user, table):
    as_user(table.players[1]).post(url(table, "ask-vote/"), {"kind": "end"}, **HTMX)
    page = as_user(table.players[0]).get(url(table)).content.decode()
    assert "南南 想现在结束本场" in page and "同意" in page


def test_qr_is_a_picture_of_the_address(client, cast):
    answer = client.get(url(cast, "qr.svg"))
    assert answer["Content-Type"] == "image/svg+xml" and answer.content.startswith(b"<svg")


# --- refusals ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/room/000000/", "/room/000000/qr.svg", "/room/%F0%9F%80%84/", "/nothing/here/"])
def test_unknown_addresses_are_a_page_with_a_sentence(as_user, people, path):
    for language, words in (("zh-hans", "没有"), ("en", "There is no")):
        answer = as_user(people.stranger, language).get(path)
        assert answer.status_code == 404 and words in answer.content.decode()


def test_an_unknown_verb_is_not_found(as_user, cast):
    assert as_user(cast.host).post(url(cast, "explode/"), **HTMX).status_code == 404


@pytest.mark.parametrize("path", ["/quick/", "/join/", "/logout/"])
def test_changes_are_post_only(client, path):
    assert client.get(path).status_code == 405


def test_verbs_are_post_only(as_user, cast):
    browser = as_user(cast.host)
    for verb in ("act/", "sit/", "start/", "close/"):
        assert browser.get(url(cast, verb)).status_code == 405


def test_a_missing_csrf_token_is_a_kind_page(people):
    browser = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    answer = browser.post("/quick/", {"nickname": "x"})
    assert answer.status_code == 403 and "open for too long" in answer.content.decode()


def test_htmx_without_a_session_goes_to_the_name_page(client, cast):
    answer = client.post(url(cast, "sit/"), **HTMX)
    assert answer.status_code == 204 and answer["HX-Redirect"].startswith("/enter/")


def test_error_500_needs_nothing(client, monkeypatch):
    from games import views

    answer = views.error_500(None)
    assert answer.status_code == 500 and "牌桌没事" in answer.content.decode()


def test_health(client):
    assert client.get("/healthz").content == b"ok"
