"""Words of 四川(258): what each option does, and the 裁定 of RULES.md where the source is silent. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..text import Text

# option key → (label, one line for the room form)
OPTIONS: dict[str, tuple[Text, Text]] = {
    "birds": (Text("扎鸟", "Birds"), Text("胡牌后翻几张牌作鸟", "How many birds are turned after a win")),
    "bird_mode": (Text("中鸟", "A bird that hits"), Text("每笔付分中鸟后怎样加", "What a hit does to a payment")),
    "bird_from": (Text("鸟起点", "Birds counted from"), Text("从谁开始数鸟", "Whom the count begins with")),
    "dealer_points": (
        Text("庄闲算分", "Dealer points"),
        Text("涉及庄家的付分多算", "Payments that concern the dealer are higher"),
    ),
    "sixi": (Text("四喜", "四喜"), Text("起手四张相同可胡", "Opening win with four alike")),
    "banban": (Text("板板胡", "板板胡"), Text("起手没有 2、5、8 可胡", "Opening win without any 2, 5 or 8")),
    "queyise": (Text("缺一色", "缺一色"), Text("起手缺一门可胡", "Opening win with a suit missing")),
    "liuliushun": (
        Text("六六顺", "六六顺"),
        Text("起手两种牌各有三张可胡", "Opening win with two kinds held three times"),
    ),
    "santong": (
        Text("三同", "三同"),
        Text("起手三门同点各一对可胡", "Opening win with a pair of one rank in all suits"),
    ),
    "after_opening": (
        Text("起手胡后", "After an opening win"),
        Text("本局结束还是亮牌继续", "Does the deal end or go on?"),
    ),
    "stack_big": (Text("大胡叠加", "Big hands add up"), Text("几个大胡分别计分", "Each further big hand pays as well")),
    "new_scoring": (
        Text("新长沙计分", "New Changsha scoring"),
        Text("大胡自摸每家 6（7）", "A self-drawn big hand takes 6 (7) from each"),
    ),
    "guoshui": (
        Text("过水", "Passed wins bar"),
        Text(
            "放过一次后，自己打牌前不能胡别人的牌", "After passing a win none on others' tiles before your own discard"
        ),
    ),
    "kong_tiles": (Text("开杠张数", "Tiles of an open kong"), Text("开杠翻出几张牌", "How many tiles a 开杠 shows")),
}

RULINGS: tuple[tuple[str, Text], ...] = (
    ("SC-01", Text("先入座者（房主）坐第一庄。", "The first seat taken (the host's) deals first.")),
    (
        "SC-03",
        Text(
            "胡家坐下一庄；通炮由放炮者坐庄；要了海底没胡，由要的人坐庄；都不要海底，由先问到的人坐庄。",
            "The winner deals next; after 通炮 the feeder; a 海底 taken without a win: the taker; refused by all: the first one asked.",
        ),
    ),
    ("SC-04", Text("荒庄不付分，起手胡的付分照算。", "On a draw nobody pays; 起手胡 payments stand.")),
    (
        "SC-11",
        Text(
            "七巧对里四张相同算两对；将将胡不讲牌型。",
            "In seven pairs four alike are two pairs; 将将胡 needs no shape.",
        ),
    ),
    (
        "SC-12",
        Text(
            "地胡：庄家打出的第一张牌（补张之后打出的也算）。", "地胡: the dealer's first discard, also after a 补张."
        ),
    ),
    (
        "SC-13",
        Text(
            "起手胡每人只收一次，不论报几种；报的人之间也互付。默认本局结束并按各人自摸扎鸟；多人报时由第一只鸟（从庄家数）指定下一庄，不扎鸟则由离庄家最近的人（含庄家）坐庄。天胡先问，放过以后到自己下次摸牌前不能胡。亮出的只是证明所需的牌。",
            "Each declarer is paid once by all others, declarers included. By default the deal ends with birds as on a self-draw of each; with several declarers the first bird counted from the dealer names the next dealer, without birds the declarer nearest from the dealer, he included. 天胡 is asked first; passing it passes wins until the next own draw. Only the tiles that prove a claim are shown.",
        ),
    ),
    (
        "SC-15",
        Text(
            "开杠翻出的牌先问杠家，再问其他人；没人要就算他打出的牌。开杠后手牌锁定：摸什么打什么，不能吃碰，只有听牌不变才能再杠。",
            "The shown tile is offered to the konger, then to the others, else it lies as his discard. The hand is locked afterwards: no chow or pung, the drawn tile is discarded, a kong only if the waits stay the same.",
        ),
    ),
    (
        "SC-16",
        Text(
            "补张的第四张被胡按普通点炮算；开杠的按抢杠胡算。",
            "A win on the fourth tile of a 补张 is an ordinary discard win; of a 开杠 it is 抢杠胡.",
        ),
    ),
    (
        "SC-22",
        Text(
            "人数少于四人时按人数轮数；海底胡只有海底这一只鸟。以胡家为起点且有多个胡家时，从放炮者之后最近的胡家数起。",
            "With fewer players the count wraps; a 海底 win has its own tile as the only bird. Counted from the winner with several winners: from the one nearest after the feeder.",
        ),
    ),
    (
        "SC-44",
        Text(
            "翻两张时只能胡其中同一张，先翻的优先；没人胡时，任一张都可以吃碰杠，但不能都要。",
            "With two tiles only one and the same may be won, the first shown first; unclaimed, either may be claimed, not both.",
        ),
    ),
)
