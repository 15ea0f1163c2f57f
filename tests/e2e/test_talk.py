"""Talk between two browsers at one table: what one types the other reads, and nothing that comes in disturbs it."""

from __future__ import annotations

import pytest

from tests.e2e.player import Player

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

BUBBLE = "#bubbles .bubble"


def open_talk(page) -> None:
    page.click("#talk-box > summary")
    page.locator("#say").wait_for()


def texts(page) -> list[str]:
    return page.locator("#talk li > bdi").all_inner_texts()


def box(page, selector) -> dict:
    return page.locator(selector).bounding_box()


def apart(one: dict, other: dict) -> bool:
    """Do two boxes share no pixel?"""
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


def say(page, words: str) -> int:
    """Type and send; the status of the answer."""
    with page.expect_response("**/say/") as answer:
        page.fill("#say", words)
        page.press("#say", "Enter")
    return answer.value.status


def the_log_stays_where_it_is_read(host, guest):
    """At its end it follows what comes, elsewhere it stays. A refusal keeps the words that were typed."""
    here, there = host.page, guest.page
    lines = there.locator("#talk-lines")
    lines.evaluate("log => { log.style.flex = 'none'; log.style.height = '60px'; log.style.minHeight = '0'; }")
    say(here, "第一句")
    say(there, "second")
    guest.press(".faces button[value=laugh]")
    host.press(".phrases button[value=wait]")
    there.locator("#talk li:has-text('One moment')").wait_for()
    assert lines.evaluate("log => log.scrollHeight - log.scrollTop - log.clientHeight") < 2
    lines.evaluate("log => { log.scrollTop = 5; }")
    here.wait_for_timeout(1500)  # not so fast
    assert say(here, "又一句") == 200
    there.locator("#talk li:has-text('又一句')").wait_for(state="attached")
    assert lines.evaluate("log => log.scrollTop") == 5
    assert say(here, "太快的一句") == 409
    here.locator("#notice:has-text('请稍等')").wait_for()
    assert here.input_value("#say") == "太快的一句"


@pytest.fixture
def two(lively, visit):
    """A host on a desk and a guest with an English phone, in the lobby."""
    host, guest = Player(visit(), "东东"), Player(visit(phone=True, language="en-US"), "Anna")
    guest.join(lively.url, host.make_table(lively.url, "dalian", choices={"deals": "4", "clock": "0"}))
    guest.socket("open")
    return host, guest


def test_two_people_talk_from_the_lobby_to_the_table(two):
    host, guest = two
    here, there = host.page, guest.page

    # the lobby: a toast and a dot for the one, the log for the other, each in their own language
    open_talk(there)
    there.click(".phrases button[value=hello]")
    here.locator(f"{BUBBLE}.at-table:has-text('大家好')").wait_for()
    assert here.locator("#talk-new").is_visible()
    there.locator("#talk li:has-text('Hello')").wait_for()
    assert not there.locator(BUBBLE).count()  # it is read in the panel
    open_talk(here)
    assert not here.locator("#talk-new").is_visible()

    # Enter while a character is being chosen sends nothing; half-typed words survive a swap of the lobby and its end
    keyboard = here.context.new_cdp_session(here)
    here.focus("#say")
    keyboard.send("Input.imeSetComposition", {"text": "nihao", "selectionStart": 5, "selectionEnd": 5})
    for kind in ("rawKeyDown", "keyUp"):
        keyboard.send("Input.dispatchKeyEvent", {"type": kind, "windowsVirtualKeyCode": 229, "key": "Enter"})
    guest.ready()
    here.locator("#lobby .place:has-text('Anna') .yes").wait_for()
    assert here.input_value("#say") == "nihao" and host.posts == 0
    keyboard.send("Input.insertText", {"text": "你好"})
    here.click("#lobby h2")  # clicking elsewhere neither sends nor closes
    assert here.input_value("#say") == "你好" and len(texts(here)) == 1
    host.add_bots(2)
    host.start()
    there.locator("#hand ul li").first.wait_for()
    assert here.input_value("#say") == "你好"

    # the table: sent, cleared, still in focus; a bubble at the right seat of whoever has the panel closed
    there.click("#talk-box > summary")
    with here.expect_response("**/say/"):
        here.press("#say", "Enter")
    there.locator(BUBBLE).filter(has_text="你好").wait_for()
    assert here.input_value("#say") == ""
    assert here.evaluate("document.activeElement.id") == "say"
    place = there.locator("#table > .seat:has-text('东东')").get_attribute("id").removeprefix("seat-")
    bubble, seat = there.locator(f"{BUBBLE}.at-{place}").bounding_box(), box(there, f"#seat-{place}")
    assert not apart(bubble, seat | {"height": seat["height"] + 12})
    assert apart(bubble, box(there, "#hand")) and apart(bubble, box(there, "#actions"))

    # the button never lies over hand or claim bar, nor does the open panel
    for player in two:
        button = box(player.page, "#talk-box > summary")
        assert apart(button, box(player.page, "#hand")) and apart(button, box(player.page, "#actions"))
    open_talk(there)
    assert apart(box(there, ".talk"), box(there, "#hand")) and apart(box(there, ".talk"), box(there, "#actions"))

    # what was said before the page was loaded does not pop up
    here.reload()
    host.socket("open")
    here.locator("#talk li").nth(1).wait_for(state="attached")
    assert not here.locator(BUBBLE).count() and not here.locator("#talk-new").is_visible()

    # mute: not heard by that one alone
    there.click(".mutes > summary")
    guest.press("#mutes button[aria-label='Mute 东东']")
    there.locator("#talk li:has-text('你好')").wait_for(state="detached")
    assert texts(there) == ["Hello, everybody!"]
    open_talk(here)
    assert texts(here) == ["大家好！", "你好"]
    guest.press("#mutes button[aria-label='Hear 东东 again']")
    there.locator("#talk li:has-text('你好')").wait_for(state="attached")
    there.click(".mutes > summary")
    the_log_stays_where_it_is_read(host, guest)
