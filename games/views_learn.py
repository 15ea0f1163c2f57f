"""The first deal to learn by: a page a step, and the answer to each click. Nothing is stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import rules
from games import learn
from games.edge import edge, redirect
from games.errors import NotFound
from rules.lesson import NoLesson, steps_of


@require_http_methods(["GET", "HEAD", "POST"])
@edge
def lesson(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Step `step` of the lesson; a POST with its action leads to the next one, any other action stays and says so."""
    if ruleset not in rules.ruleset_codes():
        raise NotFound(_("There are no rules of this name."))
    try:
        steps = steps_of(ruleset)
    except NoLesson as problem:
        raise NotFound(problem.text) from None
    number = _number(request, len(steps))
    wrong = False
    if request.method == "POST":
        wanted = steps[number].action
        if wanted is not None and request.POST.get("action") == str(wanted):
            return redirect(f"{reverse('learn', args=[ruleset])}?step={number + 1}")
        wrong = wanted is not None
    return render(request, "games/learn.html", learn.page(ruleset, number, request.LANGUAGE_CODE, wrong))


def _number(request: HttpRequest, count: int) -> int:
    raw = request.POST.get("step") or request.GET.get("step") or "0"
    number = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 4 else 0
    return min(number, count - 1)
