"""What friends settle before they play: who sits where, who is the host, who may come in, and by which options.

Everything here is for a room without a running match, but for the host's role and the two switches of the door.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

import rules
from rules.errors import RuleError

from ..errors import BadInput, Conflict, Unprocessable
from ..models import Message, Room, Seat, User
from .base import Table, table
from .rooms import OPEN, STAND_IN, forget_wishes, must_be_open

OPTIONS_CHANGED = "options_changed"  # a message whose text lists the places of the changed options in the rule set


# --- seats -----------------------------------------------------------------------------------------------------------
def ask_swap(*, room: Room, user: User, number: int) -> None:
    """Would like that seat: a bot gives it at once, a person is asked; two who ask each other change at once."""
    with table(room.pk) as t:
        mine, other = _two_seats(t, user, number)
        if other.is_empty:
            raise Conflict(_("Nobody sits there: just move."))
        if not other.user_id or other.wants_seat == mine.number:
            _swap(t, mine, other)
        else:
            mine.wants_seat = other.number
            mine.save(update_fields=["wants_seat"])
        t.changed()


def agree_swap(*, room: Room, user: User, number: int) -> None:
    """Give one's seat to the person on seat `number`, who has asked for it, and take that one's."""
    with table(room.pk) as t:
        mine, other = _two_seats(t, user, number)
        if other.wants_seat != mine.number:
            raise Conflict(_("That wish was taken back."))
        _swap(t, mine, other)
        t.changed()


def keep_seat(*, room: Room, user: User) -> None:
    """Take one's own wish for another seat back."""
    with table(room.pk) as t:
        mine = t.my_seat(user.pk)
        if mine.wants_seat is not None:
            mine.wants_seat = None
            mine.save(update_fields=["wants_seat"])
            t.changed()


def _two_seats(t: Table, user: User, number: int) -> tuple[Seat, Seat]:
    mine, other = t.my_seat(user.pk), t.numbered(number)
    if t.room.status not in OPEN:
        raise Conflict(_("Not during a match."))
    if other is mine:
        raise Conflict(_("You sit there already."))
    return mine, other


def _swap(t: Table, one: Seat, other: Seat) -> None:
    """Both change places. Whoever is a person says ready anew; the old result no longer fits the seats."""
    forget_wishes(t, one.number, other.number)
    carried = [(s.user, s.bot_level, s.seen_at, s.briefed) for s in (other, one)]
    Seat.objects.filter(pk__in=(one.pk, other.pk)).update(user=None)  # a person never has two seats, not even for now
    for seat, (user, level, seen_at, briefed) in zip((one, other), carried, strict=True):
        seat.user, seat.bot_level, seat.seen_at, seat.briefed = user, level, seen_at, briefed
        seat.ready = not seat.is_human and not seat.is_empty
        seat.save()
    t.room.status = Room.Status.LOBBY


def fill_with_bots(*, room: Room, by: User) -> None:
    """The host puts a bot on every empty seat."""
    with table(room.pk) as t:
        must_be_open(t, by)
        empty = [s for s in t.seats if s.is_empty]
        if not empty:
            raise Conflict(_("No seat is empty."))
        for seat in empty:
            seat.bot_level, seat.ready = STAND_IN, True
            seat.save(update_fields=["bot_level", "ready"])
        t.changed()


# --- the host's business ---------------------------------------------------------------------------------------------
def pass_host(*, room: Room, by: User, number: int) -> None:
    """The host makes somebody who sits here the host."""
    with table(room.pk) as t:
        t.must_host(by)
        seat = t.numbered(number)
        if t.room.status == Room.Status.CLOSED:
            raise Conflict(_("This table is closed."))
        if not seat.is_human:
            raise Conflict(_("Only a person who sits here can be the host."))
        if seat.user_id != by.pk:
            t.room.host = seat.user
            t.changed()


def allow_again(*, room: Room, by: User, user_id: int) -> None:
    """The host lets somebody come back whom he had sent away."""
    with table(room.pk) as t:
        t.must_host(by)
        if user_id in t.room.removed:
            t.room.removed = [pk for pk in t.room.removed if pk != user_id]
            t.changed()


def set_locked(*, room: Room, by: User, locked: bool) -> None:
    """Lock the door: nobody new may take a seat. Who has one keeps it."""
    with table(room.pk) as t:
        _must_be_mine(t, by)
        if t.room.locked != bool(locked):
            t.room.locked = bool(locked)
            t.changed()


def set_spectators(*, room: Room, by: User, spectators: bool) -> None:
    """May people without a seat see the table? Whoever watches when it becomes "no" is shown out with the next news."""
    with table(room.pk) as t:
        _must_be_mine(t, by)
        if t.room.spectators != bool(spectators):
            t.room.spectators = bool(spectators)
            t.changed()


def gather(*, room: Room, by: User) -> None:
    """After a match the host brings everybody back to the lobby, where seats can be changed."""
    with table(room.pk) as t:
        must_be_open(t, by)
        if t.room.status == Room.Status.FINISHED:
            t.room.status = Room.Status.LOBBY
            t.changed()


def _must_be_mine(t: Table, by: User) -> None:
    t.must_host(by)
    if t.room.status == Room.Status.CLOSED:
        raise Conflict(_("This table is closed."))


# --- options ---------------------------------------------------------------------------------------------------------
def set_options(*, room: Room, by: User, options: dict) -> bool:
    """Other options for the matches to come; the rule set stays. Returns whether anything is different.

    Everybody reads them anew and says ready anew. A finished match makes way for the lobby: its result is in the
    history, and the seats may be others now.
    """
    if not isinstance(options, dict):
        raise BadInput(_("There is no such option."))
    with table(room.pk) as t:
        must_be_open(t, by)
        ruleset = rules.get_ruleset(t.room.ruleset)
        try:
            checked = rules.check_options(t.room.ruleset, options)
        except RuleError as problem:
            raise Unprocessable(problem.text) from None
        before = t.room.options
        changed = [n for n, o in enumerate(ruleset.options) if before.get(o.key, o.default) != checked[o.key]]
        if not changed:
            return False
        _resize(t, rules.seat_count(t.room.ruleset, checked))
        t.room.options, t.room.ruleset_version = checked, ruleset.version
        t.room.status = Room.Status.LOBBY
        for seat in t.seats:
            seat.briefed, seat.ready = False, not seat.is_human and not seat.is_empty
        Seat.objects.bulk_update(t.seats, ["briefed", "ready"])
        mine = t.seat_of(by.pk)
        Message.objects.create(
            room=t.room,
            user=by,
            seat=mine.number if mine else None,
            kind=OPTIONS_CHANGED,
            text=" ".join(map(str, changed)),
        )
        t.changed()
    return True


def _resize(t: Table, wanted: int) -> None:
    """As many seats as will play. People come before bots: they move to seats that stay."""
    if sum(1 for s in t.seats if s.user_id) > wanted:
        raise Conflict(_("More people sit here than could play. Somebody has to stand up first."))
    for seat in t.seats[wanted:]:
        if seat.user_id:
            _swap(t, seat, next(s for s in t.seats[:wanted] if not s.user_id))
    for seat in t.seats[wanted:]:
        forget_wishes(t, seat.number)
        seat.delete()
    del t.seats[wanted:]
    for number in range(len(t.seats), wanted):
        t.seats.append(Seat.objects.create(room=t.room, number=number))
