"""What a hand of 成都 is worth: classes and extras as tables, the conditions of a win, 查叫 and the money of kongs.

Hands and Situations only: who may act when is chengdu.py's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..decompose import Reading, readings, seven_pairs, waits
from ..errors import NoShape, NotAWin
from ..fan import Fan, evaluate
from ..hand import Meld
from ..scoring import Player, Situation
from ..settlement import Transfer, order_from
from ..text import Text
from ..tiles import NAMES, SUITS, counts_of, is_terminal

LOW_SUIT = (1 << 9) - 1
TERMINALS = sum(1 << t for t in (0, 8, 9, 17, 18, 26))
JIANG = sum(1 << t for t in range(27) if t % 9 in (1, 4, 7))  # 2, 5 and 8: the 将


@dataclass(slots=True)
class Won:
    """A complete hand: `held` counts hand, melds and winning tile; `kinds` the same as bits; `pairs`: it is seven
    pairs; `readings`: as sets and a pair."""

    kind: str
    flags: frozenset[str]
    player: Player
    held: list[int]
    kinds: int
    pairs: bool
    readings: tuple[Reading, ...]

    @property
    def all_pungs(self) -> bool:
        """对对胡: without 吃 every meld is a triplet, so only the hand is asked."""
        return any(all(s.kind == "pung" for s in r.sets) for r in self.readings)

    @property
    def one_suit(self) -> bool:
        return suits_of(self.kinds) == 1

    @property
    def ends(self) -> bool:
        """幺九牌: every meld and the pair holds a 1 or a 9."""
        if not all(is_terminal(m.tiles[0]) for m in self.player.melds):
            return False
        return any(
            is_terminal(r.pair)
            and all(s.tile % 9 in (0, 6) if s.kind == "chow" else is_terminal(s.tile) for s in r.sets)
            for r in self.readings
        )

    @property
    def kongs(self) -> int:
        return sum(m.is_kong for m in self.player.melds)

    @property
    def gen(self) -> int:
        """根: four alike anywhere in hand and melds that are not a declared kong."""
        return self.held.count(4) - self.kongs


CLASSES: tuple[Fan, ...] = (  # the highest counts; of equals the first
    Fan("tianhu", Text("天胡", "Heavenly win"), 8, lambda w: w.kind == "heavenly", "CD-20"),
    Fan("dihu", Text("地胡", "Earthly win"), 8, lambda w: w.kind == "earthly", "CD-20"),
    Fan("qingqidui", Text("清七对", "Pure seven pairs"), 8, lambda w: w.pairs and w.one_suit, "CD-20"),
    Fan("jiangdui", Text("将对", "All pungs of 2, 5, 8"), 4,
        lambda w: not w.kinds & ~JIANG and w.all_pungs, "CD-20"),
    Fan("qingdui", Text("清对", "Pure all pungs"), 4, lambda w: w.one_suit and w.all_pungs, "CD-20"),
    Fan("qidui", Text("七对", "Seven pairs"), 3, lambda w: w.pairs, "CD-20"),
    Fan("qingyise", Text("清一色", "Pure one suit"), 3, lambda w: w.one_suit, "CD-20"),
    Fan("yaojiu", Text("幺九牌", "1 or 9 in every set"), 3, lambda w: w.ends, "CD-20"),
    Fan("duiduihu", Text("对对胡", "All pungs"), 2, lambda w: w.all_pungs, "CD-20"),
    Fan("pinghu", Text("平胡", "Basic win"), 1, lambda w: True, "CD-20"),
)  # fmt: skip

ALWAYS: tuple[Fan, ...] = (  # what 查叫 counts besides the class (CD-23)
    Fan("gang", Text("杠", "Kong"), 1, lambda w: w.kongs, "CD-21"),
    Fan("gen", Text("根", "Four alike"), 1, lambda w: w.gen, "CD-21"),
)

EXTRAS: tuple[Fan, ...] = (
    *ALWAYS,
    Fan("gangshanghua", Text("杠上花", "Out with replacement tile"), 2, lambda w: "after_kong" in w.flags, "CD-21"),
    Fan("qianggang", Text("抢杠", "Robbing the kong"), 1, lambda w: w.kind == "rob_kong", "CD-21"),
    Fan("menqing", Text("门清", "Concealed hand"), 1, lambda w: not w.player.open, "CD-43"),
    Fan("zhongzhang", Text("中张", "No terminals"), 1, lambda w: not w.kinds & TERMINALS, "CD-44"),
    Fan("haidi", Text("海底", "Last tile"), 1, lambda w: "last_tile" in w.flags, "CD-45"),
    Fan("jingou", Text("金钩", "Golden hook"), 1, lambda w: len(w.player.melds) == 4, "CD-46"),
)  # fmt: skip
ZIMO = Fan("zimo", Text("自摸", "Self-drawn"), 1, lambda w: True, "CD-34")

# Which option a row hangs on; without one it always counts.
NEEDS: Mapping[str, str] = {
    "tianhu": "heaven_earth", "dihu": "heaven_earth", "jiangdui": "yaojiu_jiangdui", "yaojiu": "yaojiu_jiangdui",
    "menqing": "menqing", "zhongzhang": "zhongzhang", "haidi": "haidi", "jingou": "jingou",
}  # fmt: skip

INCOMPLETE = Text("牌型不成：要四副加一对，或七对（CD-20）", "neither four melds and a pair nor seven pairs (CD-20)")
THREE_SUITS = Text("三门都有，没有缺一门（CD-04）", "all three suits: one must be missing (CD-04)")
HOLDS_LACK = Text("手里还有定缺的花色（CD-32）", "the hand still holds the named missing suit (CD-32)")

Rows = list[tuple[Fan, int]]


def rows_for(table: tuple[Fan, ...], options: Mapping[str, Any]) -> tuple[Fan, ...]:
    """The rows that exist with these options."""
    return tuple(f for f in table if f.id not in NEEDS or options[NEEDS[f.id]])


def suits_of(kinds: int) -> int:
    """How many suits the kinds belong to."""
    return sum(bool(kinds >> first & LOW_SUIT) for first in (0, 9, 18))


def held_by(player: Player) -> list[int]:
    """How often each kind lies in hand and melds."""
    held = counts_of(player.concealed)
    for meld in player.melds:
        held[meld.tiles[0]] += len(meld.tiles)
    return held


def completed(player: Player, tile: int, kind: str, flags: frozenset[str] = frozenset()) -> Won:
    """`player`'s hand with `tile`. Raises NotAWin with the condition that fails (CD-04, CD-20, CD-32)."""
    counts = counts_of(player.concealed)
    counts[tile] += 1
    found = readings(counts, len(player.melds))
    pairs = not player.melds and seven_pairs(counts)
    if not found and not pairs:
        raise NoShape(INCOMPLETE)
    lack = player.marks.get("lack")
    if lack is not None:
        first = 9 * SUITS.index(lack)
        if any(counts[first : first + 9]):
            raise NotAWin(HOLDS_LACK)
    held = counts
    if player.melds:
        held = list(counts)
        for meld in player.melds:
            held[meld.tiles[0]] += len(meld.tiles)
    kinds = sum(1 << t for t, n in enumerate(held) if n)
    if suits_of(kinds) > 2:
        raise NotAWin(THREE_SUITS)
    return Won(kind, flags, player, held, kinds, pairs, found)


def class_of(table: tuple[Fan, ...], won: Won) -> Fan:
    """The highest class that fits (CD-20)."""
    return max((fan for fan in table if fan.test(won)), key=lambda fan: fan.value)


def capped(points: int, limit: int) -> int:
    """封顶 (CD-36); 0 is none."""
    return min(points, limit) if limit else points


def ready_points(player: Player, classes: tuple[Fan, ...], limit: int) -> list[int]:
    """查叫: what each wait would win, class, 根 and kongs only (CD-23); empty = not ready. A kind of which the
    player himself holds all four is no wait."""
    held = held_by(player)
    found = []
    for tile in waits(counts_of(player.concealed), len(player.melds), seven_pairs=not player.melds):
        if held[tile] == 4:
            continue
        try:
            won = completed(player, tile, "draw")
        except NotAWin:
            continue
        extras = sum(fan.value * n for fan, n in evaluate(ALWAYS, won))
        found.append(capped(class_of(classes, won).value + extras, limit))
    return found


# -- 刮风下雨 -------------------------------------------------------------------------------------------------------


def kong_payments(seat: int, meld: Meld, playing: list[int]) -> Iterator[tuple[int, int]]:
    """(payer, points) of a kong of `seat`: 直杠 2 from the feeder, 补杠 1 and 暗杠 2 from each playing (CD-33)."""
    if meld.kind == "kong":
        assert meld.giver is not None
        yield meld.giver, 2
    else:
        for payer in playing:
            yield payer, 2 if meld.kind == "concealed_kong" else 1


def kong_reason(meld: Meld) -> Text:
    if meld.kind == "concealed_kong":
        return Text("下雨 {tile}（暗杠）", "kong money {tile} (concealed)", tile=NAMES[meld.tiles[0]])
    if meld.kind == "kong":
        return Text("下雨 {tile}（直杠）", "kong money {tile} (claimed)", tile=NAMES[meld.tiles[0]])
    return Text("刮风 {tile}（补杠）", "kong money {tile} (added)", tile=NAMES[meld.tiles[0]])


def kong_rows(players: tuple[Player, ...], base: int) -> list[Transfer]:
    """The kong money of every kong that a case shows; nobody is out in it (CASES.md)."""
    return [
        Transfer(payer, s, points * base, "kong", kong_reason(meld))
        for s, player in enumerate(players)
        for meld in player.melds
        if meld.is_kong
        for payer, points in kong_payments(s, meld, order_from(s, len(players)))
    ]


def refunds(situation: Situation, ready: Callable[[int], bool]) -> list[Transfer]:
    """A draw: who still plays and is not ready returns his kong money to all who paid it, out or not (CD-33)."""
    reason = Text("退刮风下雨（没有听牌）", "kong money returned (not ready)")
    return [
        Transfer(payee, payer, amount, "refund", reason)
        for payer, payee, amount in situation.extra.get("kong_money", ())
        if not situation.players[payee].out and not ready(payee)
    ]
