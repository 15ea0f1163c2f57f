"""Pages and actions over HTTP: read the request, call one service or selector, answer. No rule and no query lives here.

Every refusal (GameError) is caught at one edge, `edge`: htmx gets a notice part (with the table anew when the moment
has passed), a browser without JavaScript gets a redirect with a message. Changes are POST only.
"""

import functools
import io
import secrets
import time
from collections.abc import Callable
from urllib.parse import urlencode

import segno
from django.contrib import messages
from django.contrib.auth import login as start_session
from django.contrib.auth import logout as end_session
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect as found_at
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

import rules
from games import notify, selectors, services
from games.errors import GameError, NotFound
from games.forms import JoinForm, NicknameForm, PasswordForm, chosen_options, option_fields
from games.render import digest, notice, parts

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
DEFAULT_RULESET = "dalian"


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
        except GameError as error:
            code = kwargs.get("code")
            if request.htmx:
                return _refusal(request, error, code)
            if request.method == "POST":
                messages.error(request, error.in_(request.LANGUAGE_CODE))
                back = reverse("room", args=[code]) if code and not isinstance(error, NotFound) else _back(request)
                return redirect(back)
            return _error_page(request, error.status, error.in_(request.LANGUAGE_CODE))

    return wrapped


def _refusal(request: HttpRequest, error: GameError, code: str | None) -> HttpResponse:
    """The notice; after a 409 also the viewer's fresh parts, for the screen was out of date."""
    said = notice(error, request.LANGUAGE_CODE)
    if error.status == 409 and code and request.user.is_authenticated:
        html = _my_parts(request, selectors.room_by_code(code))
        html["notice"] = said
        said = "".join(html.values())
    return HttpResponse(said, status=error.status)


def _back(request: HttpRequest) -> str:
    """Where a plain form came from, if that is a page of ours."""
    referer = request.META.get("HTTP_REFERER", "")
    return referer if _is_ours(request, referer) else reverse("home")


def _is_ours(request: HttpRequest, url: str) -> bool:
    return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())


def _next(request: HttpRequest) -> str:
    target = request.POST.get("next") or request.GET.get("next") or ""
    return target if _is_ours(request, target) else ""


def named(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Only for people with a name: others are asked for one first and come back here, or to the room they were in."""

    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.user.is_authenticated:
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


# --- home and people -------------------------------------------------------------------------------------------------
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page: a game in one click, my tables, a table number, a new table."""
    mine = selectors.my_rooms(request.user) if request.user.is_authenticated else []
    running = next((room for room in mine if room["status"] in ("playing", "between")), None)
    return render(request, "games/home.html", {"rulesets": _rulesets(), "rooms": mine, "running": running})


def _rulesets() -> list[dict]:
    """Plain rows (a template would call a class instead of reading it), the house's own game first."""
    codes = sorted(rules.ruleset_codes(), key=lambda code: code != DEFAULT_RULESET)
    return [{"code": code, "name": rules.get_ruleset(code).name} for code in codes]


@edge
def enter(request: HttpRequest) -> HttpResponse:
    """Asks for a nickname and makes a guest of whoever gives one."""
    if request.method == "POST":
        _ensure_person(request)
        return redirect(_next(request) or "home")
    if request.user.is_authenticated:
        return redirect(_next(request) or "home")
    return render(request, "games/enter.html", {"next": _next(request)})


def _ensure_person(request: HttpRequest, unnamed: bool = False) -> None:
    """Whoever has no session yet becomes a guest with the nickname of the form; `unnamed`: or with one of ours."""
    if request.user.is_authenticated:
        return
    form = NicknameForm(request.POST)
    nickname = form.cleaned_data["nickname"] if form.is_valid() else request.POST.get("nickname", "")
    if unnamed and not nickname.strip():
        nickname = _("Player %(number)s") % {"number": secrets.randbelow(9000) + 1000}
    start_session(request, services.make_guest(nickname=nickname), backend=MODEL_BACKEND)


@require_POST
@edge
def quick(request: HttpRequest) -> HttpResponse:
    """一键开局: a table with three bots, started at once."""
    _ensure_person(request, unnamed=True)
    ruleset = request.POST.get("ruleset") or DEFAULT_RULESET
    return redirect("room", code=services.quick_game(user=request.user, ruleset=ruleset).code)


@require_POST
@edge
def join(request: HttpRequest) -> HttpResponse:
    """A table number typed on the front page."""
    form = JoinForm(request.POST)
    if not form.is_valid():
        raise NotFound()
    room = selectors.room_by_code(form.cleaned_data["code"])
    if not request.user.is_authenticated and request.POST.get("nickname"):
        _ensure_person(request)
    return redirect("room", code=room.code)


@edge
def log_in(request: HttpRequest) -> HttpResponse:
    """For registered players: nickname and password."""
    form = AuthenticationForm(request, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        start_session(request, form.get_user())
        return redirect(_next(request) or "home")
    status = 422 if request.method == "POST" else 200
    return render(request, "games/login.html", {"form": form, "next": _next(request)}, status=status)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """The session ends, and with it the open sockets: a table in another tab must not stay in view."""
    gone = request.session.session_key
    end_session(request)
    if gone:
        notify.session_gone(gone)
    return redirect("home")


@named
@edge
def account(request: HttpRequest) -> HttpResponse:
    """The own name, a password to keep it, log out."""
    if request.method == "POST":
        if "nickname" in request.POST:
            services.rename(user=request.user, nickname=request.POST["nickname"])
        else:
            form = PasswordForm(request.POST)
            password = form.cleaned_data["password"] if form.is_valid() else request.POST.get("password", "")
            user = services.set_password(user=request.user, password=password)
            update_session_auth_hash(request, user)
        messages.success(request, _("Saved."))
        return redirect("account")
    return render(request, "games/account.html")


# --- making a table --------------------------------------------------------------------------------------------------
@named
@edge
def create(request: HttpRequest) -> HttpResponse:
    """A new table: rule set, preset, options."""
    codes = rules.ruleset_codes()
    data = request.POST if request.method == "POST" else request.GET
    wanted = data.get("ruleset", DEFAULT_RULESET)
    chosen = wanted if wanted in codes else (DEFAULT_RULESET if DEFAULT_RULESET in codes else codes[0])
    if request.method == "POST" and "refresh" not in request.POST:
        options = chosen_options(wanted, request.POST) if wanted in codes else {}
        room = services.create_room(host=request.user, ruleset=wanted, options=options)
        return redirect("room", code=room.code)
    context = {
        "rulesets": _rulesets(),
        "chosen": chosen,
        "presets": rules.presets(chosen),
        "preset": data.get("preset", ""),
        "groups": option_fields(chosen, data.get("preset", "")),
    }
    return render(request, "games/_options.html" if request.htmx else "games/create.html", context)


# --- the room --------------------------------------------------------------------------------------------------------
def _my_parts(request: HttpRequest, room) -> dict[str, str]:
    return parts(selectors.room_view(room.pk, request.user), request.LANGUAGE_CODE)


def _fresh(request: HttpRequest, room) -> HttpResponse:
    """The answer to every change of a room: htmx swaps the viewer's parts, a plain browser loads the page again."""
    if request.htmx:
        return HttpResponse("".join(_my_parts(request, room).values()))
    return redirect("room", code=room.code)


@require_GET
@named
@edge
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The one page of a room: lobby, table, result and standings are parts of it."""
    room = selectors.room_by_code(code)
    view = selectors.room_view(room.pk, request.user)
    html = parts(view, request.LANGUAGE_CODE)
    context = {
        "room": room,
        "part": {part_id.replace("-", "_"): text for part_id, text in html.items()},
        "now_ms": int(time.time() * 1000),
    }
    return render(request, "games/room.html", context)


@require_GET
@named
@edge
def room_parts(request: HttpRequest, code: str) -> HttpResponse:
    """The slow way to stay up to date: 204 while the viewer's parts are still the ones named by `have`."""
    html = _my_parts(request, selectors.room_by_code(code))
    if request.GET.get("have") == digest(html):
        return HttpResponse(status=204)
    return HttpResponse("".join(html.values()))


@require_GET
@edge
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The room's address as a QR code, to be scanned from a friend's screen."""
    room = selectors.room_by_code(code)
    picture = io.BytesIO()
    address = request.build_absolute_uri(reverse("room", args=[room.code]))
    segno.make(address, error="m").save(
        picture, kind="svg", scale=4, border=2, dark="#22302b", light="#fffdf6", xmldecl=False
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_POST
@named
@edge
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One game action: the hidden window and the action's text, judged by the service alone."""
    room = selectors.room_by_code(code)
    window = request.POST.get("window", "")
    services.submit_action(
        room_id=room.pk,
        user_id=request.user.pk,
        window=int(window) if window.isascii() and window.isdigit() and len(window) < 10 else -1,
        text=request.POST.get("action", ""),
    )
    return _fresh(request, room)


def _seat_number(raw: str) -> int | None:
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 4 else None


def _number(request: HttpRequest) -> int | None:
    return _seat_number(request.POST.get("number", ""))


def _add_bot(room, request: HttpRequest) -> None:
    number, _colon, level = request.POST.get("bot", "").partition(":")
    services.add_bot(room=room, by=request.user, number=_seat_number(number), level=level)


VERBS: dict[str, Callable[..., object]] = {
    "sit": lambda room, request: services.sit(room=room, user=request.user, number=_number(request)),
    "stand": lambda room, request: services.stand(room=room, user=request.user),
    "add-bot": _add_bot,
    "remove-bot": lambda room, request: services.remove_bot(room=room, by=request.user, number=_number(request)),
    "kick": lambda room, request: services.kick(room=room, by=request.user, number=_number(request)),
    "close": lambda room, request: services.close_room(room=room, by=request.user),
    "ask-vote": lambda room, request: services.ask_vote(
        room=room, user=request.user, kind=request.POST.get("kind", "")
    ),
    "vote": lambda room, request: services.answer_vote(
        room=room, user=request.user, agree=request.POST.get("agree") == "1"
    ),
    "resume": lambda room, request: services.resume(room=room, user=request.user),
    "hand-over": lambda room, request: services.hand_over(room=room, user=request.user),
    "ready": lambda room, request: services.set_ready(
        room=room, user=request.user, ready=request.POST.get("ready") == "1"
    ),
    "start": lambda room, request: services.start_match(room=room, by=request.user),
    "next": lambda room, request: services.ready_next(room=room, user=request.user),
    "again": lambda room, request: services.play_again(room=room, by=request.user),
    "take-over": lambda room, request: services.take_over(room=room, user=request.user),
}


@require_POST
@named
@edge
def command(request: HttpRequest, code: str, verb: str) -> HttpResponse:
    """Everything around the game: sit, stand, bots, ready, start, next deal, again, take over."""
    if verb not in VERBS:
        raise NotFound(_("There is nothing at this address."))
    room = selectors.room_by_code(code)
    VERBS[verb](room, request)
    return _fresh(request, room)


# --- errors and health -----------------------------------------------------------------------------------------------
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


def _error_page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    return render(request, "games/error.html", {"status": status, "sentence": sentence}, status=status)


def error_400(request: HttpRequest, exception=None) -> HttpResponse:
    return _error_page(request, 400, _("The request could not be understood."))


def error_403(request: HttpRequest, exception=None) -> HttpResponse:
    return _error_page(
        request, 403, _("The page was open for too long or this is not allowed. Please go back and reload it.")
    )


def error_404(request: HttpRequest, exception=None) -> HttpResponse:
    return _error_page(request, 404, _("There is nothing at this address."))


def error_500(request: HttpRequest) -> HttpResponse:
    """Without the database or the session: whatever broke may be broken still."""
    return render(
        None,
        "games/error.html",
        {"status": 500, "sentence": _("Something broke on our side. The table is safe; try again.")},
        status=500,
    )
