"""Table: what a bot reads out of its view, in numbers. It holds nothing that the view does not show (CO-12)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from ..errors import NotAWin
from ..hand import Meld
from ..ruleset import Ruleset, bound
from ..scoring import Player, Situation
from ..suit_keys import unseen_planes
from ..tiles import INDEX, counts_of
from .measure import Facts, facts_of, keys_for


class Table:
    """A view in numbers. `keys` are those of the concealed hand, a drawn tile included."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.rules: Ruleset = bound(view["ruleset"], view["options"])
        self.seat: int = view["seat"]
        self.mine = view["seats"][self.seat]
        self.hand = [INDEX[t] for t in self.mine["hand"]]
        self.keys = keys_for(t for t in self.hand if t < 34)
        self.melds = melds_of(self.mine)
        self.facts: Facts = facts_of(self.melds)
        self.unseen = self._unseen()
        self.planes = unseen_planes(self.unseen)
        n = len(view["seats"])
        self.turns_left: float = view["live_left"] / n
        self.worth_of: dict[tuple[Any, ...], float] = {}

    def _unseen(self) -> list[int]:
        """Copies of each kind that the viewer cannot see."""
        unseen = list(all_copies(self.rules))
        shown = list(self.mine["hand"])
        for seat in self.view["seats"]:
            shown += [d["tile"] for d in seat["pond"] if not d["claimed"]]
            for meld in seat["melds"]:
                shown += meld["tiles"]
        for row in self.view["rows"]:
            shown += row["tiles"]
        for name in shown:
            if name and (t := INDEX[name]) < 34 and unseen[t]:
                unseen[t] -= 1
        return unseen

    @cached_property
    def threats(self) -> list[int]:
        """Other seats that have declared, or that lie open with three melds and more."""
        return [
            s["seat"]
            for s in self.view["seats"]
            if s["seat"] != self.seat
            and not s["out"]
            and (any(b["id"] in self.rules.bot_threats for b in s["badges"]) or len(s["melds"]) >= 3)
        ]

    def danger(self, tile: int) -> float:
        """Roughly how likely `tile` is to be what a threatening seat waits for, 0 … 1 each."""
        total = 0.0
        for s in self.threats:
            pond = [INDEX[d["tile"]] for d in self.view["seats"][s]["pond"]]
            if tile in pond:
                total += 0.1
            elif tile >= 27:
                total += (0.0, 0.25, 0.5, 0.6, 0.6)[self.unseen[tile]]
            else:
                middle = 1.0 if 1 < tile % 9 < 7 else 0.75
                neighbours = sum(self.unseen[t] for t in (tile - 1, tile + 1) if 0 <= t < 27 and t // 9 == tile // 9)
                total += middle * (0.5 + min(neighbours, 6) / 12)
        return total

    def worth(self, concealed: list[int], melds: tuple[Meld, ...], tile: int) -> float:
        """What winning with `tile` would bring from one payer on average; 0 when the rule set does not let it win."""
        key = (tuple(concealed), tile, len(melds))
        found = self.worth_of.get(key)
        if found is None:
            found = self.worth_of[key] = self._worth(tuple(concealed), melds, tile)
        return found

    def _worth(self, concealed: tuple[int, ...], melds: tuple[Meld, ...], tile: int) -> float:
        """Won on a discard; else self-drawn, which happens less often."""
        giver = next(s for s, p in enumerate(self.players) if s != self.seat and not p.out)
        players = list(self.players)
        players[self.seat] = players[self.seat]._replace(
            concealed=tuple(sorted(concealed)), melds=melds, open=facts_of(melds).open
        )
        for kind, source, share in (("discard", giver, 1.0), ("self_draw", None, 0.3)):
            situation = Situation(kind, self.view["dealer"], INDEX[self.view["round_wind"]], tuple(players),
                                  (self.seat,), tile, source, frozenset(), self.extra)  # fmt: skip
            try:
                score = self.rules.evaluate(situation, self.seat)
            except NotAWin:
                continue
            points = list(score.points.values())
            return share * (sum(points) / len(points) if points else max(1, score.total))
        return 0.0

    @cached_property
    def extra(self) -> dict[str, Any]:
        return self.rules.bot_extra(self.view)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Everybody as scoring sees them; what is hidden is left out."""
        return tuple(
            Player((), melds_of(s), s["open"], s["out"], self.rules.bot_marks(self.view, s["seat"]))
            for s in self.view["seats"]
        )


@lru_cache(maxsize=64)
def all_copies(rules: Ruleset) -> tuple[int, ...]:
    """How often the set has each kind."""
    return tuple(counts_of(t for t in rules.tiles() if t < 34))


def melds_of(seat: Mapping[str, Any]) -> tuple[Meld, ...]:
    """The melds of a seat whose tiles can be seen."""
    return tuple(
        Meld(m["kind"], tuple(INDEX[t] for t in m["tiles"]), m["from"], INDEX[m["claimed"]] if m["claimed"] else None)
        for m in seat["melds"]
        if all(m["tiles"])
    )
