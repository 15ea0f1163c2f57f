"""The state of a deal: Deal and Seat, frozen, and their JSON form (the snapshot).

A Deal holds everything, hidden tiles included: it never leaves the server (view.py is the only way out).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from .actions import Action, parse
from .events import Event
from .hand import Meld, is_open
from .settlement import Result, Transfer, Win
from .tiles import NAMES, format_tiles, parse_tile, parse_tiles
from .wall import Wall

if TYPE_CHECKING:
    from .ruleset import Ruleset

SNAPSHOT_FORMAT = 1


class Discard(NamedTuple):
    """A tile in a pond. `drawn`: it was the tile just drawn; `claimed_by`: the seat that took it, if any."""

    tile: int
    drawn: bool = False
    claimed_by: int | None = None


class Seat(NamedTuple):
    """One seat of a deal. `concealed` sorted, the drawn tile among them; `marks` what the rule set notes about it."""

    concealed: tuple[int, ...] = ()
    melds: tuple[Meld, ...] = ()
    pond: tuple[Discard, ...] = ()
    drawn: int | None = None
    flowers: tuple[int, ...] = ()
    out: bool = False
    marks: Mapping[str, Any] = {}

    @property
    def open(self) -> bool:
        """开门 (CO-07)."""
        return is_open(self.melds)

    def to_json(self) -> dict[str, Any]:
        return {
            "concealed": format_tiles(self.concealed),
            "melds": [m.to_json() for m in self.melds],
            "pond": [[NAMES[d.tile], d.drawn, d.claimed_by] for d in self.pond],
            "drawn": None if self.drawn is None else NAMES[self.drawn],
            "flowers": format_tiles(self.flowers),
            "out": self.out,
            "marks": dict(self.marks),
        }

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Seat:
        return cls(
            parse_tiles(row["concealed"]),
            tuple(Meld.from_json(m) for m in row["melds"]),
            tuple(Discard(parse_tile(t), drawn, by) for t, drawn, by in row["pond"]),
            None if row["drawn"] is None else parse_tile(row["drawn"]),
            parse_tiles(row["flowers"]),
            row["out"],
            row["marks"],
        )


class Ask(NamedTuple):
    """What the table waits for: the phase, whose turn it is or who gave the tile, what each seat may answer
    (`offers`; an empty tuple = not asked) and what was answered so far. `note` belongs to the phase."""

    phase: str
    seat: int
    tile: int | None = None
    offers: tuple[tuple[Action, ...], ...] = ()
    answers: tuple[Action | None, ...] = ()
    note: Mapping[str, Any] = {}

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats that were asked and have not answered."""
        return tuple(i for i, offer in enumerate(self.offers) if offer and self.answers[i] is None)

    def with_answer(self, seat: int, action: Action) -> Ask:
        answers = list(self.answers)
        answers[seat] = action
        return self._replace(answers=tuple(answers))

    def to_json(self) -> dict[str, Any]:
        return {
            "phase": self.phase, "seat": self.seat, "tile": None if self.tile is None else NAMES[self.tile],
            "offers": [[str(a) for a in offer] for offer in self.offers],
            "answers": [None if a is None else str(a) for a in self.answers], "note": dict(self.note),
        }  # fmt: skip

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Ask:
        return cls(
            row["phase"], row["seat"], None if row["tile"] is None else parse_tile(row["tile"]),
            tuple(tuple(parse(a) for a in offer) for offer in row["offers"]),
            tuple(None if a is None else parse(a) for a in row["answers"]), row["note"],
        )  # fmt: skip


@dataclass(frozen=True)
class Deal:
    """A deal between two decisions. `window` grows when a decision point resolves. `held`: a claim window that is
    fully answered and waits for `proceed`. `flags` say how the tile in question came (after_kong, …); `given`: dice
    rolls still to come in a replay, instead of the seed's; `rolled`: how far the second stream was read."""

    code: str
    version: str
    options: Mapping[str, Any]
    seed: str
    dealer: int
    round_wind: int
    seats: tuple[Seat, ...]
    wall: Wall
    dice: tuple[tuple[int, ...], ...]
    ask: Ask
    window: int = 0
    held: bool = False
    flags: frozenset[str] = frozenset()
    fed_by: int | None = None
    ledger: tuple[Transfer, ...] = ()
    wins: tuple[Win, ...] = ()
    result: Result | None = None
    news: tuple[Event, ...] = ()
    marks: Mapping[str, Any] = field(default_factory=dict)
    rolled: int = 0
    given: tuple[int, ...] = ()

    @cached_property
    def rules(self) -> Ruleset:
        """The rule set with this deal's options."""
        from .ruleset import bound

        return bound(self.code, self.options)

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def settling(self) -> bool:
        """The wall has ended and `settle_draw` must finish the deal."""
        return self.ask.phase == "settling" and not self.over

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that still must answer."""
        return () if self.held or self.over else self.ask.open_seats

    @property
    def quick(self) -> bool:
        """A window in which nobody may learn who is asked: bots answer at once."""
        return not self.over and self.rules.phase(self.ask.phase).quick

    def to_json(self) -> dict[str, Any]:
        return {
            "format": SNAPSHOT_FORMAT, "ruleset": self.code, "version": self.version, "options": dict(self.options),
            "seed": self.seed, "dealer": self.dealer, "round_wind": NAMES[self.round_wind],
            "seats": [s.to_json() for s in self.seats],
            "wall": [format_tiles(self.wall.tiles), self.wall.front, sorted(self.wall.gone), self.wall.taken,
                     self.wall.blocked],
            "dice": [list(d) for d in self.dice], "ask": self.ask.to_json(), "window": self.window, "held": self.held,
            "flags": sorted(self.flags), "fed_by": self.fed_by, "ledger": [t.to_json() for t in self.ledger],
            "wins": [w.to_json() for w in self.wins],
            "result": None if self.result is None else self.result.to_json(),
            "news": [e.to_json() for e in self.news], "marks": dict(self.marks), "rolled": self.rolled,
            "given": list(self.given),
        }  # fmt: skip

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Deal:
        tiles, front, gone, taken, blocked = row["wall"]
        return cls(
            row["ruleset"], row["version"], row["options"], row["seed"], row["dealer"], parse_tile(row["round_wind"]),
            tuple(Seat.from_json(s) for s in row["seats"]),
            Wall(parse_tiles(tiles), front, frozenset(gone), taken, blocked),
            tuple(tuple(d) for d in row["dice"]), Ask.from_json(row["ask"]), row["window"], row["held"],
            frozenset(row["flags"]), row["fed_by"], tuple(Transfer.from_json(t) for t in row["ledger"]),
            tuple(Win.from_json(w) for w in row["wins"]),
            None if row["result"] is None else Result.from_json(row["result"]),
            tuple(Event.from_json(e) for e in row["news"]), row["marks"], row["rolled"], tuple(row["given"]),
        )  # fmt: skip
