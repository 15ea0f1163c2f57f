"""The page 规则 of 国标麻将. Words only; the fans by example are in guobiao_examples.py."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..guide import Guide, Section, rule
from ..text import Text
from .guobiao_examples import EXAMPLES

START = Section(
    Text("开局", "The start"),
    (
        rule("GB-01", "四人，144 张，有 8 张花牌；关闭花牌是 136 张。每局换庄，庄家是东；四局一圈，圈风依次东南西北，一场 4、8 或 16 局。",
             "Four players, 144 tiles with the 8 flowers (136 without). The deal always passes; the dealer is East. Four deals are a round, with East, South, West and North as prevalent winds; a match has 4, 8 or 16 deals."),
        rule("GB-02", "补花：配完牌从庄家起亮花，从牌尾补牌；摸到花立即补。最后一张是花就荒庄。系统自动补花。",
             "Flowers are shown, from the dealer on, and replaced from the tail; a drawn flower at once. A flower as the last wall tile ends the deal. All this is automatic."),
        rule("GB-11", "财神（选项）：配牌后翻一张，它的下一张是财神（翻到花再翻）。财神在手里可以当任何牌，打出或副露就是本身；不用财神和牌另加无财神 2 番。",
             "Joker (option): a tile is turned after the deal (a flower: another); the next in order is the joker. In the concealed hand it stands for any tile, discarded or melded for itself; a win without using it gets 无财神, 2 points."),
    ),
)  # fmt: skip

PLAY = Section(
    Text("打牌", "Play"),
    (
        rule("GB-03", "和 > 碰、杠 > 吃；只能吃上家；一炮只有最近的一家和。吃或碰后不能马上杠。杠后从牌尾补牌。",
             "Win > pung and kong > chow; chow from the left only; of several winners only the nearest. After a chow or pung no kong before the next own draw. Replacements come from the tail."),
        rule("GB-06", "牌墙摸完，最后一张弃牌也没人和，就荒庄，谁也不付。最后一张弃牌只能和；摸到最后一张不能杠。剩一张时可以杠。",
             "With the wall empty and the last discard not won the deal is drawn and nobody pays. The last discard can only be won; who drew the last tile may not kong. A kong with one tile left is legal."),
    ),
)  # fmt: skip

WINS = Section(
    Text("和牌", "Winning"),
    (
        rule("GB-07", "四副加一对，或七对、十三幺、全不靠、七星不靠，或组合龙加一副一对。",
             "Four sets and a pair; or seven pairs, thirteen orphans, the knitted hands, or a knitted straight with a set and a pair."),
        rule("GB-04", "起和 8 番，花牌不算；房间可改为 6 或 1 番。没有过胡限制。",
             "A win needs 8 points without flowers (by option 6 or 1). Passing a win bars nothing."),
        rule("GB-05", "自摸：每家付 8 加总番。点和或抢杠：点炮者付 8 加总番，另两家各付 8。再乘底分。",
             "Self-draw: each pays 8 + the total. Discard or robbed kong: that player pays 8 + the total, the two others 8 each. Multiplied by the base."),
    ),
)  # fmt: skip

COUNT = Section(
    Text("算番", "Counting"),
    (
        rule("GB-08", "五条原则：必然带有的番不另计（不重复）；拆开的不再重组（不拆移）；同一组牌不重复算同一番（不得相同）；取最大的算法（就高不就低）；算过的一副只再组合一次（套算一次）。系统自动取最高。",
             "Five principles: what a fan implies is not counted again; sets are not rearranged; the same tiles do not make the same fan twice; the dearest reading counts; a set already combined combines once more only. The dearest count is found for you."),
        rule("GB-09", "边张、坎张、单钓将最多一个，而且只听一种牌时才算；那种牌已经没有了也算听。",
             "At most one of edge, closed and single wait, and only when the hand waits on exactly one kind; an exhausted kind still counts as a wait."),
        rule("GB-10", "只能抢补杠。杠后补到花再和，算自摸不算杠上开花。和绝张只看大家都看得到的牌。暗杠不破门清，也算暗刻。",
             "Only an added kong is robbed. Kong, flower, win: self-drawn, not 杠上开花. 和绝张 counts what all can see. A concealed kong keeps the hand concealed and is a concealed pung."),
        rule("GB-12", "有分歧的算法：明暗杠 5，双暗杠 6；九莲宝灯、连七对、十三幺、四暗刻、七对、不靠自摸算自摸 1，不算不求人；四归一可与清幺九七对、绿一色七对同计；三杠、四杠里的暗杠也算暗刻。",
             "Where practice differs: one melded and one concealed kong 5, two concealed 6; nine gates, seven (shifted) pairs, thirteen orphans, four concealed pungs and the knitted hands count 自摸 1 when self-drawn, not 不求人; 四归一 counts beside 清幺九 and 绿一色 seven pairs; concealed kongs in 三杠 and 四杠 also count as concealed pungs."),
    ),
)  # fmt: skip

GUIDE = Guide(
    intro=Text(
        "国标麻将：1998 年《中国麻将竞赛规则》，81 个番种，8 番起和。下面每个番种都有一手例牌。",
        "The Chinese official rules of 1998: 81 fans, and a win needs 8 points. Each fan below has an example hand.",
    ),
    sections=(START, PLAY, WINS, COUNT),
    examples=EXAMPLES,
)
