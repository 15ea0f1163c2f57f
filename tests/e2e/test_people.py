"""Several people at one table, and what goes wrong between them and it: lost connections, blocked sockets, no
JavaScript, double clicks, second tabs, strangers."""

from __future__ import annotations

import re
import time

import pytest

from tests.conftest import _watched as watched
from tests.e2e.ledger import assert_clean, facts
from tests.e2e.player import CJK, TICK_MS, Player
from tests.server import Server

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
CLOCK = 0.1  # of 60 seconds: long enough for a click, short enough to wait for its end


@pytest.fixture(scope="module")
def table(request, tmp_path_factory):
    """A site whose human clocks are short."""
    pace = {"GAME_PAUSE": "0.0,0.02", "GAME_BOT_DELAY": "0.0,0.02", "GAME_CLOCK_SCALE": str(CLOCK)}
    server = Server(tmp_path_factory.mktemp("people") / "data", **pace).start()
    for ready in watched(request, server):
        yield ready
        ready.stop()
        assert_clean(ready)


@pytest.fixture
def solo(lively, visit):
    """`solo(**context)`: somebody who plays against three bots, on the move, without a clock to fear."""

    def begin(name="东东", url=None, **context) -> Player:
        player = Player(visit(**context), name)
        player.make_table(url or lively.url, "dalian", choices={"deals": "4", "clock": "0"})
        player.add_bots(3)
        player.start()
        return player

    return begin


def wait_for(page, true, what: str, seconds: float = 20.0) -> None:
    """Look again and again at something that no single selector says."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        page.wait_for_timeout(TICK_MS)


def my_turn(player: Player) -> dict:
    """Play on until a discard is wanted and there is a choice; what is offered then."""
    while True:
        found = player.wait_for_me()
        if len(set(found["hand"])) > 1 and not found["claims"]:
            return found
        assert player.play_one(found) != "over"


def tiles_in(player: Player, part: str) -> list[str]:
    return [image.get_attribute("alt") for image in player.page.locator(f"#{part} img").all()]


class Line:
    """The websocket of one page, which this test can cut and mend, together with the rest of the network."""

    def __init__(self, page):
        self.page, self.cut_off, self.open = page, False, []
        page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, socket) -> None:
        if self.cut_off:
            socket.close(code=1012)
            return
        socket.connect_to_server()
        self.open.append(socket)

    def cut(self) -> None:
        self.cut_off = True
        self.page.context.set_offline(True)
        for socket in self.open:
            socket.close(code=1012)
        self.open.clear()

    def mend(self) -> None:
        self.cut_off = False
        self.page.context.set_offline(False)


# --- two people ------------------------------------------------------------------------------------------------------


@pytest.mark.distributed
def test_two_people_one_of_whom_loses_the_connection(table, visit):
    host = Player(visit(), "东东")
    code = host.make_table(table.url, "dalian", choices={"deals": "4", "clock": "60"})
    link = host.page.url
    guest = Player(visit(phone=True, language="en-US"), "Anna")
    line = Line(guest.page)
    guest.join(table.url, code)
    guest.socket("open")
    host.page.locator("#lobby .place.human:has-text('Anna')").wait_for()  # without a reload
    third = Player(visit(), "西西")
    third.follow(link)
    host.page.click("#lobby .place:has-text('西西') .rule summary")
    host.press("#lobby .place:has-text('西西') button[formaction$='/kick/']")
    third.page.locator(".error-page").wait_for()  # shown out, and told why
    host.add_bots(2)
    assert not host.page.locator("#lobby button[formaction$='/start/']").is_enabled()  # somebody is not ready
    guest.ready()
    host.start()
    guest.page.locator("#hand ul li").first.wait_for()  # pushed
    loads = []
    guest.page.on("framenavigated", lambda frame: loads.append(frame.url))

    def both(until) -> None:
        """Both play on, whoever is asked."""
        while not until():
            for player in (host, guest):
                found = player.offers()
                if any(found[key] for key in ("hand", "claims", "next", "back")):
                    player.play_one(found)
            host.page.wait_for_timeout(TICK_MS)

    both(lambda: min(len(host.played), len(guest.played)) >= 3)

    # the line is cut: the clock runs out, the system plays, the others see it and play on
    line.cut()
    guest.socket("closed")
    auto = host.page.locator(".seat:not(.seat-me) .mark.auto")
    while not auto.count():
        found = host.offers()
        if found["hand"] or found["claims"] or found["next"]:
            host.play_one(found)
        host.page.wait_for_timeout(TICK_MS)
    assert guest.page.locator("#connection").is_visible()
    for _ in range(2):
        host.play_one()

    # and mended: no reload, the hand comes back, and the screen is the one a fresh page would show
    line.mend()
    guest.socket("open", timeout=30_000)
    auto.wait_for(state="detached")
    both(lambda: bool(guest.offers()["hand"]))
    assert not guest.offers()["back"] and not loads
    shown = guest.picture()
    second = guest.page.context.new_page()
    second.goto(guest.page.url)
    fresh = Player(second, "Anna").picture()
    second.close()
    assert shown["hand"].count("|") and shown == fresh
    guest.play_one()
    assert not CJK.findall(guest.words().replace("东东", ""))
    both(lambda: bool(host.page.locator("#result .delta").count()))
    made_by = {by for *_rest, by in facts(table)["steps"]}
    assert {"human", "bot", "timeout"} <= made_by


# --- without sockets, without JavaScript -----------------------------------------------------------------------------


def test_blocked_sockets_change_nothing_but_the_speed(lively, visit):
    page = visit()
    page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1012))
    player = Player(page, "东东")
    player.socket = lambda *state, **more: None  # it never opens
    player.make_table(lively.url, "dalian", choices={"deals": "4", "clock": "0"})
    player.add_bots(3)
    player.start()
    moves = 0
    while moves < 4:
        moves += player.play_one().startswith("discard")
    assert len(player.played) >= 4 and not page.locator("body[data-socket=open]").count()
    assert page.locator("#connection").is_visible()


def test_without_javascript_a_move_is_a_plain_post(lively, visit):
    page = visit(java_script_enabled=False)
    page.goto(lively.url)
    page.fill("form.quick input[name=nickname]", "素素")
    page.click("form.quick button.primary")
    own_pond, hand = page.locator("#pond-me ol li"), page.locator("#hand button[name=action]")
    discards = page.locator("#hand button[name=action], #actions button[value=pass]")
    for _ in range(60):  # the page looks again every five seconds; so does an impatient person
        if hand.count() or discards.count():
            break
        page.reload()
    before = own_pond.count()
    while own_pond.count() == before and not page.locator("#pond-me .claimed").count():
        if page.locator("#actions button[value=pass]").count():
            page.locator("#actions button[value=pass]").click()
        elif hand.count():
            page.locator("#hand button[name=action]").last.click()
            break
        else:
            page.reload()
    assert re.search(r"/room/\d{6}/$", page.url) and page.locator("#hand ul li").count() in (13, 14, 10, 11)
    assert page.locator("#pond-me ol li").count() >= before + 1 or page.locator("#result").is_visible()


# --- clicks that should not count ------------------------------------------------------------------------------------


def test_a_double_click_is_one_step(solo):
    player = solo()
    for _ in range(3):
        my_turn(player)
        player.page.wait_for_timeout(250)  # a person's double click comes after the dead moment, not within it
        button = player.page.locator("#hand button[name=action]").last
        posts = player.posts
        button.dblclick()
        wait_for(player.page, lambda posts=posts: player.posts > posts, "nothing was sent")
        wait_for(player.page, lambda: not player.page.locator(".is-pending").count(), "no answer")
        assert player.posts == posts + 1
    assert set(player.answers) == {200}


def test_a_double_click_sent_twice_is_one_step(solo, lively):
    """Identical POSTs, as from a browser that repeats itself: the second changes nothing and complains of nothing."""
    player = solo()
    found = my_turn(player)
    page = player.page
    token = page.locator("#act-form input[name=csrfmiddlewaretoken]").get_attribute("value")
    form = {"csrfmiddlewaretoken": token, "window": found["window"], "action": found["hand"][0]}
    headers = {"HX-Request": "true", "Referer": page.url}
    answers = [page.request.post(f"{page.url}act/", form=form, headers=headers) for _ in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 200]
    assert_clean(lively)


def test_a_stale_form_in_a_second_tab(solo, visit):
    player = solo()
    found = my_turn(player)
    tab = player.page.context.new_page()
    tab.route_web_socket("**/ws/**", lambda socket: socket.close(code=1012))
    tab.route("**/parts/*", lambda route: route.abort())
    tab.goto(player.page.url)
    tab.locator("#hand button[name=action]").first.wait_for()
    player.page.bring_to_front()  # a page behind another one draws no frames, and a click waits for two
    other = [action for action in found["hand"] if action != found["hand"][-1]][0]
    assert player.act(lambda: player._press_action(found["hand"][-1]), found["window"])
    steps_now = tiles_in(player, "pond-me")
    stale = Player(tab, "东东")
    while not stale.posts:
        tab.locator(f'#hand button[value="{other}"]').first.click()
        tab.wait_for_timeout(TICK_MS)
    notice = tab.locator("#notice:not([hidden])")
    notice.wait_for()
    assert stale.answers == [409] and len(CJK.findall(notice.inner_text())) >= 1
    assert tab.locator(f'#hand button[value="{other}"]').count() == 0 or stale.offers()["window"] != found["window"]
    assert tiles_in(stale, "pond-me")[: len(steps_now)] == steps_now  # the fresh view, with the other tab's discard


@pytest.mark.distributed
def test_a_strangers_post(solo, visit):
    player = solo()
    found = my_turn(player)
    before = player.picture()
    page = visit(player.page.url, language="en-US")
    stranger = Player(page, "Eve")
    stranger.name_myself()
    page.locator("#topbar .chip").wait_for()
    assert not page.locator("#act-form button, #hand button, #actions button").count()
    token = page.locator("#act-form input[name=csrfmiddlewaretoken]").get_attribute("value")
    form = {"csrfmiddlewaretoken": token, "window": found["window"], "action": found["hand"][0]}
    headers = {"Referer": page.url, "Accept-Language": "en-US"}
    for verb, more in (
        ("act", form),
        ("start", {}),
        ("take-over", {}),
        ("ask-vote", {"kind": "end"}),
        ("vote", {"agree": "1"}),
        ("add-bot", {"bot": "1:easy"}),
    ):
        fields = {"csrfmiddlewaretoken": token, **more}
        answer = page.request.post(f"{page.url}{verb}/", form=fields, headers=headers | {"HX-Request": "true"})
        assert answer.status == 403 and re.search(r'role="alert"[^>]*>[A-Z][^<]+', answer.text()), (verb, answer.text())
        assert not CJK.search(answer.text())
    without_token = page.request.post(f"{page.url}act/", form=form | {"csrfmiddlewaretoken": "x"}, headers=headers)
    assert without_token.status == 403
    plain = page.request.post(f"{page.url}act/", form=form, headers=headers)
    assert plain.ok and "You have no seat at this table." in plain.text()  # the page, with the sentence
    assert player.picture() == before and player.offers()["window"] == found["window"]
