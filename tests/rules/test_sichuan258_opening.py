"""四川(258): the table and the time before the first discard: dealing, 天胡, 起手胡, 地胡, who deals next."""

from __future__ import annotations

from collections import Counter

import pytest

import rules
from rules.wall import Chance
from tests.rules.position import deltas, go, hand, kinds, legal
from tests.rules.sichuan258_table import WAITS_6S, WAITS_69S, dealt, how, passed, play, winners

SIXI = "2222s258m369p36s1p"
QUEYISE = "1122356m24578p9p"
BANBAN = "1134m4679p136s99s7m"  # fourteen, for the dealer
HEAVEN = WAITS_6S + "6s"
# 天胡 and 缺一色 at once: 55p is the pair.
HEAVEN_QUEYISE = "123m456m789m55p78p9p"


def go_on(**more):
    return {"after_opening": "go_on", **more}


def row(deal: rules.Deal, key: str, viewer: int | None = None) -> dict | None:
    return next((r for r in rules.view_for(deal, viewer)["rows"] if r["id"] == key), None)


# -- the table ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-01", "SC-43")
@pytest.mark.parametrize("seats", [4, 3, 2])
def test_108_tiles_and_fourteen_for_the_dealer(seats):
    deal, _ = rules.start("sichuan258", {"seats": seats}, b"s" * 32, dealer=seats - 1)
    sizes = [len(s.concealed) for s in deal.seats]
    assert sizes == [13] * (seats - 1) + [14]
    counts = Counter(deal.wall.tiles)
    for s in deal.seats:
        counts.update(s.concealed)
    assert counts == Counter(dict.fromkeys(range(27), 4))


@pytest.mark.clause("SC-01")
def test_the_first_seat_taken_deals_first():
    for host in range(4):
        assert rules.first_dealer("sichuan258", {}, bytes([host]) * 32, host) == host
    assert rules.get_ruleset("sichuan258")(rules.check_options("sichuan258", {"seats": 2})).first_dealer(
        Chance(b"x" * 32, "dealer"), 1
    ) == 1  # fmt: skip


# -- 天胡 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-12", "SC-13", "SC-20", "SC-03")
def test_heavenly():
    deal = dealt({2: HEAVEN}, dealer=2)
    assert deal.actors == (2,) and legal(deal, 2) == ["win", "pass"]
    assert rules.default_action(deal, 2) == rules.parse("win")  # CO-13
    deal = go(deal, "2 win")
    assert how(deal) == ("heavenly", {"tianhu": 3})
    assert deltas(deal) == (-4, -4, 12, -4)
    assert deal.result.next_dealer == 2


@pytest.mark.clause("SC-12")
def test_no_heavenly_without_a_258_pair():
    deal = dealt({0: "123m456m789p45s66p6s"})
    assert "win" not in legal(deal, 0) and deal.ask.phase == "turn"


@pytest.mark.clause("SC-13")
def test_heavenly_goes_before_the_claims_of_others():
    deal = dealt({0: HEAVEN, 1: SIXI, 2: QUEYISE})
    assert set(deal.actors) == {0, 1, 2}
    deal = go(deal, "1 claim sixi", "0 win")  # settled at once, seat 2 is not waited for
    assert deal.over and winners(deal) == [0] and how(deal)[0] == "heavenly"
    assert deltas(deal) == (12, -4, -4, -4)


@pytest.mark.clause("SC-13")
def test_passing_heavenly_passes_the_win_until_the_next_draw():
    deal = go(dealt({0: HEAVEN}, wall="6s7m7m3s"), "0 pass")
    assert deal.ask.phase == "turn" and deal.actors == (0,) and "win" not in legal(deal, 0)
    deal = play(deal, "0 discard 6s", "1 discard 6s")
    assert 0 not in deal.actors  # the hand waits for 6s, but the win is passed
    deal = passed(play(deal, "2 discard 7m", "3 discard 7m"))
    assert deal.ask.phase == "turn" and "win" in legal(deal, 0)  # 3s, his own draw
    assert how(go(deal, "0 win")) == ("self_draw", {"xiaohu": 1})


@pytest.mark.clause("SC-13", "SC-14")
def test_a_buzhang_draws_after_a_passed_heavenly():
    deal = dealt({0: "1111m456m789p45s55p6s"}, options={"sixi": False}, tail="3s9m")
    assert legal(deal, 0)[0] != "win"
    deal = dealt({0: "1111m23m789p45s55p6s"}, options={"sixi": False}, tail="3s9m")
    deal = go(deal, "0 pass")
    assert "win" not in legal(deal, 0)
    deal = go(deal, "0 buzhang 1m")
    assert hand(deal, 0) == "23m55789p3456s" and "win" not in legal(deal, 0)
    assert not deal.seats[0].marks["passed_heaven"]


@pytest.mark.clause("SC-13")
def test_a_claim_passes_heavenly_too():
    deal = dealt({0: HEAVEN_QUEYISE}, options=go_on())
    assert legal(deal, 0) == ["win", "claim queyise", "pass"]
    deal = go(deal, "0 claim queyise")
    assert "win" not in legal(deal, 0) and kinds(deal, 0) >= {"discard"}
    assert deal.ledger and [t.amount for t in deal.ledger] == [2, 2, 2]


@pytest.mark.clause("SC-13", "CO-04")
def test_nobody_notices_that_the_dealer_is_asked_about_heavenly():
    """The same for the others as when nobody, or only the dealer's claim, is asked about; also the window numbers."""
    others = {1: "147m258p369s147p2s", 2: "158m269p147s369m3p", 3: "259m148p258s158p9s"}
    asked = dealt({0: HEAVEN, **others}, hold=True)
    quiet = dealt({0: "123m456m789p45s5p6m9s", **others}, hold=True)
    assert asked.actors == (0,) and quiet.held
    for viewer in (1, 2, 3, None):
        assert rules.view_for(asked, viewer) == rules.view_for(quiet, viewer)
    asked = go(asked, "0 pass", hold=True)
    assert asked.held
    after, still = rules.proceed(asked)[0], rules.proceed(quiet)[0]
    assert after.window == still.window and after.actors == still.actors == (0,)
    for viewer in (1, 2, 3, None):
        assert rules.view_for(after, viewer) == rules.view_for(still, viewer)


@pytest.mark.clause("SC-13", "CO-04")
def test_a_claimant_does_not_learn_that_the_dealer_is_asked():
    others = {1: SIXI, 2: "158m269p147s269m3p", 3: "257m148p158s158p9s"}
    asked = dealt({0: HEAVEN, **others}, hold=True)
    quiet = dealt({0: "123m456m789p45s5p6m9s", **others}, hold=True)
    assert asked.actors == (0, 1) and quiet.actors == (1,)
    assert rules.view_for(asked, 1) == rules.view_for(quiet, 1)


# -- 起手胡 --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-13", "SC-34", "SC-35", "SC-36")
def test_all_who_qualify_are_asked_at_once_and_may_decline():
    deal = dealt({0: BANBAN, 1: SIXI, 2: QUEYISE})
    assert deal.actors == (0, 1, 2)
    assert [legal(deal, s) for s in range(4)] == [
        ["claim banban", "pass"], ["claim sixi", "pass"], ["claim queyise", "pass"], [],
    ]  # fmt: skip
    assert str(rules.default_action(deal, 1)) == "pass"
    deal = go(deal, "2 pass", "0 pass", "1 pass")
    assert deal.ask.phase == "turn" and deal.actors == (0,) and not deal.ledger


@pytest.mark.clause("SC-34", "SC-35", "SC-36", "SC-37", "SC-38")
@pytest.mark.parametrize(
    ("name", "tiles"),
    [("sixi", SIXI), ("banban", "1134m4679p136s99s"), ("queyise", QUEYISE), ("liuliushun", "111m333p258s369s4m"),
     ("santong", "3357m3368p33149s")],
)  # fmt: skip
def test_each_claim_needs_its_option(name, tiles):
    assert f"claim {name}" in legal(dealt({1: tiles}, options={name: True}), 1)
    assert f"claim {name}" not in legal(dealt({1: tiles}, options={name: False}), 1)


@pytest.mark.clause("SC-13", "SC-03")
def test_one_declarer_ends_the_deal_and_deals_next():
    deal = play(dealt({1: SIXI}), "1 claim sixi")
    assert deal.over and deltas(deal) == (-2, 4, -1, -1) and how(deal) == ("opening", {"sixi": 1})
    assert deal.result.next_dealer == 1 and not deal.result.drawn


@pytest.mark.clause("SC-13", "SC-22", "SC-30")
def test_the_bird_of_a_declarer():
    deal = play(dealt({1: SIXI}, options={"birds": 1}, wall="6p"), "1 claim sixi")  # rank 6: seat 1 himself
    assert deltas(deal) == (-4, 8, -2, -2)
    assert row(deal, "birds")["tiles"] == ["6p"] and deal.wall.left == 108 - 53


@pytest.mark.clause("SC-13", "SC-03")
def test_several_declarers_with_a_bird_the_hit_seat_deals_next():
    deal = dealt({0: BANBAN, 1: QUEYISE}, options={"birds": 2}, wall="7p2p")
    deal = play(deal, "0 claim banban", "1 claim queyise")
    assert winners(deal) == [0, 1] and deal.result.next_dealer == 2  # 7p, the first bird, counted from the dealer
    # 7p falls on seat 2, 2p on seat 1: to seat 0 come 4 4 2, to seat 1 come 4 4 2.
    assert deltas(deal) == (4 + 4 + 2 - 4, 4 + 4 + 2 - 4, -8, -4)


@pytest.mark.clause("SC-13", "SC-03", "SC-32")
def test_the_next_dealer_is_counted_from_the_dealer_also_with_birds_from_the_winner():
    deal = dealt({1: SIXI, 2: QUEYISE}, options={"birds": 1, "bird_from": "winner"}, wall="4s")
    assert play(deal, "1 claim sixi", "2 claim queyise").result.next_dealer == 3


@pytest.mark.clause("SC-13", "SC-03")
@pytest.mark.parametrize(
    ("dealer", "claims", "after"),
    [(0, {1: "claim sixi", 2: "claim queyise"}, 1), (2, {1: "claim sixi", 2: "claim queyise"}, 2),
     (3, {1: "claim sixi", 2: "claim queyise"}, 1)],
)  # fmt: skip
def test_several_declarers_without_birds_the_nearest_from_the_dealer_deals_next(dealer, claims, after):
    hands = {1: SIXI, 2: QUEYISE}
    if dealer in hands:
        hands[dealer] += "1p"
    deal = play(dealt(hands, dealer=dealer), *[f"{s} {text}" for s, text in claims.items()])
    assert deal.result.next_dealer == after


@pytest.mark.clause("SC-13", "SC-39")
def test_play_goes_on_tiles_are_shown_no_bird():
    deal = play(dealt({1: "1111258m367s369p"}, options=go_on(birds=1)), "1 claim sixi")
    assert not deal.over and deal.actors == (0,) and kinds(deal, 0) >= {"discard"}
    assert row(deal, "claim1")["tiles"] == ["1m"] * 4 and row(deal, "birds") is None
    news = rules.view_for(deal, 3)["news"]
    assert [n["tiles"] for n in news if n["kind"] == "sixi"] == [["1m"] * 4]
    points = [s["points"] for s in rules.view_for(deal, None)["seats"]]
    assert points == [-2, 4, -1, -1]


@pytest.mark.clause("SC-13")
@pytest.mark.parametrize(
    ("name", "tiles", "shown"),
    [
        ("sixi", "1111m2222p258s36s", "1111m"),
        ("liuliushun", "111m333p999s258s4m", "111m333p"),
        ("santong", "3357m3357p33514s", "33m33p33s"),
        ("banban", "1134m4679p136s99s", "1134m4679p13699s"),
        ("queyise", QUEYISE, "1122356m245789p"),
    ],
)
def test_a_claim_shows_what_proves_it_and_no_more(name, tiles, shown):
    options = go_on(liuliushun=True, santong=True)
    deal = play(dealt({1: tiles}, options=options), f"1 claim {name}")
    assert rules.tiles.format_tiles(rules.tiles.parse_tiles("".join(row(deal, "claim1")["tiles"]))) == shown


@pytest.mark.clause("SC-04", "SC-39", "SC-17")
def test_payments_stand_when_the_deal_is_drawn():
    deal = play(dealt({1: SIXI}, options=go_on()), "1 claim sixi")
    while not deal.over:  # nobody claims or wins anything, and nobody takes the 海底
        deal = passed(deal)
        if deal.over:
            break
        (seat,) = deal.actors
        drawn = deal.seats[seat].drawn
        moves = legal(deal, seat)
        deal = go(deal, f"{seat} refuse" if "refuse" in moves else f"{seat} discard {rules.tiles.NAMES[drawn]}")
    assert deal.result.drawn and deltas(deal) == (-2, 4, -1, -1) and deal.result.wins == ()


@pytest.mark.clause("SC-13", "SC-39")
def test_a_record_with_omitted_passes_holds_several_claims():
    deal = dealt({0: BANBAN, 1: SIXI, 2: QUEYISE}, options=go_on())
    deal = play(deal, "2 claim queyise", "1 claim sixi", "0 discard 7m")
    assert sorted(deal.marks["claims"]) == ["1", "2"]
    assert deal.seats[0].pond[-1].tile == rules.tiles.INDEX["7m"]


@pytest.mark.clause("SC-13", "SC-43")
def test_two_players_declare():
    deal = play(dealt({0: BANBAN, 1: SIXI}, options={"seats": 2}), "0 claim banban", "1 claim sixi")
    assert deltas(deal) == (0, 0) and len(deal.result.transfers) == 2


# -- 地胡 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-12", "SC-20", "SC-03")
def test_earthly_on_the_dealers_first_discard():
    deal = play(dealt({0: "159m148p2589s259m6s", 1: WAITS_6S}), "0 discard 6s", "1 win")
    assert how(deal) == ("earthly", {"dihu": 6}) and deltas(deal) == (-7, 7, 0, 0)
    assert deal.result.next_dealer == 1


@pytest.mark.clause("SC-12", "SC-02", "SC-03")
def test_earthly_of_two_the_feeder_deals_next():
    deal = dealt({0: "159m1489p2589s29m6s", 1: WAITS_6S, 3: WAITS_69S})
    deal = go(deal, "0 discard 6s", "3 win")
    assert not deal.over  # seat 1 may share
    deal = go(deal, "1 win")
    assert winners(deal) == [1, 3] and deltas(deal) == (-14, 7, 0, 7) and deal.result.next_dealer == 0


@pytest.mark.clause("SC-12", "SC-10")
def test_the_next_discards_are_no_earthly():
    deal = dealt({0: "159m148p2589s29m9p6s", 2: WAITS_6S}, wall="1s7m8m6s")
    deal = play(deal, "0 discard 1p", "1 discard 1s", "2 discard 7m", "3 discard 8m", "0 discard 6s", "2 win")
    assert how(deal) == ("discard", {"xiaohu": 1}) and deltas(deal) == (-2, 0, 2, 0)


@pytest.mark.clause("SC-12", "SC-14")
def test_earthly_after_a_buzhang_of_the_dealer():
    deal = dealt({0: "1111s59m148p2589s6s2m", 1: WAITS_6S}, options={"sixi": False}, tail="9m9p")
    deal = play(deal, "0 buzhang 1s")
    assert deal.ask.phase == "turn"
    deal = play(deal, "0 discard 6s", "1 win")
    assert how(deal)[0] == "earthly" and deltas(deal) == (-7, 7, 0, 0)
