"""裁定 of 成都: what RULES.md settles where the source is silent, and our readings, for the rules page. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..text import Text

RULINGS: tuple[tuple[str, Text], ...] = (
    ("CO-06", Text("暗杠亮出；被抢的补杠不算杠，仍是碰。", "Concealed kongs lie face up; a robbed added kong is no kong, the meld stays a pung.")),
    ("CO-13", Text("超时：换三张换出够三张的最短花色里最小的三张，定缺定最短的花色（一样短按万、条、筒）。",
                   "Time-out: 换三张 gives the three lowest of the shortest suit with at least three, 定缺 names the shortest suit (ties 万, 条, 筒).")),
    ("CD-02", Text("一炮多响，由放炮者坐庄；被几家抢杠也一样。", "Of a tile won by several the discarder deals next; so does a konger robbed by several.")),
    ("CD-03", Text("杠后补牌摸牌墙的下一张；牌墙摸完不能再杠，但最后一张弃牌还可以碰。",
                   "A kong's replacement is the next tile of the wall; no kong on an empty wall, though the last discard may still be penged.")),
    ("CD-06", Text("连杠只看最后一个杠：最后一个不是直杠就不算引杠。", "In a chain only the last kong decides: unless it is a claimed one nobody fed it.")),
    ("CD-07", Text("自摸按摸牌以前的张数算。不许一炮多响时，必胡的只有最近的一家。",
                   "For a self-draw the wall is counted before the draw. Without 一炮多响 only the nearest player's win is forced.")),
    ("CD-08", Text("放弃自摸也是放弃胡牌。分数是封顶以后、加底和乘底以前的分；多次放弃以最大的为准。抢杠也受限制。",
                   "Passing a self-draw passes a win too. What counts is the points after the cap, before 加底 and base; of several passed wins the dearest. Robbing a kong is barred as well.")),
    ("CD-20", Text("庄家先暗杠再打出的第一张仍可地胡；暗杠后补牌胡不是天胡，是杠上花。清一色幺九等取最大的一种，不相加。",
                   "The dealer's first discard after concealed kongs can still be an earthly win; his win on the replacement is 杠上花, not heavenly. Of several classes the highest counts, they do not add up.")),
    ("CD-21", Text("四张相同只算一次，开了杠算杠，没开算根；碰的三张加手里一张也是根。",
                   "Four alike count once: declared as a kong, else as a 根; a pung and the fourth in hand are a 根 too.")),
    ("CD-22", Text("天胡、地胡与牌型取大，再加根和开着的加番；关闭时按普通胡牌算。天胡算自摸，地胡算点炮。",
                   "天胡 and 地胡: the greater of 8 and the shape, plus 根 and whatever extras are on; off: ordinary wins. 天胡 counts as a self-draw, 地胡 as a discard.")),
    ("CD-23", Text("查叫只算牌型、根和杠，受封顶；自己已有四张的牌不算听，别人手里的算。三门齐全或手里有定缺的花色算没听。",
                   "查叫 counts class, 根 and kongs, under the cap; a tile of which one holds all four is no wait, one that lies elsewhere is. Three suits, or a tile of the named suit in hand, is not ready.")),
    ("CD-25", Text("所有分数乘房间底分。", "All points are multiplied by the room's base.")),
    ("CD-30", Text("胡了的人手牌盖到局终，只亮胡的那张；之后不摸牌、不付也不收分（退还的杠钱除外）。同时几家胡，从放炮者数起最后一个胡家的下一家接着摸牌。",
                   "A winner's hand stays hidden to the end, the winning tile is shown; he draws, pays and gets no more (returned kong money excepted). After several wins the player after the last winner, counted from the giver, draws.")),
    ("CD-31", Text("庄家按换后的 14 张看天胡；他的第十四张若换走了，以最大的一张代替。",
                   "The dealer's heavenly hand is judged on the 14 after the swap; if his fourteenth tile went away, his highest stands for it.")),
    ("CD-32", Text("定缺的花色不能碰也不能杠（暗杠也不行）；有这门牌时只能打这门。", "No pung and no kong, concealed ones included, of the named suit; while one holds it only it may be discarded.")),
    ("CD-33", Text("杠钱当场结，不受封顶。荒庄时还在打而没听牌的人，把收过的杠钱退给每个付过的人，对方胡了也退。",
                   "Kong money moves at once and is not capped. At a draw whoever still plays and is not ready returns what he got to all who paid, also to those who have won.")),
    ("CD-34", Text("天胡和算自摸的点杠花也有自摸加分。", "天胡 and a 点杠花 that counts as a self-draw get it too.")),
    ("CD-36", Text("封顶只管牌型和加番，不管加底和杠钱；查叫同样封顶。", "The cap holds for class and extras (查叫 included), not for 加底 or kong money.")),
    ("CD-43", Text("暗杠不算开门。", "A concealed kong does not open.")),
    ("CD-45", Text("海底只算摸最后一张的人随后打出的那一张；这张被碰以后再打的不算。",
                   "Of discards only the one that follows the draw of the last tile; one made after it was penged is not 海底.")),
    ("CD-46", Text("四副碰、杠、暗杠都算，手里只剩一张。", "Four melds of any kind, concealed kongs too, one tile left in hand.")),
)  # fmt: skip
