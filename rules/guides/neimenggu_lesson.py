"""A first deal of this rule set to learn by: the moves, and a word before each decision. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from ..lesson import Lesson
from ..text import Text

LESSON = Lesson(
    seed=64,
    moves="0 discard 7m; 1 discard 3p; 2 discard 5p; 3 pass; 3 discard N; 0 pung; 0 discard E; 1 discard S; 2 discard 6m; 1 pung; 1 discard 2m; 2 chow 13m; 2 discard W; 3 discard 5p; 0 chow 34p; 0 discard W; 1 discard 7p; 2 chow 56p; 2 discard 5m; 3 discard 9p; 1 pass; 0 discard 2m; 1 discard 3p; 2 discard 5s; 3 discard E; 0 discard 5m; 1 discard F; 2 discard N; 3 discard 7m; 0 discard 7m; 1 discard 2p; 2 discard 1s; 0 pass; 3 chow 23s; 3 discard W; 0 win",
    words=(
        Text(
            "内蒙古穷胡要三色全，有幺九，有一副刻子或碰，还要开门；不用报听。七万孤单，先打七万。",
            "Inner Mongolia needs all three suits, a 1, 9 or honor, a triplet or pung, and an open hand; nobody declares ready. The 7 of characters stands alone: discard it.",
        ),
        Text(
            "上家打北风，你有一对：碰。一下凑齐三样：刻子、幺九（风牌也算）、开门。",
            "North from the left, and you hold a pair: pung. That is the triplet, the 幺九 (winds count) and the open hand in one.",
        ),
        Text(
            "北风碰好了，东只有一张，打东。",
            "East is a single tile now: discard it.",
        ),
        Text(
            "上家打五筒，用三四筒吃。",
            "The 5 of dots from the left fits your 3-4: chow.",
        ),
        Text(
            "打西。剩下三、五条等四条：嵌在中间的一张叫夹胡，比平胡多一倍。",
            "Discard west. Your 3 and 5 of bamboos now wait for the 4 between them: a middle wait (夹胡), worth twice a basic win.",
        ),
        Text(
            "摸到五万。二三四万也能变成三四五万，听的还是四条。打二万。",
            "A 5 of characters. 2-3-4 may become 3-4-5; you still wait for the 4 of bamboos. Discard the 2.",
        ),
        Text(
            "又一张五万，用不上，打掉。",
            "Another 5 of characters is of no use: discard it.",
        ),
        Text(
            "七万也用不上，打掉。等牌要有耐心。",
            "The 7 neither: discard it. Waiting takes patience.",
        ),
        Text(
            "对家打一条，你能碰。可是碰了就没有将，也不听了。过。",
            "You could pung the 1 of bamboos. But then the pair is gone and you are no longer ready: pass.",
        ),
        Text(
            "摸到四条，夹胡，自摸！",
            "The 4 of bamboos, self-drawn: win.",
        ),
    ),
    end=Text(
        "夹胡 2 分，自摸三家各付 2 分。自摸和庄家都不另外加倍。",
        "夹胡 is 2 points, and on a self-draw all three pay. Nothing is added for the self-draw or for the dealer.",
    ),
)  # fmt: skip
