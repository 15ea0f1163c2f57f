"""Hints in a real browser: the tile that is pointed at, lifted or focused says what its discard leaves, its visible
copies are lit, and nothing on the table moves for it."""

import pytest

from tests.games import room_views
from tests.games.test_views_browser import SITE, Stage, whole_page

pytestmark = pytest.mark.e2e
PLACES = """() => ['hand', 'actions', 'hints', 'seat-me', 'pond-me', 'status'].map(id => {
  const box = document.getElementById(id).getBoundingClientRect();
  return [id, ...[box.x, box.y, box.width, box.height].map(Math.round)].join(' '); })"""
SAID = """() => [...document.querySelectorAll('#hints .now:not([hidden])')].map(line => {
  const copy = line.cloneNode(true);
  copy.querySelectorAll('img').forEach(one => one.replaceWith(one.alt));
  return copy.textContent.replace(/\\s+/g, ''); }).join('')"""
LIT = "() => [...document.querySelectorAll('.same img')].map(one => one.alt + ' ' + one.closest('[id]').id).sort()"


def says(page, start: str) -> str:
    """Wait until the line begins so."""
    page.wait_for_function(f"() => ({SAID})().startsWith('{start}')")
    return page.evaluate(SAID)


def test_a_tile_that_is_pointed_at_says_what_its_discard_leaves(desktop):
    page, stage = desktop, Stage(desktop)
    stage.show("with_hints")
    says(page, "打红中三万余1张")  # the drawn tile's
    before = page.evaluate(PLACES)
    page.hover("#hand [data-tile='5m']")
    assert "只能自摸12分(过胡)七万余4张点炮16–32，自摸64分红中空听" in says(page, "五万余2张打五万")
    assert page.evaluate(LIT) == []  # no copy of it lies open
    page.hover("#hand [data-tile='9s']")
    says(page, "九条余2张")
    assert page.evaluate(LIT) == ["九条 pond-right"]
    page.hover("#hand [data-tile='1m']")
    says(page, "一万")
    assert page.evaluate(LIT) == ["一万 pond-across", "一万 pond-left"]
    view = room_views.fresh("with_hints")
    view["deal"]["view"]["seats"][1]["pond"].append({"tile": "1m", "claimed": False, "from_hand": True})
    stage.push(view)  # a copy that comes while one looks is lit too, and the others stay so
    page.locator("#pond-right .same").wait_for()
    assert page.evaluate(LIT) == ["一万 pond-across", "一万 pond-left", "一万 pond-right"]
    stage.push("with_hints")
    page.locator("#pond-right .same").wait_for(state="detached")
    page.mouse.move(2, 2)
    says(page, "打红中")
    assert page.evaluate(LIT) == [] and page.evaluate(PLACES) == before
    page.focus("#hand [data-tile='1m']")
    page.keyboard.press("ArrowRight")  # the focus speaks as the pointer does
    says(page, "二万")
    assert page.evaluate(LIT) == ["二万 pond-across"]


def test_on_a_phone_the_lifted_tile_speaks_and_nothing_moves(phone):
    page, stage = phone, Stage(phone)
    page.set_viewport_size({"width": 360, "height": 640})
    stage.show("with_hints")
    before = page.evaluate(PLACES)
    page.tap("#hand [data-tile='5m']")
    says(page, "五万余2张打五万")
    assert page.evaluate(PLACES) == before and not stage.posts  # lifted, not played
    page.tap("#hints summary")
    listed = page.locator("#hints li").all_inner_texts()
    assert len(listed) == 4 and all(page.locator("#hints li").nth(i).is_visible() for i in range(4))


def test_the_line_keeps_its_place_when_it_has_nothing_to_say(phone):
    page, stage = phone, Stage(phone)
    empty = room_views.fresh("with_hints")
    empty["deal"]["hints"] |= {"after": []}
    places = []
    for state in (empty, room_views.fresh("with_hints")):
        stage.html = whole_page(state, "zh-hans")
        page.goto(f"{SITE}/room/482915/")
        places.append(page.evaluate(PLACES))
    assert places[0] == places[1]
