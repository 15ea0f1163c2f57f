"""A first deal to learn by: a real deal from a fixed seed, with a word before each decision of the learner (seat 0).

Data only, one file a rule set in guides/, found by the rule set's code. The other seats' moves are part of the lesson,
so that better bots do not change it; every move is applied by the machine, which refuses what is not legal.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import NamedTuple

from .actions import Action, parse
from .errors import RuleError
from .machine import apply, settle_draw, start
from .ruleset import get_ruleset
from .state import Deal
from .text import Text

LEARNER = 0  # deals, too: whoever learns begins


class Lesson(NamedTuple):
    """`moves`: "seat action; seat action …" to the end of the deal. `words`: one for each move of the learner."""

    seed: int
    moves: str
    words: tuple[Text, ...]
    end: Text


class Step(NamedTuple):
    """The learner is asked: the deal as it stands, what to do (None: it is over), and what is said about it."""

    deal: Deal
    action: Action | None
    words: Text


class NoLesson(RuleError):
    """This rule set has none."""


@lru_cache(maxsize=16)
def steps_of(code: str) -> tuple[Step, ...]:
    """The lesson of a rule set with its default options, decision by decision; the last step is the end.

    Raises UnknownRuleset, NoLesson, and IllegalAction when the lesson does not fit the rules any more.
    """
    get_ruleset(code)
    try:
        lesson: Lesson = importlib.import_module(f"{__package__}.guides.{code}_lesson").LESSON
    except ModuleNotFoundError:
        raise NoLesson(Text("这个玩法还没有教学局", "this rule set has no lesson yet")) from None
    deal, _events = start(code, {}, lesson.seed.to_bytes(32, "big"), dealer=LEARNER)
    words = iter(lesson.words)
    steps = []
    for move in lesson.moves.split("; "):
        seat, _space, text = move.partition(" ")
        action = parse(text)
        if int(seat) == LEARNER:
            steps.append(Step(deal, action, next(words)))
        deal, _events = apply(deal, int(seat), action)
        if deal.settling:
            deal, _events = settle_draw(deal)
    return (*steps, Step(deal, None, lesson.end))


def has_lesson(code: str) -> bool:
    """Is there one for this rule set?"""
    try:
        return bool(steps_of(code))
    except NoLesson:
        return False
