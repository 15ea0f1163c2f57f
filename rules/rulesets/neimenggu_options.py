"""The room options of 内蒙古穷胡, their words and presets. Words and data only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..options import PLAY, ROOM, SCORING, Preset, choice, flag, room_options, seats_option
from ..text import Text

WIN = Text("胡法", "Winning hands")

OPTIONS = (
    seats_option(4, 3, 2),
    *room_options(),
    flag("winds", True, Text("带风", "Winds"),
         Text("有东南西北，共 136 张；不带风是 120 张，中发白总是有",
              "East to North take part, 136 tiles; without them 120, the dragons stay"), ROOM, "NM-01"),
    flag("liangxi", False, Text("亮喜", "Show dragons (亮喜)"),
         Text("第一次打牌以前可以亮出中发白：每套胡牌加一番，点炮也加一番",
              "Before the first discard a set of the three dragons may be shown: each doubles one's win, and one's loss on a discard"), PLAY, "NM-33"),
    flag("closed_win", False, Text("闭门胡", "Closed wins (闭门胡)"),
         Text("没开门也可以胡", "A hand without chow, pung or open kong may win"), PLAY, "NM-26"),
    flag("genzhuang", False, Text("跟庄有赏", "Follow the dealer (跟庄)"),
         Text("首轮各家跟着庄家打同一张牌，庄家赔每家 8、4 或 2 分",
              "If all follow the dealer's first discard with the same tile, the dealer pays each 8, 4 or 2"), PLAY, "NM-38"),
    flag("teda", False, Text("特大", "Great closed wait (特大)"),
         Text("手里已有三张，夹胡第四张：再乘 4；37夹、单吊夹不算",
              "A middle wait on the fourth copy of a tile of which one owns three: times 4; not for edge or single waits"), WIN, "NM-32"),
    flag("jia37", False, Text("37夹胡", "Edge waits (37夹)"),
         Text("12 胡 3、89 胡 7 也算夹胡", "12 waiting for 3 and 89 waiting for 7 count as 夹胡"), WIN, "NM-31"),
    flag("jia_dandiao", False, Text("单吊夹胡", "Single waits (单吊夹)"),
         Text("单吊将牌也算夹胡", "Winning on the pair tile counts as 夹胡"), WIN, "NM-31"),
    flag("haidi", False, Text("海底捞月", "Last tile (海底捞月)"),
         Text("分张时胡牌加一番；不选也可以胡，只是不加番",
              "A win on the tile dealt at 分张 doubles; without it the win stands but does not double"), SCORING, "NM-35"),
    flag("menqing_fan", False, Text("门清加番", "Closed losers (门清加番)"),
         Text("没开门的输家多输一番；四人时三家都没开门再加一番",
              "A loser who is not open pays double; with four players, double again when none of the three is open"), SCORING, "NM-36"),
    flag("big_small_kong", False, Text("大小杠", "Big and small kongs (大小杠)"),
         Text("2筒杠 4 分，幺鸡、1筒、1万、中发白 2 分，其他 1 分；暗杠翻倍",
              "Kongs of 2 dots count 4; of the 1s and dragons 2; others 1; concealed kongs double"), SCORING, "NM-11"),
    choice("zhazhen", (0, 5, 10), Text("扎针", "Needle (扎针)"),
           Text("每个输家在胡分之外再加付的分数", "What each payer adds to the points of the hand"), SCORING,
           {0: Text("不扎", "none"), 5: Text("5 分", "5 points"), 10: Text("10 分", "10 points")}, "NM-39"),
)  # fmt: skip

PRESETS = (
    Preset("plain", Text("经典", "Plain"), {}),
    Preset("lively", Text("热闹", "Lively"),
           {"liangxi": True, "haidi": True, "teda": True, "big_small_kong": True, "genzhuang": True, "menqing_fan": True}),
    Preset("full", Text("全开", "Everything"),
           {"liangxi": True, "haidi": True, "teda": True, "jia37": True, "jia_dandiao": True, "big_small_kong": True,
            "genzhuang": True, "closed_win": True, "menqing_fan": True, "zhazhen": 5}),
    Preset("duo", Text("二人快局", "Quick for two"), {"seats": 2, "closed_win": True, "haidi": True, "deals": 4}),
)  # fmt: skip
