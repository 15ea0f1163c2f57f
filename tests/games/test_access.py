"""Pages as documents: one h1, no level left out, words of another language marked, titles that tell pages apart, the
skip link's target, names for every field; and the time limits that WCAG 2.2.1 asks for.
"""

import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client

import rules
from games import services

pytestmark = pytest.mark.django_db
CJK = re.compile(r"[㐀-鿿]")
VOID = {"img", "input", "br", "meta", "link", "hr", "source", "col", "wbr"}
PATHS = [
    "/", "/create/", "/login/", "/settings/", "/account/", "/me/", "/me/statistics/", "/words/",
    "/rules/", *(f"/rules/{code}/" for code in rules.ruleset_codes()), "/score/dalian/", "/learn/dalian/",
]  # fmt: skip


class Page(HTMLParser):
    """What of a page matters here. `strange`: words in Chinese characters that are not marked as Chinese."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.levels: list[int] = []
        self.strange: list[str] = []
        self.ids: set[str] = set()
        self.title = ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        language = found.get("lang") or (self.open[-1][1] if self.open else "")
        if tag not in VOID:
            self.open.append((tag, language))
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        self.ids.add(found.get("id", ""))
        for name in ("alt", "title", "aria-label", "placeholder"):
            self._words(found.get(name) or "", language)

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tag, language = self.open[-1] if self.open else ("", "")
        if tag == "title":
            self.title += data
        elif tag not in ("script", "style"):
            self._words(data, language)

    def _words(self, text: str, language: str) -> None:
        if CJK.search(text) and language and not language.lower().startswith("zh"):
            self.strange.append(text.strip())


def read(client: Client, path: str) -> Page:
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, path
    return Page(answer.content.decode())


@pytest.fixture
def reader():
    """A person with a name in Latin letters."""

    def make(language: str) -> Client:
        client = Client(headers={"accept-language": language})
        client.force_login(services.make_guest(nickname="Reader"))
        return client

    return make


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_pages_have_one_h1_and_no_level_is_left_out(reader, language):
    client, titles = reader(language), {}
    for path in PATHS:
        page = read(client, path)
        assert page.levels.count(1) == 1 and page.levels[0] == 1, (path, page.levels)
        steps = zip(page.levels, page.levels[1:], strict=False)
        assert all(after <= before + 1 for before, after in steps), (path, page.levels)
        assert "main" in page.ids, f"{path}: the skip link leads nowhere"
        titles.setdefault(page.title, []).append(path)
    assert {title: paths for title, paths in titles.items() if len(paths) > 1} == {}, "two pages with one title"


def test_chinese_words_on_english_pages_are_marked(reader):
    client = reader("en")
    found = {path: page.strange[:5] for path in PATHS if (page := read(client, path)).strange}
    assert found == {}


def test_time_limits_can_be_chosen_long_or_off():
    """WCAG 2.2.1: set before it begins, up to none at all; the settings page says so, and lists the keys."""
    for code in rules.ruleset_codes():
        clock = next(option for option in rules.get_ruleset(code).options if option.key == "clock")
        assert 0 in clock.choices and max(clock.choices) >= 60, code


def test_the_settings_page_says_what_is_accessible(reader):
    words = re.sub(r"<[^>]+>", "", reader("zh-hans").get("/settings/").content.decode())
    assert "无障碍" in words and "也可以不限时" in words and "快捷键" in words
    for key in "DHGPCXSLMWV":
        assert f"{key}" in words.split("牌桌按键")[1]


def test_the_keys_of_the_claim_bar_are_in_the_list():
    """Whoever changes a key changes the list that people read."""
    from games.table_parts import KEYS

    listed = (settings.BASE_DIR / "templates/games/_keys.html").read_text()
    script = (settings.BASE_DIR / "static/js/keys.js").read_text()
    spoken = re.findall(r"^    (\w): \(\) =>", script, re.MULTILINE)
    assert sorted(spoken) == sorted("slmwv")
    for key in [*KEYS.values(), *spoken, "d"]:
        assert f"<kbd>{key.upper()}</kbd>" in listed, key
