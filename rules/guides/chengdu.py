"""The page 规则 of 成都麻将. Words and examples only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..guide import Example, Guide, Section, rule
from ..text import Text
from .cases import won

START = Section(
    Text("开局", "The start"),
    (
        rule("CD-01", "四人，108 张：万、筒、条，没有字牌。庄家 14 张先打。",
             "Four players, 108 tiles: characters, dots, bamboos, no honours. The dealer has 14 and leads."),
        rule("CD-02", "第一庄随机；谁胡谁坐下一庄。一炮多响由放炮者坐庄，荒庄不换庄。",
             "The first dealer is drawn by lot; the winner deals next. When several win one tile its giver deals; after a draw the dealer stays."),
        rule("CD-31", "换三张（选项）：每人换出三张同花色的牌，掷骰定换给谁：1、2 下家，3、4 对家，5、6 上家。",
             "换三张 (option): each gives three tiles of one suit; a die says to whom: 1–2 下家, 3–4 across, 5–6 上家."),
        rule("CD-32", "定缺（选项）：每人定一门缺，手里有这门就只能打这门，不能碰杠它，也不能胡。",
             "定缺 (option): each names a suit. While he holds it only it may be discarded; no pung or kong of it, no win with it in hand."),
    ),
)  # fmt: skip

PLAY = Section(
    Text("打牌", "Play"),
    (
        rule("CD-03", "可以碰和杠，不能吃；副露都亮着，暗杠也亮。杠后补牌墙的下一张。",
             "Pung and kong, no chow; all melds lie face up, concealed kongs too. A kong's replacement is the next tile of the wall."),
        rule("CD-42", "一炮多响：一张牌几家都能胡；关闭则只有最近的一家。",
             "一炮多响: several may win one tile; with the option off only the nearest."),
        rule("CD-08 CD-40", "过水：放弃一次胡牌后，到自己下次摸牌、碰或杠以前，只能胡别人分数更大的牌；自摸不受限制。",
             "过水: after passing a win only a dearer one from others, until the next own draw, pung or kong; self-draw is free."),
        rule("CD-07 CD-41", "最后四张：牌墙剩四张以内，能胡必须胡。", "With four or fewer tiles left in the wall a legal win must be taken."),
        rule("CD-10", "抢杠：只能抢补杠。", "Robbing a kong: only an added one."),
        rule("CD-09 CD-30", "有人胡就结束；血战到底（选项）继续打，直到三家胡牌或摸完。",
             "The deal ends with the first win; with 血战到底 (option) it goes on until three have won or the wall is empty."),
    ),
)  # fmt: skip

SCORE = Section(
    Text("胡牌与计分", "Winning and score"),
    (
        rule("CD-04", "缺一门才能胡：手牌和副露最多两种花色。", "A win has at most two suits, melds included."),
        rule("CD-20", "牌型只取最大的一种，见下面的例子：1 到 8 分。", "Only the highest class counts, see the examples below: 1 to 8 points."),
        rule("CD-21 CD-22", "另加：每杠 1，每根 1（四张相同没有开杠），杠上花 2，抢杠 1。如七对加 2 根是 5 分。自摸和杠上炮不加。",
             "Extras: each kong 1, each 根 (four alike not declared) 1, a win on a kong's replacement 2, robbing a kong 1. Seven pairs with two 根 is 5. Nothing for self-draw or 杠上炮."),
        rule("CD-05", "点炮由放炮者一人付每个胡家；自摸三家付。", "The discarder alone pays each winner; a self-draw is paid by the three others."),
        rule("CD-06 CD-35", "引杠：直杠后补牌胡（点杠花），由引杠的人一人付；选项可改为算自摸。",
             "引杠: when the replacement of a claimed kong wins, the one who fed the kong pays alone; by option all pay."),
        rule("CD-34", "自摸（选项）：加底（封顶以后加 1）或加番（封顶以前加 1）。",
             "Self-draw (option): +1 after the cap (加底) or +1 before it (加番)."),
        rule("CD-36", "封顶（选项）：牌型加番最多 4、5、8 或 10 分。", "Cap (option): class and extras count at most 4, 5, 8 or 10."),
        rule("CD-24 CD-33", "杠本身不收钱；刮风下雨（选项）时当场收：直杠引杠者付 2，补杠每家 1，暗杠每家 2。荒庄没听牌的退还。",
             "Kongs bring no money by themselves; with 刮风下雨 (option) they do, at once: claimed 2 from the feeder, added 1 and concealed 2 from each. Who is not ready at a draw gives it back."),
        rule("CD-25", "所有分数乘房间底分。", "All points are multiplied by the room's base."),
        rule("CD-23 CD-37", "查叫：荒庄时没听牌的赔每个听牌的，按他最小能胡的分赔（选项可改最大或不查）。",
             "查叫: at a draw who is not ready pays each who is, the least he could have won (by option the greatest, or nothing)."),
    ),
)  # fmt: skip

MORE = Section(
    Text("选项番", "Classes and extras by option"),
    (
        rule("CD-38", "幺九牌和将对可以关闭。", "The classes 幺九牌 and 将对 can be switched off."),
        rule("CD-39", "天胡：庄家起手 14 张就胡；地胡：闲家胡庄家打的第一张。可以关闭，关闭后按普通胡牌算。",
             "天胡: the dealer's dealt 14 win; 地胡: the dealer's first discard wins. Off: ordinary wins."),
        rule("CD-43 CD-44", "门清、中张各加 1：没有碰和明杠；没有一和九。", "+1 each for a hand that is not open, and for one without 1 and 9."),
        rule("CD-45 CD-46", "海底、金钩各加 1：牌墙最后一张或随后打出的一张；四副落地单吊。",
             "+1 each for the last wall tile or the discard that follows it, and for four melds with one tile left."),
    ),
)  # fmt: skip

PLAIN = ("456m789m67s88m", "pung 111s@2")
CLOSED = "456m789m678s88m99s"


def _points(n: int) -> Text:
    return Text("{n} 分", "{n}", n=n)


def _plus(n: int) -> Text:
    return Text("+{n}", "+{n}", n=n)


EXAMPLES = (
    Example("pinghu", Text("平胡", "Basic win"), _points(1), won(*PLAIN, on="5s")),
    Example("duiduihu", Text("对对胡", "All pungs"), _points(2),
            won("333m55s99m", "pung 111s@2", "pung 777m@3", on="5s")),
    Example("qingyise", Text("清一色", "Pure one suit"), _points(3), won("34567899m55m", "pung 111m@2", on="9m")),
    Example("yaojiu", Text("幺九牌", "1 or 9 in every set"), _points(3), won("123m789m78s99m", "pung 111s@2", on="9s"),
            Text("每副和将都有一或九。", "A 1 or 9 in every set and in the pair.")),
    Example("qidui", Text("七对", "Seven pairs"), _points(3), won("1133m5577m2266s9s", on="9s")),
    Example("qingdui", Text("清对", "Pure all pungs"), _points(4),
            won("33377m88m", "pung 111m@2", "pung 555m@0", on="8m")),
    Example("jiangdui", Text("将对", "All pungs of 2, 5, 8"), _points(4),
            won("555m22s88m", "pung 222m@2", "pung 888s@3", on="8m")),
    Example("qingqidui", Text("清七对", "Pure seven pairs"), _points(8), won("1122335577998m", on="8m")),
    Example("tianhu", Text("天胡", "Heavenly win"), _points(8),
            won(CLOSED, on="9s", by="heavenly", dealer=1, others={0: {}, 2: {}, 3: {}}),
            Text("庄家起手就胡。", "The dealer's dealt hand.")),
    Example("dihu", Text("地胡", "Earthly win"), _points(8),
            won(CLOSED, on="9s", by="earthly", giver=0, others={0: {}, 2: {}, 3: {}}),
            Text("胡庄家打的第一张。", "On the dealer's first discard.")),
    Example("gang", Text("杠", "Kong"), _plus(1), won("456m789m67s88m", "kong 1111s@2", on="5s"),
            Text("碰杠、直杠、暗杠都算。", "Any kong counts.")),
    Example("gen", Text("根", "Four alike"), _plus(1), won("1111m5577m2266s9s", on="9s"),
            Text("四张一万没有开杠。", "Four of a kind that are no kong.")),
    Example("gangshanghua", Text("杠上花", "Out with replacement tile"), _plus(2),
            won("456m789m67s88m", "added_kong 1111s@2", on="5s", by="self_draw", flags=("after_kong",))),
    Example("qianggang", Text("抢杠", "Robbing the kong"), _plus(1),
            won(*PLAIN, on="5s", by="rob_kong", giver=3, others={3: {"melds": ["pung 555s@0"]}})),
    Example("zimo", Text("自摸", "Self-drawn"), _plus(1), won(*PLAIN, on="5s", by="self_draw", options={"self_draw": "fan"})),
    Example("menqing", Text("门清", "Concealed hand"), _plus(1), won(CLOSED, on="9s", options={"menqing": True})),
    Example("zhongzhang", Text("中张", "No terminals"), _plus(1),
            won("456m678m67s88m", "pung 222s@2", on="5s", options={"zhongzhang": True})),
    Example("haidi", Text("海底", "Last tile"), _plus(1),
            won(*PLAIN, on="5s", by="self_draw", flags=("last_tile",), options={"haidi": True}),
            Text("摸到牌墙最后一张。", "The last tile of the wall.")),
    Example("jingou", Text("金钩", "Golden hook"), _plus(1),
            won("8m", "pung 111s@2", "pung 777m@3", "concealed_kong 3333m", "pung 555s@0", on="8m", options={"jingou": True})),
)  # fmt: skip

GUIDE = Guide(
    intro=Text(
        "成都麻将：只有万、筒、条，缺一门才能胡；不能吃，可以碰和杠。一炮多响，荒庄查叫；换三张、定缺、血战到底、刮风下雨都是房间选项。",
        "Chengdu: three suits, no honours; a win must lack a suit. Pung and kong, no chow. Several may win one tile, and a drawn deal is settled by who is ready. 换三张, 定缺, 血战到底 and 刮风下雨 are room options.",
    ),
    sections=(START, PLAY, SCORE, MORE),
    examples=EXAMPLES,
)
