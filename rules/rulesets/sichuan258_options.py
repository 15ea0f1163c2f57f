"""The room options of 四川(258) and their presets: data and words only, every option a clause (SC-30 … SC-44)."""

# ruff: noqa: E501  (prose, one sentence a line)
from __future__ import annotations

from ..options import PLAY, SCORING, Preset, choice, flag, room_options, seats_option
from ..text import Text

OPENING = Text("起手胡", "Opening wins")

OPTIONS = (
    *room_options(),
    seats_option(4, 3, 2),
    choice("birds", (1, 0, 2, 4, 6), Text("扎鸟", "Birds"), Text("胡牌后翻几张牌作鸟", "How many birds are turned after a win"), SCORING,
           {n: Text("{n} 只", "{n}", n=n) if n else Text("不扎鸟", "none") for n in (1, 0, 2, 4, 6)}, "SC-30"),
    choice("bird_mode", ("double", "multiply", "add"), Text("中鸟", "A bird that hits"), Text("每笔付分中鸟后怎样加", "What hits do to a payment"), SCORING,
           {"double": Text("翻倍（×2ⁿ）", "double each (×2ⁿ)"), "multiply": Text("×（1＋n）", "×(1+n)"), "add": Text("每只加 1", "+1 each")}, "SC-31"),
    choice("bird_from", ("dealer", "winner"), Text("鸟起点", "Birds counted from"), Text("从谁开始数鸟", "Whom the count begins with"), SCORING,
           {"dealer": Text("庄家", "dealer"), "winner": Text("胡家", "winner")}, "SC-32"),
    flag("dealer_points", True, Text("庄闲算分", "Dealer points"),
         Text("涉及庄家的付分多算", "Payments that concern the dealer are higher"), SCORING, "SC-33"),
    flag("sixi", True, Text("四喜", "Four alike"), Text("起手四张相同可胡", "Opening win with four alike"), OPENING, "SC-34"),
    flag("banban", True, Text("板板胡", "No 2, 5, 8"), Text("起手没有 2、5、8 可胡", "Opening win without any 2, 5 or 8"), OPENING, "SC-35"),
    flag("queyise", True, Text("缺一色", "A suit missing"), Text("起手缺一门可胡", "Opening win with a suit missing"), OPENING, "SC-36"),
    flag("liuliushun", False, Text("六六顺", "Two triplets"), Text("起手两种牌各有三张可胡", "Opening win with two kinds held three times"), OPENING, "SC-37"),
    flag("santong", False, Text("三同", "A pair in all suits"), Text("起手三门同点各一对可胡", "Opening win with a pair of one rank in all suits"), OPENING, "SC-38"),
    choice("after_opening", ("end", "go_on"), Text("起手胡后", "After an opening win"), Text("本局结束，还是亮牌继续", "Does the deal end or go on?"), OPENING,
           {"end": Text("结束", "the deal ends"), "go_on": Text("继续", "play goes on")}, "SC-39"),
    flag("stack_big", False, Text("大胡叠加", "Big hands add up"), Text("几个大胡分别计分", "Each further big hand pays as well"), SCORING, "SC-40"),
    flag("new_scoring", False, Text("新长沙计分", "New Changsha scoring"),
         Text("大胡自摸也收每家 6（7）分，天胡 7 分", "A self-drawn big hand takes 6 (7) from each, 天胡 7"), SCORING, "SC-41"),
    flag("guoshui", False, Text("过水", "A passed win bars"),
         Text("放过别人的牌后，到自己打牌前不能胡别人的牌", "After passing a win, none on others' tiles before your own next discard"), PLAY, "SC-42"),
    choice("kong_tiles", (1, 2), Text("开杠张数", "Tiles of a 开杠"), Text("开杠翻出几张牌", "How many tiles a 开杠 shows"), PLAY,
           {n: Text("{n} 张", "{n}", n=n) for n in (1, 2)}, "SC-44"),
)  # fmt: skip

PRESETS = (
    Preset("early", Text("早期 258", "Early 258"), {}),
    Preset("changsha", Text("新长沙", "New Changsha"),
           {"new_scoring": True, "stack_big": True, "liuliushun": True, "santong": True, "birds": 2,
            "after_opening": "go_on", "kong_tiles": 2}),
)  # fmt: skip
