"""The course of a match inside a locked room: deals begin, states are stored, deals close into the ledger.

Not a service: match.py, play.py and rooms.py call it with a `Table` they hold. A deal's points live in its state while
it runs; its Transfer rows are written only here, by the transaction that closes it.
"""

from __future__ import annotations

import secrets

from django.utils import timezone

import rules

from ..models import Deal, Match, Participant, Room, Seat, Step, Transfer
from . import clock
from .base import Table

WINDS = "ESWN"
DEALS_PER_ROUND = 4
STORED = ("snapshot", "window", "steps_count", "pause_until", "status", "result", "finished_at")


def begin_match(t: Table) -> None:
    """A new match for the people and bots on the seats; its first deal begins."""
    room = t.room
    number = room.matches.count() + 1
    seed = secrets.token_bytes(32)
    host = t.seat_of(room.host_id)
    dealer = rules.first_dealer(room.ruleset, room.options, seed, host.number if host else 0)
    match = Match.objects.create(
        room=room,
        number=number,
        options=room.options,
        ruleset_version=room.ruleset_version,
        first_dealer=dealer,
        deals_total=room.options["deals"],
        players=[
            {"user": s.user_id, "name": s.user.name if s.user else "", "bot": "" if s.user_id else s.bot_level}
            for s in t.seats
        ],
    )
    Participant.objects.bulk_create(
        Participant(match=match, number=s.number, user=s.user) for s in t.seats if s.user_id
    )
    reset_seats(t, trustee=False, by_hand=False, wants_seat=None, briefed=True)
    begin_deal(t, match, 1, dealer, seed)


def begin_deal(t: Table, match: Match, number: int, dealer: int, seed: bytes) -> None:
    """Shuffle and deal. The seed comes from the system's generator; only its hash is shown until the deal is over."""
    wind = WINDS[(number - 1) // DEALS_PER_ROUND % len(WINDS)]
    state, _events = rules.start(t.room.ruleset, t.room.options, seed, dealer=dealer, round_wind=wind, hold=True)
    deal = Deal(
        match=match,
        number=number,
        dealer=dealer,
        round_wind=wind,
        seed=seed.hex(),
        seed_hash=rules.seed_hash(seed),
        snapshot={},
    )
    t.deal, t.state = deal, state
    t.room.status = Room.Status.PLAYING
    advance(t, None)


def next_deal(t: Table) -> None:
    """The deal after the one that is over; who deals is the rule set's word."""
    last = t.deal
    reset_seats(t)
    begin_deal(t, last.match, last.number + 1, last.result["next_dealer"], secrets.token_bytes(32))


def act(t: Table, number: int, action, made_by: str) -> None:
    """One seat's answer: applied, recorded, stored. Raises rules.errors.IllegalAction and then nothing has changed."""
    before = t.state.window
    state, _events = rules.apply(t.state, number, action, hold=True)
    deal = t.deal
    deal.steps_count += 1
    Step.objects.create(
        deal=deal, number=deal.steps_count, window=before, seat=number, action=str(action), made_by=made_by
    )
    t.state = state
    advance(t, before, is_news=state.window != before or made_by != Step.MadeBy.BOT)


def advance(t: Table, before: int | None, is_news: bool = True) -> None:
    """Store the new state. `before`: the window it came from (None: a deal begins).

    After a discard or an added kong nothing follows before the pause is over, whether anybody was asked or not: how
    long the table waits must not tell who could have claimed.
    """
    deal, state = t.deal, t.state
    at_first = state.window
    while True:
        if state.window != before and (state.held or state.quick):
            deal.pause_until = clock.new_pause(t.now, clock.pace(t))
        before = state.window
        if not state.held or deal.pause_until > t.now:
            break
        state, _events = rules.proceed(state)
    t.state = state
    deal.snapshot = state.to_json()
    deal.window = state.window
    deal.status = Deal.Status.SETTLING if state.settling else Deal.Status.RUNNING
    if state.over:
        close_deal(t)
    deal.save(update_fields=None if deal._state.adding else STORED)
    if state.over:
        write_ledger(t)
    t.changed(is_news=is_news or state.window != at_first)


def close_deal(t: Table) -> None:
    """The deal is over: its result, and what the room does next."""
    deal = t.deal
    deal.status = Deal.Status.OVER
    deal.result = t.state.result.to_json()
    deal.finished_at = timezone.now()
    if deal.number < deal.match.deals_total:
        t.room.status = Room.Status.BETWEEN
        reset_seats(t)
    else:
        end_match(t, Match.Status.FINISHED)


def write_ledger(t: Table) -> None:
    """The deal's Transfer rows. (deal, line) is unique: the same deal cannot be written twice."""
    players = t.deal.match.players  # the owner of a seat, also while a bot stood in for him
    Transfer.objects.bulk_create(
        Transfer(
            match=t.deal.match,
            deal=t.deal,
            number=line,
            payer=row["from"],
            payee=row["to"],
            payer_user_id=players[row["from"]]["user"],
            payee_user_id=players[row["to"]]["user"],
            amount=row["amount"],
            kind=row["kind"],
            reason=row["reason"],
            fans=row["fans"],
        )
        for line, row in enumerate(t.deal.result["transfers"], 1)
    )


def end_match(t: Table, status: str) -> None:
    """The match is over. Whoever had left it is gone for good now: the bot that stood in keeps the seat."""
    match = t.deal.match
    match.status = status
    match.finished_at = timezone.now()
    match.save(update_fields=["status", "finished_at"])
    for seat in t.seats:
        if seat.user_id and seat.bot_level:
            seat.user = None
    reset_seats(t, trustee=False, by_hand=False)
    t.room.vote, t.room.paused_at = None, 0
    t.room.status = Room.Status.FINISHED if t.humans else Room.Status.CLOSED


def void_match(t: Table) -> None:
    """Dissolve: nothing of the running deal is scored, finished deals stand."""
    deal = t.deal
    if deal.live:
        deal.status = Deal.Status.VOID
        deal.finished_at = timezone.now()
        deal.save(update_fields=["status", "finished_at"])
    end_match(t, Match.Status.VOID)


def reset_seats(t: Table, **also) -> None:
    """Nobody is ready any more."""
    for seat in t.seats:
        seat.ready = False
        for name, value in also.items():
            setattr(seat, name, value)
    Seat.objects.bulk_update(t.seats, ["ready", "trustee", "by_hand", "user", "wants_seat", "briefed"])
