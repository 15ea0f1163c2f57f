"""The few kinds of error that rules/ raises. Each carries a Text for the player, with the place in it.

Raised deep, caught at one edge (a service, a command, the calculator page).
"""

from __future__ import annotations

from .text import Text


class RuleError(Exception):
    """Base of all errors of rules/. `text` says what is wrong and where, in both languages."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class BadNotation(RuleError):
    """A string is not tiles, a meld or an action."""


class BadOption(RuleError):
    """An unknown option, or a value that the option does not have."""


class BadCase(RuleError):
    """No table with this rule set and these options can show this case (CASES.md)."""


class NotAWin(RuleError):
    """A possible hand, but a condition for winning fails; the text names it."""


class NoShape(NotAWin):
    """The tiles are not complete at all."""


class IllegalAction(RuleError):
    """The action is not one of those the seat may do now."""


class BadRecord(RuleError):
    """A record cannot be replayed. `move` counts from 0; None when the deal itself or its result is at fault."""

    def __init__(self, text: Text, move: int | None = None) -> None:
        super().__init__(text)
        self.move = move


class MissingRoll(RuleError):
    """A replayed deal needs a dice roll that its record does not give."""


class UnknownRuleset(RuleError):
    """No rule set has this code."""


class UnknownLevel(RuleError):
    """No bot has this level."""
