"""Tiles: their numbers inside rules/, their notation at the border (CO-01), their names.

Numbers: 0-8 characters 1-9 (`1m`), 9-17 dots (`1p`), 18-26 bamboos (`1s`), 27-30 E S W N, 31-33 C F P (中发白),
34-41 flowers a-h. A tile is its kind; copies of a kind are not told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import BadNotation
from .text import Text, shown

SUITS = "mps"
EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = range(27, 34)
WINDS = (EAST, SOUTH, WEST, NORTH)
DRAGONS = (RED, GREEN, WHITE)
SUITED = tuple(range(27))
HONORS = tuple(range(27, 34))
KINDS = 34
FLOWERS = tuple(range(34, 42))
TERMINALS = (0, 8, 9, 17, 18, 26)

NAMES: tuple[str, ...] = tuple(f"{r}{s}" for s in SUITS for r in range(1, 10)) + tuple("ESWNCFPabcdefgh")
INDEX: dict[str, int] = {name: number for number, name in enumerate(NAMES)}

_NUMERALS = "一二三四五六七八九"
_SUIT_ZH = "万筒条"
_SUIT_EN = ("characters", "dots", "bamboos")
_HONOR_ZH = ("东", "南", "西", "北", "中", "发", "白", "春", "夏", "秋", "冬", "梅", "兰", "竹", "菊")
_HONOR_EN = (
    "East", "South", "West", "North", "Red", "Green", "White",
    "Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Bamboo flower", "Chrysanthemum",
)  # fmt: skip
TEXTS: tuple[Text, ...] = tuple(
    Text(_NUMERALS[t % 9] + _SUIT_ZH[t // 9], f"{t % 9 + 1} {_SUIT_EN[t // 9].removesuffix('s' if t % 9 == 0 else '')}")
    if t < 27
    else Text(_HONOR_ZH[t - 27], _HONOR_EN[t - 27])
    for t in range(42)
)
SUIT_TEXTS = tuple(Text(zh, en) for zh, en in zip(_SUIT_ZH, _SUIT_EN, strict=True))


def suit(tile: int) -> int:
    """0 characters, 1 dots, 2 bamboos, 3 honours, 4 flowers."""
    return tile // 9 if tile < 27 else 3 if tile < 34 else 4


def rank(tile: int) -> int:
    """1-9 of a suit tile; 0 of an honour or flower."""
    return tile % 9 + 1 if tile < 27 else 0


def is_terminal(tile: int) -> bool:
    """A 1 or a 9 of a suit."""
    return tile < 27 and tile % 9 in (0, 8)


def parse_tiles(text: str) -> tuple[int, ...]:
    """Packed tiles in the order written: "123m55pEEC" → numbers. Raises BadNotation with the position."""
    found: list[int] = []
    digits: list[str] = []
    for position, letter in enumerate(text):
        if letter in "123456789":
            digits.append(letter)
        elif letter in "mps" and digits:
            found.extend(INDEX[d + letter] for d in digits)
            digits.clear()
        elif letter in INDEX and not digits:
            found.append(INDEX[letter])
        else:
            raise BadNotation(
                Text("“{text}”第 {n} 个字符“{letter}”不是牌", "“{text}”: character {n}, “{letter}”, is not a tile",
                     text=shown(text), n=position + 1, letter=letter)
            )  # fmt: skip
    if digits:
        raise BadNotation(
            Text(
                "“{text}”末尾的数字没有花色（m、p、s）",
                "“{text}”: the last digits lack a suit (m, p or s)",
                text=shown(text),
            )
        )
    return tuple(found)


def parse_tile(text: str) -> int:
    """One tile. Raises BadNotation when the text is not exactly one."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise BadNotation(Text("“{text}”应当正好是一张牌", "“{text}” should be exactly one tile", text=shown(text)))
    return tiles[0]


def format_tiles(tiles: Iterable[int]) -> str:
    """Packed notation in the order given: consecutive tiles of a suit share the letter."""
    out: list[str] = []
    run = ""
    for tile in tiles:
        name = NAMES[tile]
        letter = name[1:]
        if run and letter != run:
            out.append(run)
        run = letter
        out.append(name[0])
    return "".join(out) + run


def counts_of(tiles: Iterable[int]) -> list[int]:
    """How often each of the 34 kinds (no flowers) occurs."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


def tiles_of(counts: Sequence[int]) -> tuple[int, ...]:
    """The sorted tiles of a count."""
    return tuple(t for t, n in enumerate(counts) for _ in range(n))
