"""What happened, in the past tense, and who may see it. Events are news for screens and logs, not the state."""

from __future__ import annotations

from typing import NamedTuple

from .text import Text
from .tiles import NAMES, parse_tile


class Event(NamedTuple):
    """`seen_by` None = everybody, else only these seats may see the tiles; `word` an extra datum."""

    kind: str
    seat: int | None = None
    tiles: tuple[int, ...] = ()
    seen_by: tuple[int, ...] | None = None
    word: str = ""

    def to_json(self) -> list[object]:
        seen = None if self.seen_by is None else list(self.seen_by)
        return [self.kind, self.seat, [NAMES[t] for t in self.tiles], seen, self.word]

    @classmethod
    def from_json(cls, row: list[object]) -> Event:
        kind, seat, tiles, seen, word = row
        assert isinstance(kind, str) and isinstance(tiles, list) and isinstance(word, str)
        assert seat is None or isinstance(seat, int)
        seen_by = tuple(seen) if isinstance(seen, list) else None
        return cls(kind, seat, tuple(parse_tile(t) for t in tiles), seen_by, word)


LABELS: dict[str, Text] = {
    "dealt": Text("开局", "The deal begins"),
    "drew": Text("摸牌", "draws"),
    "discarded": Text("打出", "discards"),
    "chow": Text("吃", "chow"),
    "pung": Text("碰", "pung"),
    "kong": Text("直杠", "claimed kong"),
    "added_kong": Text("补杠", "added kong"),
    "concealed_kong": Text("暗杠", "concealed kong"),
    "won": Text("胡", "wins"),
    "rolled": Text("掷骰", "rolls the dice"),
    "drawn_deal": Text("荒庄", "The deal is drawn"),
}
