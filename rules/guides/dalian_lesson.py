"""A first deal of this rule set to learn by: the moves, and a word before each decision. Words only."""

# ruff: noqa: E501  (prose, one sentence a line)

from ..lesson import Lesson
from ..text import Text

LESSON = Lesson(
    seed=373,
    moves="0 discard F; 1 discard 3p; 2 discard W; 3 discard 1p; 2 pung; 2 discard 7m; 0 pung; 0 discard 7p; 1 chow 56p; 1 discard F; 2 discard 3s; 3 discard 6p; 0 chow 45p; 0 ready 1m; 1 discard 2m; 2 discard 9m; 3 discard F; 0 discard 6p; 1 discard 7s; 2 discard N; 3 discard 8s; 0 discard S; 2 pass; 1 discard 9p; 2 discard 9s; 3 discard 6m; 0 win",
    words=(
        Text(
            "大连穷胡要四样：三色全，有幺九，有一副刻子，还要开门（吃、碰或明杠过）。你的万、饼、条都有，一万算幺九。单张发财没用，打发。",
            "A Dalian win needs four things: all three suits, a 1 or 9 (or an honor), one triplet, and an open hand (a chow, pung or claimed kong). You hold all suits and the 1 of characters. The lone green dragon is of no use: discard it.",
        ),
        Text(
            "对家打七万，你手里有一对，可以碰。碰一下，刻子有了，门也开了。",
            "The player across discards a 7 of characters and you hold a pair: pung. It gives you the triplet and opens your hand.",
        ),
        Text(
            "碰了要打一张。四五饼等三、六饼，三四条等二、五条，八饼一对作将，多出来的是七饼：打七饼。",
            "After a pung you discard. 4-5 of dots wait for 3 or 6, 3-4 of bamboos for 2 or 5, the 8 of dots are the pair. The 7 of dots is left over: discard it.",
        ),
        Text(
            "上家打六饼，正好接四五饼。吃！只能吃上家打的数牌。",
            "The player on your left discards the 6 of dots, which your 4-5 wanted: chow. You may chow only from the left.",
        ),
        Text(
            "再打一张就听了：打一万，听二条和五条。按“听”报听。报了听，手牌不能再动，但可以看宝。",
            "One discard and you are ready: without the 1 of characters you wait for 2 and 5 of bamboos. Press “ready” to declare it. From now on the hand is fixed, but you get to see the treasure tile (宝).",
        ),
        Text(
            "第一个报听的人掷骰定宝，只有报听的人看得到：这局的宝是九条。报听后摸到宝，可以当作所听的牌胡。这张六饼不是，打掉。",
            "The first to declare rolls for the treasure, and only declared players see it: the 9 of bamboos. Drawing a treasure counts as the tile you wait for. This 6 of dots is not it: discard it.",
        ),
        Text(
            "摸到南风，也不是。报听以后摸什么打什么。",
            "A south wind: not it either. A declared hand discards what it draws.",
        ),
        Text(
            "九条，正是宝！这叫摸宝：胡！",
            "The 9 of bamboos, the treasure itself! This is 摸宝: win.",
        ),
    ),
    end=Text(
        "平胡 1、自摸 1、摸宝 2、庄家 1，共 5 番，每家付 2 的 4 次方，16 分；有一家没开门，多 1 番，付 32 分。这就是一局大连穷胡。",
        "Basic win 1, self-drawn 1, treasure 2, dealer 1: 5 fans, so each pays 2 to the 4th, 16. One payer was not open: one fan more, 32. That was a deal of Dalian Qionghu.",
    ),
)  # fmt: skip
