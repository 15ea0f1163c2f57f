"""The proof of a finished deal: is the wall that was played from the one that was fixed before the first move?

CO-12: the hash of the seed is public from the start, the seed from the end. Everything is made anew from the seed that
was told and compared with what was stored while people played. Finds; decides nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .errors import RuleError
from .frames import Frame, frames
from .machine import Hands, dealt, start, turned_out
from .state import Deal, Seat
from .text import Text
from .tiles import NAMES
from .wall import Wall, seed_hash

HASH = Text(
    "种子的 SHA-256 就是开局前公布的哈希", "the SHA-256 of the seed is the hash that was published before the deal"
)
DEALT = Text("四家起手的牌都是从这副牌墙按顺序抓的", "every hand was dealt from this wall in its order")
IMPOSSIBLE = Text("实际打的各步，用这副牌墙走不通", "the moves that were made are impossible with this wall")


class Check(NamedTuple):
    """One thing that was compared, in words, and whether it fits."""

    ok: bool
    text: Text


class Place(NamedTuple):
    """A place of the wall in drawing order: its tile and what became of it: "turned", "front" (drawn), "tail" (taken
    from the back or out of turn) or "left"."""

    tile: int
    how: str


class Proof(NamedTuple):
    """All checks, the hands as dealt, and the wall behind them from the first place to the last."""

    checks: tuple[Check, ...]
    hands: Hands
    wall: tuple[Place, ...]

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


def prove(stored: Deal, seed: str, published: str, moves: Sequence[tuple[int, str]]) -> Proof:
    """`stored`: the deal's last state; `seed`: as revealed, in hex; `published`: the hash that was shown before the
    deal; `moves`: (seat, action text) in order of arrival. Never raises for a seed of another deal."""
    secret = bytes.fromhex(seed)
    hands, rest, dice, _ = dealt(stored.rules, secret, stored.dealer)
    turned, wall = turned_out(stored.rules, rest)
    same_wall = wall == stored.wall.tiles and dice == stored.dice[0]
    zh = "由种子重砌的牌墙（开牌骰子 {dice}）就是打的这副牌墙"
    en = "the wall built again from the seed (dice {dice}) is the wall that was played"
    checks = [
        Check(seed_hash(secret) == published, HASH),
        Check(same_wall, Text(zh, en, dice="·".join(map(str, dice)))),
    ]
    try:
        first, _ = start(stored.code, stored.options, secret, dealer=stored.dealer,
                         round_wind=NAMES[stored.round_wind])  # fmt: skip
        shown = frames(first, moves)
    except RuleError:
        checks.append(Check(False, IMPOSSIBLE))
        return Proof(tuple(checks), hands, tuple(Place(tile, "left") for tile in rest))
    fate, taken, fits = _draws(shown, wall)
    checks.append(Check(all(map(_holds, shown[0].deal.seats, hands)), DEALT))
    zh, en = (
        "打的过程中摸的 {n} 张牌，张张和牌墙对得上",
        "each of the {n} tiles drawn lay in its place in the wall",
    )
    checks.append(Check(fits, Text(zh, en, n=taken)))
    zh, en = (
        "{n} 步重打一遍，各家的牌和输赢都和当时一样",
        "the {n} moves, played again, end in the same hands and points",
    )
    checks.append(Check(_table(shown[-1].deal) == _table(stored), Text(zh, en, n=len(moves))))
    places = [Place(t, "turned") for t in turned] + [Place(t, fate.get(p, "left")) for p, t in enumerate(wall)]
    return Proof(tuple(checks), hands, tuple(places))


def _holds(seat: Seat, hand: tuple[int, ...]) -> bool:
    """Does the seat hold this hand when the play begins (flowers may lie open already)?"""
    return not Counter(hand) - Counter((*seat.concealed, *seat.flowers, *(t for m in seat.melds for t in m.tiles)))


def _draws(shown: Sequence[Frame], wall: tuple[int, ...]) -> tuple[dict[int, str], int, bool]:
    """What became of each place, how many tiles were taken, and whether all that came to the table lay there."""
    fate: dict[int, str] = {}
    before, fits = _on_table(shown[0].deal), True
    taken = 0
    for frame in shown:
        now = frame.deal.wall
        new = sorted(p for p in (*range(now.front), *now.gone) if p not in fate and p != now.blocked)
        for place in new:
            fate[place] = "front" if _is_next(now, fate, place) else "tail"
        lay = Counter(wall[p] for p in new if p < len(wall))
        after = _on_table(frame.deal)
        drew = Counter(t for event in frame.deal.news if event.kind == "drew" for t in event.tiles)
        fits = fits and not (after - before) - lay and not drew - lay
        before = after
        taken += len(new)
    return fate, taken, fits and taken == shown[-1].deal.wall.taken


def _on_table(deal: Deal) -> Counter[int]:
    """Every tile that is before a player."""
    found: Counter[int] = Counter()
    for seat in deal.seats:
        found.update((*seat.concealed, *seat.flowers, *(t for m in seat.melds for t in m.tiles)))
        found.update(d.tile for d in seat.pond if d.claimed_by is None)
    return found


def _is_next(wall: Wall, fate: dict[int, str], place: int) -> bool:
    return place < wall.front or all(p in fate or p == wall.blocked for p in range(wall.front, place))


def _table(deal: Deal) -> object:
    """What lay on the table at the end, and what was paid."""
    return deal.seats, deal.wall[1:], deal.result
