"""A whole match by clicks: from the home page through the form to the standings, in every rule set."""

import re

import pytest

import rules
from tests.e2e.player import CJK, Player

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
LATIN = re.compile(r"[A-Za-z]{3,}")
BOXES = {
    "dalian": {},
    "neimenggu": {"liangxi": True, "haidi": True, "genzhuang": True},
    "chengdu": {"blood_battle": True, "swap_three": True, "lack_suit": True, "kong_money": True},
    "sichuan258": {"liuliushun": True, "guoshui": True},
}


def points(texts) -> list[int]:
    return [int(text.replace("−", "-").replace("+", "").replace("±", "")) for text in texts]


def assert_result(player: Player) -> None:
    """The newest result: four hands, changes that sum to zero, the seed and its hash."""
    # Read in one go: the next deal may take the sheet's place at any moment.
    shown = player.page.evaluate(
        "() => { const all = s => [...document.querySelectorAll('#result ' + s)];"
        " const words = s => all(s).map(e => e.textContent.trim());"
        " return [words('.delta'), all('.open-hand img').length, words('.proof code')]; }"
    )
    deltas, tiles, (digest, seed) = points(shown[0]), shown[1], shown[2]
    assert len(deltas) >= 2 and sum(deltas) == 0
    assert tiles >= 13 * len(deltas)
    assert rules.seed_hash(bytes.fromhex(seed)) == digest


def assert_standings(player: Player, deals: int) -> None:
    page = player.page
    totals = points(page.locator("#standings .ranks b").all_inner_texts())
    assert sum(totals) == 0 and totals == sorted(totals, reverse=True)
    rows = page.locator("#standings .by-deal tbody tr")
    assert rows.count() == deals
    table = [points(rows.nth(n).locator("td").all_inner_texts()) for n in range(deals)]
    assert all(sum(row) == 0 for row in table)
    assert sorted(map(sum, zip(*table, strict=True)), reverse=True) == totals


def assert_kindly_answered(player: Player) -> None:
    """Every click was taken. Only a claim can come too late: when somebody else's has gone before it."""
    assert set(player.answers) <= {200, 409} and player.answers.count(409) <= len(player.refused)
    assert not [action for action in player.refused if action.startswith("discard")], player.refused


def test_a_match_from_the_home_page_to_the_standings_and_again(lively, visit):
    player = Player(visit(), "东东")
    code = player.make_table(lively.url, "dalian", choices={"deals": "4"})
    assert re.fullmatch(r"\d{6}", code)
    player.add_bots(3)
    player.start()
    results = player.play_match(assert_result)
    assert results == 4
    assert_standings(player, 4)
    assert any(action.startswith("discard") for action in player.played)
    assert_kindly_answered(player)
    player.press("#standings button[formaction$='again/']")
    player.page.locator("#hand ul li").first.wait_for()
    assert not player.page.locator("#standings .ranks").is_visible()
    player.play_one()


@pytest.mark.parametrize("code", [code for code in rules.ruleset_codes() if code != "dalian"])
def test_every_rule_set_with_boxes_ticked(lively, visit, code):
    """By the keyboard, on a phone's screen; nothing on it is in the wrong language."""
    player = Player(visit(phone=True), "西西", keys=True)
    boxes = BOXES.get(code, {})
    player.make_table(lively.url, code, boxes, {"deals": "4"})
    assert player.page.locator("#lobby .options .changed").count() == len(boxes) + 1
    player.add_bots(player.page.locator("#lobby .place.empty").count(), "easy")
    player.start()
    strange = set(LATIN.findall(player.words()))
    player.play_deal()
    assert player.compared
    assert_result(player)
    strange.update(LATIN.findall(player.words()))
    player.press("#result button[formaction$='next/']")
    player.page.locator("#hand ul li").first.wait_for()
    assert_kindly_answered(player)
    assert not strange, strange


@pytest.mark.distributed
def test_a_deal_in_english(lively, visit):
    """One click from a game, and no Chinese word on any screen of it."""
    page = visit(lively.url, language="en-US")
    player = Player(page, "Anna")
    page.fill("form.quick input[name=nickname]", "Anna")
    page.click("form.quick button.primary")
    page.locator("#hand ul li").first.wait_for()
    player.socket("open")
    strange = set()
    while True:
        found = player.wait_for_me()
        strange.update(CJK.findall(player.words()))
        if found["next"]:
            break
        player.play_one(found)
    assert page.inner_text("#result > summary").startswith("Result")
    assert not strange, strange
