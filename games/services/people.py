"""Who plays: guests, passwords, names, and who is here. Services only; a session is the views' business."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Iterable

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

import rules

from ..errors import BadInput, Conflict, Unprocessable
from ..models import Deal, Message, Room, Seat, User
from .base import one_writer, table

WIDEST = 16  # columns: eight Chinese characters or sixteen letters
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"  # fillers and the empty Braille cell
ONLINE = 45.0  # seconds after the last heartbeat; sockets beat every 20
GONE = 60.0  # seconds after the last heartbeat: then a bot may take the seat until its owner is back
OFTEN = 10.0  # seconds after a heartbeat in which another one says nothing new
SILENT = 180.0  # seconds of one's own turn without a clock, while others wait: from then on one counts as away


def width(text: str) -> int:
    """Columns on the screen: wide characters take two, marks on a letter none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def clean_nickname(nickname: object) -> str:
    """The name as it will be shown. Raises Unprocessable with the reason."""
    if not isinstance(nickname, str):
        raise BadInput(_("Please type a nickname."))
    name = " ".join(unicodedata.normalize("NFC", nickname[:200]).split())
    if not name:
        raise Unprocessable(_("Please type a nickname."))
    # Cc/Cs/Co/Cn: control, broken, private and unassigned characters. Cf: invisible ones and direction marks, with
    # which one name can look like another. BLANK: letters and signs that are drawn as nothing.
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or c in BLANK for c in name):
        raise Unprocessable(_("The nickname holds characters that cannot be seen. Please type it again."))
    if not any(unicodedata.category(c)[0] in "LNSP" for c in name):
        raise Unprocessable(_("Please type a nickname."))
    marks = sum(1 for c in name if unicodedata.combining(c))
    if width(name) > WIDEST or len(nickname) > 200 or marks > width(name):
        raise Unprocessable(_("The nickname is too long: at most 8 Chinese characters or 16 letters."))
    return name


def same_name(one: str, other: str) -> bool:
    """Would two names be taken for each other?"""
    return unicodedata.normalize("NFKC", one).casefold() == unicodedata.normalize("NFKC", other).casefold()


def bearers(name: str) -> list[User]:
    """The registered players who have this name, or one that would be taken for it.

    SQLite compares without case in ASCII only, so the usual spellings are asked for one by one.
    """
    spellings = {name, unicodedata.normalize("NFKC", name), name.lower(), name.upper(), name.title(), name.casefold()}
    asked = Q(username__in=spellings)
    for spelling in spellings:
        asked |= Q(username__iexact=spelling)
    return [user for user in User.objects.filter(asked).order_by("pk") if same_name(user.username, name)]


def login_name(typed: str) -> str:
    """The name of the account that somebody means who types this: case, width and doubled spaces do not matter."""
    name = " ".join(unicodedata.normalize("NFC", typed[:200]).split())
    found = [user.username for user in bearers(name)]
    return found[0] if len(found) == 1 else name


def make_guest(*, nickname: str) -> User:
    """A new guest. Raises Unprocessable for a bad name, Conflict for one that belongs to a registered player."""
    name = clean_nickname(nickname)
    with one_writer(), transaction.atomic():
        if bearers(name):
            raise Conflict(_("This name belongs to a registered player. Log in, or choose another one."))
        user = User(username=f"guest-{secrets.token_hex(8)}", nickname=name)
        user.set_unusable_password()
        user.save()
    return user


def set_password(*, user: User, password: str) -> User:
    """Make a guest a registered player, who logs in with the nickname and this password; or change the password."""
    if not isinstance(password, str) or len(password) > 256:
        raise BadInput(_("Please type a password."))
    try:
        validate_password(password, user)
    except ValidationError as problem:
        raise Unprocessable(_join(problem)) from None
    with one_writer(), transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if user.is_guest:
            # the nickname becomes the name to log in with, so from now on nobody else may have it
            if any(other.pk != user.pk for other in bearers(user.nickname)):
                raise Conflict(_("This name belongs to a registered player. Choose another nickname first."))
            user.username = user.nickname
        user.set_password(password)
        user.save()
    return user


def rename(*, user: User, nickname: str) -> User:
    """Another nickname. A registered player logs in with the new one from now on."""
    name = clean_nickname(nickname)
    with one_writer(), transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if any(other.pk != user.pk for other in bearers(name)):
            raise Conflict(_("This name belongs to a registered player. Choose another one."))
        for seat in Seat.objects.filter(user=user).exclude(room__status="closed"):
            others = Seat.objects.filter(room=seat.room_id, user__isnull=False).exclude(user=user)
            if any(same_name(name, other.user.name) for other in others.select_related("user")):
                raise Conflict(_("Somebody at this table already has this name. Please choose another one."))
        if not user.is_guest and user.username == user.nickname:
            user.username = name
        user.nickname = name
        user.save(update_fields=["username", "nickname"])
    return user


def is_online(seen_at: float, now: float) -> bool:
    return seen_at > now - ONLINE


def is_gone(seat: Seat, now: float) -> bool:
    """May a bot take the seat? Its person has been away for a minute, or let the clock run out and has not come back.
    Whoever asked for 托管 by hand is here."""
    return seat.is_human and (seat.seen_at <= now - GONE or (seat.trustee and not seat.by_hand))


def leads(seats: Iterable[Seat], host_id: int, user_id: int, now: float) -> bool:
    """May this person use the host's tools of a running match? The host; anybody who is at the table while he is not:
    without a clock everybody would wait for an absent host for ever."""
    if user_id == host_id:
        return True
    seats = list(seats)
    host = next((s for s in seats if s.user_id == host_id), None)
    mine = next((s for s in seats if s.user_id == user_id and s.is_human), None)
    return mine is not None and not is_gone(mine, now) and (host is None or is_gone(host, now))


def must_be_gone(seat: Seat, now: float) -> None:
    """Nobody who is here loses his seat in a running match."""
    if not is_gone(seat, now):
        sentence = _("%(name)s is here. A bot can only take over from somebody who has been away for a minute.")
        raise Conflict(sentence % {"name": seat.user.name})


def arrive(*, room_id: int, user_id: int) -> None:
    """A page or socket of this person was opened: they are here, and 托管 gives the hand back (CO-11),
    unless it was asked for by hand."""
    if not Seat.objects.filter(room=room_id, user=user_id).exists():
        return  # spectators come and go without a trace
    with table(room_id) as t:
        seat = t.seat_of(user_id)
        if seat is None:
            return
        was_online, was_trustee = is_online(seat.seen_at, t.now), seat.trustee and not seat.by_hand
        seat.seen_at, seat.trustee = t.now, seat.trustee and seat.by_hand
        seat.save(update_fields=["seen_at", "trustee"])
        if was_trustee:
            t.changed(seat.number)
        elif not was_online:
            t.changed()


def beat(*, room_id: int, user_id: int) -> bool:
    """The heartbeat of an open page. Returns whether the person had been thought away (others must be told)."""
    from . import votes  # the course of a match builds on people

    mine = Seat.objects.filter(room=room_id, user=user_id)
    seat = mine.select_related("room").first()
    if seat is None:
        return False
    now = time.time()
    if seat.room.vote:
        votes.recount(room_id=room_id)
    if seat.seen_at > now - OFTEN or _dozes(seat.room, user_id, now):
        return False
    if not is_online(seat.seen_at, now):
        with table(room_id) as t:
            mine.update(seen_at=now)
            t.changed()
        return True
    with one_writer():
        mine.update(seen_at=now)
    return False


def _dozes(room: Room, user_id: int, now: float) -> bool:
    """Without a clock: have others been waiting for this person's turn for minutes? An open page alone would hold them
    up for ever. Only a turn that everybody sees counts: whose answer to a discard is missing is nobody's to know."""
    if room.status != Room.Status.PLAYING or room.paused_at or room.options.get("clock"):
        return False
    seats = list(room.seats.all())
    others = any(s.is_human and s.user_id != user_id and is_online(s.seen_at, now) for s in seats)
    deal = Deal.objects.filter(match__room=room, status=Deal.Status.RUNNING).first() if others else None
    if deal is None:
        return False
    turn = rules.view_for(rules.from_json(deal.snapshot), None)["turn"]
    if turn is None or seats[turn].user_id != user_id:
        return False
    moved = [deal.created_at, *deal.steps.order_by("-number").values_list("at", flat=True)[:1]]
    moved += Message.objects.filter(room=room, kind__in=("resumed", "pause_over")).values_list("at", flat=True)
    return now - max(moved).timestamp() > SILENT


def _join(problem: ValidationError) -> str:
    """Django's sentences. The one about the length is ours: since 5.2 its new wording has no Chinese."""
    too_short = _("The password is too short: at least 8 characters.")
    return " ".join(
        str(too_short) if error.code == "password_too_short" else " ".join(error.messages)
        for error in problem.error_list
    )
