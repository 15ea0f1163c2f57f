"""How often is too often: one table of limits, counted in the cache, far above what people do.

Made so that eight friends behind one router never meet one, while somebody who tries table numbers or passwords does
within seconds. Used at the edges only (views, socket, log-in forms); services know nothing of it. Refuses with
TooMany (429). Counts are fixed windows: at worst twice the number in one window's time. When the cache is away people
play on: nothing is counted, and one line in the log says so. Keys hold no address and no name, only their hash.
"""

from __future__ import annotations

import functools
import hashlib
import ipaddress
import logging
import time
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from . import selectors
from .errors import NotFound, TooMany
from .models import Room, Seat, User

log = logging.getLogger(__name__)

REST = 10.0  # seconds during which a cache that was away is not asked again


class Limit(NamedTuple):
    """`most` in `seconds`, for each person or for each address."""

    most: int
    seconds: int


LIMITS = {
    # per person
    "act": Limit(120, 10),  # what is posted in a room; a quick player has one or two a second
    "look": Limit(200, 10),  # pages and parts of a room, asked every 3 s when the socket is down
    "socket": Limit(120, 60),  # sockets opened; a page without a network tries some fifteen times a minute
    "room": Limit(60, 3600),  # tables opened
    "page": Limit(300, 60),  # what costs the server more: calculator, statistics; half a second for each click
    "replay": Limit(1500, 60),  # steps of a replay; a held key makes some twenty a second
    "export": Limit(10, 600),  # an archive of one's own records: seconds of work
    "wrong number": Limit(30, 600),  # of a table that does not exist
    # per address; a family or a club shares one
    "guest": Limit(60, 3600),
    "page of address": Limit(1200, 60),  # the same without a name
    "replay of address": Limit(6000, 60),
    "wrong number of address": Limit(60, 600),
    "wrong password of address": Limit(40, 600),
    # per name that somebody tries to log in with, wherever from: a guess every 36 seconds is none
    "wrong password of name": Limit(100, 3600),
}

_away_until = 0.0  # monotonic: the cache did not answer


def spend(name: str, subject: object) -> None:
    """Count one; raises TooMany when that is more than the limit. `subject`: a person's id, an address, a name.

    An empty subject (no address is known) is not counted: everybody would share it.
    """
    if not settings.LIMITS or subject in (None, ""):
        return
    limit = LIMITS[name]
    key, left = _window(name, subject, limit)
    if _count(key, limit.seconds) > limit.most * settings.LIMITS:
        raise TooMany(left)


def must_have_left(*asked: tuple[str, object]) -> None:
    """Raises TooMany if one of these (limit, subject) is used up; counts nothing."""
    if not settings.LIMITS:
        return
    windows = {}
    for name, subject in asked:
        if subject not in (None, ""):
            key, left = _window(name, subject, LIMITS[name])
            windows[key] = (LIMITS[name].most * settings.LIMITS, left)
    counted = _asked(cache.get_many, list(windows)) or {}
    for key, (most, left) in windows.items():
        if counted.get(key, 0) >= most:
            raise TooMany(left)


def limited(name: str) -> Callable:
    """For views inside `edge`: counts one for the person, or for the address of somebody without a name."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @functools.wraps(view)
        def wrapped(request: HttpRequest, *args, **kwargs) -> HttpResponse:
            if request.user.is_authenticated:
                spend(name, request.user.pk)
            else:
                spend(f"{name} of address", address(request))
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


# --- table numbers: wrong ones are counted, right ones cost nothing ----------------------------------------------
def find_room(request: HttpRequest, code: object) -> Room:
    """The room with this number, for a page or a POST. Raises NotFound or TooMany."""
    user = request.user if request.user.is_authenticated else None
    if user:
        spend("look" if request.method in ("GET", "HEAD") else "act", user.pk)
    return room_by_code(code, user=user, from_address=address(request))


def room_by_code(code: object, *, user: User | None, from_address: str) -> Room:
    """Whoever has tried too many wrong numbers finds no table for a while, not even a right one: else one could go on
    guessing. People who sit at it always do, whatever a neighbour behind the same router is up to."""
    person = user.pk if user else None
    asked = (("wrong number", person), ("wrong number of address", from_address))
    try:
        room = selectors.room_by_code(code)
    except NotFound:
        for name, subject in asked:
            spend(name, subject)
        raise
    try:
        must_have_left(*asked)
    except TooMany:
        if person is None or not (room.host_id == person or Seat.objects.filter(room=room, user=person).exists()):
            raise
    return room


# --- passwords ---------------------------------------------------------------------------------------------------
def may_try_password(request: HttpRequest, name: str) -> None:
    """Before a password is looked at. Raises TooMany."""
    must_have_left(*_passwords(request, name))


def wrong_password(request: HttpRequest, name: str) -> None:
    """After a wrong one: count it. The answer to this one is the usual sentence."""
    for limit, subject in _passwords(request, name):
        try:
            spend(limit, subject)
        except TooMany:
            continue


def _passwords(request: HttpRequest, name: str) -> tuple[tuple[str, str], ...]:
    return (("wrong password of name", name.casefold()), ("wrong password of address", address(request)))


# --- addresses ---------------------------------------------------------------------------------------------------
def address(request: HttpRequest) -> str:
    """Where a request comes from, "" if that is unknown."""
    return _address(request.META.get("REMOTE_ADDR") or "", request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of_socket(scope: dict) -> str:
    """The same for a handshake."""
    forwarded = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    return _address((scope.get("client") or ("",))[0] or "", ", ".join(forwarded))


def _address(peer: str, forwarded: str) -> str:
    """The peer; behind trusted proxies the last address in X-Forwarded-For that is none of theirs.

    What stands further left was written by the client himself. IPv6: the network, for a person has 2^64 addresses.
    """
    here = _parsed(peer)
    steps = forwarded.split(",")
    while here is not None and any(here in network for network in settings.TRUSTED_PROXIES):
        here = _parsed(steps.pop()) if steps else None
    if here is None:
        return ""
    return str(here if here.version == 4 else ipaddress.ip_network((here, 64), strict=False))


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


# --- counting ----------------------------------------------------------------------------------------------------
def _window(name: str, subject: object, limit: Limit) -> tuple[str, float]:
    """(key of the running window, seconds until it ends)."""
    number, gone = divmod(time.time(), limit.seconds)
    said = f"{name}\0{subject}\0{int(number)}".encode()
    secret = settings.SECRET_KEY.encode()[:64]
    return f"limit:{hashlib.blake2b(said, key=secret, digest_size=16).hexdigest()}", limit.seconds - gone


def _count(key: str, seconds: int) -> int:
    """One more; how many that are now. Each step is atomic: two processes never count the same one."""

    def one_more() -> int:
        try:
            return cache.incr(key)
        except ValueError:  # the first of this window
            return 1 if cache.add(key, 1, seconds) else cache.incr(key)

    return _asked(one_more) or 0


def _asked(question: Callable, *arguments: object) -> object:
    """The cache's answer, None while it is away. A dead Redis must cost one wait now and then, not one a click."""
    global _away_until
    if time.monotonic() < _away_until:
        return None
    try:
        answer = question(*arguments)
    except Exception as problem:
        if not _away_until:
            log.warning("the cache is away, nothing is limited: %s", type(problem).__name__)
        _away_until = time.monotonic() + REST
        return None
    if _away_until:
        _away_until = 0.0
        log.warning("the cache is back")
    return answer
