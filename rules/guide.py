"""The rules as players read them: what the page 规则 of a rule set says, and the example hands that prove its fans.

Words and examples only, one file a rule set in guides/, found by the rule set's code. Every example is a case of
CASES.md that the tests score: a page cannot promise a fan that the engine does not give.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from .ruleset import get_ruleset
from .text import Text


class Rule(NamedTuple):
    """One sentence of the page, and the clause ids of RULES.md that it puts into plain words."""

    clauses: tuple[str, ...]
    text: Text


class Section(NamedTuple):
    """A heading with its sentences."""

    title: Text
    rules: tuple[Rule, ...]


class Example(NamedTuple):
    """A fan or class with one hand that has it. `fan`: the id in the score's fans; `value` in words ("2 番", "×4");
    `case`: a case of CASES.md without "ruleset"; the first winner is shown."""

    fan: str
    name: Text
    value: Text
    case: Mapping[str, Any]
    note: Text | None = None


class Guide(NamedTuple):
    """A rule set's page: an introduction, its sections, its fans by example."""

    intro: Text
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]


def rule(clauses: str, zh: str, en: str) -> Rule:
    """A sentence; `clauses` are ids separated by spaces."""
    return Rule(tuple(clauses.split()), Text(zh, en))


@lru_cache(maxsize=16)
def guide_of(code: str) -> Guide:
    """The page of a rule set. Raises UnknownRuleset."""
    get_ruleset(code)
    found = importlib.import_module(f"{__package__}.guides.{code}").GUIDE
    assert isinstance(found, Guide)
    return found
