"""How smooth discards are on a slow phone: intervals between frames while tiles fly, with the processor slowed down.

    python -m tests.bench.bench_frames [--slower 4] [--discards 40] [--motion auto|off]

Method: the room page in Chromium at 390×844, touch, CPU throttled through the DevTools protocol; hand-made views are
pushed as the socket would, one discard every 400 ms, seats in turn, pond after pond filling up; then half as many times
my own turn with hints and its end: hand, hints and buttons anew. Intervals are taken by requestAnimationFrame for
300 ms from each push. The same figures without pushes say what the machine can do at all. The
clock of a headless browser runs at 60 frames/s; without a GPU all painting is done by the same slowed cores.
"""

from __future__ import annotations

import argparse
import os
import statistics

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # playwright's loop runs in this thread; no database is used

import django

django.setup()

from playwright.sync_api import sync_playwright  # noqa: E402

from games.render import parts  # noqa: E402
from tests.conftest import CHROMIUM, FLAGS  # noqa: E402
from tests.games import room_views  # noqa: E402
from tests.games.test_views_browser import Stage  # noqa: E402

TILES = ["1m", "9s", "3p", "7m", "E", "2s", "8p", "5m", "C", "4s", "6p", "9m"]
FRAMES = """milliseconds => new Promise(done => {
  const found = []; let last = 0, begun = 0;
  const frame = now => {
    if (last) found.push(now - last); else begun = now;
    last = now;
    if (now - begun < milliseconds) requestAnimationFrame(frame); else done(found); };
  requestAnimationFrame(frame); })"""
SWAPPED = """() => { window.swaps = []; let begun = 0;
  document.addEventListener('htmx:wsBeforeMessage', () => { begun = performance.now(); }, true);
  document.addEventListener('htmx:wsAfterMessage', () => setTimeout(() => swaps.push(performance.now() - begun))); }"""


def figures(name: str, values: list[float]) -> str:
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return (
        f"{name}: median {statistics.median(ordered):.1f} ms, 95th percentile {high:.1f} ms, worst {ordered[-1]:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--discards", type=int, default=40)
    parser.add_argument("--motion", choices=("auto", "off"), default="auto")
    args = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="no-preference"
        )
        stage = Stage(context.new_page())
        stage.show("playing")
        stage.page.evaluate("motion => { document.documentElement.dataset.motion = motion; }", args.motion)
        stage.page.evaluate(SWAPPED)
        context.new_cdp_session(stage.page).send("Emulation.setCPUThrottlingRate", {"rate": args.slower})
        idle = stage.page.evaluate(FRAMES, 3000)
        state = room_views.fresh("playing")
        busy: list[float] = []
        shown = parts(state, stage.language)  # only what has changed is sent, as the consumer does
        for number in range(args.discards):
            seat, tile = number % 4, TILES[number % len(TILES)]
            view = state["deal"]["view"]
            view["seats"][seat]["pond"].append({"tile": tile, "claimed": False, "from_hand": True})
            view["last"] = {"seat": seat, "tile": tile, "kind": "discard", "claimed_by": None}
            view["turn"] = (seat + 1) % 4
            stage.page.evaluate("frames => { window.taken = eval(frames)(300); }", FRAMES)
            html = parts(state, stage.language)
            stage.sockets[-1].send("".join(text for part, text in html.items() if shown.get(part) != text))
            shown = html
            busy += stage.page.evaluate("window.taken")
            stage.page.wait_for_timeout(100)
        swaps = stage.page.evaluate("swaps")
        for number in range(args.discards // 2):
            html = parts(room_views.fresh("playing" if number % 2 else "with_hints"), stage.language)
            stage.sockets[-1].send("".join(text for part, text in html.items() if shown.get(part) != text))
            shown = html
            stage.page.wait_for_timeout(400)
        own = stage.page.evaluate("swaps")[len(swaps) :]
        browser.close()
    print(f"{args.discards} discards, processor {args.slower:g} times slower, motion {args.motion}")
    print(figures("frames with nothing going on", idle))
    print(figures("frames while a tile flies", busy))
    print(figures("a message: swap, focus, words, start of the motion", swaps))
    print(figures("the same when my own turn begins or ends", own))
    print(f"frames under 17.5 ms while a tile flies: {sum(one < 17.5 for one in busy) / len(busy):.0%}")


if __name__ == "__main__":
    main()
