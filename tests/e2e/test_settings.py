"""Settings in a real browser: what they do to the table, its sounds, a passed win, reminders; and the site offline."""

import re

import pytest

from tests.games.test_views_browser import Stage

pytestmark = pytest.mark.e2e

LISTEN = """(() => { window.heard = 0; const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) { window.heard += 1; start.apply(this, at); }; })()"""
DEVICE = """(() => { window.told = []; window.badges = []; window.locks = 0;
  const give = (name, value) => Object.defineProperty(navigator, name, { value, configurable: true });
  window.Notification = class { constructor(text) { window.told.push(text); } close() {} };
  window.Notification.permission = 'granted';
  give('setAppBadge', async n => { window.badges.push(n); });
  give('clearAppBadge', async () => { window.badges.push(0); });
  give('wakeLock', { request: async () => { window.locks += 1; const lock = new EventTarget();
    lock.release = async () => { window.locks -= 1; }; return lock; } }); })()"""
HIDE = """hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange')); }"""
LOOK = """() => { const style = (css, what, part) => getComputedStyle(document.querySelector(css), part)[what];
  return { felt: style('body', 'backgroundColor'), back: style('.tile.back', 'backgroundImage'),
    mark: style('#hand .tile', 'content', '::after'), backMark: style('.tile.back', 'content', '::after'),
    tile: document.querySelector('#hand .tile img').getAttribute('src') }; }"""


def test_settings_from_the_menu_of_the_table_and_back(lively, visit):
    page = visit(lively.url)
    page.fill("input[name=nickname]", "小明")
    page.click(".quick button")
    page.locator("#hand li").first.wait_for()
    room, before = page.url, page.evaluate(LOOK)
    assert "/back." in before["back"] and before["mark"] == "none"
    page.click("#topbar summary")
    page.click("#topbar a[href*='settings']")
    for key, value in {"felt": "indigo", "back": "jade", "marks": "on", "language": "en"}.items():
        page.click(f"label:has(input[name={key}][value={value}])")
    page.click(".settings button.primary")
    page.locator("#hand li").first.wait_for()
    after = page.evaluate(LOOK)
    assert page.url == room and page.locator("html[lang=en][data-felt=indigo]").count() == 1
    assert after["felt"] != before["felt"] and "/back-jade." in after["back"]
    name = re.search(r"/(\w+)\.[0-9a-f]{10}\.svg", after["tile"])[1]
    assert after["mark"] == f'"{name[0]}"' and after["backMark"] == "none"


def test_each_event_sounds_once_and_a_first_sight_never(visit):
    page = visit()
    page.add_init_script(LISTEN)
    stage = Stage(page)

    def heard() -> int:
        return page.evaluate("() => window.heard")

    stage.show("waiting")
    page.mouse.click(5, 300)  # the gesture that browsers ask for
    stage.push("waiting")  # the first message is the whole table
    page.wait_for_timeout(100)
    assert heard() == 0
    stage.push("claims")
    page.wait_for_function("window.heard > 0")
    once = heard()
    stage.push("claims")
    page.wait_for_timeout(100)
    assert heard() == once
    stage.push("result")
    page.wait_for_function(f"window.heard > {once}")
    stage.show("waiting")  # muted: not even a device is opened
    page.evaluate("() => { document.documentElement.dataset.sound = 'off'; }")
    page.mouse.click(5, 300)
    stage.push("waiting")
    stage.push("claims")
    page.wait_for_timeout(100)
    assert heard() == 0


def test_a_win_is_passed_by_two_presses(stage_of):
    stage = stage_of()
    stage.show("claims")
    button = stage.page.locator("#actions .claim.pass")
    button.dblclick()
    assert button.inner_text().strip() == "确定不胡？" and stage.posts == []
    stage.page.wait_for_timeout(450)
    with stage.page.expect_request("**/act/"):
        button.click()
    assert [data["action"] for _path, data in stage.posts] == ["pass"]


def test_a_win_is_passed_at_once_where_the_setting_says_so(stage_of):
    stage = stage_of()
    stage.show("claims")
    stage.page.evaluate("() => { document.documentElement.dataset.confirm = 'off'; }")
    with stage.page.expect_request("**/act/"):
        stage.page.click("#actions .claim.pass")
    assert [data["action"] for _path, data in stage.posts] == ["pass"]


def test_my_turn_in_the_background_is_told_once_and_the_screen_stays_awake(visit):
    page = visit()
    page.add_init_script(DEVICE)
    stage = Stage(page)
    stage.show("waiting")
    page.wait_for_function("window.locks === 1")
    page.evaluate("() => { document.documentElement.dataset.alert = 'notify'; }")
    page.evaluate(HIDE, True)
    page.wait_for_function("window.locks === 0")
    stage.push("my_turn")
    page.wait_for_function("window.told.length === 1 && window.badges.at(-1) === 1")
    assert page.evaluate("() => window.told") == ["轮到你出牌"] and page.title().startswith("●")
    stage.push("declared")
    stage.push("my_turn")
    page.evaluate(HIDE, False)
    page.wait_for_function("window.badges.at(-1) === 0 && window.locks === 1")
    assert page.evaluate("() => window.told.length") == 1


def test_one_tap_plays_where_the_setting_says_so(stage_of):
    stage = stage_of(phone=True)
    stage.show("my_turn")
    stage.page.evaluate("() => { document.documentElement.dataset.tap = 'one'; }")
    with stage.page.expect_request("**/act/"):
        stage.page.tap("#hand button[name=action]")
    assert len(stage.posts) == 1


@pytest.fixture
def stage_of(visit):
    return lambda **how: Stage(visit(**how))


def test_without_a_network_a_page_says_so_and_nothing_of_a_table_is_kept(own_server, visit):
    own_server.start()
    page = visit(own_server.url, service_workers="allow")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.fill("input[name=nickname]", "小明")
    page.click(".quick button")
    page.locator("#hand li").first.wait_for()
    page.locator("body[data-socket=open]").wait_for(state="attached")
    kept = page.evaluate(
        """async () => { const paths = [];
        for (const name of await caches.keys())
          for (const kept of await (await caches.open(name)).keys()) paths.push(new URL(kept.url).pathname);
        return paths; }"""
    )
    pages = [path for path in kept if not re.fullmatch(r"/static/.+\.[0-9a-f]{10}\.\w+", path)]
    assert pages == ["/offline/"] and any("css/base" in path for path in kept)
    room = page.url
    own_server.kill()
    page.goto(room)
    assert page.locator("h1").inner_text() == "没有网络"
    assert page.locator("main img").evaluate("e => e.complete && e.naturalWidth > 0")
    own_server.start()
    page.click("a.primary")  # the same address again
    page.locator("#hand li, #result summary").first.wait_for()
    assert page.url == room
