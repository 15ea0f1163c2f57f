"""The page 规则 of 内蒙古穷胡. Words and examples only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from typing import Any

from ..guide import Example, Guide, Section, rule
from ..text import Text
from .cases import won

START = Section(
    Text("开局", "The start"),
    (
        rule("NM-01", "二、三或四人。136 张：万、筒、条，东南西北，中发白；不带风是 120 张，中发白仍在。",
             "Two, three or four players. 136 tiles: characters, dots, bamboos, winds and dragons; without winds 120, the dragons stay."),
        rule("NM-02", "房主坐第一庄。庄家胡或没人胡，连庄；闲家胡，庄家的下家坐庄。",
             "The host deals first. The dealer stays when he wins or nobody does; else his right-hand neighbour (下家) deals."),
        rule("NM-03", "庄家 14 张，其余 13 张。可以吃、碰、杠，中发白也可以碰和杠。",
             "The dealer gets 14 tiles, the others 13. Chow, pung and kong are allowed, dragons included."),
        rule("NM-24", "不用报听，满足条件就能胡。", "Nobody declares ready: a hand that meets the conditions wins."),
        rule("NM-05", "一炮只有一家胡：离点炮者最近的（截胡）。", "One winner a tile: the nearest after the discarder."),
        rule("NM-25", "过胡：别人点炮你不胡，到自己打出下一张牌以前，别人再点炮也不能胡；自摸不受限制。",
             "过胡: who passes a win on another's tile cannot win on others' tiles until his own next discard. Self-draw is free."),
        rule("NM-04", "分张：牌墙剩 4 张时，从该摸牌的人起每人一张，只能自摸，不打牌也不杠；没人胡就荒庄。",
             "分张: with 4 tiles left each player gets one, from the player to draw on. It can only win by self-draw, no discard, no kong; nobody wins: a draw."),
    ),
)  # fmt: skip

WINS = Section(
    Text("胡牌条件", "What wins"),
    (
        rule("NM-20", "四副加一对，万、筒、条都要有（三色全）；没有七对和十三幺。",
             "Four melds and a pair with all three suits; no seven pairs, no thirteen orphans."),
        rule("NM-21", "要有幺九：一、九、风或中发白都行，胡的那张也算。",
             "There is a 1, a 9, a wind or a dragon; the winning tile may be it."),
        rule("NM-22", "要有一副碰、刻子或杠；中发白作将可免。", "There is a pung, triplet or kong, unless the pair is a dragon."),
        rule("NM-26", "必须开门（吃、碰或直杠过）；房间勾选闭门胡就不用。",
             "The winner is open (chow, pung or claimed kong), unless the room allows closed wins."),
        rule("NM-23", "手把一：手里只剩 4 张时不能吃，吃过牌的也不能再碰和直杠；暗杠、补杠随时可以。四副都落地只能胡飘胡；吃过的，四副里有暗杠才可以胡。",
             "手把一: with 4 tiles in hand no chow, and with a chow meld no pung or claimed kong either; concealed and added kongs always. Four melds win as 飘胡 only; with a chow among them one must be a concealed kong."),
    ),
)  # fmt: skip

POINTS = Section(
    Text("胡分", "Points of the hand"),
    (
        rule("NM-30", "底分取最高的一种：平胡 1，夹胡 2，飘胡 4（全是碰、刻子和杠）。",
             "The highest that fits: 平胡 1, 夹胡 2, 飘胡 4 (all pungs and kongs)."),
        rule("NM-31", "夹胡：胡的是一副顺子中间的一张，听几张都算；37夹和单吊夹看房间选项。",
             "夹胡: the winning tile is the middle of a sequence, with any number of waits; edge and single waits by option."),
        rule("NM-32", "特大（选项）：夹胡的那张，自己手里或碰里已有另外三张，再乘 4。",
             "特大 (option): a middle wait on a tile whose other three copies one holds, in hand or in an own pung: × 4."),
        rule("NM-33", "亮喜（选项）：自己第一次打牌以前可以亮出中发白，算一副，不算开门也不算刻子，免幺九；每套胡牌 ×2，点炮也 ×2。",
             "亮喜 (option): before one's first discard a set of the three dragons may be shown. It is a meld, does not open, is no triplet and counts as 幺九; each set doubles one's win, and one's loss on a discard."),
        rule("NM-34", "杠上开花 ×2；杠后补牌接着打出的一张点炮（杠上炮），放炮者 ×2。",
             "A win on a kong's replacement × 2; the discard right after it, when won, × 2 for the discarder."),
        rule("NM-35", "海底捞月（选项）：分张的牌胡 ×2；不选也能胡，不加番。",
             "海底捞月 (option): a win on the tile of 分张 × 2; without the option it wins undoubled."),
        rule("NM-36", "门清加番（选项）：没开门的输家 ×2；四人时三家都没开门，每家再 ×2。",
             "门清加番 (option): × 2 for a payer who is not open; with four players × 2 more for all when none of the three is."),
        rule("NM-37", "抢杠胡：只能抢补杠，被抢的人按点炮付，不另算番。",
             "Robbing a kong: only an added one; the konger pays like a discarder, no extra fan."),
        rule("NM-40", "点炮只有点炮者付，自摸每家都付；自摸和庄家不另加倍。",
             "On a discard only the discarder pays, on a self-draw everybody; no extra for self-draw or for the dealer."),
        rule("NM-39", "扎针（选项）：所有倍数算完以后，每个付分的人再加 5 或 10 分。",
             "扎针 (option): after all multipliers each payer adds 5 or 10."),
        rule("NM-41", "胡分和杠分再乘房间底分。", "Hand and kong points are multiplied by the room's base."),
    ),
)  # fmt: skip

KONGS = Section(
    Text("杠分与跟庄", "Kongs and 跟庄"),
    (
        rule("NM-10", "补杠每家付 2，暗杠每家付 4，直杠由点杠的人一人付全部（四人 6 分）。谁的杠都算，荒庄也算。",
             "Added kong: 2 from each; concealed: 4 from each; claimed: the discarder pays for all (6 with four players). Everybody's kongs count, also in a drawn deal."),
        rule("NM-11", "大小杠（选项）：2筒按 4，幺鸡、1筒、1万、中发白按 2，其余按 1。",
             "大小杠 (option): the unit is 4 for 2 dots, 2 for the 1s and dragons, 1 for the rest."),
        rule("NM-12", "庄家付的和收的杠分都加倍；直杠只看杠的人和点杠的人。",
             "Kong points paid by or to the dealer double; for a claimed kong only konger and discarder matter."),
        rule("NM-13", "被抢的杠不算分。", "A robbed kong counts nothing."),
        rule("NM-38", "跟庄有赏（选项）：首轮各家都跟着庄家打同一张，庄家付每家 8 分（2筒）、4 分（幺鸡、1筒、1万、中发白）或 2 分。",
             "跟庄有赏 (option): when all follow the dealer's first discard with the same tile, he pays each 8 (2 dots), 4 (the 1s, dragons) or 2."),
    ),
)  # fmt: skip

OPEN3: dict[int, dict[str, Any]] = {0: {}, 2: {}, 3: {}}  # three losers who are not open
PLAIN = ("456m111s67s88m", "chow 123p@0")


def _points(n: int) -> Text:
    return Text("{n} 分", "{n}", n=n)


def _times(n: int) -> Text:
    return Text("×{n}", "×{n}", n=n)


EXAMPLES = (
    Example("pinghu", Text("平胡", "Basic win"), _points(1), won(*PLAIN, on="5s")),
    Example("jiahu", Text("夹胡", "Closed wait"), _points(2),
            won("13m456s77p", "pung 999p@2", "chow 123s@0", on="2m"), Text("胡中间一张。", "The middle tile of a sequence.")),
    Example("jiahu", Text("夹胡", "Closed wait"), _points(2),
            won("89m456s77p", "pung 999p@2", "chow 123s@0", on="7m", options={"jia37": True}),
            Text("89 胡 7、12 胡 3。", "89 waiting for 7, 12 waiting for 3.")),
    Example("jiahu", Text("夹胡", "Closed wait"), _points(2),
            won("123m456s7p", "pung 999p@2", "chow 123s@0", on="7p", options={"jia_dandiao": True}),
            Text("单吊将牌。", "Waiting for the pair.")),
    Example("piaohu", Text("飘胡", "All pungs"), _points(4),
            won("55s99p", "pung 111p@2", "pung 777m@3", "pung EEE@0", on="5s")),
    Example("teda", Text("特大", "Great closed wait"), _times(4),
            won("24333s55p789m", "pung 111p@2", on="3s", options={"teda": True}),
            Text("手里已有三张三条，夹胡第四张。", "Three of the four are in hand, the middle wait takes the last.")),
    Example("liangxi", Text("亮喜", "Dragons shown"), _times(2),
            won("456m67s88s", "liangxi CFP", "pung 111p@2", on="5s", options={"liangxi": True})),
    Example("liangxi_payer", Text("点炮者亮喜", "Discarder's dragons"), _times(2),
            won(*PLAIN, on="5s", options={"liangxi": True}, others={2: {"melds": ["liangxi CFP", "pung 999s@1"]}}),
            Text("点炮的人亮过喜。", "The discarder has shown dragons.")),
    Example("gangkai", Text("杠上开花", "Out with replacement tile"), _times(2),
            won("456m111s67s88m", "added_kong 2222p@0", on="5s", by="self_draw", flags=("after_kong",))),
    Example("gangpao", Text("杠上炮", "Discard after a kong"), _times(2),
            won(*PLAIN, on="5s", flags=("kong_discard",), others={2: {"melds": ["kong 9999s@3"]}}),
            Text("对家杠后打出的一张。", "The discard right after the kong of the player across.")),
    Example("haidi", Text("海底捞月", "Last tile"), _times(2),
            won(*PLAIN, on="5s", by="self_draw", flags=("last_tile",), options={"haidi": True}),
            Text("分张得到的牌。", "The tile dealt at 分张.")),
    Example("menqing", Text("门清", "Payer not open"), _times(2),
            won(*PLAIN, on="5s", options={"menqing_fan": True}, others={2: {}}),
            Text("点炮的人没有开门。", "The discarder is not open.")),
    Example("sanjiabi", Text("三家闭", "No loser open"), _times(2),
            won(*PLAIN, on="5s", by="self_draw", options={"menqing_fan": True}, others=OPEN3),
            Text("其余三家都没有开门；门清同时算。", "None of the other three is open; 门清 counts as well.")),
    Example("zhazhen", Text("扎针", "Needle"), Text("+5 分", "+5"), won(*PLAIN, on="5s", options={"zhazhen": 5})),
)  # fmt: skip

GUIDE = Guide(
    intro=Text(
        "内蒙古穷胡：三色全、有幺九、有刻子，开门才能胡。夹胡、飘胡更贵，杠当场收分，最后四张分张。房间选项很多，先看清楚再开局。",
        "Inner Mongolia Qionghu: a win needs all three suits, a terminal or honour, a triplet and an open hand. 夹胡 and 飘胡 pay more, kongs are paid at once, the last four tiles are dealt out. There are many room options: have a look before you start.",
    ),
    sections=(START, WINS, POINTS, KONGS),
    examples=EXAMPLES,
)
