"""What a seat can do: one frozen Action(kind, tiles, word) and its text form ("discard 5m", "lack s").

The text form is what forms post, sockets send, steps store and records hold. Whether an action is legal is the
machine's business, not this file's.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .errors import BadNotation
from .text import Text
from .tiles import format_tiles, parse_tiles


class Action(NamedTuple):
    """`tiles` sorted; `word` for arguments that are not tiles (a suit, the name of a claim)."""

    kind: str
    tiles: tuple[int, ...] = ()
    word: str = ""

    @property
    def tile(self) -> int:
        """The first tile of the action."""
        return self.tiles[0]

    def __str__(self) -> str:
        rest = self.word or format_tiles(self.tiles)
        return f"{self.kind} {rest}" if rest else self.kind


WIN = Action("win")
PASS = Action("pass")
PUNG = Action("pung")
KONG = Action("kong")  # claimed; with tiles: concealed or added

_SHAPE = re.compile(r"[a-z_]{1,20}")


def parse(text: str) -> Action:
    """ "KIND", "KIND TILES" or "KIND word" → Action. Raises BadNotation."""
    parts = text.split()
    if not 1 <= len(parts) <= 2 or not _SHAPE.fullmatch(parts[0]):
        raise BadNotation(Text("看不懂的操作：“{text}”", "unreadable action: “{text}”", text=text[:40]))
    if len(parts) == 1:
        return Action(parts[0])
    if _SHAPE.fullmatch(parts[1]):
        return Action(parts[0], word=parts[1])
    return Action(parts[0], tuple(sorted(parse_tiles(parts[1]))))


# The words on the buttons of the shared actions. A rule set names its own (Ruleset.labels).
LABELS: dict[str, Text] = {
    "discard": Text("打", "Discard"),
    "chow": Text("吃", "Chow"),
    "pung": Text("碰", "Pung"),
    "kong": Text("杠", "Kong"),
    "win": Text("胡", "Win"),
    "pass": Text("过", "Pass"),
}
GROUPS = ("discard", "win", "kong", "pung", "chow", "pass")
