"""Draws one SVG per tile face out of circles, bars and glyph outlines.

The drawing is plain on purpose: a face must still read at 24 CSS pixels, so shapes are bold, colours few, and every
suit differs by shape, not only by colour. Characters are outlines (glyphs.json, taken once from Noto Serif CJK, OFL),
never <text>: fonts differ from phone to phone. Nothing here may depend on time or chance, for a test compares the
committed files with this output.
"""

import json
from functools import cache
from pathlib import Path

WIDTH, HEIGHT = 60, 80
INK, RED, GREEN, BLUE, GOLD = "#1f2a33", "#b3261e", "#1d6b41", "#1f4f8b", "#a8701c"
IVORY, EDGE, SIDE = "#fdf9ec", "#b9ab88", "#e3d6b2"
GLYPHS = Path(__file__).with_name("glyphs.json")

NUMERALS = "一二三四五六七八九"
HONOURS = {"E": ("東", INK), "S": ("南", INK), "W": ("西", INK), "N": ("北", INK), "C": ("中", RED), "F": ("發", GREEN)}
BACKS = {  # body, rim, face, frame, lattice; which one is shown is a setting (base.css), the page always says "back"
    "back": ("#8a5a24", "#6d4519", "#d3a05c", "#f3d9ac", "#e0b478"),
    "back-jade": ("#3f7d68", "#2c5d4c", "#8cc3ab", "#d3eadd", "#a5d2be"),
}
FLOWERS = {"a": "春", "b": "夏", "c": "秋", "d": "冬", "e": "梅", "f": "蘭", "g": "竹", "h": "菊"}
CHARACTERS = NUMERALS + "萬" + "".join(glyph for glyph, _ in HONOURS.values()) + "".join(FLOWERS.values())


def names() -> tuple[str, ...]:
    """Every file name (without .svg), in a fixed order."""
    suits = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
    return suits + tuple("ESWNCFP") + tuple(FLOWERS) + tuple(BACKS)


def face(name: str) -> str:
    """The whole SVG document of a tile name ("5m", "E", "a", "back")."""
    if name in BACKS:
        return _document(_back(*BACKS[name]))
    if name == "P":
        body = _frame()
    elif name in HONOURS:
        glyph, colour = HONOURS[name]
        body = _glyph(glyph, 30, 40, 48, colour)
    elif name in FLOWERS:
        body = _flower(name)
    else:
        rank = int(name[0])
        body = {"m": _character, "p": _dots, "s": _bamboo}[name[1]](rank)
    return _document(_blank() + body)


def _document(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</svg>\n'


def _blank() -> str:
    # the lower strip is the thickness of the tile; it gives depth without any CSS
    return (
        f'<rect x=".75" y=".75" width="58.5" height="78.5" rx="7" fill="{SIDE}" stroke="{EDGE}" stroke-width="1.5"/>'
        f'<rect x="1.5" y="1.5" width="57" height="73.5" rx="6.2" fill="{IVORY}"/>'
    )


def _back(body: str, rim: str, face: str, frame: str, lines: str) -> str:
    lattice = "".join(f"M{x} 9v58" for x in range(16, 50, 7)) + "".join(f"M9 {y}h42" for y in range(16, 66, 7))
    return (
        f'<rect x=".75" y=".75" width="58.5" height="78.5" rx="7" fill="{body}" stroke="{rim}" stroke-width="1.5"/>'
        f'<rect x="1.5" y="1.5" width="57" height="73.5" rx="6.2" fill="{face}"/>'
        f'<rect x="8.5" y="8.5" width="43" height="59" rx="3" fill="none" stroke="{frame}" stroke-width="2"/>'
        f'<path d="{lattice}" stroke="{lines}" stroke-width="1.4" fill="none"/>'
    )


def _frame() -> str:
    """白: a double frame, so that an empty tile is never mistaken for a missing picture."""
    return (
        f'<rect x="11" y="12" width="38" height="52" rx="2.5" fill="none" stroke="{BLUE}" stroke-width="4"/>'
        f'<rect x="17" y="18" width="26" height="40" rx="1.5" fill="none" stroke="{BLUE}" stroke-width="1.6"/>'
    )


@cache
def _outlines() -> dict[str, dict[str, object]]:
    return json.loads(GLYPHS.read_text(encoding="utf-8"))


def _glyph(character: str, x: float, y: float, size: float, colour: str, stretch: float = 1.0) -> str:
    """One character, its ink centred on (x, y), its longer side `size`; a stroke thickens its thin lines."""
    outline = _outlines()[character]
    left, bottom, right, top = outline["box"]
    scale = size / max(right - left, top - bottom)
    if (right - left) > 2.5 * (top - bottom):  # 一: as wide as its neighbours, not as tall
        scale = size / (right - left)
    sx, sy = round(scale * stretch, 5), round(scale, 5)
    dx, dy = round(x - sx * (left + right) / 2, 2), round(y + sy * (top + bottom) / 2, 2)
    return (
        f'<path transform="translate({dx} {dy}) scale({sx} {-sy})" d="{outline["path"]}" '
        f'fill="{colour}" stroke="{colour}" stroke-width="{round(1.1 / scale)}"/>'
    )


def _character(rank: int) -> str:
    return _glyph(NUMERALS[rank - 1], 30, 21.5, 30, INK, 1.15) + _glyph("萬", 30, 54.5, 34, RED, 1.1)


DOT_PLACES = {
    2: [(30, 21, GREEN), (30, 56, BLUE)],
    3: [(16, 17, BLUE), (30, 38.5, RED), (44, 60, GREEN)],
    4: [(17, 21, BLUE), (43, 21, GREEN), (17, 56, GREEN), (43, 56, BLUE)],
    5: [(16, 18, BLUE), (44, 18, GREEN), (30, 38.5, RED), (16, 59, GREEN), (44, 59, BLUE)],
    6: [(18, 16, GREEN), (42, 16, GREEN), (18, 39.5, RED), (42, 39.5, RED), (18, 60.5, RED), (42, 60.5, RED)],
    7: [
        (14, 12.5, GREEN),
        (30, 19, GREEN),
        (46, 25.5, GREEN),
        (19, 44, RED),
        (41, 44, RED),
        (19, 63, RED),
        (41, 63, RED),
    ],
    8: [(x, y, BLUE) for y in (13.5, 30.5, 47.5, 64.5) for x in (19, 41)],
    9: [(x, y, colour) for y, colour in ((16, BLUE), (38.5, RED), (61, GREEN)) for x in (13, 30, 47)],
}
DOT_RADIUS = {2: 14, 3: 11.5, 4: 12, 5: 10.5, 6: 10, 7: 8.2, 8: 7.8, 9: 8}


def _dots(rank: int) -> str:
    if rank == 1:
        petals = "".join(
            f'<ellipse cx="30" cy="24.5" rx="3.4" ry="6.5" fill="{RED}" transform="rotate({angle} 30 38.5)"/>'
            for angle in range(0, 360, 45)
        )
        return (
            f'<circle cx="30" cy="38.5" r="22.5" fill="none" stroke="{GREEN}" stroke-width="5"/>'
            f'{petals}<circle cx="30" cy="38.5" r="6.5" fill="{BLUE}"/>'
        )
    radius = DOT_RADIUS[rank]
    return "".join(_dot(x, y, radius, colour) for x, y, colour in DOT_PLACES[rank])


def _dot(x: float, y: float, radius: float, colour: str) -> str:
    ring, core = round(radius * 0.66, 2), round(radius * 0.36, 2)
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/><circle cx="{x}" cy="{y}" r="{ring}" fill="{IVORY}"/>'
        f'<circle cx="{x}" cy="{y}" r="{core}" fill="{colour}"/>'
    )


# (x, y of the middle, length, angle, colour)
STICK_PLACES = {
    2: [(30, 21.5, 30, 0, GREEN), (30, 56, 30, 0, BLUE)],
    3: [(30, 21.5, 30, 0, BLUE), (17, 56, 30, 0, GREEN), (43, 56, 30, 0, GREEN)],
    4: [(17, 21.5, 30, 0, GREEN), (43, 21.5, 30, 0, BLUE), (17, 56, 30, 0, BLUE), (43, 56, 30, 0, GREEN)],
    5: [
        (14, 21.5, 30, 0, GREEN),
        (46, 21.5, 30, 0, BLUE),
        (30, 38.5, 30, 0, RED),
        (14, 56, 30, 0, BLUE),
        (46, 56, 30, 0, GREEN),
    ],
    6: [(x, y, 30, 0, colour) for y, colour in ((21.5, GREEN), (56, BLUE)) for x in (13, 30, 47)],
    7: [(30, 15, 18, 0, RED)]
    + [(x, y, 19, 0, colour) for x, colour in ((13, GREEN), (30, BLUE), (47, GREEN)) for y in (38, 61)],
    8: [
        *[(11, 22, 29, 0, GREEN), (24, 22, 29, 28, GREEN), (36, 22, 29, -28, GREEN), (49, 22, 29, 0, GREEN)],
        *[(11, 56, 29, 0, BLUE), (24, 56, 29, -28, BLUE), (36, 56, 29, 28, BLUE), (49, 56, 29, 0, BLUE)],
    ],
    9: [(x, y, 20, 0, colour) for x, colour in ((13, GREEN), (30, RED), (47, BLUE)) for y in (15.5, 38.5, 61.5)],
}


STICK_WIDTH = {2: 6.6, 3: 6.2, 4: 6.2, 5: 6, 6: 5.8, 7: 5.4, 8: 4.7, 9: 5.4}


def _bamboo(rank: int) -> str:
    return _bird() if rank == 1 else "".join(_stick(*place, STICK_WIDTH[rank]) for place in STICK_PLACES[rank])


def _stick(x: float, y: float, length: float, angle: int, colour: str, wide: float) -> str:
    """A bamboo cane: two thick joints with a narrow waist, a short pale line in each. `wide` is half its thickness."""
    half = length / 2
    top, bottom = round(y - half, 2), round(y + half, 2)
    turn = f' transform="rotate({angle} {x} {y})"' if angle else ""
    return (
        f"<g{turn}>"
        f'<rect x="{x - 2.6:g}" y="{top:g}" width="5.2" height="{length:g}" fill="{colour}"/>'
        f'<rect x="{x - wide:g}" y="{top:g}" width="{2 * wide:g}" height="{half - 1.4:g}" rx="3.8" fill="{colour}"/>'
        f'<rect x="{x - wide:g}" y="{y + 1.4:g}" width="{2 * wide:g}" height="{half - 1.4:g}" '
        f'rx="3.8" fill="{colour}"/>'
        f'<path d="M{x:g} {top + 3.8:g}V{y - 5.2:g}M{x:g} {y + 5.2:g}V{bottom - 3.8:g}" '
        f'stroke="{IVORY}" stroke-width="1.6" stroke-linecap="round"/>'
        "</g>"
    )


def _bird() -> str:
    """一条: a sparrow on a twig, tail up."""
    return (
        f'<path d="M41 40C47 34 52 25 53 13C45 17 38 22 34 29Z" fill="{BLUE}"/>'
        f'<path d="M38 38C42 31 44 23 43 14C37 19 32 25 30 32Z" fill="{GREEN}"/>'
        '<path d="M10 30C8 22 13 15 20 15C27 15 30 21 30 27C37 27 45 33 44 44C43 55 34 61 25 59'
        f'C15 57 12 48 14 40C11 38 10 34 10 30Z" fill="{GREEN}"/>'
        f'<path d="M22 38C30 35 38 40 38 48C33 54 24 52 22 38Z" fill="{IVORY}"/>'
        f'<path d="M25 40C31 39 35 43 35 47.5C31 50 26 48 25 40Z" fill="{RED}"/>'
        f'<path d="M14 17C13 12 16 9 19 8C18 11 21 13 24 15Z" fill="{RED}"/>'
        f'<path d="M11 25L3 28.5L11 31Z" fill="{GOLD}"/>'
        f'<circle cx="18" cy="23.5" r="3.2" fill="{IVORY}"/><circle cx="17.5" cy="23.5" r="1.7" fill="{INK}"/>'
        f'<path d="M23 58V66M32 57V66" stroke="{RED}" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="M8 68C20 64 38 70 53 65" stroke="{GOLD}" stroke-width="4" fill="none" stroke-linecap="round"/>'
    )


def _flower(name: str) -> str:
    """Season or plant: its character, a corner number 1-4 as pips, and a blossom (plants) or a sun (seasons)."""
    number = "abcdefgh".index(name) % 4 + 1
    season = name < "e"
    colour = BLUE if season else RED
    pips = "".join(f'<circle cx="{11 + 7 * i}" cy="12" r="2.6" fill="{colour}"/>' for i in range(number))
    if season:
        rays = "".join(
            f'<path d="M48 5V8.5" stroke="{GOLD}" stroke-width="2" transform="rotate({a} 48 14)"/>'
            for a in range(0, 360, 45)
        )
        emblem = f'<circle cx="48" cy="14" r="4" fill="{GOLD}"/>{rays}'
    else:
        petals = "".join(
            f'<circle cx="48" cy="9.5" r="3.4" fill="{RED}" transform="rotate({a} 48 14)"/>' for a in range(0, 360, 72)
        )
        emblem = f'{petals}<circle cx="48" cy="14" r="2.4" fill="{GOLD}"/>'
    return pips + emblem + _glyph(FLOWERS[name], 30, 45, 46, GREEN if season else RED)
