"""The fans of 国标 (GB-F1 … GB-F81) as one table in the official order, and what a reading's parts are worth (GB-08).

Each row says which part of a hand it looks at (guobiao_hand.py): TILES, PUNGS, SETS, WINDS, HOW; CHOWS rows follow
GB-08's own rule (`chow_fans`). How often each row counts is packed into one number, three bits a row, so that the parts
of a hand add up; `counted` then takes out what a greater fan bars. All memos are bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, permutations
from typing import Any, NamedTuple

from ..fan import Fan
from ..text import Text
from ..tiles import DRAGONS, TERMINALS, WHITE, WINDS, rank, suit
from .guobiao_hand import HONORS_MASK, MEMO, How, Pungs, Sets, Tiles, Winds


def mask_of(kinds: Iterable[int]) -> int:
    return sum(1 << t for t in kinds)


GREEN = mask_of((19, 20, 21, 23, 25, 32))  # 23468 条 and 发
UPRIGHT = mask_of((9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, WHITE))  # 推不倒
ENDS = frozenset((*TERMINALS, *WINDS, *DRAGONS))
END_CHOWS = frozenset((0, 6, 9, 15, 18, 24))
FIVES, FIVE_CHOWS = frozenset((4, 13, 22)), frozenset(9 * s + r for s in range(3) for r in (2, 3, 4))
SETS_PAIRS = ENDS | FIVES  # of the rows about SETS only 平和 can hold with another pair, and it has no pung
ENDS_MASK, TERMINALS_MASK = mask_of(ENDS), mask_of(TERMINALS)
WINDS_MASK, DRAGONS_MASK = mask_of(WINDS), mask_of(DRAGONS)

# The forks of GB-12, and where practice differs.
MIXED_KONGS = 5  # 明暗杠
TWO_HIDDEN_KONGS = 6  # 双暗杠
CLOSED = "buqiuren menqianqing"  # what hands that are closed by nature bar; 自摸 counts for them when self-drawn
PAIRS_BAR = ""  # what 清幺九 and 绿一色 bar beside; nothing: 四归一 of their seven pairs counts
HIDDEN_KONG_PUNGS = 1  # as how many concealed pungs a concealed kong counts beside 三杠 and 四杠


# -- small tests ------------------------------------------------------------------------------------------------------


def ranks(low: int, high: int) -> int:
    """These ranks of all three suits."""
    return mask_of(t for t in range(27) if low <= rank(t) <= high)


def always(h: object) -> bool:
    return True


def each_has(h: Sets, kinds: frozenset[int], chows: frozenset[int]) -> bool:
    """Every set and the pair hold one of the kinds; `chows`: those that do."""
    return h.pair in kinds and not h.knitted and kinds.issuperset(h.pungs) and chows.issuperset(h.chows)


def steps(h: Pungs, n: int) -> bool:
    """n pungs of one suit, each a rank higher (节高)."""
    pungs = h.suited
    return len(pungs) >= n and any(all(t + i in pungs for i in range(n)) for t in pungs if t % 9 <= 9 - n)


def mixed_steps(h: Pungs) -> bool:
    """三色三节高."""
    for three in combinations(h.suited, 3):
        ranks = sorted(map(rank, three))
        if ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1 and len(set(map(suit, three))) == 3:
            return True
    return False


def same_rank(h: Pungs, n: int) -> int:
    """How many ranks have exactly n pungs in different suits."""
    if len(h.suited) < n:
        return 0
    ranks = [t % 9 for t in h.suited]
    return sum(ranks.count(r) == n for r in set(ranks))


def pure_dragons(h: Sets) -> bool:
    """一色双龙会: two 老少副 of one suit and its 5 as the pair."""
    low = h.pair - 4
    return h.pair < 27 and h.pair % 9 == 4 and h.chows == (low, low, low + 6, low + 6)


def mixed_dragons(h: Sets) -> bool:
    """三色双龙会: a 老少副 in each of two suits, the pair 5 of the third."""
    if len(h.chows) != 4 or h.pair >= 27 or h.pair % 9 != 4:
        return False
    return h.chows == tuple(9 * s + r for s in range(3) if s != suit(h.pair) for r in (0, 6))


def orphan_pungs(h: Winds) -> int:
    """幺九刻 that no dragon, wind or greater fan has used (GB-F73)."""
    n = sum(t in TERMINALS for t in h.pungs)
    winds = [t for t in h.pungs if t in WINDS]
    if len(winds) < 3:  # 三风刻 and 小四喜 use theirs
        n += sum(t not in (h.round_wind, h.seat_wind) for t in winds)
    return n - (h.nine_gates and n > 0)


def seven_in_row(h: Tiles) -> bool:
    """连七对."""
    return h.shape == "pairs" and h.one_suit and h.mask // (h.mask & -h.mask) == 0b1111111


# -- the table --------------------------------------------------------------------------------------------------------

TILES, PUNGS, SETS, WINDS_, HOW, CHOWS, COUNTED = range(7)
KONGS = ("sangang", "shuangangang", "mingangang", "shuangminggang", "angang", "minggang")
CHOW_NAMES = ("yisesitongshun", "yisesibugao", "yisesantongshun", "qinglong", "yisesanbugao", "hualong",
              "sansesantongshun", "sansesanbugao", "yibangao", "xixiangfeng", "lianliu", "laoshaofu")  # fmt: skip


class Row(NamedTuple):
    """`bars`: kinds with which the fan cannot be."""

    fan: Fan
    part: int
    bars: int


def row(number: int, key: str, zh: str, en: str, value: int, part: int, test: Callable[[Any], int] | None = None,
        excludes: str = "", clause: str = "", only: int = -1) -> Row:  # fmt: skip
    fan = Fan(key, Text(zh, en), value, test or (lambda h: 0), clause or f"GB-F{number}", tuple(excludes.split()))
    return Row(fan, part, ~only)


TABLE: tuple[Row, ...] = (
    row(1, "dasixi", "大四喜", "Big four winds", 88, PUNGS, lambda h: h.winds == 4,
        "quanfengke menfengke sanfengke pengpenghe yaojiuke"),
    row(2, "dasanyuan", "大三元", "Big three dragons", 88, PUNGS, lambda h: h.dragons == 3,
        "jianke shuangjianke"),
    row(3, "lvyise", "绿一色", "All green", 88, TILES, always, "hunyise" + PAIRS_BAR, only=GREEN),
    row(4, "jiulianbaodeng", "九莲宝灯", "Nine gates", 88, HOW, lambda h: h.nine_gates, "qingyise wuzi " + CLOSED),
    row(5, "sigang", "四杠", "Four kongs", 88, HOW, lambda h: h.melded_kongs + h.hidden_kongs == 4,
        " ".join(KONGS) + " pengpenghe dandiaojiang"),
    row(6, "lianqidui", "连七对", "Seven shifted pairs", 88, TILES, seven_in_row,
        "qingyise dandiaojiang qidui wuzi queyimen " + CLOSED),
    row(7, "shisanyao", "十三幺", "Thirteen orphans", 88, TILES, lambda h: h.shape == "orphans",
        "wumenqi dandiaojiang hunyaojiu " + CLOSED),
    row(8, "qingyaojiu", "清幺九", "All terminals", 64, TILES, always,
        "pengpenghe shuangtongke wuzi hunyaojiu quandaiyao yaojiuke" + PAIRS_BAR, only=TERMINALS_MASK),
    row(9, "xiaosixi", "小四喜", "Little four winds", 64, PUNGS,
        lambda h: h.winds == 3 and h.pair in WINDS, "sanfengke"),
    row(10, "xiaosanyuan", "小三元", "Little three dragons", 64, PUNGS,
        lambda h: h.dragons == 2 and h.pair in DRAGONS, "jianke shuangjianke"),
    row(11, "ziyise", "字一色", "All honours", 64, TILES, always,
        "pengpenghe hunyaojiu quandaiyao yaojiuke queyimen", only=HONORS_MASK),
    row(12, "sianke", "四暗刻", "Four concealed pungs", 64, HOW, lambda h: h.hidden_pungs == 4,
        "pengpenghe sananke shuanganke " + CLOSED),
    row(13, "yiseshuanglonghui", "一色双龙会", "Pure terminal chows", 64, SETS, pure_dragons,
        "pinghe qidui qingyise wuzi queyimen " + " ".join(CHOW_NAMES)),
    row(14, "yisesitongshun", "一色四同顺", "Quadruple chow", 48, CHOWS, None,
        "yisesanjiegao yibangao siguiyi yisesantongshun qidui"),
    row(15, "yisesijiegao", "一色四节高", "Four pure shifted pungs", 48, PUNGS, lambda h: steps(h, 4),
        "yisesantongshun pengpenghe yisesanjiegao"),
    row(16, "yisesibugao", "一色四步高", "Four pure shifted chows", 32, CHOWS, None, "yisesanbugao lianliu laoshaofu"),
    row(17, "sangang", "三杠", "Three kongs", 32, HOW, lambda h: h.melded_kongs + h.hidden_kongs == 3,
        " ".join(KONGS[1:])),
    row(18, "hunyaojiu", "混幺九", "All terminals and honours", 32, TILES, lambda h: h.honors > 0,
        "pengpenghe quandaiyao yaojiuke", only=ENDS_MASK),
    row(19, "qidui", "七对", "Seven pairs", 24, TILES, lambda h: h.shape == "pairs", "dandiaojiang " + CLOSED),
    row(20, "qixingbukao", "七星不靠", "Greater honours and knitted tiles", 24, TILES,
        lambda h: h.shape in ("loose", "knitloose") and h.honors == HONORS_MASK,
        "wumenqi dandiaojiang quanbukao " + CLOSED),
    row(21, "quanshuangke", "全双刻", "All even pungs", 24, PUNGS,
        lambda h: len(h.pungs) == 4 and all(t < 27 and rank(t) % 2 == 0 for t in (*h.pungs, h.pair)),
        "pengpenghe duanyao wuzi"),
    row(22, "qingyise", "清一色", "Full flush", 24, TILES, lambda h: h.one_suit, "wuzi"),
    row(23, "yisesantongshun", "一色三同顺", "Pure triple chow", 24, CHOWS, None, "yisesanjiegao yibangao"),
    row(24, "yisesanjiegao", "一色三节高", "Three pure shifted pungs", 24, PUNGS, lambda h: steps(h, 3),
        "yisesantongshun"),
    row(25, "quanda", "全大", "Upper tiles", 24, TILES, always, "wuzi dayuwu", only=ranks(7, 9)),
    row(26, "quanzhong", "全中", "Middle tiles", 24, TILES, always, "duanyao wuzi", only=ranks(4, 6)),
    row(27, "quanxiao", "全小", "Lower tiles", 24, TILES, always, "wuzi xiaoyuwu", only=ranks(1, 3)),
    row(28, "qinglong", "清龙", "Pure straight", 16, CHOWS),
    row(29, "sanseshuanglonghui", "三色双龙会", "Mixed terminal chows", 16, SETS, mixed_dragons,
        "wuzi pinghe " + " ".join(CHOW_NAMES)),
    row(30, "yisesanbugao", "一色三步高", "Three pure shifted chows", 16, CHOWS),
    row(31, "quandaiwu", "全带五", "All fives", 16, SETS, lambda h: each_has(h, FIVES, FIVE_CHOWS),
        "duanyao wuzi"),
    row(32, "santongke", "三同刻", "Triple pung", 16, PUNGS, lambda h: same_rank(h, 3), "shuangtongke"),
    row(33, "sananke", "三暗刻", "Three concealed pungs", 16, HOW, lambda h: h.hidden_pungs == 3, "shuanganke"),
    row(34, "quanbukao", "全不靠", "Lesser honours and knitted tiles", 12, TILES,
        lambda h: h.shape in ("loose", "knitloose"), "wumenqi dandiaojiang " + CLOSED),
    row(35, "zuhelong", "组合龙", "Knitted straight", 12, TILES, lambda h: h.shape in ("knit", "knitloose")),
    row(36, "dayuwu", "大于五", "Upper four", 12, TILES, always, "wuzi", only=ranks(6, 9)),
    row(37, "xiaoyuwu", "小于五", "Lower four", 12, TILES, always, "wuzi", only=ranks(1, 4)),
    row(38, "sanfengke", "三风刻", "Big three winds", 12, PUNGS, lambda h: h.winds == 3),
    row(39, "hualong", "花龙", "Mixed straight", 8, CHOWS),
    row(40, "tuibudao", "推不倒", "Reversible tiles", 8, TILES, always, "queyimen", only=UPRIGHT),
    row(41, "sansesantongshun", "三色三同顺", "Mixed triple chow", 8, CHOWS, None, "xixiangfeng"),
    row(42, "sansesanjiegao", "三色三节高", "Mixed shifted pungs", 8, PUNGS, mixed_steps),
    row(43, "wufanhe", "无番和", "Chicken hand", 8, COUNTED),
    row(44, "miaoshouhuichun", "妙手回春", "Last tile draw", 8, HOW,
        lambda h: h.self_draw and "last_tile" in h.flags, "zimo"),
    row(45, "haidilaoyue", "海底捞月", "Last tile claim", 8, HOW,
        lambda h: not h.self_draw and "last_tile" in h.flags),
    row(46, "gangshangkaihua", "杠上开花", "Out with replacement tile", 8, HOW,
        lambda h: h.self_draw and "after_kong" in h.flags, "zimo"),
    row(47, "qiangganghe", "抢杠和", "Robbing the kong", 8, HOW, lambda h: h.robbed, "hejuezhang"),
    row(48, "pengpenghe", "碰碰和", "All pungs", 6, PUNGS, lambda h: len(h.pungs) == 4),
    row(49, "hunyise", "混一色", "Half flush", 6, TILES, lambda h: bool(h.suits == 1 and h.honors), "queyimen"),
    row(50, "sansesanbugao", "三色三步高", "Mixed shifted chows", 6, CHOWS),
    row(51, "wumenqi", "五门齐", "All types", 6, TILES,
        lambda h: h.suits == 3 and bool(h.mask & WINDS_MASK and h.mask & DRAGONS_MASK)),
    row(52, "quanqiuren", "全求人", "Melded hand", 6, HOW, lambda h: h.begged and not h.self_draw, "dandiaojiang"),
    row(53, "shuangangang", "双暗杠", "Two concealed kongs", TWO_HIDDEN_KONGS, HOW,
        lambda h: h.hidden_kongs == 2 and not h.melded_kongs, "shuanganke angang"),
    row(54, "shuangjianke", "双箭刻", "Two dragon pungs", 6, PUNGS, lambda h: h.dragons == 2, "jianke"),
    row(0, "mingangang", "明暗杠", "Melded and concealed kong", MIXED_KONGS, HOW,
        lambda h: h.hidden_kongs == h.melded_kongs == 1, "angang minggang", "GB-12"),
    row(55, "quandaiyao", "全带幺", "Outside hand", 4, SETS, lambda h: each_has(h, ENDS, END_CHOWS)),
    row(56, "buqiuren", "不求人", "Fully concealed hand", 4, HOW, lambda h: h.self_draw and not h.opened,
        "zimo menqianqing"),
    row(57, "shuangminggang", "双明杠", "Two melded kongs", 4, HOW,
        lambda h: h.melded_kongs == 2 and not h.hidden_kongs, "minggang"),
    row(58, "hejuezhang", "和绝张", "Last tile of its kind", 4, HOW, lambda h: "last_copy" in h.flags),
    row(59, "jianke", "箭刻", "Dragon pung", 2, PUNGS, lambda h: h.dragons),
    row(60, "quanfengke", "圈风刻", "Prevalent wind", 2, WINDS_, lambda h: h.round_wind in h.pungs),
    row(61, "menfengke", "门风刻", "Seat wind", 2, WINDS_, lambda h: h.seat_wind in h.pungs),
    row(62, "menqianqing", "门前清", "Concealed hand", 2, HOW, lambda h: not h.self_draw and not h.opened),
    row(63, "pinghe", "平和", "All chows", 2, SETS, lambda h: not h.pungs and h.pair < 27, "wuzi"),
    row(64, "siguiyi", "四归一", "Tile hog", 2, COUNTED),
    row(65, "shuangtongke", "双同刻", "Double pung", 2, PUNGS, lambda h: same_rank(h, 2)),
    row(66, "shuanganke", "双暗刻", "Two concealed pungs", 2, HOW, lambda h: h.hidden_pungs == 2),
    row(67, "angang", "暗杠", "Concealed kong", 2, HOW, lambda h: h.hidden_kongs),
    row(68, "duanyao", "断幺", "All simples", 2, TILES, always, "wuzi", only=~ENDS_MASK),
    row(0, "wucaishen", "无财神", "No joker", 2, COUNTED, None, "", "GB-11"),
    row(69, "yibangao", "一般高", "Pure double chow", 1, CHOWS),
    row(70, "xixiangfeng", "喜相逢", "Mixed double chow", 1, CHOWS),
    row(71, "lianliu", "连六", "Short straight", 1, CHOWS),
    row(72, "laoshaofu", "老少副", "Two terminal chows", 1, CHOWS),
    row(73, "yaojiuke", "幺九刻", "Pung of terminals or honours", 1, WINDS_, orphan_pungs),
    row(74, "minggang", "明杠", "Melded kong", 1, HOW, lambda h: h.melded_kongs),
    row(75, "queyimen", "缺一门", "One voided suit", 1, TILES, lambda h: h.suits == 2),
    row(76, "wuzi", "无字", "No honours", 1, TILES, always, only=~HONORS_MASK),
    row(77, "bianzhang", "边张", "Edge wait", 1, HOW, lambda h: h.wait == "edge"),
    row(78, "kanzhang", "坎张", "Closed wait", 1, HOW, lambda h: h.wait == "middle"),
    row(79, "dandiaojiang", "单钓将", "Single wait", 1, HOW, lambda h: h.wait == "single"),
    row(80, "zimo", "自摸", "Self-drawn", 1, HOW, lambda h: h.self_draw),
    row(81, "huapai", "花牌", "Flower", 1, COUNTED),
)  # fmt: skip

FANS: tuple[Fan, ...] = tuple(r.fan for r in TABLE)
BY_ID: dict[str, Fan] = {f.id: f for f in FANS}
BITS = 3  # a fan counts at most seven times
_PLACES = {f.id: 1 << BITS * i for i, f in enumerate(FANS)}
RAW = BITS * len(FANS)  # above this bit a packed number holds the points of its rows, what is barred included
ONE = {f.id: _PLACES[f.id] | f.value << RAW for f in FANS}  # what counting once adds to a packed number
FULL = (1 << BITS) - 1
_BARS = tuple(~sum(FULL * _PLACES[other] for other in f.excludes) for f in FANS)
_ROWS = (1 << RAW) - 1
FLOWER, HOG, NO_JOKER, CHICKEN = BY_ID["huapai"], ONE["siguiyi"], ONE["wucaishen"], BY_ID["wufanhe"]


class Part(dict[Any, int]):
    """The packed counts of the rows that look at one part of a hand, by what makes the part."""

    def __init__(self, part: int, make: Callable[..., object]) -> None:
        super().__init__()
        self.make = make
        self.rows = [(r.bars, r.fan.test, ONE[r.fan.id]) for r in TABLE if r.part == part]
        self.about_tiles = part == TILES

    def __missing__(self, key: tuple[Any, ...]) -> int:
        if len(self) >= MEMO:
            self.clear()
        part = self.make(*key)
        found, kinds = 0, key[0] if self.about_tiles else 0
        for bars, test, one in self.rows:
            if not kinds & bars and (n := test(part)):
                found += n * one
        self[key] = found
        return found


OF_TILES, OF_PUNGS, OF_SETS = Part(TILES, Tiles), Part(PUNGS, Pungs), Part(SETS, Sets)
OF_WINDS, OF_HOW = Part(WINDS_, Winds), Part(HOW, How)


class Counted(NamedTuple):
    """The fans that count, dearest first, and what they are worth together (without flowers)."""

    total: int
    fans: tuple[tuple[Fan, int], ...]


class _Counts(dict[int, Counted]):
    """By packed counts: what is left when each row, from the dearest down, has barred what it excludes."""

    def __missing__(self, packed: int) -> Counted:
        if len(self) >= MEMO:
            self.clear()
        left, at, fans = packed & _ROWS, 0, []
        while left:
            skip = ((left & -left).bit_length() - 1) // BITS
            at += skip
            left >>= skip * BITS
            fans.append((FANS[at], left & FULL))
            left = (left & (_BARS[at] >> BITS * at)) & ~FULL
        fans = fans or [(CHICKEN, 1)]
        found = self[packed] = Counted(sum(f.value * n for f, n in fans), tuple(fans))
        return found


counted = _Counts()


def at_most(packed: int) -> int:
    """No less than the points of packed counts, without looking at what is barred."""
    return packed >> RAW or CHICKEN.value


# -- chows together (GB-08) -----------------------------------------------------------------------------------------


def _three(a: int, b: int, c: int) -> str | None:
    """The dearest fan of three chows, if any."""
    suits = {a // 9, b // 9, c // 9}
    ranks = sorted((a % 9, b % 9, c % 9))
    gaps = (ranks[1] - ranks[0], ranks[2] - ranks[1])
    if len(suits) == 1:
        return {(0, 0): "yisesantongshun", (3, 3): "qinglong", (1, 1): "yisesanbugao", (2, 2): "yisesanbugao"}.get(gaps)
    if len(suits) == 3:
        return {(0, 0): "sansesantongshun", (3, 3): "hualong", (1, 1): "sansesanbugao"}.get(gaps)
    return None


def _two(a: int, b: int) -> str | None:
    if a // 9 == b // 9:
        return {0: "yibangao", 3: "lianliu", 6: "laoshaofu"}.get(abs(a - b))
    return "xixiangfeng" if a % 9 == b % 9 else None


Way = tuple[str, ...]


def _edges(chows: tuple[int, ...], joined: tuple[int, ...] = (), barred: Way = ()) -> list[tuple[int, int, str]]:
    """The pairs of chows that make a two-chow fan and are not both in the three-chow fan."""
    return [
        (i, j, name)
        for i, j in combinations(range(len(chows)), 2)
        if not (i in joined and j in joined) and (name := _two(chows[i], chows[j])) is not None and name not in barred
    ]


def _forest(edges: Iterable[tuple[int, int, str]], joined: tuple[int, ...]) -> Way:
    """The names of the edges that, in their order, join groups that were apart: never a cycle. All are worth 1."""
    group = [joined[0] if i in joined else i for i in range(4)]
    found = []
    for i, j, name in edges:
        old, new = group[j], group[i]
        if old != new:
            found.append(name)
            group = [new if g == old else g for g in group]
    return tuple(found)


def chow_fans(chows: tuple[int, ...], every: bool = False) -> list[Way]:
    """The ways to count up to four chows (sorted) together, the dearest first: a four-chow fan alone, else one
    three-chow fan (or none) and two-chow fans that never close a cycle. With `every` also which two-chow fans may
    stand for each other."""
    if len(chows) == 4 and len({c // 9 for c in chows}) == 1:
        gaps = {b - a for a, b in zip(chows, chows[1:], strict=False)}
        if gaps == {0}:
            return [("yisesitongshun",)]
        if gaps in ({1}, {2}):
            return [("yisesibugao",)]
    starts: list[tuple[Way, tuple[int, ...]]] = [((), ())]
    for three in combinations(range(len(chows)), 3):
        name = _three(*(chows[i] for i in three))
        if name is not None:
            starts.append(((name,), three))
    ways: dict[Way, int] = {}
    for names, joined in starts:
        edges = _edges(chows, joined, BY_ID[names[0]].excludes if names else ())
        for order in permutations(edges) if every and len(edges) < 7 else (edges,):
            way = (*names, *sorted(_forest(order, joined)))
            ways[way] = sum(BY_ID[n].value for n in way)
    return sorted(ways, key=lambda way: -ways[way])


class _Chows(dict[tuple[int, ...], int]):
    """The packed counts of the dearest way."""

    def __missing__(self, chows: tuple[int, ...]) -> int:
        if len(self) >= MEMO:
            self.clear()
        found = self[chows] = sum(ONE[name] for name in chow_fans(chows)[0]) if len(chows) > 1 else 0
        return found


OF_CHOWS = _Chows()
