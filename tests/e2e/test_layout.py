"""The table in a browser: everything at its place on every screen, and motion that never holds anything up.

There is no server: hand-made views are pushed through the page's socket (test_views_browser.Stage).
"""

import random
import re

import pytest

from games.render import parts
from tests.e2e.player import PLAIN
from tests.games import room_views
from tests.games.room_blocks import action
from tests.games.test_views_browser import Stage

pytestmark = pytest.mark.e2e

SIZES = [(390, 844), (360, 640), (844, 390), (640, 360), (820, 1180), (1024, 768), (1440, 900), (1920, 1080)]
BOXES = """() => {
  const box = e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom].map(Math.round); };
  const boxes = {}, out = [], talk = document.querySelector('#talk-box > summary').getBoundingClientRect();
  for (const part of document.querySelectorAll('#table > [id]:not([hidden])')) {
    if (getComputedStyle(part).position === 'absolute' || !part.getClientRects().length) continue;
    if (part.id !== 'talk-box') boxes[part.id] = box(part);
    if (!/^(seat|pond|hand)/.test(part.id)) continue;
    for (const tile of part.querySelectorAll('.tile:not(.back)')) {   // every open tile can be seen
      const r = tile.getBoundingClientRect(), p = part.getBoundingClientRect();
      if (!r.width || r.left < p.left - 3 || r.top < p.top - 3 || r.right > p.right + 3 || r.bottom > p.bottom + 3
        || part.id === 'seat-me' && r.right > talk.left && r.left < talk.right && r.bottom > talk.top
        && r.top < talk.bottom) out.push(part.id);
    }
  }
  const seen = [...document.querySelectorAll('#hand button, #actions button')].filter(e => e.getClientRects().length
    && !e.closest('details:not([open]) > :not(summary)'));
  const covered = seen.filter(e => {
    const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    return !e.contains(top); });
  return { boxes, out: [...new Set(out)], covered: covered.map(e => e.id || e.innerText),
    wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight }; }"""
NAMES = ["me", "right", "across", "left"]
WATCH = """() => {
  window.shifts = []; window.seen = [];
  // words that grow within their own line (who plays, what was discarded last) move nothing else
  const inLine = node => !node || node.nodeType !== 1 || node.closest('#status > p, .card > *');
  const told = e => [e.value, e.sources.filter(s => !inLine(s.node)).map(s => s.node.id || s.node.className)];
  new PerformanceObserver(list => shifts.push(...list.getEntries().map(told))).observe({ type: 'layout-shift' });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    seen.push(this.className);
    return animate.call(this, frames, options); }; }"""


def apart(boxes: dict) -> list[tuple[str, str]]:
    """Pairs of parts that lie over each other by more than a pixel."""
    names = sorted(boxes)
    return [
        (one, two)
        for index, one in enumerate(names)
        for two in names[index + 1 :]
        if min(boxes[one][2], boxes[two][2]) - max(boxes[one][0], boxes[two][0]) > 1
        and min(boxes[one][3], boxes[two][3]) - max(boxes[one][1], boxes[two][1]) > 1
    ]


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_fullest_table_has_the_places_of_the_emptiest(visit, language):
    """Nothing scrolls sideways, lies over another part, leaves its own, or moves when melds, discards, flowers, hints
    and offers come."""
    stage = Stage(visit(), language)
    stage.show("playing")
    states = [0, 2] if language == "en" else ["claims", "with_hints", 1, 3]
    places = {}
    for name in ("playing", *states):
        full = isinstance(name, int)
        if name != "playing":
            stage.push(room_views.crowded(flowers=name) if full else room_views.fresh(name))
            stage.page.wait_for_selector(f"#seat-{NAMES[name]} .flowers" if full else "#status.mine")
        for size in SIZES:
            stage.page.set_viewport_size({"width": size[0], "height": size[1]})
            found = stage.page.evaluate(BOXES)
            where = (name, size)
            assert found["wide"] <= size[0] and found["high"] <= size[1], (where, found["wide"], found["high"])
            assert not apart(found["boxes"]), (where, apart(found["boxes"]))
            assert not found["out"], (where, found["out"])
            assert not found["covered"], (where, found["covered"])
            at = places.setdefault(size, found["boxes"])
            assert {"hand", "actions", "status", "hints", "seat-me", "pond-across"} <= set(at)
            assert {part: box for part, box in found["boxes"].items() if box != at[part]} == {}, where


def test_tiles_are_large_on_a_desk_and_fit_the_thumb_on_a_phone(visit):
    stage = Stage(visit(viewport={"width": 1440, "height": 900}))
    stage.show("my_turn")
    wide = "list => [...document.querySelectorAll(list)].map(e => e.getBoundingClientRect().width)"
    assert min(stage.page.evaluate(wide, ".pond .tile")) >= 34
    assert 56 <= min(stage.page.evaluate(wide, "#hand .tile")) <= max(stage.page.evaluate(wide, "#hand .tile")) <= 72
    # seat 2 sits across and took its pung's tile from seat 1, who sits at the right: there it lies, for who looks on
    lefts = "e => [...e.querySelectorAll('.tile')].map(t => [t.getBoundingClientRect().left, t.className])"
    rightmost = max(stage.page.locator("#seat-across .meld").first.evaluate(lefts))
    assert "side" in rightmost[1]
    stage.page.set_viewport_size({"width": 360, "height": 640})
    assert min(stage.page.evaluate(wide, "#hand .tile")) >= 44
    # the newest discard: offset, outline, words
    look = "e => { const s = getComputedStyle(e); return [s.outlineStyle, s.outlineWidth, s.transform]; }"
    style, thick, offset = stage.page.locator(".pond .newest").evaluate(look)
    assert (style, thick) == ("solid", "3px") and offset == "matrix(1, 0, 0, 1, 2, -2)"
    assert "打出" in stage.page.inner_text("#status .last")
    # who is to play: a mark beside the colour
    assert "▶" in stage.page.evaluate("getComputedStyle(document.querySelector('.active .name'), '::before').content")


# --- motion ------------------------------------------------------------------------------------------------------
def moves() -> list[dict]:
    """Ten pictures of a table, one event from each to the next: my draw, my discard, others' discards and a pung."""
    state = room_views.my_turn()
    taken = []

    def step(**deal):
        nonlocal state
        state = room_views.copy.deepcopy(state)
        state["deal"]["view"] |= deal
        taken.append(state)
        return state["deal"]["view"]["seats"]

    def discard(seat, tile):
        seats = step(last={"seat": seat, "tile": tile, "kind": "discard", "claimed_by": None}, actions=[], turn=None)
        seats[seat]["pond"].append({"tile": tile, "claimed": False, "from_hand": True})
        if seat == 0:
            seats[0]["hand"].remove(tile)
            seats[0] |= {"drawn": None, "hand_count": len(seats[0]["hand"])}
        return seats

    discard(0, "C")
    discard(1, "2s")
    discard(2, "7p")
    seats = discard(3, "5m")
    seats = step(last=None, turn=0)  # I claim it
    seats[3]["pond"][-1]["claimed"] = True
    seats[0]["melds"].append({"kind": "pung", "tiles": ["5m"] * 3, "from": 3, "claimed": "5m"})
    seats[0]["hand"] = [tile for tile in seats[0]["hand"] if tile != "5m"]
    discard(0, "1m")
    discard(1, "9p")
    discard(2, "9s")
    discard(3, "F")
    seats = step(turn=0, actions=[action("discard N", "打", "discard", "discard", ["N"])])
    seats[0]["hand"].append("N")
    seats[0] |= {"drawn": "N"}
    return taken


def tell(stage, state, wait=True):
    """Push, and wait until it has been swapped in; gives what began to move."""
    stage.page.evaluate("seen.length = 0")
    had = stage.page.get_attribute("#sync", "data-ask")
    stage.push(state)
    if wait:
        stage.page.wait_for_function("had => document.getElementById('sync').dataset.ask !== had", arg=had)
    return stage.page.evaluate("seen")


def test_ten_moves_shift_nothing_and_each_is_shown_once(visit):
    stage = Stage(visit(viewport={"width": 390, "height": 844}, reduced_motion="no-preference"))
    stage.show("my_turn")
    stage.page.wait_for_timeout(100)
    stage.page.evaluate(WATCH)
    stage.page.focus("#h3")
    assert not any("ghost" in one for one in tell(stage, moves()[0]))  # the first news after a reconnect is only shown
    ghosts = []
    for state in moves()[1:]:
        ghosts.append(len([one for one in tell(stage, state) if "ghost" in one]))
        again = tell(stage, state, wait=False)
        assert not again, again  # the same once more, as after a POST
        stage.page.wait_for_timeout(60)  # the next comes while the last still flies
    assert ghosts == [1, 1, 1, 1, 1, 1, 1, 1, 0], ghosts
    drawn = stage.page.evaluate("seen.length === 0 && document.querySelector('#hand .drawn button').dataset.tile")
    assert drawn == "N" and stage.page.evaluate("document.activeElement.id") == "h3"
    stage.page.wait_for_timeout(400)
    assert stage.page.locator(".ghost").count() == 0 and stage.page.evaluate("document.getAnimations().length") == 0
    shifts = stage.page.evaluate("shifts")
    assert not any(moved for _, moved in shifts) and sum(value for value, _ in shifts) < 0.01, shifts


def test_points_rise_and_hands_open_at_the_end(visit):
    stage = Stage(visit(reduced_motion="no-preference"))
    stage.show("playing")
    stage.page.evaluate(WATCH)
    tell(stage, "waiting")
    before = room_views.fresh("playing")
    after = room_views.fresh("result")
    for one, two in zip(after["deal"]["view"]["seats"], before["deal"]["view"]["seats"], strict=True):
        one["pond"], one["melds"] = two["pond"], two["melds"]
    after["seats"][0]["total"] += 17
    tell(stage, before)
    seen = tell(stage, after)
    assert seen.count("tile") >= 24  # the backs of three hands turn
    assert stage.page.locator(".rise").all_inner_texts()[0] == "+17"


def test_motion_is_left_out_when_it_is_not_wanted_or_too_much(visit):
    stage = Stage(visit(reduced_motion="no-preference"))
    stage.show("my_turn")
    stage.page.evaluate(WATCH)
    states = moves()
    tell(stage, states[0])
    assert not tell(stage, states[3])  # three discards at once: catching up
    stage.page.evaluate("document.documentElement.dataset.motion = 'off'")
    assert not tell(stage, states[4])
    stage.page.evaluate("document.documentElement.dataset.motion = 'auto'")
    stage.page.emulate_media(reduced_motion="reduce")
    assert not tell(stage, states[5])
    stage.page.emulate_media(reduced_motion="no-preference")
    assert tell(stage, states[6])


# --- dragging ----------------------------------------------------------------------------------------------------
def test_a_tile_dragged_upward_is_discarded_and_one_put_back_is_not(visit):
    stage = Stage(visit(viewport={"width": 1440, "height": 900}))
    stage.show("my_turn")
    mouse, tile = stage.page.mouse, stage.page.locator("#h4")
    box = tile.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for dx, dy in ((0, -20), (18, 0), (60, -30), (0, 15)):  # let go within the hand: neither discarded nor lifted
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx, y + dy, steps=3)
        assert tile.evaluate("e => e.style.transform") == f"translate({dx}px, {dy}px)"
        mouse.up()
        assert tile.evaluate("e => e.style.transform") == ""
        stage.page.wait_for_timeout(150)  # it slides back
    assert stage.posts == [] and stage.page.locator(".lifted").count() == 0
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 30, y - 300, steps=4)
    mouse.up()
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    assert [data["action"] for _path, data in stage.posts] == ["discard 5m"]
    assert tile.evaluate("e => e.style.transform") == ""  # refused or late, it would lie in the hand again
    stage.page.wait_for_timeout(150)  # it lies down again
    with stage.page.expect_response("**/act/"):
        mouse.click(x, y)  # a click is a click as ever


def test_a_finger_drags_too(visit):
    stage = Stage(visit(phone=True))
    stage.show("my_turn")
    box = stage.page.locator("#h2").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    cdp = stage.page.context.new_cdp_session(stage.page)

    def finger(kind, *points):
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    finger("touchStart", (x, y))
    for up in (12, 60, 160, 260):
        finger("touchMove", (x, y - up))
    assert re.search(r"translate\(0px, -\d+px\)", stage.page.locator("#h2").evaluate("e => e.style.transform"))
    finger("touchEnd")
    stage.page.wait_for_function("!document.querySelector('.is-pending')")
    assert [data["action"] for _path, data in stage.posts] == ["discard 3m"]


# --- parts that are brought up to date instead of exchanged --------------------------------------------------------
STAND = """html => { const sent = document.createElement('template');
  sent.innerHTML = html;
  const plain = PLAIN;
  return [...sent.content.children].map(e => [plain(document.getElementById(e.id)), plain(e)])
    .filter(([stands, wanted]) => stands !== wanted); }""".replace("PLAIN", PLAIN)


def test_after_any_message_the_table_is_what_was_sent(visit):
    stage = Stage(visit())
    stage.show("playing")
    order = random.Random(7)
    names = [name for name in room_views.STATES if name != "spectator"]
    for state in [order.choice(names) for _ in range(40)]:
        stage.push(state)
        html = parts(room_views.fresh(state), "zh-hans")
        address = re.search('data-ask="([^"]*)"', html["sync"])[1]
        stage.page.locator(f"#sync[data-ask='{address}']").wait_for(state="attached")
        shown = "".join(text for part, text in html.items() if part not in ("talk", "notice"))
        assert stage.page.evaluate(STAND, shown) == [], state


def test_one_discard_is_one_new_tile(visit):
    """What has not changed keeps its nodes: nothing is drawn anew, and whatever moves there moves on."""
    stage = Stage(visit())
    stage.show("playing")
    stage.page.evaluate("document.querySelectorAll('.seat *, .pond *, #status *').forEach(e => { e.old = true; })")
    view = room_views.fresh("playing")
    seats = view["deal"]["view"]["seats"]
    before = len(seats[1]["pond"])
    seats[1]["pond"].append({"tile": "9p", "claimed": False, "from_hand": True})
    stage.push(view)
    stage.page.locator("#pond-right li").nth(before).wait_for()
    fresh = "[...document.querySelectorAll('.seat *, .pond *, #status *')].filter(e => !e.old).map(e => e.tagName)"
    assert stage.page.evaluate(fresh) == ["LI", "SPAN", "IMG"]
