"""Room options as data: their values, the default first, and the words for the room form.

What an option does is its rule set's business; whether a value is one of an option's is asked of ruleset.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .text import Text


class Option(NamedTuple):
    """A room option: its values, the default first, and the words for the room form."""

    key: str
    choices: tuple[Any, ...]
    label: Text
    help: Text
    group: Text
    choice_labels: Mapping[Any, Text]
    clause: str = ""

    @property
    def default(self) -> Any:
        return self.choices[0]

    @property
    def kind(self) -> str:
        """ "flag" (a check box) or "choice"."""
        return "flag" if isinstance(self.choices[0], bool) else "choice"


class Preset(NamedTuple):
    """A named set of options for the room form."""

    key: str
    label: Text
    options: Mapping[str, Any]


ROOM = Text("房间", "Room")
PLAY = Text("玩法", "Play")
SCORING = Text("计分", "Scoring")


def flag(key: str, default: bool, label: Text, help: Text, group: Text = PLAY, clause: str = "") -> Option:
    """A check box."""
    return Option(key, (default, not default), label, help, group, {}, clause)


def choice(
    key: str, choices: tuple[Any, ...], label: Text, help: Text, group: Text = PLAY,
    labels: Mapping[Any, Text] | None = None, clause: str = "",
) -> Option:  # fmt: skip
    """A choice, the default first."""
    return Option(key, choices, label, help, group, labels or {}, clause)


def room_options(bases: tuple[int, ...] = (1, 2, 5, 10), deals: tuple[int, ...] = (8, 4, 16)) -> tuple[Option, ...]:
    """The options that every rule set has (CASES.md)."""
    return (
        choice("base", bases, Text("底分", "Base"), Text("每分乘以底分", "Every point is multiplied by it"), ROOM),
        choice("deals", deals, Text("局数", "Deals"), Text("一场打几局", "How many deals a match has"), ROOM,
               {n: Text("{n} 局", "{n} deals", n=n) for n in deals}),
        choice("clock", (20, 10, 30, 60, 0), Text("出牌时间", "Clock"),
               Text("每次决定的秒数", "Seconds for each decision"), ROOM,
               {n: Text("{n} 秒", "{n} s", n=n) if n else Text("不限时", "no limit") for n in (20, 10, 30, 60, 0)}),
        choice("pace", (0, 1, 2, 3), Text("节奏", "Pace"),
               Text("每一步至少停多久，好让人看清楚", "How long every action takes at least"), ROOM,
               {n: Text("至少 {n} 秒", "at least {n} s", n=n) if n else Text("正常", "normal") for n in range(4)}),
        flag("hints", True, Text("提示", "Hints"),
             Text("显示听什么牌、还剩几张、值多少", "What a hand waits for, how many are left, what they are worth"),
             ROOM),
    )  # fmt: skip


def seats_option(*choices: int) -> Option:
    """Rule sets that two or three can play."""
    return choice(
        "seats", choices, Text("人数", "Players"), Text("几个人打", "How many play"), ROOM,
        {n: Text("{n} 人", "{n} players", n=n) for n in choices},
    )  # fmt: skip
