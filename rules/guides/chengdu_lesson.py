"""A first deal of this rule set to learn by: the moves, and a word before each decision. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from ..lesson import Lesson
from ..text import Text

LESSON = Lesson(
    seed=480,
    moves="0 discard 9m; 1 pung; 1 discard 9s; 2 discard 4s; 3 discard 3m; 0 discard 1m; 2 pung; 2 discard 1p; 0 pung; 0 discard 8m; 1 discard 2p; 2 discard 8s; 3 discard 7p; 0 pass; 0 discard 6m; 1 discard 5m; 0 win",
    words=(
        Text(
            "成都麻将只有万、筒、条，能碰能杠，不能吃；胡牌最多两门花色，叫缺一门。你一张条也没有，正好做万和筒。打九万。",
            "Chengdu has only characters, dots and bamboos; pung and kong, no chow. A win has at most two suits (缺一门). You hold no bamboo at all, so play characters and dots. Discard the 9 of characters.",
        ),
        Text(
            "摸到二筒，二三四筒成了一副。二三四万留着，一万多余，打一万。",
            "The 2 of dots completes 2-3-4. Keep 2-3-4 of characters; the 1 is left over: discard it.",
        ),
        Text(
            "对家打一筒，你有一对：碰。",
            "The 1 of dots from across, and you hold a pair: pung.",
        ),
        Text(
            "打八万。剩下四、六万等五万，七筒一对作将：这就听牌了。",
            "Discard the 8 of characters. 4 and 6 wait for the 5, the 7 of dots are the pair: you are ready.",
        ),
        Text(
            "上家打七筒，能碰。可是碰了就没有将，过。",
            "You could pung the 7 of dots, but it is your pair: pass.",
        ),
        Text(
            "摸到六万，听的还是五万，打掉。",
            "A 6 of characters changes nothing: discard it.",
        ),
        Text(
            "下家打五万，正是你听的。胡！",
            "The player on your right discards the 5 you wait for: win.",
        ),
    ),
    end=Text(
        "平胡 1 分，由放炮的下家一人付；自摸就是三家付。牌型只算最大的一种，从 1 分到 8 分。",
        "A basic win is 1 point, paid by the discarder alone; on a self-draw all three pay. Only the highest class counts, from 1 to 8.",
    ),
)  # fmt: skip
