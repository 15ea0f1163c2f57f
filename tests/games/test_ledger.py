"""Every rule set through the services: bots play deals to the end, and the ledger says what was played."""

import random

import pytest
from django.core.management import call_command

import rules
from games import audit, selectors, services
from games.models import Deal

from .conftest import drive, finish_deal, view_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pace")]


def as_a_bot(state, seat):
    rng = random.Random(f"{state.window}:{seat}")
    return rules.parse(rules.bots.choose("normal", rules.view_for(state, seat), rng))


@pytest.mark.clause("CO-10", "CO-12", "CO-03")
@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_deals_of_every_ruleset(people, code, settings, monkeypatch):
    """Three deals each: transfers, deltas, standings, seed and replay agree; the next dealer is the rule set's."""
    rng = random.Random(code)
    monkeypatch.setattr("games.services.flow.secrets.token_bytes", rng.randbytes)
    me = people.players[0]
    room = services.quick_game(user=me, ruleset=code)
    totals = [0] * rules.seat_count(code, room.options)
    moved = 0
    for number in (1, 2, 3):
        deal = finish_deal(room, as_a_bot)
        assert deal.number == number and deal.status == "over"
        assert audit.check_deal(deal) == []
        assert rules.seed_hash(bytes.fromhex(deal.seed)) == deal.seed_hash
        assert sum(deal.result["deltas"]) == 0
        totals = [a + b for a, b in zip(totals, deal.result["deltas"], strict=True)]
        moved += deal.transfers.count()
        view = view_of(room, me)
        assert [s["total"] for s in view["seats"]] == totals and view["deal"]["seed"] == deal.seed
        record = selectors.record_of(deal)
        answer = rules.replay(record)
        assert answer["ok"], answer
        services.ready_next(room=room, user=me)
        assert Deal.objects.order_by("-pk").first().dealer == deal.result["next_dealer"]
    assert moved
    call_command("check_ledger", room=room.code)


@pytest.mark.slow
@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_a_whole_match_by_rows_alone(people, code, instant):
    """What the timer and the workers do, until nothing is due any more."""
    me = people.players[0]
    room = services.quick_game(user=me, ruleset=code)
    services.stand(room=room, user=me)
    room = drive(room, lambda room: room.status == "closed", seconds=120)
    deals = Deal.objects.filter(match__room=room)
    assert deals.count() == room.options["deals"] and not room.deadlines.exists()
    assert [p for d in deals for p in audit.check_deal(d)] == []
