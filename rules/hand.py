"""Melds and their one-line notation. A hand is one seat's tiles, never a deal.

`Meld` keeps who gave the claimed tile, because payers, 截胡 and the screen need it.
"""

from __future__ import annotations

from typing import NamedTuple

from .errors import BadNotation
from .text import Text, shown
from .tiles import DRAGONS, NAMES, format_tiles, parse_tile, parse_tiles

KONGS = ("kong", "added_kong", "concealed_kong")
OPENING = ("chow", "pung", "kong", "added_kong")  # CO-07: a concealed kong and 亮喜 do not open
MELD_KINDS = ("chow", "pung", "kong", "added_kong", "concealed_kong", "liangxi")


class Meld(NamedTuple):
    """A declared set: `tiles` sorted; `giver` the seat that gave the claimed tile, `claimed` which tile it was."""

    kind: str
    tiles: tuple[int, ...]
    giver: int | None = None
    claimed: int | None = None

    @property
    def is_kong(self) -> bool:
        return self.kind in KONGS

    @property
    def opens(self) -> bool:
        """CO-07."""
        return self.kind in OPENING

    def __str__(self) -> str:
        return f"{self.kind} {format_tiles(self.tiles)}" + ("" if self.giver is None else f"@{self.giver}")

    def to_json(self) -> list[object]:
        return [str(self), None if self.claimed is None else NAMES[self.claimed]]

    @classmethod
    def from_json(cls, pair: list[str | None]) -> Meld:
        text, claimed = pair
        assert text is not None
        return parse_meld(text)._replace(claimed=None if claimed is None else parse_tile(claimed))


def is_open(melds: tuple[Meld, ...]) -> bool:
    """开门 (CO-07): at least one chow, pung or claimed kong."""
    return any(m.kind in OPENING for m in melds)


def parse_meld(text: str) -> Meld:
    """`chow 345m@3`, `pung EEE@2`, `concealed_kong 2222m`, `liangxi CFP`. Raises BadNotation."""
    kind, _, rest = text.strip().partition(" ")
    packed, at, giver_text = rest.strip().partition("@")
    if kind not in MELD_KINDS:
        raise BadNotation(
            Text(
                "“{text}”：不认识的副露“{kind}”", "“{text}”: unknown meld “{kind}”", text=shown(text), kind=shown(kind)
            )
        )
    tiles = tuple(sorted(parse_tiles(packed)))
    if at and giver_text not in ("0", "1", "2", "3"):
        raise BadNotation(
            Text("“{text}”：@ 后面应当是座位 0–3", "“{text}”: a seat 0–3 must follow the @", text=shown(text))
        )
    claimed_kinds = ("chow", "pung", "kong", "added_kong")
    if bool(at) != (kind in claimed_kinds):
        raise BadNotation(
            Text("“{text}”：吃、碰、明杠要写 @座位，暗杠和亮喜不写",
                 "“{text}”: claimed melds need @seat, others must not have it",
                 text=shown(text))
        )  # fmt: skip
    _check_shape(kind, tiles, text)
    return Meld(kind, tiles, int(giver_text) if at else None)


def _check_shape(kind: str, tiles: tuple[int, ...], text: str) -> None:
    if kind == "chow":
        a = tiles[0] if tiles else 99
        ok = len(tiles) == 3 and a < 27 and a % 9 < 7 and tiles == (a, a + 1, a + 2)
    elif kind == "liangxi":
        ok = tiles == DRAGONS
    else:
        ok = len(tiles) == (3 if kind == "pung" else 4) and len(set(tiles)) == 1 and tiles[0] < 34
    if not ok:
        raise BadNotation(
            Text(
                "“{text}”：这些牌不成{kind}", "“{text}”: these tiles make no {kind}", text=shown(text), kind=shown(kind)
            )
        )
