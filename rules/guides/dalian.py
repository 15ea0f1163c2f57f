"""The page 规则 of 大连穷胡. Words and examples only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from typing import Any

from ..guide import Example, Guide, Section, rule
from ..text import Text


def _case(hand: str, melds: list[str], event: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Seat 1 wins; seat 0 deals; the other seats are open unless said otherwise."""
    players: list[dict[str, Any]] = [{"open": True} for _ in range(4)]
    players[1] = {"hand": hand, "melds": melds, **more.pop("winner", {})}
    for seat, row in more.pop("others", {}).items():
        players[seat] = row
    return {"players": players, "event": {"winners": [1], "flags": [], **event}, "dealer": 0, **more}


SELF = {"kind": "self_draw"}

GUIDE = Guide(
    intro=Text(
        "大连穷胡：136 张牌，三色全、有幺九、有刻子、有顺子，开门才能胡；可以报听、夹听，还有看不见的宝牌。",
        "Dalian Qionghu: 136 tiles; a win needs all three suits, a 1 or 9, a triplet, a sequence and an open hand. One may declare 听 or 夹听, and there is a hidden 宝 tile.",
    ),
    sections=(
        Section(
            Text("开局", "The start"),
            (
                rule(
                    "DL-01",
                    "四人，136 张：万、条、饼各 36 张，东南西北、中发白各 4 张。",
                    "Four players, 136 tiles: characters, bamboos, dots, winds and dragons.",
                ),
                rule(
                    "DL-02",
                    "掷两个骰子定开牌处；庄家 14 张，其余 13 张。",
                    "Two dice say where the wall is broken; the dealer gets 14 tiles, the others 13.",
                ),
                rule(
                    "DL-03",
                    "第一庄随机。庄家胡或荒庄连庄；闲家胡，庄家的下家坐庄。",
                    "The first dealer is drawn by lot. He stays when he wins or the deal is drawn; else his right-hand neighbour (下家) deals.",
                ),
                rule(
                    "DL-04",
                    "牌墙留最后 14 张（7 墩）。要摸牌时只剩 14 张就荒庄；这时不能再杠，最后一张弃牌只能胡。",
                    "The last 14 tiles (7 stacks) stay. When somebody should draw and only 14 are left the deal is drawn; no kong then, and the last discard can only be won.",
                ),
            ),
        ),
        Section(
            Text("吃碰杠", "Claims"),
            (
                rule(
                    "DL-10",
                    "吃：只能吃上家的数牌，字牌不能吃。",
                    "Chow: suit tiles only, from the player on the left only.",
                ),
                rule("DL-11", "碰：中发白不能碰，风牌可以。", "Pung: not dragons; winds may be penged."),
                rule(
                    "DL-12 DL-13 DL-14",
                    "明杠：手里三张或碰过之后补一张，中发白也可以杠；开了门才能暗杠。杠后从牌尾补一张。",
                    "Kong: with three in hand, or on an own pung, dragons included; a concealed kong only when open. The replacement comes from the tail.",
                ),
                rule(
                    "DL-15",
                    "胡 > 碰、杠 > 吃；几家同胡一张牌，只算离出牌者最近的一家（截胡）。",
                    "Win > pung and kong > chow; of several winners only the nearest after the discarder wins.",
                ),
                rule(
                    "DL-16 DL-37",
                    "不许手把一：不能有第四副副露，手里总要留四张以上；碰改补杠不受限。",
                    "No 手把一: nobody may make a fourth declared meld; adding the fourth tile to a pung is fine.",
                ),
            ),
        ),
        Section(
            Text("报听与宝", "Declaring ready, and the 宝"),
            (
                rule(
                    "DL-20",
                    "开了门、打一张就能听时，可以在打牌时报听；房间可以规定必须报听才能胡。",
                    "An open player whom a discard makes ready may declare 听 with it; a room may require the declaration to win.",
                ),
                rule(
                    "DL-21",
                    "报听后摸什么打什么，不能吃碰；杠了听牌不变才可以杠；不能反悔。",
                    "After declaring only the drawn tile is discarded, no chow or pung, a kong only if the waits stay the same; there is no way back.",
                ),
                rule(
                    "DL-22",
                    "夹听：听 12 的 3、89 的 7，或者嵌张。报了夹听只能胡夹张。单吊、对倒、两面不是夹。",
                    "夹听: waiting for 3 with 12, 7 with 89, or the middle of a sequence. Then only those tiles win. Single, double-pung and two-sided waits are no 夹.",
                ),
                rule(
                    "DL-23 DL-24",
                    "第一个报听的人下次摸牌前掷骰，从牌尾数到那一墩的下张是宝。骰子公开，牌面只有报听的人在自己摸牌前看。宝留在原处。",
                    "Before the first declared player's next draw a die is rolled; the lower tile of that stack from the tail is the 宝. The die is public, the face is seen only by declared players, each before his own draw. It stays in the wall.",
                ),
                rule(
                    "DL-25",
                    "冲宝：看到宝正好是自己要胡的牌，可以当场胡。",
                    "冲宝: if the 宝 is one of his winning tiles he may win at once.",
                ),
                rule(
                    "DL-26",
                    "摸宝：报听后摸到与宝同种的牌，可以代替所听的牌胡。",
                    "摸宝: a declared player who draws a tile of the 宝 kind may win; it stands for one of his waits.",
                ),
                rule(
                    "DL-27",
                    "换宝：同种牌已有三张亮明就重新掷骰换宝。",
                    "换宝: when three copies lie face up, a new die names another 宝.",
                ),
            ),
        ),
        Section(
            Text("胡牌条件", "What wins"),
            (
                rule("DL-30", "四副加一对；没有七对等特殊牌型。", "Four melds and a pair; no special shapes."),
                rule("DL-31", "三色全：万、条、饼都要有。", "All three suits are present."),
                rule(
                    "DL-32",
                    "要有 1 或 9；有风牌或中发白就可以免。",
                    "At least one 1 or 9, unless there is a wind or dragon.",
                ),
                rule(
                    "DL-33 DL-34",
                    "至少一副刻子或杠（中发白作将可免），至少一副顺子。",
                    "At least one triplet or kong (unless the pair is a dragon) and at least one sequence.",
                ),
                rule(
                    "DL-35",
                    "中发白只能作将或开杠，手里三张不算刻子。",
                    "Dragons serve only as pair or kong; three in hand are no triplet.",
                ),
                rule(
                    "DL-36",
                    "必须开门：吃、碰或明杠过；冲宝、摸宝也一样。",
                    "The winner must be open, also by 冲宝 and 摸宝.",
                ),
            ),
        ),
        Section(
            Text("计分", "Score"),
            (
                rule(
                    "DL-40",
                    "每家付 2 的（番数－1）次方 × 底分；番数从平胡 1 番起，按下表对每家分别累加。",
                    "Each payer owes 2^(fan−1) × base; fan starts at 1 and the rows below add up, for each payer apart.",
                ),
                rule(
                    "DL-41 DL-42",
                    "点炮只有放炮者付；自摸、摸宝、冲宝三家付。",
                    "On a discard only the discarder pays; self-drawn, 摸宝 and 冲宝 are paid by all three.",
                ),
                rule(
                    "DL-43 DL-44",
                    "庄家胡或庄家付加 1 番；付分的人没开门加 1 番；三家都没开门再加 1 番。",
                    "+1 when winner or payer is the dealer; +1 for a payer who is not open; +1 more when no loser is open.",
                ),
                rule(
                    "DL-45",
                    "补杠可以被抢，被抢者按放炮付。",
                    "An added kong can be robbed; the konger pays like a discarder.",
                ),
                rule(
                    "DL-46",
                    "只有胡家算杠分，三家都付：明杠 1 倍底分，暗杠 2 倍；荒庄不算。",
                    "Only the winner's kongs count, paid by all three: 1 × base, concealed 2 × base; nothing on a draw.",
                ),
                rule("DL-47", "每人每局输赢最多 1000 分。", "Nobody wins or loses more than 1000 points in a deal."),
            ),
        ),
    ),
    examples=(
        Example(
            "pinghu",
            Text("平胡", "Basic win"),
            Text("1 番", "1 fan"),
            _case("456m111s67s88m", ["chow 123p@0"], {"kind": "discard", "from": 2, "tile": "5s"}),
        ),
        Example(
            "fangpao",
            Text("放炮", "Discarder"),
            Text("1 番", "1 fan"),
            _case("456m111s67s88m", ["chow 123p@0"], {"kind": "discard", "from": 2, "tile": "8s"}),
        ),
        Example(
            "zimo",
            Text("自摸", "Self-drawn"),
            Text("1 番", "1 fan"),
            _case("456m111s67s88m", ["chow 123p@0"], {**SELF, "tile": "5s"}),
        ),
        Example(
            "jiahu",
            Text("夹胡", "Closed wait declared"),
            Text("1 番", "1 fan"),
            _case("13m456s77p", ["pung 999p@2", "chow 123s@0"], {**SELF, "tile": "2m"}, winner={"ready": "jia"}),
            Text("报过夹听。", "He had declared 夹听."),
        ),
        Example(
            "mobao",
            Text("摸宝", "Drew the treasure"),
            Text("2 番", "2 fan"),
            _case(
                "456m78s789p22m",
                ["pung 111p@0"],
                {**SELF, "tile": "C", "flags": ["bao_draw"]},
                winner={"ready": "plain"},
                bao="C",
            ),
            Text(
                "报听后摸到的红中与宝同种，代替所听的牌。",
                "Declared; the red dragon drawn is of the 宝 kind and stands for a wait.",
            ),
        ),
        Example(
            "chongbao",
            Text("冲宝", "Treasure revealed"),
            Text("2 番", "2 fan"),
            _case(
                "79s123m456p88p",
                ["pung NNN@0"],
                {"kind": "chong_bao", "tile": "8s"},
                winner={"ready": "plain"},
                bao="8s",
            ),
            Text("看到宝正是要胡的八条，不摸牌就胡。", "He looks at the 宝, and it is the 8 bamboos he waits for."),
        ),
        Example(
            "gangkai",
            Text("杠上开花", "Out with replacement tile"),
            Text("2 番", "2 fan"),
            _case("456m111s67s88m", ["added_kong 2222p@0"], {**SELF, "tile": "5s", "flags": ["after_kong"]}),
            Text("补杠以后补到的牌。", "The replacement after an added kong."),
        ),
        Example(
            "qianggang",
            Text("抢杠胡", "Robbing the kong"),
            Text("2 番", "2 fan"),
            _case(
                "456m111s67s88m",
                ["chow 123p@0"],
                {"kind": "rob_kong", "from": 3, "tile": "5s"},
                others={3: {"melds": ["pung 555s@0"]}},
            ),
            Text("别人碰过五条，补杠时被抢。", "Another adds the fourth 5 bamboos to his pung."),
        ),
        Example(
            "zhuang",
            Text("庄家", "Dealer"),
            Text("1 番", "1 fan"),
            _case("456m111s67s88m", ["chow 123p@0"], {"kind": "discard", "from": 0, "tile": "5s"}),
            Text(
                "点炮的是庄家；庄家自己胡，每家都加。",
                "The discarder is the dealer; when the dealer wins it counts against everybody.",
            ),
        ),
        Example(
            "weikaimen",
            Text("未开门", "Payer not open"),
            Text("1 番", "1 fan"),
            _case("456m111s67s88m", ["chow 123p@0"], {"kind": "discard", "from": 2, "tile": "5s"}, others={2: {}}),
            Text("点炮的人没有吃、碰、明杠过。", "The discarder has no chow, pung or open kong."),
        ),
        Example(
            "sanjiamenqing",
            Text("三家门清", "No loser open"),
            Text("1 番", "1 fan"),
            _case("456m111s67s88m", ["chow 123p@0"], {**SELF, "tile": "5s"}, others={0: {}, 2: {}, 3: {}}),
            Text("其余三家都没开门；未开门同时算。", "None of the other three is open; 未开门 counts as well."),
        ),
    ),
)
