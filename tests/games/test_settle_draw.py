"""查叫 by the Celery task `settle_draw`: however often it comes, at once or killed half-way, one set of transfers."""

import pytest

import rules
from games import tasks
from games.models import Deadline, Deal, Transfer
from games.services import flow
from games.services.base import table

from .conftest import at_once, current_deal, run

OPTIONS = {"ruleset": "chengdu", "last_four": False, "kong_money": True}


def passing(state, seat):
    """Nobody wins, so that the wall ends."""
    legal = [a for a in rules.legal_actions(state, seat) if a.kind not in ("win", "kong", "pung")]
    return next((a for a in legal if a.kind == "pass"), legal[-1])


def drawn_with_payments(seed):
    """The settled deal that this seed comes to, or None when all or nobody is ready."""
    options = {k: v for k, v in OPTIONS.items() if k != "ruleset"}
    state, _ = rules.start("chengdu", options, seed, dealer=0)
    while not state.settling:
        state, _ = rules.apply(state, state.actors[0], passing(state, state.actors[0]))
    settled, _ = rules.settle_draw(state)
    return settled if settled.result.transfers else None


@pytest.fixture
def drawn(started, no_pace):
    """(the cast, the deal, what it must settle to): the wall has ended and the settlement is due."""
    seed, expected = next(
        (seed, settled) for i in range(500) if (settled := drawn_with_payments(seed := i.to_bytes(32, "big")))
    )
    cast = started(seed, **OPTIONS)
    with table(cast.room.pk) as t:
        state = t.state
        while not state.settling:
            if state.held:
                state, _ = rules.proceed(state)
            else:
                state, _ = rules.apply(state, state.actors[0], passing(state, state.actors[0]), hold=True)
        before, t.state = t.state.window, state
        flow.advance(t, before)
    deal = current_deal(cast.room)
    assert deal.status == Deal.Status.SETTLING and not Transfer.objects.exists()
    return cast, deal, expected.result


def rows_of(deal):
    return [(t.payer, t.payee, t.amount) for t in Transfer.objects.filter(deal=deal).order_by("number")]


def wanted(result):
    return [(t.payer, t.payee, t.amount) for t in result.transfers]


@pytest.mark.django_db
@pytest.mark.clause("CD-23")
def test_the_task_settles_once(drawn):
    cast, deal, result = drawn
    (row,) = Deadline.objects.filter(room=cast.room)
    assert (row.kind, row.key) == ("settle_draw", str(deal.pk))
    assert run(row) is True
    assert run(row) is False and tasks.settle_draw(cast.room.pk, str(deal.pk)) is False
    assert rows_of(deal) == wanted(result)
    deal.refresh_from_db()
    assert deal.status == Deal.Status.OVER and deal.result["deltas"] == list(result.deltas)


@pytest.mark.django_db(transaction=True)
def test_killed_half_way_it_is_still_due(drawn, monkeypatch):
    cast, deal, result = drawn
    (row,) = Deadline.objects.filter(room=cast.room)
    write = flow.write_ledger

    def killed(t):
        write(t)
        raise SystemExit("the worker is killed after it wrote, before it committed")

    monkeypatch.setattr(flow, "write_ledger", killed)
    with pytest.raises(SystemExit):
        run(row)
    assert not Transfer.objects.exists() and Deadline.objects.filter(pk=row.pk).exists()
    monkeypatch.setattr(flow, "write_ledger", write)
    assert run(row) is True
    assert rows_of(deal) == wanted(result)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once(drawn):
    cast, deal, result = drawn
    (row,) = Deadline.objects.filter(room=cast.room)
    answers = at_once(*[lambda: run(row)] * 4)
    assert sorted(answers) == [False, False, False, True]
    assert rows_of(deal) == wanted(result)
