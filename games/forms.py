"""The few forms people type into. They only carry text to services, which judge it.

The options of a room are read from its rule set: a new rule set needs no edit here.
"""

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

import rules
from games import limits
from games.errors import TooMany
from games.services.people import login_name
from rules.options import PLAY, ROOM, SCORING
from rules.text import Text


class NicknameForm(forms.Form):
    nickname = forms.CharField(label=_("Nickname"), max_length=200)


class JoinForm(forms.Form):
    code = forms.CharField(label=_("Table number"), max_length=40)

    def clean_code(self) -> str:
        """Spaces and case do not matter when a number is read out."""
        return "".join(self.cleaned_data["code"].split()).upper()


class LogInForm(AuthenticationForm):
    """Nickname and password. Raises TooMany before it looks at one password too many."""

    def clean(self) -> dict:
        if "username" not in self.cleaned_data:
            return super().clean()
        name = login_name(self.data["username"])  # as typed: the field has replaced wide letters by narrow ones
        limits.may_try_password(self.request, name)
        self.cleaned_data["username"] = name
        try:
            return super().clean()
        except forms.ValidationError:
            limits.wrong_password(self.request, name)
            raise


class AdminLogInForm(LogInForm, AdminAuthenticationForm):
    """The admin's door is guarded by the same counts; its page knows no TooMany, so it is an error of the form."""

    def clean(self) -> dict:
        try:
            return super().clean()
        except TooMany as refusal:
            raise forms.ValidationError(str(refusal)) from None


class PasswordForm(forms.Form):
    password = forms.CharField(label=_("Password"), max_length=256, strip=False, widget=forms.PasswordInput)


def chosen_options(ruleset_code: str, data) -> dict:
    """The options of a room out of posted fields "o-<key>": a flag is on when present, a choice is the named value.

    Unknown values go to rules.check_options as they are, which refuses them with a sentence.
    """
    found = {}
    for option in rules.get_ruleset(ruleset_code).options:
        raw = data.get(f"o-{option.key}")
        if option.kind == "flag":
            found[option.key] = raw is not None
        elif raw is not None:
            found[option.key] = next((value for value in option.choices if str(value) == raw), raw)
    return found


GROUP_ORDER = (ROOM, PLAY)  # these first, what a rule set groups by itself next, the scoring last


def in_groups(options) -> list[tuple[Text, list]]:
    """Options by their group, the groups in the order that every form and page shows them."""
    groups: dict[Text, list] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    place = {group: number for number, group in enumerate(GROUP_ORDER)} | {SCORING: len(groups) + 2}
    return sorted(groups.items(), key=lambda item: place.get(item[0], len(GROUP_ORDER)))


def option_fields(ruleset_code: str, preset_key: str = "", present: dict | None = None) -> list[dict]:
    """The options as groups of fields for the room form, set to what the room has (`present`), their defaults or a
    preset. A preset says how a game is scored and played: how long, how fast and how many stay what they are."""
    preset = next((preset for preset in rules.presets(ruleset_code) if preset.key == preset_key), None)
    values = dict(present or {})
    if preset:
        about_room = {option.key for option in rules.get_ruleset(ruleset_code).options if option.group == ROOM}
        values = {key: value for key, value in values.items() if key in about_room} | dict(preset.options)
    values = rules.check_options(ruleset_code, values)
    return [
        {"label": label, "fields": [_field(option, values[option.key]) for option in options]}
        for label, options in in_groups(rules.get_ruleset(ruleset_code).options)
    ]


def _field(option, value) -> dict:
    choices = [
        {"value": str(choice), "label": option.choice_labels.get(choice, str(choice)), "selected": choice == value}
        for choice in option.choices
    ]
    return {"option": option, "value": value, "choices": choices, "name": f"o-{option.key}"}
