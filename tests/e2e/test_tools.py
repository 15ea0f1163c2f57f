"""In real browsers: the menu of the table, a vote, a pause, 托管 by hand, and one person with two pages."""

import re

import pytest

from games import render
from tests.e2e.player import Player
from tests.games import room_views
from tests.games.test_views_browser import Stage

pytestmark = pytest.mark.e2e

PARTS_MOVED = "() => ['hand', 'actions', 'status'].map(id => document.getElementById(id).getBoundingClientRect().top)"


@pytest.fixture
def stage(visit):
    return Stage(visit(viewport={"width": 390, "height": 844}))


@pytest.mark.slow
def test_two_pages_of_one_person_and_the_menu(lively, visit):
    one = Player(visit(), "东东")
    one.make_table(lively.url, "dalian", choices={"deals": "4", "clock": "0"})
    one.add_bots(3)
    one.start()
    one.wait_for_me()

    # the second page drives, the first one looks on and says so
    two = Player(one.page.context.new_page(), "东东")
    two.page.goto(one.page.url)
    one.page.locator("#elsewhere:has-text('别处')").wait_for()
    assert one.page.locator("#hand[inert], #actions[inert]").count() == 2
    two.play_one()
    assert two.page.locator("#elsewhere").is_hidden() and not two.page.locator("[inert]").count()
    window = two.wait_for_me()["window"]
    one.page.locator(f'#actions input[name=window][value="{window}"]').wait_for(state="attached")  # it still looks on
    assert one.page.locator("#hand[inert], #actions[inert]").count() == 2

    # "play here", and it is the other way round; when this page is closed, the other one is the newest again
    one.page.click("#elsewhere a")
    two.page.locator("#elsewhere:has-text('别处')").wait_for()
    one.socket("open")
    one.play_one()
    one.page.close()
    two.page.locator("#elsewhere").wait_for(state="hidden")
    two.play_one()

    # a pause, by the menu: nothing to play until somebody goes on (one person among bots agrees with himself)
    page = two.page
    two.wait_for_me()
    page.click("#menu")
    two.press("#topbar button[value='pause']")
    page.locator("#vote.paused").wait_for()
    assert page.locator("#topbar details.menu[open]").count() == 0
    assert "牌桌暂停" in page.inner_text("#status") and not page.locator("#hand button[name], .clock").count()
    two.press("#vote button[formaction$='/resume/']")
    page.locator("#vote").wait_for(state="hidden")

    # 托管 on and off
    if not two.wait_for_me()["standings"]:
        page.click("#menu")
        two.press("#topbar button[formaction$='/hand-over/']")
        page.locator("#seat-me .mark.auto:has-text('托管')").wait_for()
        page.click("#menu")
        two.press("#topbar button[formaction$='/take-over/']")
        page.locator("#seat-me .mark.auto").wait_for(state="detached")


def test_a_vote_lies_over_the_table_and_moves_nothing(stage):
    stage.show("my_turn")
    before = stage.page.evaluate(PARTS_MOVED)
    stage.push("voting")
    stage.page.wait_for_selector("#vote:has-text('未表态')")
    box = stage.page.locator("#vote").bounding_box()
    assert stage.page.evaluate(PARTS_MOVED) == before and box["y"] + box["height"] < before[2]
    assert stage.page.locator("#vote .answers li").all_inner_texts() == [
        "小王 未表态",
        "Anna ✓ 同意",
        "大连老李头 ✗ 不同意",
    ]
    stage.page.click("#vote button[value='1']")
    assert stage.posts == [("/room/482915/vote/", {"agree": "1", "csrfmiddlewaretoken": "t"})]


def test_the_menu_stays_open_until_something_is_chosen(stage):
    stage.show("my_turn")
    stage.page.click("#menu")
    others = room_views.fresh("my_turn")
    others["tools"]["replace"] = [1, 2]  # somebody goes while the menu is open
    stage.push(others)
    stage.page.wait_for_selector("#topbar button[formaction$='/replace/'][value='1']:visible")
    stage.page.click("#topbar button[formaction$='/replace/'][value='2']")
    stage.page.wait_for_selector("#topbar details:not([open])")
    assert stage.posts[-1] == ("/room/482915/replace/", {"number": "2", "csrfmiddlewaretoken": "t"})
    assert stage.page.evaluate("document.activeElement.id") == "menu"
    stage.page.click("#menu")
    stage.page.keyboard.press("Escape")
    assert stage.page.evaluate("document.activeElement.id") == "menu"
    assert not stage.page.locator("#topbar details[open]").count()


def test_what_is_unfolded_stays_while_others_get_ready(stage):
    page = stage.page
    stage.show("result")
    page.wait_for_timeout(350)
    page.click("#result .proof summary")
    page.click("#result .chosen summary")
    page.evaluate("document.getElementById('sheets').scrollTop = 9999")
    before = page.evaluate("document.getElementById('sheets').scrollTop")
    page.focus("#result .to-deal a")
    others_are_ready = room_views.fresh("result")
    others_are_ready["waiting_for"] = others_are_ready["waiting_for"][1:]
    for state in (others_are_ready, "result"):
        stage.push(state)
        page.wait_for_timeout(80)
        assert page.locator("#result .proof[open], #result .chosen[open]").count() == 2
        assert page.evaluate("document.activeElement.matches('#result .to-deal a')")
        assert abs(page.evaluate("document.getElementById('sheets').scrollTop") - before) < 60
    page.click("#result > summary")  # to look at the table
    stage.push(room_views.fresh("result") | {"waiting_for": [0]})
    page.wait_for_timeout(80)
    assert not page.locator("#result[open]").count()


def test_an_older_page_goes_on_showing_the_table(stage):
    stage.show("my_turn")
    stage.page.focus("#h3")
    stage.sockets[-1].send(render.elsewhere(room_views.fresh("my_turn"), True, "zh-hans"))
    stage.page.wait_for_selector("#hand[inert]")
    assert stage.page.evaluate("document.activeElement.closest('#elsewhere') !== null")
    stage.push("waiting")
    stage.page.wait_for_selector("#status:has-text('等待应答')")
    assert stage.page.locator("#hand[inert], #actions[inert]").count() == 2
    stage.page.keyboard.press("Enter")
    stage.page.wait_for_load_state()
    stage.page.wait_for_selector("#elsewhere", state="hidden")
    assert not stage.posts


def test_a_socket_that_only_calls_itself_open_is_let_go(stage):
    """LESSONS W25: another network, or a phone that slept; the socket is dead and does not know."""
    stage.page.clock.install()
    stage.show("my_turn")
    stage.page.evaluate("dispatchEvent(new Event('online'))")
    stage.page.clock.run_for(2000)
    stage.page.wait_for_selector("body[data-socket=open]", state="attached")
    assert len(stage.sockets) == 2

    news = "".join(render.parts(room_views.fresh("waiting"), "zh-hans").values())
    stage.page.route("**/parts/*", lambda route: route.fulfill(body=news, content_type="text/html; charset=utf-8"))
    stage.page.clock.run_for(25_000)  # a question brings what the socket should have brought
    stage.page.wait_for_selector("#status:has-text('等待应答')")
    assert len(stage.sockets) == 2
    for _ in range(10):
        stage.page.clock.run_for(3000)
    stage.page.wait_for_timeout(50)
    assert len(stage.sockets) == 3


def test_a_message_that_does_not_fit_what_the_page_has_heard_otherwise(stage):
    """The answer to my own discard tells of a state that the socket skips: what the next message leaves out is not what
    stands on this page, so the page asks for everything. Messages that fit ask for nothing."""
    stage.show("my_turn")
    first = render.parts(room_views.fresh("my_turn"), "zh-hans")
    answered = render.parts(room_views.fresh("playing"), "zh-hans")
    view = room_views.fresh("my_turn")
    view["deal"]["view"]["seats"][1]["pond"].append({"tile": "9p", "claimed": False, "from_hand": True})
    later = render.parts(view, "zh-hans")

    def tell(before, now):
        changed = {part: text for part, text in now.items() if before[part] != text}
        changed["sync"] = render.following(now["sync"], before["sync"])
        stage.sockets[-1].send("".join(changed.values()))
        stage.page.locator(f"#sync[data-ask='{address(now)}']").wait_for(state="attached")

    def address(now):
        return re.search('data-ask="([^"]*)"', now["sync"])[1]

    stage.push("my_turn")
    tell(first, later)
    tell(later, first)
    stage.answer = (200, "".join(answered.values()))
    stage.page.wait_for_timeout(250)  # the hand is dead for a moment
    stage.page.locator("#hand button[name=action]").last.click()
    stage.page.locator(f"#sync[data-ask='{address(answered)}']").wait_for(state="attached")
    tell(first, answered)  # the same by the socket
    stage.page.wait_for_timeout(100)
    assert not stage.polls
    with stage.page.expect_request("**/parts/?have="):
        tell(first, later)


def test_in_the_lobby_the_focus_stays_with_the_verb(stage):
    """Enter twice adds two bots of one kind; an opened list of a seat stays open while others get ready."""
    page = stage.page
    view = room_views.fresh("lobby")
    view["seats"][2] |= {"kind": "empty", "name": "", "level": None, "ready": False}
    view["seats"][3] |= {"kind": "empty", "name": "", "level": None, "ready": False}
    stage.show("lobby")
    stage.push(view)
    page.locator("#lobby .place.empty").nth(1).wait_for()
    page.locator("#lobby button[formaction$='/add-bot/'][value='2:easy']").focus()
    words = page.evaluate("document.activeElement.textContent")
    view["seats"][2] |= {"kind": "bot", "name": "阿西", "level": "easy", "ready": True}
    stage.push(view)
    page.locator("#lobby button[value='2:easy']").wait_for(state="detached")
    page.wait_for_timeout(50)
    assert page.evaluate("[document.activeElement.textContent, document.activeElement.value]") == [words, "3:easy"]
    page.click("#lobby .rule summary")
    page.focus("#lobby .rule[open] button[formaction$='/kick/']")
    stage.push(view | {"waiting_for": []})
    page.wait_for_timeout(100)
    assert page.evaluate("document.activeElement.matches('#lobby .rule[open] button[formaction$=\\'/kick/\\']')")
