"""Faults a newcomer found by trying everything and by breaking what he could: each one, once, as he met it."""

import asyncio

import pytest
from django.conf import settings
from django.test import Client

from games import services
from games.models import Room
from games.services.people import clean_nickname
from rules.text import Text
from tests.games import room_views
from tests.games.test_render_parts import render
from tests.games.test_views_browser import Stage

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HTTP_HX_REQUEST": "true"}


def browser_of(user, language="zh-hans"):
    browser = Client(headers={"accept-language": language})
    browser.force_login(user)
    return browser


@pytest.mark.parametrize("bot", ["²:easy", "٣:easy", ":easy", "1", "-1:easy", "9999:easy"])
def test_a_bot_for_a_seat_that_is_no_number(cast, bot):
    """A superscript two is a digit to str.isdigit and no number to int: it was a server error."""
    answer = browser_of(cast.host).post(f"/room/{cast.room.code}/add-bot/", {"bot": bot}, **HTMX)
    assert answer.status_code == 400 and 'role="alert"' in answer.content.decode()


def test_a_rule_set_that_does_not_exist_is_refused(cast):
    rooms = Room.objects.count()
    answer = browser_of(cast.host).post("/create/", {"ruleset": "nix"}, follow=True)
    assert "没有这种玩法" in answer.content.decode() and Room.objects.count() == rooms


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f", "a\uffa0b", "\u3164\u3164x"])
def test_a_name_of_blank_letters(name):
    with pytest.raises(services.Unprocessable):
        clean_nickname(name)


def test_a_short_password_is_refused_in_chinese(cast):
    answer = browser_of(cast.host).post("/account/", {"password": "ab1"}, follow=True)
    page = answer.content.decode()
    assert "密码太短" in page and "too short" not in page


@pytest.mark.parametrize("sent", [{"username": "x"}, {}, {"username": "\x00", "password": "\x00"}])
def test_a_log_in_with_half_a_form_says_what_is_wrong(client, sent):
    answer = client.post("/login/", sent)
    assert answer.status_code == 422 and "昵称和密码对不上" in answer.content.decode()


@pytest.mark.parametrize("verb", ["parts", "act", "ready", "sit"])
def test_who_is_logged_out_comes_back_to_the_room_and_not_to_a_part_of_it(client, cast, verb):
    """A table in another tab asked for its parts, was sent to log in, and came back to a page of bare parts."""
    address = f"/room/{cast.room.code}/{verb}/"
    answer = client.get(address, **HTMX) if verb == "parts" else client.post(address, **HTMX)
    assert answer.headers["HX-Redirect"] == f"/enter/?next=/room/{cast.room.code}/"


def test_a_preset_survives_being_asked_for_a_name(client):
    answer = client.get("/create/?ruleset=neimenggu&preset=two")
    assert answer.url == "/enter/?next=/create/%3Fruleset%3Dneimenggu%26preset%3Dtwo"


def test_logging_out_closes_the_sockets_of_this_browser_only(cast, published):
    one, other = browser_of(cast.host), browser_of(cast.host)
    key = one.cookies[settings.SESSION_COOKIE_NAME].value
    one.post("/logout/")
    other.get("/account/")
    gone = [group for group, message in published if message["type"] == "user.gone"]
    assert len(gone) == 1 and gone[0].startswith("session.") and key not in gone[0]


@pytest.fixture
def published(monkeypatch):
    """(group, message) of everything told to sockets."""
    told = []
    monkeypatch.setattr("games.bus.publish", lambda group, message: told.append((group, message)))
    return told


@pytest.mark.parametrize("text", ["\ud800", "discard 5m\u0000", "a\u202eb"])
def test_an_action_of_unprintable_characters(cast, text):
    """Half a surrogate pair came back inside the notice and ended the socket with an exception."""
    with pytest.raises(services.BadInput) as refused:
        services.submit_action(room_id=cast.room.pk, user_id=cast.host.pk, window=1, text=text)
    refused.value.in_("zh-hans").encode()


def test_a_socket_at_an_address_that_does_not_exist_is_refused():
    from channels.testing import WebsocketCommunicator

    from mahjong_site.asgi import application

    async def knock():
        socket = WebsocketCommunicator(
            application, "/ws/nothing/", headers=[(b"origin", b"http://localhost"), (b"host", b"localhost")]
        )
        connected, _code = await socket.connect()
        return connected

    assert asyncio.run(knock()) is False


def test_every_answer_tells_its_language():
    """The language changed in another tab: half of the table spoke Chinese, half English; now the page loads anew."""
    assert 'data-language="zh-hans"' in render("playing")["sync"]
    assert 'data-language="en"' in render("playing", "en")["sync"]


def test_the_lobby_says_what_is_missing(cast, make_cast):
    """The host alone read that he was waiting for himself, and no guest ever read that the host may start."""
    alone = services.create_room(host=cast.host, ruleset="dalian", options={})
    page = browser_of(cast.host).get(f"/room/{alone.code}/").content.decode()
    assert "空位： 3" in page and "还在等" not in page
    for player in cast.players[1:]:
        services.set_ready(room=cast.room, user=player, ready=True)
    guest = browser_of(cast.players[1]).get(f"/room/{cast.room.code}/").content.decode()
    assert "人齐了，等房主开打" in guest
    services.set_ready(room=cast.room, user=cast.players[2], ready=False)
    guest = browser_of(cast.players[1], "en").get(f"/room/{cast.room.code}/").content.decode()
    waited = guest.split("Waiting for:")[1].split("</p>")[0]
    assert f"3 {cast.players[2].name}" in waited and cast.host.name not in waited


def test_play_again_does_not_start_from_the_lobby(no_pace, cast):
    """A stale form of the last match's standings started a match without the host."""
    for player in cast.players:
        services.set_ready(room=cast.room, user=player, ready=True)
    services.play_again(room=cast.room, by=cast.players[1])
    assert Room.objects.get(pk=cast.room.pk).status == Room.Status.LOBBY


# --- screens: measured in a browser ------------------------------------------------------------------------------
BOTTOM = "selector => document.querySelector(selector).getBoundingClientRect().bottom"


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (1024, 600)])
def test_the_button_under_a_long_result_is_in_sight(visit, size):
    """On a desk the sheet reached below the window's edge, and half of its button with it."""
    stage = Stage(visit(viewport={"width": size[0], "height": size[1]}))
    long = room_views.fresh("result")
    result = long["deal"]["view"]["result"]
    result["transfers"] = result["transfers"] * 8
    stage.show("result")
    stage.push(long)
    stage.page.wait_for_function("document.querySelectorAll('.transfers tr').length > 8")
    assert stage.page.evaluate(BOTTOM, "#result .go .button") <= size[1] - 8
    assert stage.page.evaluate(BOTTOM, "#sheets") <= size[1]


@pytest.mark.parametrize("width", [1440, 390])
def test_a_row_with_a_whole_hand_stays_readable(visit, width):
    """An opening win shows thirteen tiles beside its words: the words stood one letter to a line."""
    stage = Stage(visit(viewport={"width": width, "height": 900}), "en")
    shown = room_views.fresh("playing")
    tiles = ["1m", "2m", "3m", "5m", "5m", "5m", "5p", "6p", "7s", "8s", "9s", "1s", "1s"]
    word = Text("起手胡", "Opening win")
    shown["deal"]["view"]["rows"] = [
        {"label": word, "text": Text("缺一色", "A suit missing"), "tiles": tiles, "seat": 1}
    ]
    stage.show("playing")
    stage.push(shown)
    stage.page.wait_for_function("document.querySelectorAll('#rows .tile').length === 13")
    high = "() => [...document.querySelectorAll('#rows dt')].map(e => e.getBoundingClientRect().height)"
    assert max(stage.page.evaluate(high)) < 50
    assert stage.page.evaluate("document.documentElement.scrollHeight") <= 900


def test_the_number_of_the_deal_is_in_sight_on_an_english_phone(visit):
    """Beside the links of the top bar the long name of the rules left no room for it."""
    stage = Stage(visit(viewport={"width": 390, "height": 844}), "en")
    stage.show("playing")
    bar = stage.page.evaluate(
        "() => { const box = s => document.querySelector(s).getBoundingClientRect();"
        " return [box('.where').right, box('.deal-number').right, box('#topbar').height]; }"
    )
    assert bar[1] <= bar[0] + 1 and bar[2] <= 40
