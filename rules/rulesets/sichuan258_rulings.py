"""裁定 of 四川(258): what RULES.md and this house decided where the source is silent or garbled. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..text import Text

RULINGS: tuple[tuple[str, Text], ...] = (
    ("SC-01", Text("先入座者（房主）坐第一庄。",
                   "The first seat taken (the host's) deals first.")),
    ("SC-03", Text("胡家坐下一庄；一炮多响由放炮者坐庄；要了海底没胡，由要的人坐庄；都不要海底，由最先问到的人坐庄。",
                   "The winner deals next; after 通炮 the feeder; a 海底 taken without a win: the taker; refused by all: the first one asked.")),
    ("SC-04", Text("荒庄不付分，起手胡的付分照算。",
                   "On a draw nobody pays; 起手胡 payments stand.")),
    ("SC-11", Text("七巧对里四张相同算两对；将将胡不讲牌型，可以有碰和杠。牌能拆成几种大胡时取大胡最多的拆法。",
                   "In seven pairs four alike are two pairs; 将将胡 needs no shape and may have pungs and kongs. Of several readings the one with the most 大胡 counts.")),
    ("SC-12", Text("地胡：庄家打出的第一张牌（补张之后打出的也算）；庄家开杠翻出的牌不算，那是杠上炮。",
                   "地胡: the dealer's first discard, also after a 补张; a tile that his 开杠 shows is none, it is 杠上炮.")),
    ("SC-13", Text("起手胡每人只收一次，不论报几种；报的人之间也互付。默认本局结束并按各人自摸扎鸟；多人报时由第一只鸟（从庄家数）指定下一庄，不扎鸟则由离庄家最近的人（含庄家）坐庄。只亮出证明所需的牌，到时间没答就算不报。",
                   "Each declarer is paid once by all others, declarers included. By default the deal ends with birds as on a self-draw of each; with several declarers the first bird counted from the dealer names the next dealer, without birds the declarer nearest from the dealer, he included. Only the tiles that prove a claim are shown; no answer in time is no claim.")),
    ("SC-13", Text("天胡和起手胡同时问，天胡在先：庄家胡了，别人报的就不算。放过天胡（改报起手胡也是放过），到自己下次摸牌前不能胡；自己开杠翻出的牌、要来的海底牌也算摸牌。",
                   "天胡 and 起手胡 are asked together and 天胡 goes before: when the dealer takes it, claims do not count. Passing it (a 起手胡 claim does) bars wins until his next draw; the tile that his own 开杠 shows or the 海底 he takes is one.")),
    ("SC-14", Text("补张和开杠都要牌墙还有两张以上；补张摸到的牌是普通自摸，打出的牌是普通点炮。",
                   "补张 and 开杠 need two tiles in the wall; a 补张's tile is an ordinary self-draw, the discard after it an ordinary discard.")),
    ("SC-15", Text("开杠翻出的牌，杠家先胡，其次别人胡，没人胡就算他打出的牌，可以吃碰杠；大家同时作答，按这个次序算。听牌指除去这四张后的手牌有牌可胡，自己拿满四张的不算。",
                   "The shown tile: the konger's win goes first, then the others' wins, else it lies as his discard and may be claimed; all answer at once and are settled in this order. Ready means that the hand without the four waits for some tile of which it does not hold all four itself.")),
    ("SC-15", Text("开杠后手牌锁定：摸什么打什么，不能吃碰，只有听的牌不变才能再杠或补张。",
                   "After a 开杠 the hand is locked: the drawn tile is discarded, no chow or pung, another 开杠 or 补张 only if the waits stay the same.")),
    ("SC-16", Text("补张的第四张被胡按普通点炮算；开杠的按抢杠胡算。暗杠不能抢。",
                   "A win on the fourth tile of a 补张 is an ordinary discard win; of a 开杠 it is 抢杠胡. A concealed kong cannot be robbed.")),
    ("SC-17", Text("要海底的人先胡，其次别人胡；大家同时作答。海底牌不能吃碰杠。",
                   "The taker's win goes before the others'; all answer at once. The 海底 tile cannot be claimed for a meld.")),
    ("SC-21", Text("不叠加时几个大胡只算一个；抢杠、杠上炮、海底炮算 10（12）。",
                   "Without 大胡叠加 several 大胡 pay once; 抢杠胡, 杠上炮 and 海底炮 pay 10 (12).")),
    ("SC-22", Text("人数少于四人时按人数轮数；海底胡只有海底这一只鸟。以胡家为起点且有多个胡家时，从放炮者之后最近的胡家数起。荒庄和起手胡后继续的局不翻鸟。",
                   "With fewer players the count wraps; a 海底 win has its own tile as the only bird. Counted from the winner with several winners: from the one nearest after the feeder. No bird on a draw or for a 起手胡 after which play goes on.")),
    ("SC-23", Text("先算鸟，再乘底分。",
                   "Birds first, then × the room's base.")),
    ("SC-42", Text("过水从放过别人的牌开始，到自己打出一张牌为止；自己开杠翻出的牌也算打出。自摸不受限制。",
                   "A passed win bars from then until the own next discard; a tile that one's own 开杠 shows counts as one. Self-draw is free.")),
    ("SC-44", Text("翻两张时只能胡其中同一张，先翻的优先，一个人两张都能胡时胡先翻的；没人胡时先问第一张的吃碰杠，没人要再问第二张，不能都要。最前一墩只剩一张时，第二张取靠牌尾方向的下一张。",
                   "With two tiles only one and the same may be won, the first shown first, also by one who could win on both; unwon, the first may be claimed, and unclaimed the second, not both. When the front-most stack has one tile left, the second is the next toward the tail.")),
)  # fmt: skip
