"""The page of a finished deal: who may look, the result, every frame of the replay, the record, the proof."""

import json

import pytest

import rules
from games.models import Deal
from tests.games.conftest import finish_deal

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(started, no_pace):
    """`over(ruleset, **options)` -> the finished first deal of a table."""

    def play(seed=None, choose=rules.default_action, **options):
        cast = started(seed, **options)
        return cast, finish_deal(cast.room, choose)

    return play


def page(client, deal, query=""):
    answer = client.get(f"/deal/{deal.key}/{query}", headers={"accept-language": "en"})
    return answer.status_code, answer.content.decode()


def test_whoever_has_the_link_may_look_without_a_name(client, over):
    cast, deal = over()
    status, html = page(client, deal)
    assert status == 200
    for player in cast.players:
        assert player.name in html
    assert deal.seed_hash in html


def test_a_running_deal_has_no_page_and_neither_has_a_wrong_key(client, started, no_pace):
    cast = started()
    deal = Deal.objects.get(match__room=cast.room)
    for key in (deal.key, "nonsense", str(deal.pk)):
        for address in (f"/deal/{key}/", f"/deal/{key}/record.json"):
            answer = client.get(address, headers={"accept-language": "en"})
            assert answer.status_code == 404
            assert "no such finished deal" in answer.content.decode()
            assert deal.seed not in answer.content.decode()


def test_the_record_comes_as_a_file_and_replays_to_the_stored_result(client, over):
    _cast, deal = over()
    answer = client.get(f"/deal/{deal.key}/record.json")
    assert answer["Content-Disposition"].startswith("attachment")
    replayed = rules.replay(json.loads(answer.content))
    assert replayed["ok"] and replayed["deltas"] == deal.result["deltas"]
