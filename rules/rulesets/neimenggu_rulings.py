"""裁定 of 内蒙古穷胡: what is settled where the source is silent, shown on the rules page. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..text import Text

RULINGS: tuple[tuple[str, Text], ...] = (
    ("CO-05", Text("只能吃上家的牌。", "Only the player on the left may be chowed.")),
    ("CO-06", Text("暗杠扣着，到本局结束才翻开。", "Concealed kongs lie face down until the deal ends.")),
    ("NM-01", Text("不带风时中发白仍在，共 120 张。", "Without winds the dragons stay: 120 tiles.")),
    ("NM-03", Text("杠后从牌尾补牌。", "A kong's replacement comes from the tail.")),
    ("NM-04", Text("该摸牌时剩 4 张就分张：从该摸牌的人起按轮次每人一张，只能自摸。能胡的同时询问，按轮次第一个要胡的胡；没人胡就荒庄，没胡的牌到结束才公开。"
                   "剩 4 张时不能再杠；分张前的最后一张弃牌仍可吃碰胡。二三人也在剩 4 张时每人一张，余下的不用。",
                   "When a player should draw and 4 tiles are left, each gets one in turn order from him, to win by self-draw only. All who can "
                   "are asked at once, the first in that order who wants to wins; else the deal is drawn, and unclaimed tiles stay hidden until the "
                   "end. With 4 left there is no kong; the discard before it may still be chowed, penged or won. With 2–3 players also at 4 left, one each, the rest unused.")),
    ("NM-05", Text("一炮只有一家胡：离点炮者最近的；他过，轮到下一家。", "One winner: the nearest; if he passes, the next.")),
    ("NM-10", Text("杠一成立当即算分，荒庄不退；所有人的杠都算。", "Kong points move when the kong stands and stay in a drawn deal; everybody's kongs count.")),
    ("NM-12", Text("庄家付或收的杠分加倍；直杠只看杠家和放杠家是不是庄家。",
                   "Kong points paid by or to the dealer double; of a claimed kong only konger and discarder matter.")),
    ("NM-23", Text("手里正好 4 张时不能吃，已有吃就也不能碰和直杠；暗杠、补杠随时可以。四副落地只能胡飘，除非有吃而四副中有一副暗杠（不论哪一副）。",
                   "With exactly 4 concealed tiles no chow, and with a chow meld no pung or claimed kong either; concealed and added kongs always. With "
                   "four melds only 飘胡 wins, except that a hand with a chow may win if one of the four (whichever) is a concealed kong.")),
    ("NM-25", Text("过胡包括放过抢杠，也包括不胡而去碰、杠、吃；自己下次打牌后解除，自摸不受限制。只有本人看得到。",
                   "Passing includes a robbed kong, and taking the tile for a meld instead; it ends with one's own next discard, self-draw is free. Only its owner sees it.")),
    ("NM-30", Text("同一手牌有几种拆法时，取底分与特大相乘后最大的一种；每种拆法自己要满足三色、幺九、刻子。亮喜在飘胡里不算顺子也不算刻子。",
                   "Of several readings the one with the highest base times 特大 counts; each must meet the conditions by itself. 亮喜 is neutral for 飘胡.")),
    ("NM-31", Text("听几张都可以算夹。", "Any number of waits may be 夹.")),
    ("NM-32", Text("特大看手里的三张或自己碰的三张，怎样拆都算；有一张在吃牌里就不算。",
                   "特大 asks for the three copies in the concealed hand (however it is read) or in an own pung; a copy in a chow meld spoils it.")),
    ("NM-33", Text("亮喜在自己第一次打牌以前：庄家起手，闲家第一轮，碰或吃来的第一轮和杠后补牌也可以。亮出的三张不补牌，算一副，不算开门、不算刻子，对手把一不算吃碰。"
                   "刚摸的牌随亮喜离手时，这一轮不能胡。",
                   "亮喜 until one's own first discard: the dealer on his 14, others in their first turn, also when that turn came by a claim or after a "
                   "kong's replacement. No replacement; it is a meld, does not open, is no triplet, and neither chow nor pung for 手把一. If the drawn "
                   "tile leaves with the set, no win is possible in that turn.")),
    ("NM-34", Text("杠上炮只指杠后补牌之后紧接着打出的那一张。", "杠上炮 is only the discard directly after the kong's replacement.")),
    ("NM-36", Text("暗杠和亮喜不算开门；二三人没有三家闭。", "Concealed kongs and 亮喜 do not open; no 三家闭 with 2–3 players.")),
    ("NM-37", Text("只有补杠可抢；被抢者按点炮付，他的亮喜算，杠上炮不算，杠分不算。",
                   "Only an added kong can be robbed; the konger pays like a discarder, his 亮喜 counts, 杠上炮 and the kong do not.")),
    ("NM-38", Text("中间没有吃碰杠；最后一张跟出来就付，随后被吃碰或胡也不退。二三人同样。不乘底分，庄家不翻倍。",
                   "Nothing claimed between; paid when the last one follows, whatever happens to that tile afterwards. The same with 2–3 players. Not multiplied by base or dealer.")),
    ("NM-39", Text("扎针为 5 或 10 分，在所有倍数之后加，不乘底分。", "扎针 is 5 or 10, added after all multipliers, not multiplied by the base.")),
    ("NM-41", Text("底分乘胡分和杠分。起手 14 张就胡算自摸，胡的是第 14 张。",
                   "The base multiplies hand and kong points. A win on the dealt 14 is a self-draw of the 14th tile.")),
)  # fmt: skip
