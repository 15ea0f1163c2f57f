"""Settings of one's own screen: the table, the checks, the page, and that they reach the pages and the language."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from games import preferences, services
from games.consumers import language_of
from games.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest():
    return services.make_guest(nickname="小明")


@pytest.fixture
def me(client, guest):
    client.force_login(guest)
    return client


def html_tag(answer) -> dict[str, str]:
    tag = re.search(r"<html [^>]*>", answer.content.decode())[0]
    return dict(re.findall(r'([\w-]+)="([^"]*)"', tag))


def test_nothing_set_is_every_default():
    for user in (AnonymousUser(), User(), User(settings=[]), User(settings={"felt": 3, "gone": "x", "back": "paper"})):
        assert preferences.of(user) == {key: row.default for key, row in preferences.TABLE.items()}
    assert preferences.of(User())["confirm"] == "on" and preferences.of(User())["language"] == ""


def test_what_is_saved_is_kept_beside_the_rest(guest):
    services.save_settings(user=guest, values={"felt": "indigo"})
    services.save_settings(user=guest, values={"sound": "off"})  # the same stale object: the row is read under the lock
    assert User.objects.get().settings == {"felt": "indigo", "sound": "off"}


@pytest.mark.parametrize(
    "values",
    [{"speed": "9"}, {"felt": "pink"}, {"felt": ""}, {"felt": 1}, {"sound": True}, {"felt": "indigo", "x": "y"}],
)
def test_unknown_keys_and_values_are_refused_with_a_sentence(guest, values):
    with pytest.raises(services.Unprocessable) as refusal:
        services.save_settings(user=guest, values=values)
    assert refusal.value.in_("en") != refusal.value.in_("zh-hans")
    assert User.objects.get().settings == {}


def test_the_page_shows_and_saves_everything(me):
    page = me.get("/settings/").content.decode()
    for row in preferences.TABLE.values():
        for value in row.values:
            assert f'name="{row.key}" value="{value}"' in page
    chosen = {row.key: row.values[-1] for row in preferences.TABLE.values()} | {"language": "zh-hans"}
    answer = me.post("/settings/", chosen | {"next": "/score/"})
    assert answer.status_code == 303 and answer["Location"] == "/score/"
    assert User.objects.get().settings == chosen
    shown = html_tag(me.get("/"))
    assert {key: shown[f"data-{key}"] for key in chosen if key != "language"} | {"language": "zh-hans"} == chosen
    checked = re.findall(r'name="(\w+)" value="([\w-]+)" checked', me.get("/settings/").content.decode())
    assert dict(checked) == chosen


def test_the_way_back_stays_on_the_site(me):
    assert me.post("/settings/", {"felt": "indigo", "next": "https://elsewhere.example/"})["Location"] == "/settings/"


def test_a_bad_form_is_told_and_changes_nothing(me):
    answer = me.post("/settings/", {"felt": "pink"}, follow=True)
    assert "“桌布”没有这个选项。" in answer.content.decode()
    assert User.objects.get().settings == {}


def test_settings_are_for_people_with_a_name(client):
    assert client.get("/settings/")["Location"] == f"{reverse('enter')}?next=/settings/"
    assert client.post("/settings/", {"felt": "indigo"}).status_code == 303
    assert html_tag(client.get("/"))["data-felt"] == "pine"


def test_the_dark_sheet_is_linked_as_set(me):
    def links(appearance):
        me.post("/settings/", {"appearance": appearance})
        return re.findall(r"<link[^>]*css/dark[^>]*>", me.get("/").content.decode())

    assert "prefers-color-scheme" in links("auto")[0]
    assert "media" not in links("dark")[0]
    assert links("light") == []


def test_marks_come_with_a_sheet_that_has_no_word_for_a_back(me, settings):
    assert "css/marks" not in me.get("/").content.decode()
    me.post("/settings/", {"marks": "on"})
    assert "css/marks" in me.get("/").content.decode()
    sheet = (settings.BASE_DIR / "static/css/marks.css").read_text(encoding="utf-8")
    marked = set()
    for selector in re.findall(r"([^{}]+)\{ content:", sheet):
        marked |= set(re.findall(r'src\*="/(\w+)\."', selector))
    from games.tile_html import NAMES

    assert marked == set(NAMES) - {""}


def test_the_own_language_goes_before_cookie_and_browser(me, guest):
    me.cookies["django_language"] = "en"
    assert html_tag(me.get("/"))["lang"] == "en"
    services.save_settings(user=guest, values={"language": "zh-hans"})
    assert html_tag(me.get("/"))["lang"] == "zh-Hans"
    guest.refresh_from_db()
    scope = {"cookies": {"django_language": "en"}, "headers": [(b"accept-language", b"en")]}
    assert language_of(scope) == "en"
    assert language_of(scope | {"user": guest}) == "zh-hans"


def test_the_switch_in_the_header_is_remembered_and_comes_back_at_the_login(client, guest):
    services.set_password(user=guest, password="a long secret 42")
    client.post("/login/", {"username": "小明", "password": "a long secret 42"})
    assert client.post("/i18n/setlang/", {"language": "en", "next": "/"}).status_code == 302
    assert User.objects.get().settings == {"language": "en"}
    client.post("/logout/")
    client.cookies.clear()
    client.cookies["django_language"] = "zh-hans"  # another device
    assert html_tag(client.get("/"))["lang"] == "zh-Hans"
    client.post("/login/", {"username": "小明", "password": "a long secret 42"})
    assert html_tag(client.get("/"))["lang"] == "en"


def test_the_switch_without_a_name_is_a_cookie(client):
    answer = client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    assert answer.cookies["django_language"].value == "en"
    assert client.post("/i18n/setlang/", {"language": "xx", "next": "/"}).status_code == 302
    assert client.get("/i18n/setlang/").status_code == 405


def test_settings_change_nothing_of_what_is_seen_of_a_table(started, no_pace):
    """Looks only: the parts of the room, which go over the socket, are the same whatever is set."""
    from games.render import parts
    from tests.games.conftest import view_of

    cast = started()
    before = parts(view_of(cast.room, cast.host), "zh-hans")
    last = {row.key: row.values[-1] for row in preferences.TABLE.values()}
    services.save_settings(user=cast.host, values=last)
    assert parts(view_of(cast.room, User.objects.get(pk=cast.host.pk)), "zh-hans") == before
