"""The words of the table, each with its other names and what it means, and in which rule sets it is spoken.

Data for people; nothing is decided by it.
"""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from typing import NamedTuple

from .text import Text


class Word(NamedTuple):
    """`term`: Chinese and English; `means`: one sentence; `codes`: the rule sets that have it, () = all."""

    term: Text
    means: Text
    codes: tuple[str, ...] = ()


def word(zh: str, en: str, means_zh: str, means_en: str, codes: str = "") -> Word:
    """One row; `codes` separated by spaces."""
    return Word(Text(zh, en), Text(means_zh, means_en), tuple(codes.split()))


class Chapter(NamedTuple):
    """A heading with its words."""

    title: Text
    words: tuple[Word, ...]


GLOSSARY = (
    Chapter(Text("牌", "Tiles"), (
        word("万", "characters (m)", "一万到九万，每种四张。", "The suit with the character 万, 1 to 9, four of each."),
        word("筒（饼）", "dots (p)", "一筒到九筒，有的地方叫饼。", "The suit of circles."),
        word("条（索）", "bamboos (s)", "一条到九条；一条画成鸟，又叫幺鸡。", "The suit of sticks; its 1 is drawn as a bird (幺鸡)."),
        word("风牌", "winds", "东、南、西、北。", "East, south, west and north.", "dalian neimenggu guobiao"),
        word("中发白", "dragons", "红中、发财、白板，又叫箭牌。", "Red, green and white dragon.", "dalian neimenggu guobiao"),
        word("花牌", "flowers", "春夏秋冬、梅兰竹菊，摸到就补一张。", "Eight bonus tiles; a drawn one is shown and replaced.", "guobiao"),
        word("幺九", "terminals", "一和九；有的规则里字牌也算。", "The 1s and 9s; in some rules honors count with them."),
    )),
    Chapter(Text("动作", "Actions"), (
        word("吃", "chow", "用上家打的牌凑成一副顺子。", "A sequence completed by the discard of the player on the left.", "dalian neimenggu sichuan258 guobiao"),
        word("碰", "pung", "用别人打的牌凑成三张一样的。", "Three alike, completed by anybody's discard."),
        word("杠", "kong", "四张一样的；杠了再补一张牌。", "Four alike; a replacement tile is drawn."),
        word("直杠", "claimed kong", "手里三张，别人打出第四张。", "Three in hand and the fourth from a discard."),
        word("补杠", "added kong", "碰过的牌自己又摸到第四张。", "The drawn fourth tile added to one's own pung."),
        word("暗杠", "concealed kong", "四张都是自己摸的。", "All four drawn by oneself."),
        word("听（叫）", "ready", "再来一张就能胡。", "One tile away from a win."),
        word("报听", "declare ready", "打牌时说听；以后手牌不能再动。", "Said with a discard; the hand is fixed from then on.", "dalian"),
        word("胡（和）", "win", "凑成四副加一对，或者规则许可的牌型。", "Four sets and a pair, or another shape the rules allow."),
        word("自摸", "self-drawn", "自己摸到要胡的牌。", "The winning tile is one's own draw."),
        word("点炮（放炮）", "deal in", "打出的牌被别人胡了。", "One's discard is another player's win."),
        word("抢杠", "robbing the kong", "别人补杠的那一张，正好是自己要胡的。", "Winning with the tile that another adds to his pung."),
        word("过水（过胡）", "passing a win", "能胡不胡，过一会儿才能再胡别人的牌。", "After passing a win one may not win on others' tiles for a while.", "neimenggu chengdu sichuan258"),
        word("托管", "autoplay", "人不在时由系统替他打，回来就还给他。", "The system plays for somebody who is away, and gives the hand back when he returns."),
    )),
    Chapter(Text("一局", "A deal"), (
        word("庄家", "dealer", "先打牌的人；付分收分常常加倍。", "Plays first; often pays and receives more."),
        word("上家、下家、对家", "left, right, across", "上家在你前面出牌，下家在你后面，对家坐对面。", "The player before you, the one after you, and the one opposite."),
        word("门清", "concealed hand", "没有吃、碰、明杠。国标里是胡家加番，内蒙古里是输家多付。", "No chow, pung or claimed kong. In 国标 it earns the winner points; in Inner Mongolia it costs a loser more."),
        word("开门", "open", "吃、碰或明杠过；大连、内蒙古开了门才能胡。", "Has claimed a tile; needed to win in Dalian and Inner Mongolia.", "dalian neimenggu"),
        word("将（对子）", "pair", "一对相同的牌，每副胡牌要有一对。", "Two alike; a winning hand has one such pair."),
        word("刻子、顺子", "triplet, sequence", "三张一样叫刻子，三张相连叫顺子。", "Three alike, or three in a row of one suit."),
        word("番", "fan", "计分的单位，牌型和时机各值几番。", "The unit of scoring: shapes and moments are worth so many."),
        word("荒庄（流局）", "drawn deal", "牌摸完了还没人胡。", "The wall ends before anybody wins."),
        word("截胡", "nearest wins", "几家都能胡，离放炮者最近的算。", "When several could win one tile, the nearest after the discarder does.", "dalian neimenggu guobiao"),
    )),
    Chapter(Text("各地的词", "Regional words"), (
        word("宝", "treasure", "报听的人才看得到的一张牌，摸到同种就能胡。", "A tile that only declared players see; drawing its kind wins.", "dalian"),
        word("夹胡", "middle wait", "胡的是一副顺子中间的一张。", "The winning tile is the middle of a sequence.", "dalian neimenggu"),
        word("手把一", "hand of one", "手里只剩一张单吊；这两种规则不许或少许。", "All melds on the table and one tile left; forbidden or restricted here.", "dalian neimenggu"),
        word("亮喜", "showing dragons", "第一次打牌前亮出中发白，胡了翻倍。", "A set of the three dragons shown before one's first discard doubles.", "neimenggu"),
        word("分张", "last four", "剩四张时每人一张，只能自摸。", "The last four tiles go one to each, to win by self-draw only.", "neimenggu"),
        word("缺一门", "a missing suit", "成都要缺一门才能胡；国标里它只是一番。", "The condition to win in Chengdu; only a small fan in 国标.", "chengdu guobiao"),
        word("定缺", "naming the missing suit", "开局选一门不要，手里有就先打。", "At the start each names a suit to get rid of.", "chengdu"),
        word("血战到底", "play to the end", "有人胡了，其余的人接着打。", "After a win the others play on.", "chengdu"),
        word("查叫", "check for ready", "荒庄时没听的赔听了的。", "At a drawn deal who is not ready pays who is.", "chengdu"),
        word("根", "four alike, not declared", "四张一样没有开杠。", "Four alike held without a kong.", "chengdu"),
        word("起手胡", "opening win", "起手牌有特别的样子，先收一份。", "Special dealt tiles are paid at once.", "sichuan258"),
        word("将将胡", "all 2-5-8", "全是二、五、八，不讲牌型。", "Every tile a 2, 5 or 8, in any shape.", "sichuan258"),
        word("扎鸟", "birds", "胡后翻牌数座位，中了翻倍。", "A tile turned after the win counts to a seat and doubles its payment.", "sichuan258"),
        word("海底", "last tile", "成都、四川、内蒙古指最后一张牌墙牌；国标的海底捞月是最后一张弃牌。", "Elsewhere the last tile of the wall; in 国标 海底捞月 is the last discard."),
        word("起和", "minimum", "国标要满八番才能和。", "In 国标 a win needs eight points.", "guobiao"),
    )),
)  # fmt: skip
