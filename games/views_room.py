"""The room page and what happens in a room over HTTP: read the request, call one service, answer with fresh parts."""

import io
import time
from collections.abc import Callable

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

import rules
from games import limits, selectors, services, talk_parts
from games.edge import edge, my_parts, named, next_page, number, redirect
from games.errors import Conflict, Forbidden, NotFound
from games.forms import chosen_options, option_fields
from games.render import digest, notice, parts


def _fresh(request: HttpRequest, room) -> HttpResponse:
    """The answer to every change of a room: htmx swaps the viewer's parts, a plain browser loads the page again."""
    if not request.htmx:
        return redirect(next_page(request) or reverse("room", args=[room.code]))
    try:
        return HttpResponse("".join(my_parts(request, room).values()))
    except Forbidden:  # who gave up a seat at a table without spectators sees it no longer: the page says so
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})


@require_GET
@named
@edge
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The one page of a room: lobby, table, result and standings are parts of it."""
    room = limits.find_room(request, code)
    services.beat(room_id=room.pk, user_id=request.user.pk)  # without scripts or sockets this is the only sign of life
    view = selectors.room_view(room.pk, request.user)
    html = parts(view, request.LANGUAGE_CODE)
    context = {
        "room": room,
        "part": {part_id.replace("-", "_"): text for part_id, text in html.items()},
        "now_ms": int(time.time() * 1000),
        "phrases": talk_parts.phrases(),
        "emotes": talk_parts.emotes(),
    }
    return render(request, "games/room.html", context)


@require_GET
@named
@edge
def room_parts(request: HttpRequest, code: str) -> HttpResponse:
    """The slow way to stay up to date: 204 while the viewer's parts are still the ones named by `have`."""
    room = limits.find_room(request, code)
    services.beat(room_id=room.pk, user_id=request.user.pk)
    try:
        html = my_parts(request, room)
    except Forbidden as error:  # shown out meanwhile: the page, loaded anew, is the sentence that says why
        said = notice(error, request.LANGUAGE_CODE)
        return HttpResponse(said, status=403, headers={"HX-Refresh": "true"})
    if request.GET.get("have") == digest(html):
        return HttpResponse(status=204)
    return HttpResponse("".join(html.values()))


@require_GET
@edge
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The room's address as a QR code, to be scanned from a friend's screen."""
    room = limits.find_room(request, code)
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
    room = limits.find_room(request, code)
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


def _say(room, request: HttpRequest) -> None:
    kind = next((kind for kind in ("phrase", "emote") if kind in request.POST), "chat")
    services.say(room=room, user=request.user, kind=kind, text=request.POST.get(kind, ""))


def _mute(room, request: HttpRequest, on: bool) -> None:
    if request.POST.get("number") == "all":
        services.mute_all(room=room, user=request.user, on=on)
    else:
        change = services.mute if on else services.unmute
        change(room=room, user=request.user, number=_number(request))


VERBS: dict[str, Callable[..., object]] = {
    "sit": lambda room, request: services.sit(room=room, user=request.user, number=_number(request)),
    "stand": lambda room, request: services.stand(room=room, user=request.user),
    "add-bot": _add_bot,
    "remove-bot": lambda room, request: services.remove_bot(room=room, by=request.user, number=_number(request)),
    "kick": lambda room, request: services.kick(room=room, by=request.user, number=_number(request)),
    "replace": lambda room, request: services.replace_by_bot(room=room, by=request.user, number=_number(request)),
    "refresh": lambda room, request: services.refresh(room=room, by=request.user),
    "swap": lambda room, request: services.ask_swap(room=room, user=request.user, number=_number(request)),
    "agree-swap": lambda room, request: services.agree_swap(room=room, user=request.user, number=_number(request)),
    "keep-seat": lambda room, request: services.keep_seat(room=room, user=request.user),
    "fill": lambda room, request: services.fill_with_bots(room=room, by=request.user),
    "gather": lambda room, request: services.gather(room=room, by=request.user),
    "pass-host": lambda room, request: services.pass_host(room=room, by=request.user, number=_number(request)),
    "allow-again": lambda room, request: services.allow_again(
        room=room, by=request.user, user_id=number(request.POST.get("person", ""))
    ),
    "lock": lambda room, request: services.set_locked(
        room=room, by=request.user, locked=request.POST.get("locked") == "1"
    ),
    "spectators": lambda room, request: services.set_spectators(
        room=room, by=request.user, spectators=request.POST.get("spectators") == "1"
    ),
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
    "say": _say,
    "mute": lambda room, request: _mute(room, request, True),
    "unmute": lambda room, request: _mute(room, request, False),
    "take-over": lambda room, request: services.take_over(room=room, user=request.user),
}


@named
@edge
def options(request: HttpRequest, code: str) -> HttpResponse:
    """The host changes the options before the first deal or between two matches, in the form that made the table."""
    room = limits.find_room(request, code)
    if request.method == "POST":
        services.set_options(room=room, by=request.user, options=chosen_options(room.ruleset, request.POST))
        return redirect("room", code=room.code)
    view = selectors.room_view(room.pk, request.user)["room"]
    if not view["is_host"]:
        raise Forbidden()
    if not view["can_edit"]:
        raise Conflict(_("Not during a match."))
    preset = request.GET.get("preset", "")
    context = {
        "room": room,
        "here": reverse("room-options", args=[room.code]),
        "ruleset_name": view["ruleset_name"],
        "chosen": room.ruleset,
        "presets": rules.presets(room.ruleset),
        "preset": preset,
        "groups": option_fields(room.ruleset, preset, room.options),
    }
    return render(request, "games/_options.html" if request.htmx else "games/options.html", context)


@require_POST
@named
@edge
def command(request: HttpRequest, code: str, verb: str) -> HttpResponse:
    """Everything around the game: sit, stand, bots, ready, start, next deal, again, take over."""
    if verb not in VERBS:
        raise NotFound(_("There is nothing at this address."))
    room = limits.find_room(request, code)
    VERBS[verb](room, request)
    return _fresh(request, room)
