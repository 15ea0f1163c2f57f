"""The wall: all chance of a deal, made from its seed (CO-12), and the places tiles are taken from.

A `Wall` holds what is left after dealing in drawing order. Front draws take the first tile. Counted from the end,
pairs form stacks (upper, lower); tail draws take the last stack's upper tile, then its lower one (CASES.md).
No other randomness exists in rules/.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple


class Chance:
    """Numbers from SHA-256(seed, stream, counter) with rejection sampling; `at` is the next counter."""

    __slots__ = ("_head", "at")

    def __init__(self, seed: bytes, stream: str, at: int = 0) -> None:
        self._head = seed + b"/" + stream.encode() + b"/"
        self.at = at

    def below(self, n: int) -> int:
        """A number 0 … n-1, every one equally likely."""
        limit = (1 << 64) - (1 << 64) % n
        while True:
            digest = hashlib.sha256(self._head + self.at.to_bytes(8, "big")).digest()
            self.at += 1
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % n


def seed_hash(seed: bytes) -> str:
    """The commitment that is public from the start of the deal (CO-12)."""
    return hashlib.sha256(seed).hexdigest()


def shuffled(tiles: tuple[int, ...], seed: bytes) -> list[int]:
    """Fisher–Yates over the wall stream: the walls as built, before the dice break them."""
    chance = Chance(seed, "wall")
    order = list(tiles)
    for i in range(len(order) - 1, 0, -1):
        j = chance.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def broken(order: list[int], dice: tuple[int, ...], dealer: int, seats: int) -> list[int]:
    """The drawing order once two dice say where the wall is broken (DL-02): the sum counts the walls from the
    dealer's on, then as many stacks stay to the right of the break."""
    total = sum(dice)
    side = (dealer + total - 1) % seats
    stacks = len(order) // 2
    start = 2 * ((side * stacks // seats + total) % stacks)
    return order[start:] + order[:start]


class Wall(NamedTuple):
    """`gone`: places taken out of turn; `blocked`: a place no draw takes (DL-23)."""

    tiles: tuple[int, ...]
    front: int = 0
    gone: frozenset[int] = frozenset()
    taken: int = 0
    blocked: int | None = None

    @property
    def left(self) -> int:
        """Tiles still lying in the wall, a blocked one included."""
        return len(self.tiles) - self.taken

    def draw_front(self) -> tuple[int, Wall]:
        """The next tile in drawing order. The caller knows that one is left."""
        place = self.front
        while place in self.gone or place == self.blocked:
            place += 1
        if self.blocked is not None and self.front <= self.blocked < place:
            return self.tiles[place], self.take(place)[1]
        return self.tiles[place], self._replace(front=place + 1, taken=self.taken + 1)

    def draw_tail(self) -> tuple[int, Wall]:
        """The nearest tile at the tail: last stack, upper then lower; a blocked tile is passed over."""
        for stack in self.stacks_from_tail():
            for place in stack:
                if place != self.blocked:
                    return self.take(place)
        raise IndexError("the wall is empty")

    def take(self, place: int) -> tuple[int, Wall]:
        """The tile at one place, taken out of turn."""
        return self.tiles[place], self._replace(gone=self.gone | {place}, taken=self.taken + 1)

    def stacks_from_tail(self) -> Iterator[tuple[int, ...]]:
        """The places of each stack that is not used up, from the tail: (upper, lower) or the one that is left."""
        end = len(self.tiles)
        while end > self.front:
            stack = tuple(p for p in (end - 2, end - 1) if p >= self.front and p not in self.gone)
            if stack:
                yield stack
            end -= 2

    def nth_stack(self, n: int) -> tuple[int, ...]:
        """The n-th (from 1) non-empty stack from the tail; the front-most one when there are fewer."""
        found: tuple[int, ...] = ()
        for i, stack in enumerate(self.stacks_from_tail(), 1):
            found = stack
            if i == n:
                break
        return found
