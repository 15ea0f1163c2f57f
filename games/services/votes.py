"""Votes at a table: to end the match, or to pause it. One at a time; everybody sees who asked and who said what.

The people who are here decide. A "no" ends the vote at once; when its time is over, silence of somebody who is here is
a "no" and silence of somebody who is away counts nothing, so that no absent player blocks the table for ever.
`Room.vote` = {"kind", "by": seat, "answers": {"0": true}, "until": epoch seconds}.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from ..errors import BadInput, Conflict, Forbidden
from ..models import Room, Seat, User
from . import clock, flow, talk
from .base import Table, table

END, PAUSE = "end", "pause"
KINDS = (END, PAUSE)
SECONDS = 60.0  # how long a vote is open
PRESENT = 120.0  # seconds after the last heartbeat during which a person's answer is waited for


def answer_of(vote: dict, seat: Seat) -> bool | None:
    return vote["answers"].get(str(seat.number))


def electors(seats: Iterable[Seat], vote: dict, now: float) -> list[Seat]:
    """Whose answer counts: the people who are here, and whoever has answered."""
    return [
        s
        for s in seats
        if s.is_human and (answer_of(vote, s) is not None or (not s.trustee and s.seen_at > now - PRESENT))
    ]


def ask_vote(*, room: Room, user: User, kind: str) -> bool:
    """Propose to end the match or to pause it. Returns whether that decided it already."""
    if kind not in KINDS:
        raise BadInput(_("There is no such vote."))
    with table(room.pk) as t:
        seat = _voter(t, user)
        if t.room.vote:
            if t.room.vote["kind"] == kind:
                return _say(t, seat, True)  # two people had the same thought
            raise Conflict(_("Another vote is running. Answer that one first."))
        if kind == PAUSE and t.room.paused_at:
            raise Conflict(_("The table is paused already."))
        t.room.vote = {"kind": kind, "by": seat.number, "answers": {}, "until": t.now + SECONDS}
        return _say(t, seat, True)


def answer_vote(*, room: Room, user: User, agree: bool) -> bool:
    """Answer the running vote; the last answer before it is decided counts. Returns whether it passed."""
    with table(room.pk) as t:
        seat = _voter(t, user)
        if not t.room.vote:
            raise Conflict(_("The vote is over."))
        return _say(t, seat, bool(agree))


def _voter(t: Table, user: User) -> Seat:
    seat = t.my_seat(user.pk)
    if not t.in_match:
        raise Conflict(_("No match is running."))
    if not seat.is_human:
        raise Forbidden(_("A bot plays for you. Sit down again to take the hand back."))
    return seat


def _say(t: Table, seat: Seat, agree: bool) -> bool:
    t.room.vote = t.room.vote | {"answers": t.room.vote["answers"] | {str(seat.number): agree}}
    t.changed()
    return count(t)


def count(t: Table, is_over: bool = False) -> bool:
    """Decide the vote if it can be decided. Returns whether it passed."""
    vote = t.room.vote
    if not vote or not t.in_match:
        return False
    voters = electors(t.seats, vote, t.now)
    if any(answer_of(vote, s) is False for s in voters) or (is_over and not _agreed(vote, voters)):
        t.room.vote = None
        talk.note(t, f"{vote['kind']}_refused", vote["by"])
        t.changed()
        return False
    if not _agreed(vote, voters):
        return False
    t.room.vote = None
    t.changed()
    if vote["kind"] == END:
        talk.note(t, "end_agreed", vote["by"])
        flow.void_match(t)
    else:
        talk.note(t, "pause_agreed", vote["by"])
        t.room.paused_at = t.now
    return True


def _agreed(vote: dict, voters: list[Seat]) -> bool:
    return bool(voters) and all(answer_of(vote, s) for s in voters)


def recount(*, room_id: int) -> bool:
    """The heartbeat of somebody at a table that votes: who has gone meanwhile keeps nobody any longer."""
    with table(room_id) as t:
        return count(t)


def close_vote(*, room_id: int, key: str) -> bool:
    """The time for a vote is over (task)."""
    with table(room_id) as t:
        if not clock.is_due(t, clock.CLOSE_VOTE, key):
            return False
        if not t.room.vote or key != clock.vote_key(t.room.vote):
            clock.drop(t, clock.CLOSE_VOTE, key)
            return False
        count(t, is_over=True)
        if t.room.vote:  # nothing to count any more: the match has ended
            t.room.vote = None
            t.changed()
        return True


def resume(*, room: Room, user: User) -> None:
    """Go on after a pause: anybody at the table may. Every clock starts anew."""
    with table(room.pk) as t:
        seat = _voter(t, user)
        if t.room.paused_at:
            _go_on(t)
            talk.note(t, "resumed", seat.number)


def end_pause(*, room_id: int, key: str) -> bool:
    """A pause has lasted long enough (task)."""
    with table(room_id) as t:
        if not clock.is_due(t, clock.END_PAUSE, key):
            return False
        if not t.room.paused_at or key != clock.pause_key(t.room):
            clock.drop(t, clock.END_PAUSE, key)
            return False
        _go_on(t)
        talk.note(t, "pause_over", None)
        return True


def _go_on(t: Table) -> None:
    from . import match  # match builds on rooms, which builds on this

    t.room.paused_at = 0
    if t.live and (t.state.held or t.state.quick):
        # The pause after a discard starts anew: what is left of it would tell whether a bot had yet to answer.
        t.deal.pause_until = clock.new_pause(t.now, clock.pace(t))
        t.deal.save(update_fields=["pause_until"])
    t.changed(*(s.number for s in t.seats))
    if t.room.status == Room.Status.BETWEEN:
        match.go_on(t)
