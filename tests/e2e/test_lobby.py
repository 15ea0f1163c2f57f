"""A lobby in two browsers: from the link to the seat, swapping, options read anew, shown out and allowed again."""

from __future__ import annotations

import pytest

from tests.e2e.player import Player

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def is_in_view(page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    return box["x"] >= 0 and box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"]


def test_friends_settle_the_table(lively, visit):
    host = Player(visit(), "东东")
    host.make_table(lively.url, "dalian", choices={"deals": "4", "clock": "0"})
    link = host.page.url

    # two clicks: a name, a seat
    page = visit(link, phone=True, language="en-US", viewport={"width": 360, "height": 640})
    guest = Player(page, "Anna")
    assert "东东 invites you" in page.inner_text(".invited")
    page.fill("main input[name=nickname]", "Anna")
    page.click("main form button.primary")
    assert is_in_view(page, ".lobby-go .primary")
    page.click(".lobby-go .primary")
    page.locator(".place.is-me").wait_for()
    assert is_in_view(page, ".lobby-go .primary") and page.locator(".briefing.to-read li").count() > 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # she asks for the host's seat, he agrees
    guest.press(".place:has-text('东东') button[formaction$='/swap/']")
    host.press(".place.asks button[formaction$='/agree-swap/']")
    assert "东东" in host.page.locator(".place").nth(1).inner_text()
    page.locator(".place.is-me .number", has_text="1").wait_for()

    # read and ready; then the host changes an option: read anew
    guest.ready()
    page.locator(".briefing:not(.to-read)").wait_for()
    host.page.click("a[href$='/options/']")
    host.page.select_option("select[name=o-deals]", "16")
    host.page.click("#options .go button")
    page.locator(".briefing.to-read .fresh", has_text="16").wait_for()
    assert page.locator(".options .fresh").count() == 1

    # shown out, told why; allowed again, back at the first seat that is free
    host.page.locator(".rule summary").click()
    host.press(".rule-menu button[formaction$='/kick/']")
    page.locator(".error-page", has_text="removed you").wait_for()
    host.press("button[formaction$='/allow-again/']")
    page.goto(link)
    page.click(".lobby-go .primary")
    page.locator(".place.is-me").wait_for()
    guest.ready()
    host.press("button[formaction$='/fill/']")
    host.start()
    page.locator("#hand ul li").first.wait_for()
