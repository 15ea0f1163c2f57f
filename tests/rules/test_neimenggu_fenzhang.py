"""内蒙古穷胡: 分张 (NM-04) and 海底捞月 (NM-35), through the real engine."""

from __future__ import annotations

from functools import partial

import pytest

import rules
from tests.rules import position
from tests.rules.position import deltas, fans, go, kinds, legal, seat

table = partial(position.table, ruleset="neimenggu")
WAITS_5S = ("46s789m234m99p", "pung 111p@0")
WAITS_7M = ("68m123p456s99s", "pung 777p@0")


def at_the_end(two=WAITS_5S, three=WAITS_7M, dealt="S5s7mW", options=None, **more):
    """Seat 0 has discarded the last tile before 分张: seat 1 should draw, 4 tiles are left. Seats 2 and 3 can win."""
    deal = table(seat(), seat(), seat(*two), seat(*three), wall="N" + dealt, left=5, options=options)
    return go(deal, "0 discard N", **more)


@pytest.mark.clause("NM-04")
def test_one_tile_each_in_turn_order_from_the_player_who_should_draw():
    deal = at_the_end()
    assert deal.ask.phase == "fenzhang" and deal.wall.left == 0
    assert [position.format_tiles((s.drawn,)) for s in deal.seats] == ["W", "S", "5s", "7m"]
    assert deal.actors == (2, 3)
    assert legal(deal, 2) == legal(deal, 3) == ["win", "pass"]  # no discard, no kong


@pytest.mark.clause("NM-04")
def test_the_first_in_that_order_who_wants_to_wins():
    asked = at_the_end()
    assert [w.seat for w in go(asked, "2 win").result.wins] == [2]  # seat 3 need not be waited for
    waiting = go(asked, "3 win")
    assert not waiting.over and waiting.actors == (2,)
    assert [w.seat for w in go(waiting, "2 win").result.wins] == [2]
    third = go(waiting, "2 pass")
    assert [w.seat for w in third.result.wins] == [3] and third.result.wins[0].giver is None
    assert deltas(third) == (-2, -2, -2, 6)
    assert not go(asked, "2 pass").over


@pytest.mark.clause("NM-04", "NM-02")
def test_nobody_wants_to_and_the_deal_is_drawn():
    deal = go(at_the_end(), "3 pass", "2 pass")
    assert deal.result.drawn and deltas(deal) == (0, 0, 0, 0) and deal.result.next_dealer == 0


@pytest.mark.clause("NM-04")
def test_nobody_can_and_the_deal_is_drawn_at_once():
    deal = at_the_end(dealt="SEWC")
    assert deal.result.drawn


@pytest.mark.clause("NM-04")
def test_a_timeout_takes_the_win():
    assert str(rules.default_action(at_the_end(), 3)) == "win"


@pytest.mark.clause("NM-04", "CO-12")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_nothing_shows_who_is_asked_or_what_anybody_answered(viewer):
    """The same table whether two can win, one or nobody; all of them wait for the same pause."""
    seen = []
    for dealt in ("S5s7mW", "S5sEW", "SE7mW", "SECW"):
        losers = (seat("147m258p369sESWN"), seat("258m369p147sESWN"))
        deal = table(*losers, seat(*WAITS_5S), seat(*WAITS_7M), wall="N" + dealt, left=5, hold=True)
        deal = go(deal, "0 discard N", hold=True)
        assert deal.held  # the pause after the discard
        deal, _ = rules.proceed(deal)
        assert deal.quick and deal.ask.phase == "fenzhang" and not deal.over
        seen.append(rules.view_for(deal, viewer))
        for s, offer in enumerate(deal.ask.offers):
            if offer:
                before = rules.view_for(deal, viewer)
                deal = go(deal, f"{s} pass", hold=True)
                assert rules.view_for(deal, viewer) == before
        assert deal.held
        deal, _ = rules.proceed(deal)
        assert deal.over
    own = [s["hand"] for s in seen[0]["seats"]]
    assert sum(h is not None for h in own) == (viewer is not None)
    assert all(view == seen[0] for view in seen)
    assert seen[0]["turn"] is None and seen[0]["phase"] == "fenzhang"
    assert [r["id"] for r in seen[0]["rows"]] == ["fenzhang"]


@pytest.mark.clause("NM-04")
def test_dealt_tiles_are_seen_by_their_owner_only_until_the_end():
    deal = at_the_end()
    for viewer in (0, 1, 2, 3, None):
        for s in rules.view_for(deal, viewer)["seats"]:
            assert (s["hand"] is not None) == (s["seat"] == viewer) and s["has_drawn"]
        dealt = [e for e in rules.view_for(deal, viewer)["news"] if e["kind"] == "drew"]
        assert [e["seat"] for e in dealt] == [1, 2, 3, 0]
        assert all(bool(e["tiles"]) == (e["seat"] == viewer) for e in dealt)
    over = go(deal, "2 pass", "3 pass")
    assert all(s["hand"] for s in rules.view_for(over, None)["seats"])


@pytest.mark.clause("NM-04")
def test_no_kong_that_would_leave_fewer_than_four():
    own = ("2222m46s78m99p", "pung 111p@0")
    five = table(seat(*own), wall="NEWSC", left=5)  # he draws N, 4 are left
    assert "kong 2m" not in legal(five, 0)
    six = table(seat(*own), wall="NEWSCF", left=6, tail="")  # he draws N, 5 are left: the kong leaves 4
    assert "kong 2m" in legal(six, 0)
    after = go(six, "0 kong 2m")
    assert after.wall.left == 4 and "discard" in kinds(after, 0) and "kong" not in kinds(after, 0)


@pytest.mark.clause("NM-04")
@pytest.mark.parametrize(("left", "kongs"), [(5, False), (6, True)])
def test_a_claimed_kong_needs_five_tiles_but_the_last_discard_may_be_penged(left, kongs):
    wall = "5sEWSN" + "F" * (left - 5)
    deal = table(seat(), seat(), seat("555s258m147pESWC"), wall=wall, left=left)
    deal = go(deal, "0 discard 5s")
    assert ("kong" in kinds(deal, 2)) == kongs and "pung" in kinds(deal, 2)
    if not kongs:
        deal = go(deal, "2 pung", "2 discard E")
        assert deal.over  # seat 3 should draw: 分张, and nobody can win
        dealt = [e.seat for e in deal.news if e.kind == "drew"]
        assert dealt == [3, 0, 1, 2]


@pytest.mark.clause("NM-04", "NM-01")
@pytest.mark.parametrize(("seats", "unused"), [(2, 2), (3, 1)])
def test_two_and_three_players_get_one_each_and_the_rest_is_unused(seats, unused):
    specs = [seat(), seat(*WAITS_5S), seat()][:seats]
    deal = table(*specs, wall="N5sEWC", left=5, options={"seats": seats})
    deal = go(deal, "0 discard N")
    assert deal.actors == (1,) and deal.wall.left == unused
    deal = go(deal, "1 win")
    assert deltas(deal) == ((-2, 2), (-2, 4, -2))[seats - 2]


@pytest.mark.clause("NM-35", "NM-04")
@pytest.mark.parametrize(("haidi", "share"), [(False, 2), (True, 4)])
def test_haidi_doubles_by_option_only(haidi, share):
    deal = go(at_the_end(options={"haidi": haidi}), "2 win")
    assert deltas(deal) == (-share, -share, 3 * share, -share)
    assert ("haidi" in fans(deal)) == haidi


@pytest.mark.clause("NM-35")
def test_the_last_draw_before_is_no_last_tile():
    deal = table(seat(*WAITS_5S), wall="5sEWSN", left=5, options={"haidi": True})
    assert fans(go(deal, "0 win")).keys() == {"jiahu"}


@pytest.mark.clause("NM-04", "NM-25")
def test_a_lock_does_not_matter_for_a_dealt_tile():
    deal = table(seat(), seat(), seat(), seat(*WAITS_5S), wall="5sSW5sE", left=5)
    deal = go(deal, "0 discard 5s", "3 pass")
    assert deal.seats[3].marks["guohu"] is True and legal(deal, 3) == ["win", "pass"]
