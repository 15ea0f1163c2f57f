"""When the server acts next at a table: the Deadline rows of a room, planned in one place after every change.

The rows are the truth: the timer thread (timer.py) enqueues what is due, tasks.py does it, a killed worker loses
nothing. A row that is still wanted keeps its time, so that no reconnect and no other player's answer moves a clock.
This file decides when, never what is played.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from .. import notify
from ..models import Deadline, Room

if TYPE_CHECKING:
    from .base import Table

GRACE = 0.4  # seconds that a click may be under way after the shown clock has ended
LEASE = 5.0  # a row enqueued at once is left alone by the timer for this long
NOBODY_WAITS = 5.0  # before the next deal when no person is there to press a button

LONGEST_PAUSE = 30 * 60.0  # then the table goes on by itself: nothing stays paused for ever

PROCEED, PLAY_BOT, EXPIRE, SETTLE, NEXT_DEAL = "proceed", "play_bot", "expire_window", "settle_draw", "next_deal"
CLOSE_VOTE, END_PAUSE = "close_vote", "end_pause"

_dice = random.SystemRandom()  # a pause that could be foretold could be subtracted


def pace(t: Table) -> float:
    """Seconds that every action takes at least, so that people can follow (a room option)."""
    return float(t.room.options.get("pace", 0)) * settings.GAME_CLOCK_SCALE


def new_pause(now: float, pace: float) -> float:
    """When the answers to a discard made now may take effect: the same for everybody, asked or not."""
    return now + pace + _dice.uniform(*settings.GAME_PAUSE)


def bot_delay() -> float:
    return _dice.uniform(*settings.GAME_BOT_DELAY)


def human_clock(t: Table) -> float:
    """Seconds for one decision, 0 = no clock."""
    return float(t.room.options["clock"]) * settings.GAME_CLOCK_SCALE


def window_key(t: Table, seat: int | None = None) -> str:
    """The moment a row is for: the deal's window, and the seat where only one is meant."""
    key = f"{t.deal.pk}:{t.state.window}"
    return key if seat is None else f"{key}:{seat}"


def vote_key(vote: dict) -> str:
    """The moment a vote is for: when it ends, in milliseconds."""
    return str(round(vote["until"] * 1000))


def pause_key(room: Room) -> str:
    return str(round(room.paused_at * 1000))


def wanted(t: Table) -> dict[tuple[str, str], float]:
    """(kind, key) → due time of everything the room waits for now."""
    if not t.in_match:
        return {}
    rows = {}
    if t.room.vote:
        rows[CLOSE_VOTE, vote_key(t.room.vote)] = t.room.vote["until"]
    if t.room.paused_at:
        rows[END_PAUSE, pause_key(t.room)] = t.room.paused_at + LONGEST_PAUSE
        return rows
    return rows | of_the_deal(t)


def of_the_deal(t: Table) -> dict[tuple[str, str], float]:
    """What the running deal waits for, or the wait for the next one."""
    if t.room.status == Room.Status.BETWEEN:
        wait = settings.GAME_NEXT_DEAL_SECONDS
        return {(NEXT_DEAL, str(t.deal.pk)): t.now + (wait if t.waiting_for else min(wait, NOBODY_WAITS))}
    if not t.live:
        return {}
    if t.state.settling:
        return {(SETTLE, str(t.deal.pk)): t.now}
    if t.state.held:
        return {(PROCEED, window_key(t)): t.deal.pause_until}
    rows = {}
    for number in t.state.actors:
        seat = t.seats[number]
        # In a quick window a bot's thinking hides inside the pause that everybody waits for.
        by_itself = t.now if t.state.quick else t.now + max(pace(t), bot_delay())
        if not seat.is_human:
            rows[PLAY_BOT, window_key(t, number)] = by_itself
        elif seat.trustee:
            rows[EXPIRE, window_key(t, number)] = by_itself
        elif human_clock(t):
            rows[EXPIRE, window_key(t, number)] = t.now + human_clock(t) + GRACE
    return rows


def plan(t: Table) -> None:
    """Make the room's rows what `wanted` says. Those due already are enqueued right after the commit."""
    want = wanted(t)
    anew = {window_key(t, number) for number in t.fresh_seats} if t.live else set()
    moot = []
    for row in t.deadlines:
        due = want.get((row.kind, row.key))
        # A wait between deals may become shorter (everybody has left); no other row that is wanted ever moves.
        if due is None or row.key in anew or (row.kind == NEXT_DEAL and not t.waiting_for and due < row.due_at):
            moot.append(row)
        else:
            del want[row.kind, row.key]
    at_once = []
    new = []
    for (kind, key), due in want.items():
        lease = 0.0
        if due <= t.now:
            lease = t.now + LEASE
            at_once.append((kind, key))
        new.append({"kind": kind, "key": key, "due_at": due, "claimed_until": lease})
    _write(t, moot, new)
    if new:
        room_id = t.room.pk
        soonest = min(max(row["due_at"], row["claimed_until"]) for row in new)
        transaction.on_commit(lambda: notify.deadlines_changed(room_id, at_once, soonest))


def _write(t: Table, moot: list[Deadline], new: list[dict]) -> None:
    """One old row and one new is the usual case: one statement. A timer claims a row only with the time it has read."""
    if len(moot) == len(new) == 1:
        Deadline.objects.filter(pk=moot[0].pk).update(**new[0])
        return
    if moot:
        rows = Deadline.objects.filter(pk__in=[row.pk for row in moot])
        if len(moot) > 1:
            # The timer locks its rows in this order too: without it, PostgreSQL could see the two wait for each other.
            list(rows.select_for_update().order_by("pk").values_list("pk"))
        rows.delete()
    if new:
        Deadline.objects.bulk_create(Deadline(room=t.room, **row) for row in new)


def is_due(t: Table, kind: str, key: str) -> bool:
    """May the task run? No row = it was done or became moot; a row in the future = somebody was too eager."""
    return any(row.kind == kind and row.key == key and row.due_at <= t.now + 0.005 for row in t.deadlines)


def drop(t: Table, kind: str, key: str) -> None:
    """A task found that there is nothing to do."""
    Deadline.objects.filter(room=t.room, kind=kind, key=key).delete()
    t.deadlines = [row for row in t.deadlines if (row.kind, row.key) != (kind, key)]
