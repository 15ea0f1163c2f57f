"""四川(258): ordinary wins, 通炮, 海底漫游 (SC-17), birds (SC-22), 过水 (SC-42), draws and who deals next (SC-03)."""

from __future__ import annotations

import pytest

import rules
from rules.tiles import NAMES
from tests.rules.position import deltas, go, kinds, legal, melds, seat
from tests.rules.sichuan258_table import WAITS_6S, how, middle, passed, winners

ROBBER = "234m567m678p45s88p"  # 3s and 6s


def row(deal: rules.Deal, key: str, viewer: int | None = None) -> dict | None:
    return next((r for r in rules.view_for(deal, viewer)["rows"] if r["id"] == key), None)


# -- claims and wins ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-02", "CO-05")
def test_chow_from_the_left_only_and_pung_goes_before():
    deal = middle(seat(), seat("1469m159p23578s1p"), seat("55m269p147s3m88p67s"), wall="5m", wary="5m")
    deal = go(deal, "0 discard 5m")
    assert legal(deal, 1) == ["chow 46m", "pass"] and legal(deal, 2) == ["pung", "pass"]
    taken = go(deal, "1 chow 46m", "2 pung")
    assert melds(taken, 2) == ["pung 555m@0"] and kinds(taken, 2) == {"discard"}
    taken = go(deal, "2 pass", "1 chow 46m")
    assert melds(taken, 1) == ["chow 456m@0"] and kinds(taken, 1) == {"discard"}


@pytest.mark.clause("SC-02", "SC-43", "CO-05")
def test_two_players_chow_from_each_other():
    deal = middle(seat(), seat("46m159p258s1379m6s"), options={"seats": 2}, wall="5m")
    assert "chow 46m" in legal(go(deal, "0 discard 5m"), 1)


@pytest.mark.clause("SC-02", "SC-03", "SC-20")
def test_all_winners_are_paid_and_the_feeder_deals_next():
    deal = middle(
        seat(ROBBER), seat(WAITS_6S), seat("234p678m345m78s22p"), seat(), turn=3, wall="6s", dealer=1, wary="6s"
    )
    deal = go(deal, "3 discard 6s")
    assert deal.actors == (0, 1, 2)
    deal = go(deal, "2 win", "0 win")
    assert not deal.over
    deal = go(deal, "1 win")
    assert winners(deal) == [0, 1, 2] and deltas(deal) == (1, 2, 1, -4) and deal.result.next_dealer == 3


@pytest.mark.clause("SC-02", "SC-03")
def test_one_who_passes_is_not_paid_and_the_one_winner_deals_next():
    deal = middle(seat(ROBBER), seat(WAITS_6S), seat(), seat(), turn=3, wall="6s", wary="6s")
    deal = go(deal, "3 discard 6s", "0 win", "1 pass")
    assert winners(deal) == [0] and deal.result.next_dealer == 0


@pytest.mark.clause("SC-03", "SC-20")
def test_a_self_draw_pays_from_all_and_the_winner_deals_next():
    deal = go(middle(seat(), seat(), seat(WAITS_6S), turn=2, wall="3s"), "2 win")
    assert how(deal) == ("self_draw", {"xiaohu": 1}) and deltas(deal) == (-2, -1, 4, -1)
    assert deal.result.next_dealer == 2 and NAMES[deal.result.wins[0].tile] == "3s"


@pytest.mark.clause("SC-10", "SC-20")
def test_no_win_is_offered_without_a_258_pair():
    deal = middle(seat("123m456m789p45s66p"), wall="6s")
    assert "win" not in legal(deal, 0)


# -- birds --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-22", "SC-30")
def test_the_next_wall_tile_is_the_bird_and_stays_in_the_wall():
    deal = go(middle(seat(), seat(WAITS_6S), turn=1, wall="6s7p", options={"birds": 1}), "1 win")
    left = deal.wall.left
    assert row(deal, "birds")["tiles"] == ["7p"] and NAMES[deal.wall.tiles[deal.wall.front]] == "7p"
    assert rules.view_for(deal, None)["wall_left"] == left
    assert deltas(deal) == (-2, 5, -2, -1)  # rank 7: seat 2 pays twice
    assert [n["tiles"] for n in rules.view_for(deal, 3)["news"] if n["kind"] == "birds"] == [["7p"]]


@pytest.mark.clause("SC-22", "SC-30")
def test_a_case_of_the_same_win_gives_the_same():
    deal = go(middle(seat(), seat(WAITS_6S), turn=1, wall="6s6p2m", options={"birds": 2, "base": 2}), "1 win")
    case = {"ruleset": "sichuan258", "options": dict(deal.options), "players": [{}, {"hand": WAITS_6S}, {}, {}],
            "event": {"kind": "self_draw", "winners": [1], "tile": "6s"}, "bird": "6p2m"}  # fmt: skip
    assert rules.score(case)["deltas"] == list(deltas(deal)) == [-16, 32, -8, -8]


@pytest.mark.clause("SC-30")
@pytest.mark.parametrize(("birds", "left", "turned"), [(6, 9, 6), (6, 4, 4), (4, 2, 2), (2, 1, 1), (0, 5, 0)])
def test_fewer_tiles_than_birds(birds, left, turned):
    """`left` tiles in the wall after the winning draw."""
    deal = go(middle(seat(), seat(WAITS_6S), turn=1, wall="6s", left=left + 1, options={"birds": birds}), "1 win")
    shown = row(deal, "birds")
    assert (len(shown["tiles"]) if shown else 0) == turned and deal.wall.left == left


@pytest.mark.clause("SC-22", "SC-30")
def test_birds_go_round_a_gap_in_the_wall():
    """A tile that a 开杠 took out of the middle is no bird."""
    deal = middle(seat("111m456m789p45s55p"), seat("234m567m678s78p88s"), wall="1m", tail="9p9m4m2p", left=5,
                  dice=(6, 6), options={"birds": 4})  # fmt: skip
    deal = go(deal, "0 kong 1m", "1 win")  # the front-most stack shows its 9p
    assert row(deal, "birds")["tiles"] == ["9m", "4m", "2p"] and deal.wall.left == 3
    assert deltas(deal) == (-12 * 4, 12 * 4, 0, 0)  # 9m the feeder, 4m seat 3, 2p the winner


@pytest.mark.clause("SC-22", "SC-02")
def test_several_winners_with_the_bird_on_one_of_them():
    deal = middle(seat(ROBBER), seat(WAITS_6S), seat(), seat(), turn=3, wall="6s2p", options={"birds": 1}, wary="6s")
    deal = go(deal, "3 discard 6s", "0 win", "1 win")
    assert deltas(deal) == (2, 2, 0, -4)  # rank 2 falls on seat 1: his doubles, the dealer's 2 does not


@pytest.mark.clause("SC-22", "SC-32")
def test_birds_from_the_winner_nearest_after_the_feeder():
    deal = middle(seat(ROBBER), seat(), seat(WAITS_6S), seat(), turn=1, wall="6s4p", dealer=3, wary="6s",
                  options={"birds": 1, "bird_from": "winner"})  # fmt: skip
    deal = go(deal, "1 discard 6s", "0 win", "2 win")
    assert winners(deal) == [2, 0]
    # Counted from seat 2, rank 4 falls on seat 1, the feeder: both double.
    assert deltas(deal) == (2, -4, 2, 0)


@pytest.mark.clause("SC-22", "SC-43")
@pytest.mark.parametrize(
    ("seats", "bird", "expected"),
    [(3, "4p", (-4, 5, -1)), (3, "8p", (-4, 6, -2)), (2, "4p", (-4, 4)), (2, "3p", (-4, 4))],
)
def test_counting_wraps_with_fewer_players(seats, bird, expected):
    """Of three players rank 4 is the dealer and rank 8 seat 1; of two rank 4 is seat 1 and rank 3 the dealer."""
    deal = middle(seat(), seat(WAITS_6S), turn=1, wall="6s" + bird, options={"birds": 1, "seats": seats})
    assert deltas(go(deal, "1 win")) == expected


# -- 海底漫游 -------------------------------------------------------------------------------------------------------


def last_one(*specs, tile="6s", turn=0, **more):
    """`turn` draws the last but one tile, 9m, and the last one is `tile`."""
    return middle(*specs, turn=turn, wall="9m", tail=tile, left=2, **more)


def to_haidi(deal: rules.Deal) -> rules.Deal:
    (number,) = deal.actors
    return passed(go(deal, f"{number} discard 9m"))


@pytest.mark.clause("SC-17")
def test_the_player_to_draw_is_asked_then_each_next_once_and_publicly():
    deal = to_haidi(last_one())
    for number in (1, 2, 3):
        assert deal.ask.phase == "haidi" and deal.actors == (number,) and legal(deal, number) == ["take", "refuse"]
        assert str(rules.default_action(deal, number)) == "refuse"
        view = rules.view_for(deal, None)
        assert view["turn"] == number and row(deal, "haidi")["seat"] == number and view["live_left"] == 0
        deal = go(deal, f"{number} refuse")
        assert rules.view_for(deal, None)["news"][-1]["kind"] == "refused"
    assert deal.actors == (0,)
    deal = go(deal, "0 refuse")
    assert deal.over and deal.result.drawn and deltas(deal) == (0, 0, 0, 0)
    assert deal.result.next_dealer == 1  # all refused: the first one asked


@pytest.mark.clause("SC-17", "SC-03", "SC-04")
def test_taken_without_a_win_the_deal_is_drawn_and_the_taker_deals():
    deal = go(to_haidi(last_one()), "1 refuse", "2 take")
    assert deal.over and deal.result.drawn and deal.result.next_dealer == 2 and deltas(deal) == (0, 0, 0, 0)
    assert NAMES[deal.seats[2].pond[-1].tile] == "6s" and deal.wall.left == 0
    assert row(deal, "birds") is None


@pytest.mark.clause("SC-17", "SC-12", "SC-20", "SC-22")
@pytest.mark.parametrize(("birds", "expected"), [(1, (-8, 20, -6, -6)), (6, (-8, 20, -6, -6)), (0, (-4, 10, -3, -3))])
def test_the_taker_wins(birds, expected):
    deal = to_haidi(last_one(seat(), seat(WAITS_6S), options={"birds": birds}))
    deal = go(deal, "1 take")
    assert deal.actors == (1,) and legal(deal, 1) == ["win", "pass"]
    assert rules.view_for(deal, 0)["last"]["tile"] == "6s"  # shown to all
    deal = go(deal, "1 win")
    assert how(deal) == ("self_draw", {"haidi": 3}) and deltas(deal) == expected and deal.result.next_dealer == 1
    case = {"ruleset": "sichuan258", "options": dict(deal.options), "players": [{}, {"hand": WAITS_6S}, {}, {}],
            "event": {"kind": "self_draw", "winners": [1], "tile": "6s", "flags": ["last_tile"]}}  # fmt: skip
    assert rules.score(case)["deltas"] == list(expected)


@pytest.mark.clause("SC-17", "SC-20", "SC-22", "SC-03")
def test_the_others_win_on_what_the_taker_shows():
    deal = to_haidi(last_one(seat(ROBBER), seat(), seat(WAITS_6S), tile="3s", options={"birds": 1}, wary="9m"))
    deal = go(deal, "1 take")
    assert deal.actors == (0, 2)
    both = go(deal, "0 win", "2 win")
    # 3s is the bird: seat 2, a winner; only his doubles.
    assert winners(both) == [2, 0] and deltas(both) == (12, -32, 20, 0) and both.result.next_dealer == 1
    one = go(deal, "2 pass", "0 win")
    assert deltas(one) == (12, -12, 0, 0) and one.result.next_dealer == 0
    none = go(deal, "2 pass", "0 pass")
    assert none.result.drawn and none.result.next_dealer == 1


@pytest.mark.clause("SC-17", "CO-04")
def test_the_taker_goes_before_the_others_and_all_are_asked_at_once():
    deal = go(to_haidi(last_one(seat(ROBBER), seat(WAITS_6S))), "1 take")
    assert deal.actors == (0, 1)
    deal = go(deal, "0 win")
    assert not deal.over
    assert winners(go(deal, "1 win")) == [1] and winners(go(deal, "1 pass")) == [0]


@pytest.mark.clause("SC-17", "SC-12")
def test_haidi_needs_the_258_pair_too():
    deal = go(to_haidi(last_one(seat(), seat("123m456m789p45s66p"))), "1 take")
    assert deal.over and deal.result.drawn


@pytest.mark.clause("SC-17", "SC-02")
def test_the_last_discard_may_still_be_claimed():
    deal = middle(seat(), seat(), seat("99m159p258s137p46s"), wall="9m", tail="6s", left=2, wary="9m")
    deal = go(deal, "0 discard 9m")
    assert legal(deal, 2) == ["pung", "pass"]
    deal = go(deal, "2 pung")
    assert kinds(deal, 2) == {"discard"}
    deal = passed(go(deal, "2 discard 1p"))
    assert deal.ask.phase == "haidi" and deal.actors == (3,)


@pytest.mark.clause("SC-17", "SC-14")
def test_no_kong_with_one_tile_left():
    deal = middle(seat(), seat("999m159p258s37p46s"), wall="9m", tail="6s", left=2, wary="9m")
    assert legal(go(deal, "0 discard 9m"), 1) == ["pung", "pass"]


@pytest.mark.clause("SC-17", "SC-43")
def test_two_players_at_the_haidi():
    deal = to_haidi(last_one(seat(ROBBER), seat(), options={"seats": 2}))
    deal = go(deal, "1 refuse")
    assert deal.actors == (0,)
    assert deltas(go(deal, "0 take", "0 win")) == (4, -4)


# -- 过水 ----------------------------------------------------------------------------------------------------------


def two_discards(guoshui: bool) -> rules.Deal:
    """Seat 1 could win on seat 0's 6s and passes; then seat 2 has discarded 3s."""
    deal = middle(seat(), seat(WAITS_6S), wall="6s7m3s9m", options={"guoshui": guoshui}, wary="6s")
    deal = go(deal, "0 discard 6s")
    assert "win" in legal(deal, 1)
    return passed(deal)


@pytest.mark.clause("SC-42")
def test_a_passed_win_bars_until_the_own_next_discard():
    deal = two_discards(True)
    assert row(deal, "guoshui", 1) is not None and row(deal, "guoshui", 0) is None and row(deal, "guoshui") is None
    assert deal.actors == (1,)
    deal = passed(go(deal, "1 discard 7m"))
    assert row(deal, "guoshui", 1) is None
    assert "win" in legal(go(deal, "2 discard 3s"), 1)  # he has discarded: free again


@pytest.mark.clause("SC-42")
@pytest.mark.parametrize("guoshui", [True, False])
def test_barred_from_others_tiles_before_the_own_discard(guoshui):
    deal = middle(seat(), seat(), seat(), seat(WAITS_6S), wall="6s3s9m6s", options={"guoshui": guoshui}, wary="6s3s")
    deal = go(deal, "0 discard 6s", "3 pass")
    deal = go(passed(deal), "1 discard 3s")
    assert (3 in deal.actors and "win" in legal(deal, 3)) is not guoshui


@pytest.mark.clause("SC-42")
def test_the_own_draw_is_free():
    deal = middle(seat(), seat(WAITS_6S), wall="6s3s", options={"guoshui": True}, wary="6s")
    deal = go(go(deal, "0 discard 6s"), "1 pass")
    assert deal.ask.phase == "turn" and deal.ask.seat == 1 and "win" in legal(deal, 1)
    assert how(go(deal, "1 win"))[0] == "self_draw"


@pytest.mark.clause("SC-42", "CO-04")
def test_a_claim_instead_of_the_win_passes_it():
    deal = middle(seat(), seat(), seat("123m456m789p33s55p"), wall="3s9m", options={"guoshui": True}, wary="3s")
    deal = go(deal, "0 discard 3s")
    assert legal(deal, 2) == ["win", "pung", "pass"]
    deal = go(deal, "2 pung")
    assert row(deal, "guoshui", 2) is not None and kinds(deal, 2) == {"discard"}
    assert row(go(deal, "2 discard 1m"), "guoshui", 2) is None


@pytest.mark.clause("SC-42", "SC-16")
def test_passing_a_robbery_bars_as_well():
    deal = middle(seat(), seat("159m258p39s19p", "pung 666s@0"), seat(ROBBER), turn=1, wall="6s", tail="3s9m",
                  options={"guoshui": True})  # fmt: skip
    deal = go(deal, "1 buzhang 6s", "2 pass")
    deal = go(deal, "1 discard 3s")
    assert "win" not in legal(deal, 2)


@pytest.mark.clause("SC-42", "SC-17")
def test_a_passed_win_bars_the_haidi_shot():
    deal = middle(seat(), seat(), seat(), seat(WAITS_6S), wall="6s", tail="3s", left=2, options={"guoshui": True},
                  wary="6s")  # fmt: skip
    deal = go(deal, "0 discard 6s")
    deal = go(passed(deal), "1 take")
    assert deal.over and deal.result.drawn


# -- new scoring and stacking in live play ------------------------------------------------------------------------


@pytest.mark.clause("SC-40", "SC-41", "SC-33")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (-4, 10, -3, -3)),
        ({"stack_big": True}, (-8, 20, -6, -6)),
        ({"new_scoring": True}, (-7, 19, -6, -6)),
        ({"new_scoring": True, "stack_big": True}, (-14, 38, -12, -12)),
        ({"dealer_points": False}, (-3, 9, -3, -3)),
        ({"dealer_points": False, "new_scoring": True}, (-6, 18, -6, -6)),
    ],
)
def test_two_big_hands(options, expected):
    deal = go(middle(seat(), seat("1133446677889m"), turn=1, wall="9m", options=options), "1 win")
    assert list(how(deal)[1]) == ["qingyise", "qiqiao"]
    assert deltas(deal) == expected


@pytest.mark.clause("SC-40", "SC-16")
def test_stacking_with_a_robbed_kong():
    deal = middle(seat(), seat("456p789p23s22p", "pung 666m@0"), seat("1112334457899m"), turn=1, wall="6m",
                  options={"stack_big": True})  # fmt: skip
    deal = go(deal, "1 kong 6m", "2 win")
    assert how(deal) == ("rob_kong", {"qingyise": 6, "qianggang": 10}) and deltas(deal) == (0, -16, 16, 0)


@pytest.mark.clause("SC-31")
@pytest.mark.parametrize(("mode", "paid"), [("double", 28), ("multiply", 21), ("add", 9)])
def test_what_birds_do(mode, paid):
    """Two birds on the feeder, who deals, of a 大胡: 7."""
    deal = middle(seat(), seat(), seat("1133446677889m"), wall="9m1p5p9p", dealer=1, turn=1, wary="9m",
                  options={"birds": 2, "bird_mode": mode})  # fmt: skip
    assert deltas(go(deal, "1 discard 9m", "2 win")) == (0, -paid, paid, 0)
