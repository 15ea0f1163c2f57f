"""Hands of 大连穷胡: which readings win, which tiles a hand waits for, what is a 夹 (DL-21, DL-22, DL-30 … DL-35).

No course of a deal and no points here.
"""

from __future__ import annotations

from ..decompose import Reading, placements, readings, waits
from ..errors import NoShape, NotAWin
from ..hand import Meld
from ..play import Play
from ..scoring import Player
from ..state import Deal
from ..text import Text
from ..tiles import DRAGONS, counts_of, is_terminal, suit

JIA = ("edge", "middle")  # 12+3, 89+7, n+(n+2): what counts as 夹 (DL-22)


def failing(player: Player, reading: Reading) -> Text | None:
    """The first condition of DL-31 … DL-35 that this reading of a complete hand fails, or None."""
    chows = [s.tile for s in reading.sets if s.kind == "chow"] + [m.tiles[0] for m in player.melds if m.kind == "chow"]
    triplets = [s.tile for s in reading.sets if s.kind == "pung"]
    declared = [m.tiles[0] for m in player.melds if m.kind != "chow"]
    tiles = {*chows, *triplets, *declared, reading.pair}
    if any(t in DRAGONS for t in triplets):
        return Text("中发白只能做将或开杠，手里三张不算刻子（DL-35）", "dragons serve only as pair or kong (DL-35)")
    if not {0, 1, 2} <= {suit(t) for t in tiles}:
        return Text("没有三色全（DL-31）", "not all three suits are present (DL-31)")
    has_end = any(is_terminal(t) for t in tiles) or any(c % 9 == 6 for c in chows)
    if not has_end and not any(t >= 27 for t in tiles):
        return Text("缺幺九（DL-32）", "no 1 or 9 and no honour (DL-32)")
    if not triplets and not declared and reading.pair not in DRAGONS:
        return Text("没有刻子或杠（DL-33）", "no triplet or kong (DL-33)")
    if not chows:
        return Text("没有顺子（DL-34）", "no sequence (DL-34)")
    return None


def check_complete(player: Player, tile: int) -> None:
    """DL-30 … DL-35 for `player`'s hand completed by `tile`; after 夹听 the tile must fill a 夹 (DL-22).

    Raises NotAWin with the condition that fails.
    """
    found = readings(counts_of((*player.concealed, tile)), len(player.melds))
    if not found:
        raise NoShape(Text("牌型不成：要四副加一对（DL-30）", "no four melds and a pair (DL-30)"))
    fault: Text | None = None
    for reading in found:
        problem = failing(player, reading)
        if problem is None and player.marks.get("ready") == "jia":
            if any(p.wait in JIA for p in placements(reading, tile)):
                return
            problem = Text("报了夹听，这张不是夹张（DL-22）", "夹听 was declared and this tile fills no 夹 (DL-22)")
        if problem is None:
            return
        fault = problem
    assert fault is not None
    raise NotAWin(fault)


def winning_tiles(player: Player, ready: str | None = None) -> frozenset[int]:
    """The kinds that complete `player`'s hand (CO-09); with `ready` "jia" only the 夹 waits. A kind of which the
    player himself holds all four is none."""
    if ready is not None:
        player = player._replace(marks={**player.marks, "ready": ready})
    held = counts_of(t for tiles in (player.concealed, *(m.tiles for m in player.melds)) for t in tiles)
    found = set()
    for tile in waits(counts_of(player.concealed), len(player.melds)):
        if held[tile] == 4:
            continue
        try:
            check_complete(player, tile)
        except NotAWin:
            continue
        found.add(tile)
    return frozenset(found)


def as_player(play: Play | Deal, seat: int) -> Player:
    hand = play.seats[seat]
    return Player(hand.concealed, hand.melds, hand.open, hand.out, hand.marks)


def without(player: Player, tile: int) -> Player:
    i = player.concealed.index(tile)
    return player._replace(concealed=player.concealed[:i] + player.concealed[i + 1 :])


def keeps_waits(play: Play, seat: int, meld: Meld) -> bool:
    """DL-21: is the set of waits (after 夹听: of 夹 waits) the same after the kong?"""
    hand = as_player(play, seat)
    before = hand
    if len(hand.concealed) % 3 == 2:
        drawn = play.seats[seat].drawn
        assert drawn is not None
        before = without(hand, drawn)
    rest = list(hand.concealed)
    for tile in [meld.tiles[0]] * (4 if meld.kind == "concealed_kong" else 3 if meld.kind == "kong" else 1):
        rest.remove(tile)
    melds = hand.melds if meld.kind == "added_kong" else (*hand.melds, meld)
    if meld.kind == "added_kong":
        melds = tuple(meld if m.kind == "pung" and m.tiles[0] == meld.tiles[0] else m for m in melds)
    return winning_tiles(before) == winning_tiles(hand._replace(concealed=tuple(rest), melds=melds))
