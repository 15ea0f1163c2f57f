"""Where people find their tables: the page behind a link for a newcomer, and the home page for everybody else."""

import pytest
from django.test import Client

from games import services
from games.models import Room
from games.my_rooms import my_rooms

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def who(room):
    return [s.user.name if s.user else s.bot_level or None for s in room.seats.order_by("number")]


def browser_of(user):
    browser = Client(headers={"accept-language": "zh-hans"})
    browser.force_login(user)
    return browser


def test_a_link_says_whose_table_it_is(small, client):
    page = client.get(f"/room/{small.code}/", follow=True).content.decode()
    assert "东东 请你来打牌" in page and small.code in page and "空位： 1" in page
    services.set_locked(room=small, by=small.host, locked=True)
    page = client.get(f"/room/{small.code}/", follow=True).content.decode()
    assert "这一桌锁了" in page
    assert client.get("/enter/?next=/room/000000/").status_code == 200


def test_from_the_link_to_the_seat_in_two_clicks(small, client):
    answer = client.post("/enter/", {"nickname": "小明", "next": f"/room/{small.code}/"}, follow=True)
    page = answer.content.decode()
    assert page.count('button primary" form="room-form"') == 1 and "坐下</button>" in page
    client.post(f"/room/{small.code}/sit/", **HTMX)
    assert who(small)[3] == "小明"


def test_the_home_page_lists_my_tables_with_a_way_out(small, people):
    host, b = people.players[:2]
    mine = my_rooms(b)[0]
    assert [(one["name"], one["waited_for"]) for one in mine["seats"]][:2] == [("东东", False), ("南南", True)]
    browser = browser_of(b)
    home = browser.get("/").content.decode()
    assert f"/room/{small.code}/stand/" in home and "空位： 1" in home and "还在等" in home
    answer = browser.post(f"/room/{small.code}/stand/", {"next": "/"})
    assert answer.status_code == 303 and answer.url == "/" and who(small)[1] is None
    Room.objects.filter(pk=small.pk).update(host=b)  # the host without a seat
    assert f"/room/{small.code}/close/" in browser.get("/").content.decode()
    assert "//evil.example" not in browser.post(f"/room/{small.code}/close/", {"next": "//evil.example/"}).url


def test_a_running_match_is_left_at_the_table_only(started, no_pace):
    cast = started()
    home = browser_of(cast.players[1]).get("/").content.decode()
    assert "回到牌桌" in home and "/stand/" not in home
