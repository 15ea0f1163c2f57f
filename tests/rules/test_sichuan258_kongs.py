"""四川(258): 补张 and 开杠 (SC-14, SC-15, SC-44), 杠上花, 杠上炮, 抢杠 (SC-16), the locked hand."""

from __future__ import annotations

import pytest

import rules
from rules.tiles import NAMES
from tests.rules.position import deltas, go, kinds, legal, melds, seat
from tests.rules.sichuan258_table import KONG_READY, dealt, how, middle, passed, play, pond, score_like, winners

# Without the 1111m it waits for nothing.
KONG_FAR = "111m259m258p369s1p"
TWO = {"kong_tiles": 2}
ROBBER = "234m567m678p45s88p"  # 3s and 6s


# -- 补张 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-14", "CO-06")
def test_a_concealed_buzhang_draws_the_last_stacks_upper_then_its_lower_tile():
    deal = middle(seat("111m222m159p369s1p"), wall="1m", tail="2m7p")
    deal = go(deal, "0 buzhang 1m")
    assert melds(deal, 0) == ["concealed_kong 1111m"] and NAMES[deal.seats[0].drawn] == "2m"
    deal = go(deal, "0 buzhang 2m")
    assert NAMES[deal.seats[0].drawn] == "7p" and deal.ask.phase == "turn" and not deal.dice
    # CO-06: it lies face up for all.
    assert rules.view_for(deal, 2)["seats"][0]["melds"][0]["tiles"] == ["1m"] * 4


@pytest.mark.clause("SC-14", "SC-15")
def test_buzhang_is_always_allowed_but_kong_needs_a_ready_hand():
    far = middle(seat(KONG_FAR), wall="1m")
    assert "buzhang 1m" in legal(far, 0) and "kong 1m" not in legal(far, 0)
    ready = middle(seat(KONG_READY), wall="1m")
    assert {"buzhang 1m", "kong 1m"} <= set(legal(ready, 0))


@pytest.mark.clause("SC-15", "CO-09")
def test_ready_means_a_258_pair_or_a_big_hand():
    pair_of_6 = middle(seat("111m456m789p45s66p"), wall="1m")
    assert "kong 1m" not in legal(pair_of_6, 0)
    big = middle(seat("111m456m789m45m66m"), wall="1m")
    assert "kong 1m" in legal(big, 0)


@pytest.mark.clause("SC-15")
def test_the_drawn_tile_counts_among_the_hand_without_the_four():
    """1111m in hand before the draw: the drawn tile stays in the hand that must be ready."""
    deal = middle(seat("1111m456m789p45s5p"), wall="5p")
    assert "kong 1m" in legal(deal, 0)  # 55p and 45s
    deal = middle(seat("1111m456m789p45s5p"), wall="9m")
    assert "kong 1m" not in legal(deal, 0) and "buzhang 1m" in legal(deal, 0)


@pytest.mark.clause("SC-14", "SC-20")
def test_winning_on_a_buzhang_is_a_plain_self_draw():
    deal = go(middle(seat(), seat(KONG_READY), turn=1, wall="1m", tail="6s9m"), "1 buzhang 1m", "1 win")
    assert how(deal) == ("self_draw", {"xiaohu": 1}) and deltas(deal) == (-2, 4, -1, -1)
    score_like(deal, hand="456m789p45s55p", melds=["concealed_kong 1111m"], event={"kind": "self_draw", "tile": "6s"})


@pytest.mark.clause("SC-14", "SC-20")
def test_the_discard_after_a_buzhang_is_an_ordinary_one():
    deal = middle(seat(), seat(KONG_FAR), seat(ROBBER), turn=1, wall="1m", tail="6s9m")
    deal = play(deal, "1 buzhang 1m", "1 discard 6s", "2 win")
    assert how(deal) == ("discard", {"xiaohu": 1}) and deltas(deal) == (0, -1, 1, 0)


@pytest.mark.clause("SC-14")
def test_claimed_buzhang():
    deal = middle(seat(), seat("777p159m258p369s1m"), wall="7p", tail="3m4m", wary="7p")
    deal = go(deal, "0 discard 7p")
    assert legal(deal, 1) == ["pung", "buzhang", "pass"]
    deal = go(deal, "1 buzhang")
    assert melds(deal, 1) == ["kong 7777p@0"] and NAMES[deal.seats[1].drawn] == "3m"
    assert deal.ask.phase == "turn" and deal.actors == (1,) and not deal.seats[1].marks.get("locked")
    labels = [n["label"].in_("zh") for n in rules.view_for(deal, 3)["news"]]
    assert "补张" in labels and "开杠" not in labels


@pytest.mark.clause("SC-14", "SC-15")
@pytest.mark.parametrize(("left", "buzhang", "kong"), [(3, True, True), (2, True, True), (1, False, False)])
def test_two_tiles_must_be_left(left, buzhang, kong):
    """`left` after the draw of 1m."""
    deal = middle(seat(KONG_READY), wall="1m", left=left + 1)
    assert ("buzhang 1m" in legal(deal, 0), "kong 1m" in legal(deal, 0)) == (buzhang, kong)


@pytest.mark.clause("SC-44")
@pytest.mark.parametrize(("left", "kong"), [(3, True), (2, False)])
def test_two_shown_tiles_need_three_left(left, kong):
    deal = middle(seat(KONG_READY), wall="1m", left=left + 1, options=TWO)
    assert ("kong 1m" in legal(deal, 0)) == kong and "buzhang 1m" in legal(deal, 0)


@pytest.mark.clause("SC-14", "SC-17")
def test_the_last_buzhang_leaves_the_haidi():
    deal = middle(seat(KONG_FAR), wall="1m", left=3)
    deal = passed(go(go(deal, "0 buzhang 1m"), "0 discard 1p"))
    assert deal.wall.left == 1 and deal.ask.phase == "haidi"


@pytest.mark.clause("SC-02", "CO-04")
def test_no_kong_after_a_pung():
    deal = middle(seat(), seat("77p111m59m28p369s1m"), wall="7p", wary="7p")
    deal = play(deal, "0 discard 7p", "1 pung")
    assert kinds(deal, 1) == {"discard"}


# -- 开杠 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-15")
@pytest.mark.parametrize(
    ("dice", "gone", "shown"),
    [((1, 1), 0, "3p"), ((1, 2), 0, "2p"), ((1, 1), 1, "3p"), ((1, 1), 2, "2p"), ((1, 1), 3, "2p"), ((1, 2), 1, "2p")],
)
def test_two_dice_name_the_stack_and_its_top_tile_is_shown(dice, gone, shown):
    """The tail is 2p9m 3p8m 4p7m; `gone` of it are already taken as replacements, upper tiles first."""
    deal = middle(seat(KONG_READY), wall="1m", tail="2p9m3p8m4p7m", dice=dice, gone=gone)
    deal = go(deal, "0 kong 1m")
    assert deal.dice == (dice,)
    assert deal.seats[0].pond[-1].tile == rules.tiles.INDEX[shown]
    assert len(deal.seats[0].concealed) == 10 and deal.seats[0].drawn is None  # shown, not taken


@pytest.mark.clause("SC-15")
def test_what_is_left_of_the_stack_and_the_front_most_of_too_few():
    deal = middle(seat(KONG_READY), wall="1m", tail="2p9m", dice=(1, 1), left=4)
    # Three tiles after the draw: the front-most stack is a single tile, and the second from the tail.
    front = NAMES[deal.wall.tiles[deal.wall.front]]
    shown = go(deal, "0 kong 1m")
    assert pond(shown, 0) == [front]
    deal = middle(seat(KONG_READY), wall="1m", tail="2p9m", dice=(6, 6), left=4)
    assert pond(go(deal, "0 kong 1m"), 0) == [front]


@pytest.mark.clause("SC-15", "SC-12", "SC-20")
def test_kong_win():
    deal = middle(seat(), seat(KONG_READY), turn=1, wall="1m", tail="6s7p9m8m", dice=(1, 1), wary="6s")
    deal = go(deal, "1 kong 1m")
    assert deal.actors == (1,) and legal(deal, 1) == ["win", "pass"]
    deal = go(deal, "1 win")
    assert how(deal) == ("self_draw", {"gangkai": 3}) and deltas(deal) == (-4, 10, -3, -3)
    assert deal.result.next_dealer == 1 and pond(deal, 1) == []
    score_like(deal, hand="456m789p45s55p", melds=["concealed_kong 1111m"],
               event={"kind": "self_draw", "tile": "6s", "flags": ["after_kong"]})  # fmt: skip


@pytest.mark.clause("SC-15", "SC-12", "SC-20")
@pytest.mark.parametrize(("dealer", "paid"), [(0, 10), (1, 12), (2, 12)])
def test_kong_shot(dealer, paid):
    deal = middle(seat(), seat(KONG_READY), seat("234m678m234p78s22m"), turn=1, wall="1m", tail="9s7p9m8m",
                  dice=(1, 1), dealer=dealer, wary="9s")  # fmt: skip
    deal = go(deal, "1 kong 1m")
    assert legal(deal, 2) == ["win", "chow 78s", "pass"] and deal.actors == (2,)
    deal = go(deal, "2 win")
    assert how(deal) == ("discard", {"gangpao": 10}) and deltas(deal) == (0, -paid, paid, 0)
    score_like(deal, hand="234m678m234p78s22m", players={1: {"melds": ["concealed_kong 1111m"]}},
               event={"kind": "discard", "from": 1, "tile": "9s", "flags": ["kong_discard"]})  # fmt: skip


@pytest.mark.clause("SC-15", "CO-04")
def test_the_konger_goes_before_the_others_and_all_are_asked_at_once():
    deal = middle(seat(), seat(KONG_READY), seat("234m678m234p78s22m"), turn=1, wall="1m", tail="6s7p9m8m", dice=(1, 1))
    deal = go(deal, "1 kong 1m")
    assert deal.actors == (1, 2)
    assert rules.view_for(deal, 2)["phase"] == rules.view_for(deal, 0)["phase"] == "kong_shown"
    other = go(deal, "2 win")
    assert not other.over  # the konger has not answered
    assert winners(go(other, "1 win")) == [1] and winners(go(other, "1 pass")) == [2]
    assert winners(go(deal, "1 win")) == [1]  # settled without waiting for seat 2


@pytest.mark.clause("SC-15", "SC-02", "SC-03")
def test_a_kong_shot_of_two_the_konger_deals_next():
    deal = middle(seat("567m345p666p78s22p"), seat(KONG_READY), seat("234m678m234p78s22m"), turn=1, wall="1m",
                  tail="9s7p9m8m", dice=(1, 1), wary="9s")  # fmt: skip
    deal = go(deal, "1 kong 1m", "0 win", "2 win")
    assert winners(deal) == [2, 0] and deltas(deal) == (12, -22, 10, 0) and deal.result.next_dealer == 1


@pytest.mark.clause("SC-15")
def test_unclaimed_it_lies_as_his_discard_and_the_next_draws():
    deal = passed(go(middle(seat(KONG_READY), wall="1m8m", tail="9s7p9m8m", dice=(1, 1)), "0 kong 1m"))
    assert pond(deal, 0) == ["9s"] and deal.ask.seat == 1 and deal.ask.phase == "turn"
    assert deal.flags == frozenset() and NAMES[deal.seats[1].drawn] == "8m"


@pytest.mark.clause("SC-15", "SC-02")
def test_the_shown_tile_may_be_claimed_like_any_and_what_follows_is_ordinary():
    deal = middle(seat(KONG_READY), seat(), seat("99s259m257p2447m3p"), seat(ROBBER),
                  wall="1m", tail="9s7p9m8m", dice=(1, 1), wary="9s")  # fmt: skip
    deal = play(deal, "0 kong 1m", "2 pung")
    assert melds(deal, 2) == ["pung 999s@0"] and deal.seats[0].pond[-1].claimed_by == 2
    deal = middle(seat(KONG_READY), seat(), seat("99s259m257p244m6s3p"), seat(ROBBER),
                  wall="1m", tail="9s7p9m8m", dice=(1, 1), wary="9s")  # fmt: skip
    deal = passed(play(deal, "0 kong 1m", "2 pung", "2 discard 6s", "3 win"))
    assert how(deal) == ("discard", {"xiaohu": 1}) and deltas(deal) == (0, 0, -1, 1)


@pytest.mark.clause("SC-15", "SC-14")
def test_claimed_kong_and_a_kong_on_a_shown_tile():
    deal = middle(seat(), seat(KONG_READY.replace("111m", "777p").replace("789p", "123m")), wall="7p",
                  tail="6s7s9m8m", dice=(1, 1), wary="7p")  # fmt: skip
    deal = go(deal, "0 discard 7p")
    assert legal(deal, 1) == ["kong", "pung", "buzhang", "pass"]
    deal = go(deal, "1 kong")
    assert melds(deal, 1) == ["kong 7777p@0"] and legal(deal, 1) == ["win", "pass"]
    deal = go(deal, "1 win")
    assert how(deal) == ("self_draw", {"gangkai": 3}) and deltas(deal) == (-4, 10, -3, -3)


# -- the locked hand ----------------------------------------------------------------------------------------------

LOCKED = {"locked": True}


@pytest.mark.clause("SC-15")
def test_a_locked_hand_discards_what_it_draws_and_claims_nothing():
    deal = middle(seat("456m78p55p45s9p", "concealed_kong 1111m", locked=True), wall="9m")
    assert legal(deal, 0) == ["discard 9m"]
    deal = middle(seat(), seat("456m789p5588s", "concealed_kong 1111m", locked=True), wall="3m", wary="3m")
    deal = go(deal, "0 discard 3m")
    assert deal.ask.phase == "turn"  # no chow
    deal = middle(seat(), seat("456m789p5588s", "concealed_kong 1111m", locked=True), wall="8s", wary="8s")
    deal = go(deal, "0 discard 8s")
    assert legal(deal, 1) == ["win", "pass"]  # no pung


@pytest.mark.clause("SC-15")
def test_the_lock_begins_with_the_kong_and_is_shown():
    deal = passed(go(middle(seat(KONG_READY), wall="1m8m", tail="9s7p9m8m", dice=(1, 1)), "0 kong 1m"))
    assert [b["id"] for b in rules.view_for(deal, 2)["seats"][0]["badges"]] == ["locked"]
    deal = middle(seat(KONG_READY), wall="1m8m2p3p7m9p", tail="9s7p9m8m", dice=(1, 1))
    deal = passed(go(deal, "0 kong 1m"))
    for number, tile in ((1, "8m"), (2, "2p"), (3, "3p")):
        deal = passed(go(deal, f"{number} discard {tile}"))
    assert deal.ask.seat == 0 and legal(deal, 0) == ["discard 7m"]


@pytest.mark.clause("SC-15")
def test_a_locked_hand_kongs_only_if_the_waits_stay():
    keeps = middle(seat("222m789p45s55p", "concealed_kong 1111m", locked=True), wall="2m", dice=(1, 1))
    assert set(legal(keeps, 0)) == {"kong 2m", "buzhang 2m", "discard 2m"}
    # 2223s waits for 1s and 4s with the pair 22s; the kong of 2s would leave the 3s alone.
    breaks = middle(seat("456m789p2223s", "concealed_kong 1111m", locked=True), wall="2s")
    assert legal(breaks, 0) == ["discard 2s"]
    claim = middle(seat(), seat("222p789p45s55p", "concealed_kong 1111m", locked=True), wall="2p", wary="2p")
    assert legal(go(claim, "0 discard 2p"), 1) == ["kong", "buzhang", "pass"]


@pytest.mark.clause("SC-15")
def test_the_tile_of_a_locked_pair_of_waits_may_win():
    deal = middle(seat(), seat("456m789p45s55p", "concealed_kong 1111m", locked=True), turn=1, wall="6s")
    assert legal(deal, 1)[0] == "win"
    assert how(go(deal, "1 win")) == ("self_draw", {"xiaohu": 1})


# -- 抢杠 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-16", "SC-12", "CO-06")
def test_robbing_an_open_kong():
    deal = middle(seat(), seat("456m789p23s22p", "pung 666s@0"), seat(ROBBER), turn=1, wall="6s")
    deal = go(deal, "1 kong 6s")
    assert deal.actors == (2,) and rules.view_for(deal, 0)["last"]["kind"] == "added_kong"
    deal = go(deal, "2 win")
    assert how(deal) == ("rob_kong", {"qianggang": 10}) and deltas(deal) == (0, -10, 10, 0)
    assert melds(deal, 1) == ["pung 666s@0"] and not deal.seats[1].marks.get("locked") and not deal.dice
    score_like(deal, hand=ROBBER, players={1: {"melds": ["pung 666s@0"]}},
               event={"kind": "rob_kong", "from": 1, "tile": "6s"})  # fmt: skip


@pytest.mark.clause("SC-16")
def test_robbing_a_buzhang_is_a_discard_win():
    deal = middle(seat(), seat("159m258p39s19p", "pung 666s@0"), seat(ROBBER), turn=1, wall="6s")
    deal = go(deal, "1 buzhang 6s")
    assert deal.actors == (2,)
    deal = go(deal, "2 win")
    assert how(deal) == ("discard", {"xiaohu": 1}) and deltas(deal) == (0, -1, 1, 0)
    assert melds(deal, 1) == ["pung 666s@0"] and deal.result.next_dealer == 2
    score_like(deal, hand=ROBBER, players={1: {"melds": ["pung 666s@0"]}},
               event={"kind": "discard", "from": 1, "tile": "6s"})  # fmt: skip


@pytest.mark.clause("SC-16", "SC-14")
def test_a_passed_robbery_leaves_the_kong_and_the_tail_draw():
    deal = middle(seat(), seat("159m258p39s19p", "pung 666s@0"), seat(ROBBER), turn=1, wall="6s", tail="7p9m")
    deal = go(deal, "1 buzhang 6s", "2 pass")
    assert melds(deal, 1) == ["added_kong 6666s@0"] and NAMES[deal.seats[1].drawn] == "7p"
    assert deal.flags == frozenset()


@pytest.mark.clause("SC-16")
def test_a_concealed_kong_is_not_robbed():
    deal = middle(seat(), seat("666s159m258p39s1p1m"), seat(ROBBER), turn=1, wall="6s", tail="7p9m")
    deal = go(deal, "1 buzhang 6s")
    assert deal.actors == (1,) and deal.ask.phase == "turn"


@pytest.mark.clause("SC-16", "SC-02", "SC-03")
def test_two_rob_one_kong():
    deal = middle(seat("567m345p777p78s22p"), seat("456m123p45s22s", "pung 999s@0"),
                  seat("234m567m678p78s88p"), turn=1, wall="9s")  # fmt: skip
    deal = go(deal, "1 kong 9s")
    assert deal.actors == (0, 2)
    deal = go(deal, "0 win", "2 win")
    assert winners(deal) == [2, 0] and deltas(deal) == (12, -22, 10, 0) and deal.result.next_dealer == 1


# -- 天胡 passed, 地胡 missed ---------------------------------------------------------------------------------------


@pytest.mark.clause("SC-13", "SC-15")
def test_the_own_shown_tile_stands_for_a_draw_after_a_passed_heavenly():
    deal = dealt({0: "1111m23m789p45s55p6s"}, options={"sixi": False}, tail="4m9p9s8m", dice=(1, 1))
    deal = go(deal, "0 pass", "0 kong 1m")
    assert "win" in legal(deal, 0)
    assert how(go(deal, "0 win")) == ("self_draw", {"gangkai": 3})


@pytest.mark.clause("SC-12", "SC-15")
def test_a_tile_shown_first_is_no_earthly_nor_is_the_discard_after_it():
    deal = dealt({0: "1111m23m789p45s55p6s", 2: "567m456p78m55s123s"}, options={"sixi": False}, tail="9m9p9s8m",
                 dice=(1, 1))  # fmt: skip
    deal = play(deal, "0 pass", "0 kong 1m", "2 win")
    assert how(deal) == ("discard", {"gangpao": 10}) and deltas(deal) == (-12, 0, 12, 0)
    deal = dealt({0: "1111m23m789p45s55p6s", 2: "567m456p78m55s123s"}, options={"sixi": False}, wall="9p8p7s9m",
                 tail="3m9p9s8m", dice=(1, 1))  # fmt: skip
    deal = passed(go(passed(go(deal, "0 pass", "0 kong 1m")), "1 discard 9p"))
    deal = passed(go(deal, "2 discard 8p"))
    deal = passed(go(deal, "3 discard 7s"))
    assert deal.ask.seat == 0
    deal = play(deal, "0 discard 9m", "2 win")
    assert how(deal) == ("discard", {"xiaohu": 1})
