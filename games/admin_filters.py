"""Filters of the admin's lists in words: the names of rule sets and of kinds of transfers, not their codes."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import rules

from .models import Transfer

KINDS = {
    "win": _("win"),
    "self_draw": _("bonus for a self-drawn win"),
    "kong": _("kong"),
    "opening": _("opening win"),
    "chajiao": _("not ready at the draw"),
    "refund": _("kong points returned"),
    "genzhuang": _("all followed the dealer"),
    "cap": _("above the cap"),
    "correction": _("correction"),
}


class OfRuleset(admin.SimpleListFilter):
    """`lookup` is the way to the room's rule set."""

    title = _("rule set")
    parameter_name = "ruleset"
    lookup = "ruleset"

    def lookups(self, request, model_admin):
        return [(code, rules.get_ruleset(code).name.in_(get_language())) for code in rules.ruleset_codes()]

    def queryset(self, request, queryset):
        return queryset.filter(**{self.lookup: self.value()}) if self.value() else queryset


class OfMatchsRuleset(OfRuleset):
    lookup = "room__ruleset"


class OfDealsRuleset(OfRuleset):
    lookup = "match__room__ruleset"


class OfKind(admin.SimpleListFilter):
    """The kinds that occur; one that a new rule set brings along is shown by its own word."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request, model_admin):
        found = Transfer.objects.order_by("kind").values_list("kind", flat=True).distinct()
        return [(kind, KINDS.get(kind, kind)) for kind in found]

    def queryset(self, request, queryset):
        return queryset.filter(kind=self.value()) if self.value() else queryset
