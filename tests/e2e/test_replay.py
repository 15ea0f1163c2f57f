"""The replay in a browser: links, keys, swipes, playing by itself, the proof on one click, and no script at all."""

import pytest

pytestmark = pytest.mark.e2e
PLAY = """
import random
import rules
from games import services
from tests.games.conftest import finish_deal

rng = random.Random(8)
def bot(state, seat):
    return rules.parse(rules.bots.choose("normal", rules.view_for(state, seat), rng))
claimed = False
while not claimed:  # a deal with a claim in it: nearly every one
    deal = finish_deal(services.quick_game(user=services.make_guest(nickname="回看"), ruleset="dalian"), bot)
    claimed = deal.steps.filter(action__regex="^(chow|pung)").exists()
print("KEY", deal.key)
"""


@pytest.fixture(scope="module")
def address(server):
    """The page of a deal that was played on the site, by its own services, without the waiting."""
    return f"{server.url}/deal/{server.manage('shell', '--no-imports', '-c', PLAY).split()[-1]}/"


def at(page, step, seat=0):
    """Wait until the board shows this step from this seat, and the address says so."""
    page.locator(f'#replay-bar[data-step="{step}"][data-seat="{seat}"]').wait_for()
    page.wait_for_url(f"**/?step={step}&seat={seat}")


def test_steps_by_keys_links_and_by_itself(address, visit):
    page = visit(address)
    last = int(page.get_attribute("#replay-bar", "data-last"))
    page.keyboard.press("ArrowRight")
    at(page, 1)
    for _ in range(4):
        page.keyboard.press("ArrowRight")  # quicker than the answers: none is lost
    at(page, 5)
    page.keyboard.press("ArrowLeft")
    at(page, 4)
    page.keyboard.press("End")
    at(page, last)
    assert page.locator("#go-next").get_attribute("href") is None
    page.keyboard.press("Shift+C")
    page.locator(f'#replay-bar:not([data-step="{last}"])').wait_for()
    claim = int(page.get_attribute("#replay-bar", "data-step"))
    assert 0 < claim < last
    page.keyboard.press("c")
    page.locator(f'#replay-bar:not([data-step="{claim}"])').wait_for()
    page.keyboard.press("Home")
    at(page, 0)

    page.click("#from-2")
    at(page, 0, 2)
    name = page.inner_text("#from-2 .name")
    assert name in page.inner_text("#seat-me")
    page.click("#go-next")
    at(page, 1, 2)
    assert page.evaluate("document.activeElement.id") == "go-next"
    page.click(".moves summary")
    line = page.locator(".moves a[data-go]").nth(5)
    step = line.get_attribute("data-go")
    line.click()
    at(page, step, 2)
    assert page.locator(".moves [aria-current]").get_attribute("data-go") == step
    words = page.inner_text("#status .sentence")

    page.reload()
    at(page, step, 2)
    assert page.inner_text("#status .sentence") == words
    page.click("#play")
    at(page, int(step) + 1, 2)
    page.keyboard.press("Home")
    at(page, 0, 2)
    assert page.get_attribute("#play", "aria-pressed") == "false"

    page.click("#check")
    page.locator(".verdict.ok").wait_for()
    page.locator(".by-browser.ok").wait_for()
    assert page.locator(".checks li").count() == 6
    with page.expect_download() as download:
        page.click("a[download]")
    assert download.value.suggested_filename.startswith("deal-")


def test_on_a_phone_by_swipes_and_nothing_is_wider_than_the_screen(address, visit):
    page = visit(address, phone=True, viewport={"width": 360, "height": 640})
    touch = page.context.new_cdp_session(page)

    def swipe(dx):
        box = page.locator("#board").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + 150
        for kind, points in (("touchStart", [(x, y)]), ("touchMove", [(x + dx, y)]), ("touchEnd", [])):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    swipe(-120)
    at(page, 1)
    swipe(-120)
    at(page, 2)
    swipe(120)
    at(page, 1)
    last = int(page.get_attribute("#replay-bar", "data-last"))
    for step in (last // 2, last):
        page.goto(f"{address}?step={step}&seat=1")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for seat in page.locator("#board .seat").all():
            box = seat.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    for control in page.locator(".controls a").all():
        assert control.bounding_box()["height"] >= 44


def test_without_a_script_every_step_is_a_link(address, visit):
    page = visit(address, java_script_enabled=False)
    page.click("#go-next")
    page.locator('#replay-bar[data-step="1"]').wait_for()
    page.click("#from-3")
    page.locator('#replay-bar[data-step="1"][data-seat="3"]').wait_for()
    assert not page.locator("#play").is_visible()
    page.click("#check")
    page.locator(".verdict.ok").wait_for()
    assert page.locator(".checks li:visible").count() == 5
