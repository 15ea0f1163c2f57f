"""A first deal of this rule set to learn by: the moves, and a word before each decision. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from ..lesson import Lesson
from ..text import Text

LESSON = Lesson(
    seed=372,
    moves="0 discard 4m; 1 discard 8p; 0 pung; 0 discard 9p; 2 pass; 1 discard 5m; 2 discard 3p; 3 discard 9s; 0 pass; 0 discard 3m; 2 pung; 2 discard 1s; 1 pass; 3 discard 1p; 0 chow 23p; 0 discard 6s; 1 discard 6p; 2 pass; 2 discard 4s; 3 discard 3s; 1 pass; 0 discard 7p; 1 discard 1s; 2 discard 6m; 0 win",
    words=(
        Text(
            "四川（258）里，普通的小胡要用二、五、八作将。你有三张八万、一对八筒，不愁没将。打孤张四万。",
            "In Sichuan 258 an ordinary win (小胡) needs a pair of 2, 5 or 8. You hold three 8s of characters and two 8s of dots, so that is safe. Discard the lone 4 of characters.",
        ),
        Text(
            "下家打八筒：碰。将还可以用八万。",
            "The 8 of dots from your right: pung. The 8 of characters will do for the pair.",
        ),
        Text(
            "九筒没有搭子了，打九筒。",
            "The 9 of dots has no partner left: discard it.",
        ),
        Text(
            "上家打九条，能吃。可是六七八条已经是一副，过。",
            "You could chow the 9 of bamboos, but 6-7-8 is a set already: pass.",
        ),
        Text(
            "摸到三万，连不上，打掉。",
            "The 3 of characters connects with nothing: discard it.",
        ),
        Text(
            "上家打一筒，用二三筒吃成一副。",
            "The 1 of dots from the left completes 1-2-3: chow.",
        ),
        Text(
            "打六条。七八万等六万、九万，八万一对作将。单吊七万不行：七万不是二五八。",
            "Discard a 6 of bamboos. 7-8 of characters wait for 6 and 9, with the 8s as the pair. A pair of 7s would not do: 7 is not 2, 5 or 8.",
        ),
        Text(
            "摸到七筒，用不上，打掉。",
            "The 7 of dots is of no use: discard it.",
        ),
        Text(
            "对家打六万，胡！",
            "The player across discards the 6 of characters: win.",
        ),
    ),
    end=Text(
        "小胡点炮，庄家赢收 2 分；胡完翻鸟，中鸟翻倍，对家付 4 分。",
        "小胡 on a discard pays the dealer 2; then a bird is turned, it hits and doubles the payment: the player across pays 4.",
    ),
)  # fmt: skip
