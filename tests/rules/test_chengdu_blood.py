"""成都: 血战到底, 刮风下雨 and 查叫 (CD-23, CD-30, CD-33, CD-36, CD-37), through the real engine."""

from __future__ import annotations

import pytest

import rules
from tests.rules.chengdu_table import READY, badges, cd, opening, points, rows_of
from tests.rules.position import deltas, go, hand, kinds, legal, melds, seat

BLOOD = {"blood_battle": True, "last_four": False}
PAIRS = "2244557788p99s6s"  # 七对 on 6s
NINES = "123456789p45s22s"  # 平胡 on 3s and 6s


def ended(deal: rules.Deal) -> rules.Deal:
    assert deal.settling and not deal.actors
    return rules.settle_draw(deal)[0]


# -- 血战到底 -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-30")
def test_after_a_win_the_others_play_on_and_the_hand_stays_hidden():
    deal = go(cd(seat(), seat(READY), wall="6s9m", options=BLOOD), "0 discard 6s", "1 win")
    assert not deal.over and deal.actors == (2,)  # the next after the winner draws
    assert points(deal) == [-1, 1, 0, 0]
    for viewer in (0, 2, 3, None):
        view = rules.view_for(deal, viewer)
        assert view["seats"][1]["out"] and view["seats"][1]["hand"] is None and view["result"] is None
        assert badges(deal, viewer)[1] == ["won"]
        assert rows_of(deal, viewer)["won_1"]["tiles"] == ["6s"]


@pytest.mark.clause("CD-30")
def test_after_a_self_draw_the_next_after_the_winner_draws_and_he_pays_no_more():
    deal = cd(seat(READY), seat(NINES), wall="6s3s", options=BLOOD)
    deal = go(deal, "0 win")
    assert deal.actors == (1,) and points(deal) == [3, -1, -1, -1]
    assert rules.view_for(deal, 0)["seats"][0]["hand_count"] == 14 and not legal(deal, 0)
    deal = go(deal, "1 win")
    assert points(deal) == [3, 1, -2, -2] and deal.actors == (2,)


@pytest.mark.clause("CD-30", "CD-42")
def test_after_two_winners_the_next_after_the_last_one_counted_from_the_giver_draws():
    deal = cd(seat(READY), seat(), seat(), seat(NINES), wall="9m6s", turn=1, options=BLOOD, dealer=1)
    deal = go(deal, "1 discard 9m", "2 discard 6s", "0 win", "3 win")
    assert [w.seat for w in deal.wins] == [3, 0]  # turn order from the giver
    assert points(deal) == [1, 0, -2, 1]
    assert deal.actors == (1,)


@pytest.mark.clause("CD-30", "CD-02")
def test_three_winners_end_the_deal_and_the_first_deals_next():
    deal = cd(seat(), seat(READY), seat(NINES), seat(PAIRS), wall="3s3s6s", options=BLOOD, dealer=0)
    deal = go(deal, "0 discard 3s", "1 win", "2 pass")
    assert deal.actors == (2,)
    deal = go(deal, "2 win")
    assert deal.actors == (3,) and not deal.over
    deal = go(deal, "3 win")
    assert deal.over and [w.seat for w in deal.result.wins] == [1, 2, 3]
    assert deltas(deal) == (-1 - 1 - 3, 1, 1 + 1, -1 + 3) and deal.result.next_dealer == 1
    assert [t.payee for t in deal.result.transfers] == [1, 2, 2, 3]  # in winning order


@pytest.mark.clause("CD-30", "CD-02")
def test_a_triple_first_win_ends_it_and_the_feeder_deals_next():
    deal = cd(seat(), seat(READY), seat("123456888m99m78s"), seat(PAIRS), wall="6s", options=BLOOD, dealer=2)
    deal = go(deal, "0 discard 6s", "3 win", "1 win", "2 win")
    assert deal.over and [w.seat for w in deal.result.wins] == [1, 2, 3]
    assert deltas(deal) == (-5, 1, 1, 3) and deal.result.next_dealer == 0


@pytest.mark.clause("CD-30", "CD-02")
def test_first_winner_deals_next_whatever_comes_later():
    deal = cd(seat(NINES), seat(READY), seat(), seat("123456789p78s33s"), wall="9m6s", options=BLOOD, turn=2)
    deal = go(deal, "2 discard 9m", "3 discard 6s", "1 win", "0 pass")
    assert deal.actors == (2,)
    deal = cd(seat(NINES), seat(READY), seat(), seat(), wall="3s9m6s", options=BLOOD, turn=1, dealer=2)
    deal = go(deal, "1 win", "2 discard 9m", "3 discard 6s", "0 win")
    assert not deal.over and deal.actors == (2,)
    assert deal.marks["first_winners"] == [1]


@pytest.mark.clause("CD-30", "CD-10", "CO-06")
def test_after_a_robbed_kong_the_next_after_the_winner_draws():
    konger = seat("1357m1357p24s", "pung 666s@2")
    deal = go(cd(konger, seat(), seat(READY), wall="6s9m", options=BLOOD), "0 kong 6s", "2 win")
    assert deal.actors == (3,) and melds(deal, 0) == ["pung 666s@2"] and not deal.flags
    assert points(deal) == [-2, 0, 2, 0]


@pytest.mark.clause("CD-30", "CD-23")
def test_who_is_out_is_skipped_asked_nothing_and_pays_nothing():
    deal = cd(seat(), seat(READY), seat("66s123456789m12p"), wall="6s6s9m3s", options=BLOOD)
    deal = go(deal, "0 discard 6s", "1 win")
    deal = go(deal, "2 discard 6s", "3 discard 9m")
    assert deal.actors == (0,)
    deal = go(deal, "0 discard 3s")
    assert deal.actors == (2,) and deal.ask.phase == "turn"  # 3s would complete seat 1 again: not asked


@pytest.mark.clause("CD-30", "CD-07")
def test_the_last_four_go_on_for_the_rest():
    options = BLOOD | {"last_four": True}
    deal = cd(seat(), seat(READY), seat(NINES), wall="6s3s", left=5, options=options, dealer=0)
    deal = go(deal, "0 discard 6s")  # forced: both win the discard
    assert [w.seat for w in deal.wins] == [1, 2] and deal.actors == (3,)
    deal = cd(seat(), seat(READY), seat(PAIRS), seat(NINES), wall="3s6s", left=4, options=options, dealer=0)
    deal = go(deal, "0 discard 3s")
    assert [w.seat for w in deal.wins] == [1, 3] and deal.actors == (0,)


@pytest.mark.clause("CD-30", "CD-08")
def test_a_passed_win_goes_on_barring_after_anothers_win():
    deal = cd(seat(), seat(), seat(READY), seat(PAIRS), wall="6s9m3s"[:2] + "3s", options=BLOOD)
    deal = go(deal, "0 discard 6s", "2 pass", "3 win")
    assert deal.actors == (0,) and deal.seats[2].marks["passed"] == 1
    deal = go(deal, "0 discard 3s")
    assert deal.actors == (1,)


@pytest.mark.clause("CD-30", "CD-20")
def test_after_a_heavenly_win_the_next_seat_draws():
    deal = go(opening(READY + "6s", options=BLOOD, wall="9m"), "0 win")
    assert deal.actors == (1,) and points(deal) == [24, -8, -8, -8]


@pytest.mark.clause("CD-30", "CD-23", "CD-02")
def test_the_wall_ends_with_one_winner_and_the_rest_is_checked():
    deal = cd(seat(), seat(READY), seat(NINES), wall="6s9m", left=2, options=BLOOD, dealer=3)
    deal = go(deal, "0 discard 6s", "1 win", "2 pass", "2 discard 9m")
    deal = ended(deal)
    # 2 is ready (平胡 1): 0 and 3 pay him; 1 is out.
    assert deltas(deal) == (-2, 1, 2, -1)
    assert deal.result.next_dealer == 1 and not deal.result.drawn
    assert [t.kind for t in deal.result.transfers] == ["win", "chajiao", "chajiao"]


@pytest.mark.clause("CD-09")
def test_without_the_option_the_first_win_ends_the_deal():
    deal = go(cd(seat(), seat(READY), wall="6s"), "0 discard 6s", "1 win")
    assert deal.over and not deal.actors


# -- 刮风下雨 -------------------------------------------------------------------------------------------------------

WIND = {"kong_money": True, "last_four": False}


@pytest.mark.clause("CD-33")
def test_each_kind_of_kong_has_its_price():
    deal = go(cd(seat(), seat("222m4568m13579s2p"), wall="2m", options=WIND), "0 discard 2m", "1 kong")
    assert points(deal) == [-2, 2, 0, 0]
    deal = go(cd(seat("2222m13579s357p2p"), options=WIND), "0 kong 2m")
    assert points(deal) == [6, -2, -2, -2]
    deal = go(cd(seat("1357m1357p24s", "pung 666s@2"), wall="6s", options=WIND | {"base": 5}), "0 kong 6s")
    assert points(deal) == [15, -5, -5, -5]


@pytest.mark.clause("CD-33", "CD-30")
def test_kong_money_comes_from_those_still_playing():
    deal = cd(seat(), seat(READY), seat("8888p13579s357m2p"), wall="6s9m", options=WIND | BLOOD)
    deal = go(deal, "0 discard 6s", "1 win", "2 kong 8p")
    assert points(deal) == [-1 - 2, 1, 4, -2]


@pytest.mark.clause("CD-33", "CD-36")
def test_kong_money_is_not_under_the_cap():
    deal = cd(seat("222m456789m45s11s"), wall="2m6s", options=WIND | {"cap": 4, "base": 2})
    deal = go(deal, "0 kong 2m", "0 win")
    assert deltas(deal) == (12 + 24, -12, -12, -12)  # 暗杠 2 × 2 from each; 1 + 1 + 2 = 4, × 2 from each


@pytest.mark.clause("CD-33", "CD-37")
@pytest.mark.parametrize(
    ("chajiao", "expected"),
    [
        # seat 2 is ready (平胡 1); seat 0 had 6 for his 暗杠 and is not ready: he returns it.
        ("min", (-1, -1, 3, -1)),
        ("none", (0, 0, 0, 0)),
    ],
)
def test_who_is_not_ready_at_a_draw_returns_his_kong_money(chajiao, expected):
    deal = cd(seat("8888p13579s357m2p"), seat(), seat(READY), wall="9m9p", left=2, options=WIND | {"chajiao": chajiao})
    deal = ended(go(deal, "0 kong 8p", "0 discard 9p"))
    assert deltas(deal) == expected
    assert sum(t.kind == "refund" for t in deal.result.transfers) == 3


@pytest.mark.clause("CD-33")
def test_who_is_ready_keeps_it():
    deal = cd(seat("222m456789m45s11s"), wall="2m9p", left=2, options=WIND)
    deal = ended(go(deal, "0 kong 2m", "0 discard 9p"))
    assert deltas(deal) == (6 + 6, -4, -4, -4)  # 平胡 1 + 杠 1 at the 查叫


@pytest.mark.clause("CD-33", "CD-30")
def test_money_goes_back_to_who_is_out_and_a_winner_keeps_his():
    options = WIND | BLOOD
    konger = seat("8888p13579s357m2p")
    # Seat 0 kongs (2 from each), then discards 6s, which seat 1 wins; the wall ends; 0 is not ready.
    deal = cd(konger, seat(READY), wall="9m6s9m9p", left=4, options=options)
    deal = go(deal, "0 kong 8p", "0 discard 6s", "1 win")
    assert points(deal) == [6 - 1, -2 + 1, -2, -2]
    deal = go(deal, "2 discard 9m", "3 discard 9p")
    assert deltas(ended(deal)) == (-1, 1, 0, 0)
    # The winner's kong money stays his.
    deal = cd(seat("222m456789m45s11s"), wall="2m9m6s"[:2] + "6s9p", left=3, options=options)
    deal = go(deal, "0 kong 2m", "0 win", "1 discard 9p")
    assert deltas(ended(deal)) == (18, -6, -6, -6)  # 2 + (1 + 1 + 2) from each


# -- 查叫 ----------------------------------------------------------------------------------------------------------


def drawn(*hands: str | None, **options) -> rules.Deal:
    """The last tile is drawn and discarded by seat 0; then the wall has ended."""
    deal = cd(*(seat(h) for h in hands), wall="9m", left=1, options={"last_four": False} | options)
    return ended(go(deal, "0 discard 9m"))


@pytest.mark.clause("CD-23", "CD-02")
def test_who_is_not_ready_pays_each_who_is():
    deal = drawn(None, READY, PAIRS)
    assert deltas(deal) == (-4, 2, 6, -4)
    assert deal.result.drawn and deal.result.next_dealer == deal.dealer


@pytest.mark.clause("CD-23")
def test_all_or_none_ready_pay_nothing():
    assert drawn().result.transfers == ()
    assert drawn("123456789p78s99s", READY, PAIRS, NINES).result.transfers == ()


@pytest.mark.clause("CD-37")
@pytest.mark.parametrize(("chajiao", "points"), [("min", 1), ("max", 2), ("none", 0)])
def test_the_least_or_the_greatest_wait(chajiao, points):
    # 111m 444p... three pungs and 2223s: 平胡 1 on 1s and 4s, 对对胡 2 on 3s
    deal = drawn(None, "111m555m777m2223s", chajiao=chajiao)
    assert deltas(deal) == (-points, 3 * points, -points, -points)


@pytest.mark.clause("CD-23", "CD-36")
def test_the_check_is_capped_and_knows_no_extras():
    options = {"menqing": True, "self_draw": "fan", "zhongzhang": True}
    assert deltas(drawn(None, READY, **options)) == (-1, 3, -1, -1)
    pure = "1111222233335m"  # 3 根; with 5m 清七对 8, with 4m 清一色 3: 111 222 123 345 33
    assert deltas(drawn(None, pure)) == (-6, 18, -6, -6)
    assert deltas(drawn(None, pure, chajiao="max")) == (-11, 33, -11, -11)
    assert deltas(drawn(None, pure, cap=5)) == (-5, 15, -5, -5)
    assert deltas(drawn(None, pure, cap=8, chajiao="max", base=2)) == (-16, 48, -16, -16)


@pytest.mark.clause("CD-23")
def test_a_wait_all_of_which_one_holds_is_none():
    deal = cd(seat(), seat("12345611m57s", "kong 6666s@0"), wall="9m", left=1, options={"last_four": False})
    deal = ended(go(deal, "0 discard 9m"))
    assert deltas(deal) == (0, 0, 0, 0)


@pytest.mark.clause("CD-23", "CD-04")
def test_three_suits_are_not_ready():
    assert deltas(drawn(None, "123456m789p45s11s", READY)) == (-1, -1, 3, -1)


@pytest.mark.clause("CD-23")
def test_the_settlement_waits_for_its_own_step():
    deal = cd(seat(), seat(READY), wall="9m", left=1)
    deal = go(deal, "0 discard 9m")
    assert deal.settling and rules.view_for(deal, None)["phase"] == "settling"
    assert all(not legal(deal, s) for s in range(4)) and "win" not in kinds(deal, 1)
    assert hand(deal, 1)
