"""Hands of 四川(258): the shapes of a win (SC-10, SC-11), what a hand waits for, the kongs of a ready or locked hand
(SC-15) and the 起手胡 claims (SC-13). Tiles only: no options, no points."""

from __future__ import annotations

from collections.abc import Mapping

from ..decompose import readings, seven_pairs, waits
from ..hand import Meld
from ..scoring import Player
from ..state import Seat
from ..text import Text
from ..tiles import SUITED, counts_of, rank, suit

TWO_FIVE_EIGHT = frozenset(t for t in SUITED if rank(t) in (2, 5, 8))
CLAIMS: Mapping[str, Text] = {
    "sixi": Text("四喜", "Four alike"),
    "banban": Text("板板胡", "No 2, 5, 8"),
    "queyise": Text("缺一色", "A suit missing"),
    "liuliushun": Text("六六顺", "Two triplets"),
    "santong": Text("三同", "A pair in all suits"),
}


def shape(concealed: tuple[int, ...], melds: tuple[Meld, ...]) -> tuple[frozenset[str], bool] | None:
    """The 大胡 shapes of a complete hand (the reading with the most of them) and whether some normal reading has a
    258 pair; None when the hand is no shape at all (SC-10, SC-11)."""
    tiles = [*concealed, *(t for m in melds for t in m.tiles)]
    always = {"qingyise"} if len({suit(t) for t in tiles}) == 1 else set()
    found: list[set[str]] = []
    if TWO_FIVE_EIGHT.issuperset(tiles):
        always.add("jiangjiang")
        found.append({"jiangjiang"})  # without any shape; one suit would need one
    counts = counts_of(concealed)
    if not melds and seven_pairs(counts):
        found.append(always | {"qiqiao"})
    normal = readings(counts, len(melds))
    for reading in normal:
        pungs = all(s.kind == "pung" for s in reading.sets) and all(m.kind != "chow" for m in melds)
        found.append(always | {"pengpeng"} if pungs else always)
    if not found:
        return None
    best = max(found, key=len)
    return frozenset(best), any(r.pair in TWO_FIVE_EIGHT for r in normal)


def held_by(player: Player) -> list[int]:
    return counts_of(t for tiles in (player.concealed, *(m.tiles for m in player.melds)) for t in tiles)


def candidates(player: Player) -> tuple[int, ...]:
    """The kinds that complete the hand to some shape, whatever its pair is."""
    found = set(waits(counts_of(player.concealed), len(player.melds), seven_pairs=not player.melds))
    if all(t in TWO_FIVE_EIGHT for t, n in enumerate(held_by(player)) if n):
        found |= TWO_FIVE_EIGHT
    return tuple(sorted(found))


def winning_tiles(player: Player) -> frozenset[int]:
    """The kinds that complete the hand to 小胡 or 大胡 (CO-09); not one of which the player holds all four."""
    held = held_by(player)
    return frozenset(t for t in candidates(player) if held[t] < 4 and wins(player, t))


def wins(player: Player, tile: int) -> bool:
    found = shape(tuple(sorted((*player.concealed, tile))), player.melds)
    return found is not None and (bool(found[0]) or found[1])


def after_kong_hand(hand: Seat, meld: Meld) -> Player:
    """The hand as it stands after this kong, without its replacement: "the hand without the four" (SC-15)."""
    rest = list(hand.concealed)
    for tile in [meld.tiles[0]] * {"concealed_kong": 4, "kong": 3, "added_kong": 1}[meld.kind]:
        rest.remove(tile)
    if meld.kind == "added_kong":
        melds = tuple(meld if m.kind == "pung" and m.tiles[0] == meld.tiles[0] else m for m in hand.melds)
    else:
        melds = (*hand.melds, meld)
    return Player(tuple(rest), melds)


def keeps_waits(hand: Seat, meld: Meld) -> bool:
    """SC-15: are the waits of a locked hand the same after the kong?"""
    concealed = list(hand.concealed)
    if len(concealed) % 3 == 2 and hand.drawn is not None:
        concealed.remove(hand.drawn)
    return winning_tiles(Player(tuple(concealed), hand.melds)) == winning_tiles(after_kong_hand(hand, meld))


def holds(name: str, concealed: tuple[int, ...]) -> bool:
    """Does the dealt hand qualify for this 起手胡 claim (SC-13)?"""
    return bool(proof(name, concealed))


def proof(name: str, concealed: tuple[int, ...]) -> tuple[int, ...]:
    """The tiles that a claim shows: what proves it and no more; empty when it does not hold (SC-13)."""
    counts = counts_of(concealed)
    if name == "sixi":
        return next(((t,) * 4 for t, n in enumerate(counts) if n == 4), ())
    if name == "banban":
        return () if any(t in TWO_FIVE_EIGHT for t in concealed) else concealed
    if name == "queyise":
        return concealed if len({suit(t) for t in concealed}) < 3 else ()
    if name == "liuliushun":
        thrice = [t for t, n in enumerate(counts) if n >= 3][:2]
        return tuple(t for t in thrice for _ in range(3)) if len(thrice) == 2 else ()
    ranks = [r for r in range(9) if all(counts[9 * s + r] >= 2 for s in range(3))]
    return tuple(9 * s + ranks[0] for s in range(3) for _ in range(2)) if ranks else ()
