"""Statistics: the right denominators, by hand-made results and against a slow count over deals really played."""

import random

import pytest

import rules
from games import selectors_matches, services
from games.models import Deal, Match
from games.statistics import Best, DealRow, MatchRow, Rate, figures

from .conftest import current_deal, end_by_vote, finish_deal


def win(seat, giver=None, total=1):
    return {"seat": seat, "giver": giver, "how": "discard", "tile": "5m", "fans": [], "total": total}


def row(wins, deltas, seat=0, key="k"):
    return DealRow(seat, wins, deltas, key)


def test_nothing_played_is_no_rate_at_all():
    found = figures([])
    assert found.deals == 0 and found.mean is None and found.best is None
    assert found.wins.share is found.self_draws.share is found.deal_ins.share is found.firsts.share is None


def test_each_rate_has_its_own_denominator():
    """Of four deals I win two (one self-drawn) and deal in once."""
    found = figures(
        [
            row([win(0)], [6, -2, -2, -2]),
            row([win(0, giver=3)], [3, 0, 0, -3]),
            row([win(2, giver=0)], [-5, 0, 5, 0]),
            row([], [0, 0, 0, 0]),
        ]
    )
    assert found.wins == Rate(2, 4) and found.wins.share == 0.5
    assert found.self_draws == Rate(1, 2), "of the wins, not of the deals"
    assert found.deal_ins == Rate(1, 4)
    assert (found.points, found.mean) == (4, 1.0)


def test_one_tile_that_two_win_on_is_one_deal_in_and_the_winners_both_win():
    both = [win(1, giver=0), win(2, giver=0)]
    assert figures([row(both, [-4, 2, 2, 0])]).deal_ins == Rate(1, 1)
    assert figures([row(both, [-4, 2, 2, 0], seat=2)]).wins == Rate(1, 1)


def test_a_robbed_kong_counts_for_who_made_it():
    robbed = win(1, giver=0) | {"how": "rob_kong"}
    assert figures([row([robbed], [-4, 4, 0, 0])]).deal_ins == Rate(1, 1)


def test_a_win_without_a_winning_tile_is_no_self_draw():
    """起手胡 is laid open before anybody has drawn; 天胡 is a drawn tile."""
    opening = win(0) | {"how": "opening", "tile": None}
    assert figures([row([opening], [3, -1, -1, -1])]).self_draws == Rate(0, 1)
    assert figures([row([win(0) | {"how": "heavenly"}], [3, -1, -1, -1])]).self_draws == Rate(1, 1)


def test_points_are_the_deltas_and_not_the_wins():
    """血战: I win first and pay more than that before the deal is over."""
    found = figures([row([win(0, total=2), win(1), win(2)], [-7, 4, 3, 0])])
    assert found.wins == Rate(1, 1) and found.mean == -7


def test_the_dearest_hand_is_mine_and_the_oldest_of_equals():
    found = figures(
        [
            row([win(1, total=88)], [-1, 3, -1, -1], key="theirs"),
            row([win(0, total=24)], [3, -1, -1, -1], key="first"),
            row([win(0, total=24)], [3, -1, -1, -1], key="second"),
            row([win(0, total=8)], [3, -1, -1, -1], key="small"),
        ]
    )
    assert found.best == Best(24, "first")


def test_first_places_are_of_matches_and_ties_count():
    found = figures([], [MatchRow(0, [5, 5, -5, -5]), MatchRow(1, [5, 4, -4, -5]), MatchRow(3, [-9, 0, 0, 9])])
    assert found.firsts == Rate(2, 3)


# --- deals really played ---------------------------------------------------------------------------------------------


@pytest.fixture
def same_walls(monkeypatch):
    """The same deals on every run."""
    seeds = random.Random(20)
    monkeypatch.setattr("games.services.flow.secrets.token_bytes", seeds.randbytes)


def by_bots(rng):
    def choose(state, seat):
        return rules.parse(rules.bots.choose("normal", rules.view_for(state, seat), rng))

    return choose


def play_match(room, people, deals):
    choose = by_bots(random.Random(5))
    for number in range(1, deals + 1):
        finish_deal(room, choose)
        if number < deals:
            for player in people:
                services.ready_next(room=room, user=player)


def by_brute_force(user, ruleset):
    """Counted from the final states and the steps' own words instead of the stored result's shape."""
    count = {"deals": 0, "points": 0, "wins": 0, "self": 0, "given": 0, "best": 0}
    for match in Match.objects.filter(room__ruleset=ruleset):
        for seat, player in enumerate(match.players):
            if player["user"] != user.pk:
                continue
            for deal in match.deals.filter(status="over"):
                state = rules.from_json(deal.snapshot)
                count["deals"] += 1
                for paid in deal.transfers.all():
                    count["points"] += paid.amount * ((paid.payee == seat) - (paid.payer == seat))
                mine = [w for w in state.result.wins if w.seat == seat]
                count["wins"] += len(mine)
                count["self"] += sum(w.how in ("self_draw", "heavenly") for w in mine)
                count["given"] += any(w.how in ("discard", "rob_kong") and w.giver == seat for w in state.result.wins)
                count["best"] = max([count["best"], *(w.total for w in mine)])
    return count


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", ["chengdu", "sichuan258"])
def test_played_deals_against_a_slow_count(started, people, same_walls, no_pace, ruleset):
    cast = started(ruleset=ruleset, deals=4)
    play_match(cast.room, cast.players, 4)
    wins = 0
    for seat, player in enumerate(cast.players):
        (found,) = selectors_matches.my_statistics(player)
        slow, mine = by_brute_force(player, ruleset), found["figures"]
        assert (found["code"], mine.deals, mine.points) == (ruleset, slow["deals"], slow["points"]) and mine.deals == 4
        assert mine.wins == Rate(slow["wins"], 4) and mine.self_draws == Rate(slow["self"], slow["wins"])
        assert mine.deal_ins == Rate(slow["given"], 4)
        assert (mine.best.total if mine.best else 0) == slow["best"]
        if mine.best:
            best = Deal.objects.get(key=mine.best.key)
            assert any(w["seat"] == seat and w["total"] == mine.best.total for w in best.result["wins"])
        assert mine.firsts.whole == 1
        wins += slow["wins"]
    assert wins, "nobody won anything: this has tested nothing"
    assert selectors_matches.my_statistics(people.stranger) == []


@pytest.mark.django_db
def test_a_dissolved_deal_does_not_count_and_the_finished_one_before_it_does(started, no_pace):
    cast = started(deals=4)
    finish_deal(cast.room)
    for player in cast.players:
        services.ready_next(room=cast.room, user=player)
    assert current_deal(cast.room).number == 2
    end_by_vote(cast)
    (found,) = selectors_matches.my_statistics(cast.host)
    assert found["figures"].deals == 1 and found["figures"].firsts == Rate(0, 0)


@pytest.mark.django_db
def test_the_figures_stay_with_a_guest_who_becomes_a_player(started, no_pace):
    cast = started(deals=4)
    finish_deal(cast.room)
    guest = cast.players[2]
    before = selectors_matches.my_statistics(guest), [row["id"] for row in selectors_matches.my_matches(guest)]
    player = services.set_password(user=guest, password="long-enough-secret-9")
    assert not player.is_guest and player.pk == guest.pk
    assert (
        selectors_matches.my_statistics(player),
        [row["id"] for row in selectors_matches.my_matches(player)],
    ) == before
    assert before[1]
