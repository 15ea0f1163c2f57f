"""Words at a table: lines the table writes itself, and what people say.

Talk knows nothing of the deal: who may speak, how often and what hangs on seats and the clock on the wall alone, so
that no message can tell anything about tiles. What the lines read in a viewer's language: talk_parts.py.
"""

from __future__ import annotations

import datetime
import unicodedata

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .. import notify
from ..errors import BadInput, Conflict, Forbidden, Unprocessable
from ..models import Message, Room, User
from .base import Table, one_writer, table
from .people import BLANK, width

CHAT, PHRASE, EMOTE = SPOKEN = ("chat", "phrase", "emote")
PHRASES = (
    "hello", "hurry", "wait", "no_rush", "well_played", "lucky", "so_close", "that_wins",
    "wrong_tile", "bad_hand", "thanks", "sorry", "phone", "again", "bye",
)  # fmt: skip
EMOTES = ("laugh", "cool", "cry", "angry", "shock", "think", "sleep", "thumb")

WIDEST = 60  # columns: thirty Chinese characters
KEPT = 200  # messages of a room
SHOWN = 30  # of them on the page
PAUSES = {CHAT: 1.5, PHRASE: 3.0, EMOTE: 3.0}  # seconds between two of the same sort
MOST, WITHIN = 12, 60.0  # messages of one person in so many seconds
MOST_MUTED = 200


def note(t: Table, kind: str, seat: int | None) -> None:
    """A line of the table's own: `kind` is its name (talk_parts.py has its words), `seat` whom it speaks of."""
    about = None if seat is None else t.numbered(seat).user
    _write(t, Message(room=t.room, user=about, seat=seat, kind=kind))


def say(*, room: Room, user: User, kind: str, text: object) -> None:
    """Say something to the table: free words, or the key of a phrase or emote. Only people with a seat here may."""
    if kind not in SPOKEN:
        raise BadInput(_("That cannot be said."))
    known = {PHRASE: PHRASES, EMOTE: EMOTES}.get(kind)
    if known and text not in known:
        raise BadInput(_("That cannot be said."))
    words = text if known else clean(text)
    with table(room.pk) as t:
        seat = t.seat_of(user.pk)
        if seat is None:
            raise Forbidden(_("Only those who sit at the table can talk here."))
        if t.room.status == Room.Status.CLOSED:
            raise Conflict(_("This table is closed."))
        _slow_down(user, kind)
        _write(t, Message(room=t.room, user=user, seat=seat.number, kind=kind, text=words))


def clean(text: object) -> str:
    """Free words as they will be shown. Raises Unprocessable with the reason.

    Unlike in a name, characters that cannot be seen are left out instead of refused: keyboards put them between the
    parts of an emoji, and nobody is taken for somebody else by a sentence.
    """
    if not isinstance(text, str):
        raise BadInput(_("That cannot be said."))
    too_long = Unprocessable(_("Too long: at most 30 Chinese characters or 60 letters."))
    if len(text) > 500:
        raise too_long
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    seen = (c for c in spaced if unicodedata.category(c)[0] != "C" and c not in BLANK)
    words = " ".join("".join(seen).split())
    marks = sum(1 for c in words if unicodedata.category(c)[0] == "M")
    if marks == len(words.replace(" ", "")):
        raise Unprocessable(_("Please type something first."))
    # a heap of marks on one letter climbs over the lines above it
    if width(words) > WIDEST or marks > width(words):
        raise too_long
    return words


def _slow_down(user: User, kind: str) -> None:
    """Raises Conflict when this person has talked too much lately, at whatever table."""
    now = timezone.now()
    since = now - datetime.timedelta(seconds=WITHIN)
    lately = list(Message.objects.filter(user=user, kind__in=SPOKEN, at__gt=since).values_list("kind", "at"))
    alike = [at for said, at in lately if PAUSES[said] == PAUSES[kind]]  # phrases and emotes share theirs
    if len(lately) >= MOST:
        raise Conflict(_("You have said a lot. Please wait a little."))
    if alike and max(alike) > now - datetime.timedelta(seconds=PAUSES[kind]):
        raise Conflict(_("Not so fast. Please wait a moment."))


def _write(t: Table, message: Message) -> None:
    """Store it, and let go of what nobody can read any more."""
    message.save()
    older = Message.objects.filter(room=t.room).order_by("-id").values_list("id", flat=True)[KEPT : KEPT + 1].first()
    if older:
        Message.objects.filter(room=t.room, id__lte=older).delete()
    t.changed()


def mute(*, room: Room, user: User, number: object) -> None:
    """From now on `user` does not see what the person on that seat says, at this and every other table."""
    _set_muted(room, user, number, True)


def unmute(*, room: Room, user: User, number: object) -> None:
    _set_muted(room, user, number, False)


def _set_muted(room: Room, user: User, number: object, on: bool) -> None:
    with table(room.pk) as t:
        other = t.numbered(number).user
        if other is None or other.pk == user.pk:
            raise BadInput(_("There is nobody to mute on this seat."))
        me = User.objects.select_for_update().get(pk=user.pk)  # two tabs may mute at two tables at once
        me.muted = [pk for pk in me.muted if pk != other.pk][-MOST_MUTED:] + [other.pk] * on
        _save(t, me, user, "muted")


def hear_again(*, user: User, person: object) -> None:
    """Take the person with this id off the list, wherever he is now. Nothing happens if he is not on it."""
    with one_writer(), transaction.atomic():
        me = User.objects.select_for_update().get(pk=user.pk)
        if person in me.muted:
            me.muted = [pk for pk in me.muted if pk != person]
            me.save(update_fields=["muted"])
            transaction.on_commit(lambda: notify.user_changed(me.pk))


def mute_all(*, room: Room, user: User, on: bool) -> None:
    """Whether `user` sees what anybody says. The table's own lines always show."""
    with table(room.pk) as t:
        me = User.objects.select_for_update().get(pk=user.pk)
        me.settings = me.settings | {"mute_all": bool(on)}
        _save(t, me, user, "settings")


def _save(t: Table, me: User, user: User, field: str) -> None:
    """`user` is the caller's copy, from which the answer to this very request is made."""
    me.save(update_fields=[field])
    setattr(user, field, getattr(me, field))
    t.changed()
    transaction.on_commit(lambda: notify.user_changed(me.pk))  # a spectator's sockets hold a copy of their own
