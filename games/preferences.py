"""What a person may set for his own screen: the table of settings, their defaults and checks.

`User.settings` holds only what differs from nothing ({} = all defaults); pages get every value as a data-* attribute of
<html>, where style sheets and scripts read it. Only looks and comfort: nothing here may change a rule, a clock or what
is shown of other people's tiles. services/preferences.py writes, views_settings.py shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings as site
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .errors import Unprocessable

LANGUAGE = "language"  # the one setting without a default of its own: cookie and browser decide until it is set


@dataclass(frozen=True)
class Preference:
    """One setting: `choices` are (value, label) pairs, the first of them the default."""

    key: str
    label: Any
    choices: tuple[tuple[str, Any], ...]
    hint: Any = ""

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(value for value, _label in self.choices)

    @property
    def default(self) -> str:
        return "" if self.key == LANGUAGE else self.choices[0][0]


ON, OFF = ("on", pgettext_lazy("setting", "on")), ("off", pgettext_lazy("setting", "off"))

GROUPS: tuple[tuple[Any, tuple[Preference, ...]], ...] = (
    (
        _("Looks"),
        (
            Preference(LANGUAGE, _("Language"), tuple(site.LANGUAGES)),
            Preference(
                "appearance",
                _("Brightness"),
                (("auto", _("as the device")), ("light", _("light")), ("dark", _("dark"))),
            ),
            Preference(
                "felt",
                _("Table cloth"),
                (("pine", _("pine green")), ("indigo", _("indigo")), ("rosewood", _("rosewood"))),
            ),
            Preference("back", _("Tile backs"), (("bamboo", _("bamboo")), ("jade", _("jade")))),
            Preference("marks", _("Numbers in the corner of the tiles"), (OFF, ON)),
            Preference("motion", _("Motion"), (("auto", _("as the device")), OFF)),
        ),
    ),
    (
        _("Playing"),
        (
            Preference(
                "tap",
                _("Discarding by touch"),
                (("two", _("tap to lift, tap again to play")), ("one", _("one tap plays"))),
            ),
            Preference("confirm", _("Ask once more before passing a win"), (ON, OFF)),
            Preference("keys", _("Quick keys"), (ON, OFF), _("single keys on a keyboard")),
        ),
    ),
    (
        _("Sound and reminders"),
        (
            Preference("sound", _("Sound"), (ON, OFF)),
            Preference(
                "volume",
                _("Volume"),
                (("60", _("medium")), ("25", _("low")), ("100", _("high"))),
            ),
            Preference(
                "alert",
                _("When it is my turn and the page is in the background"),
                (("title", _("mark the title")), ("notify", _("title and notification")), ("off", _("nothing"))),
            ),
        ),
    ),
)
TABLE: dict[str, Preference] = {row.key: row for _label, rows in GROUPS for row in rows}

CLOTHS = {"pine": "#244a3c", "indigo": "#213a59", "rosewood": "#4b262c"}  # --felt-deep of base.css
WORKER = "/sw.js"


def check(values: Mapping[str, object]) -> dict[str, str]:
    """The values as they may be stored. Raises Unprocessable for a key or value that is not in the table."""
    found = {}
    for key, value in values.items():
        row = TABLE.get(key)
        if row is None:
            raise Unprocessable(_("There is no such setting."))
        if not isinstance(value, str) or value not in row.values:
            raise Unprocessable(format_lazy(_("“{setting}” has no such choice."), setting=row.label))
        found[key] = value
    return found


def of(user: Any) -> dict[str, str]:
    """Every setting of this person; whatever is missing or no longer known has its default. Anonymous: all defaults."""
    stored = getattr(user, "settings", None)
    stored = stored if isinstance(stored, dict) else {}
    return {
        key: value if isinstance(value := stored.get(key), str) and value in row.values else row.default
        for key, row in TABLE.items()
    }


def on_page(request: Any) -> dict[str, Any]:
    """Context processor: `preferences`, the data-* attributes of <html> (the language has its own attribute); `cloth`,
    the colour of the browser's bars; `worker`, the service worker to register."""
    values = of(getattr(request, "user", None))
    del values[LANGUAGE]
    return {"preferences": values, "cloth": CLOTHS[values["felt"]], "worker": WORKER if site.SERVICE_WORKER else ""}
