"""The page 规则 of 四川(258). Words and examples only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from typing import Any

from ..guide import Example, Guide, Section, rule
from ..text import Text
from .cases import won

START = Section(
    Text("开局与打牌", "The start and play"),
    (
        rule("SC-01 SC-43", "四人（可选三人、两人），108 张：万、筒、条。先入座的人坐第一庄，庄家 14 张。",
             "Four players (by option three or two), 108 tiles: characters, dots, bamboos. The first seat taken deals first; the dealer has 14."),
        rule("SC-02", "可以吃上家、碰、补张和开杠；胡 > 碰、杠 > 吃。通炮：几家胡一张牌，每家都赔。",
             "Chow (from the left), pung, 补张 and 开杠; win > pung and kong > chow. 通炮: every winner of one tile is paid."),
        rule("SC-42", "过水（选项）：放过别人的牌不胡，到自己打出下一张牌以前不能胡别人的牌；自摸不受限制。",
             "过水 (option): who passes a win on another's tile cannot win on others' tiles until his own next discard; self-draw is free."),
        rule("SC-03", "谁胡谁坐下一庄，通炮由放炮者坐庄；要了海底没胡由他坐庄，都不要由最先问到的人坐庄。",
             "The winner deals next, after 通炮 the feeder; a 海底 taken without a win: the taker; refused by all: the first one asked."),
        rule("SC-04", "荒庄不付分，起手胡已付的照算。", "On a draw nobody pays; 起手胡 payments stand."),
    ),
)  # fmt: skip

HANDS = Section(
    Text("胡牌", "What wins"),
    (
        rule("SC-10", "小胡：四副加一对，将必须是 2、5 或 8。", "小胡: four melds and a pair of 2, 5 or 8."),
        rule("SC-11", "大胡，将不限：碰碰胡、清一色、七巧对、将将胡（全是 2、5、8，不讲牌型）。",
             "大胡 with any pair: all pungs, one suit, seven pairs, 将将胡 (every tile a 2, 5 or 8, no shape needed)."),
        rule("SC-12", "碰上时机也是大胡：天胡、地胡、海底捞月、海底炮、杠上花、杠上炮、抢杠胡；牌型不是大胡时将要 2、5、8。",
             "大胡 by the moment: 天胡, 地胡, 海底捞月, 海底炮, 杠上花, 杠上炮, 抢杠胡; with a 2-5-8 pair unless the shape is 大胡 itself."),
    ),
)  # fmt: skip

OPENING = Section(
    Text("起手胡", "Opening wins"),
    (
        rule("SC-13", "庄家打第一张以前，起手牌符合的人可以报起手胡，每家按小胡自摸付给他；每人只收一次。",
             "Before the dealer's first discard whoever qualifies by his dealt tiles may claim; everybody pays him a 小胡 self-draw, once."),
        rule("SC-34 SC-35 SC-36", "四喜：四张相同；板板胡：没有 2、5、8；缺一色：缺一门花色。三种都可以关闭。",
             "四喜: four alike; 板板胡: no 2, 5 or 8; 缺一色: a suit missing. Each can be switched off."),
        rule("SC-37 SC-38", "六六顺（选项）：两种牌各有三张；三同（选项）：三门同一点数各有一对。",
             "六六顺 (option): two kinds held three times; 三同 (option): a pair of one rank in all three suits."),
        rule("SC-39", "起手胡后本局结束；选项可改为亮牌后继续打。", "The deal then ends; by option the tiles are shown and play goes on."),
    ),
)  # fmt: skip

KONGS = Section(
    Text("补张、开杠与海底", "补张, 开杠 and 海底"),
    (
        rule("SC-14", "补张：任何杠都可以补张，牌墙要有两张以上；从牌尾补一张，胡了是普通自摸。",
             "补张: any kong, with two or more tiles left; the replacement comes from the tail and wins as an ordinary self-draw."),
        rule("SC-15 SC-44", "开杠：除去这四张后听牌才能开。掷两个骰子，从牌尾数到那一墩翻出上面一张（选项两张）：自己能胡是杠上花，别人能胡是杠上炮，没人胡就算他打出的牌。之后手牌锁定，摸什么打什么。",
             "开杠: only when the hand without the four is ready. Two dice name a stack from the tail, its top tile (by option two tiles) is shown: the konger may win (杠上花), else others (杠上炮), else it is his discard. Afterwards his hand is locked: he discards what he draws."),
        rule("SC-16", "抢杠：碰后开杠的第四张可以抢，算抢杠胡；补张的第四张被胡算普通点炮；暗杠不能抢。",
             "The fourth tile of a pung made a 开杠 may be robbed (抢杠胡); made a 补张 it is an ordinary discard win; a concealed kong is never robbed."),
        rule("SC-17", "海底：只剩一张时，从该摸牌的人起依次公开问要不要。要的人翻开：自己能胡是大胡自摸，别人能胡由他赔海底炮。",
             "海底: with one tile left each player in turn is asked openly. Who takes it shows it: his win is a 大胡 self-draw, another's is 海底炮 and he pays."),
    ),
)  # fmt: skip

POINTS = Section(
    Text("计分与扎鸟", "Score and birds"),
    (
        rule("SC-20", "括号里是与庄家有关的付分。小胡点炮和自摸 1（2），大胡点炮 6（7）、自摸每家 3（4），天胡每家 4，地胡 7，海底炮、抢杠胡、杠上炮 10（12）。",
             "In brackets when the dealer pays or wins. 小胡 1 (2) by discard and from each by self-draw; 大胡 6 (7) by discard, 3 (4) from each; 天胡 4 each; 地胡 7; 海底炮, 抢杠胡 and 杠上炮 10 (12)."),
        rule("SC-33", "关闭庄闲算分，都按前一个数；天胡 3，地胡 6。", "Without dealer points the first figure counts everywhere; 天胡 3, 地胡 6."),
        rule("SC-21 SC-40", "几个大胡只算一个；大胡叠加（选项）每多一个点炮加 6（7），自摸每家加 3（4）。",
             "Several 大胡 pay once; with 大胡叠加 (option) each further one adds 6 (7) on a discard, 3 (4) from each on a self-draw."),
        rule("SC-41", "新长沙计分（选项）：大胡自摸也收每家 6（7），天胡 7。", "新长沙计分 (option): a self-drawn 大胡 also takes 6 (7) from each, 天胡 7."),
        rule("SC-22 SC-30 SC-31 SC-32", "鸟：胡牌后翻牌墙的下一张，从庄家数起 1、5、9 庄家，2、6 下家，3、7 对家，4、8 上家。中了胡家或付分的人，那笔付分翻倍。张数、怎样加、从谁数起都可选；海底胡以海底牌为鸟。",
             "Birds: after a win the next wall tile is turned and counted from the dealer: 1, 5, 9 dealer, 2, 6 下家, 3, 7 across, 4, 8 上家. A hit on winner or payer doubles that payment. How many, what a hit does and where the count begins are options; for a 海底 win its own tile is the bird."),
        rule("SC-23", "最后乘房间底分。", "All is multiplied by the room's base."),
    ),
)  # fmt: skip

PLAIN = ("456m789m67s22m", "chow 123p@0")
CLOSED = "456m789m67s22m111p"
NOBODY: dict[int, dict[str, Any]] = {0: {}, 2: {}, 3: {}}
SMALL = Text("1（2）分", "1 (2)")
SELF = Text("每家 3（4）分", "3 (4) from each")
GIVEN = Text("6（7）分", "6 (7)")
DEAR = Text("10（12）分", "10 (12)")
EACH = Text("每家 1（2）分", "1 (2) from each")


def _claim(name: str, zh: str, en: str, hand: str, **more: Any) -> Example:
    case = won(hand, on=None, by="opening", others=NOBODY, event={"claims": {"1": [name]}}, **more)
    return Example(name, Text(zh, en), EACH, case, Text("起手牌。", "As dealt."))


EXAMPLES = (
    Example("xiaohu", Text("小胡", "Plain hand"), SMALL, won(*PLAIN, on="5s"),
            Text("二万作将。", "A pair of 2 characters.")),
    Example("pengpeng", Text("碰碰胡", "All pungs"), GIVEN, won("333m66s99m", "pung 111s@2", "pung 777p@3", on="6s")),
    Example("qingyise", Text("清一色", "One suit"), GIVEN, won("34567899m66m", "pung 111m@2", on="9m")),
    Example("qiqiao", Text("七巧对", "Seven pairs"), GIVEN, won("1133m5577p2266s9s", on="9s")),
    Example("jiangjiang", Text("将将胡", "All 2, 5, 8"), GIVEN,
            won("225m588s2558p", "pung 888m@2", on="5m"), Text("全是 2、5、8。", "Nothing but 2, 5 and 8.")),
    Example("tianhu", Text("天胡", "Heavenly hand"), Text("每家 4 分（不分庄闲 3 分）", "4 from each (3 without dealer points)"),
            won(CLOSED, on="5s", by="heavenly", dealer=1, others=NOBODY), Text("庄家起手就胡。", "The dealer's dealt hand.")),
    Example("dihu", Text("地胡", "Earthly hand"), Text("7 分（不分庄闲 6 分）", "7 (6 without dealer points)"),
            won(CLOSED, on="5s", by="earthly", giver=0, others=NOBODY), Text("胡庄家打的第一张。", "On the dealer's first discard.")),
    Example("haidi", Text("海底捞月", "Last tile"), SELF,
            won(*PLAIN, on="5s", by="self_draw", flags=("last_tile",)), Text("自己要来的海底。", "The 海底 he took.")),
    Example("haidipao", Text("海底炮", "Shot by the last tile"), DEAR, won(*PLAIN, on="5s", flags=("last_tile",)),
            Text("别人要来的海底。", "The 海底 that another took.")),
    Example("gangkai", Text("杠上花", "Out with the kong's tile"), SELF,
            won("456m789m67s22m", "concealed_kong 1111p", on="5s", by="self_draw", flags=("after_kong",)),
            Text("开杠翻出的牌。", "The tile that his 开杠 shows.")),
    Example("gangpao", Text("杠上炮", "Shot by the kong's tile"), DEAR,
            won(*PLAIN, on="5s", flags=("kong_discard",), others={2: {"melds": ["kong 9999s@3"]}}),
            Text("别人开杠翻出的牌。", "The tile that another's 开杠 shows.")),
    Example("qianggang", Text("抢杠胡", "Robbing the kong"), DEAR,
            won(*PLAIN, on="5s", by="rob_kong", giver=3, others={3: {"melds": ["pung 555s@0"]}})),
    _claim("sixi", "四喜", "Four alike", "3333m1569p24678s"),
    _claim("banban", "板板胡", "No 2, 5, 8", "1346m1799p34679s"),
    _claim("queyise", "缺一色", "A suit missing", "12346779m12569s"),
    _claim("liuliushun", "六六顺", "Two triplets", "333m5p777p24689s2m", options={"liuliushun": True}),
    _claim("santong", "三同", "A pair in all suits", "44m446p44689s12m9p", options={"santong": True}),
)  # fmt: skip

GUIDE = Guide(
    intro=Text(
        "四川(258)：108 张牌，小胡要 2、5、8 作将，大胡乱将。起手胡、补张与开杠、海底漫游、扎鸟都有；庄家输赢多一分。",
        "Sichuan (258): 108 tiles; a plain hand needs a pair of 2, 5 or 8, a big hand any pair. With opening wins, two kinds of kong, the last tile offered round, and birds; payments that concern the dealer are higher.",
    ),
    sections=(START, HANDS, OPENING, KONGS, POINTS),
    examples=EXAMPLES,
)
