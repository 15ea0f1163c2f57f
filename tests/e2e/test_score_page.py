"""算番 in a real browser: a hand clicked together fast, typed, sent as a link, and used without JavaScript."""

import pytest

pytestmark = pytest.mark.e2e
HAND = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "5p", "5p", "4s", "5s")


def fans(page) -> list[str]:
    return [row.strip() for row in page.locator("#score-result .fans tbody tr").all_inner_texts()]


@pytest.mark.parametrize("phone", (False, True))
def test_a_hand_clicked_together(server, visit, phone):
    page = visit(server.url, phone=phone)
    page.click("nav a[href='/score/']")
    page.click("a[href='/score/guobiao/']")
    # faster than any answer comes back: not one click may be lost
    page.evaluate(
        "tiles => tiles.forEach(t => document.querySelector(`.palette button[value='${t}']`).click())", list(HAND)
    )
    page.locator(".waits li").nth(1).wait_for()
    assert page.locator("#score-tiles .shown .tile").count() == 13
    assert page.locator(".waits b").all_inner_texts() == ["22", "23"]
    page.click(".waits button[value='6s']")
    page.locator("#score-result .fans").wait_for()
    assert "清龙" in fans(page)[0] and page.locator(".headline b").first.inner_text() == "23"
    page.click("#score-result .not-counted summary")
    assert page.locator(".not-counted li", has_text="无字").is_visible()

    page.click("label:has(#kind-discard)")
    page.locator("#from-2").wait_for()
    page.click("label:has(#from-2)")
    page.wait_for_url("**kind=discard&from=2")
    page.click("label:has(#win-3)")  # the hand goes to North
    page.locator("#h3").wait_for()
    assert page.input_value("#h3") == "123456789m55p45s"
    page.click("label:has(#wind-N)")
    page.wait_for_url("**wind=N")
    told = fans(page)

    page.goto(page.url)  # the address reproduces it
    assert fans(page) == told and page.input_value("#h3") == "123456789m55p45s" and page.locator("#win-3").is_checked()
    page.locator("#score-tiles .shown .tile").first.click()
    page.locator("#score-tiles .gap").wait_for()
    assert page.input_value("#h3") == "23456789m55p45s" and not page.locator(".fans").count()


@pytest.mark.parametrize("language", ("zh-CN", "en-US"))
def test_nothing_is_wider_than_a_narrow_screen(server, visit, language):
    page = visit(language=language, viewport={"width": 320, "height": 640})
    for address in (
        "guobiao/?h0=1112345678999m",
        "guobiao/?h0=11p&m0=pung EEE@1, kong 9999s@2, concealed_kong 1111m, chow 123p@3&tile=1p",
        "chengdu/?h0=55p45s&m0=pung 111m@3&flag=after_kong&o-lack_suit=1&o-blood_battle=1",
        "sichuan258/?kind=opening",
    ):
        page.goto(f"{server.url}/score/{address}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, address


def test_melds_by_clicks_and_an_error_that_names_the_tile(server, visit):
    page = visit(f"{server.url}/score/neimenggu/")
    page.click("label:has(#to-pung)")
    page.click(".palette button[value='5m']")
    page.locator("#score-tiles .meld-button").wait_for()
    assert page.input_value("#m0").startswith("pung 555m@")
    page.click("label:has(#to-hand)")
    for count, tile in enumerate(("5m", "5m"), 1):
        page.click(f".palette button[value='{tile}']")
        page.locator("#score-tiles .shown .tile").nth(count - 1).wait_for()
    page.fill("#h0", "55m123p789s99p")
    page.fill("#tile", "9p")
    page.locator(".wrong-why").wait_for()
    assert "五万 出现了 5 张" in page.inner_text(".wrong-why") and page.locator(".wrong-why .tile").count() == 1


def test_the_keyboard_alone(server, visit):
    page = visit(f"{server.url}/score/guobiao/")
    page.focus("#h0")
    page.keyboard.type("123m456m789m55p45s", delay=15)
    page.locator(".waits").wait_for()
    assert page.evaluate("document.activeElement.id") == "h0" and page.input_value("#h0") == "123m456m789m55p45s"
    page.keyboard.press("Tab")
    page.keyboard.type("6s")
    page.locator("#score-result .fans").wait_for()
    assert page.evaluate("document.activeElement.id") == "tile"
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert fans(page) and page.input_value("#tile") == "6s"
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.locator(".waits").wait_for()
    page.locator(".palette button[value='3s']").focus()
    page.keyboard.press("Enter")
    page.locator("#score-result .fans").wait_for()
    assert page.input_value("#tile") == "3s"


def test_without_javascript(server, visit):
    page = visit(f"{server.url}/score/dalian/", java_script_enabled=False)
    for tile in ("1m", "2m", "3m"):
        page.click(f".palette button[value='{tile}']")
    assert page.input_value("#h0") == "123m"
    page.fill("#h0", "13m456s777p99s")
    page.fill("#m0", "chow 123p@3")
    page.fill("#tile", "2m")
    page.press("#tile", "Enter")
    assert "平胡" in fans(page)[0]
    page.check("#kind-discard", force=True)
    page.press("#tile", "Enter")
    assert page.locator("#from-1").count() == 1 and "点炮" in page.inner_text("#score-result h2")
