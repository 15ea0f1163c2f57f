"""The calculator 算番: a form whose query string is the whole state. Thin: games/score_state.py reads and changes it,
games/score_page.py says what it is worth."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import rules
from games import limits, score_page, score_state
from games.errors import NotFound
from games.views import DEFAULT_RULESET, _rulesets, edge


@require_safe
@edge
@limits.limited("page")
def score(request: HttpRequest, ruleset: str = DEFAULT_RULESET) -> HttpResponse:
    """The whole page; to htmx the parts of the form that changed, under the address that reproduces them."""
    if ruleset not in rules.ruleset_codes():
        raise NotFound(_("There are no rules of this name."))
    state = score_state.read(ruleset, request.GET)
    score_state.change(state, request.GET)
    if not request.htmx:
        context = score_page.page(state) | {"rulesets": _rulesets(), "oob": False}
        return render(request, "games/score.html", context)
    if "typing" in request.GET:
        context, template = score_page.typed(state), "games/score/typed.html"
    else:
        context, template = score_page.page(state), "games/score/parts.html"
    answer = render(request, template, context | {"oob": True})
    answer["HX-Replace-Url"] = context["result"]["link"]
    return answer
