"""The rules pages: the list of rule sets and one page each. Thin: what they show is games/rules_pages.py's."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import rules
from games import limits, rules_pages
from games.errors import NotFound
from games.views import DEFAULT_RULESET, edge


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """Every rule set with its introduction, the house's own game first."""
    codes = sorted(rules.ruleset_codes(), key=lambda code: code != DEFAULT_RULESET)
    rows = rules_pages.introductions(codes, request.LANGUAGE_CODE)
    return render(request, "games/rules_list.html", {"rulesets": rows})


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """The words of the table and what they mean."""
    return render(request, "games/glossary.html", {"chapters": rules_pages.glossary(request.LANGUAGE_CODE)})


@require_safe
@edge
def rules_page(request: HttpRequest, ruleset: str) -> HttpResponse:
    """One rule set; with ?room=<number> the options that this table changed are marked."""
    if ruleset not in rules.ruleset_codes():
        raise NotFound(_("There are no rules of this name."))
    room = _room(request, ruleset)
    context = {
        "page": rules_pages.page(ruleset, request.LANGUAGE_CODE),
        "groups": rules_pages.options(ruleset, request.LANGUAGE_CODE, room.options if room else None),
        "room": room,
    }
    return render(request, "games/rules.html", context)


def _room(request: HttpRequest, ruleset: str):
    """The table that the page was opened from, if it plays these rules."""
    code = request.GET.get("room", "")
    if not code:
        return None
    try:
        room = limits.find_room(request, code)
    except NotFound:
        return None
    return room if room.ruleset == ruleset else None
