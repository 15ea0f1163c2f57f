"""成都: set-up, claims, kongs, who pays and who deals next (CD-01 … CD-10, CD-24, CD-25), through the real engine."""

from __future__ import annotations

import hashlib

import pytest

import rules
from tests.rules.chengdu_table import READY, cd, points
from tests.rules.position import deltas, fans, go, hand, kinds, legal, melds, seat


def seed(n: int) -> bytes:
    return hashlib.sha256(f"chengdu {n}".encode()).digest()


@pytest.mark.clause("CD-01")
def test_four_players_108_tiles_and_the_dealer_leads_with_14():
    deal, _ = rules.start("chengdu", {}, seed(1), dealer=2)
    tiles = [t for s in deal.seats for t in s.concealed] + list(deal.wall.tiles)
    assert sorted(tiles) == sorted([*range(27)] * 4)
    assert [len(s.concealed) for s in deal.seats] == [13, 13, 14, 13] and deal.actors == (2,)
    assert deal.wall.left == 55


@pytest.mark.clause("CD-02")
def test_the_first_dealer_is_random():
    assert {rules.first_dealer("chengdu", {}, seed(n), 0) for n in range(60)} == {0, 1, 2, 3}


@pytest.mark.clause("CD-02", "CD-05", "CD-09")
def test_the_winner_deals_next_and_the_discarder_pays_alone():
    deal = go(cd(seat(), seat(READY), wall="6s"), "0 discard 6s", "1 win")
    assert deal.over and deltas(deal) == (-1, 1, 0, 0) and deal.result.next_dealer == 1


@pytest.mark.clause("CD-02", "CD-05")
def test_a_self_draw_is_paid_by_all_and_the_dealer_who_wins_stays():
    deal = go(cd(seat(READY), wall="6s", dealer=0), "0 win")
    assert deltas(deal) == (3, -1, -1, -1) and deal.result.next_dealer == 0


@pytest.mark.clause("CD-02", "CD-05", "CD-42")
def test_of_a_discard_won_by_two_the_discarder_deals_next():
    deal = cd(seat(), seat(READY), seat("2244557788p99s6s"), wall="6s")
    deal = go(deal, "0 discard 6s", "2 win")
    assert deal.actors == (1,)  # the other may share it
    deal = go(deal, "1 win")
    assert [w.seat for w in deal.result.wins] == [1, 2]
    assert deltas(deal) == (-4, 1, 3, 0) and deal.result.next_dealer == 0


@pytest.mark.clause("CD-42", "CO-04")
@pytest.mark.parametrize("first", ["1 pass", "2 pass"])
def test_one_of_two_passes_and_the_other_alone_wins(first):
    deal = cd(seat(), seat(READY), seat("2244557788p99s6s"), wall="6s")
    other = "2 win" if first == "1 pass" else "1 win"
    deal = go(deal, "0 discard 6s", first, other)
    assert [w.seat for w in deal.result.wins] == [int(other[0])] and deal.result.next_dealer == int(other[0])


@pytest.mark.clause("CD-42", "CO-08")
def test_without_multi_win_the_nearest_alone_wins_whoever_answers_first():
    options = {"multi_win": False}
    for moves in (("2 win", "1 win"), ("1 win",)):
        deal = cd(seat(), seat(READY), seat("2244557788p99s6s"), wall="6s", options=options)
        deal = go(deal, "0 discard 6s", *moves)
        assert [w.seat for w in deal.result.wins] == [1] and deltas(deal) == (-1, 1, 0, 0)
        assert deal.result.next_dealer == 1
    deal = cd(seat(), seat(READY), seat("2244557788p99s6s"), wall="6s", options=options)
    deal = go(deal, "0 discard 6s", "2 win", "1 pass")
    assert deltas(deal) == (-3, 0, 3, 0)


@pytest.mark.clause("CD-42")
def test_a_win_outranks_a_pung_that_was_answered_first():
    deal = cd(seat(), seat("66s123456789m12p"), seat(READY), wall="6s")
    deal = go(deal, "0 discard 6s", "1 pung")
    assert deal.actors == (2,) and not deal.over
    deal = go(deal, "2 win")
    assert deltas(deal) == (-1, 0, 1, 0)


@pytest.mark.clause("CD-02")
def test_a_draw_keeps_the_dealer():
    deal = go(cd(seat(), wall="9p", left=1, dealer=1), "0 discard 9p")
    assert deal.settling and not deal.actors
    deal, _ = rules.settle_draw(deal)
    assert deal.result.drawn and deal.result.next_dealer == 1


@pytest.mark.clause("CD-03")
def test_no_chow_and_melds_lie_face_up():
    deal = go(cd(seat(), seat("2222m4567m13579s"), wall="5m1p"), "0 discard 5m")
    assert deal.actors == (1,) and "chow" not in kinds(deal, 1)  # nobody was asked: his own turn
    deal = go(deal, "1 kong 2m")
    for viewer in (0, 2, 3, None):
        assert rules.view_for(deal, viewer)["seats"][1]["melds"][0]["tiles"] == ["2m"] * 4


@pytest.mark.clause("CD-03")
def test_a_replacement_is_the_next_tile_of_the_wall():
    deal = cd(seat("2222m4567m13579s"), wall="1p7p", tail="9p8p")
    deal = go(deal, "0 kong 2m")
    assert "7p" in hand(deal, 0) and rules.view_for(deal, 0)["seats"][0]["drawn"] == "7p"


@pytest.mark.clause("CD-03")
def test_no_kong_on_an_empty_wall_but_the_last_discard_may_be_penged():
    deal = cd(seat("2222m4567m13579s"), seat("111p45678m24689s"), wall="1p", left=1)
    assert "kong" not in kinds(deal, 0)
    deal = go(deal, "0 discard 1p")
    assert legal(deal, 1) == ["pung", "pass"]
    deal = go(deal, "1 pung", "1 discard 4m")
    assert deal.settling


@pytest.mark.clause("CD-03", "CO-04")
def test_after_a_pung_only_a_discard():
    deal = cd(seat(), seat("2266s2222m56789m"), wall="6s")
    deal = go(deal, "0 discard 6s", "1 pung")
    assert kinds(deal, 1) == {"discard"}


@pytest.mark.clause("CD-06")
def test_a_fed_kong_whose_replacement_wins_is_paid_by_the_feeder():
    deal = cd(seat(), seat("222m456789m45s11s"), wall="2m6s")
    deal = go(deal, "0 discard 2m", "1 kong", "1 win")
    assert deltas(deal) == (-4, 4, 0, 0)  # 平胡 1 + 杠 1 + 杠上花 2
    assert fans(deal) == {"pinghu": (0,), "gang": (0,), "gangshanghua": (0,)}
    assert deal.result.next_dealer == 1


@pytest.mark.clause("CD-06")
def test_in_a_chain_the_last_kong_decides():
    deal = cd(seat(), seat("222m5555m78m45s11s"), wall="2m9m6s")
    deal = go(deal, "0 discard 2m", "1 kong", "1 kong 5m", "1 win")
    assert deltas(deal) == (-5, 15, -5, -5)  # 平胡 1 + 2 杠 + 杠上花 2: the 暗杠 was the last


@pytest.mark.clause("CD-06")
def test_a_win_on_a_later_draw_is_no_kong_win():
    deal = cd(seat(), seat("222m456789m45s11s"), wall="2m9p1p1p1p6s", options={"last_four": False})
    deal = go(deal, "0 discard 2m", "1 kong", "1 discard 9p", "2 discard 1p", "3 discard 1p", "0 discard 1p", "1 win")
    assert deltas(deal) == (-2, 6, -2, -2) and "gangshanghua" not in fans(deal)


@pytest.mark.clause("CD-35", "CD-34")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (-4, 4, 0, 0)),
        ({"kong_flower": "self_draw"}, (-4, 12, -4, -4)),
        ({"self_draw": "fan"}, (-4, 4, 0, 0)),
        ({"self_draw": "base"}, (-4, 4, 0, 0)),
        ({"kong_flower": "self_draw", "self_draw": "base", "base": 2}, (-10, 30, -10, -10)),
    ],
)
def test_a_fed_kong_counts_as_discard_or_self_draw(options, expected):
    deal = cd(seat(), seat("222m456789m45s11s"), wall="2m6s", options=options)
    assert deltas(go(deal, "0 discard 2m", "1 kong", "1 win")) == expected


@pytest.mark.clause("CD-10", "CO-06")
def test_an_added_kong_can_be_robbed_and_stays_a_pung():
    deal = cd(seat("1357m1357p24s", "pung 666s@2"), seat(READY), wall="6s", options={"kong_money": True})
    deal = go(deal, "0 kong 6s")
    assert legal(deal, 1) == ["win", "pass"]
    deal = go(deal, "1 win")
    assert deltas(deal) == (-2, 2, 0, 0)  # 平胡 1 + 抢杠 1, no kong money
    assert melds(deal, 0) == ["pung 666s@2"]


@pytest.mark.clause("CD-10", "CD-02", "CD-42")
def test_a_kong_robbed_by_two_makes_the_konger_dealer():
    deal = cd(seat("1357m1357p24s", "pung 666s@2"), seat(READY), seat(), seat("123456789p45s22s"), wall="6s")
    deal = go(deal, "0 kong 6s", "3 win", "1 win")
    assert deltas(deal) == (-4, 2, 0, 2) and deal.result.next_dealer == 0


@pytest.mark.clause("CD-10")
def test_a_concealed_kong_and_a_claimed_kong_are_not_robbed():
    deal = go(cd(seat("6666s13579m135p2s"), seat("123456789m57s11s"), wall="9p"), "0 kong 6s")
    assert not deal.over and deal.actors == (0,) and melds(deal, 0) == ["concealed_kong 6666s"]


@pytest.mark.clause("CD-10")
def test_a_passed_robbery_lets_the_kong_stand_and_draws_from_the_front():
    deal = cd(seat("1357m1357p24s", "pung 666s@2"), seat(READY), wall="6s8p", options={"kong_money": True})
    deal = go(deal, "0 kong 6s", "1 pass")
    assert melds(deal, 0) == ["added_kong 6666s@2"] and "8p" in hand(deal, 0)
    assert points(deal) == [3, -1, -1, -1]


@pytest.mark.clause("CD-24")
def test_without_the_option_no_kong_money():
    deal = go(cd(seat("6666s13579m135p2s"), wall="9p"), "0 kong 6s")
    assert points(deal) == [0, 0, 0, 0]


@pytest.mark.clause("CD-25")
@pytest.mark.parametrize("base", [1, 2, 5, 10])
def test_points_times_base(base):
    deal = go(cd(seat(READY), wall="6s", options={"base": base}), "0 win")
    assert deltas(deal) == (3 * base, -base, -base, -base)
    assert deal.result.wins[0].total == 1


@pytest.mark.clause("CD-04")
def test_three_suits_are_not_offered_as_a_win():
    deal = cd(seat("123456m789p45s11s"), wall="6s")
    assert "win" not in kinds(deal, 0)
