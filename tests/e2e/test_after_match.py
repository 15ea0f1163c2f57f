"""After the play, by clicks: the match so far, the standings, the text for the group chat, my matches, the records."""

from __future__ import annotations

import re

import pytest

from tests.e2e.player import Player

pytestmark = pytest.mark.e2e
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"  # as on plain http at home


def test_from_the_last_result_to_my_matches(server, visit):
    page = visit(phone=True)
    page.add_init_script(NO_CLIPBOARD)
    player = Player(page, "东东")
    code = player.make_table(server.url, "dalian", choices={"deals": "4", "clock": "0"})
    player.add_bots(3)
    player.start()
    player.play_deal()
    page.click("#result .running summary")
    assert page.locator("#result .by-deal tbody tr").count() == 1
    link = page.get_attribute("#result .to-deal a", "href")

    player.press("#result button[formaction$='next/']")
    page.locator("#hand ul li").first.wait_for()
    page.click("#menu")
    player.press("#topbar button[name=kind][value=end]")
    page.locator("#standings .ranks").wait_for()
    assert page.get_attribute("#standings .by-deal tbody a", "href") == link

    page.click("#standings [data-copy-text]")
    page.locator("#standings [data-copy-text]", has_text="已复制").wait_for()
    text = page.input_value("#share-text")
    selected = page.evaluate("(b => b.value.slice(b.selectionStart, b.selectionEnd))(document.activeElement)")
    assert selected == text and text.endswith(f"\n{server.url.rstrip('/')}/room/{code}/")
    assert re.search(r"^\d\. 东东 [+−]?\d+$", text, re.M) and f"桌号 {code}" in text and "共打 1 局" in text

    page.click("#standings .also a[href='/']")
    page.click("main a[href='/me/']")
    row = page.locator(".my-matches li")
    assert row.count() == 1 and "已解散" in row.inner_text() and code in row.inner_text()
    with page.expect_download() as download:
        page.click("a[href='/me/records.zip']")
    assert download.value.suggested_filename.endswith(".zip")
    row.locator("a").click()
    page.locator(".payments, .past h2 + p").first.wait_for()
    with page.context.expect_page() as opened:
        page.click(f".by-deal a[href='{link}']")
    opened.value.locator("main h1").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
