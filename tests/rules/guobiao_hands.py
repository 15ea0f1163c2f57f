"""Random winning hands of 国标 and what PyMahjongGB, a development-only oracle, says of them. Holds no test.

The hands cover what play rarely shows: special shapes, one suit, knitted straights, pungs, kongs and every flag are
forced often. The oracle adds 和绝张 by itself when one's own pung shows the other three copies; so do these hands, as
the rules do (GB-10).
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from rules.hand import Meld, parse_meld
from rules.rulesets.guobiao_hand import KNITTED, Moment
from rules.tiles import HONORS, INDEX, NAMES, TERMINALS, WINDS, format_tiles, parse_tiles

ORPHANS = (*TERMINALS, *HONORS)
GREEN = (19, 20, 21, 23, 25, 32)
UPRIGHT = (9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33)
KINDS = ("any", "any", "any", "chows", "chows", "pungs", "suit", "half", "pairs", "orphans", "loose", "knitted",
         "gates", "ends", "low", "green", "upright", "dragons", "shifted", "kongs", "winds", "steps",
         "rare", "rare")  # fmt: skip
PUNG_SHARE = {"chows": 0.0, "pungs": 1.0, "kongs": 0.9, "winds": 0.8, "dragons": 0.6, "steps": 1.0, "ends": 0.5}


class Won(NamedTuple):
    """A complete hand: `concealed` without the winning `tile`."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    tile: int
    moment: Moment
    flowers: int


def random_win(rng: random.Random) -> Won:
    """One winning hand (of any value)."""
    while True:
        kind = rng.choice(KINDS)
        found = _special(rng, kind) if kind in ("pairs", "orphans", "loose", "gates") else _sets(rng, kind)
        if found is not None:
            return found


def _moment(rng: random.Random, concealed: tuple[int, ...], melds: tuple[Meld, ...], tile: int) -> Moment:
    own = rng.random() < 0.5
    flags = set()
    robbed = False
    kongs = [m for m in melds if m.is_kong]
    free = tile not in concealed and all(tile not in m.tiles for m in melds)
    if rng.random() < 0.1:
        flags.add("last_tile")
    elif not own and free and rng.random() < 0.15:
        robbed = True
    if own and kongs and rng.random() < 0.3:
        flags.add("after_kong")
    shown = sum(m.tiles.count(tile) for m in melds if m.kind != "concealed_kong")
    if shown == 3 or (not robbed and tile not in concealed and rng.random() < 0.15):
        flags.add("last_copy")
    return Moment(own, frozenset(flags), robbed, rng.choice(WINDS), rng.choice(WINDS))


def _special(rng: random.Random, kind: str) -> Won | None:
    if kind == "pairs":
        style = rng.randrange(5)
        if style == 0:
            start = rng.randrange(3) * 9 + rng.randrange(3)
            pairs = [start + i for i in range(7)]
        else:
            pool = (range(34), range(9), ORPHANS, (*range(18, 27), *HONORS), GREEN + UPRIGHT)[style]
            pairs = [rng.choice(list(pool)) for _ in range(7)]
        tiles = [t for t in pairs for _ in range(2)]
    elif kind == "orphans":
        tiles = [*ORPHANS, rng.choice(ORPHANS)]
    elif kind == "loose":
        pool = [*rng.choice(KNITTED), *HONORS]
        tiles = rng.sample(pool, 14)
    else:
        start = 9 * rng.randrange(3)
        tiles = [start + r for r in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)] + [start + rng.randrange(9)]
    if max(map(tiles.count, tiles)) > 4:
        return None
    return _win(rng, tiles, ())


def _win(rng: random.Random, tiles: list[int], melds: tuple[Meld, ...]) -> Won:
    tile = rng.choice(tiles)
    tiles.remove(tile)
    concealed = tuple(sorted(tiles))
    return Won(concealed, melds, tile, _moment(rng, concealed, melds, tile), rng.choice((0, 0, 1, 2, 8)))


def _pool(rng: random.Random, kind: str) -> list[int]:
    suit = rng.randrange(3) * 9
    if kind == "suit":
        return list(range(suit, suit + 9))
    if kind == "half":
        return [*range(suit, suit + 9), *HONORS]
    if kind == "low":
        low = rng.choice((0, 3, 6, 5))
        return [9 * s + low + i for s in range(3) for i in range(3 + (low == 5))]
    if kind == "green":
        return list(GREEN)
    if kind == "upright":
        return list(UPRIGHT)
    if kind == "ends":
        return list(ORPHANS)
    if kind == "winds":
        return [*WINDS, *WINDS, *range(suit, suit + 9)]
    if kind == "dragons":
        return [31, 32, 33, 31, 32, 33, *range(34)]
    return list(range(34))


def _rare(rng: random.Random) -> tuple[list[tuple[str, int]], int]:
    """Four sets and a pair of a rare fan: double dragons, four in a row, honours."""
    a, b, c = (9 * s for s in rng.sample(range(3), 3))
    low, step = rng.randrange(4), rng.choice((1, 2))
    which = rng.randrange(6)
    if which == 0:
        return [("chow", a), ("chow", a), ("chow", a + 6), ("chow", a + 6)], a + 4
    if which == 1:
        return [("chow", a), ("chow", a + 6), ("chow", b), ("chow", b + 6)], c + 4
    if which == 2:
        return [("chow", a + (low if step == 1 else 0) + step * i) for i in range(4)], rng.randrange(34)
    if which == 3:
        return [("pung", a + low + i) for i in range(4)], rng.randrange(34)
    if which == 4:
        honors = rng.sample(HONORS, 5)
        return [("pung", t) for t in honors[:4]], honors[4]
    winds = rng.sample(WINDS, 4)
    last = rng.choice((("chow", a), ("pung", winds[3]), ("pung", b)))
    return [*(("pung", t) for t in winds[:3]), last], winds[3] if last != ("pung", winds[3]) else c


def _sets(rng: random.Random, kind: str) -> Won | None:
    pool = _pool(rng, kind)
    pung_share = PUNG_SHARE.get(kind, 0.35)
    knitted: list[int] = []
    wanted = 4
    if kind == "knitted":
        knitted, wanted = list(rng.choice(KNITTED)), 1
    sets: list[tuple[str, int]] = []
    base = rng.randrange(7)
    while len(sets) < wanted:
        if kind == "shifted":
            step = rng.choice((0, 0, 1, 2, 3))
            sets.append(("chow", rng.randrange(3) * 9 + min(6, base + step)))
        elif kind == "steps":
            sets.append(("pung", rng.randrange(3) * 9 + min(8, base + rng.randrange(4))))
        elif rng.random() < pung_share:
            sets.append(("pung", rng.choice(pool)))
        else:
            low = rng.choice(pool)
            if (
                low >= 27
                or low % 9 > 6
                or not (low + 1 in pool or kind == "ends")
                or not (low + 2 in pool or kind == "ends")
            ):
                continue
            sets.append(("chow", low))
    if kind == "ends":
        sets = [("chow", t // 9 * 9 + (6 if t % 9 > 3 else 0)) if k == "chow" else (k, t) for k, t in sets]
    pair = rng.choice(pool)
    if kind == "rare":
        sets, pair = _rare(rng)
    if kind in ("chows", "shifted") and rng.random() < 0.5:
        pair = rng.choice((4, 13, 22))
    melds: list[Meld] = []
    concealed = [*knitted, pair, pair]
    melded = rng.choice((0.0, 0.0, 0.3, 0.6, 1.0))
    for what, t in sets:
        tiles = (t, t + 1, t + 2) if what == "chow" else (t,) * 3
        kong = what == "pung" and rng.random() < (0.8 if kind == "kongs" else 0.12)
        if kong:
            name = rng.choice(("kong", "added_kong", "concealed_kong"))
            melds.append(Meld(name, (t,) * 4, None if name == "concealed_kong" else 1))
        elif rng.random() < melded:
            melds.append(Meld(what, tiles, 1))
        else:
            concealed += tiles
    every = concealed + [t for m in melds for t in m.tiles]
    if max(map(every.count, every)) > 4:
        return None
    return _win(rng, concealed, tuple(melds))


# -- the oracle -----------------------------------------------------------------------------------------------------

SUITS = "WBT"


def name_for_oracle(tile: int) -> str:
    return f"{SUITS[tile // 9]}{tile % 9 + 1}" if tile < 27 else f"F{tile - 26}" if tile < 31 else f"J{tile - 30}"


def ask_oracle(won: Won) -> dict[str, tuple[int, int]]:
    """Chinese name -> (value, count)."""
    from MahjongGB import MahjongFanCalculator

    packs = []
    for m in won.melds:
        if m.kind == "chow":
            packs.append(("CHI", name_for_oracle(m.tiles[1]), 1))
        elif m.kind == "pung":
            packs.append(("PENG", name_for_oracle(m.tiles[0]), 1))
        else:
            packs.append(("GANG", name_for_oracle(m.tiles[0]), 0 if m.kind == "concealed_kong" else 1))
    moment = won.moment
    rows: Any = MahjongFanCalculator(
        tuple(packs), tuple(map(name_for_oracle, won.concealed)), name_for_oracle(won.tile), won.flowers,
        moment.self_draw, "last_copy" in moment.flags, moment.robbed or "after_kong" in moment.flags,
        "last_tile" in moment.flags, moment.seat_wind - 27, moment.round_wind - 27, True,
    )  # fmt: skip
    return {OTHER_NAMES.get(zh, zh): (value, n) for value, n, zh, _ in rows}


def written(won: Won) -> str:
    own = "self" if won.moment.self_draw else "rob" if won.moment.robbed else "discard"
    return (
        f"{format_tiles(won.concealed)} {[str(m) for m in won.melds]} +{NAMES[won.tile]} {own} "
        f"{sorted(won.moment.flags)} {NAMES[won.moment.round_wind]}{NAMES[won.moment.seat_wind]} h{won.flowers}"
    )


OTHER_NAMES = {"独听・单钓": "单钓将", "独听・嵌张": "坎张", "独听・边张": "边张"}


def won_of_case(case: dict[str, Any]) -> Won:
    """The winner of a case (with 和绝张 where the melds alone show the other three copies)."""
    event, (seat,) = case["event"], case["event"]["winners"]
    player, tile = case["players"][seat], INDEX[event["tile"]]
    flags = set(event.get("flags", ()))
    melds = [parse_meld(m) for p in case["players"] for m in p.get("melds", ())]
    if sum(m.tiles.count(tile) for m in melds if m.kind != "concealed_kong") == 3:
        flags.add("last_copy")
    own, robbed = event["kind"] == "self_draw", event["kind"] == "rob_kong"
    moment = Moment(own, frozenset(flags), robbed, INDEX[case["round_wind"]], WINDS[(seat - case["dealer"]) % 4])
    mine = tuple(parse_meld(m) for m in player.get("melds", ()))
    return Won(tuple(sorted(parse_tiles(player["hand"]))), mine, tile, moment, player.get("flowers", 0))


def random_joker_win(rng: random.Random, jokers: int) -> tuple[Won, int]:
    """A winning hand in which so many held tiles (the winning one when self-drawn) are jokers, and the joker's kind."""
    while True:
        won = random_win(rng)
        joker = rng.randrange(34)
        wild = won.moment.self_draw and rng.random() < 0.3
        if len(won.concealed) < jokers:
            continue
        hand = list(won.concealed)
        for i in rng.sample(range(len(hand)), jokers - wild):
            hand[i] = joker
        tile = joker if wild else won.tile
        every = [*hand, tile, *(t for m in won.melds for t in m.tiles)]
        held = hand.count(joker) + (tile == joker and won.moment.self_draw)
        if held == jokers and max(map(every.count, every)) <= 4:
            return Won(tuple(sorted(hand)), won.melds, tile, won.moment, 0), joker
