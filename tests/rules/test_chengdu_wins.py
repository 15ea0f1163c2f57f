"""成都: 过水, the forced last four, 海底, 天胡 and 地胡 (CD-07, CD-08, CD-20, CD-39 … CD-41, CD-45), live."""

from __future__ import annotations

import pytest

import rules
from tests.rules.chengdu_table import READY, cd, opening, rows_of
from tests.rules.position import deltas, fans, go, kinds, legal, seat

CALM = {"last_four": False}


# -- 过水 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-08", "CD-40")
def test_after_passing_a_win_the_same_points_are_barred_until_the_own_draw():
    deal = cd(seat(), seat(READY), wall="6s8p9p9p3s", options=CALM)
    deal = go(deal, "0 discard 6s", "1 pass", "1 discard 8p", "2 discard 9p", "3 discard 9p", "0 discard 3s")
    assert legal(deal, 1) == ["win", "pass"]


@pytest.mark.clause("CD-08")
def test_the_bar_holds_for_the_seats_between():
    deal = cd(seat(), seat(), seat(READY), wall="6s3s", options=CALM)
    deal = go(deal, "0 discard 6s", "2 pass")
    assert rows_of(deal, 2)["passed"]["seat"] == 2
    for viewer in (0, 1, 3, None):
        assert "passed" not in rows_of(deal, viewer)  # nobody learns that he passed one
    deal = go(deal, "1 discard 3s")  # worth 1 again: barred, nobody is asked, seat 2 draws
    assert deal.actors == (2,) and deal.ask.phase == "turn"
    assert "passed" not in rows_of(deal, 2)


@pytest.mark.clause("CD-40")
def test_without_the_option_a_passed_win_bars_nothing():
    deal = cd(seat(), seat(), seat(READY), wall="6s3s", options=CALM | {"guoshui": False})
    deal = go(deal, "0 discard 6s", "2 pass", "1 discard 3s", "2 win")
    assert deltas(deal) == (0, -1, 1, 0)


# 1s and 4s complete 平胡 1, 3s 对对胡 2.
PRICED = ("2223s", "pung 111m@0", "pung 555m@3", "pung 999m@3")


@pytest.mark.clause("CD-08")
def test_a_dearer_win_stays_open_and_a_cheaper_one_is_barred():
    deal = cd(seat(), seat(), seat(*PRICED), wall="4s3s", options=CALM)
    deal = go(deal, "0 discard 4s", "2 pass", "1 discard 3s")
    assert legal(deal, 2) == ["win", "pass"]
    assert deltas(go(deal, "2 win")) == (0, -2, 2, 0)
    deal = cd(seat(), seat(), seat(*PRICED), wall="3s4s", options=CALM)
    deal = go(deal, "0 discard 3s", "2 pass", "1 discard 4s")
    assert deal.actors == (2,) and deal.ask.phase == "turn"


@pytest.mark.clause("CD-08")
def test_of_two_passed_wins_the_dearer_counts():
    deal = cd(seat(), seat(), seat(), seat(*PRICED), wall="4s3s4s", options=CALM, dealer=1)
    deal = go(deal, "0 discard 4s", "3 pass", "1 discard 3s", "3 pass", "2 discard 4s")
    assert deal.actors == (3,) and deal.ask.phase == "turn"


@pytest.mark.clause("CD-08")
def test_under_a_cap_a_win_that_is_cut_is_not_dearer():
    hand = seat("1m", "concealed_kong 2222m", "concealed_kong 3333m", "concealed_kong 6666m", "concealed_kong 8888m")
    deal = cd(seat(), seat(), seat(*PRICED), wall="4s3s", options=CALM | {"cap": 4, "zhongzhang": True})
    assert go(deal, "0 discard 4s", "2 pass", "1 discard 3s").ask.phase == "claims"
    deal = cd(seat(), seat(), hand, wall="1m1m", options=CALM | {"cap": 4})
    deal = go(deal, "0 discard 1m", "2 pass", "1 discard 1m")
    assert deal.ask.phase == "turn" and deal.actors == (2,)


@pytest.mark.clause("CD-08")
def test_a_self_draw_is_free():
    deal = cd(seat(), seat(READY), wall="6s3s", options=CALM)
    deal = go(deal, "0 discard 6s", "1 pass", "1 win")
    assert deltas(deal) == (-1, 3, -1, -1)


@pytest.mark.clause("CD-08", "CO-04")
def test_a_passed_self_draw_bars_the_same_points_from_others():
    deal = cd(seat(READY), wall="6s3s", options=CALM)
    deal = go(deal, "0 discard 9m", "1 discard 3s")
    assert deal.ask.phase == "turn" and deal.actors == (2,)  # he is not even ready now
    deal = cd(seat(READY), wall="6s3s", options=CALM)
    deal = go(deal, "0 discard 6s", "1 discard 3s")
    assert deal.ask.phase == "turn" and deal.actors == (2,)
    assert "passed" in rows_of(deal, 0)


@pytest.mark.clause("CD-08", "CO-04")
@pytest.mark.parametrize("claim", ["pung", "kong"])
def test_an_own_claim_ends_the_bar_also_one_that_passed_the_win(claim):
    # 6s completes 456s; three of them in hand can be claimed instead. Afterwards 3s wins? No: the hand must be ready.
    deal = cd(seat(), seat(), seat("45666s11s123456m"), wall="6s9p3s", options=CALM)
    deal = go(deal, "0 discard 6s")
    assert {"win", "pung", "kong", "pass"} == kinds(deal, 2)
    deal = go(deal, f"2 {claim}")
    assert "passed" not in rows_of(deal, 2) and not deal.seats[2].marks.get("passed")


@pytest.mark.clause("CD-08")
def test_a_pung_in_vain_leaves_the_bar():
    options = CALM | {"blood_battle": True}
    deal = cd(seat(), seat("4566s123456789m"), seat("2244557788p99s6s"), wall="6s", options=options)
    deal = go(deal, "0 discard 6s", "1 pung", "2 win")
    assert deal.seats[1].marks["passed"] == 1 and deal.actors == (3,)


@pytest.mark.clause("CD-08")
def test_who_passed_may_not_rob_a_kong_for_as_little():
    robber, konger = seat(READY), seat("1357m1357p24s", "pung 333s@2")
    deal = cd(seat(), konger, robber, wall="6s3s", options=CALM)
    deal = go(deal, "0 discard 6s", "2 pass", "1 kong 3s")  # 抢杠 is worth 2, more than 1
    assert legal(deal, 2) == ["win", "pass"]
    options = CALM | {"cap": 4, "menqing": True}
    deal = cd(seat(), konger, seat("123456789s45m22m"), wall="3m9p", options=options)
    deal = go(deal, "0 discard 3m", "2 pass")
    assert deal.seats[2].marks["passed"] == 2  # 平胡 + 门清


# -- 最后四张 -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-07", "CD-41")
@pytest.mark.parametrize(("left", "forced"), [(4, True), (5, False)])
def test_a_self_draw_is_forced_when_four_were_left_before_it(left, forced):
    deal = cd(seat(READY), wall="6s", left=left)
    assert deal.over == forced
    if forced:
        assert deltas(deal) == (3, -1, -1, -1) and deal.window == 0
    else:
        assert "win" in kinds(deal, 0) and "discard" in kinds(deal, 0)


@pytest.mark.clause("CD-07")
@pytest.mark.parametrize(("left", "forced"), [(5, True), (6, False)])
def test_a_win_on_a_discard_is_forced_with_four_in_the_wall(left, forced):
    deal = go(cd(seat(), seat(READY), seat("2244557788p99s6s"), wall="6s", left=left), "0 discard 6s")
    assert deal.over == forced
    if forced:
        assert deltas(deal) == (-4, 1, 3, 0)


@pytest.mark.clause("CD-07", "CD-42")
def test_without_multi_win_the_nearest_win_is_forced():
    deal = cd(seat(), seat(READY), seat("2244557788p99s6s"), wall="6s", left=4, options={"multi_win": False})
    assert deltas(go(deal, "0 discard 6s")) == (-1, 1, 0, 0)


@pytest.mark.clause("CD-07", "CD-10")
def test_robbing_a_kong_is_forced_too():
    deal = cd(seat("1357m1357p24s", "pung 666s@2"), seat(READY), wall="6s", left=4)
    assert deltas(go(deal, "0 kong 6s")) == (-2, 2, 0, 0)


@pytest.mark.clause("CD-41")
def test_without_the_option_nothing_is_forced():
    deal = go(cd(seat(), seat(READY), wall="6s", left=3, options=CALM), "0 discard 6s")
    assert legal(deal, 1) == ["win", "pass"]


@pytest.mark.clause("CD-07", "CD-08")
def test_a_barred_win_is_not_forced():
    deal = cd(seat(), seat(), seat(READY), wall="6s3s", left=6)
    deal = go(deal, "0 discard 6s", "2 pass", "1 discard 3s")  # four are left, but 3s is worth no more
    assert not deal.over and deal.actors == (2,) and deal.ask.phase == "turn"


@pytest.mark.clause("CD-07")
def test_everybody_reads_that_the_last_four_have_begun():
    deal = cd(seat(), wall="9p", left=5)
    assert "last_four" in rows_of(deal, None)
    assert "last_four" not in rows_of(cd(seat(), wall="9p", left=6), None)


@pytest.mark.clause("CD-07")
def test_a_forced_win_is_no_move_of_a_record():
    deal = cd(seat(READY), wall="6s", left=4)
    assert legal(deal, 0) == []
    with pytest.raises(rules.errors.IllegalAction):
        go(deal, "0 win")


# -- 海底 ----------------------------------------------------------------------------------------------------------

HAIDI = CALM | {"haidi": True}


@pytest.mark.clause("CD-45")
def test_the_last_tile_drawn_and_the_discard_that_follows():
    deal = go(cd(seat(READY), wall="6s", left=1, options=HAIDI), "0 win")
    assert deltas(deal) == (6, -2, -2, -2)
    deal = go(cd(seat(), seat(READY), wall="6s", left=1, options=HAIDI), "0 discard 6s", "1 win")
    assert deltas(deal) == (-2, 2, 0, 0) and "haidi" in fans(deal)


@pytest.mark.clause("CD-45")
def test_not_the_last_but_one():
    deal = go(cd(seat(READY), wall="6s", left=2, options=HAIDI), "0 win")
    assert deltas(deal) == (3, -1, -1, -1)


@pytest.mark.clause("CD-45")
def test_a_discard_after_a_pung_of_it_is_none():
    deal = cd(seat(), seat("99p7p2468m123567s"), seat(READY), wall="9p", left=1, options=HAIDI)
    deal = go(deal, "0 discard 9p", "1 pung", "1 discard 6s", "2 win")
    assert deltas(deal) == (0, -1, 1, 0)


@pytest.mark.clause("CD-45", "CD-21", "CD-03")
def test_a_replacement_may_be_the_last_tile():
    deal = cd(seat("222m456789m45s11s"), wall="2m6s", left=2, options=HAIDI)
    assert deltas(go(deal, "0 kong 2m", "0 win")) == (15, -5, -5, -5)  # 平胡 1 + 杠 1 + 杠上花 2 + 海底 1


# -- 杠上炮 --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-21")
def test_a_discard_after_a_kong_adds_nothing():
    deal = cd(seat("8888p13579s357m2p"), seat(READY), wall="9p6s")
    deal = go(deal, "0 kong 8p", "0 discard 6s")
    assert "kong_discard" in deal.flags
    assert deltas(go(deal, "1 win")) == (-1, 1, 0, 0)


# -- 天胡, 地胡 ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-20", "CD-39")
@pytest.mark.parametrize(("on", "expected"), [(True, (24, -8, -8, -8)), (False, (3, -1, -1, -1))])
def test_the_dealers_dealt_14(on, expected):
    deal = go(opening(READY + "6s", options={"heaven_earth": on}), "0 win")
    assert deltas(deal) == expected
    assert deal.result.wins[0].how == ("heavenly" if on else "self_draw")


@pytest.mark.clause("CD-20", "CD-21")
def test_after_a_concealed_kong_it_is_no_heavenly_win():
    deal = go(opening("2222m456789m45s1s1s", wall="6s"), "0 kong 2m", "0 win")
    assert deal.result.wins[0].how == "self_draw"
    assert deltas(deal) == (12, -4, -4, -4)


@pytest.mark.clause("CD-20", "CD-39")
@pytest.mark.parametrize(("on", "points"), [(True, 8), (False, 1)])
def test_the_dealers_first_discard(on, points):
    deal = opening("13579m13579p135s6s", READY, options={"heaven_earth": on})
    deal = go(deal, "0 discard 6s", "1 win")
    assert deltas(deal) == (-points, points, 0, 0)
    assert deal.result.wins[0].how == ("earthly" if on else "discard")


@pytest.mark.clause("CD-20")
def test_only_the_dealers_first_discard():
    deal = opening("13579m1357p1357s9p", READY, wall="8p8p8p6s")
    deal = go(deal, "0 discard 9p", "1 discard 8p", "2 discard 8p", "3 discard 8p", "0 discard 6s", "1 win")
    assert deal.result.wins[0].how == "discard" and deltas(deal) == (-1, 1, 0, 0)


@pytest.mark.clause("CD-20")
def test_an_earthly_win_may_follow_the_dealers_own_concealed_kong():
    deal = opening("8888p13579s357m2p9m", READY, wall="6s")
    deal = go(deal, "0 kong 8p", "0 discard 6s", "1 win")
    assert deal.result.wins[0].how == "earthly" and deltas(deal) == (-8, 8, 0, 0)


@pytest.mark.clause("CD-20", "CD-08")
def test_passing_an_earthly_win_bars_all_that_is_worth_no_more():
    deal = opening("13579m13579p135s6s", READY)
    deal = go(deal, "0 discard 6s", "1 pass")
    assert not deal.seats[1].marks.get("passed")  # it was his turn next: his own draw ended it
    deal = opening("13579m13579p135s6s", "2468m2468p24689s", READY)
    deal = go(deal, "0 discard 6s", "2 pass")
    assert deal.seats[2].marks["passed"] == 8
