"""The page of a finished deal: who may look, the result, every frame of the replay, the record, the proof."""

import json
import random
import re

import pytest

import rules
from games import replay, selectors, services
from games.models import Deal
from tests.games.conftest import end_by_vote, finish_deal

pytestmark = pytest.mark.django_db
CODES = rules.ruleset_codes()
SEED = (7).to_bytes(32, "big")


def bot(state, seat):
    """A bot's choice, the same in every run."""
    rng = random.Random(state.window * 4 + seat)
    return rules.parse(rules.bots.choose("normal", rules.view_for(state, seat), rng))


@pytest.fixture(autouse=True)
def no_films():
    """A patched generator (`started`) gives the deals of all tests the same key; in life no two share one."""
    replay._films.clear()
    yield
    replay._films.clear()


@pytest.fixture
def over(started, no_pace):
    """`over(ruleset=…)` -> the cast and the finished first deal of its table, seed 7 of that rule set."""

    def play(ruleset="dalian"):
        cast = started(SEED, ruleset=ruleset)
        return cast, finish_deal(cast.room, bot)

    return play


def get(client, deal, more="", **headers):
    answer = client.get(f"/deal/{deal.key}/{more}", headers={"accept-language": "en", **headers})
    return answer.status_code, answer.content.decode()


def board(client, deal, step, seat):
    status, html = get(client, deal, f"?step={step}&seat={seat}", hx_request="true")
    assert status == 200
    return html


def part(html, name):
    """One part of the table, as it stands in a page or in an answer."""
    found = re.search(rf'<(section|p|dl|div) id="{name}".*?</\1>', html, re.S)
    assert found, name
    return found.group()


def hand_of(html, place):
    """Names of the tiles of the open hand at a place, melds and flowers left out."""
    shown = re.search(r'<span class="shown">(.*?)</span></span>', part(html, f"seat-{place}") + "</span>", re.S)
    return re.findall(r'alt="([^"]+)"', shown.group(1)) if shown else []


# --- who may look --------------------------------------------------------------------------------------------------
def test_whoever_has_the_link_may_look_without_a_name(client, over):
    cast, deal = over()
    status, html = get(client, deal)
    assert status == 200
    for player in cast.players:
        assert html.count(player.name) > 1
    assert deal.seed_hash in html and deal.seed in html
    assert 'class="proof"' not in html


def test_a_running_deal_has_no_page_and_neither_has_a_wrong_key(client, started, no_pace):
    cast = started()
    deal = Deal.objects.get(match__room=cast.room)
    for key in (deal.key, "nonsense", str(deal.pk)):
        for address in (f"/deal/{key}/", f"/deal/{key}/?step=1", f"/deal/{key}/proof/", f"/deal/{key}/record.json"):
            for headers in ({}, {"hx-request": "true"}):
                answer = client.get(address, headers={"accept-language": "en", **headers})
                assert answer.status_code == 404
                assert "no such finished deal" in answer.content.decode()
                assert deal.seed not in answer.content.decode()


def test_a_dissolved_deal_stays_closed(client, started, no_pace):
    cast = started()
    deal = Deal.objects.get(match__room=cast.room)
    end_by_vote(cast)
    deal.refresh_from_db()
    assert deal.status == Deal.Status.VOID
    assert get(client, deal)[0] == 404


def test_names_are_text(client, over):
    cast, deal = over()
    deal.match.players[1]["name"] = "<b>x</b>"
    deal.match.save()
    assert "<b>x</b>" not in get(client, deal)[1]
    assert "<b>x</b>" not in "".join(board(client, deal, step, 1) for step in range(8))


# --- the replay ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("code", CODES)
def test_the_steps_of_every_rule_set_show_four_open_hands(client, over, code):
    cast, deal = over(code)
    film = replay.film_of(deal)
    assert film.frames[-1].deal.result == rules.result_from_json(deal.result)
    assert len(film.frames) > 10
    looked_at = {*range(0, len(film.frames), 5), *film.jumps, len(film.frames) - 1}  # tests/rules walk all of them
    for step in sorted(looked_at):
        frame = film.frames[step]
        looker = step % 4
        html = board(client, deal, step, looker)
        assert f'data-step="{step}" data-seat="{looker}"' in html
        assert "back.svg" not in html and 'class="backs"' not in html
        for place, seat in zip(("me", "right", "across", "left"), range(4), strict=True):
            number = (looker + seat) % 4
            assert cast.players[number].name in part(html, f"seat-{place}")
            assert len(hand_of(html, place)) == len(frame.deal.seats[number].concealed)


def test_the_words_say_what_happened_and_the_drawn_tile_stands_apart(client, over):
    _cast, deal = over()
    frames = replay.film_of(deal).frames
    drew = next(n for n, f in enumerate(frames) if n and f.deal.news[0].kind == "drew")
    html = board(client, deal, drew, frames[drew].deal.news[0].seat)
    assert "draws" in part(html, "status")
    apart = re.findall(r'class="tile drawn"><img[^>]*alt="([^"]+)"', html)
    assert len(apart) == 1 and apart[0] in part(html, "status")
    threw = board(client, deal, drew + 1, 0)
    assert "discards" in part(threw, "status") and 'class="tile drawn"' not in threw


def test_points_run_with_the_deal_and_end_with_the_stored_result(client, over):
    _cast, deal = over()
    last = replay.film_of(deal).frames[-1]
    view = rules.open_view(last.deal, 0)
    assert [seat["points"] for seat in view["seats"]] == deal.result["deltas"]
    html = board(client, deal, 9999, 0)
    for place, delta in zip(("me", "right", "across", "left"), deal.result["deltas"], strict=True):
        assert f"<b>{delta if delta >= 0 else f'−{-delta}'}</b>" in part(html, f"seat-{place}")


def test_the_page_works_as_plain_links_and_bends_what_is_out_of_range(client, over):
    _cast, deal = over()
    last = len(replay.film_of(deal).frames) - 1
    for query, step, seat in (
        ("", 0, 0),
        ("?step=5&seat=2", 5, 2),
        ("?step=-4&seat=-1", 0, 0),
        (f"?step={last + 50}&seat=9", last, 3),
        ("?step=x&seat=1e3", 0, 0),
        ("?step=99999999999999&seat=²", 0, 0),
    ):
        status, html = get(client, deal, query)
        assert status == 200 and f'data-step="{step}" data-seat="{seat}" data-last="{last}"' in html, query
    _status, html = get(client, deal, "?step=5&seat=2")
    links = set(re.findall(rf'href="(/deal/{deal.key}/\?step=\d+&amp;seat=\d)"', html))
    assert {f"/deal/{deal.key}/?step={s}&amp;seat=2" for s in (0, 4, 6, last)} <= links
    assert {f"/deal/{deal.key}/?step=5&amp;seat={n}" for n in range(4)} <= links
    for link in links:
        assert client.get(link.replace("&amp;", "&")).status_code == 200


def test_a_step_is_the_same_whenever_and_whoever_asks(client, over):
    _cast, deal = over()
    before = [board(client, deal, step, 1) for step in (0, 7, 20)]
    replay._films.clear()
    assert [board(client, deal, step, 1) for step in (0, 7, 20)] == before


def test_claims_are_jumped_to_and_draws_are_not_listed(client, over):
    _cast, deal = over()
    film = replay.film_of(deal)
    assert film.jumps
    for jump in film.jumps:
        assert {e.kind for e in film.frames[jump].deal.news} - {"dealt", "drew", "discarded", "rolled"}
    html = board(client, deal, film.jumps[0] - 1, 0)
    assert f'data-go="{film.jumps[0]}"' in re.search(r'<a id="go-claim-next"[^>]*>', html).group()
    _status, page = get(client, deal)
    listed = [int(n) for n in re.findall(r"<li><a [^>]*data-go=\"(\d+)\"", page)]
    assert listed == sorted(set(listed)) and set(film.jumps) <= set(listed)
    assert len(listed) < len(film.frames)


def test_frames_stay_in_memory_and_their_number_is_bounded(client, over, monkeypatch, django_assert_num_queries):
    _cast, deal = over()
    board(client, deal, 3, 0)
    with django_assert_num_queries(1):
        board(client, deal, 4, 0)
    monkeypatch.setattr(replay, "KEEP", 2)
    for n in range(5):
        replay._films[f"other {n}"] = replay.Film([], [])
    replay._films.pop(deal.key)
    replay.film_of(deal)
    assert len(replay._films) == 2 and deal.key in replay._films


def test_moves_that_no_longer_fit_leave_the_result_readable(client, over):
    _cast, deal = over()
    Deal.objects.filter(pk=deal.pk).update(seed="11" * 32)
    status, html = get(client, deal)
    assert status == 200
    assert 'id="replay"' not in html and "cannot be shown step by step" in html
    assert 'id="deal-result"' in html
    assert get(client, deal, "?step=3", hx_request="true")[0] == 404


# --- the record and the proof ----------------------------------------------------------------------------------------
def test_the_record_comes_as_a_file_and_replays_to_the_stored_result(client, over):
    _cast, deal = over()
    answer = client.get(f"/deal/{deal.key}/record.json")
    assert answer["Content-Disposition"] == f'attachment; filename="deal-{deal.key}.json"'
    replayed = rules.replay(json.loads(answer.content))
    assert replayed["ok"] and replayed["deltas"] == deal.result["deltas"]


@pytest.mark.parametrize("code", CODES)
def test_the_proof_fits_and_shows_the_whole_wall(client, over, code):
    _cast, deal = over(code)
    status, html = get(client, deal, "proof/", hx_request="true")
    assert status == 200 and "<h1" not in html
    assert html.count("✓") == 5 and "✗" not in html and "Everything fits" in html
    state = rules.from_json(deal.snapshot)
    tiles = re.search(r'<div class="whole-wall">(.*?)</div>', html, re.S).group(1)
    assert tiles.count("<img") + 53 == len(state.rules.tiles())
    assert tiles.count('class="tile left"') == state.wall.left
    _status, page = get(client, deal, "proof/")
    assert "<h1" in page and page.count("✓") == 5, "without JavaScript it is a page"


def test_an_altered_seed_fails_for_all_to_see(client, over):
    _cast, deal = over()
    other = ("1" if deal.seed[0] == "0" else "0") + deal.seed[1:]
    Deal.objects.filter(pk=deal.pk).update(seed=other)
    status, html = get(client, deal, "proof/")
    assert status == 200
    assert "✗" in html and "Something does not fit" in html and "Everything fits" not in html


def test_an_altered_hash_fails_for_all_to_see(client, over):
    _cast, deal = over()
    Deal.objects.filter(pk=deal.pk).update(seed_hash="0" * 64)
    _status, html = get(client, deal, "proof/", hx_request="true")
    assert html.count("✗") == 1 and html.count("✓") == 4 and "Something does not fit" in html


def test_the_second_deal_begins_with_the_points_of_the_first(started, no_pace):
    cast = started(SEED, deals=4)
    first = finish_deal(cast.room, bot)
    Deal.objects.filter(pk=first.pk).update(key="the first")
    for player in cast.players:
        services.ready_next(room=cast.room, user=player)
    second = finish_deal(cast.room, bot)
    assert second.pk != first.pk
    assert selectors.totals_before(first) == [0, 0, 0, 0]
    assert selectors.totals_before(second) == first.result["deltas"]
    assert any(first.result["deltas"])
