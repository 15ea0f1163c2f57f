"""裁定 of 国标: what RULES.md and this house decided where the source or the 1998 rules leave room. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..text import Text

RULINGS: tuple[tuple[str, Text], ...] = (
    ("GB-01", Text("原文的番表缺行，打法按 1998 年《中国麻将竞赛规则》。每局都轮到下家坐庄，四局一圈，圈风依次东南西北。",
                   "The source is a fan table with lost rows; play follows the 1998 competition rules. The deal always passes on; four deals make a round, the prevalent wind goes E S W N.")),
    ("GB-02", Text("补花自动进行：发牌后从庄家起，各家补到没有花为止，庄家的第 14 张最后补。最后一张是花，亮出后荒庄。",
                   "Flowers are replaced automatically: after the deal, from the dealer on, each seat until it has none, the dealer's 14th tile last. A flower as the last tile of the wall is shown and the deal is drawn.")),
    ("GB-04", Text("没有过和的限制；没到起和番数就不能和，也不会给出“和”的按钮，没有错和罚分。",
                   "Passing a win costs nothing. Below the minimum no win is offered, so there is no penalty for a false one.")),
    ("GB-06", Text("摸到最后一张的人不能杠；牌墙还剩一张时可以杠。最后一张弃牌只能和，不能吃碰杠。",
                   "Who drew the last tile may not kong; with one tile left a kong is legal. The last discard can only be won.")),
    ("GB-08", Text("多副顺子按套算一次取最高：四副顺子的番单独计；否则选一个三副顺子的番（或不选），其余用两副顺子的番连接，不能连成圈。分数相同的取法由程序任选其一。",
                   "Chows are combined so that the most is scored: a four-chow fan stands alone; else one three-chow fan (or none), joined by two-chow fans that never close a circle. Of equal ways one is shown.")),
    ("GB-09", Text("只听一种牌才计边张、坎张、单钓将，已经摸绝的也算听。组合龙里的那张如果也能这样读，照计。",
                   "Wait fans only when one kind is waited for; an exhausted kind still counts as a wait. In a hand with 组合龙 they also count when the tile reads so.")),
    ("GB-10", Text("和绝张看大家都看得见的三张：弃牌、明副露和翻出的牌；面朝下的暗杠不算。杠后摸到花再补到的牌和了算自摸，不算杠上开花。",
                   "和绝张 counts the copies that all can see: discards, melds, turned tiles; not face-down kongs. A win after kong and flower is 自摸, not 杠上开花.")),
    ("GB-11", Text("第 69 行“无财神”：财神房间里计 2 番，算进起和，有了它就不是无番和。第 81 行“明杠”与第 75 行重复，只计一次。",
                   "Row 69 无财神: 2 points in rooms with the joker, part of the minimum; a hand with it is no 无番和. Row 81 明杠 repeats row 75 and counts once.")),
    ("GB-11", Text("财神：发完牌翻牌墙的第一张（是花再翻），翻出的牌不再使用。下一张是财神：序数牌 9 后是 1，东南西北、中发白各成一圈。先把手里的财神各当成一张牌，再按普通的牌算番和听牌，取最高；一种牌连副露不能多过四张。打出、副露和别人打出的财神只当本身。",
                   "Joker: after the deal the first wall tile is turned (again if a flower) and stays out of play. The next kind is wild: 1 after 9, E S W N and C F P each in a circle. The jokers in hand are each taken for some tile, then fans and waits are counted as usual, and the best result stands; no kind may then occur more than four times among one's own tiles. Discarded, melded or claimed it is its own face.")),
    ("GB-12", Text("明暗杠 5，双暗杠 6。九莲宝灯、连七对、十三幺、四暗刻、七对、全不靠自摸时另计自摸，不计不求人。清幺九、绿一色的七对另计四归一。三杠、四杠里的暗杠也算暗刻。",
                   "明暗杠 5, 双暗杠 6. Self-drawn 九莲宝灯, 连七对, 十三幺, 四暗刻, 七对 and 不靠 add 自摸, not 不求人. 四归一 counts beside 清幺九 and 绿一色 of seven pairs. Concealed kongs of 三杠 and 四杠 also count as concealed pungs.")),
)  # fmt: skip
