"""The room options of 成都 and their presets: data and words only, every option a clause of RULES.md (CD-30 … CD-46)."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..options import PLAY, SCORING, Preset, choice, flag, room_options
from ..text import Text

HANDS = Text("番种", "Hands and extras")

OPTIONS = (
    *room_options(),
    flag("blood_battle", False, Text("血战到底", "Fight to the end"),
         Text("有人胡了继续打，直到三家胡牌或摸完", "Play goes on after a win until three have won or the wall ends"), PLAY, "CD-30"),
    flag("swap_three", False, Text("换三张", "Swap three"),
         Text("开局每人换出三张同花色的牌，掷骰定方向", "Each gives away three tiles of one suit; a die says to whom"), PLAY, "CD-31"),
    flag("lack_suit", False, Text("定缺", "Name a missing suit"),
         Text("每人定一门缺，先打完这门，手里有这门不能胡", "Each names a suit, discards it first and cannot win while holding it"), PLAY, "CD-32"),
    flag("multi_win", True, Text("一炮多响", "Several may win one tile"),
         Text("一张牌几家都能胡；关闭则只有最近的一家胡", "Off: only the nearest player wins"), PLAY, "CD-42"),
    flag("guoshui", True, Text("过水", "A passed win bars"),
         Text("放弃胡牌后，到自己下次摸牌、碰或杠以前，只能胡更大的", "After passing a win only a dearer one from others, until the next own draw, pung or kong"), PLAY, "CD-40"),
    flag("last_four", True, Text("最后四张必胡", "Last four: a win is forced"),
         Text("牌墙剩四张以内，能胡必须胡", "With four or fewer tiles left a legal win must be taken"), PLAY, "CD-41"),
    flag("kong_money", False, Text("刮风下雨", "Kong money"),
         Text("直杠引杠者付 2，补杠每家 1，暗杠每家 2；荒庄没听牌的退还", "Claimed kong 2 from the feeder, added 1 and concealed 2 from each; who is not ready at a draw gives it back"), SCORING, "CD-33"),
    choice("self_draw", ("none", "base", "fan"), Text("自摸", "Self-draw"),
           Text("自摸另加：加底在封顶之后，加番在封顶之前", "Extra for a self-draw: base after the cap, point before it"), SCORING,
           {"none": Text("不加", "nothing extra"), "base": Text("加底", "+1 base"), "fan": Text("加番", "+1 point")}, "CD-34"),
    choice("kong_flower", ("discard", "self_draw"), Text("点杠花", "Win after a fed kong"),
           Text("直杠后摸牌胡，算引杠者点炮还是算自摸", "Winning on the replacement of a claimed kong: who pays"), SCORING,
           {"discard": Text("算点炮", "the feeder pays"), "self_draw": Text("算自摸", "all pay")}, "CD-35"),
    choice("cap", (0, 4, 5, 8, 10), Text("封顶", "Cap"), Text("一手牌最多算几分（乘底以前）", "The most a hand counts, before the base"), SCORING,
           {n: Text("{n} 分", "{n} points", n=n) if n else Text("不封顶", "no cap") for n in (0, 4, 5, 8, 10)}, "CD-36"),
    choice("chajiao", ("min", "max", "none"), Text("查叫", "Ready check at a draw"),
           Text("荒庄时没听牌的赔听牌的", "At a draw those who are not ready pay those who are"), SCORING,
           {"min": Text("赔最小", "the least win"), "max": Text("赔最大", "the greatest win"), "none": Text("不查", "no check")}, "CD-37"),
    flag("yaojiu_jiangdui", True, Text("幺九、将对", "幺九 and 将对"),
         Text("算幺九牌 3 分和将对 4 分", "The classes 幺九牌 (3) and 将对 (4) exist"), HANDS, "CD-38"),
    flag("heaven_earth", True, Text("天胡、地胡", "Heavenly and earthly wins"),
         Text("天胡、地胡 8 分；关闭则按普通胡牌算", "8 points each; off: ordinary wins"), HANDS, "CD-39"),
    flag("menqing", False, Text("门清", "Concealed hand"), Text("没有碰和直杠加 1 分", "+1 when the winner is not open"), HANDS, "CD-43"),
    flag("zhongzhang", False, Text("中张", "No terminals"), Text("没有一和九加 1 分", "+1 without any 1 or 9"), HANDS, "CD-44"),
    flag("haidi", False, Text("海底", "Last tile"),
         Text("最后一张牌自摸，或随后打出的一张点炮，加 1 分", "+1 on the last wall tile or the discard that follows"), HANDS, "CD-45"),
    flag("jingou", False, Text("金钩", "Golden hook"), Text("四副副露单吊加 1 分", "+1 with four melds and one tile left"), HANDS, "CD-46"),
)  # fmt: skip

PRESETS = (
    Preset("classic", Text("传统", "Traditional"), {}),
    Preset("blood", Text("血战到底", "Fight to the end"),
           {"blood_battle": True, "swap_three": True, "lack_suit": True, "kong_money": True}),
    Preset("full", Text("血战全番", "Fight to the end, all extras"),
           {"blood_battle": True, "swap_three": True, "lack_suit": True, "kong_money": True, "self_draw": "fan",
            "menqing": True, "zhongzhang": True, "haidi": True, "jingou": True}),
)  # fmt: skip
