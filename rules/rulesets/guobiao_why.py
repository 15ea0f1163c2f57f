"""Why a hand of 国标 counts as it does: which tiles make a fan, and which fans are there but do not count.

For people only, after the score: reads the dearest reading again (guobiao_score.py) and says what the table took out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ..hand import Meld
from ..scoring import NotCounted
from ..suit_keys import HELD, digits_of, keys_of
from ..text import Text
from ..tiles import DRAGONS, FLOWERS, WINDS, counts_of
from .guobiao_fans import BITS, BY_ID, CHOW_NAMES, ENDS, FANS, FULL, HOG, NO_JOKER, OF_TILES, chow_fans, counted
from .guobiao_hand import KNITTED_MASKS, Moment, Way, hand_ways, is_nine_gates, one_wait
from .guobiao_score import JokerHand, Win, knitted_rests, places, special_shapes

Groups = tuple[tuple[int, ...], ...]
FOUR_CHOWS, THREE_CHOWS = CHOW_NAMES[:2], CHOW_NAMES[2:8]
ONCE = Text("套算一次（GB-08）", "a chow is combined once (GB-08)")
IN_PUNG = Text("已含在风刻、箭刻里", "part of a wind or dragon fan")


class Chosen(NamedTuple):
    """The dearest reading: the packed counts, its sets with the declared ones (no way: a special shape), the concealed
    pungs, a mask of the knitted straight."""

    packed: int
    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    hidden: tuple[int, ...]
    knitted: int


def chosen(concealed: Sequence[int], melds: tuple[Meld, ...], tile: int, moment: Moment,
           joker: int | None) -> Chosen | None:  # fmt: skip
    """The dearest reading of a hand that is complete with `tile`, the first of equal ones."""
    if joker is not None and (joker in concealed or (tile == joker and moment.self_draw)):
        hand = JokerHand(concealed, melds, tile, moment, joker)
        dearest = hand.dearest()
        if dearest is None:
            return None
        one, packed = dearest
        return _chosen(hand.win, packed, one.way if one.hand else None, one.knitted)
    found = list(_plain(concealed, melds, tile, moment, 0 if joker is None else NO_JOKER))
    return max(found, key=lambda c: (counted[c.packed].total, -c.packed), default=None)


def _chosen(win: Win, packed: int, way: Way | None, knitted: int) -> Chosen:
    chows, pungs, _ = way or ((), (), -1)
    return Chosen(packed, tuple(sorted(win.laid.chows + chows)), tuple(sorted(win.laid.pungs + pungs)), pungs, knitted)


def _plain(concealed: Sequence[int], melds: tuple[Meld, ...], tile: int, moment: Moment,
           more: int) -> Iterator[Chosen]:  # fmt: skip
    """Every reading without jokers, as `packed_counts` goes through them."""
    counts = counts_of([*concealed, tile])
    keys, win, n = keys_of(counts), Win(melds, moment), len(melds)
    held = digits_of(HELD, keys)
    for t in win.laid.tiles:
        counts[t] += 1
    tiles, hogs = held | win.laid.mask, counts.count(4) - win.kongs
    nine = not n and is_nine_gates(keys, tile)
    for knitted, rest in [(0, keys), *(knitted_rests(keys, held, n) if n <= 1 else ())]:
        for way in _ways(rest, n, knitted):
            base = win.sets(tiles, hogs, way, bool(knitted), nine) + more
            for pungs, wait in places(way, tile, moment.self_draw, knitted):
                single = bool(wait) and one_wait(keys, n, tile)
                yield _chosen(win, base + win.won(nine, pungs, wait if single else ""), way, knitted)
    for shape in special_shapes(keys, held) if not n else ():
        packed = OF_TILES[held, shape] + win.won() + (hogs * HOG if shape == "pairs" else 0) + more
        knitted = next((nine for nine in KNITTED_MASKS if not nine & ~held), 0) if shape == "knitloose" else 0
        yield _chosen(win, packed, None, knitted)


def _ways(keys: Sequence[int], melds: int, knitted: int) -> list[Way]:
    """The readings that are whole: four sets (three of them the knitted straight) and a pair."""
    sets = 4 - melds - (3 if knitted else 0)
    return [way for way in hand_ways(keys) if len(way[0]) + len(way[1]) == sets and way[2] >= 0]


# -- what does not count ----------------------------------------------------------------------------------------------


def not_counted(c: Chosen) -> tuple[NotCounted, ...]:
    """What greater fans bar, then chows that were combined already, then 幺九刻 that are wind or dragon pungs."""
    barred: dict[str, Text] = {}
    found = []
    for i, fan in enumerate(FANS):
        n = c.packed >> BITS * i & FULL
        if n and fan.id in barred:
            because = Text("已含在{fan}里", "part of {fan}", fan=barred[fan.id])
            found.append(NotCounted(fan.name, fan.value, n, because))
        elif n:
            for other in fan.excludes:
                barred.setdefault(other, fan.name)
    groups = chow_groups(c)
    found += _spare_chows(c, groups, barred)
    ends = BY_ID["yaojiuke"]
    spare = len([t for t in c.pungs if t in ENDS]) - _times(c.packed, ends.id)
    if spare > 0 and ends.id not in barred:
        found.append(NotCounted(ends.name, ends.value, spare, IN_PUNG))
    return tuple(found)


def _times(packed: int, key: str) -> int:
    return packed >> BITS * FANS.index(BY_ID[key]) & FULL


def _spare_chows(c: Chosen, groups: Mapping[str, Groups], barred: Mapping[str, Text]) -> list[NotCounted]:
    """Two-chow fans beyond those counted: inside a greater combination, or a chow combined a second time."""
    spare: dict[tuple[str, str], tuple[int, Text]] = {}
    used = {name: len(group) for name, group in groups.items()}
    joined = next((g[0][::3] for name, g in groups.items() if name in CHOW_NAMES and len(g[0]) > 6), ())
    for a, b in combinations(c.chows, 2):
        name = next(iter(chow_fans((a, b))[0]), "")
        if not name:
            continue
        if used.get(name, 0):
            used[name] -= 1
            continue
        inside = a in joined and b in joined
        if name in barred:
            because = Text("已含在{fan}里", "part of {fan}", fan=barred[name])
        elif inside:
            continue  # not a combination of its own: the greater one is made of it
        else:
            because = ONCE
        times, _ = spare.get((name, because.en), (0, because))
        spare[name, because.en] = (times + 1, because)
    return [
        NotCounted(BY_ID[name].name, BY_ID[name].value, times, because) for (name, _), (times, because) in spare.items()
    ]


# -- the tiles of a fan -----------------------------------------------------------------------------------------------


def chow_groups(c: Chosen) -> dict[str, Groups]:
    """The chows of each chow fan that counts, joined as GB-08 joins them."""
    names = list(chow_fans(c.chows)[0]) if len(c.chows) > 1 else []
    groups: dict[str, list[tuple[int, ...]]] = {}
    left, group = list(names), list(range(len(c.chows)))
    for size, great in ((4, FOUR_CHOWS), (3, THREE_CHOWS)):
        for some in combinations(range(len(c.chows)), size):
            if left and left[0] in great and left[0] in chow_fans(tuple(c.chows[i] for i in some))[0]:
                groups[left.pop(0)] = [_chow_tiles([c.chows[i] for i in some])]
                group = [some[0] if i in some else i for i in group]
    for a, b in combinations(range(len(c.chows)), 2):
        name = next(iter(chow_fans((c.chows[a], c.chows[b]))[0]), "")
        if name in left and group[a] != group[b]:
            left.remove(name)
            groups.setdefault(name, []).append(_chow_tiles([c.chows[a], c.chows[b]]))
            group = [group[a] if g == group[b] else g for g in group]
    return {name: tuple(tiles) for name, tiles in groups.items()}


def _chow_tiles(chows: Sequence[int]) -> tuple[int, ...]:
    return tuple(t for chow in chows for t in (chow, chow + 1, chow + 2))


def fan_tiles(c: Chosen, melds: tuple[Meld, ...], concealed: Sequence[int], tile: int,
              moment: Moment) -> dict[str, Groups]:  # fmt: skip
    """The tiles of each fan that counts and is not about the whole hand; flowers and luck have none."""
    threes = {t: (t,) * 3 for t in c.pungs}
    kongs = {kind: [m.tiles for m in melds if m.is_kong and (m.kind == "concealed_kong") == (kind == "angang")]
             for kind in ("angang", "minggang")}  # fmt: skip
    dragons, winds = ([t for t in c.pungs if t in kinds] for kinds in (DRAGONS, WINDS))
    every = [*concealed, tile, *(t for m in melds if not m.is_kong for t in m.tiles)]
    own = [t for t in c.hidden if moment.self_draw or t != tile] + [k[0] for k in kongs["angang"]]
    together: dict[str, list[int]] = {
        "dasixi": winds, "xiaosixi": winds, "sanfengke": winds,
        "dasanyuan": dragons, "xiaosanyuan": dragons, "shuangjianke": dragons,
        "sananke": own, "shuanganke": own,
    }  # fmt: skip
    several: dict[str, list[tuple[int, ...]]] = {
        "jianke": [threes[t] for t in dragons],
        "quanfengke": [threes[t] for t in winds if t == moment.round_wind],
        "menfengke": [threes[t] for t in winds if t == moment.seat_wind],
        "siguiyi": [(t,) * 4 for t in sorted(set(every)) if every.count(t) == 4 and t < FLOWERS[0]],
        "zuhelong": [tuple(t for t in range(27) if c.knitted >> t & 1)] if c.knitted else [],
        **kongs, "shuangangang": kongs["angang"], "shuangminggang": kongs["minggang"],
        "mingangang": kongs["minggang"] + kongs["angang"],
        **dict.fromkeys(("bianzhang", "kanzhang", "dandiaojiang", "hejuezhang"), [(tile,)]),
    }  # fmt: skip
    several["yaojiuke"] = [
        threes[t] for t in c.pungs
        if t in ENDS and t not in dragons and t not in (moment.round_wind, moment.seat_wind)
        and not (t in winds and len(winds) > 2)
    ]  # fmt: skip
    several |= {key: [tuple(t for p in pungs for t in threes.get(p, (p,) * 4))] for key, pungs in together.items()}
    several |= _pung_runs(c)
    counting = {fan.id: n for fan, n in counted[c.packed].fans}
    found: dict[str, Groups] = {k: tuple(g) for k, g in several.items() if k in counting and g and any(g)}
    # As many groups as the fan counts (one for all), or it is not simple to tell which.
    found = {k: g for k, g in found.items() if len(g) in (1, counting[k]) or k in ("mingangang", "shuangangang")}
    return found | {k: g for k, g in chow_groups(c).items() if k in counting}


def _pung_runs(c: Chosen) -> dict[str, list[tuple[int, ...]]]:
    """同刻 and 节高: pungs of one rank, or of ranks in a row."""
    suited = [t for t in c.pungs if t < 27]
    found: dict[str, list[tuple[int, ...]]] = {}
    for size in (2, 3, 4):
        for some in combinations(suited, size):
            suits, ranks = {t // 9 for t in some}, sorted(t % 9 for t in some)
            row = ranks == list(range(ranks[0], ranks[0] + size))
            name = ""
            if len(set(ranks)) == 1 and len(suits) == size:
                name = {2: "shuangtongke", 3: "santongke"}.get(size, "")
            elif row and len(suits) == 1:
                name = {3: "yisesanjiegao", 4: "yisesijiegao"}.get(size, "")
            elif row and size == 3 and len(suits) == 3:
                name = "sansesanjiegao"
            if name:
                found.setdefault(name, []).append(tuple(t for t in some for _ in range(3)))
    return found
