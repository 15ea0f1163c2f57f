"""Fans: the rows that a win is worth, as data. A rule set writes its table of Fan rows; this file only reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .text import Text


class Fan(NamedTuple):
    """One row of a fan table. `test` gets the rule set's own context of a win and says how often the fan counts
    (a bool is 0 or 1). `excludes`: ids that do not also count. `clause`: where RULES.md says so."""

    id: str
    name: Text
    value: int
    test: Callable[[Any], int]
    clause: str = ""
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FanLine:
    """A fan that counted, and against which payers."""

    id: str
    name: Text
    value: int
    count: int
    payers: tuple[int, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id, "name": self.name.to_json(), "value": self.value, "count": self.count,
            "payers": list(self.payers),
        }  # fmt: skip

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> FanLine:
        return cls(row["id"], Text.from_json(row["name"]), row["value"], row["count"], tuple(row["payers"]))


def evaluate(table: Sequence[Fan], context: Any) -> list[tuple[Fan, int]]:
    """The rows of `table` that count in `context`, with their counts. The table is in falling order: a row that counts
    bars what it excludes, a barred row bars nothing."""
    found: list[tuple[Fan, int]] = []
    barred: set[str] = set()
    for fan in table:
        if fan.id in barred:
            continue
        n = int(fan.test(context))
        if n:
            found.append((fan, n))
            barred.update(fan.excludes)
    return found


def merged(per_payer: Iterable[tuple[int, Iterable[tuple[Fan, int]]]]) -> tuple[FanLine, ...]:
    """One FanLine a fan (and count), with the payers against whom it counts, in the order of first appearance."""
    rows: dict[tuple[str, int], tuple[Fan, int, list[int]]] = {}
    for payer, fans in per_payer:
        for fan, n in fans:
            rows.setdefault((fan.id, n), (fan, n, []))[2].append(payer)
    return tuple(FanLine(f.id, f.name, f.value, n, tuple(sorted(payers))) for f, n, payers in rows.values())
