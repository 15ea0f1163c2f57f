"""Points: rows of payer, payee and amount, and the few ways in which they arise (CO-10).

Every point that moves is a Transfer; the deltas of any list of transfers sum to zero by construction.
No rule set's amounts live here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .fan import FanLine
from .text import Text
from .tiles import NAMES, parse_tile


class Transfer(NamedTuple):
    """`amount` > 0 points go from `payer` to `payee`; `kind` is "win", "kong", "cap" …; `reason` for the ledger."""

    payer: int
    payee: int
    amount: int
    kind: str
    reason: Text
    fans: tuple[FanLine, ...] = ()

    def to_json(self) -> dict[str, object]:
        return {
            "from": self.payer, "to": self.payee, "amount": self.amount, "kind": self.kind,
            "reason": self.reason.to_json(), "fans": [f.to_json() for f in self.fans],
        }  # fmt: skip

    @classmethod
    def from_json(cls, row: dict[str, object]) -> Transfer:
        payer, payee, amount, kind, reason, fans = (row[k] for k in ("from", "to", "amount", "kind", "reason", "fans"))
        assert isinstance(payer, int) and isinstance(payee, int) and isinstance(amount, int)
        assert isinstance(kind, str) and isinstance(reason, list) and isinstance(fans, list)
        return cls(payer, payee, amount, kind, Text.from_json(reason), tuple(FanLine.from_json(f) for f in fans))


class Win(NamedTuple):
    """One winner of a deal: `how` is the event kind of CASES.md, `giver` the seat that gave the tile (or None)."""

    seat: int
    giver: int | None
    tile: int | None
    how: str
    fans: tuple[FanLine, ...]
    total: int

    def to_json(self) -> dict[str, object]:
        return {
            "seat": self.seat, "giver": self.giver, "how": self.how,
            "tile": None if self.tile is None else NAMES[self.tile],
            "fans": [f.to_json() for f in self.fans], "total": self.total,
        }  # fmt: skip

    @classmethod
    def from_json(cls, row: dict[str, object]) -> Win:
        seat, giver, tile, how, fans, total = (row[k] for k in ("seat", "giver", "tile", "how", "fans", "total"))
        assert isinstance(seat, int) and isinstance(how, str) and (tile is None or isinstance(tile, str))
        assert isinstance(fans, list) and isinstance(total, int) and (giver is None or isinstance(giver, int))
        return cls(
            seat,
            giver,
            None if tile is None else parse_tile(tile),
            how,
            tuple(FanLine.from_json(f) for f in fans),
            total,
        )


class Result(NamedTuple):
    """How a deal ended. `deltas` in seat order, summing to zero."""

    drawn: bool
    wins: tuple[Win, ...]
    transfers: tuple[Transfer, ...]
    deltas: tuple[int, ...]
    next_dealer: int

    def to_json(self) -> dict[str, object]:
        return {
            "drawn": self.drawn, "wins": [w.to_json() for w in self.wins],
            "transfers": [t.to_json() for t in self.transfers], "deltas": list(self.deltas),
            "next_dealer": self.next_dealer,
        }  # fmt: skip

    @classmethod
    def from_json(cls, row: dict[str, object]) -> Result:
        drawn, wins, transfers, deltas, next_dealer = (
            row[k] for k in ("drawn", "wins", "transfers", "deltas", "next_dealer")
        )
        assert isinstance(drawn, bool) and isinstance(next_dealer, int)
        assert isinstance(wins, list) and isinstance(transfers, list) and isinstance(deltas, list)
        return cls(
            drawn, tuple(Win.from_json(w) for w in wins), tuple(Transfer.from_json(t) for t in transfers),
            tuple(deltas), next_dealer,
        )  # fmt: skip


HOW: dict[str, Text] = {
    "self_draw": Text("自摸", "self-drawn"),
    "discard": Text("点炮", "won on a discard"),
    "rob_kong": Text("抢杠胡", "robbing the kong"),
}


def deltas(transfers: Iterable[Transfer], seats: int) -> tuple[int, ...]:
    """The net change of each seat."""
    net = [0] * seats
    for t in transfers:
        net[t.payer] -= t.amount
        net[t.payee] += t.amount
    return tuple(net)


def order_from(seat: int, seats: int) -> list[int]:
    """The other seats in turn order after `seat` (CO-08)."""
    return [(seat + i) % seats for i in range(1, seats)]


def cap(transfers: Sequence[Transfer], payee: int, limit: int, seats: int, reason: Text) -> list[Transfer]:
    """The entries that cut what `payee` gets: each payer's total at `limit`, then all in proportion to it.

    Largest remainder; ties to the payer nearest after the winner. The cut of a payer goes back as its own row, so
    that the ledger shows what the hand was worth (DL-47). All transfers must go to `payee`.
    """
    due = {p: sum(t.amount for t in transfers if t.payer == p) for p in order_from(payee, seats)}
    paid = {p: min(amount, limit) for p, amount in due.items()}
    total = sum(paid.values())
    if total > limit:
        shares = {p: divmod(amount * limit, total) for p, amount in paid.items()}
        paid = {p: whole for p, (whole, _) in shares.items()}
        # sorted() is stable and `due` is in turn order, so ties go to the nearest payer.
        by_remainder = sorted((p for p in due if shares[p][1]), key=lambda p: -shares[p][1])
        for p in by_remainder[: limit - sum(paid.values())]:
            paid[p] += 1
    return [Transfer(payee, p, due[p] - paid[p], "cap", reason) for p in due if due[p] > paid[p]]
