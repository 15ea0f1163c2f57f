"""算番: the page answers what the command answers, from its query string alone, and never breaks."""

import json
import random
import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.utils.translation import override

import rules
from games import score_answer, score_page, score_state
from rules.bots import LEVELS
from rules.case_words import word
from rules.ruleset import bound
from rules.simulate import play
from rules.tiles import NAMES
from tests.rules.test_cases import cases

pytestmark = pytest.mark.django_db
CODES = rules.ruleset_codes()
HTMX = {"HTTP_HX_REQUEST": "true"}


def asked(code: str, query: str = "", **more) -> score_state.State:
    """The state of an address, after the click that it may hold."""
    data = QueryDict("&".join(part for part in (query, urlencode(more)) if part))
    state = score_state.read(code, data)
    score_state.change(state, data)
    return state


def answer_of(state: score_state.State, language="zh-hans") -> dict:
    with override(language):
        return score_answer.result(state)


def text_of(response) -> str:
    return unescape(response.content.decode())


# --- the same answers as the command ---------------------------------------------------------------------------------
@pytest.mark.parametrize("code", CODES)
def test_every_case_through_the_query_string(code):
    """A case written as a link and read again is answered as the command answers it."""
    seen = 0
    for case in (row.values[0] for row in cases() if row.values[0]["ruleset"] == code):
        given = rules.score(case)
        if not given["ok"] and given["error"]["code"] == "bad_case":
            continue  # much of it no form can say
        query = score_state.query_of_case({"options": {}, "dealer": 0, "round_wind": "E"} | case)
        state = asked(code, query)
        found = rules.score(score_state.case_of(state))
        assert {**found, "id": None} == {**given, "id": None}, query
        shown = answer_of(state)
        if not given["ok"]:
            assert shown["not_a_win"] and shown["error"]["sentence"]
            continue
        assert shown["ok"] and [win["total"] for win in shown["wins"]] == [win["total"] for win in given["winners"]]
        assert sum(row["delta"] for row in shown["deltas"]) == 0
        assert score_state.query_of(state) == query  # the shortest form is stable
        seen += 1
    assert seen >= 8


@pytest.mark.parametrize("code", CODES)
def test_wins_at_the_table_lead_to_the_calculator(code):
    """The result sheet's link shows the very fans of the deal."""
    options = rules.check_options(code, {})
    wins = 0
    for number in range(6):
        rng = random.Random(number)
        seats = rules.seat_count(code, options)
        deal, _moves = play(code, options, rng.randbytes(32), number % seats, [LEVELS[-1]] * seats, rng)
        for win in rules.view_for(deal, None)["result"]["wins"]:
            shown = answer_of(asked(code, score_state.query_of_case(win["case"])))
            mine = next(w for w in shown["wins"] if w["total"] == win["total"])
            assert [(f["name"], f["count"]) for f in mine["fans"]] == [
                (f["name"].in_("zh"), f["count"]) for f in win["fans"]
            ]
            wins += 1
    assert wins


# --- the page --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ("zh-hans", "en"))
@pytest.mark.parametrize("code", CODES)
def test_the_page_offers_what_the_rule_set_knows(client, code, language):
    page = text_of(client.get(f"/score/{code}/", headers={"accept-language": language}))
    ruleset = bound(code, rules.check_options(code, {}))
    for kind in ruleset.case_kinds():
        assert f'id="kind-{kind}"' in page and word(ruleset, kind).in_(language) in page
    for flag in ruleset.case_flags:
        assert f'id="flag-{flag}"' in page
    tiles = set(re.findall(r'name="add" value="(\w+)"', page))
    assert tiles == {NAMES[tile] for tile in ruleset.tiles() if tile < 34}
    for option in score_state.scored_options(code):
        assert f'name="o-{option.key}"' in page
    assert "style=" not in page and "<script>" not in page and "onclick" not in page


def test_fields_come_with_their_options():
    with override("zh-hans"):
        plain, lacking = asked("chengdu"), asked("chengdu", **{"o-lack_suit": "1", "o-blood_battle": "1"})
        assert not score_page.seat_part(plain)["marks"]
        assert [row["name"] for row in score_page.seat_part(lacking)["marks"]] == ["lack0"]
        assert [t["key"] for t in score_page.targets(asked("neimenggu", **{"o-liangxi": "1"}))][-1] == "liangxi"
        assert "liangxi" not in [t["key"] for t in score_page.targets(asked("neimenggu"))]
        assert "chow" not in [t["key"] for t in score_page.targets(plain)]


def test_the_front_address_and_strange_ones(client):
    assert client.get("/score/").status_code == 200
    assert client.get("/score/riichi/").status_code == 404
    assert client.post("/score/dalian/").status_code == 405


def test_without_javascript_a_click_is_a_page(client):
    page = text_of(client.get("/score/guobiao/?h0=123m&to=hand&add=5p&edit=0&was=0"))
    assert 'name="h0" value="123m5p"' in page and "<!doctype html>" in page
    page = text_of(client.get("/score/guobiao/?h0=123m5p&drop=hand:1"))
    assert 'name="h0" value="13m5p"' in page


def test_htmx_gets_parts_and_the_address(client):
    answer = client.get("/score/guobiao/?h0=123m&to=hand&add=5p&edit=0&was=0&o-base=1&o-flowers=0&o-flowers=1", **HTMX)
    assert answer["HX-Replace-Url"] == "/score/guobiao/?h0=123m5p"
    page = text_of(answer)
    for part in ("score-seat", "score-how", "score-options", "score-summary", "score-result"):
        assert re.search(rf'id="{part}"[^>]* hx-swap-oob="true"', page)
    assert "palette" not in page  # the buttons under the finger stay


def test_who_types_keeps_his_field(client):
    page = text_of(client.get("/score/guobiao/?h0=123m5&typing=1", **HTMX))
    assert 'id="score-tiles"' in page and 'id="score-summary"' in page and "<input" not in page


# --- one click -------------------------------------------------------------------------------------------------------
def test_a_hand_clicked_together():
    state = asked("guobiao")
    for tile in (*(f"{rank}m" for rank in range(1, 10)), "5p", "5p", "4s", "5s", "6s"):
        state = asked("guobiao", score_state.query_of(state), add=tile)
    assert (state.seats[0].hand, state.tile) == ("123456789m55p45s", "6s")
    state = asked("guobiao", score_state.query_of(state) + "&add=9s")
    assert state.full and state.seats[0].hand == "123456789m55p45s"


@pytest.mark.parametrize(
    "to, tile, meld",
    [
        ("chow", "3m", "chow 345m@3"),
        ("chow", "9s", "chow 789s@3"),
        ("pung", "E", "pung EEE@2"),
        ("kong", "1p", "kong 1111p@2"),
        ("added_kong", "5p", "added_kong 5555p@2"),
        ("concealed_kong", "C", "concealed_kong CCCC"),
        ("liangxi", "C", "liangxi CFP"),
    ],
)
def test_melds_by_a_click(to, tile, meld):
    assert asked("neimenggu", to=to, add=tile, source="2", edit="0").seats[0].melds == [meld]


def test_the_hand_follows_its_winner():
    """Who wins is changed: the hand goes along, and a chow is again from the previous seat."""
    state = asked("guobiao", "h0=55p45s&m0=chow 123m@3, pung EEE@2&tile=6s&was=0&win=2")
    assert state.seats[2].melds == ["chow 123m@1", "pung EEE@0"] and state.seats[2].hand == "55p45s"
    assert not state.seats[0].hand and state.edit == 2


def test_fourteen_tiles_in_one_field():
    state = asked("guobiao", "h0=123m456m789m55p456s")
    assert (state.seats[0].hand, state.tile) == ("123456789m55p45s", "6s")


def test_a_robbed_kong_lays_its_pung():
    state = asked("guobiao", "h0=123m456m789m55p45s&tile=6s&kind=rob_kong&from=2")
    assert score_state.case_of(state)["players"][2]["melds"] == ["pung 666s@0"]
    assert "抢杠和" in [fan["name"] for fan in answer_of(state)["wins"][0]["fans"]]


# --- words -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "query, sentence, tile",
    [
        ("h0=123m45x", "第 7 个字符“x”不是牌", ""),
        ("h0=1111m456m789m55p4s&tile=1m", "一万 出现了 5 张", "一万"),
        ("h0=123m456m789m55p45s&m0=pung EEE@2&tile=6s", "东家的手牌：应是 10 张，现有 13 张", ""),
        ("h1=123m456m789m55p45s&m1=chow EEE@0&win=1&tile=6s", "南家的副露", ""),
        ("h0=123m456m789s55p45s&tile=6s&kind=discard&from=2", "不够 8 番", ""),
        ("h0=123m456m789m55p45s&tile=6s&flag=after_kong", "特殊情况：after_kong 需要一副杠", ""),
        ("h0=123m456m789m55p45s&tile=6s&o-min_fan=7", "选项“min_fan”不能是 7", ""),
    ],
)
def test_errors_say_where(query, sentence, tile):
    error = answer_of(asked("guobiao", query))["error"]
    assert sentence in error["sentence"] and tile in error["tile"] and "players[" not in error["sentence"]


def test_what_is_missing_is_said_without_alarm():
    assert "点牌摆出东家的手牌" in answer_of(asked("guobiao"))["missing"]
    assert "还差 10 张" in answer_of(asked("guobiao", "h0=123m45"))["missing"]
    assert "North's hand: 9 more tiles." in answer_of(asked("guobiao", "h3=1234m&win=3"), "en")["missing"]


def test_waits_and_what_is_too_little():
    waits = answer_of(asked("guobiao", "h0=123m456m789m55p45s"))["waits"]
    assert [(row["value"], row["total"]) for row in waits] == [("3s", 22), ("6s", 23)]
    little = answer_of(asked("guobiao", "h0=23m678p55p&m0=chow 456s@3, chow 345s@3&kind=discard"))
    assert not little["waits"] and "不够 8 番" in little["short"][0]["sentence"]
    assert answer_of(asked("guobiao", "h0=1357m1357p1357sE"))["not_ready"]


def test_smaller_fans_and_why_they_do_not_count(client):
    page = text_of(client.get("/score/guobiao/?h0=222333444m5556m&tile=6m"))
    assert "<details" in page and "无字" in page and "已含在清一色里" in page
    shown = answer_of(asked("guobiao", "h0=123m456m789m55p45s&tile=6s"))["wins"][0]
    straight = next(fan for fan in shown["fans"] if fan["name"] == "清龙")
    assert straight["tiles"][0].count("<img") == 9
    assert {(n["name"], n["because"]) for n in shown["not_counted"]} >= {("无字", "已含在平和里")}


def test_html_in_the_query_stays_text(client):
    page = client.get("/score/guobiao/?h0=<script>x</script>&m0=<b>y</b>&tile=<i>&o-base=<u>&flag=<s>").content.decode()
    assert not re.search(r"<script>x|<b>y|<i>|<u>|<s>", page) and "&lt;b&gt;y" in page


# --- never a 500 -----------------------------------------------------------------------------------------------------
KEYS = (
    *(f"{key}{n}" for key in ("h", "m", "ready", "flowers", "lack", "open", "out", "claim") for n in range(5)),
    *("tile", "kind", "win", "from", "flag", "dealer", "wind", "fed_by", "bao", "bird", "turned", "genzhuang", "tiles"),
    *("edit", "to", "source", "was", "add", "put", "drop", "typing"),
)
VALUES = (
    *("", "0", "1", "3", "7", "-1", "²", "99999999999999999999", "x", "5m", "E", "a", "123m456p789s11s", "EEE", "5mm"),
    *("pung EEE@2", "chow 123m@3, concealed_kong 1111s", "liangxi CFP", "pung @", "self_draw", "discard", "rob_kong"),
    *("opening", "heavenly", "earthly", "chong_bao", "draw", "after_kong", "last_tile", "bao_draw", "jia", "plain"),
    *("hand", "hand:0", "meld:9", "tile:0", "all", "bird:0", "chow", "kong", "sixi", "m", "\x00", "𝟝m", "ａ" * 500),
    *("[1]", "{}", "players[0].hand", "{zh}", "%(who)s", "null", "NaN", "1e9"),
)


@pytest.mark.parametrize("code", CODES)
def test_nothing_in_the_query_breaks_the_page(client, code):
    rng = random.Random(code)
    options = [f"o-{option.key}" for option in rules.get_ruleset(code).options]
    for round_number in range(150):
        pairs = [(rng.choice(KEYS), rng.choice(VALUES)) for _ in range(rng.randint(1, 12))]
        pairs += [(rng.choice(options), rng.choice((*VALUES, "0", "1", "2", "4"))) for _ in range(rng.randint(0, 3))]
        if rng.random() < 0.6:
            pairs += [("h0", "123m456p789s1m99s"), ("tile", rng.choice(("1m", "9s", "5p")))]
        more = HTMX if round_number % 3 == 0 else {}
        answer = client.get(f"/score/{code}/?{urlencode(pairs)}", **more)
        assert answer.status_code == 200, pairs


def test_cases_are_json_for_the_command(client):
    page = text_of(client.get("/score/guobiao/?h0=123m456m789m55p45s&tile=6s"))
    case = json.loads(re.search(r"<code>(\{.*?\})</code>", page)[1])
    assert rules.score(case)["winners"][0]["total"] == 23
