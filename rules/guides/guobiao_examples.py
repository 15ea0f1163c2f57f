"""The fans of 国标 by example, in the order of the table: what each is, and a hand that has it.

Names, values and what does not also count come from the engine's own table. Words and hands only.
"""

# ruff: noqa: E501  (prose, one fan a row)

from __future__ import annotations

from typing import Any

from ..guide import Example
from ..rulesets.guobiao_fans import BY_ID
from ..text import Text, joined
from .cases import won


def _fan(key: str, zh: str, en: str, hand: str, *melds: str, on: str, bars: str | None = None, **more: Any) -> Example:
    """`bars`: ids that do not also count, when not all that the table excludes are worth a word."""
    fan = BY_ID[key]
    names = [BY_ID[other].name for other in (fan.excludes if bars is None else bars.split())]
    note = Text(zh, en)
    if names:
        note = Text("{what}不另计：{names}。", "{what} Does not also count: {names}.",
                    what=Text(zh, en), names=joined(names, "、"))  # fmt: skip
    return Example(
        key,
        fan.name,
        Text("{n} 番", "{n} points" if fan.value > 1 else "1 point", n=fan.value),
        won(hand, *melds, on=on, **more),
        note,
    )


# Ordinary hands in which one thing is special.
POOR = ("678p34578sWW", "chow 234m@0")
STEPS = ("345p45667s55p", "chow 234m@0")
STRAIGHT = ("456789m55p78s", "chow 123m@0")

EXAMPLES: tuple[Example, ...] = (
    _fan("dasixi", "东南西北四副刻子。", "Pungs of all four winds.", "SSSWWWNN55p", "pung EEE@2", on="N"),
    _fan("dasanyuan", "中发白三副刻子。", "Pungs of all three dragons.", "PP456m99s", "pung CCC@2", "pung FFF@3", on="P"),
    _fan("lvyise", "只有 23468 条和发。", "Only 2 3 4 6 8 of bamboo and green dragons.", "23466688sFF", "chow 234s@0", on="F"),
    _fan("jiulianbaodeng", "门清的 1112345678999，同花色任何一张都能和。", "1112345678999 of one suit, concealed, won on any tile of the suit.", "1112345678999m", on="5m"),
    _fan("sigang", "四副杠。", "Four kongs.", "9p", "kong EEEE@2", "added_kong 2222m@3", "concealed_kong 5555p", "kong 7777s@0", on="9p"),
    _fan("lianqidui", "一种花色七个相连的对子。", "Seven consecutive pairs of one suit.", "1122334455667p", on="7p"),
    _fan("shisanyao", "三种花色的一、九和七种字牌各一张，其中一种成对。", "One of each terminal and honour, one of them twice.", "119m19p19sESWNCF", on="P"),
    _fan("qingyaojiu", "只有一和九。", "Only 1s and 9s.", "11999p99m", "pung 111m@2", "pung 999s@3", on="9m"),
    _fan("xiaosixi", "三副风刻，另一种风作将。", "Three wind pungs and a pair of the fourth wind.", "SSSNN67m", "pung EEE@2", "pung WWW@3", on="5m"),
    _fan("xiaosanyuan", "两副箭刻，另一种箭牌作将。", "Two dragon pungs and a pair of the third.", "FFFPP456m78s", "pung CCC@2", on="9s"),
    _fan("ziyise", "只有字牌。", "Only honours.", "NNNFFPP", "pung EEE@2", "pung CCC@0", on="P"),
    _fan("sianke", "四副暗刻或暗杠。", "Four pungs or kongs made without claiming.", "22233m555p77799s", on="3m", by="self_draw"),
    _fan("yiseshuanglonghui", "一种花色的两副 123、两副 789，5 作将。", "Two 123 and two 789 of one suit, its 5 as the pair.", "1122335577889m", on="9m",
         bars="pinghe qidui qingyise yibangao laoshaofu wuzi queyimen"),
    _fan("yisesitongshun", "一种花色四副相同的顺子。", "Four equal chows of one suit.", "222233334444m5p", on="5p"),
    _fan("yisesijiegao", "一种花色四副依次高一位的刻子。", "Four pungs of one suit, each a rank higher.", "44455sPP", "pung 222s@2", "pung 333s@3", on="5s"),
    _fan("yisesibugao", "一种花色四副依次高一位或两位的顺子。", "Four chows of one suit, each one rank higher, or each two.", "234345456p7m", "chow 123p@0", on="7m"),
    _fan("sangang", "三副杠。", "Three kongs.", "22m45s", "kong 3333m@2", "added_kong 6666p@3", "concealed_kong 9999s", on="6s"),
    _fan("hunyaojiu", "只有一、九和字牌。", "Only terminals and honours.", "999sEE99p", "pung 111m@2", "pung CCC@3", on="9p"),
    _fan("qidui", "七个对子，四张相同算两对。", "Seven pairs; four alike are two pairs.", "1133m5577p2299sE", on="E"),
    _fan("qixingbukao", "七种字牌各一张，加三种花色 147、258、369 里的七张。", "One of each honour and seven tiles of 147, 258, 369 in three suits.", "147m25p36sESWNCF", on="P"),
    _fan("quanshuangke", "全是 2、4、6、8 的刻子和将。", "Pungs and pair of 2, 4, 6, 8 only.", "666p88m88s", "pung 222m@2", "pung 444s@3", on="8m"),
    _fan("qingyise", "只有一种花色。", "One suit only.", "23467855p99p", "chow 123p@0", on="9p"),
    _fan("yisesantongshun", "一种花色三副相同的顺子。", "Three equal chows of one suit.", "234s678m5p", "chow 234s@0", "chow 234s@0", on="5p"),
    _fan("yisesanjiegao", "一种花色三副依次高一位的刻子。", "Three pungs of one suit, each a rank higher.", "666p78mCC", "pung 444p@2", "pung 555p@3", on="9m"),
    _fan("quanda", "只有 7、8、9。", "Only 7, 8, 9.", "77889p999s88m", "chow 789m@0", on="9p"),
    _fan("quanzhong", "只有 4、5、6。", "Only 4, 5, 6.", "44556p555s66m", "chow 456m@0", on="6p"),
    _fan("quanxiao", "只有 1、2、3。", "Only 1, 2, 3.", "11223p333s22m", "chow 123m@0", on="3p"),
    _fan("qinglong", "一种花色的 123、456、789。", "123, 456 and 789 of one suit.", *STRAIGHT, on="9s", bars="lianliu laoshaofu"),
    _fan("sanseshuanglonghui", "两种花色的 123 和 789，第三种花色的 5 作将。", "123 and 789 in two suits, the pair 5 of the third.", "12378s55p", "chow 123m@0", "chow 789m@0", on="9s",
         bars="xixiangfeng laoshaofu wuzi pinghe"),
    _fan("yisesanbugao", "一种花色三副依次高一位或两位的顺子。", "Three chows of one suit, each one rank higher, or each two.", "234345s99m67p", "chow 123s@0", on="8p"),
    _fan("quandaiwu", "每副牌和将都有 5。", "A 5 in every set and in the pair.", "456p56746s55m", "chow 345m@0", on="5s"),
    _fan("santongke", "三种花色同一点数的刻子。", "Pungs of one rank in all three suits.", "33399s67m", "pung 333m@2", "pung 333p@0", on="8m"),
    _fan("sananke", "三副暗刻或暗杠。", "Three pungs or kongs made without claiming.", "222p33777s99m", "chow 456m@0", on="3s", by="self_draw"),
    _fan("quanbukao", "三种花色 147、258、369 和字牌里的 14 张单牌。", "Fourteen single tiles of 147, 258, 369 in three suits and the honours.", "147m258p36sESWNC", on="F"),
    _fan("zuhelong", "三种花色的 147、258、369，另有一副和将。", "147, 258 and 369 in three suits, with a set and a pair.", "147m25678p22369s", on="8p"),
    _fan("dayuwu", "只有 6 到 9。", "Only 6 to 9.", "789p99978s66m", "chow 678m@0", on="6s"),
    _fan("xiaoyuwu", "只有 1 到 4。", "Only 1 to 4.", "234p11123s44m", "chow 123m@0", on="4s"),
    _fan("sanfengke", "三副风刻。", "Three wind pungs.", "WWW67m99p", "pung EEE@2", "pung SSS@3", on="8m"),
    _fan("hualong", "三种花色连成 123、456、789。", "123, 456 and 789, each in another suit.", "34599m456p78s", "chow 123m@0", on="9s"),
    _fan("tuibudao", "只有上下不分的牌：1234589 饼、245689 条和白。", "Only tiles that look the same upside down: 1 2 3 4 5 8 9 dots, 2 4 5 6 8 9 bamboo, white dragon.", "888p45699sPP", "chow 123p@0", on="P"),
    _fan("sansesantongshun", "三种花色相同的顺子。", "The same chow in all three suits.", "678m23499p34s", "chow 234m@0", on="2s"),
    _fan("sansesanjiegao", "三种花色依次高一位的刻子。", "Pungs in three suits, each a rank higher.", "99m55678s", "pung 333m@2", "pung 444p@3", on="5s"),
    _fan("wufanhe", "除花牌外没有任何番。", "No fan at all beside flowers.", *POOR, on="9s"),
    _fan("miaoshouhuichun", "自摸牌墙最后一张。", "Self-drawn on the last wall tile.", *POOR, on="9s", by="self_draw", flags=("last_tile",)),
    _fan("haidilaoyue", "和打出的最后一张牌。", "Won on the last discard.", *POOR, on="9s", flags=("last_tile",)),
    _fan("gangshangkaihua", "杠后补到的牌和（补花不算）。", "Won on a kong's replacement (not on a flower's).", "34578sWW", "chow 234m@0", "added_kong 1111p@3", on="9s",
         by="self_draw", flags=("after_kong",)),
    _fan("qiangganghe", "和别人补杠的那张牌。", "Won on a tile that another adds to his pung.", *POOR, on="9s", by="rob_kong", giver=3, others={3: {"melds": ["pung 999s@0"]}}),
    _fan("pengpenghe", "四副刻子或杠。", "Four pungs or kongs.", "33s99m", "pung 222m@2", "pung 777p@3", "pung CCC@0", on="3s"),
    _fan("hunyise", "一种花色和字牌。", "One suit and honours.", "45678pCCCEE", "chow 123p@0", on="9p"),
    _fan("sansesanbugao", "三种花色依次高一位的顺子。", "Chows in three suits, each a rank higher.", "78999m234p34s", "chow 123m@0", on="5s"),
    _fan("wumenqi", "万、条、饼、风、箭都有。", "All three suits, winds and dragons.", "456p78sCC", "chow 123m@0", "pung EEE@2", on="9s"),
    _fan("quanqiuren", "四副都是吃碰杠来的，单钓别人打的牌。", "Four claimed sets, the pair won on a discard.", "5p", "chow 123m@0", "chow 456m@0", "pung 888s@2", "chow 234p@0", on="5p"),
    _fan("shuangangang", "两副暗杠。", "Two concealed kongs.", "22m345p45s", "concealed_kong 3333m", "concealed_kong 8888p", on="6s"),
    _fan("shuangjianke", "两副箭刻。", "Two dragon pungs.", "123m78s99p", "pung CCC@2", "pung FFF@3", on="9s"),
    _fan("mingangang", "一副明杠和一副暗杠。", "One melded and one concealed kong.", "22m345p45s", "kong 3333m@2", "concealed_kong 8888p", on="6s", by="self_draw"),
    _fan("quandaiyao", "每副牌和将都有一、九或字。", "A terminal or honour in every set and in the pair.", "789m11p78sCCC", "chow 123m@0", on="9s"),
    _fan("buqiuren", "没有吃碰明杠，自摸和。", "Nothing claimed, self-drawn.", "234m45655p23467s", on="8s", by="self_draw"),
    _fan("shuangminggang", "两副明杠。", "Two melded kongs.", "22m45p345s", "kong CCCC@2", "added_kong EEEE@3", on="6p"),
    _fan("hejuezhang", "另外三张都已亮明，和第四张。", "The fourth tile of a kind, three being visible.", "678p34567s55p", "chow 234m@0", on="8s", flags=("last_copy",)),
    _fan("jianke", "一副中、发或白的刻子。", "A dragon pung.", "34578pEE", "chow 123p@0", "pung CCC@2", on="9p"),
    _fan("quanfengke", "本圈的风的刻子（这里是东风圈）。", "A pung of the prevalent wind (here East).", "34578pCC", "chow 123p@0", "pung EEE@2", on="9p"),
    _fan("menfengke", "自己的门风的刻子（这里坐南）。", "A pung of one's own wind (here South).", "34578pCC", "chow 123p@0", "pung SSS@2", on="9p"),
    _fan("menqianqing", "没有吃碰明杠，和别人打的牌。", "Nothing claimed before, won on a discard.", "234m34555p45667s", on="8s"),
    _fan("pinghe", "四副顺子，数牌作将。", "Four chows and a suit pair.", *STEPS, on="8s"),
    _fan("siguiyi", "用了四张相同的牌而不是杠。", "All four of a kind used, not as a kong.", "567m89mEE", "pung 555m@2", "chow 123m@0", on="7m"),
    _fan("shuangtongke", "两种花色同一点数的刻子。", "Pungs of one rank in two suits.", "88m22p", "pung 333m@2", "pung 333p@0", "pung 777s@3", on="8m"),
    _fan("shuanganke", "两副暗刻。", "Two pungs made without claiming.", "22288m99p", "pung 777s@3", "pung 333p@0", on="8m", by="self_draw"),
    _fan("angang", "一副暗杠。", "A concealed kong.", "33s88m", "concealed_kong 5555p", "pung 222m@2", "pung 777s@3", on="3s"),
    _fan("duanyao", "没有一、九和字牌。", "No terminals and no honours.", *STEPS, on="8s"),
    _fan("wucaishen", "房间开财神：手里没有财神，或都当本身用。例中翻九饼，一饼是财神。", "In rooms with a joker: none is held, or each stands for its own face. Here 9 dots was turned, so 1 dot is the joker.", *STEPS, on="8s",
         options={"joker": True}, turned="9p"),
    _fan("yibangao", "一种花色两副相同的顺子。", "Two equal chows of one suit.", "223344567m55p67s", on="8s"),
    _fan("xixiangfeng", "两种花色相同的顺子。", "The same chow in two suits.", "34555p34456s", "chow 234m@0", on="2s"),
    _fan("lianliu", "一种花色六张相连的两副顺子。", "Two chows of one suit that join.", "67m34555p456s", "chow 234m@0", on="5m"),
    _fan("laoshaofu", "一种花色的 123 和 789。", "123 and 789 of one suit.", "78m23455p345s", "chow 123m@0", on="9m"),
    _fan("yaojiuke", "一、九或字牌的刻子（箭刻、圈风刻、门风刻除外）。", "A pung of terminals or honours (not one that is a dragon, prevalent or seat wind pung).", "88m22p", "pung 111m@2", "pung 444p@0", "pung 777s@3", on="8m"),
    _fan("minggang", "一副明杠。", "A melded kong.", "88m33p", "pung 222m@2", "pung 444p@0", "kong 7777s@3", on="8m"),
    _fan("queyimen", "正好只有两种花色。", "Exactly two suits.", "456789m55p78p", "chow 123m@0", on="9p"),
    _fan("wuzi", "没有字牌。", "No honours.", "456789m5p", "chow 123m@0", "pung 888s@2", on="5p"),
    _fan("bianzhang", "只听 12 的 3 或 89 的 7。", "The only wait is 3 with 12, or 7 with 89.", "12m55p888s", "chow 456m@0", "chow 789m@0", on="3m"),
    _fan("kanzhang", "只听一副顺子中间的一张。", "The only wait is the middle of a chow.", "13m55p888s", "chow 456m@0", "chow 789m@0", on="2m"),
    _fan("dandiaojiang", "只听将牌。", "The only wait is the pair tile.", "456789m5p", "chow 123m@0", "pung 888s@2", on="5p"),
    _fan("zimo", "自己摸到的牌和。", "Won on one's own draw.", *STRAIGHT, on="9s", by="self_draw"),
    _fan("huapai", "每张花牌 1 番，不算在起和里。", "1 for each flower; they do not help to reach the minimum.", *STRAIGHT, on="9s", me={"flowers": 2}),
)  # fmt: skip
