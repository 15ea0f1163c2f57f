"""内蒙古穷胡: the table, the claims, 手把一, 过胡 and 亮喜 (NM-01 … NM-05, NM-23 … NM-26, NM-33)."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

import rules
from rules.tiles import format_tiles
from tests.rules import position
from tests.rules.position import deltas, fans, go, kinds, legal, melds, seat

table = partial(position.table, ruleset="neimenggu")
SEED = bytes(range(32))
WINNER = ("46s789m234m99p", "pung 111p@0")  # waits for 5s only, 夹


# -- set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NM-01", "NM-03")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("winds", [True, False])
def test_the_set_and_the_hands(seats, winds):
    deal, _ = rules.start("neimenggu", {"seats": seats, "winds": winds}, SEED, dealer=1)
    assert [len(s.concealed) for s in deal.seats] == [13 + (s == 1) for s in range(seats)]
    tiles = Counter(t for s in deal.seats for t in s.concealed) + Counter(deal.wall.tiles)
    kinds_used = [*range(27), *(range(27, 34) if winds else range(31, 34))]
    assert tiles == Counter(dict.fromkeys(kinds_used, 4)) and tiles.total() == (136 if winds else 120)


@pytest.mark.clause("NM-01")
def test_four_players_are_the_default():
    assert rules.seat_count("neimenggu", {}) == 4
    with pytest.raises(rules.errors.BadOption):
        rules.check_options("neimenggu", {"seats": 5})


@pytest.mark.clause("NM-02")
@pytest.mark.parametrize("host", range(4))
def test_the_host_deals_first(host):
    assert rules.first_dealer("neimenggu", {}, SEED, host_seat=host) == host


@pytest.mark.clause("NM-02", "NM-05", "NM-40")
@pytest.mark.parametrize(("dealer", "then"), [(1, 1), (0, 1), (2, 3), (3, 0)])
def test_who_deals_next(dealer, then):
    deal = go(table(seat(), seat(*WINNER), dealer=dealer, wall="5s"), "0 discard 5s", "1 win")
    assert deal.result.next_dealer == then
    assert deltas(deal) == (-2, 2, 0, 0)


@pytest.mark.clause("NM-02")
def test_the_dealer_stays_after_a_drawn_deal():
    deal = go(table(dealer=2, turn=0, wall="NSEWC", left=5), "0 discard N")
    assert deal.result.drawn and deal.result.next_dealer == 2


# -- claims -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NM-03")
def test_dragons_are_penged_and_konged_and_the_replacement_comes_from_the_tail():
    deal = table(seat(), seat("CCC13m46p79s258s9m"), wall="C", tail="8m7m")
    deal = go(deal, "0 discard C")
    assert kinds(deal, 1) == {"pung", "kong", "pass"}
    deal = go(deal, "1 kong")
    assert melds(deal, 1) == ["kong CCCC@0"]
    assert format_tiles((deal.seats[1].drawn,)) == "8m"  # upper tile of the last stack


@pytest.mark.clause("NM-03")
def test_only_the_next_player_chows():
    deal = go(table(seat(), seat("46s258m258pESWCF"), seat("46s147m147pESNCP"), wall="5s"), "0 discard 5s")
    assert "chow 46s" in legal(deal, 1) and not legal(deal, 2)


@pytest.mark.clause("NM-05")
def test_the_nearest_winner_alone_and_the_next_when_he_passes():
    twin = ("46s678m333m22p", "pung EEE@0")
    start = table(seat(), seat(), seat(*WINNER), seat(*twin), wall="5s")
    asked = go(start, "0 discard 5s")
    assert asked.actors == (2, 3)
    assert [w.seat for w in go(asked, "3 win", "2 win").result.wins] == [2]
    assert [w.seat for w in go(asked, "2 win").result.wins] == [2]  # nobody can outrank him
    assert [w.seat for w in go(asked, "3 win", "2 pass").result.wins] == [3]
    assert not go(asked, "3 win").over


@pytest.mark.clause("NM-24")
def test_nobody_declares():
    deal = table(seat(*WINNER), wall="9m")
    assert kinds(deal, 0) == {"discard"}


# -- 手把一 -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NM-23")
def test_with_four_concealed_tiles_no_chow():
    three = ("pung 111p@0", "pung EEE@0", "pung 999m@0")
    deal = go(table(seat(), seat("46s8m2p", *three), wall="5s"), "0 discard 5s")
    assert kinds(deal, 1) == {"discard"}  # not asked; he has drawn
    deal = go(table(seat(), seat("46s8m258pS", *three[:2]), wall="5s"), "0 discard 5s")
    assert "chow 46s" in legal(deal, 1)  # seven concealed tiles


@pytest.mark.clause("NM-23")
@pytest.mark.parametrize(
    ("third", "allowed"),
    [("pung 999m@0", True), ("kong 9999m@0", True), ("concealed_kong 9999m", True), ("chow 789m@0", False)],
)
def test_with_four_concealed_tiles_pung_and_kong_only_without_a_chow(third, allowed):
    deal = table(seat(), seat("555s8p", "pung 111p@0", "pung EEE@0", third), wall="5s")
    assert kinds(go(deal, "0 discard 5s"), 1) == ({"pung", "kong", "pass"} if allowed else {"discard"})


@pytest.mark.clause("NM-23", "NM-33")
def test_liangxi_is_no_chow_for_shoubayi():
    own = ("555s8p", "liangxi CFP", "pung 111p@0", "pung 999m@0")
    deal = go(table(seat(), seat(*own), wall="5s", options={"liangxi": True}), "0 discard 5s")
    assert kinds(deal, 1) == {"pung", "kong", "pass"}


@pytest.mark.clause("NM-23")
def test_concealed_and_added_kongs_always_and_the_concealed_one_lets_the_chow_hand_win():
    own = ("5558s", "chow 123p@0", "pung 222m@0", "pung EEE@0")
    deal = table(seat(), seat(*own), turn=1, wall="5s", tail="8s1m")
    assert "kong 5s" in legal(deal, 1)
    deal = go(deal, "1 kong 5s")
    assert "win" in legal(deal, 1)  # 8s comes as the replacement; one of the four melds is a 暗杠
    deal = go(deal, "1 win")
    assert fans(deal).keys() == {"pinghu", "gangkai"}
    added = table(seat(), seat("5s67s8m", *own[1:]), turn=1, wall="E")
    assert "kong E" in legal(added, 1)


@pytest.mark.clause("NM-23")
def test_four_melds_with_a_chow_do_not_win():
    own = ("8s", "chow 123p@0", "pung 222m@0", "pung EEE@0", "pung 555s@0")
    assert "win" not in legal(table(seat(), seat(*own), turn=1, wall="8s"), 1)
    pungs = ("8s", "pung 111p@0", "pung 222m@0", "pung EEE@0", "pung 555s@0")
    deal = table(seat(), seat(*pungs), turn=1, wall="8s")
    assert fans(go(deal, "1 win")).keys() == {"piaohu"}


# -- 过胡 ---------------------------------------------------------------------------------------------------------


def passed_once():
    """Seat 1 has passed a win on seat 0's 5s; seat 1 is to draw."""
    deal = table(seat(), seat(*WINNER), wall="5sN5s5s5s", options={})
    return go(deal, "0 discard 5s", "1 pass")


@pytest.mark.clause("NM-25")
def test_a_passed_win_bars_wins_on_others_tiles_until_the_own_next_discard():
    deal = table(seat(), seat(), seat(), seat(*WINNER), wall="5s5sN5s5s")
    deal = go(deal, "0 discard 5s")
    assert kinds(deal, 3) == {"win", "pass"}
    deal = go(deal, "3 pass", "1 discard 5s")
    assert not legal(deal, 3) and deal.actors == (2,)  # barred: not even asked
    deal = go(deal, "2 discard N")
    assert "win" in legal(deal, 3)  # his own draw is the 5s: self-draw is free


@pytest.mark.clause("NM-25")
def test_the_own_discard_lifts_it():
    deal = go(passed_once(), "1 discard N", "2 discard 5s")
    assert "win" in legal(deal, 1)


@pytest.mark.clause("NM-25", "CO-04")
def test_claiming_a_meld_instead_passes_the_win():
    both = ("55s234m678m99m", "pung 111p@0")  # 对倒 5s and 9m
    deal = go(table(seat(), seat(*both), wall="5s"), "0 discard 5s")
    assert kinds(deal, 1) == {"win", "pung", "pass"}
    deal = go(deal, "1 pung")
    assert deal.seats[1].marks["guohu"] is True
    assert not go(deal, "1 discard 2m").seats[1].marks["guohu"]


@pytest.mark.clause("NM-25", "NM-37")
def test_a_passed_robbery_counts_too():
    deal = table(seat("12m258p147sES", "pung 555s@3"), seat(*WINNER), wall="5s", tail="N1m")
    deal = go(deal, "0 kong 5s")
    assert kinds(deal, 1) == {"win", "pass"}
    deal = go(deal, "1 pass")
    assert deal.seats[1].marks["guohu"] is True


@pytest.mark.clause("NM-25")
def test_only_the_owner_sees_the_lock():
    deal = passed_once()
    rows = {v: [r["id"] for r in rules.view_for(deal, v)["rows"]] for v in (0, 1, 2, 3, None)}
    assert rows == {0: [], 1: ["guohu"], 2: [], 3: [], None: []}
    assert all(not s["badges"] for s in rules.view_for(deal, 0)["seats"])


# -- 闭门胡 -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NM-26", "NM-41")
@pytest.mark.parametrize("closed", [False, True])
def test_an_unopened_hand(closed):
    deal = table(seat("111p46s789m234m99p"), wall="5s", options={"closed_win": closed})
    assert ("win" in legal(deal, 0)) == closed


# -- 亮喜 ---------------------------------------------------------------------------------------------------------

LIANGXI = {"liangxi": True}
DRAGONED = "CFP46s789m222m99p"


@pytest.mark.clause("NM-33")
def test_the_dealer_shows_on_his_fourteen():
    deal = table(seat(DRAGONED), wall="1s", options=LIANGXI)
    assert "liangxi" in legal(deal, 0)
    left = deal.wall.left
    deal = go(deal, "0 liangxi")
    assert melds(deal, 0) == ["liangxi CFP"] and deal.wall.left == left  # no replacement
    assert kinds(deal, 0) == {"discard"} and not deal.seats[0].open
    view = rules.view_for(deal, 2)["seats"][0]
    assert view["melds"] == [{"kind": "liangxi", "tiles": ["C", "F", "P"], "from": None, "claimed": None}]
    assert view["has_drawn"] and rules.view_for(deal, 0)["seats"][0]["drawn"] == "1s"


@pytest.mark.clause("NM-33")
def test_without_the_option_nobody_shows():
    assert "liangxi" not in legal(table(seat(DRAGONED), wall="1s"), 0)


@pytest.mark.clause("NM-33")
def test_others_show_in_their_first_turn_with_the_tile_they_drew_and_never_after_a_discard():
    deal = table(seat(), seat("CF46s789m222m99p1m"), wall="NP", options=LIANGXI)
    deal = go(deal, "0 discard N")
    assert "liangxi" in legal(deal, 1)
    deal = go(deal, "1 discard 1m")
    again = table(seat(pond="9s"), seat("CF46s789m222m99p1m", pond="1s"), turn=1, wall="P", options=LIANGXI)
    assert "liangxi" not in legal(again, 1)


@pytest.mark.clause("NM-33")
def test_a_discard_that_was_claimed_still_was_a_discard():
    deal = table(seat("147m147p147sESWC"), seat("CFP11s789m222m99p"), seat("11m258p258s99sNNS"), options=LIANGXI,
                 turn=1, wall="N")  # fmt: skip
    deal = go(deal, "1 discard N", "2 pung", "2 discard S")
    assert deal.seats[1].pond[0].claimed_by == 2
    while deal.ask.seat != 1 or deal.ask.phase != "turn":
        deal, _ = rules.apply(deal, s := deal.actors[0], rules.default_action(deal, s))
    assert "liangxi" not in legal(deal, 1)


@pytest.mark.clause("NM-33", "CO-04")
def test_the_first_turn_may_come_by_a_claim():
    deal = table(seat(), seat("CFP55s789m234m99p"), wall="5s", options=LIANGXI)
    deal = go(deal, "0 discard 5s", "1 pung")
    assert kinds(deal, 1) == {"discard", "liangxi"}
    deal = go(deal, "1 liangxi")
    assert kinds(deal, 1) == {"discard"} and melds(deal, 1) == ["pung 555s@0", "liangxi CFP"]


@pytest.mark.clause("NM-33")
def test_several_sets_each_doubling():
    deal = table(seat("CCFFPP46s55m2p7p2m"), wall="2p", options={"liangxi": True, "closed_win": True})
    deal = go(deal, "0 liangxi", "0 liangxi")
    assert melds(deal, 0) == ["liangxi CFP", "liangxi CFP"] and "liangxi" not in legal(deal, 0)


@pytest.mark.clause("NM-33", "NM-41")
def test_a_drawn_tile_that_leaves_with_the_set_wins_nothing():
    """The hand of eleven tiles is complete, but the tile that came lies in the set."""
    own = "CF456s789m222m99p"
    deal = table(seat(own), wall="P", options={"liangxi": True, "closed_win": True})
    deal = go(deal, "0 liangxi")
    assert kinds(deal, 0) == {"discard"} and deal.seats[0].drawn is None
    assert rules.view_for(deal, 1)["seats"][0]["has_drawn"]  # which tile he drew shows nowhere
    kept = go(table(seat("CFP46s789m222m99p"), wall="5s", options={"liangxi": True, "closed_win": True}), "0 liangxi")
    assert fans(go(kept, "0 win")) == {"jiahu": (1, 2, 3), "liangxi": (1, 2, 3)}


@pytest.mark.clause("NM-33")
def test_the_discarders_sets_double_for_him():
    deal = table(seat("147m258p14sEW", "liangxi CFP"), seat(*WINNER), wall="5s", options=LIANGXI)
    deal = go(deal, "0 discard 5s", "1 win")
    assert deltas(deal) == (-4, 4, 0, 0)
    assert fans(deal).keys() == {"jiahu", "liangxi_payer"}


@pytest.mark.clause("NM-33")
def test_showing_leaves_the_replacement_flag_alone():
    own = "CFP1111p46s234m9p"
    deal = table(seat(own), wall="9p", tail="5s1m", options={"liangxi": True, "closed_win": True})
    deal = go(deal, "0 kong 1p")
    assert "liangxi" in legal(deal, 0)
    deal = go(deal, "0 liangxi", "0 win")
    assert {"gangkai", "liangxi", "jiahu"} == fans(deal).keys()


# -- words --------------------------------------------------------------------------------------------------------


def test_presets_are_options_of_the_room():
    assert {p.key for p in rules.presets("neimenggu")} == {"plain", "lively", "full", "duo"}
    for preset in rules.presets("neimenggu"):
        assert rules.check_options("neimenggu", preset.options)


@pytest.mark.parametrize("key", ["winds", "liangxi", "haidi", "teda", "jia37", "jia_dandiao", "big_small_kong",
                                 "genzhuang", "closed_win", "menqing_fan", "zhazhen", "seats"])  # fmt: skip
def test_the_options_and_their_defaults(key):
    option = next(o for o in rules.get_ruleset("neimenggu").options if o.key == key)
    assert option.default == {"winds": True, "zhazhen": 0, "seats": 4}.get(key, False)


@pytest.mark.clause("NM-34")
def test_a_factor_is_shown_as_one():
    deal = table(seat("147m258p14sEW", "liangxi CFP"), seat(*WINNER), wall="5s", options=LIANGXI)
    view = rules.view_for(go(deal, "0 discard 5s", "1 win"), 1)
    assert [(f["id"], f["value"]) for f in view["result"]["wins"][0]["fans"]] == [("jiahu", 2), ("liangxi_payer", "×2")]
