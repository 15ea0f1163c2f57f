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

from games import selectors, services
from games.edge import edge, my_parts, named, redirect
from games.errors import NotFound
from games.render import digest, parts


def _fresh(request: HttpRequest, room) -> HttpResponse:
    """The answer to every change of a room: htmx swaps the viewer's parts, a plain browser loads the page again."""
    if request.htmx:
        return HttpResponse("".join(my_parts(request, room).values()))
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
    html = my_parts(request, selectors.room_by_code(code))
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
