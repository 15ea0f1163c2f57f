"""The room page in a real browser, fed with hand-made room views: layout on every size, and what app.js adds to htmx.

There is no server: pages, files, POSTs and the socket are answered here, so each moment can be made exactly.
"""

import mimetypes
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.translation import override

from games.render import notice, parts
from tests.games import room_views

pytestmark = pytest.mark.e2e
SITE = "http://table.test"
SIZES = {
    "portrait": (390, 844),
    "small": (360, 640),
    "landscape": (844, 390),
    "desk": (1440, 900),
    "laptop": (1366, 768),
}


def whole_page(state: dict, language: str) -> str:
    with override(language):
        part = {part_id.replace("-", "_"): html for part_id, html in parts(state, language).items()}
        now = (state["deal"] and state["deal"]["due_ms"] or 1_900_000_000_000) - 15_000
        context = {"room": state["room"], "part": part, "now_ms": now, "csrf_token": "t"}
        return render_to_string("games/room.html", context)


class Stage:
    """One page whose server is this test: `posts` holds what was sent, `answer` is (status, html) of the next POSTs."""

    def __init__(self, page, language="zh-hans"):
        self.page, self.language = page, language
        self.posts, self.polls, self.sockets = [], [], []
        self.answer = (204, "")
        self.html = ""
        page.route(f"{SITE}/**", self._serve)
        page.route_web_socket("**/ws/**", lambda socket: self.sockets.append(socket))

    def _serve(self, route):
        request, path = route.request, urlsplit(route.request.url).path
        if path.startswith("/static/"):
            # hashed names are the site's business: the file is found by its plain name
            name = path.removeprefix("/static/")
            stem, _dot, ext = name.rpartition(".")
            file = finders.find(name) or finders.find(f"{stem.rpartition('.')[0]}.{ext}")
            route.fulfill(path=file, content_type=mimetypes.guess_type(name)[0])
        elif request.method == "POST":
            self.posts.append((path, {key: value[0] for key, value in parse_qs(request.post_data or "").items()}))
            route.fulfill(status=self.answer[0], body=self.answer[1], content_type="text/html; charset=utf-8")
        elif path.endswith("/parts/"):
            self.polls.append(request.url)
            route.fulfill(status=204)
        elif path.endswith(".svg"):
            route.fulfill(body="<svg xmlns='http://www.w3.org/2000/svg'/>", content_type="image/svg+xml")
        else:
            route.fulfill(body=self.html, content_type="text/html; charset=utf-8")

    def show(self, state: str):
        self.html = whole_page(room_views.fresh(state), self.language)
        self.page.goto(f"{SITE}/room/482915/")
        self.page.wait_for_function("document.body.dataset.socket === 'open'")

    def push(self, state: str | dict):
        """What the consumer sends when the room becomes this."""
        view = room_views.fresh(state) if isinstance(state, str) else state
        self.sockets[-1].send("".join(parts(view, self.language).values()))


@pytest.fixture
def stage(visit):
    return Stage(visit())


@pytest.fixture
def touch(visit):
    return Stage(visit(phone=True))


# --- layout ------------------------------------------------------------------------------------------------------
MEASURE = """() => {
  const box = selector => {
    const e = document.querySelector(selector);
    if (!e || !e.getClientRects().length) return null;
    const r = e.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom];
  };
  return { wide: document.documentElement.scrollWidth, hand: box('#hand'), bar: box('#actions'), status: box('#status'),
    small: [...document.querySelectorAll('#hand button, #actions > * > button, #actions summary, .button')]
      .filter(e => e.getClientRects().length && !e.closest('details:not([open]) > :not(summary)'))
      .map(e => { const r = e.getBoundingClientRect(); return [e.innerText.trim() || e.id, r.width, r.height]; })
      .filter(([, w, h]) => w < 43.5 || h < 43.5),
    lost: [...document.querySelectorAll('.claim .word, .button')]
      .filter(e => e.getClientRects().length && getComputedStyle(e).display !== 'inline')
      .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText) } }"""


@pytest.mark.parametrize(  # English is the longer one: where there is room for it, Chinese has room too
    ("size", "language"), [*((size, "en") for size in SIZES), ("small", "zh-hans"), ("desk", "zh-hans")]
)
def test_every_state_fits_every_screen(visit, size, language):
    """No sideways scrolling; status, claim bar and hand in sight, in this order and apart; targets fit a finger."""
    width, height = SIZES[size]
    stage = Stage(visit(viewport={"width": width, "height": height}), language)
    for state in room_views.STATES:
        stage.show(state)
        found = stage.page.evaluate(MEASURE)
        assert found["wide"] <= width, state
        assert found["small"] == [], (state, found["small"])
        assert found["lost"] == [], (state, found["lost"])
        if found["hand"] and state not in ("result", "drawn", "standings"):
            left, top, right, bottom = found["hand"]
            assert left >= 0 and right <= width and bottom <= height + 1, (state, found["hand"])
            assert found["bar"][3] <= top + 1 and found["status"][3] <= found["bar"][1] + 1, state


def test_the_claim_bar_never_moves(visit):
    """The same place and height whether asked or not."""
    for width, height in SIZES.values():
        stage = Stage(visit(viewport={"width": width, "height": height}))
        boxes = set()
        for state in ("claims", "answered", "waiting", "playing"):
            stage.show(state)
            boxes.add(tuple(round(value) for value in stage.page.evaluate(MEASURE)["bar"]))
        assert len(boxes) == 1, (width, height, boxes)


# --- playing -----------------------------------------------------------------------------------------------------
def test_a_click_posts_window_and_action(stage):
    stage.show("my_turn")
    stage.page.click("#h4")
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    [(path, data)] = stage.posts
    assert path == "/room/482915/act/" and (data["window"], data["action"]) == ("31", "discard 5m")
    assert data["csrfmiddlewaretoken"] == "t"


@pytest.mark.parametrize(
    ("form", "more", "posted"),
    [
        ("act-form", "b.name = 'action'; b.value = 'pass'", ("/room/482915/act/", "action", "pass")),
        (
            "room-form",
            "b.setAttribute('formaction', '/room/482915/take-over/')",
            ("/room/482915/take-over/", "action", None),
        ),
    ],
)
def test_a_button_that_htmx_has_not_met_yet_is_posted_whole(stage, form, more, posted):
    """Between the swap and the settling of it, a key or a script may press what has just appeared."""
    stage.show("my_turn")
    stage.page.focus("#h4")  # the button that htmx believes to be pressed
    script = "const b = document.createElement('button'); b.type = 'submit'; b.setAttribute('form', '%s'); %s;"
    stage.page.evaluate(
        "() => { %s document.getElementById('actions').append(b); b.click(); }" % (script % (form, more))
    )
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    [(path, data)] = stage.posts
    assert (path, data.get(posted[1])) == (posted[0], posted[2])


def test_room_buttons_post_to_their_own_address(stage):
    stage.show("lobby")
    stage.page.click("[aria-label=加新手机器人] >> nth=0")
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    [(path, data)] = stage.posts
    assert path == "/room/482915/add-bot/" and data["bot"] == "3:easy"


def test_on_touch_the_first_tap_lifts_and_the_second_plays(touch):
    touch.show("my_turn")
    touch.page.tap("#h2")
    assert touch.page.locator("#h2.lifted").count() == 1 and touch.posts == []
    touch.page.tap("#h5")
    assert touch.page.locator(".lifted").count() == 1 and touch.posts == []
    touch.page.tap("#h5")
    touch.page.wait_for_function("!document.querySelector('.is-pending')")
    assert [data["action"] for _path, data in touch.posts] == ["discard 4p"]


def test_a_button_that_just_appeared_cannot_be_hit_by_accident(stage):
    stage.show("playing")
    # the finger was on its way already: it comes down in the moment of the swap, however busy the machine is
    stage.page.evaluate("""() => new MutationObserver((_, observer) => {
        const b = document.querySelector('.claim.win');
        if (!b) return;
        observer.disconnect();
        b.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
        window.tried = true; }).observe(document.body, { childList: true, subtree: true })""")
    stage.push("claims")
    stage.page.wait_for_function("window.tried")
    stage.page.wait_for_timeout(260)
    assert stage.posts == []
    stage.page.click("#actions .claim.win")
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    assert [data["action"] for _path, data in stage.posts] == ["win"]


def test_a_second_click_while_the_first_is_on_its_way_is_dropped(stage):
    stage.show("claims")
    stage.page.evaluate(
        """() => { document.querySelector('.claim.win').click(); document.querySelector('.claim.pass').click(); }"""
    )
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    assert [data["action"] for _path, data in stage.posts] == ["win"]


def test_a_tile_that_may_not_go_does_nothing(stage):
    stage.show("declared")
    stage.page.click("#h0", force=True)
    stage.page.wait_for_timeout(50)
    assert stage.posts == []


def test_a_refusal_shows_its_notice_and_the_fresh_table(stage):
    fresh = parts(room_views.fresh("playing"), "zh-hans")
    fresh["notice"] = notice("慢了一步", "zh-hans")
    stage.answer = (409, "".join(fresh.values()))
    stage.show("my_turn")
    stage.page.click("#h4")
    stage.page.wait_for_selector("#notice:has-text('慢了一步')")
    assert stage.page.locator("#hand button[name]").count() == 0


def test_choosing_three_tiles(stage):
    stage.show("picking")
    for place in (0, 1, 2):
        stage.page.click(f"#h{place}")
    stage.page.click("[data-pick-confirm]")
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    assert [data["action"] for _path, data in stage.posts] == ["give 1m2m3m"]


# --- news --------------------------------------------------------------------------------------------------------
def test_what_is_the_same_is_left_alone(stage):
    """An unchanged part keeps its elements (and with them hover, focus, open menus)."""
    stage.show("playing")
    stage.page.evaluate(
        "() => { window.kept = ['seat-left', 'pond-across', 'hand', 'topbar'].map(id => document.getElementById(id)); }"
    )
    stage.push("waiting")
    stage.page.wait_for_selector("#status:has-text('等待应答')")
    assert stage.page.evaluate("() => window.kept.every(node => node.isConnected)")


def test_focus_stays_at_its_place_in_the_hand(stage):
    stage.show("playing")
    stage.page.focus("#h6")
    stage.push("my_turn")
    stage.page.wait_for_selector("#hand button[name]")
    assert stage.page.evaluate("document.activeElement.id") == "h6"
    stage.page.keyboard.press("ArrowRight")
    assert stage.page.evaluate("document.activeElement.id") == "h7"
    stage.page.keyboard.press("Enter")
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    assert [data["action"] for _path, data in stage.posts] == ["discard 6p"]


def test_focus_never_falls_to_the_body(stage):
    stage.show("claims")
    stage.page.focus("#actions .claim.pung")
    stage.push("waiting")
    stage.page.wait_for_selector("#actions.mode-empty")
    assert stage.page.evaluate("document.activeElement.id") == "status"


def test_discards_are_read_politely_and_the_own_turn_at_once(stage):
    stage.show("playing")
    stage.push("claims")
    stage.page.wait_for_selector("#live-assertive:has-text('轮到你应答')", state="attached")
    stage.page.wait_for_selector("#live-polite:text-is('南家 Bot Bei 打出 五万')", state="attached")
    assert stage.page.title().startswith("● ")
    stage.push("waiting")
    stage.page.wait_for_function("document.getElementById('live-assertive').textContent === ''")
    assert not stage.page.title().startswith("● ")


def test_the_countdown_runs_on_the_servers_clock(stage):
    stage.show("claims")  # the page says that the server's clock stands 15 s before the end
    stage.page.wait_for_function("document.querySelector('.clock').textContent !== ''")
    assert 12 <= int(stage.page.text_content(".clock")) <= 15


def test_the_result_can_be_folded_away(stage):
    stage.show("result")
    stage.page.click("#result > summary")
    assert not stage.page.is_visible("#result .sheet-body")
    view = room_views.fresh("result")
    view["seats"][1]["online"] = False
    stage.push(view)
    stage.page.wait_for_selector("#seat-right .mark.off")
    assert not stage.page.is_visible("#result .sheet-body")


# --- connection --------------------------------------------------------------------------------------------------
def test_a_closed_socket_comes_back_and_a_refused_one_does_not(stage):
    stage.show("playing")
    stage.sockets[-1].close(code=1000, reason="restart")
    stage.page.wait_for_function("document.body.dataset.socket === 'closed'")
    stage.page.wait_for_function("document.body.dataset.socket === 'open'")
    assert len(stage.sockets) == 2
    stage.sockets[-1].close(code=4401, reason="out")
    stage.page.wait_for_selector("#connection:has-text('请刷新页面')")
    stage.page.wait_for_timeout(1500)
    assert len(stage.sockets) == 2


def test_without_a_socket_the_page_asks(stage):
    stage.show("playing")
    stage.sockets[-1].close(code=4401, reason="blocked")
    with stage.page.expect_response("**/parts/?have=*", timeout=6000):
        pass
    assert stage.polls


def test_an_answer_older_than_the_news_is_checked(stage):
    """The socket brought a newer table while the POST was on its way: its answer may be old, so the page asks."""
    stage.show("my_turn")
    old = "".join(parts(room_views.fresh("playing"), "zh-hans").values())
    waiting = []
    stage.page.route("**/act/", lambda route: waiting.append(route))
    stage.page.click("#h0")
    stage.page.wait_for_selector("#h0.is-pending")
    stage.push("waiting")
    stage.page.wait_for_selector("#status:has-text('等待应答')")
    asked = len(stage.polls)
    waiting[0].fulfill(status=200, body=old, content_type="text/html; charset=utf-8")
    stage.page.wait_for_selector("#status:has-text('Anna 出牌')")
    stage.page.wait_for_timeout(300)
    assert len(stage.polls) == asked + 1
