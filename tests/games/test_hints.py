"""The part "hints" and the marks of the hand: what they say, to whom, and that the room's option turns them off."""

import re

import pytest
from django.utils.translation import override

import rules
from games import hint_parts, render, selectors
from tests.games import room_views
from tests.rules.position import seat, table

from .test_secrecy import snapshot

NM = {"ruleset": "neimenggu"}
READY = seat("46s789m234m99p", "pung 111p@0")  # waits for 5s


def screen(deal: rules.Deal, viewer: int | None, language: str = "zh-hans") -> dict[str, str]:
    snap, user = snapshot(deal, viewer)
    return dict(render.parts(selectors.shape(snap, user), language))


def words(html: str) -> str:
    """What can be read, pictures by their names."""
    return " ".join(re.sub(r"<[^>]*>", " ", re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r"\1", html)).split())


def test_a_waiting_hand_says_what_it_waits_for():
    deal = table(seat(), READY, seat(pond="5s"), turn=0, **NM)
    assert words(screen(deal, 1)["hints"]) == "听 五条 余 3 张 点炮 2，自摸 6 分"
    assert words(screen(deal, 1, "en")["hints"]) == "Ready for 5 bamboos 3 unseen 2, drawn 6 points"


def test_the_own_turn_says_what_each_discard_leaves():
    deal = table(seat(), READY, turn=1, wall="N", **NM)
    parts = screen(deal, 1)
    now = words(re.search(r'<p class="now" tabindex="0">.*?</p>', parts["hints"])[0])
    assert now == "打 北风 五条 余 4 张 点炮 2，自摸 6 分"  # the drawn tile's
    items = re.findall(r"<li([^>]*)><button[^>]*value=\"discard ([^\"]*)\"([^>]*)", parts["hand"])
    marked = {tile: title for classes, tile, title in items if "leaves" in classes}
    assert set(marked) == {row["tile"] for row in rules.hints_for(deal, 1)["after"]} and len(marked) < len(items)
    assert 'title="打出后听 五条"' in marked["N"] and all("title" not in t for c, _, t in items if "leaves" not in c)
    assert set(re.findall(r'data-for="([^"]*)"', parts["hints"])) == set(marked)


def test_a_wait_that_does_not_count_says_why():
    closed = table(seat(), seat("46s789m234m99p111p"), turn=0, **NM)
    html = screen(closed, 1)["hints"]
    assert "没有开门，房间没有勾选闭门胡" in words(html) and 'class="wait short"' in html
    passed = table(seat(), seat("45s789m234m99p", "pung 111p@0", guohu=True), turn=0, **NM)
    assert "只能自摸 3 分 (过胡：下次打牌以前只能自摸)" in words(screen(passed, 1)["hints"])


def test_nobody_else_gets_them():
    deal = table(seat(), READY, turn=1, wall="N", **NM)
    for viewer in (0, 2, None):
        parts = screen(deal, viewer)
        assert "五条" not in words(parts["hints"]) and "leaves" not in "".join(parts.values())
    assert screen(deal, None)["hints"] == '<div id="hints" hidden hx-swap-oob="true"></div>'


def test_the_rooms_option_turns_them_off():
    off = table(seat(), READY, turn=1, wall="N", options={"hints": False}, **NM)
    parts = screen(off, 1)
    assert " hidden" in parts["hints"] and "leaves" not in parts["hand"]


def test_a_bots_seat_gets_none():
    deal = table(seat(), READY, turn=1, wall="N", **NM)
    snap, user = snapshot(deal, 1)
    assert selectors.shape(snap, user)["deal"]["hints"]["after"]
    snap.seats[1].bot_level = "normal"  # a bot stands in
    assert selectors.shape(snap, user)["deal"]["hints"] is None


def test_the_best_discard_stands_on_top_when_no_tile_was_drawn():
    hints = room_views.with_hints()["deal"]["hints"]
    with override("zh-hans"):
        drawn, claimed = hint_parts.context(hints, "C"), hint_parts.context(hints, None)
    assert words(drawn["now"]).startswith("打 红中 三万 余 1 张 点炮 8–16，自摸 32 分 六万 余 3 张 没有三色全")
    # six tiles to win on, and dearer
    assert words(claimed["now"]).startswith("打 五万 四万 余 2 张 只能自摸 12 分 (过胡) 七万")
    assert [row["tile"] for row in drawn["rows"]] == ["C", "5m", "E", ""]  # a declaration is in the list only


def test_marks_tell_apart_what_counts():
    with override("zh-hans"):
        marks = hint_parts.marks(room_views.with_hints()["deal"]["hints"])
    assert {tile: classes for tile, (classes, _) in marks.items()} == {
        "C": "leaves", "5m": "leaves", "E": "leaves short"
    }  # fmt: skip
    assert marks["C"][1] == "打出后听 三万 六万"


@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_visible_copies_only_have_names(code):
    """What hovering lights are pictures that are there; a hidden tile has the back's picture and no name."""
    deal, _ = rules.start(code, {}, bytes(32), dealer=0)
    for viewer in (0, 1, None):
        for part, html in screen(deal, viewer).items():
            named = re.findall(r'data-(?:tile|for)="([^"]*)"', html)
            assert not named or part in ("hand", "hints")
            assert viewer is not None or not named


@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_only_hands_that_wait_are_scored_and_views_think_of_none(code, monkeypatch):
    """They are on the way of every click: a hand far from ready costs no scoring, a bot's look no hint at all."""
    ours = rules.get_ruleset(code)
    deal, _ = rules.start(code, {}, bytes(31) + b"\1", dealer=0)
    asked = []
    evaluate, formal = ours.evaluate, ours.formal_waits
    monkeypatch.setattr(ours, "evaluate", lambda *a: asked.append("score") or evaluate(*a))
    monkeypatch.setattr(ours, "formal_waits", lambda *a: asked.append("waits") or formal(*a))
    looks = 0
    while not deal.over and not deal.settling and looks < 60:
        one, before = deal.actors[0], len(asked)
        rules.view_for(deal, one)
        assert len(asked) == before
        found = rules.hints_for(deal, one)
        if not found["waits"] and not found["after"]:
            assert "score" not in asked[before:]
            looks += 1
        deal, _ = rules.apply(deal, one, rules.default_action(deal, one))
    assert looks > 10 and "waits" in asked
