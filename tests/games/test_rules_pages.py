"""The rules pages: every rule set in both languages, every example drawn, the room's options marked, links, refusals;
and the creation form, which shows the same options."""

import re

import pytest
from django.utils.translation import override

import rules
from games import rules_pages, selectors, services
from rules.guide import guide_of
from rules.tiles import parse_tiles

pytestmark = pytest.mark.django_db
CODES = rules.ruleset_codes()
LANGUAGES = ("zh-hans", "en")
ENGLISH = {"headers": {"accept-language": "en"}}


@pytest.fixture(params=LANGUAGES)
def read(request, client):
    """Reads an address in one language: (the language, a function that returns the page's text)."""

    def get(address, status=200):
        answer = client.get(address, headers={"accept-language": request.param})
        assert answer.status_code == status
        words = re.sub(r'<span lang="zh-Hans">(\w+)</span>', r"\1", answer.content.decode())  # Chinese in English
        return re.sub(r"&#x27;|&quot;|&amp;", lambda m: {"&#x27;": "'", "&quot;": '"', "&amp;": "&"}[m[0]], words)

    return request.param, get


def test_the_list_names_every_rule_set(read):
    language, get = read
    page = get("/rules/")
    for code in CODES:
        assert f'href="/rules/{code}/"' in page
        assert rules.get_ruleset(code).name.in_(language) in page
        assert guide_of(code).intro.in_(language) in page


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_all_of_its_rule_set(read, code):
    language, get = read
    page, ruleset, guide = get(f"/rules/{code}/"), rules.get_ruleset(code), guide_of(code)
    words = [ruleset.name, guide.intro]
    words += [text for section in guide.sections for text in (section.title, *(r.text for r in section.rules))]
    words += [text for option in ruleset.options for text in (option.label, option.help, option.group)]
    words += [text for option in ruleset.options for text in option.choice_labels.values()]
    words += [text for _clause, text in ruleset.rulings] + [preset.label for preset in ruleset.presets]
    words += [text for e in guide.examples for text in (e.name, e.value, e.note) if text is not None]
    plain = page.replace("&gt;", ">").replace("&lt;", "<")
    assert [text.in_(language) for text in words if text.in_(language) not in plain] == []
    for clause, _text in ruleset.rulings:
        assert f'id="ruling-{clause}"' in page
    assert not re.search(r"<script(?! src=)|<style|style=|onclick", page)


@pytest.mark.parametrize("code", CODES)
def test_the_contents_lead_somewhere(read, code):
    _language, get = read
    page = get(f"/rules/{code}/")
    asked, given = set(re.findall(r'href="#([^"]+)"', page)), re.findall(r' id="([^"]+)"', page)
    assert asked - set(given) == set()
    assert len(given) == len(set(given))


@pytest.mark.parametrize("code", CODES)
def test_every_example_is_drawn(read, code):
    """As many tiles as the hand has, the winning one apart, and the fan among those counted."""
    language, get = read
    page = get(f"/rules/{code}/")
    drawn = re.findall(r'<p class="win-hand">(.*?)</p>', page, re.S)
    examples = guide_of(code).examples
    assert len(drawn) == len(examples)
    for html, example in zip(drawn, examples, strict=True):
        winner = example.case["players"][example.case["event"]["winners"][0]]
        melded = sum(len(re.sub(r"@\d", "", meld.split()[1]).rstrip("mps")) for meld in winner["melds"])
        hand = len(parse_tiles(winner["hand"]))
        wins = 1 if "tile" in example.case["event"] else 0
        assert html.count("<img") == hand + melded + wins
        assert html.count("winning") == wins
        assert 'alt=""' not in html


@pytest.mark.parametrize("code", CODES)
def test_the_words_of_an_example_are_those_of_the_score(code):
    """Name and figure of a fan as the engine gives them: the page cannot promise another value."""
    for example in guide_of(code).examples:
        answer = rules.score({"ruleset": code, **example.case})
        fan = next(fan for fan in answer["winners"][0]["fans"] if fan["id"] == example.fan)
        assert fan["name"] == example.name.in_("zh")
        assert str(fan["value"]) in re.findall(r"\d+", example.value.in_("zh")), (example.fan, fan["value"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_put_together_once(language):
    with override(language):
        assert rules_pages.page("dalian", language) is rules_pages.page("dalian", language)


@pytest.mark.parametrize("code", ["riichi", "DALIAN", "大连", "cases", "__init__", "x" * 300])
def test_unknown_rules_are_a_kind_404(client, code):
    address = f"/rules/{code}/"
    page = client.get(address)
    assert page.status_code == 404 and "没有这种玩法的规则" in page.content.decode()
    assert "There are no rules of this name" in client.get(address, **ENGLISH).content.decode()


# --- with a room ---------------------------------------------------------------------------------------------------
@pytest.fixture
def room():
    host = services.make_guest(nickname="房主")
    return services.create_room(host=host, ruleset="chengdu", options={"swap_three": True, "cap": 8})


def changed(page):
    return re.findall(r'<div class="changed"><dt>(.*?) <span class="mark">(.*?)</span>', page)


def test_what_a_table_changed_is_marked(client, room):
    page = client.get(f"/rules/chengdu/?room={room.code}").content.decode()
    assert changed(page) == [("换三张", "本桌： 是"), ("封顶", "本桌： 8 分")]
    assert room.code in page
    page = client.get(f"/rules/chengdu/?room={room.code}", **ENGLISH).content.decode()
    assert changed(page) == [
        ('Swap three <span lang="zh-Hans">换三张</span>', "this table: yes"),
        ('Cap <span lang="zh-Hans">封顶</span>', "this table: 8 points"),
    ]


@pytest.mark.parametrize("query", ["", "?room=000000", "?room=abc", "?room=", "?room=" + "9" * 200, "?room=%00"])
def test_without_such_a_table_nothing_is_marked(client, room, query):
    page = client.get(f"/rules/chengdu/{query}")
    assert page.status_code == 200 and changed(page.content.decode()) == []


def test_a_table_of_other_rules_marks_nothing(client, room):
    assert changed(client.get(f"/rules/dalian/?room={room.code}").content.decode()) == []


def test_links_lead_to_the_rules(client, room):
    assert 'href="/rules/"' in client.get("/").content.decode()
    client.force_login(room.host)
    form = client.get("/create/?ruleset=neimenggu").content.decode()
    assert 'href="/rules/neimenggu/" target="_blank"' in form
    page = client.get(f"/room/{room.code}/").content.decode()
    assert page.count(f'href="/rules/chengdu/?room={room.code}" target="_blank"') == 2  # the bar and the lobby


# --- the creation form -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("code", CODES)
def test_the_form_shows_every_option_with_its_help(read, client, code):
    language, get = read
    client.force_login(services.make_guest(nickname="房主"))
    form, ruleset = get(f"/create/?ruleset={code}"), rules.get_ruleset(code)
    for option in ruleset.options:
        assert f'name="o-{option.key}"' in form
        assert f"<b>{option.label.in_(language)}</b><small>{option.help.in_(language)}</small>" in form
    groups = re.findall(r'<fieldset class="panel option-group"><legend>(.*?)</legend>', form)
    assert groups == list(dict.fromkeys(groups)) and groups[0] == ("房间" if language == "zh-hans" else "Room")
    for preset in ruleset.presets:
        assert f"preset={preset.key}" in form and preset.label.in_(language) in form


@pytest.mark.parametrize("code", CODES)
def test_every_preset_fills_the_form_and_opens_a_table(client, code):
    client.force_login(services.make_guest(nickname="房主"))
    for preset in rules.presets(code):
        form = client.get(f"/create/?ruleset={code}&preset={preset.key}").content.decode()
        data = {"ruleset": code} | dict(re.findall(r'<input type="checkbox" name="(o-\w+)" (checked)', form))
        for name, inside in re.findall(r'<select name="(o-\w+)">(.*?)</select>', form, re.S):
            data[name] = re.search(r'value="([^"]*)" selected', inside)[1]
        answer = client.post("/create/", data)
        assert answer.status_code == 303
        room = selectors.room_by_code(answer["Location"].strip("/").split("/")[-1])
        assert room.options == rules.check_options(code, preset.options)


@pytest.mark.parametrize("field, value", [("o-base", "3"), ("o-cap", "99"), ("o-chajiao", "<b>"), ("o-clock", "")])
def test_an_impossible_value_is_refused_with_a_sentence(client, field, value):
    client.force_login(services.make_guest(nickname="房主"))
    answer = client.post("/create/", {"ruleset": "chengdu", field: value}, follow=True)
    page = answer.content.decode()
    assert "不能是" in page and 'class="notice error"' in page and "<b></b>" not in page
