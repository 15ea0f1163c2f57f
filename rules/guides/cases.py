"""Short hand for the example hands of the rules pages: seat 1 wins, seat 0 deals. No words, no rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SEATS = 4


def won(
    hand: str,
    *melds: str,
    on: str | None,
    by: str = "discard",
    giver: int = 2,
    flags: tuple[str, ...] = (),
    event: Mapping[str, Any] | None = None,
    others: Mapping[int, dict[str, Any]] | None = None,
    me: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A case of CASES.md: seat 1 holds `hand` and `melds` and wins `on` a tile, by a `discard` of seat 2 unless said
    otherwise. Losers are open unless `others` says what they hold; `me` adds to the winner, `more` to the case."""
    players: list[dict[str, Any]] = [{"open": True} for _ in range(SEATS)]
    players[1] = {"hand": hand, "melds": list(melds), **(me or {})}
    for seat, row in (others or {}).items():
        players[seat] = row
    what: dict[str, Any] = {"kind": by, "winners": [1], "flags": list(flags), **(event or {})}
    if on is not None:
        what["tile"] = on
    if by in ("discard", "rob_kong", "earthly"):
        what["from"] = giver
    return {"players": players, "event": what, "dealer": 0, **more}
