"""裁定 of 大连穷胡: what RULES.md settles where the source is silent, shown on the rules page. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from __future__ import annotations

from ..text import Text

RULINGS: tuple[tuple[str, Text], ...] = (
    ("CO-05", Text("只能吃上家的牌。", "Only the player on the left may be chowed.")),
    ("DL-04", Text("剩 14 张时不能再杠；最后一张弃牌只能胡，不能吃碰杠。",
                   "With 14 tiles left no kong; the last discard can only be won.")),
    ("DL-16", Text("暗杠也不能成为第四副副露。", "A concealed kong may not be the fourth declared meld either.")),
    ("DL-20", Text("报听自愿，随打牌时宣布；报听与夹听公开，听哪些牌不公开。自己已握有全部四张的牌不算听。",
                   "Declaring is optional, with a discard; 听 and 夹听 are public, the waits are not. A tile of which "
                   "one holds all four is no wait.")),
    ("DL-21", Text("报听后只能打摸到的牌，不能吃碰；杠后听牌必须完全不变。",
                   "After declaring only the drawn tile is discarded, no chow or pung; a kong must leave the waits as they are.")),
    ("DL-22", Text("夹听后只能胡夹张。", "After 夹听 only the 夹 tiles win.")),
    ("DL-23", Text("宝牌是从牌尾数第 n 墩的下张，留在原处，谁也摸不到。第一次掷出时若同种牌已有三张亮明，同样重掷。",
                   "The 宝 is the lower tile of the n-th stack from the tail; it stays there, no draw takes it. If three "
                   "copies are visible at the first roll, it is rolled again as well.")),
    ("DL-24", Text("换宝以后，每位报听者在自己下次摸牌前看新宝。",
                   "After a change each declared player sees the new 宝 before his own next draw.")),
    ("DL-25", Text("放弃冲宝就照常摸牌，同一张宝不再询问。", "Who declines draws as usual and is not asked again for this 宝.")),
    ("DL-26", Text("摸到与宝同种的牌可代替所听的牌；加 2 番，即使这张牌本来就胡。",
                   "A drawn tile of the 宝 kind stands for a wait; +2 also when it completes the hand as itself.")),
    ("DL-27", Text("三张宝亮明（弃牌与明副露）就换；六墩都不合格则不再有宝。",
                   "Three visible copies change the 宝; if none of the six stacks qualifies there is none any more.")),
    ("DL-33", Text("中发白的杠算刻子。", "A kong of dragons counts as the triplet.")),
    ("DL-42", Text("摸宝、冲宝按自摸结算（含自摸 1 番），二者不同计；杠上开花可与自摸、摸宝同计。",
                   "摸宝 and 冲宝 settle as self-draws (自摸 included) and exclude each other; 杠上开花 adds up with 自摸 and 摸宝.")),
    ("DL-43", Text("庄家胡：每家加 1 番；闲家胡：只有庄家付时加 1 番。",
                   "Dealer wins: +1 for every payer; otherwise only for the dealer when he pays.")),
    ("DL-45", Text("只有补杠可抢；被抢者按放炮付。", "Only an added kong can be robbed; the konger pays like a discarder.")),
    ("DL-47", Text("每人每局输赢以 1000 为限（含杠分）：每家先封到 1000，合计超过 1000 再按比例缩减，余数给最大余数者，相同则离胡家最近者。",
                   "±1000 a player and deal, kong points included: each payer is cut at 1000, then all in proportion; largest "
                   "remainder, ties to the payer nearest after the winner.")),
)  # fmt: skip
