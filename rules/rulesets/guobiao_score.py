"""The dearest reading of a hand of 国标 (就高不就低, GB-08), without and with jokers (财神, GB-11).

A joker that is held may stand for any tile of which the winner then has at most four. The candidates are built suit by
suit and scored without the wait first; the wait is looked at only where its point could make a candidate the dearest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..decompose import keyed_complete
from ..hand import Meld
from ..suit_keys import HELD, ODD, ORPHANS_MASK, STEP, SUIT, digits_of, keys_of, tiles_of
from ..tiles import counts_of
from .guobiao_fans import (
    HIDDEN_KONG_PUNGS,
    HOG,
    NO_JOKER,
    OF_CHOWS,
    OF_HOW,
    OF_PUNGS,
    OF_SETS,
    OF_TILES,
    OF_WINDS,
    ONE,
    SETS_PAIRS,
    Counted,
    at_most,
    chow_fans,
    counted,
)
from .guobiao_hand import (
    HONORS_MASK,
    KNITTED_KEYS,
    KNITTED_MASKS,
    Declared,
    Keys,
    Moment,
    Way,
    declared,
    hand_ways,
    is_nine_gates,
    maybe_complete,
    one_wait,
)
from .guobiao_joker import Part, knitted_hands, regular_hands, special_hands

_FORMS = ("sets", "knit")


class Win:
    """One hand to be scored: what all its readings share."""

    def __init__(self, melds: tuple[Meld, ...], moment: Moment) -> None:
        self.laid: Declared = declared(melds)
        self.melds = len(melds)
        self.moment = moment
        laid = self.laid
        self.how = (
            moment.self_draw, moment.flags, moment.robbed, laid.opened, laid.melded_kongs, laid.hidden_kongs,
            laid.begged,
        )  # fmt: skip
        self.kongs = laid.melded_kongs + laid.hidden_kongs
        self.hidden = laid.hidden_kongs * HIDDEN_KONG_PUNGS
        self.winds = (moment.round_wind, moment.seat_wind)

    def sets(self, tiles: int, hogs: int, way: Way, knitted: bool, nine: bool = False) -> int:
        """The packed counts of a reading without what depends on how it was won."""
        laid = self.laid
        chows, pungs, pair = way
        if laid.chows:  # those of a way are in order already
            chows = tuple(sorted(laid.chows + chows))
        if laid.pungs:
            pungs = tuple(sorted(laid.pungs + pungs))
        found = OF_TILES[tiles, _FORMS[knitted]] + hogs * HOG
        if len(chows) > 1:
            found += OF_CHOWS[chows]
        # What a part does not look at is left out of its key, so that it is known already.
        if pungs:
            n = len(pungs)
            found += OF_PUNGS[pungs, pair if n == 4 or (n > 1 and pair > 26) else -1]
            first, second = self.winds
            found += OF_WINDS[pungs, first if first in pungs else -1, second if second in pungs else -1, nine]
            if pair in SETS_PAIRS:
                found += OF_SETS[chows, pungs, pair, knitted]
        else:
            found += OF_SETS[chows if pair in SETS_PAIRS else (), pungs, pair, knitted]
        return found

    def chows(self, way: Way) -> tuple[int, ...]:
        return tuple(sorted(self.laid.chows + way[0]))

    def won(self, nine: bool = False, pungs: int = 0, wait: str = "") -> int:
        """The packed counts of how it was won."""
        return OF_HOW[(*self.how, nine, self.hidden + pungs, wait)]


def places(way: Way, tile: int, self_draw: bool, knitted: int = 0) -> set[tuple[int, str]]:
    """Where the winning tile may have gone: (concealed pungs that remain so, the wait it would be)."""
    chows, pungs, pair = way
    n = len(pungs)
    found = set()
    if tile == pair:
        found.add((n, "single"))
    if tile in pungs:
        found.add((n - (not self_draw), ""))
    if tile < 27:
        rank = tile % 9
        if rank > 1 and tile - 2 in chows:
            found.add((n, "edge" if rank == 2 else ""))
        if 0 < rank < 8 and tile - 1 in chows:
            found.add((n, "middle"))
        if rank < 7 and tile in chows:
            found.add((n, "edge" if rank == 6 else ""))
        if knitted >> tile & 1:
            found.add((n, ""))
    return found


# -- without jokers ---------------------------------------------------------------------------------------------------


def packed_counts(concealed: Sequence[int], melds: tuple[Meld, ...], tile: int, moment: Moment,
                  every: bool = False) -> list[int]:  # fmt: skip
    """The packed counts of all readings of the hand completed by `tile`; none when it has no shape of GB-07. `every`:
    with all ways to count the chows."""
    counts = counts_of(concealed)
    counts[tile] += 1
    keys = keys_of(counts)
    n = len(melds)
    whole = keyed_complete(keys, n)
    if not whole and not maybe_complete(keys, n):
        return []
    win = Win(melds, moment)
    found: list[int] = []
    held = digits_of(HELD, keys)
    for t in win.laid.tiles:
        counts[t] += 1
    tiles, hogs = held | win.laid.mask, counts.count(4) - win.kongs
    single: bool | None = None
    nine = not n and is_nine_gates(keys, tile)
    forms: list[tuple[int, Keys]] = [(0, keys)] if whole else []
    if n <= 1:
        forms += knitted_rests(keys, held, n)
    for knitted, rest in forms:
        for way in hand_ways(rest):
            base = win.sets(tiles, hogs, way, bool(knitted), nine)
            for pungs, wait in places(way, tile, moment.self_draw, knitted):
                if wait and single is None:
                    single = one_wait(keys, n, tile)
                how = win.won(nine, pungs, wait if single else "")
                found += other_chows(base + how, win.chows(way)) if every else [base + how]
    if not n:
        found += [
            OF_TILES[held, shape] + win.won() + (hogs * HOG if shape == "pairs" else 0)
            for shape in special_shapes(keys, held)
        ]
    return found


def knitted_rests(keys: Keys, held: int, melds: int) -> list[tuple[int, Keys]]:
    """For each knitted straight inside: its mask, and the keys of what is left when that is complete."""
    found: list[tuple[int, Keys]] = []
    for nine, three in zip(KNITTED_MASKS, KNITTED_KEYS, strict=True):
        if not nine & ~held:
            rest = (keys[0] - three[0], keys[1] - three[1], keys[2] - three[2], keys[3])
            if keyed_complete(rest, melds + 3):
                found.append((nine, rest))
    return found


def special_shapes(keys: Keys, held: int) -> list[str]:
    """七对, 十三幺 and 不靠, as far as 14 concealed tiles are one."""
    counts = held.bit_count()
    found = []
    if counts == 13 and held == ORPHANS_MASK:
        found.append("orphans")
    elif counts == 14:
        for nine in KNITTED_MASKS:
            if not held & ~(nine | HONORS_MASK):
                found.append("loose" if nine & ~held else "knitloose")
                break
    elif counts <= 7 and not digits_of(ODD, keys):
        found.append("pairs")
    return found


def best(concealed: Sequence[int], melds: tuple[Meld, ...], tile: int, moment: Moment) -> Counted | None:
    """The dearest reading without jokers; None when the hand is not complete."""
    found = packed_counts(concealed, melds, tile, moment)
    if not found:
        return None
    return counted[found[0]] if len(found) == 1 else max((counted[p] for p in sorted(found)), key=_total)


def _total(c: Counted) -> int:
    return c.total


# -- with jokers ------------------------------------------------------------------------------------------------------


class Candidate(NamedTuple):
    """One reading of one hand that the jokers can make. `packed` without a wait; `reach`: it is worth no more."""

    reach: int
    packed: int
    base: int
    hand: Part | None
    knitted: int
    way: Way
    nine: bool


class JokerHand:
    """A winner's tiles with `joker` as the wild kind."""

    def __init__(self, concealed: Sequence[int], melds: tuple[Meld, ...], tile: int, moment: Moment, joker: int):
        self.tile, self.moment, self.joker, self.n = tile, moment, joker, len(melds)
        self.wild = moment.self_draw and tile == joker  # a claimed joker is its own face
        own = [t for t in concealed if t != joker]
        self.jokers = len(concealed) - len(own) + self.wild
        if not self.wild:
            own.append(tile)
        self.counts = counts_of(own)
        self.keys = keys_of(self.counts)
        self.win = Win(melds, moment)
        self.laid = [0, 0, 0, 0]
        for t in self.win.laid.tiles:
            self.laid[SUIT[t]] += STEP[t]
        self.sure = 0  # what the hands met so far are worth at least: no candidate that stays below is kept

    def candidates(self) -> list[Candidate]:
        if not maybe_complete(self.keys, self.n, self.jokers):
            return []
        held = digits_of(HELD, self.keys)
        found: list[Candidate] = []
        for hand in regular_hands(self.keys, self.jokers, self.laid):
            self._read(0, hand, found)
        if self.n <= 1:
            for knitted, hand in knitted_hands(self.keys, self.jokers, self.laid, held):
                self._read(knitted, hand, found)
        if not self.n:
            how = self.win.won()
            for shape, mask, fours, fill in special_hands(self.counts, self.jokers, held):
                packed = OF_TILES[mask, shape] + how + self._no_joker(fill) + (fours * HOG if shape == "pairs" else 0)
                found.append(Candidate(at_most(packed), packed, 0, None, 0, ((), (), -1), False))
        return found

    def _no_joker(self, fill: tuple[int, ...]) -> int:
        """无财神: each held joker stands for its own face."""
        return NO_JOKER if fill.count(self.joker) == len(fill) else 0

    def _read(self, knitted: int, hand: Part, found: list[Candidate]) -> None:
        win, own = self.win, self.moment.self_draw
        tiles, hogs = hand.mask | knitted | win.laid.mask, hand.fours - win.kongs
        plain = self._no_joker(hand.fill)
        nine = (
            not self.n and not knitted and hand.mask.bit_count() == 9
            and any(is_nine_gates(hand.keys, t) for t in (hand.fill if self.wild else (self.tile,)))
        )  # fmt: skip
        for way in hand.ways:
            base = win.sets(tiles, hogs, way, bool(knitted), nine) + plain
            pungs = way[1]
            n = len(pungs)
            if not own and self.tile in pungs:
                n = max(places(way, self.tile, own, knitted))[0]
            packed = base + win.won(nine, n)
            reach = at_most(packed) + 1
            if reach < self.sure:
                continue
            if reach > self.sure:
                self.sure = max(self.sure, counted[packed].total)
            found.append(Candidate(reach, packed, base, hand, knitted, way, nine))

    def dearest(self) -> tuple[Candidate, int] | None:
        """The candidate that is worth most, and its packed counts."""
        found = self.candidates()
        found.sort(key=lambda c: (-c.reach, c.packed))
        best: tuple[Candidate, int] | None = None
        most = -1
        for one in found:
            if one.reach <= most:
                break
            if counted[one.packed].total + 1 <= most:
                continue  # not even a wait makes it dearer
            for packed in self.exact(one):
                if counted[packed].total > most:
                    best, most = (one, packed), counted[packed].total
        return best

    def exact(self, one: Candidate, every: bool = False) -> list[int]:
        """The packed counts of a candidate with each place of the winning tile, the wait looked at."""
        hand = one.hand
        if hand is None or one.nine:
            return [one.packed]
        keys = list(hand.keys)
        for t in tiles_of(one.knitted):
            keys[SUIT[t]] += STEP[t]
        found = []
        for tile in sorted(set(hand.fill)) if self.wild else (self.tile,):
            single: bool | None = None
            for pungs, wait in sorted(places(one.way, tile, self.moment.self_draw, one.knitted)):
                if wait and single is None:
                    single = one_wait(keys, self.n, tile)
                packed = one.base + self.win.won(False, pungs, wait if single else "")
                found += other_chows(packed, self.win.chows(one.way)) if every else [packed]
        return found


def best_with_joker(
    concealed: Sequence[int], melds: tuple[Meld, ...], tile: int, moment: Moment, joker: int
) -> Counted | None:
    """The dearest reading over all that the held jokers may stand for (GB-11)."""
    if joker not in concealed and not (tile == joker and moment.self_draw):
        found = packed_counts(concealed, melds, tile, moment)
        return max((counted[p + NO_JOKER] for p in sorted(found)), key=_total) if found else None
    dearest = JokerHand(concealed, melds, tile, moment, joker).dearest()
    return None if dearest is None else counted[dearest[1]]


# -- readings of equal value ------------------------------------------------------------------------------------------


def ties(
    concealed: Sequence[int], melds: tuple[Meld, ...], tile: int, moment: Moment, joker: int | None
) -> list[Counted]:
    """All readings that are worth as much as the dearest, also those that differ only in which two-chow fans stand for
    the joined chows (GB-08)."""
    if joker is None or (joker not in concealed and not (tile == joker and moment.self_draw)):
        more = 0 if joker is None else NO_JOKER
        found = {packed + more for packed in packed_counts(concealed, melds, tile, moment, every=True)}
    else:
        hand = JokerHand(concealed, melds, tile, moment, joker)
        found = {packed for one in hand.candidates() for packed in hand.exact(one, every=True)}
    ways = [counted[packed] for packed in sorted(found)]
    dearest = max((way.total for way in ways), default=0)
    return [way for way in ways if way.total == dearest]


def other_chows(packed: int, chows: tuple[int, ...]) -> list[int]:
    """The same packed counts with each way of GB-08 to count the chows."""
    rest = packed - OF_CHOWS[chows] if len(chows) > 1 else packed
    return [rest + sum(ONE[name] for name in names) for names in chow_fans(chows, True)] if len(chows) > 1 else [packed]
