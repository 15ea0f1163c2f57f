"""Writes static/icons/ from games.tileart.icons: the SVG, and PNGs by a headless Chromium. For a new drawing only.

.venv/bin/python -m tests.tools.make_icons
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from games.tileart.icons import icon
from tests.conftest import CHROMIUM, FLAGS

FOLDER = Path(__file__).resolve().parents[2] / "static" / "icons"
PICTURES = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "maskable-192.png": (192, True),
    "maskable-512.png": (512, True),
    "apple-180.png": (180, True),
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "icon.svg").write_text(icon(), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, (size, maskable) in PICTURES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>html,body{{margin:0}}svg{{display:block;width:100vw}}</style>{icon(maskable)}")
            page.screenshot(path=FOLDER / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
