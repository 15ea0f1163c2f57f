"""A person at the browser: makes tables, adds bots, plays by clicking what the page offers, and looks at what it says.

Clicks only: no address is typed but the home page's, and nothing is posted by hand. Waits on what the page shows.
"""

from __future__ import annotations

import random
import re
import time

from playwright.sync_api import Error as PlaywrightError

CJK = re.compile(r"[\u3400-\u9fff]+")
ASKED = "#hand button[name=action], #actions button[name=action], #actions summary, #actions select"
MINE = (
    f"{ASKED}, #actions button[formaction$='take-over/'], #actions button[formaction$='sit/'],"
    " #result button[formaction$='next/']:not(.is-pending), #standings .ranks"
)
TICK_MS = 10  # between two looks at the page
BEAT_S = 15  # the longest that a table of quick bots keeps a person waiting

# What the page offers now, in the order of the page; hidden menus too.
OFFERS = """() => {
  const shown = e => e && e.getClientRects().length > 0;
  const values = list => [...document.querySelectorAll(list)].map(b => b.value);
  return {
    standings: shown(document.querySelector('#standings .ranks')),
    next: shown(document.querySelector("#result button[formaction$='next/']:not(.is-pending)")),
    back: shown(document.querySelector("#actions button[formaction$='take-over/']")),
    window: (document.querySelector('#actions input[name=window]') || {}).value || null,
    hand: values('#hand button[name=action]'),
    claims: values('#actions button[name=action]'),
    picks: [...document.querySelectorAll('#actions select option')].filter(o => o.value).map(o => o.dataset.tiles),
  }; }"""
WORDS = """() => {
  const main = document.querySelector('main').cloneNode(true);
  main.querySelectorAll('code, noscript, textarea, .name, .who b, [lang]').forEach(e => e.remove());
  const attributes = [...main.querySelectorAll('[alt],[title],[aria-label]')]
    .flatMap(e => [e.getAttribute('alt'), e.getAttribute('title'), e.getAttribute('aria-label')]);
  return [main.textContent, ...attributes.filter(Boolean)].join(' | '); }"""

PICTURE = """() => Object.fromEntries(
  [...document.querySelectorAll('#hand, #rows, [id^=seat-], [id^=pond-], .facts, .last')].map(e => [e.id || e.className,
    [...e.querySelectorAll('img')].map(i => i.alt).join(' ') + '|' + e.textContent.replace(/\\s+/g, ' ')]))"""

# A part as text, without what scripts and swaps set and what hangs on the time.
PLAIN = """part => part.outerHTML
  .replace(/ (hx-swap-oob|open|inert|tabindex|class)="(true|-1|)"/g, '')
  .replace(/( data-due="[^>]*>)[0-9]+/g, '$1').replace(/ (soon|same)(?=")/g, '')"""

# Parts of this page that differ from those of the same page asked for now; null when the table has moved meanwhile.
STALE = """async () => {
  const asked = document.getElementById('sync').dataset.ask;
  const text = await (await fetch(location.pathname)).text();
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  const moved = [fresh, document].some(page => page.getElementById('sync').dataset.ask !== asked);
  const still = part => {   // without what hangs on the tile looked at
    const copy = part.cloneNode(true);
    copy.querySelectorAll('[data-looked], [data-looked] + p').forEach(line => line.remove());
    return copy; };
  const plain = (page, id) => (PLAIN)(still(page.getElementById(id)));
  return moved ? null : [...document.querySelectorAll('#topbar, #table > [id], #sheets > [id], #lobby, #vote')]
    .filter(part => !/talk|say|notice/.test(part.id)).map(part => part.id)
    .map(id => [plain(document, id), plain(fresh, id)]).filter(([here, there]) => here !== there); }""".replace(
    "PLAIN", PLAIN
)


class Player:
    """One browser page and the person before it. `taste`: a seed; `keys`: plays with the keyboard instead."""

    def __init__(self, page, name: str, taste: int = 0, keys: bool = False):
        self.page, self.name, self.keys = page, name, keys
        self.rng = random.Random(f"{name} {taste}")
        self.posts = self.compared = 0
        self.sent: list[str] = []
        self.answers: list[int] = []
        self.played: list[str] = []
        self.refused: list[str] = []
        page.on("request", lambda request: self._count(request))
        page.on("response", lambda response: self._answer(response))

    def _count(self, request) -> None:
        if request.method == "POST" and "/room/" in request.url:
            self.posts += 1
            self.sent.append(request.post_data or "")

    def _answer(self, response) -> None:
        if response.request.method == "POST" and "/room/" in response.url:
            self.answers.append(response.status)

    # --- before the game
    def make_table(self, home: str, ruleset: str, boxes: dict[str, bool] = {}, choices: dict[str, str] = {}) -> str:  # noqa: B006
        """Through the form; returns the table's number."""
        page = self.page
        page.goto(home)
        page.click("a[href$='/create/'], a[href*='/create']")
        if page.locator("input[name=nickname]").count():
            page.fill("input[name=nickname]", self.name)
            page.click("form button.primary")
        page.locator("#options").wait_for()
        if not page.locator(f"#ruleset-{ruleset}").is_checked():
            with page.expect_response("**/create/?*"):
                page.click(f"label:has(#ruleset-{ruleset})")
            page.locator(f"#ruleset-{ruleset}:checked").wait_for(state="attached")
        for key, value in choices.items():
            page.select_option(f"select[name=o-{key}]", value)
        for key, value in boxes.items():
            box = page.locator(f"input[name=o-{key}]")
            if box.is_checked() != value:
                page.click(f"label:has(input[name=o-{key}])")
            assert box.is_checked() == value
        page.click("#options .go button")
        page.locator("#lobby .big-code").wait_for()
        self.socket("open")
        return page.inner_text("#lobby .big-code").strip()

    def join(self, home: str, code: str) -> None:
        """By the number that a friend has read out."""
        page = self.page
        page.goto(home)
        page.fill("form.join input[name=code]", f" {code[:3]} {code[3:]} ")
        page.click("form.join button")
        self.name_myself()
        self.sit()

    def follow(self, link: str) -> None:
        """By the link that a friend has sent."""
        self.page.goto(link)
        self.name_myself()
        self.sit()

    def name_myself(self) -> None:
        if self.page.locator("main input[name=nickname]").count():
            self.page.fill("main input[name=nickname]", self.name)
            self.page.click("main form button.primary")

    def sit(self) -> None:
        self.page.locator("#lobby .places").wait_for()
        self.press("button[formaction$='/sit/']")
        self.page.locator("#lobby .place.is-me").wait_for()

    def add_bots(self, number: int, level: str = "normal") -> None:
        bots = self.page.locator("#lobby .place.bot")
        before = bots.count()
        for n in range(number):
            self.press(f"button[formaction$='/add-bot/'][value$=':{level}']")
            bots.nth(before + n).wait_for()

    def ready(self) -> None:
        self.press("#lobby button[formaction$='/ready/'][value='1']")
        self.page.locator("#lobby .place.is-me .yes").wait_for()

    def start(self) -> None:
        self.press("#lobby button[formaction$='/start/']:not([disabled])")
        self.page.locator("#hand ul li").first.wait_for()

    def socket(self, state: str, **more) -> None:
        """app.js says it on the body."""
        self.page.locator(f'body[data-socket="{state}"]').wait_for(state="attached", **more)

    def press(self, selector: str) -> None:
        """A button of the room around the game: click (or Enter), and wait for the answer."""
        with self.page.expect_response(lambda r: r.request.method == "POST" and "/room/" in r.url):
            self._hit(self.page.locator(selector).first)

    def _hit(self, button) -> None:
        if self.keys:
            button.press("Enter")
        else:
            button.click()

    # --- the game
    def offers(self) -> dict:
        return self.page.evaluate(OFFERS)

    def wait_for_me(self) -> dict:
        """Until this person can do something (or the match is over); what the page offers then."""
        end = time.monotonic() + BEAT_S * 4
        while True:
            self.page.locator(MINE).first.wait_for(state="attached", timeout=BEAT_S * 4000)
            found = self.offers()
            if any(found[key] for key in ("standings", "next", "back", "hand", "claims", "picks")):
                return found
            assert time.monotonic() < end, "the page offers something that cannot be seen"

    def choose(self, found: dict) -> str:
        """An action among those offered: a win for sure, claims and declarations now and then, else a discard."""
        for action in found["claims"]:
            if action.split()[0] in ("win", "claim"):
                return action
        others = [action for action in found["claims"] if action != "pass"]
        if others and (self.rng.random() < 0.6 or not found["hand"] and "pass" not in found["claims"]):
            return self.rng.choice(others)
        if "pass" in found["claims"]:
            return "pass"
        return self.rng.choice(found["hand"][-3:])

    def play_one(self, found: dict | None = None) -> str:
        """One click on something legal. Returns what it was; "over" when the standings show."""
        found = found or self.wait_for_me()
        if found["standings"]:
            return "over"
        if found["next"]:
            self.press("#result button[formaction$='next/']:not(.is-pending)")
            return "next"
        if found["back"]:
            self.press("#actions button[formaction$='take-over/']")
            return "back"
        if found["picks"]:
            done = self.act(lambda: self._pick(self.rng.choice(found["picks"]).split()), found["window"])
            return "pick" if done else "late"
        action = self.choose(found)
        answered = len(self.answers)
        if not self.act(lambda: self._press_action(action), found["window"]):
            return "late"  # the moment had passed: somebody outranked the claim
        (self.refused if 409 in self.answers[answered:] else self.played).append(action)
        return action

    def act(self, click, window: str) -> bool:
        """Click until it is sent (a button that has just appeared is dead for a moment), and wait until the page has
        moved on. Was it this window's click?"""
        before = self.posts
        end = time.monotonic() + BEAT_S
        while self.posts == before:
            if self.offers()["window"] != window:
                return False
            try:
                click()
            except PlaywrightError:  # swapped away under the finger; what is offered now is looked at again
                assert time.monotonic() < end, "this cannot be clicked"
            self.page.wait_for_timeout(TICK_MS)
        while self.offers()["window"] == window:
            assert time.monotonic() < end, f"sent, and the page still asks: {self.sent[-1]}, {self.answers[-1]}"
            self.page.wait_for_timeout(TICK_MS)
        return True

    def _press_action(self, action: str) -> None:
        button = self.page.locator(f'button[name=action][value="{action}"]').last
        menu = button.locator("xpath=ancestor::details[contains(@class, 'menu')]")
        if menu.count() and menu.get_attribute("open", timeout=1000) is None:
            menu.locator("summary").click(timeout=1000)
        if self.keys:
            button.press("Enter", timeout=1000)
        else:
            button.click(timeout=1000)
            if button.count() and "lifted" in (button.get_attribute("class", timeout=1000) or ""):
                button.click(timeout=1000)  # on touch the first tap lifts, the second plays

    def _pick(self, tiles: list[str]) -> None:
        """Choose tiles in the hand, then confirm."""
        for chosen in self.page.locator('#hand [data-pick][aria-pressed="true"]').all():
            chosen.click(timeout=1000)  # what a click before left behind
        for tile in tiles:
            self.page.locator(f'#hand [data-pick="{tile}"][aria-pressed="false"]').first.click(timeout=1000)
        self.page.locator("[data-pick-confirm]").click(timeout=1000)

    def play_deal(self) -> None:
        """Until the result of this deal shows (or the standings). At each turn the page is held against a fresh one."""
        while True:
            found = self.wait_for_me()
            self.assert_fresh()
            if found["next"] or found["standings"]:
                return
            self.play_one(found)

    def play_match(self, each_result=None) -> int:
        """All deals, by clicks, until the standings show. Returns how many results were seen on the way."""
        results = 0
        while True:
            found = self.wait_for_me()
            if found["next"] or found["standings"]:
                results += 1
                if each_result:
                    each_result(self)
            if self.play_one(found) == "over":
                return results

    # --- what the page says
    def assert_fresh(self) -> None:
        """Move by move the page was brought up to what stands there now: loaded anew it would be the same."""
        for _ in range(5):  # a message that does not fit is mended by a question: that takes a moment
            stale = self.page.evaluate(STALE)
            if not stale:
                break
            self.page.wait_for_timeout(200)
        assert not stale, stale
        self.compared += stale is not None

    def words(self) -> str:
        return self.page.evaluate(WORDS)

    def picture(self) -> dict[str, str]:
        """The parts of the table, without what hangs on time."""
        return self.page.evaluate(PICTURE)
