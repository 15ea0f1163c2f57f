"""The whole in a real browser: the page loads without a breach of the policy, the socket opens, a crash is survived.

What is on the page belongs to tests/e2e; here only that server, sockets, worker and timer reach a person's screen.
"""

import pytest

pytestmark = [pytest.mark.e2e, pytest.mark.distributed]


def socket_is(page, state, **more):
    """app.js says it on the body. A selector, because the page's policy forbids what wait_for_function does."""
    page.locator(f'body[data-socket="{state}"]').wait_for(state="attached", **more)


def quick_game(page, url):
    """One click from a game: a nickname, then a table with three bots; waits until the socket is open."""
    page.goto(url)
    page.fill('input[name="nickname"]', "测试")
    page.click("form.quick button")
    page.wait_for_url("**/room/*/")
    socket_is(page, "open")


@pytest.mark.parametrize("on_a_phone", [False, True])
@pytest.mark.parametrize("path", ["/", "/login/", "/admin/login/", "/no/such/page/"])
def test_pages_keep_the_policy(server, visit, path, on_a_phone):
    """`visit` fails the test on any breach or exception; a page that needs none still has to have its styles."""
    page = visit(server.url + path, phone=on_a_phone)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.styleSheets.length") >= 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "the page scrolls sideways"


def test_a_quick_game_gives_a_hand_without_another_page_load(server, visit):
    """The hand comes with the page or by the socket; nothing reloads."""
    page = visit()
    quick_game(page, server.url)
    page.wait_for_selector("#hand")
    loads = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    hand = page.locator("#hand button").first
    hand.wait_for()
    assert not loads


def test_a_crash_is_survived(own_server, visit):
    """kill -9 of all, then a start on the same data: the page connects again by itself and keeps its seat."""
    own_server.start()
    page = visit()
    quick_game(page, own_server.url)
    address = page.url
    page.wait_for_selector("#hand")
    own_server.kill()
    socket_is(page, "closed")
    own_server.start()
    socket_is(page, "open", timeout=20_000)
    assert page.url == address
    page.wait_for_selector("#hand")
