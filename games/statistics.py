"""What somebody's deals of one rule set come to. Pure: rows in, figures out; no query and no word.

Every rate says what it is a part of (LESSONS A7): wins, deal-ins and points are counted per deal, self-draws per win,
first places per finished match. Only deals that were played to their end count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class DealRow(NamedTuple):
    """One finished deal as `seat` played it: `wins` and `deltas` as in settlement.Result.to_json, `key` its address."""

    seat: int
    wins: list[dict[str, Any]]
    deltas: list[int]
    key: str


class MatchRow(NamedTuple):
    """One finished match as `seat` played it, with everybody's points."""

    seat: int
    totals: list[int]


class Rate(NamedTuple):
    """`part` of `whole`; `share` is None when there is nothing to take a part of."""

    part: int
    whole: int

    @property
    def share(self) -> float | None:
        return self.part / self.whole if self.whole else None


class Best(NamedTuple):
    """The dearest hand: its value as the result names it, and the deal's address."""

    total: int
    key: str


class Figures(NamedTuple):
    deals: int
    points: int
    wins: Rate  # per deal
    self_draws: Rate  # per win
    deal_ins: Rate  # deals in which this seat gave the tile of a win, per deal
    best: Best | None
    firsts: Rate  # first places, shared ones too, per finished match

    @property
    def mean(self) -> float | None:
        """Points per deal."""
        return self.points / self.deals if self.deals else None


def figures(deals: Iterable[DealRow], matches: Iterable[MatchRow] = ()) -> Figures:
    """Where several may win in one deal, and where one may win several times, every win is one. Giving one tile to two
    winners is dealing in once; so is a robbed kong for whoever made it. The oldest of equally dear hands is the best.
    """
    count = points = wins = drawn = given = played = firsts = 0
    best: Best | None = None
    for row in deals:
        count += 1
        points += row.deltas[row.seat]
        given += any(win["giver"] == row.seat for win in row.wins)
        for win in row.wins:
            if win["seat"] == row.seat:
                wins += 1
                drawn += win["giver"] is None and win["tile"] is not None  # 起手胡 has no winning tile
                if best is None or win["total"] > best.total:
                    best = Best(win["total"], row.key)
    for match in matches:
        played += 1
        firsts += match.totals[match.seat] == max(match.totals)
    return Figures(
        deals=count,
        points=points,
        wins=Rate(wins, count),
        self_draws=Rate(drawn, wins),
        deal_ins=Rate(given, count),
        best=best,
        firsts=Rate(firsts, played),
    )
