"""A first deal of this rule set to learn by: the moves, and a word before each decision. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from ..lesson import Lesson
from ..text import Text

LESSON = Lesson(
    seed=477,
    moves="0 discard 1m; 1 discard 3p; 2 discard 2m; 3 discard 8s; 0 discard 5m; 1 discard 2s; 2 discard 8m; 3 discard P; 0 discard 8m; 1 discard S; 2 discard 1p; 3 discard S; 1 pass; 0 discard 1s; 1 discard 4m; 2 discard 7p; 0 pass; 3 chow 89p; 3 discard E; 0 discard 2s; 1 discard 4p; 2 discard 5s; 3 pass; 3 discard 3p; 0 chow 12p; 0 discard 6s; 1 discard 5m; 2 discard 8p; 0 win",
    words=(
        Text(
            "国标八番起和。你的筒子多，还有一对发：做混一色（一门花色加字牌，6 番）；凑齐一到九筒还有清龙，16 番。花牌由系统自动补。先打一万。",
            "A win in the official rules needs 8 points. You have many dots and a pair of green dragons: play for a half flush (one suit and honors, 6); dots from 1 to 9 would be a pure straight, 16 more. Flowers are replaced for you. Discard the 1 of characters.",
        ),
        Text(
            "万子都不要，打五万。",
            "Characters are not wanted: discard the 5.",
        ),
        Text(
            "八万也不要，打掉。",
            "Nor is the 8: discard it.",
        ),
        Text(
            "摸到七筒，很好。条子也不要，打一条。",
            "A 7 of dots is welcome. Bamboos are not: discard the 1.",
        ),
        Text(
            "对家打七筒，能碰。可是七筒要留给七八九，过。",
            "You could pung the 7 of dots, but it belongs to 7-8-9: pass.",
        ),
        Text(
            "摸到四筒，四到九筒齐了。打二条。",
            "The 4 of dots: now 4 to 9 are there. Discard the 2 of bamboos.",
        ),
        Text(
            "上家打三筒，有三种吃法。用一二筒吃：一二三、四五六、七八九，就是清龙。",
            "The 3 of dots from the left, and three ways to chow it. Take it with 1-2: 1-2-3, 4-5-6, 7-8-9 is the pure straight.",
        ),
        Text(
            "最后一张杂牌，打六条。现在听五筒和八筒。",
            "The last odd tile: discard the 6 of bamboos. You wait for 5 and 8 of dots.",
        ),
        Text(
            "对家打八筒，和！",
            "The player across discards the 8 of dots: win.",
        ),
    ),
    end=Text(
        "清龙 16、混一色 6、花牌 1，共 23 番。点和的对家付 8 加 23，另外两家各付 8。",
        "Pure straight 16, half flush 6, flower 1: 23 points. The discarder pays 8 + 23, the two others 8 each.",
    ),
)  # fmt: skip
