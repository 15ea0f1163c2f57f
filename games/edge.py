"""What every view stands on: refusals become answers at one place, people without a name are asked for one.

Every refusal (GameError) is caught at one edge, `edge`: htmx gets a notice part (with the table anew when the moment
has passed), a browser without JavaScript gets a redirect with a message.
"""

import contextlib
import functools
from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect as found_at
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from games import selectors
from games.errors import Forbidden, GameError, NotFound, TooMany
from games.render import notice, parts


def redirect(to: str, **kwargs) -> HttpResponse:
    """303: whatever was posted, the browser now reads the page at `to` (a view's name or an address)."""
    answer = found_at(to, **kwargs)
    answer.status_code = 303
    return answer


def edge(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The one place where a service's refusal becomes an answer."""

    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TooMany as error:
            said = error.in_(request.LANGUAGE_CODE)
            answer = _refusal(request, error, None) if request.htmx else error_page(request, error.status, said)
            answer["Retry-After"] = str(error.wait)
            return answer
        except GameError as error:
            code = kwargs.get("code")
            if request.htmx:
                return _refusal(request, error, code)
            if request.method == "POST":
                messages.error(request, error.in_(request.LANGUAGE_CODE))
                back = reverse("room", args=[code]) if code and not isinstance(error, NotFound) else _back(request)
                return redirect(back)
            return error_page(request, error.status, error.in_(request.LANGUAGE_CODE))

    return wrapped


def _refusal(request: HttpRequest, error: GameError, code: str | None) -> HttpResponse:
    """The notice; after a 409 also the viewer's fresh parts, for the screen was out of date."""
    said = notice(error, request.LANGUAGE_CODE)
    if error.status == 409 and code and request.user.is_authenticated:
        with contextlib.suppress(Forbidden):  # nothing to see here: the sentence alone
            html = my_parts(request, selectors.room_by_code(code))
            html["notice"] = said
            said = "".join(html.values())
    return HttpResponse(said, status=error.status)


def _back(request: HttpRequest) -> str:
    """Where a plain form came from, if that is a page of ours."""
    referer = request.META.get("HTTP_REFERER", "")
    return referer if is_ours(request, referer) else reverse("home")


def is_ours(request: HttpRequest, url: str) -> bool:
    return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())


def number(raw: str) -> int | None:
    """The id that a form names, or None."""
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 12 else None


def next_page(request: HttpRequest) -> str:
    target = request.POST.get("next") or request.GET.get("next") or ""
    return target if is_ours(request, target) else ""


def named(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Only for people with a name: others are asked for one first and come back here, or to the room they were in."""

    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            keep_session(request)
            return view(request, *args, **kwargs)
        if "code" in kwargs:  # never to its parts or verbs, which are no pages
            target = reverse("room", args=[kwargs["code"]])
        else:
            target = request.get_full_path() if request.method == "GET" else reverse("home")
        address = f"{reverse('enter')}?{urlencode({'next': target}, safe='/')}"
        if request.htmx:
            return HttpResponse(status=204, headers={"HX-Redirect": address})
        return redirect(address)

    return wrapped


def keep_session(request: HttpRequest) -> None:
    """A guest's only key is the cookie: whoever comes by gets it anew once a day, so it ends half a year after the
    last visit, not after the first. Not with every click: each would be a write."""
    today = timezone.now().date().isoformat()
    if request.session.get("kept") != today:
        request.session["kept"] = today


def my_parts(request: HttpRequest, room) -> dict[str, str]:
    """The parts of a room page for whoever asks."""
    return parts(selectors.room_view(room.pk, request.user), request.LANGUAGE_CODE)


def error_page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    return render(request, "games/error.html", {"status": status, "sentence": sentence}, status=status)
