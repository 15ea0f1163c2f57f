"""The few ways in which a service refuses, each with the status of its answer and a kind sentence.

Raised in services/, caught at three edges only: the POST views, the socket consumer and the tasks. This file must not
know who shows the sentence: `message` is a lazy translation or a rules `Text`, `in_(language)` makes a str of it.
"""

from __future__ import annotations

import math

from django.utils import translation
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from rules.text import Text


class GameError(Exception):
    """Base of everything a service refuses with. Nothing has changed when it is raised."""

    status = 400
    default: object = _("That did not work.")

    def __init__(self, message: object = None) -> None:
        self.message = self.default if message is None else message
        super().__init__()

    def in_(self, language: str) -> str:
        """The sentence in `language` ("zh-hans", "en")."""
        if isinstance(self.message, Text):
            return self.message.in_(language)
        with translation.override(language):
            return str(self.message)

    def __str__(self) -> str:
        return self.in_(translation.get_language() or "zh-hans")


class BadInput(GameError):
    """Not something our own forms send: a wrong type, a wrong length, an unknown name."""

    status = 400


class Unprocessable(BadInput):
    """A form field to fill in differently: a nickname, a password, an option."""

    status = 422


class Forbidden(GameError):
    """This person may not do that here."""

    status = 403
    default = _("That is not yours to decide.")


class NotFound(GameError):
    """No such room, or no longer."""

    status = 404
    default = _("There is no table with this number.")


class Conflict(GameError):
    """It was possible, but not as things stand now."""

    status = 409
    default = _("The table has changed. Please look again.")


class Stale(Conflict):
    """An answer to a moment that has passed."""

    default = _("A moment too late: the table has moved on.")


class TooMany(GameError):
    """More in a short time than people do (limits.py). `wait`: whole seconds until it may be tried again."""

    status = 429

    def __init__(self, wait: float) -> None:
        self.wait = max(1, math.ceil(wait))
        if self.wait <= 90:
            super().__init__(format_lazy(_("That was too often. Please try again in {n} s."), n=self.wait))
        else:
            minutes = math.ceil(self.wait / 60)
            super().__init__(format_lazy(_("That was too often. Please try again in {n} minutes."), n=minutes))


class Illegal(Conflict):
    """The rules do not allow this action now; the message is the rules' own Text."""
