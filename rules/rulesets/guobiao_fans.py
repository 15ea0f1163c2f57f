"""The 81 fans of 国标 (GB-F1 … GB-F81) as a table in falling order, and the dearest way to count them (GB-08).

Each row: id, name, value, test, clause, what it excludes. The fans of chows together follow GB-08's own rule and are
computed in `chow_fans`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations

from ..fan import Fan, evaluate
from ..text import Text
from ..tiles import DRAGONS, TERMINALS, WHITE, WINDS, rank, suit
from .guobiao_hand import Shape

GREEN_TILES = frozenset((19, 20, 21, 23, 25, 32))  # 23468 条 and 发
UPRIGHT = frozenset((9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, WHITE))  # 推不倒
ENDS = frozenset((*TERMINALS, *WINDS, *DRAGONS))


# -- small tests ------------------------------------------------------------------------------------------------------


def ranks_within(low: int, high: int) -> Callable[[Shape], bool]:
    return lambda h: h.kind in ("sets", "pairs") and all(t < 27 and low <= rank(t) <= high for t in h.tiles)


def count_pungs(h: Shape, kinds: Iterable[int]) -> int:
    return sum(t in h.pungs for t in kinds)


def each_has(h: Shape, has: Callable[[int], bool]) -> bool:
    """Every set and the pair hold a tile that fits."""
    if not h.normal or h.pair is None:
        return False
    return has(h.pair) and all(
        any(has(p.tile + i) for i in range(3)) if p.kind == "chow" else has(p.tile) for p in h.pieces
    )


def steps(h: Shape, n: int) -> bool:
    """n pungs of one suit, each a rank higher (节高)."""
    return any(all(t + i in h.pungs for i in range(n)) for t in h.pungs if t < 27 and t % 9 <= 9 - n)


def mixed_steps(h: Shape) -> bool:
    """三色三节高."""
    suited = [t for t in h.pungs if t < 27]
    return any(
        len({suit(t) for t in three}) == 3 and sorted(rank(t) for t in three) == list(range(low, low + 3))
        for three in combinations(suited, 3)
        for low in (min(rank(t) for t in three),)
    )


def same_rank(h: Shape, n: int) -> int:
    """How many ranks have exactly n pungs in different suits."""
    ranks = [rank(t) for t in h.pungs if t < 27]
    return sum(ranks.count(r) == n for r in set(ranks))


def one_suit(h: Shape) -> bool:
    return len(h.suits) == 1 and not h.has_honors


def all_chows(h: Shape) -> bool:
    return h.kind == "sets" and not h.pungs and h.pair is not None and h.pair < 27


def pure_dragons(h: Shape) -> bool:
    """一色双龙会: two 老少副 of one suit and its 5 as the pair."""
    return (
        h.normal and len(h.chows) == 4 and h.pair is not None and h.pair % 9 == 4 and h.pair < 27
        and h.chows == tuple(sorted((h.pair - 4, h.pair - 4, h.pair + 2, h.pair + 2)))
    )  # fmt: skip


def mixed_dragons(h: Shape) -> bool:
    """三色双龙会: a 老少副 in each of two suits, the pair 5 of the third."""
    if not h.normal or len(h.chows) != 4 or h.pair is None or h.pair >= 27 or h.pair % 9 != 4:
        return False
    return h.chows == tuple(sorted(9 * s + r for s in range(3) if s != suit(h.pair) for r in (0, 6)))


def orphan_pungs(h: Shape) -> int:
    """幺九刻 that no dragon, wind or greater fan has used (GB-F73)."""
    n = sum(t in TERMINALS for t in h.pungs)
    winds = [t for t in h.pungs if t in WINDS]
    if len(winds) < 3:  # 三风刻 and 小四喜 use theirs
        n += sum(t not in (h.moment.round_wind, h.moment.seat_wind) for t in winds)
    return n - (h.lone_nine and n > 0)


def four_as_one(h: Shape) -> int:
    """四归一: all four of a kind used, not as a kong."""
    kongs = {p.tile for p in h.pieces if p.kind == "kong"}
    return sum(n == 4 and t not in kongs for t, n in enumerate(h.counts))


def seven_in_row(h: Shape) -> bool:
    """连七对."""
    if h.kind != "pairs" or len(h.tiles) != 7 or not one_suit(h):
        return False
    return max(h.tiles) - min(h.tiles) == 6


def five_gates(h: Shape) -> bool:
    kinds = {suit(t) if t < 27 else 3 + (t in DRAGONS) for t in h.tiles}
    return len(kinds) == 5


def begged(h: Shape) -> bool:
    """全求人: four melds from others, won on a discard."""
    return not h.moment.self_draw and len(h.melds) == 4 and all(m.opens for m in h.melds)


def kong_pair(h: Shape, melded: int, hidden: int) -> bool:
    return h.kongs == (melded, hidden)


NO_CHOW_FANS = ("yibangao", "xixiangfeng", "lianliu", "laoshaofu")
KONG_FANS = ("sangang", "shuangangang", "mingangang", "shuangminggang", "angang", "minggang")


def row(number: int, key: str, zh: str, en: str, value: int, test: Callable[[Shape], int], excludes: str = "") -> Fan:
    return Fan(key, Text(zh, en), value, test, f"GB-F{number}", tuple(excludes.split()))


TABLE: tuple[Fan, ...] = (
    row(1, "dasixi", "大四喜", "Big four winds", 88, lambda h: count_pungs(h, WINDS) == 4,
        "quanfengke menfengke sanfengke pengpenghe yaojiuke"),
    row(2, "dasanyuan", "大三元", "Big three dragons", 88,
        lambda h: count_pungs(h, DRAGONS) == 3, "jianke shuangjianke"),
    row(3, "lvyise", "绿一色", "All green", 88, lambda h: h.tiles <= GREEN_TILES, "hunyise"),
    row(4, "jiulianbaodeng", "九莲宝灯", "Nine gates", 88, lambda h: h.lone_nine,
        "qingyise buqiuren menqianqing wuzi"),
    row(5, "sigang", "四杠", "Four kongs", 88, lambda h: sum(h.kongs) == 4,
        " ".join(KONG_FANS) + " pengpenghe dandiaojiang"),
    row(6, "lianqidui", "连七对", "Seven shifted pairs", 88, seven_in_row,
        "qingyise buqiuren dandiaojiang qidui menqianqing wuzi queyimen"),
    row(7, "shisanyao", "十三幺", "Thirteen orphans", 88, lambda h: h.kind == "orphans",
        "wumenqi buqiuren dandiaojiang hunyaojiu menqianqing"),
    row(8, "qingyaojiu", "清幺九", "All terminals", 64,
        lambda h: h.kind != "orphans" and all(t in TERMINALS for t in h.tiles),
        "pengpenghe shuangtongke wuzi hunyaojiu quandaiyao yaojiuke"),
    row(9, "xiaosixi", "小四喜", "Little four winds", 64,
        lambda h: count_pungs(h, WINDS) == 3 and h.pair in WINDS, "sanfengke"),
    row(10, "xiaosanyuan", "小三元", "Little three dragons", 64,
        lambda h: count_pungs(h, DRAGONS) == 2 and h.pair in DRAGONS, "jianke shuangjianke"),
    row(11, "ziyise", "字一色", "All honours", 64, lambda h: not h.suits,
        "pengpenghe hunyaojiu quandaiyao yaojiuke queyimen"),
    row(12, "sianke", "四暗刻", "Four concealed pungs", 64, lambda h: h.hidden_pungs == 4,
        "menqianqing pengpenghe sananke shuanganke buqiuren"),
    row(13, "yiseshuanglonghui", "一色双龙会", "Pure terminal chows", 64, pure_dragons,
        "pinghe qidui qingyise wuzi queyimen"),
    row(15, "yisesijiegao", "一色四节高", "Four pure shifted pungs", 48, lambda h: steps(h, 4),
        "yisesantongshun pengpenghe yisesanjiegao"),
    row(17, "sangang", "三杠", "Three kongs", 32, lambda h: sum(h.kongs) == 3, " ".join(KONG_FANS[1:])),
    row(18, "hunyaojiu", "混幺九", "All terminals and honours", 32,
        lambda h: h.kind != "orphans" and h.has_honors and all(t in ENDS for t in h.tiles),
        "pengpenghe quandaiyao yaojiuke"),
    row(19, "qidui", "七对", "Seven pairs", 24, lambda h: h.kind == "pairs", "buqiuren dandiaojiang menqianqing"),
    row(20, "qixingbukao", "七星不靠", "Greater honours and knitted tiles", 24,
        lambda h: h.kind == "loose" and sum(t >= 27 for t in h.tiles) == 7,
        "wumenqi buqiuren dandiaojiang menqianqing quanbukao"),
    row(21, "quanshuangke", "全双刻", "All even pungs", 24,
        lambda h: len(h.pungs) == 4 and all(t < 27 and rank(t) % 2 == 0 for t in h.tiles), "pengpenghe duanyao wuzi"),
    row(22, "qingyise", "清一色", "Full flush", 24, one_suit, "wuzi"),
    row(24, "yisesanjiegao", "一色三节高", "Three pure shifted pungs", 24, lambda h: steps(h, 3), "yisesantongshun"),
    row(25, "quanda", "全大", "Upper tiles", 24, ranks_within(7, 9), "wuzi dayuwu"),
    row(26, "quanzhong", "全中", "Middle tiles", 24, ranks_within(4, 6), "duanyao wuzi"),
    row(27, "quanxiao", "全小", "Lower tiles", 24, ranks_within(1, 3), "wuzi xiaoyuwu"),
    row(29, "sanseshuanglonghui", "三色双龙会", "Mixed terminal chows", 16, mixed_dragons, "wuzi pinghe"),
    row(31, "quandaiwu", "全带五", "All fives", 16, lambda h: each_has(h, lambda t: t < 27 and rank(t) == 5),
        "duanyao wuzi"),
    row(32, "santongke", "三同刻", "Triple pung", 16, lambda h: same_rank(h, 3), "shuangtongke"),
    row(33, "sananke", "三暗刻", "Three concealed pungs", 16, lambda h: h.hidden_pungs == 3, "shuanganke"),
    row(34, "quanbukao", "全不靠", "Lesser honours and knitted tiles", 12, lambda h: h.kind == "loose",
        "wumenqi buqiuren dandiaojiang menqianqing"),
    row(35, "zuhelong", "组合龙", "Knitted straight", 12, lambda h: h.knitted),
    row(36, "dayuwu", "大于五", "Upper four", 12, ranks_within(6, 9), "wuzi"),
    row(37, "xiaoyuwu", "小于五", "Lower four", 12, ranks_within(1, 4), "wuzi"),
    row(38, "sanfengke", "三风刻", "Big three winds", 12, lambda h: count_pungs(h, WINDS) == 3),
    row(40, "tuibudao", "推不倒", "Reversible tiles", 8, lambda h: h.tiles <= UPRIGHT, "queyimen"),
    row(42, "sansesanjiegao", "三色三节高", "Mixed shifted pungs", 8, mixed_steps),
    row(44, "miaoshouhuichun", "妙手回春", "Last tile draw", 8,
        lambda h: h.moment.self_draw and "last_tile" in h.moment.flags, "zimo"),
    row(45, "haidilaoyue", "海底捞月", "Last tile claim", 8,
        lambda h: not h.moment.self_draw and "last_tile" in h.moment.flags),
    row(46, "gangshangkaihua", "杠上开花", "Out with replacement tile", 8,
        lambda h: h.moment.self_draw and "after_kong" in h.moment.flags, "zimo"),
    row(47, "qiangganghe", "抢杠和", "Robbing the kong", 8, lambda h: h.moment.robbed, "hejuezhang"),
    row(48, "pengpenghe", "碰碰和", "All pungs", 6, lambda h: len(h.pungs) == 4),
    row(49, "hunyise", "混一色", "Half flush", 6, lambda h: len(h.suits) == 1 and h.has_honors, "queyimen"),
    row(51, "wumenqi", "五门齐", "All types", 6, five_gates),
    row(52, "quanqiuren", "全求人", "Melded hand", 6, begged, "dandiaojiang"),
    row(53, "shuangangang", "双暗杠", "Two concealed kongs", 6, lambda h: kong_pair(h, 0, 2), "shuanganke angang"),
    row(54, "shuangjianke", "双箭刻", "Two dragon pungs", 6, lambda h: count_pungs(h, DRAGONS) == 2, "jianke"),
    row(0, "mingangang", "明暗杠", "Melded and concealed kong", 5, lambda h: kong_pair(h, 1, 1), "angang minggang"),
    row(55, "quandaiyao", "全带幺", "Outside hand", 4, lambda h: each_has(h, lambda t: t in ENDS)),
    row(56, "buqiuren", "不求人", "Fully concealed hand", 4, lambda h: h.moment.self_draw and h.closed,
        "zimo menqianqing"),
    row(57, "shuangminggang", "双明杠", "Two melded kongs", 4, lambda h: kong_pair(h, 2, 0), "minggang"),
    row(58, "hejuezhang", "和绝张", "Last tile of its kind", 4, lambda h: "last_copy" in h.moment.flags),
    row(59, "jianke", "箭刻", "Dragon pung", 2, lambda h: count_pungs(h, DRAGONS)),
    row(60, "quanfengke", "圈风刻", "Prevalent wind", 2, lambda h: h.moment.round_wind in h.pungs),
    row(61, "menfengke", "门风刻", "Seat wind", 2, lambda h: h.moment.seat_wind in h.pungs),
    row(62, "menqianqing", "门前清", "Concealed hand", 2, lambda h: not h.moment.self_draw and h.closed),
    row(63, "pinghe", "平和", "All chows", 2, all_chows, "wuzi"),
    row(64, "siguiyi", "四归一", "Tile hog", 2, four_as_one),
    row(65, "shuangtongke", "双同刻", "Double pung", 2, lambda h: same_rank(h, 2)),
    row(66, "shuanganke", "双暗刻", "Two concealed pungs", 2, lambda h: h.hidden_pungs == 2),
    row(67, "angang", "暗杠", "Concealed kong", 2, lambda h: h.kongs[1]),
    row(68, "duanyao", "断幺", "All simples", 2, lambda h: not h.tiles & ENDS, "wuzi"),
    row(73, "yaojiuke", "幺九刻", "Pung of terminals or honours", 1, orphan_pungs),
    row(74, "minggang", "明杠", "Melded kong", 1, lambda h: h.kongs[0]),
    row(75, "queyimen", "缺一门", "One voided suit", 1, lambda h: len(h.suits) == 2),
    row(76, "wuzi", "无字", "No honours", 1, lambda h: not h.has_honors),
    row(77, "bianzhang", "边张", "Edge wait", 1, lambda h: h.wait == "edge"),
    row(78, "kanzhang", "坎张", "Closed wait", 1, lambda h: h.wait == "middle"),
    row(79, "dandiaojiang", "单钓将", "Single wait", 1, lambda h: h.wait == "single"),
    row(80, "zimo", "自摸", "Self-drawn", 1, lambda h: h.moment.self_draw),
)  # fmt: skip

_one = lambda h: 1  # noqa: E731  (chow fans are counted by chow_fans, not tested)
CHOW_FANS: dict[str, Fan] = {
    fan.id: fan
    for fan in (
        row(14, "yisesitongshun", "一色四同顺", "Quadruple chow", 48, _one, "siguiyi"),
        row(16, "yisesibugao", "一色四步高", "Four pure shifted chows", 32, _one),
        row(23, "yisesantongshun", "一色三同顺", "Pure triple chow", 24, _one),
        row(28, "qinglong", "清龙", "Pure straight", 16, _one),
        row(30, "yisesanbugao", "一色三步高", "Three pure shifted chows", 16, _one),
        row(39, "hualong", "花龙", "Mixed straight", 8, _one),
        row(41, "sansesantongshun", "三色三同顺", "Mixed triple chow", 8, _one),
        row(50, "sansesanbugao", "三色三步高", "Mixed shifted chows", 6, _one),
        row(69, "yibangao", "一般高", "Pure double chow", 1, _one),
        row(70, "xixiangfeng", "喜相逢", "Mixed double chow", 1, _one),
        row(71, "lianliu", "连六", "Short straight", 1, _one),
        row(72, "laoshaofu", "老少副", "Two terminal chows", 1, _one),
    )
}
WUFAN = row(43, "wufanhe", "无番和", "Chicken hand", 8, _one)
FLOWER = row(81, "huapai", "花牌", "Flower", 1, _one)


# -- chows together (GB-08) -----------------------------------------------------------------------------------------


def _three(a: int, b: int, c: int) -> str | None:
    """The dearest fan of three chows (sorted), if any."""
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


@lru_cache(maxsize=10_000)
def chow_fans(chows: tuple[int, ...]) -> tuple[str, ...]:
    """The dearest fans of two to four chows together: a four-chow fan alone, else one three-chow fan (or none) and
    two-chow fans that never close a cycle."""
    if len(chows) == 4 and len({c // 9 for c in chows}) == 1:
        gaps = {b - a for a, b in zip(chows, chows[1:], strict=False)}
        if gaps == {0}:
            return ("yisesitongshun",)
        if gaps in ({1}, {2}):
            return ("yisesibugao",)
    best: tuple[str, ...] = _edges(chows, [])
    for three in combinations(range(len(chows)), 3):
        name = _three(*(chows[i] for i in three))
        if name is not None:
            found = (name, *_edges(chows, list(three)))
            if _worth(found) > _worth(best):
                best = found
    return best


def _edges(chows: tuple[int, ...], joined: list[int]) -> tuple[str, ...]:
    """As many two-chow fans as join groups of chows that were not joined before; all are worth 1."""
    group = list(range(len(chows)))
    for i in joined:
        group[i] = joined[0]
    found = []
    for i, j in combinations(range(len(chows)), 2):
        name = _two(chows[i], chows[j])
        if name is not None and group[i] != group[j]:
            found.append(name)
            old, new = group[j], group[i]
            group = [new if g == old else g for g in group]
    return tuple(found)


def _worth(names: tuple[str, ...]) -> int:
    return sum(CHOW_FANS[n].value for n in names)


# -- a shape's fans ---------------------------------------------------------------------------------------------------

BARS_CHOW_FANS = frozenset(("yiseshuanglonghui", "sanseshuanglonghui"))


def fans_of(h: Shape) -> list[tuple[Fan, int]]:
    """The fans that count for this shape, without flowers, dearest first."""
    found = evaluate(TABLE, h)
    if len(h.chows) >= 2 and not any(fan.id in BARS_CHOW_FANS for fan, _ in found):
        names = chow_fans(h.chows)
        barred = {other for n in names for other in CHOW_FANS[n].excludes}
        found = [(fan, n) for fan, n in found if fan.id not in barred]
        found += [(CHOW_FANS[n], names.count(n)) for n in dict.fromkeys(names)]
    if not found:
        return [(WUFAN, 1)]
    return sorted(found, key=lambda pair: -pair[0].value)


def total(fans: list[tuple[Fan, int]]) -> int:
    return sum(fan.value * n for fan, n in fans)


def best(all_shapes: Iterable[Shape]) -> list[tuple[Fan, int]] | None:
    """The dearest reading (就高不就低); None when there is no shape."""
    counted = [fans_of(h) for h in all_shapes]
    return max(counted, key=total) if counted else None
