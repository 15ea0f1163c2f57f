"""WCAG 2.2 AA contrast of every theme, from the colours that the style sheets really hold.

Reads static/css, works out the variables for each cloth × brightness × tile back as a browser would cascade them, and
compares pairs that stand on one another: words 4.5, marks, edges and focus rings 3.
"""

import itertools
import re

import pytest
from django.conf import settings

from games.preferences import CLOTHS, TABLE
from games.tileart import faces

CSS = settings.BASE_DIR / "static" / "css"
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)")
COLOUR = re.compile(r"#[0-9a-f]{3,8}$")
THEMES = list(itertools.product(TABLE["felt"].values, ("light", "dark"), TABLE["back"].values))

WORDS = [  # (words, ground)
    ("--ink", "--paper"),
    ("--ink", "--panel"),
    ("--quiet", "--paper"),
    ("--quiet", "--panel"),
    ("--accent-ink", "--paper"),
    ("--accent-ink", "--panel"),
    ("--good", "--panel"),
    ("--on-accent", "--accent"),
    ("--on-accent", "--win"),
    ("--on-felt", "--felt"),
    ("--on-felt", "--felt-deep"),
    ("--on-felt-quiet", "--felt"),
    ("--on-felt-quiet", "--felt-deep"),
    ("--urgent", "--felt"),
    ("--turn", "--felt"),
    ("--tile-ink", "--tile-face"),
    ("--tile-ink", "--on-felt"),
    ("--tile-ink", "--gold"),
    ("--on-back", "--back"),
    ("--on-notice", "--notice"),
    ("--on-error", "--error"),
    ("--on-alarm", "--alarm"),
]
MARKS = [  # (mark, edge or ring; what it stands on)
    ("--gold", "--felt"),  # last discard, active seat, drawn tile, focus on the table
    ("--gold", "--felt-deep"),
    ("--ring", "--paper"),  # focus, the winning tile
    ("--ring", "--panel"),
    ("--quiet", "--panel"),  # borders of fields
    ("--tile-face", "--felt"),
    ("--win", "--tile-face"),
    ("--back", "--felt"),
]


def test_no_style_sheet_hides_a_theme_from_this_test():
    """Brightness is decided by which sheets are linked; a media query inside a sheet would escape this reader."""
    for sheet in CSS.glob("*.css"):
        assert "prefers-color-scheme" not in sheet.read_text(encoding="utf-8"), sheet.name


def variables(felt: str, brightness: str, back: str) -> dict[str, str]:
    """The variables on <html>, later rules over earlier ones (all these selectors weigh the same)."""
    attributes = {f"[data-felt={felt}]", f"[data-back={back}]", ":root"}
    found: dict[str, str] = {}
    for sheet in ("base.css", "dark.css") if brightness == "dark" else ("base.css",):
        css = re.sub(r"/\*.*?\*/", "", (CSS / sheet).read_text(encoding="utf-8"), flags=re.S)
        for selector, body in RULE.findall(css):
            if selector.strip() in attributes:
                found |= {name: value.strip() for name, value in VARIABLE.findall(body)}
    return {name: value for name, value in found.items() if COLOUR.match(value)}


def luminance(colour: str) -> float:
    digits = colour[1:]
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    assert len(digits) == 6, f"{colour}: a translucent colour has no contrast of its own"
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_the_one_of_wcag():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("felt", "brightness", "back"), THEMES)
def test_every_theme_is_legible(felt, brightness, back):
    colours = variables(felt, brightness, back)
    poor = [
        f"{one} {colours[one]} on {other} {colours[other]}: {ratio:.2f} < {least}"
        for pairs, least in ((WORDS, 4.5), (MARKS, 3.0))
        for one, other in pairs
        if (ratio := contrast(colours[one], colours[other])) < least
    ]
    assert not poor, "\n".join(poor)


@pytest.mark.parametrize(("felt", "brightness", "back"), THEMES)
def test_tiles_stand_out_from_the_cloth(felt, brightness, back):
    """The drawn ivory and the drawn back, not only their namesakes among the variables."""
    colours = variables(felt, brightness, back)
    drawn = faces.BACKS["back" if back == "bamboo" else f"back-{back}"]
    assert colours["--back"] == drawn[2]
    assert contrast(faces.IVORY, colours["--felt"]) >= 3
    assert max(contrast(drawn[2], colours["--felt"]), contrast(drawn[3], colours["--felt"])) >= 3


def test_inks_on_a_tile_are_legible():
    for ink in (faces.INK, faces.RED, faces.GREEN, faces.BLUE):
        assert contrast(ink, faces.IVORY) >= 4.5, ink


def test_themes_differ_and_the_bars_of_the_browser_match():
    assert len({variables(felt, "light", "bamboo")["--felt"] for felt in TABLE["felt"].values}) == len(CLOTHS)
    for felt, colour in CLOTHS.items():
        assert variables(felt, "light", "bamboo")["--felt-deep"] == colour


def test_a_bad_colour_is_found(monkeypatch, tmp_path):
    css = (CSS / "base.css").read_text(encoding="utf-8")
    (tmp_path / "base.css").write_text(css.replace("--quiet: #5a675f", "--quiet: #aab7af"), encoding="utf-8")
    monkeypatch.setattr(f"{__name__}.CSS", tmp_path)
    with pytest.raises(AssertionError, match="--quiet"):
        test_every_theme_is_legible("pine", "light", "bamboo")
