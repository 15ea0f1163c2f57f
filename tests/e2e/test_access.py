"""For everybody: a deal by the keyboard alone, one by roles and names alone, what screen readers hear, sizes of
targets, narrow screens, high contrast, and axe-core on every kind of page in both languages and both brightnesses.
"""

import random
import re
import time
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Error as PlaywrightError

from games.render import parts
from tests.e2e.plain import Person
from tests.e2e.player import OFFERS
from tests.games import room_views
from tests.games.test_views_browser import SITE, Stage, whole_page

pytestmark = pytest.mark.e2e
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
CHECK = """only => axe.run(document, { runOnly: only, resultTypes: ['violations'] })
  .then(found => found.violations.flatMap(
  v => v.nodes.map(n => `${v.id} (${v.impact}): ${n.target.join(' ')} ${n.html.slice(0, 160)}`)))"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]  # none is switched off
LIMIT_S = 60
TILE = re.compile("^([一二三四五六七八九][万筒条]|[东南西北]风|红中|发财|白板|[春夏秋冬梅兰竹菊])$")

# What the two live regions have said since the page was opened, and whether the focus was ever lost.
LISTEN = """() => {
  window.spoken = { polite: [], assertive: [] };
  for (const kind of ['polite', 'assertive']) {
    const region = document.getElementById('live-' + kind);
    new MutationObserver(() => { if (region.textContent) window.spoken[kind].push(region.textContent.trim()); })
      .observe(region, { childList: true });
  } }"""
# As Enter does on whatever has the focus when the next message has been shown.
ENTER_AT_ONCE = """() => document.addEventListener('htmx:wsAfterMessage', () => setTimeout(() => {
  document.activeElement.click(); window.entered = true; }), { once: true })"""
FOCUS = """() => { const e = document.activeElement;
  return e === document.body ? "" : e.id || e.innerText || e.tagName; }"""


# --- whole deals -------------------------------------------------------------------------------------------------
def tab_to(page, at: str, limit: int = 60) -> None:
    """Tab until the focus is there, as somebody does who has no mouse."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("at => document.activeElement.matches(at)", at):
            return
    raise AssertionError(f"{at} cannot be reached with Tab")


def to_the_table(page, home: str) -> None:
    """From the home page with Tab, letters and Enter; the skip link comes first and leads to the content."""
    page.goto(home)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    tab_to(page, "input[name=nickname]", 3)
    page.keyboard.type("键键")
    tab_to(page, ".quick button")
    page.keyboard.press("Enter")
    page.locator("#hand ul li").first.wait_for()
    page.locator('body[data-socket="open"]').wait_for(state="attached")
    page.evaluate(LISTEN)


def test_a_whole_deal_with_the_keyboard_alone(lively, visit):
    page = visit()
    to_the_table(page, lively.url)
    keyboard, used, end = page.keyboard, set(), time.monotonic() + LIMIT_S
    keyboard.press("d")  # from now on the focus is somewhere
    while True:
        found = page.evaluate(OFFERS)
        kinds = {action.split()[0] for action in found["claims"]}
        if found["next"]:
            break
        if found["hand"]:
            keys = ["h"] if "win" in kinds else ["d", *["ArrowLeft"] * (len(used) % 3), "Enter"]
        elif found["claims"]:
            keys = ["h"] if "win" in kinds else ["p"] if "pung" in kinds else ["x"] if "pass" in kinds else ["1"]
        else:
            keys = []
        for key in keys:
            keyboard.press(key)
        used |= set(keys)
        page.wait_for_timeout(30)
        assert page.evaluate(FOCUS), f"the focus was lost after {keys}"
        assert time.monotonic() < end, f"the deal does not end: {found}"
    assert {"d", "Enter"} <= used
    assert page.evaluate("document.activeElement.matches('#result > summary')"), "the result takes the focus"
    tab_to(page, "#result button[formaction$='next/']", 20)
    spoken = page.evaluate("window.spoken")
    assert any(re.search(r"^轮到你出牌、摸到\S+", words) for words in spoken["assertive"])
    assert any("可以" in words for words in spoken["assertive"]) >= bool(used & {"p", "x", "h"}), "claims are named"
    assert re.search(r"、[+−±]?\d+$", spoken["assertive"][-1]), "the result is said, with one's own points"
    assert any("打出" in words for words in spoken["polite"])


def test_a_whole_deal_by_roles_and_names_alone(lively, visit):
    """What a screen reader offers: regions, lists, buttons with names. No selector, no place on the screen."""
    page = visit(lively.url)
    page.get_by_role("textbox", name="昵称").fill("听听")
    page.get_by_role("button", name="一键开局").click()
    hand, choices = page.get_by_role("region", name="你的手牌"), page.get_by_role("region", name="你的选择")
    state, over = page.get_by_role("region", name="牌局状态"), page.get_by_role("button", name="下一局")
    hand.get_by_role("listitem").first.get_by_role("button", name=TILE).wait_for()
    ways = [
        choices.get_by_role("button", name=re.compile("^(胡|自摸)")),
        choices.get_by_role("button", name=re.compile("^过")),
        hand.get_by_role("button", name=TILE, disabled=False),
        choices.get_by_role("button"),
    ]
    played, end = 0, time.monotonic() + LIMIT_S
    while not over.is_visible():
        assert time.monotonic() < end, "the deal does not end"
        if "轮到你" not in state.inner_text() or not (offered := next((way for way in ways if way.count()), None)):
            page.wait_for_timeout(20)
            continue
        try:
            offered.last.click(timeout=1000)
            played += 1
        except PlaywrightError:  # swapped away in the moment of the click: what is offered now is looked at again
            continue
    assert played > 3
    assert page.get_by_role("region", name=re.compile("打出的牌$")).count() == 4
    assert page.get_by_role("heading", level=1).count() == 1
    for landmark in ("banner", "main", "navigation"):
        assert page.get_by_role(landmark).count() == 1, landmark


# --- what is said ------------------------------------------------------------------------------------------------
@pytest.fixture
def stage(visit):
    return Stage(visit())


def hears(stage, kind: str, words: str) -> None:
    stage.page.locator(f"#live-{kind}", has_text=re.compile(words)).wait_for(state="attached")


def test_others_moves_are_said_politely_and_ones_own_turn_at_once(stage):
    stage.show("playing")
    stage.page.evaluate(LISTEN)
    stage.push("claims")
    hears(stage, "assertive", "轮到你应答、可以胡、碰、吃 五万")
    hears(stage, "polite", "^南家 Bot Bei 打出 五万$")
    stage.push("waiting")
    stage.push("my_turn")
    hears(stage, "assertive", "轮到你出牌、摸到红中、可以暗杠、报听")
    stage.push("voting")
    hears(stage, "assertive", "Anna 想")
    stage.push("result")
    hears(stage, "assertive", "^你 自摸、小王、\\+17$")
    spoken = stage.page.evaluate("window.spoken")
    assert len(spoken["polite"]) == len(set(spoken["polite"])), "nothing is said twice because another part changed"


def test_the_same_words_are_read_again_and_none_stay_behind(stage):
    stage.page.clock.install()
    stage.show("my_turn")
    stage.page.evaluate(LISTEN)
    for _ in range(2):
        stage.page.keyboard.press("v")
    first, second = stage.page.evaluate("window.spoken.assertive.slice(-2)")
    assert "小王 分数 12" in first and first == second
    stage.page.clock.run_for(7000)
    assert stage.page.text_content("#live-assertive") == ""


def test_moves_close_together_make_one_sentence(stage):
    stage.show("playing")
    stage.page.evaluate(LISTEN)
    for tile in ("1m", "2m", "3m"):
        view = room_views.fresh("playing")
        view["deal"]["view"]["news"] = [
            {"seat": 3, "kind": "discarded", "tiles": [tile], "label": room_views.text("打出"), "word": ""}
        ]
        stage.push(view)
    hears(stage, "polite", "三万")
    assert stage.page.evaluate("window.spoken.polite.length") == 1
    hears(stage, "polite", "一万、.*二万、.*三万")


def test_keys_read_the_table_aloud(stage):
    stage.show("with_hints")
    for key, said in {
        "s": "轮到你出牌",
        "l": "南家 Bot Bei 打出的牌: .*八万 八万 一万",
        "m": "Anna: .*四条",
        "v": "Anna 分数 −4",
        "w": "打 红中",
    }.items():
        stage.page.keyboard.press(key)
        hears(stage, "assertive", said)


def test_face_down_tiles_are_named_once_with_their_number(stage):
    stage.show("playing")
    seat = stage.page.get_by_role("region", name="Bot Bei")
    assert seat.get_by_role("img", name="手牌 13 张，背面").count() == 1
    assert seat.get_by_role("img", name=re.compile("背面")).count() == 1


# --- keys --------------------------------------------------------------------------------------------------------
def sent(stage) -> list[str]:
    stage.page.wait_for_timeout(60)
    return [data["action"] for _path, data in stage.posts]


def test_keys_for_what_is_offered(stage):
    page = stage.page
    stage.show("claims")
    assert page.locator(".claim kbd").filter(visible=True).count() == 0, "shown when a keyboard is in use"
    page.keyboard.press("Control+p")
    page.keyboard.press("x")
    assert sent(stage) == [] and page.locator(".claim.pass .word").inner_text() == "确定不胡？"
    hears(stage, "assertive", "确定不胡？")
    assert page.locator(".claim.win kbd").inner_text() == "h" and page.locator(".claim.win kbd").is_visible()
    page.keyboard.press("c")  # two chows: the list opens, and its numbers choose
    assert page.evaluate(FOCUS).startswith("吃")
    page.keyboard.press("2")
    assert sent(stage) == ["chow 4m6m"]
    page.mouse.click(5, 5)
    assert page.locator(".claim kbd").filter(visible=True).count() == 0


def test_keys_stay_away_from_writing_and_can_be_turned_off(stage):
    page = stage.page
    stage.show("claims")
    page.click("#talk-box > summary")
    page.focus("#say")
    page.keyboard.type("hp?")
    assert page.input_value("#say") == "hp?" and sent(stage) == []
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    assert page.locator("#keys-help").evaluate("e => e.open") and page.get_by_role("dialog", name="按键").is_visible()
    page.keyboard.press("p")
    page.keyboard.press("Escape")
    assert sent(stage) == [] and not page.locator("#keys-help").evaluate("e => e.open")
    page.route("**/room/482915/", lambda route: route.fulfill(
        body=whole_page(room_views.fresh("claims"), "zh-hans").replace("<html ", '<html data-keys="off" '),
        content_type="text/html; charset=utf-8"))  # fmt: skip
    page.goto(f"{SITE}/room/482915/")
    page.keyboard.press("p")
    page.keyboard.press("?")
    assert sent(stage) == [] and not page.locator("#keys-help").evaluate("e => e.open")
    assert page.locator(".claim kbd").filter(visible=True).count() == 0
    page.focus("#h3")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.id") == "h12"
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.id") == "h0"


MOVES = [  # (what is shown, where the focus is, what comes)
    ("claims", ".claim.pass", "waiting"),
    ("my_turn", "#h13", "playing"),
    ("lobby", "[formaction$='add-bot/']", "my_turn"),
    ("lobby", "[formaction$='add-bot/']", "lobby_of_a_guest"),
    ("voting", "#vote button", "playing"),
    ("result", "#result .go button", "playing"),
    ("result", "#result .go button", "standings"),
    ("my_turn", "#menu", "waiting"),
    ("my_turn", "#h3", "result"),
    ("standings", "#standings button", "lobby"),
]


def test_the_focus_never_falls_to_the_page(stage):
    for before, at, after in MOVES:
        stage.show(before)
        stage.page.locator(at).first.focus()
        stage.push(after)
        stage.page.locator(f"#sync[data-ask='{sync_of(after)}']").wait_for(state="attached")
        stage.page.wait_for_timeout(30)
        assert stage.page.evaluate(FOCUS), f"lost: {before} → {after}"
        covered = (
            "document.activeElement.closest('#hand, #actions, #status') && document.querySelector('#result[open]')"
        )
        assert not stage.page.evaluate(f"!!({covered})"), f"hidden under the result: {before} → {after}"


def sync_of(state: str) -> str:
    return re.search(r'data-ask="([^"]*)"', parts(room_views.fresh(state), "zh-hans")["sync"])[1]


def test_enter_meant_for_a_tile_does_not_fold_the_result_that_came(stage):
    page, folded = stage.page, "!document.querySelector('#result').open"
    stage.show("my_turn")
    page.focus("#h4")
    page.evaluate(ENTER_AT_ONCE)
    stage.push("result")
    page.wait_for_function("window.entered")
    assert page.evaluate("document.activeElement.matches('#result > summary')") and not page.evaluate(folded)
    page.wait_for_timeout(350)
    page.keyboard.press("Enter")
    assert page.evaluate(folded) and not sent(stage)


# --- clicks ------------------------------------------------------------------------------------------------------
def test_one_gesture_is_one_action(stage):
    """A worn button fires twice; the right button does nothing."""
    page = stage.page
    stage.show("my_turn")
    page.click("#h4", button="right")
    page.click("#actions .claim >> nth=0", button="right")
    assert sent(stage) == []
    box = page.locator("#h4").bounding_box()
    page.mouse.click(box["x"] + 20, box["y"] + 20, click_count=2, delay=1)
    assert sent(stage) == ["discard 5m"]
    stage.show("picking")
    page.locator("#h1").dblclick(delay=1)
    assert page.get_attribute("#h1", "aria-pressed") == "true", "chosen once, not chosen and let go"


def test_a_press_that_leaves_the_tile_plays_nothing(stage):
    page = stage.page
    stage.show("my_turn")
    here, there = (page.locator(at).bounding_box() for at in ("#h4", "#h6"))
    page.mouse.move(here["x"] + 20, here["y"] + 20)
    page.mouse.down()
    page.mouse.move(there["x"] + 20, there["y"] + 20)
    page.mouse.up()
    assert sent(stage) == []


def test_a_claim_that_takes_the_place_of_another_is_dead_for_a_moment(stage):
    """Finger and quick key alike; so is a sheet that comes to lie where the tiles were."""
    stage.show("claims")
    other = room_views.fresh("claims")
    other["deal"]["view"] |= {"window": 40, "last": {"seat": 1, "tile": "E", "kind": "discard", "claimed_by": None}}
    other["deal"]["view"]["actions"] = [
        room_views.action("pung E", "碰", "pung", "pung", ["E", "E"]), room_views.action("pass", "过", "pass", "pass")
    ]  # fmt: skip
    stage.page.evaluate(PRESS_AT_ONCE, ["#actions", "input[name=window][value='40']", ".claim.pung"])
    stage.push(other)
    stage.page.wait_for_function("window.tried === 2")
    assert sent(stage) == []
    stage.page.evaluate(PRESS_AT_ONCE, ["body", "#result .go button", "#result .go button"])
    stage.push("result")
    stage.page.wait_for_function("window.tried === 2")
    stage.page.wait_for_timeout(260)
    assert stage.posts == []
    stage.page.click("#result .go button")
    stage.page.wait_for_timeout(60)
    assert [path for path, _data in stage.posts] == ["/room/482915/next/"]


PRESS_AT_ONCE = """([root, sign, target]) => { window.tried = 0;
  new MutationObserver((_, observer) => {
    if (!document.querySelector(sign)) return;
    observer.disconnect();
    const button = document.querySelector(target);
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    window.tried += 1;
    if (root === '#actions') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));
    window.tried += 1;
  }).observe(document.body, { childList: true, subtree: true }); }"""


# --- sizes -------------------------------------------------------------------------------------------------------
PHONES = [(320, 640), (390, 844), (640, 360)]
DESKS = [(360, 640), (1366, 768)]
SMALL = """touch => [...document.querySelectorAll('a[href], button, summary, select, input')].filter(e => {
    if (!e.getClientRects().length || e.closest('.visually-hidden, .skip, dialog, [type=hidden]')) return false;
    if (e.closest('details:not([open]) > :not(summary)')) return false;
    if (e.matches('a') && getComputedStyle(e).display === 'inline' && e.closest('p, li, td, dd')) return false;
    const { width, height } = e.getBoundingClientRect();
    const main = touch && e.closest('#hand, #actions, .go, .lobby-go, #vote, .primary');
    // 14 tiles beside one another on 640 px and 7 on 320 px cannot be 44 wide: they are as wide as the screen allows
    const tile = e.closest('#hand') && innerWidth / (innerWidth < innerHeight ? 7 : 15) - 6;
    return height < (main ? 43.5 : 24) || width < (main ? Math.min(43.5, tile || 43.5) : 24);
  }).map(e => { const r = e.getBoundingClientRect();
    return `${e.id || e.className} ${e.innerText.slice(0, 12)} ${Math.round(r.width)}×${Math.round(r.height)}`; })"""


@pytest.mark.parametrize("touch", [True, False])
def test_every_target_is_large_enough(visit, touch):
    """24 px for everything (links within a sentence apart), 44 on touch for hand, claims and what leads on."""
    stage, problems = Stage(visit(has_touch=touch)), {}
    for state in ("my_turn", "claims", "picking", "lobby", "voting", "result", "standings"):
        stage.show(state)
        for width, height in PHONES if touch else DESKS:
            stage.page.set_viewport_size({"width": width, "height": height})
            if found := stage.page.evaluate(SMALL, touch):
                problems[state, width, height] = found
    assert not problems, problems


def test_nothing_is_told_by_colour_alone(stage):
    """In high contrast shadows and coloured grounds are gone: edges, places and words say it."""
    page = stage.page
    page.emulate_media(forced_colors="active")
    look = "([at, what]) => getComputedStyle(document.querySelector(at))[what]"
    stage.show("claims")
    assert page.evaluate(look, [".tile.newest", "outlineStyle"]) == "solid"
    assert page.evaluate(look, [".tile.newest", "transform"]) != "none", "the last discard stands off its place"
    assert "打出" in page.locator("#status").inner_text(), "and is said in words"
    stage.show("playing")
    edges = {page.evaluate(look, [f"#seat-{place}", "borderTopStyle"]) for place in ("left", "across")}
    assert page.evaluate(look, ["#seat-right", "borderTopStyle"]) == "double" and edges != {"double"}
    assert "出牌" in page.locator("#seat-right").text_content() and "Anna" in page.locator("#status").inner_text()
    stage.show("my_turn")
    page.keyboard.press("d")
    assert page.evaluate(look, ["#hand .drawn img", "outlineStyle"]) == "dashed"
    assert page.evaluate(look, ["#h13", "outlineStyle"]) == "solid", "the focus can be seen"
    stage.show("lobby")
    states = page.locator("#lobby .place .state").all_inner_texts()
    assert any("✓" in words for words in states) and any("✓" not in words for words in states)


# --- pages -------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def met(lively):
    """Somebody who has played one deal: (cookies for a browser, the deal's address)."""
    person = Person(lively.url, "查查")
    person.begin("dalian")
    rng, end = random.Random(7), time.monotonic() + LIMIT_S
    while not person.deals_seen:
        assert time.monotonic() < end
        person.play_one(rng) or time.sleep(0.02)
    match = re.search(r"/match/\d+/", person._open(f"{lively.url}/me/")[0])[0]
    deal = re.search(r"/deal/[\w-]+/", person._open(lively.url + match)[0])[0]
    return [{"name": c.name, "value": c.value, "url": lively.url} for c in person.cookies], deal


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_axe_finds_nothing_and_every_page_fits_320_pixels(lively, visit, met, language):
    cookies, deal = met
    page = visit(language=language)
    code = "en" if language.startswith("en") else "zh-hans"
    problems = {}

    def check(name: str) -> None:
        page.emulate_media(color_scheme="light")
        page.evaluate(
            "() => { const sheets = document.getElementById('sheets'); if (sheets) sheets.scrollTop = 9999; }"
        )
        page.evaluate(AXE)
        problems[name, "light"] = page.evaluate(CHECK, RULES)
        if code == "zh-hans":  # the colours are the same in both languages
            page.emulate_media(color_scheme="dark")
            problems[name, "dark"] = page.evaluate(CHECK, ["color-contrast"])
        size = page.viewport_size
        page.set_viewport_size({"width": 320, "height": 640})
        wide = page.evaluate("document.documentElement.scrollWidth")
        problems[name, "320 px"] = [wide] if wide > 320 else []
        page.set_viewport_size(size)

    page.goto(lively.url)
    check("home of a newcomer")
    page.context.add_cookies(cookies)
    few, more = (
        ("/", "/settings/", "/rules/dalian/", deal),
        ("/create/", "/rules/", "/words/", "/me/", "/score/dalian/"),
    )
    for path in few + more if code == "zh-hans" else few:
        answer = page.goto(lively.url + path)
        assert answer.status == 200, path
        check(path)
    stage = Stage(page, code)
    for state in ("lobby", "claims", "result") + (("with_hints", "standings") if code == "zh-hans" else ()):
        stage.show(state)
        check(state)
    assert not {where: found for where, found in problems.items() if found}
