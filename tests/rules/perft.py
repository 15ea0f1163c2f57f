"""Counts of all action sequences from fixed positions, as chess programs count moves ("perft").

`python -m tests.rules.perft` plays new lines for rule sets that have none in tests/data/perft.json and counts again
everywhere: look at the difference before committing it. A count that moves without a change of rules is a fault.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rules
from rules.state import Deal
from tests.rules.playing import option_rows, seed_of, steps

FILE = Path(__file__).parent.parent / "data" / "perft.json"
DEPTHS = (1, 2, 3, 4)
MOST = 2000  # a deeper count than this is left out


def count(deal: Deal, depth: int) -> int:
    """How many sequences of `depth` answers there are; a sequence that ends the deal counts as one."""
    if depth == 0 or deal.over or deal.settling:
        return 1
    return sum(
        count(rules.apply(deal, seat, action)[0], depth - 1)
        for seat in deal.actors
        for action in rules.legal_actions(deal, seat)
    )


def position(row: dict[str, Any]) -> Deal:
    """The deal of a row after its moves."""
    deal, _ = rules.start(row["ruleset"], row["options"], bytes.fromhex(row["seed"]), dealer=row["dealer"])
    for move in row["moves"]:
        seat, _, text = move.partition(" ")
        deal, _ = rules.apply(deal, int(seat), rules.parse(text))
    return deal


def counts(row: dict[str, Any]) -> list[int]:
    deal, found = position(row), []
    for depth in DEPTHS:
        n = count(deal, depth)
        if n > MOST:
            break
        found.append(n)
        if n * 8 > MOST:
            break
    return found


def new_lines(code: str) -> list[dict[str, Any]]:
    """The start of a deal and three positions in its course, with the default options and with others."""
    found = []
    for number, options in enumerate(option_rows(code)[:2]):
        seed = seed_of(500 + number)
        line = [f"{seat} {action}" for _, seat, action, _ in steps(code, options, seed, levels=("normal",) * 4)]
        found += [
            {"ruleset": code, "options": options, "seed": seed.hex(), "dealer": 0, "moves": line[: len(line) * i // 4]}
            for i in range(4)
        ]
    return found


def main() -> None:
    rows = json.loads(FILE.read_text()) if FILE.exists() else []
    for code in rules.ruleset_codes():
        if not any(row["ruleset"] == code for row in rows):
            rows += new_lines(code)
    for row in rows:
        row["counts"] = counts(row)
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


if __name__ == "__main__":
    main()
