"""大连穷胡: the table and the claims (DL-01 … DL-16), through the real engine."""

from __future__ import annotations

from collections import Counter

import pytest

import rules
from rules.tiles import INDEX
from tests.rules.position import deltas, fans, go, kinds, legal, melds, seat, table

SEED = bytes(range(32))


# -- set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-01")
def test_four_players_and_136_tiles_of_34_kinds():
    deal, _ = rules.start("dalian", {}, SEED, dealer=0)
    assert len(deal.seats) == 4
    tiles = Counter(t for s in deal.seats for t in s.concealed) + Counter(deal.wall.tiles)
    assert tiles == Counter(dict.fromkeys(range(34), 4))
    with pytest.raises(rules.errors.BadOption):
        rules.check_options("dalian", {"seats": 3})


@pytest.mark.clause("DL-02")
@pytest.mark.parametrize("dealer", range(4))
def test_two_dice_break_the_wall_and_the_dealer_has_fourteen(dealer):
    deal, _ = rules.start("dalian", {}, SEED, dealer=dealer)
    assert [len(s.concealed) for s in deal.seats] == [13 + (s == dealer) for s in range(4)]
    assert len(deal.dice) == 1 and len(deal.dice[0]) == 2 and all(1 <= d <= 6 for d in deal.dice[0])
    assert all(rules.view_for(deal, v)["dice"] == [list(deal.dice[0])] for v in (0, 1, 2, 3, None))
    assert deal.actors == (dealer,) and deal.wall.left == 83


@pytest.mark.clause("DL-02")
def test_the_dice_matter():
    """Two orders broken at different places are rotations of one another."""
    from rules.wall import broken

    order = list(range(136))
    first, second = broken(order, (1, 1), 0, 4), broken(order, (3, 4), 0, 4)
    assert first != second and sorted(first) == order
    at = second.index(first[0])
    assert second[at:] + second[:at] == first and at % 2 == 0


@pytest.mark.clause("DL-03")
def test_the_first_dealer_is_random():
    seen = {rules.first_dealer("dalian", {}, bytes([n] * 32), host_seat=2) for n in range(40)}
    assert seen == {0, 1, 2, 3}


WINNER = ("456m111s67s88m", "chow 123p@0")


@pytest.mark.clause("DL-03")
@pytest.mark.parametrize(("dealer", "next_dealer"), [(1, 1), (0, 1), (2, 3), (3, 0)])
def test_dealer_wins_and_stays_or_his_neighbour_deals(dealer, next_dealer):
    deal = go(table(seat(), seat(*WINNER), turn=1, wall="5s", dealer=dealer), "1 win")
    assert deal.result.next_dealer == next_dealer  # not the winner, unless he is the dealer's neighbour


@pytest.mark.clause("DL-03", "DL-04")
def test_a_drawn_deal_keeps_the_dealer():
    deal = go(table(turn=2, left=15, wall="C", dealer=3), "2 discard C")
    assert deal.over and deal.result.drawn and deal.result.next_dealer == 3
    assert deltas(deal) == (0, 0, 0, 0) and deal.wall.left == 14


# -- 荒庄 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-04")
def test_nobody_draws_when_fourteen_tiles_are_left():
    assert not table(turn=1, left=15).over
    deal = table(turn=1, left=14)
    assert deal.over and deal.result.drawn


@pytest.mark.clause("DL-04")
def test_no_kong_of_any_kind_when_only_fourteen_are_left():
    hands = [seat("CCCC456m", "pung 555s@1", "chow 123p@3")]
    assert "kong 5s" in legal(table(*hands, turn=0, wall="5s", left=16), 0)
    assert "kong C" in legal(table(*hands, turn=0, wall="5s", left=16), 0)
    assert kinds(table(*hands, turn=0, wall="5s", left=15), 0) <= {"discard", "ready", "jiating"}


@pytest.mark.clause("DL-04")
def test_the_last_discard_can_be_won_but_not_claimed():
    claimer = seat("55s34m147p99p258mE")
    winner = seat(*WINNER)
    open_wall = go(table(seat(), winner, seat(), claimer, turn=0, wall="5s", left=16), "0 discard 5s")
    assert kinds(open_wall, 1) == {"win", "chow", "pass"} and kinds(open_wall, 3) == {"pung", "pass"}
    last = go(table(seat(), winner, seat(), claimer, turn=0, wall="5s", left=15), "0 discard 5s")
    assert kinds(last, 1) == {"win", "pass"} and last.actors == (1,)
    assert deltas(go(last, "1 win"))[1] > 0
    passed = go(last, "1 pass")
    assert passed.over and passed.result.drawn


@pytest.mark.clause("DL-04")
def test_the_last_discard_cannot_be_chowed_or_konged_and_the_deal_ends():
    hands = [seat(), seat("46s147m147p28sWEN"), seat("555s147m147p28sEW")]
    last = go(table(*hands, turn=0, wall="5s", left=15), "0 discard 5s")
    assert last.over and last.result.drawn


@pytest.mark.clause("DL-04", "DL-14")
def test_a_kong_shortens_the_live_part():
    deal = table(seat("CCCC456m", "pung 555s@1", "chow 123p@3"), turn=0, wall="E", left=17)
    assert rules.view_for(deal, 0)["live_left"] == 2
    deal = go(deal, "0 kong C")
    assert rules.view_for(deal, 0)["live_left"] == 1


# -- 吃 碰 杠 -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-10", "CO-05")
def test_chow_from_the_left_only_and_suit_tiles_only():
    able = "3467m147p147sESW"
    deal = go(table(seat(), seat(able), seat(able.replace("147p", "258p")), turn=0, wall="5m"), "0 discard 5m")
    assert legal(deal, 1) == ["chow 34m", "chow 46m", "chow 67m", "pass"]
    assert deal.actors == (1,)  # seat 2 could complete the same runs, but seat 0 is not its 上家
    winds = seat("ESW147m147p258sN")
    assert go(table(seat(), winds, turn=0, wall="N"), "0 discard N").ask.phase == "turn"


@pytest.mark.clause("DL-10")
def test_no_sequence_across_suits_or_past_nine():
    deal = go(table(seat(), seat("89m1p147p258sESWN"), turn=0, wall="1p"), "0 discard 1p")
    assert "chow" not in kinds(deal, 1)
    deal = go(table(seat(), seat("12m8p147p258sESWN"), turn=0, wall="9m"), "0 discard 9m")
    assert "chow" not in kinds(deal, 1)


@pytest.mark.clause("DL-11")
@pytest.mark.parametrize("tile", ["C", "F", "P"])
def test_dragons_are_not_penged(tile):
    deal = go(table(seat(), seat(), seat(f"{tile * 2}147m258p369sEN"), turn=0, wall=tile), f"0 discard {tile}")
    assert deal.ask.phase == "turn" and deal.ask.seat == 1


@pytest.mark.clause("DL-11")
@pytest.mark.parametrize("tile", ["E", "S", "W", "N", "1m"])
def test_winds_and_suit_tiles_are_penged_from_anybody(tile):
    deal = go(table(seat(), seat(), seat(f"{tile * 2}258m258p369sCF"), turn=0, wall=tile), f"0 discard {tile}")
    deal = go(deal, "2 pung")
    assert melds(deal, 2) == [f"pung {'111m' if tile == '1m' else tile * 3}@0"] and deal.ask.seat == 2


@pytest.mark.clause("DL-12", "CO-06")
@pytest.mark.parametrize("tile", ["C", "F", "P", "E", "5m"])
def test_three_in_hand_make_a_claimed_kong_of_any_tile(tile):
    hand = f"{tile * 3}28m258p369sSN"
    deal = go(table(seat(), seat(), seat(hand), turn=0, wall=tile, tail="9m8m"), f"0 discard {tile}")
    assert "kong" in kinds(deal, 2)
    deal = go(deal, "2 kong")
    assert melds(deal, 2)[0].startswith("kong ") and deal.seats[2].open
    assert deal.seats[2].drawn == INDEX["9m"]


@pytest.mark.clause("DL-12", "DL-13", "CO-06")
def test_an_added_kong_needs_the_own_pung_and_a_turn_with_a_draw():
    deal = table(seat("E147m258p369s", "pung SSS@2"), turn=0, wall="S", tail="9m8m")
    deal = go(deal, "0 kong S")
    assert melds(deal, 0) == ["added_kong SSSS@2"] and deal.seats[0].drawn == INDEX["9m"]
    # A pung of his own and the fourth from another's discard is none.
    deal = go(table(seat(), seat("E147m258p369s", "pung SSS@2"), turn=0, wall="S"), "0 discard S")
    assert deal.ask.seat == 1 and deal.ask.phase == "turn"


@pytest.mark.clause("CO-04", "DL-12")
def test_after_a_pung_the_fourth_tile_in_hand_must_wait():
    deal = table(seat("S147m258p369sE", "pung SSS@2"), turn=0, draws=False)
    assert kinds(deal, 0) == {"discard"}


@pytest.mark.clause("DL-13")
def test_a_concealed_kong_only_when_open():
    assert "kong" not in kinds(table(seat("5555m147p258sESN"), turn=0, wall="W"), 0)
    assert "kong 5m" in legal(table(seat("5555m147p258s", "pung SSS@2"), turn=0, wall="W"), 0)


@pytest.mark.clause("DL-13", "CO-07")
def test_a_claimed_kong_opens_for_a_concealed_one():
    deal = table(seat(), seat("5555mSSS147p258s"), turn=0, wall="S", tail="9m8m")
    deal = go(deal, "0 discard S", "1 kong")
    assert "kong 5m" in legal(deal, 1)


@pytest.mark.clause("DL-14")
def test_replacements_come_from_the_last_stack_upper_then_lower():
    hands = [seat("CCCCPPPP5s9m", "pung 333s@1")]
    deal = table(*hands, turn=0, wall="E", tail="6p7p8p9p")
    deal = go(deal, "0 kong C")
    assert deal.seats[0].drawn == INDEX["8p"]
    deal = go(deal, "0 kong P")
    assert deal.seats[0].drawn == INDEX["9p"]
    front = deal.wall.front
    deal = go(deal, "0 discard E")
    assert deal.wall.front == front + 1  # the next ordinary draw comes from the front


# -- priority and 截胡 --------------------------------------------------------------------------------------------


def race(*answers: str) -> rules.Deal:
    """Seat 0 discards 5s: seat 1 may chow, seat 2 pung, seat 3 win."""
    chower = seat("46s147m147p28sWEN")
    punger = seat("55s258m258p9sSEWC")
    winner = seat("456m111s67s99m", "chow 123p@2")
    return go(table(seat(), chower, punger, winner, turn=0, wall="5s"), "0 discard 5s", *answers)


@pytest.mark.clause("DL-15", "CO-04")
@pytest.mark.parametrize(
    "answers",
    [
        ("1 chow 46s", "2 pung", "3 win"),
        ("2 pung", "1 chow 46s", "3 win"),
        ("3 win",),  # nothing outranks it: resolved at once
    ],
)
def test_a_win_beats_pung_and_chow_in_any_order_of_arrival(answers):
    deal = race(*answers)
    assert deal.over and deal.result.wins[0].seat == 3


@pytest.mark.clause("DL-15")
@pytest.mark.parametrize("answers", [("1 chow 46s", "3 pass", "2 pung"), ("2 pung", "3 pass"), ("3 pass", "2 pung")])
def test_a_pung_beats_a_chow(answers):
    deal = race(*answers)
    assert deal.ask.seat == 2 and melds(deal, 2) == ["pung 555s@0"]


@pytest.mark.clause("DL-15")
@pytest.mark.parametrize(
    "answers",
    [("1 chow 46s", "2 pass", "3 pass"), ("3 pass", "2 pass", "1 chow 46s"), ("2 pass", "1 chow 46s", "3 pass")],
)
def test_a_chow_takes_effect_when_the_others_passed(answers):
    deal = race(*answers)
    assert deal.ask.seat == 1 and melds(deal, 1) == ["chow 456s@0"]


@pytest.mark.clause("CO-04")
def test_the_window_stays_while_a_better_answer_is_possible():
    deal = race("1 chow 46s", "2 pung")
    assert deal.actors == (3,) and not deal.seats[2].melds
    deal = race("1 chow 46s", "3 pass")
    assert deal.actors == (2,)


def two_winners(*answers: str) -> rules.Deal:
    """Seat 3 discards 8s: seats 0 and 2 may win; after seat 3 comes seat 0."""
    zero = seat("456m111s67s88m", "chow 123p@3")
    two = seat("999m345p67s22p", "chow 345s@1")
    return go(table(zero, seat(), two, seat(), turn=3, wall="8s"), "3 discard 8s", *answers)


@pytest.mark.clause("DL-15", "CO-08")
@pytest.mark.parametrize(
    ("answers", "winner"),
    [
        (("0 win",), 0),
        (("2 win", "0 win"), 0),  # the later answer of the nearer seat (R23)
        (("2 win", "0 pass"), 2),
        (("0 pass", "2 win"), 2),
    ],
)
def test_of_several_winners_only_the_nearest(answers, winner):
    deal = two_winners(*answers)
    assert deal.over and [w.seat for w in deal.result.wins] == [winner]


@pytest.mark.clause("DL-15", "CO-04")
def test_the_farther_winner_waits_for_the_nearer():
    deal = two_winners("2 win")
    assert not deal.over and deal.actors == (0,)
    assert rules.view_for(deal, 0) == rules.view_for(two_winners(), 0)
    assert rules.view_for(deal, 2)["answered"]["text"] == "win"


@pytest.mark.clause("CO-04")
def test_a_pung_in_the_hand_of_the_winner_passes_the_win():
    both = seat("456789m1155s", "chow 123p@0")
    deal = table(seat(), both, turn=0, wall="1s")
    deal = go(deal, "0 discard 1s")
    assert kinds(deal, 1) == {"win", "pung", "pass"}
    deal = go(deal, "1 pung")
    assert kinds(deal, 1) <= {"discard", "ready", "jiating"}  # R9: a claim is never a self-draw


# -- 手把一 --------------------------------------------------------------------------------------------------------

THREE = ("chow 123p@3", "pung 333s@2", "chow 456m@3")


@pytest.mark.clause("DL-16")
def test_no_claim_makes_a_fourth_meld():
    # chow
    assert "chow" not in kinds(go(table(seat(), seat("78m9sE", *[m.replace("@3", "@0") for m in THREE]), turn=0,
                                         wall="9m"), "0 discard 9m"), 1)  # fmt: skip
    # pung
    holder = seat("99mEN", "chow 123p@1", "pung 333s@3", "chow 456m@1")
    assert "pung" not in kinds(go(table(seat(), seat(), holder, turn=0, wall="9m"), "0 discard 9m"), 2)
    # claimed kong
    holder = seat("999mE", "chow 123p@1", "pung 333s@3", "chow 456m@1")
    assert "kong" not in kinds(go(table(seat(), seat(), holder, turn=0, wall="9m"), "0 discard 9m"), 2)
    # concealed kong
    assert "kong" not in kinds(table(seat("9999m", *THREE), turn=0, wall="E"), 0)


@pytest.mark.clause("DL-16")
def test_the_third_meld_and_an_added_kong_are_fine():
    two = ("chow 123p@3", "pung 333s@2")
    assert "kong 9m" in legal(table(seat("9999m147p", *two), turn=0, wall="E"), 0)
    deal = go(table(seat("99m147pEN", *two), turn=3, wall="9m"), "3 discard 9m")
    assert "pung" in kinds(deal, 0)
    assert "kong 3s" in legal(table(seat("9m25pE", *THREE), turn=0, wall="3s"), 0)


# -- robbing ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-45", "CO-06")
def test_an_added_kong_is_robbed_and_stays_a_pung():
    konger = seat("147m258p369sE", "pung 555s@0")
    winner = seat("456m111s67s88m", "chow 123p@0")
    deal = table(seat(None, "chow 789p@3"), winner, seat(), konger, turn=3, wall="5s")
    deal = go(deal, "3 kong 5s")
    assert deal.ask.phase == "rob_kong" and legal(deal, 1) == ["win", "pass"] and deal.actors == (1,)
    won = go(deal, "1 win")
    assert melds(won, 3) == ["pung 555s@0"]
    assert set(fans(won)) == {"pinghu", "fangpao", "qianggang"}  # 1 + 1 + 2 = 4 -> 8; open, so never 未开门
    assert deltas(won) == (0, 8, 0, -8)
    passed = go(deal, "1 pass")
    assert melds(passed, 3) == ["added_kong 5555s@0"] and passed.ask.seat == 3


@pytest.mark.clause("DL-45")
def test_concealed_and_claimed_kongs_cannot_be_robbed():
    winner = seat("456m111s67s88m", "chow 123p@0")
    deal = table(seat(), winner, seat("5555s147m258p", "pung EEE@0"), turn=2, wall="W")
    deal = go(deal, "2 kong 5s")
    assert deal.ask.phase == "turn" and deal.ask.seat == 2


@pytest.mark.clause("DL-45", "DL-15")
@pytest.mark.parametrize(("answers", "winner"), [(("1 win", "0 win"), 0), (("0 win",), 0), (("1 win", "0 pass"), 1)])
def test_of_several_robbers_only_the_nearest(answers, winner):
    zero = seat("456m111s67s88m", "chow 123p@3")
    one = seat("999m345p67s22p", "chow 789p@0")
    konger = seat("147m258p369sE", "pung 888s@0")
    deal = go(table(zero, one, seat(), konger, turn=3, wall="8s"), "3 kong 8s", *answers)
    assert deal.over and [w.seat for w in deal.result.wins] == [winner]


@pytest.mark.clause("DL-45", "DL-14")
def test_after_everybody_passed_the_replacement_comes_from_the_tail():
    konger = seat("147m258p369sE", "pung 555s@0")
    deal = table(seat(), seat("456m111s67s88m", "chow 123p@0"), seat(), konger, turn=3, wall="5s", tail="9p8p")
    deal = go(deal, "3 kong 5s", "1 pass")
    assert deal.seats[3].drawn == INDEX["9p"]  # R11
