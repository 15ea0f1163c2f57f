"""Pictures of every screen: both languages, light and dark, phone upright and lying, desk. For eyes, not for asserting.

    tests/e2e/shots [--out DIR] [--only WORD ...] [--language zh en] [--scheme light dark]
    WORD: part of a picture's name, e.g. "table", "390x844"

Starts the real site with quick bots, walks through it as a new person would, and writes
DIR/<language>-<light|dark>-<screen>-<size>.png. Pages that do not answer with 200 end it with an error.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.conftest import CHROMIUM, FLAGS
from tests.e2e.player import Player
from tests.server import Server

SIZES = {"390x844": (390, 844), "360x640": (360, 640), "844x390": (844, 390), "1440x900": (1440, 900)}
LANGUAGES = {"zh": "zh-CN", "en": "en-US"}
SCHEMES = ("light", "dark")
NAMES = {"zh": "小明", "en": "Mike"}
PLAIN = {  # screen → address, seen by a person with a name
    "home": "/",
    "create": "/create/",
    "rules-list": "/rules/",
    "rules": "/rules/chengdu/",
    "calculator": "/score/guobiao/",
    "login": "/login/",
    "account": "/account/",
    "settings": "/settings/",
    "history": "/me/",
    "offline": "/offline/",
    "glossary": "/words/",
    "learn": "/learn/dalian/?step=4",
}
CLOCK = {"GAME_PAUSE": "0.02,0.05", "GAME_BOT_DELAY": "0.02,0.05"}


class Camera:
    """Shoots a page in every size and gives it back as it was."""

    def __init__(self, page: Page, folder: Path, prefix: str, only: list[str]) -> None:
        self.page, self.folder, self.prefix, self.only = page, folder, prefix, only
        self.taken = 0

    def shoot(self, screen: str) -> None:
        for size, (width, height) in SIZES.items():
            name = f"{self.prefix}-{screen}-{size}"
            if self.only and not any(word in name for word in self.only):
                continue
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(150)  # what moves has come to rest
            self.page.screenshot(path=self.folder / f"{name}.png")
            self.taken += 1
        self.page.set_viewport_size({"width": 390, "height": 844})


def visit(page: Page, address: str) -> None:
    answer = page.goto(address)
    if answer is None or answer.status != 200:
        raise SystemExit(f"{address} answers {answer and answer.status}")


def walk(page: Page, camera: Camera, home: str, language: str) -> None:
    """One person's evening, with a picture of each screen."""
    visit(page, f"{home}/")
    camera.shoot("welcome")
    player = Player(page, NAMES[language])
    player.make_table(home, "dalian", choices={"clock": "0", "deals": "4"})
    camera.shoot("lobby")
    player.add_bots(3)
    camera.shoot("lobby-full")
    player.start()
    until(player, lambda found: bool(found["hand"]))
    for _turn in range(6):
        player.play_one()
    until(player, lambda found: bool(found["hand"]))
    camera.shoot("table")
    page.click("#topbar details.menu summary")
    camera.shoot("table-menu")
    page.keyboard.press("Escape")
    if until(player, lambda found: "pass" in found["claims"] and not found["hand"]):
        camera.shoot("table-claim")
    player.play_deal()
    camera.shoot("result")
    link = page.locator("#result a[href*='/deal/']").first.get_attribute("href")
    player.play_match()
    camera.shoot("standings")
    visit(page, f"{home}{link}")
    camera.shoot("deal")
    for screen, path in PLAIN.items():
        visit(page, f"{home}{path}")
        camera.shoot(screen)


def until(player: Player, wanted, seconds: float = 60) -> bool:
    """Play on until the page offers what is wanted; False when the deal is over before."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = player.wait_for_me()
        if wanted(found):
            return True
        if found["next"] or found["standings"]:
            return False
        player.play_one(found)
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--language", nargs="*", choices=list(LANGUAGES), default=list(LANGUAGES))
    parser.add_argument("--scheme", nargs="*", choices=list(SCHEMES), default=list(SCHEMES))
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    taken = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", **CLOCK).start()
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for language in wanted.language:
                for scheme in wanted.scheme:
                    prefix = f"{language}-{scheme}"
                    context = chromium.new_context(
                        locale=LANGUAGES[language], color_scheme=scheme, viewport={"width": 390, "height": 844}
                    )
                    context.set_default_timeout(15_000)
                    camera = Camera(context.new_page(), wanted.out, prefix, wanted.only)
                    walk(camera.page, camera, server.url, language)
                    taken += camera.taken
                    context.close()
        finally:
            chromium.close()
            server.remove()
    print(f"{taken} pictures in {wanted.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
