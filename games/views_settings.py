"""The settings page and the language switch; and which language the pages of a person have."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings as site
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as django_set_language

from games import preferences, selectors, services
from games.edge import edge, named, next_page, number, redirect

FORM_ONLY = ("csrfmiddlewaretoken", "next")


def language_of_person(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, after the one that knows the user: a person's own language goes before cookie and browser."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = preferences.of(request.user)[preferences.LANGUAGE]
        if language and language != request.LANGUAGE_CODE:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return get_response(request)

    return middleware


@named
@edge
def settings(request: HttpRequest) -> HttpResponse:
    """Everything a person may set for the own screen; saving leads back to where one came from."""
    back = next_page(request)
    if request.method == "POST":
        values = {key: value for key, value in request.POST.items() if key not in FORM_ONLY}
        saved = services.save_settings(user=request.user, values=values)
        if not back:  # elsewhere the page itself shows it, and at a table a notice would push the tiles down
            with translation.override(saved[preferences.LANGUAGE] or request.LANGUAGE_CODE):
                messages.success(request, _("Saved."))
        answer = redirect(back or "settings")
        if saved[preferences.LANGUAGE]:
            _remember(answer, saved[preferences.LANGUAGE])
        return answer
    chosen = preferences.of(request.user)
    chosen[preferences.LANGUAGE] = request.LANGUAGE_CODE
    groups = [
        {"label": label, "rows": [{"row": row, "chosen": chosen[row.key]} for row in rows]}
        for label, rows in preferences.GROUPS
    ]
    context = {
        "groups": groups,
        "back": back,
        "self": reverse("settings"),
        "muted": selectors.muted_people(request.user),
    }
    return render(request, "games/settings.html", context)


@require_POST
@named
@edge
def hear_again(request: HttpRequest) -> HttpResponse:
    """Takes somebody off the list of those one does not hear."""
    services.hear_again(user=request.user, person=number(request.POST.get("person", "")))
    back = next_page(request)
    return redirect(reverse("settings") + (f"?{urlencode({'next': back}, safe='/')}" if back else ""))


@require_POST
@edge
def set_language(request: HttpRequest) -> HttpResponse:
    """The switch in the header: a cookie for everybody (Django's own), and for people with a name their setting too."""
    wanted = request.POST.get("language", "")
    if request.user.is_authenticated and wanted in dict(site.LANGUAGES):
        services.save_settings(user=request.user, values={preferences.LANGUAGE: wanted})
    return django_set_language(request)


def _remember(answer: HttpResponse, language: str) -> None:
    """The cookie of Django's own switch: pages before the login keep the language as well."""
    answer.set_cookie(
        site.LANGUAGE_COOKIE_NAME,
        language,
        max_age=site.SESSION_COOKIE_AGE,
        samesite=site.LANGUAGE_COOKIE_SAMESITE,
        secure=site.LANGUAGE_COOKIE_SECURE,
    )
