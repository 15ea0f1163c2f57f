"""How the levels decide: easy by distance alone, normal by distance, unseen useful tiles, worth and danger.

Both aim at the goals of the rule set (goals.py). Which action an own kind of a rule set amounts to is the rule set's
word (Ruleset.bot_kinds); nothing here names a rule set.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..hand import Meld
from ..suit_keys import STEP, SUIT, copies_left
from ..suit_keys import tiles_of as tiles_in
from ..tiles import INDEX
from .measure import Aim, Facts, Keys, aims_for, facts_of, keys_for, less
from .table import Table
from .vectors import Vectors, current

DEAD = 2.3  # the cost of a hand that is ready in shape but cannot win
CLAIM_GAIN = 0.9  # a claim must bring the hand this much nearer
EASY_SLIP = 0.15  # how often easy takes the second best


class Rated(NamedTuple):
    """A discard: the cost of the hand that it leaves, how many useful tiles are unseen (for a ready hand times what
    they bring), and the score to compare by (lower is better)."""

    tile: int
    cost: float
    live: float
    score: float
    missing: int


class Mind:
    """One decision of one bot."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table, self.rng = table, rng
        self.vectors: Vectors = current()
        self.goals = table.rules.goals(table.view)
        turns = table.turns_left
        # A tile nearer is worth 1 / c times: c falls with the turns left.
        self.slope = 1 / -math.log(min(0.5, 0.15 + 0.02 * turns))
        self.opening = 0.5 + 0.8 * max(0.0, 1 - turns / 15)

    # -- costs ------------------------------------------------------------------------------------------------------

    def aims(self, facts: Facts) -> tuple[Aim, ...]:
        return aims_for(self.goals, facts, self.vectors)

    def bonus(self, aim: Aim) -> float:
        """What the worth of a goal takes off its cost."""
        return aim.log_worth * self.slope

    def cost(self, keys: Keys, facts: Facts) -> float:
        """The cost of the nearest goal; a hand cannot be nearer than ready."""
        best = 99.0
        for aim in self.aims(facts):
            missing = max(1, aim.missing(keys))
            if missing - self.bonus(aim) < best:
                best = min(best, missing + aim.besides(keys, missing, self.opening) - self.bonus(aim))
        return best

    def discards(self, keys: Keys, facts: Facts) -> dict[int, list[tuple[float, int, Aim]]]:
        """For each tile that may go: (cost, missing, aim) after it, for the aims worth following, best first."""
        near = sorted(((aim.missing(keys) - self.bonus(aim), i, aim) for i, aim in enumerate(self.aims(facts))))[:5]
        rows: dict[int, list[tuple[float, int, Aim]]] = {}
        for first, _, aim in near:
            if first > near[0][0] + 1.5:
                continue
            bonus = self.bonus(aim)
            ends_used = aim.inner_missing(keys) if aim.end else 99
            for tile, missing in aim.discards(keys):
                cost = missing - bonus + aim.closed_cost(missing, self.opening)
                if ends_used <= missing:
                    cost += aim.end_cost(less(keys, tile), missing)
                rows.setdefault(tile, []).append((cost, missing, aim))
        for found in rows.values():
            found.sort(key=lambda row: row[0])
        return rows

    # -- discards, the careful way ------------------------------------------------------------------------------------

    def rated(self, hand: list[int], keys: Keys, melds: tuple[Meld, ...], facts: Facts, legal: set[int]) -> list[Rated]:
        """The legal discards of a hand, best first; only the promising ones are looked at closely."""
        table = self.table
        rows = self.discards(keys, facts)
        best = min((found[0] for found in rows.values()), key=lambda row: row[0], default=None)
        fear = 0.0
        if best is not None and table.threats:
            fear = (0.1, 0.15, 0.5, 0.9)[min(3, best[1])]
        first = []
        for tile in legal:
            found = rows.get(tile)
            cost, missing, _ = found[0] if found else (99.0, 99, None)
            risk = fear * table.danger(tile) if fear else 0.0
            first.append((cost + risk, cost, missing, risk, tile))
        first.sort()
        rated: list[Rated] = []
        for total, cost, missing, risk, tile in first:
            if len(rated) >= 5 or total > first[0][0] + 0.5:
                break
            found = rows.get(tile, [])
            live, dead = self.live(hand, less(keys, tile), melds, tile, found)
            if dead:
                cost = max(cost, DEAD - self.bonus(found[0][2]))
            score = cost + risk - 0.6 * self.slope * math.log(1 + live) + 0.01 * self.links(keys, tile)
            rated.append(Rated(tile, cost, live, score, missing))
        rated.sort(key=lambda r: r.score)
        return rated

    def live(self, hand: list[int], rest: Keys, melds: tuple[Meld, ...], tile: int,
             found: list[tuple[float, int, Aim]]) -> tuple[float, bool]:  # fmt: skip
        """Unseen useful tiles after a discard, and whether the hand is ready in shape only."""
        if not found:
            return 0.0, False
        table, live = self.table, 0.0
        nearest, ready = found[0][0], found[0][1] <= 1
        if ready:
            waits = 0
            for _, missing, aim in found:
                if missing <= 1:
                    waits |= aim.useful(rest, 1)
            concealed = hand.copy()
            concealed.remove(tile)
            for wait in tiles_in(waits):
                if table.unseen[wait]:
                    live += table.unseen[wait] * table.worth(concealed, melds, wait)
            return live, live == 0
        for cost, missing, aim in found[:3]:
            if cost > nearest + 0.8:
                break
            live += copies_left(aim.useful(rest, missing), table.planes) * math.exp(2 * (nearest - cost))
        return live, False

    def links(self, keys: Keys, tile: int) -> int:
        """How much a tile hangs together with the hand: the last tie-break."""
        key, rank = keys[SUIT[tile]], tile % 9
        near = [key // STEP[rank + d] % 5 for d in (-2, -1, 1, 2) if 0 <= rank + d < 9] if tile < 27 else []
        return int(2 * (key // STEP[rank] % 5) + sum(near))


class Claim(NamedTuple):
    """A claim on the newest tile, and the hand and melds that it leaves."""

    kind: str
    text: str
    hand: list[int]
    melds: tuple[Meld, ...]


def claims(table: Table, legal: Legal) -> Iterator[Claim]:
    """The legal chows, pungs and kongs on the newest tile."""
    last = table.view["last"]
    if last is None:
        return
    tile = INDEX[last["tile"]]
    for kind in ("kong", "pung", "chow"):
        for action in legal.get(kind):
            own = [INDEX[t] for t in action["tiles"]] if kind == "chow" else [tile] * (2 if kind == "pung" else 3)
            if any(table.hand.count(t) < own.count(t) for t in own):
                continue  # about another tile than the newest: a phase of the rule set's own
            hand = table.hand.copy()
            for t in own:
                hand.remove(t)
            yield Claim(kind, str(action["text"]), hand, (*table.melds, Meld(kind, tuple(sorted((*own, tile))))))


def after_kong(table: Table, tile: int) -> tuple[list[int], tuple[Meld, ...]]:
    """Hand and melds after a concealed or added kong of `tile`."""
    kept = [t for t in table.hand if t != tile]
    if table.hand.count(tile) == 4:
        return kept, (*table.melds, Meld("concealed_kong", (tile,) * 4))
    return kept, tuple(
        Meld("added_kong", (tile,) * 4) if m.kind == "pung" and m.tiles[0] == tile else m for m in table.melds
    )


class Legal:
    """The viewer's actions sorted by what they amount to."""

    def __init__(self, table: Table) -> None:
        kinds = table.rules.bot_kinds
        self.by: dict[str, list[Mapping[str, Any]]] = {}
        for action in table.view["actions"]:
            self.by.setdefault(kinds.get(action["kind"], action["kind"]), []).append(action)

    def get(self, kind: str) -> list[Mapping[str, Any]]:
        return self.by.get(kind, [])

    def decline(self) -> str | None:
        """Pass, refuse or what else claims nothing."""
        for kind in ("pass", "refuse", "decline"):
            if kind in self.by:
                return str(self.by[kind][0]["text"])
        return None


def easy(table: Table, legal: Legal, mind: Mind) -> str:
    """The least distance; now and then the second best."""
    slip = mind.rng.random() < EASY_SLIP
    if legal.get("discard"):
        rows = mind.discards(table.keys, table.facts)
        ranked = sorted(
            (rows[t][0][0] if (t := INDEX[a["tiles"][0]]) in rows else 99.0, mind.rng.random(), str(a["text"]))
            for a in legal.get("discard")
        )
        for action in legal.get("kong"):
            hand, melds = after_kong(table, INDEX[action["tiles"][0]])
            if mind.cost(keys_for(hand), facts_of(melds)) <= ranked[0][0]:
                return str(action["text"])
        return ranked[min(slip, len(ranked) - 1)][2]
    now = mind.cost(table.keys, table.facts)
    best, text = now - CLAIM_GAIN, legal.decline()
    for claim in () if slip else claims(table, legal):
        cost = mind.cost(keys_for(claim.hand), facts_of(claim.melds))
        if cost <= best:
            best, text = cost - 0.01, claim.text
    return text or str(table.view["actions"][-1]["text"])


def normal(table: Table, legal: Legal, mind: Mind) -> str:
    """Distance with the conditions, then unseen useful tiles, worth and danger."""
    if legal.get("discard"):
        return _turn(table, legal, mind)
    now = mind.cost(table.keys, table.facts)
    best, text = math.inf, legal.decline()
    for claim in claims(table, legal):
        keys, facts = keys_for(claim.hand), facts_of(claim.melds)
        cost = mind.cost(keys, facts)
        if cost > now - (CLAIM_GAIN if claim.kind != "kong" else 0):
            continue
        if claim.kind == "kong":
            score = cost - 1.0  # and a tile more
        else:
            first = next(iter(mind.rated(claim.hand, keys, claim.melds, facts, set(claim.hand))), None)
            if first is None or first.cost > now - CLAIM_GAIN:
                continue
            score = first.score
        if score < best:
            best, text = score, claim.text
    return text or str(table.view["actions"][-1]["text"])


def _turn(table: Table, legal: Legal, mind: Mind) -> str:
    by_tile: dict[int, list[Mapping[str, Any]]] = {}
    for action in legal.get("discard"):
        by_tile.setdefault(INDEX[action["tiles"][0]], []).append(action)
    if len(by_tile) == 1 and not legal.get("kong"):
        (actions,) = by_tile.values()
        if len(actions) == 1:
            return str(actions[0]["text"])
    rated = mind.rated(table.hand, table.keys, table.melds, table.facts, set(by_tile))
    best = rated[0]
    for action in legal.get("kong"):
        hand, melds = after_kong(table, INDEX[action["tiles"][0]])
        if mind.cost(keys_for(hand), facts_of(melds)) <= best.cost + 0.05:
            return str(action["text"])
    return _declare(table, best, by_tile)


def _declare(table: Table, best: Rated, by_tile: Mapping[int, list[Mapping[str, Any]]]) -> str:
    """The plain discard of the tile, or one that declares when that promises more."""
    declares = table.rules.bot_declares
    concealed = table.hand.copy()
    concealed.remove(best.tile)
    value, text = -1.0, ""
    for action in by_tile[best.tile]:
        if action["kind"] in declares and action["waits"] is not None:
            waits = [INDEX[t] for t in action["waits"]]
            live = sum(table.unseen[w] * table.worth(concealed, table.melds, w) for w in waits)
            promise = declares[action["kind"]] * live
        else:
            promise = best.live if best.missing <= 1 else 0.0
        if promise > value:
            value, text = promise, action["text"]
    return text


MINDS = {"easy": easy, "normal": normal}
