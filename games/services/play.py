"""Answers to the question that the table asks: by a person, a bot, a clock, 托管; and what follows without anybody.

Every door ends in flow.act, under the room's lock, after the window was compared again: whoever comes second is told
so and changes nothing. The tasks' functions may run twice, at once, or not at all; they return whether they did it.
"""

from __future__ import annotations

import logging
import random

from django.utils.translation import gettext_lazy as _

import rules
from rules.errors import BadNotation, IllegalAction

from ..errors import BadInput, Conflict, Forbidden, Illegal, Stale
from ..models import Deal, Room, Seat, Step, User
from . import clock, flow, match
from .base import Table, table, unlocked

log = logging.getLogger(__name__)

LONGEST = 64  # characters of an action: the column of Step
MadeBy = Step.MadeBy


def submit_action(*, room_id: int, user_id: int, window: int, text: str) -> bool:
    """A person's click. Returns False for the second of two identical clicks (the first one counts).

    Raises Stale when the window has passed, Illegal when the rules do not allow it, BadInput for what no form sends,
    Forbidden for somebody who has no seat or whose seat a bot plays.
    """
    if isinstance(window, bool) or not isinstance(window, int) or not 0 <= window < 2**31:
        raise BadInput(_("This is not an action of this table."))
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST or not text.isprintable():
        raise BadInput(_("This is not an action of this table."))
    try:
        action = rules.parse(text)
    except BadNotation as problem:
        raise BadInput(problem.text) from None
    with table(room_id) as t:
        seat = t.my_seat(user_id)
        if not seat.is_human:
            raise Forbidden(_("A bot plays for you. Sit down again to take the hand back."))
        if t.room.paused_at:
            raise Conflict(_("The table is paused. Go on first."))
        if not t.live or window != t.state.window or seat.number not in t.state.actors:
            if t.deal and _answered(t.deal, seat.number, window, str(action)):
                return False
            raise Stale()
        take_hand_back(t, seat)
        try:
            flow.act(t, seat.number, action, MadeBy.HUMAN)
        except IllegalAction as problem:
            raise Illegal(problem.text) from None
    return True


def _answered(deal: Deal, seat: int, window: int, action: str) -> bool:
    return Step.objects.filter(deal=deal, window=window, seat=seat, action=action, made_by=MadeBy.HUMAN).exists()


def hand_over(*, room: Room, user: User) -> None:
    """托管 by hand: the system plays for this person until he says so."""
    with table(room.pk) as t:
        seat = t.my_seat(user.pk)
        if not t.in_match:
            raise Conflict(_("No match is running."))
        if not seat.is_human:
            raise Forbidden(_("A bot plays for you. Sit down again to take the hand back."))
        seat.trustee = seat.by_hand = True
        seat.save(update_fields=["trustee", "by_hand"])
        t.changed(seat.number)
        if t.room.status == Room.Status.BETWEEN:
            match.go_on(t)


def take_over(*, room: Room, user: User) -> None:
    """End 托管 by hand: the person decides again, with a whole clock."""
    with table(room.pk) as t:
        seat = t.my_seat(user.pk)
        if not seat.is_human:
            raise Forbidden(_("A bot plays for you. Sit down again to take the hand back."))
        take_hand_back(t, seat)


def take_hand_back(t: Table, seat: Seat) -> None:
    """托管 ends (if it was on): the next clock of this seat is a person's."""
    if seat.trustee:
        seat.trustee = seat.by_hand = False
        seat.save(update_fields=["trustee", "by_hand"])
        t.changed(seat.number)


def play_bot(*, room_id: int, key: str) -> bool:
    """A bot's answer (task). It thinks before the lock is taken, about nothing but what its seat may see."""
    moment = _moment(key)
    if moment is None:
        return False
    before = unlocked(room_id)
    seat = before and _asked(before, moment)
    thought = _think(before, seat) if seat and not seat.is_human else None
    with table(room_id, known=before) as t:
        if not clock.is_due(t, clock.PLAY_BOT, key):
            return False
        seat = _asked(t, moment)
        if seat is None or seat.is_human or thought is None:
            clock.drop(t, clock.PLAY_BOT, key)
            if seat is not None:
                t.changed()  # another decider since: plan the row that belongs to him
            return False
        try:
            flow.act(t, seat.number, rules.parse(thought), MadeBy.BOT)
        except (IllegalAction, BadNotation):
            log.exception("bot %s chose %r, which is not legal, in deal %s", seat.bot_level, thought, t.deal.pk)
            flow.act(t, seat.number, rules.default_action(t.state, seat.number), MadeBy.BOT)
    return True


def _think(t: Table, seat: Seat) -> str:
    """The bot's choice. Its luck comes from the secret seed: a task that runs twice chooses twice the same."""
    rng = random.Random(f"{t.deal.seed}:{t.state.window}:{seat.number}")
    try:
        return rules.bots.choose(seat.bot_level, rules.view_for(t.state, seat.number), rng)
    except Exception:  # its task would fail again and again, and four people would sit at a dead table
        log.exception("bot %s broke in deal %s, window %s", seat.bot_level, t.deal.pk, t.state.window)
        return str(rules.default_action(t.state, seat.number))


def expire_window(*, room_id: int, key: str) -> bool:
    """A person's clock has run out, or 托管 plays on (task): the mildest legal action (CO-13)."""
    moment = _moment(key)
    if moment is None:
        return False
    with table(room_id) as t:
        if not clock.is_due(t, clock.EXPIRE, key):
            return False
        seat = _asked(t, moment)
        if seat is None or not seat.is_human:
            clock.drop(t, clock.EXPIRE, key)
            if seat is not None:
                t.changed()
            return False
        made_by = MadeBy.TRUSTEE if seat.trustee else MadeBy.TIMEOUT
        seat.trustee = True
        seat.save(update_fields=["trustee"])
        flow.act(t, seat.number, rules.default_action(t.state, seat.number), made_by)
    return True


def proceed(*, room_id: int, key: str) -> bool:
    """The pause after a discard is over and everybody asked has answered (task)."""
    with table(room_id) as t:
        if not clock.is_due(t, clock.PROCEED, key):
            return False
        if not t.live or not t.state.held or key != clock.window_key(t) or t.deal.pause_until > t.now:
            clock.drop(t, clock.PROCEED, key)
            if t.live and t.state.held:
                t.changed()
            return False
        flow.advance(t, t.state.window)
    return True


def settle_draw(*, room_id: int, key: str) -> bool:
    """The wall has ended and something is to be settled, 查叫 for one (task). The lock and the phase allow it once."""
    with table(room_id) as t:
        if not clock.is_due(t, clock.SETTLE, key):
            return False
        if not t.live or key != str(t.deal.pk) or not t.state.settling:
            clock.drop(t, clock.SETTLE, key)
            return False
        before = t.state.window
        t.state, _events = rules.settle_draw(t.state)
        flow.advance(t, before)
    return True


def _moment(key: str) -> tuple[int, int, int] | None:
    """The three numbers of "deal:window:seat"."""
    try:
        deal_id, window, number = (int(part) for part in key.split(":"))
    except (AttributeError, ValueError):
        log.warning("a task came with the key %r", key)
        return None
    return deal_id, window, number


def _asked(t: Table, moment: tuple[int, int, int]) -> Seat | None:
    """The seat of that moment, if the table still waits for it."""
    deal_id, window, number = moment
    if t.live and t.deal.pk == deal_id and t.state.window == window and number in t.state.actors:
        return t.seats[number]
    return None
