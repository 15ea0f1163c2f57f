"""Pages and actions over HTTP: read the request, call one service or selector, answer. No rule and no query lives here.

The room has a file of its own (views_room.py). Changes are POST only.
"""

import re
import secrets

from django.contrib import messages
from django.contrib.auth import login as start_session
from django.contrib.auth import logout as end_session
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import rules
from games import limits, notify, services
from games.edge import edge, error_page, keep_session, named, next_page, redirect
from games.errors import NotFound
from games.forms import JoinForm, LogInForm, NicknameForm, PasswordForm, chosen_options, option_fields
from games.my_rooms import invitation, my_rooms

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
DEFAULT_RULESET = "dalian"


# --- home and people -------------------------------------------------------------------------------------------------
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page: a game in one click, my tables, a table number, a new table."""
    if request.user.is_authenticated:
        keep_session(request)
    mine = my_rooms(request.user) if request.user.is_authenticated else []
    seated = sorted((room for room in mine if room["seat"] is not None), key=lambda room: room["is_open"])
    running = next(iter(seated), None)  # one that plays before one that gathers
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
        return redirect(next_page(request) or "home")
    if request.user.is_authenticated:
        return redirect(next_page(request) or "home")
    target = next_page(request)
    return render(request, "games/enter.html", {"next": target, "table": _invited_to(request, target)})


def _invited_to(request: HttpRequest, target: str) -> dict | None:
    """What a link that a friend has sent leads to, for somebody who has no name here yet."""
    found = re.fullmatch(r"/room/(\d{6})/", target)
    try:
        return invitation(limits.find_room(request, found.group(1))) if found else None
    except NotFound:
        return None


def _ensure_person(request: HttpRequest, unnamed: bool = False) -> None:
    """Whoever has no session yet becomes a guest with the nickname of the form; `unnamed`: or with one of ours."""
    if request.user.is_authenticated:
        return
    form = NicknameForm(request.POST)
    nickname = form.cleaned_data["nickname"] if form.is_valid() else request.POST.get("nickname", "")
    limits.spend("guest", limits.address(request))
    if unnamed and not nickname.strip():
        nickname = _("Player %(number)s") % {"number": secrets.randbelow(9000) + 1000}
    start_session(request, services.make_guest(nickname=nickname), backend=MODEL_BACKEND)


@require_POST
@edge
def quick(request: HttpRequest) -> HttpResponse:
    """一键开局: a table with three bots, started at once."""
    _ensure_person(request, unnamed=True)
    limits.spend("room", request.user.pk)
    ruleset = request.POST.get("ruleset") or DEFAULT_RULESET
    return redirect("room", code=services.quick_game(user=request.user, ruleset=ruleset).code)


@require_POST
@edge
def join(request: HttpRequest) -> HttpResponse:
    """A table number typed on the front page."""
    form = JoinForm(request.POST)
    if not form.is_valid():
        raise NotFound()
    room = limits.find_room(request, form.cleaned_data["code"])
    if not request.user.is_authenticated and request.POST.get("nickname"):
        _ensure_person(request)
    return redirect("room", code=room.code)


@edge
def log_in(request: HttpRequest) -> HttpResponse:
    """For registered players: nickname and password."""
    form = LogInForm(request, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        start_session(request, form.get_user())
        return redirect(next_page(request) or "home")
    status = 422 if request.method == "POST" else 200
    return render(request, "games/login.html", {"form": form, "next": next_page(request)}, status=status)


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
@limits.limited("page")
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
        limits.spend("room", request.user.pk)
        options = chosen_options(wanted, request.POST) if wanted in codes else {}
        room = services.create_room(host=request.user, ruleset=wanted, options=options)
        return redirect("room", code=room.code)
    context = {
        "rulesets": _rulesets(),
        "here": reverse("create"),
        "chosen": chosen,
        "presets": rules.presets(chosen),
        "preset": data.get("preset", ""),
        "groups": option_fields(chosen, data.get("preset", "")),
    }
    return render(request, "games/_options.html" if request.htmx else "games/create.html", context)


# --- errors and health -----------------------------------------------------------------------------------------------
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


def error_400(request: HttpRequest, exception=None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return error_page(request, 413, _("That was more than anything here needs."))
    return error_page(request, 400, _("The request could not be understood."))


def error_403(request: HttpRequest, exception=None) -> HttpResponse:
    return error_page(
        request, 403, _("The page was open for too long or this is not allowed. Please go back and reload it.")
    )


def error_404(request: HttpRequest, exception=None) -> HttpResponse:
    return error_page(request, 404, _("There is nothing at this address."))


def error_500(request: HttpRequest) -> HttpResponse:
    """Without the database or the session: whatever broke may be broken still."""
    return render(
        None,
        "games/error.html",
        {"status": 500, "sentence": _("Something broke on our side. The table is safe; try again.")},
        status=500,
    )
