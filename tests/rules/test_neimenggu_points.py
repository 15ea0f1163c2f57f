"""内蒙古穷胡: kong points, 抢杠, what multiplies a win, and 跟庄 (NM-10 … NM-13, NM-20 … NM-41) in live play."""

from __future__ import annotations

from functools import partial

import pytest

import rules
from tests.rules import position
from tests.rules.position import deltas, fans, go, kinds, legal, melds, seat

table = partial(position.table, ruleset="neimenggu")
WINNER = ("46s789m234m99p", "pung 111p@0")  # waits for 5s only, 夹


def points(deal):
    """Running points of this deal, as everybody sees them."""
    return tuple(s["points"] for s in rules.view_for(deal, None)["seats"])


# -- kongs --------------------------------------------------------------------------------------------------------

KONGER = "7777m258p147sESW"  # 7m is an ordinary tile


@pytest.mark.clause("NM-10", "NM-12", "NM-41")
@pytest.mark.parametrize(
    ("dealer", "base", "expect"),
    [(0, 1, (-8, 16, -4, -4)), (1, 1, (-8, 24, -8, -8)), (0, 10, (-80, 160, -40, -40))],
)
def test_a_concealed_kong_at_once(dealer, base, expect):
    deal = table(seat(), seat(KONGER), turn=1, dealer=dealer, wall="N", options={"base": base})
    assert points(go(deal, "1 kong 7m")) == expect


@pytest.mark.clause("NM-10", "NM-12", "CO-06")
@pytest.mark.parametrize(("dealer", "expect"), [(0, (-4, 8, -2, -2)), (1, (-4, 12, -4, -4))])
def test_an_added_kong(dealer, expect):
    own = ("258p147sESWN", "pung 777m@2")
    deal = table(seat(), seat(*own), turn=1, dealer=dealer, wall="7m")
    deal = go(deal, "1 kong 7m")
    assert melds(deal, 1) == ["added_kong 7777m@2"] and points(deal) == expect


@pytest.mark.clause("NM-10", "NM-12")
@pytest.mark.parametrize(
    ("dealer", "giver", "expect"),
    [(0, 2, (0, 6, -6, 0)), (1, 2, (0, 12, -12, 0)), (2, 2, (0, 12, -12, 0)), (3, 0, (-6, 6, 0, 0))],
)
def test_a_claimed_kong_is_paid_by_the_discarder_alone(dealer, giver, expect):
    deal = table(seat(), seat("777m258p147sESWN"), turn=giver, dealer=dealer, wall="7m")
    deal = go(deal, f"{giver} discard 7m", "1 kong")
    assert points(deal) == expect


@pytest.mark.clause("NM-10", "NM-01")
@pytest.mark.parametrize(("seats", "expect"), [(2, (-2, 2)), (3, (-4, 4, 0))])
def test_a_claimed_kong_with_fewer_players(seats, expect):
    deal = table(seat(), seat("777m258p147sESWN"), wall="7m", options={"seats": seats}, dealer=seats - 1)
    if seats == 2:
        expect = tuple(2 * n for n in expect)  # of two players one is always the dealer
    assert points(go(deal, "0 discard 7m", "1 kong")) == expect


@pytest.mark.clause("NM-11")
@pytest.mark.parametrize(
    ("tile", "unit"),
    [("2p", 4), ("1s", 2), ("1p", 2), ("1m", 2), ("C", 2), ("F", 2), ("P", 2), ("9s", 1), ("E", 1), ("2m", 1)],
)
def test_big_and_small_kongs(tile, unit):
    pung = tile[0] * 3 + tile[1:]  # "222p", "CCC"
    deal = table(
        seat(), seat("369p47sSWN58m", f"pung {pung}@2"), turn=1, dealer=1, wall=tile, options={"big_small_kong": True}
    )
    assert points(go(deal, f"1 kong {tile}")) == (-2 * unit, 6 * unit, -2 * unit, -2 * unit)


@pytest.mark.clause("NM-10")
def test_kong_points_stand_in_a_drawn_deal():
    deal = table(seat(), seat(KONGER), turn=1, wall="NEWSCF", left=6)
    deal = go(deal, "1 kong 7m")
    deal = go(deal, f"1 discard {position.format_tiles((deal.seats[1].drawn,))}")
    assert deal.result.drawn and deltas(deal) == (-8, 16, -4, -4)
    assert {t.kind for t in deal.result.transfers} == {"kong"}


@pytest.mark.clause("NM-10")
def test_everybodys_kongs_count_whoever_wins():
    deal = table(seat(), seat(*WINNER), seat("5555m258p147sESW"), turn=2, wall="N", tail="5s1m")
    deal = go(deal, "2 kong 5m", "2 discard 5s", "1 win")
    # The 暗杠 pays 4, 4 and of the dealer 8; the 夹胡 2 doubles as 杠上炮.
    assert deltas(deal) == (-8, -4 + 4, 16 - 4, -4)


# -- 抢杠 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NM-13", "NM-37", "CO-06")
def test_a_robbed_kong_is_a_discard_without_kong_points():
    deal = table(seat("12m258p147sES", "pung 555s@3"), seat(*WINNER), wall="5s")
    deal = go(deal, "0 kong 5s", "1 win")
    assert deltas(deal) == (-2, 2, 0, 0) and melds(deal, 0) == ["pung 555s@3"]
    assert fans(deal) == {"jiahu": (0,)} and deal.result.wins[0].giver == 0


@pytest.mark.clause("NM-37")
def test_the_konger_pays_for_his_liangxi_but_not_for_a_kong_before():
    own = ("5555m25p1s", "pung 555s@3", "liangxi CFP")
    deal = table(seat(*own), seat(*WINNER), wall="N", tail="5s1m", options={"liangxi": True})
    deal = go(deal, "0 kong 5m", "0 kong 5s", "1 win")
    assert fans(deal).keys() == {"jiahu", "liangxi_payer"}  # no 杠上炮
    assert deltas(deal) == (24 - 4, -8 + 4, -8, -8)


@pytest.mark.clause("NM-37")
def test_a_concealed_kong_cannot_be_robbed():
    waits_middle = ("46m123p456s99s", "pung 777p@0")  # waits for 5m
    deal = table(seat("5555m147p147sESW"), seat(*waits_middle), wall="N")
    deal = go(deal, "0 kong 5m")
    assert deal.actors == (0,) and melds(deal, 0) == ["concealed_kong 5555m"]


# -- what a win is worth ------------------------------------------------------------------------------------------

SELF = [
    # hand, melds, tile, options, share of each
    ("45s789m234m99p", ("pung 111p@0",), "3s", {}, 1),
    ("46s789m234m99p", ("pung 111p@0",), "5s", {}, 2),
    ("46s789m234m99p", ("pung 111p@0",), "5s", {"base": 5}, 10),
    ("46s789m234m99p", ("pung 111p@0",), "5s", {"zhazhen": 5}, 7),
    ("46s789m234m99p", ("pung 111p@0",), "5s", {"zhazhen": 10, "base": 2}, 14),
    ("12s789m234m99p", ("pung 111p@0",), "3s", {"jia37": True}, 2),
    ("12s789m234m99p", ("pung 111p@0",), "3s", {}, 1),
    ("123m456m789m5p", ("pung 111s@0",), "5p", {"jia_dandiao": True}, 2),
    ("45556s789m99p", ("chow 123p@0",), "5s", {"teda": True}, 8),
    ("45556s789m99p", ("chow 123p@0",), "5s", {}, 2),
    ("46s789m234m99p", ("pung 555s@0",), "5s", {"teda": True}, 8),
    ("222m55s99s", ("pung 111p@0", "pung EEE@2"), "5s", {}, 4),
]


@pytest.mark.clause("NM-30", "NM-31", "NM-32", "NM-39", "NM-40", "NM-41")
@pytest.mark.parametrize(("own", "shown", "tile", "options", "share"), SELF)
def test_a_self_draw_is_paid_by_all_alike(own, shown, tile, options, share):
    deal = go(table(seat(), seat(own, *shown), turn=1, wall=tile, options=options), "1 win")
    assert deltas(deal) == (-share, 3 * share, -share, -share)


@pytest.mark.clause("NM-20", "NM-21", "NM-22")
@pytest.mark.parametrize(
    ("own", "shown", "tile"),
    [
        ("46s789s234m99m", "pung 111m@0", "5s"),  # two suits
        ("46s678m234m55p", "pung 222p@0", "5s"),  # no 幺九
        ("46s789m234m99p", "chow 234p@0", "5s"),  # no triplet
        ("1122m3344p55s", "pung 111s@0", "5s"),  # no shape
    ],
)
def test_hands_that_do_not_win_are_not_offered(own, shown, tile):
    assert "win" not in legal(table(seat(), seat(own, shown), turn=1, wall=tile), 1)


@pytest.mark.clause("NM-21", "NM-22")
@pytest.mark.parametrize(
    ("own", "shown", "tile"),
    [
        ("78s678m234m55p", "pung 222p@0", "9s"),  # 缺幺胡幺
        ("46s789m234mCC", "chow 234p@0", "5s"),  # a pair of dragons
        ("46s678m234mEE", "pung 222p@0", "5s"),  # winds stand for 幺九
    ],
)
def test_hands_that_just_win(own, shown, tile):
    assert "win" in legal(table(seat(), seat(own, shown), turn=1, wall=tile), 1)


@pytest.mark.clause("NM-20")
def test_no_seven_pairs():
    closed = {"closed_win": True}
    deal = table(seat("1122m3344p5566s9m"), wall="9m", options=closed)
    assert "win" not in legal(deal, 0)


@pytest.mark.clause("NM-34")
def test_out_with_a_replacement_tile():
    own = ("7777p46s234m9p", "pung 111p@0")
    deal = go(table(seat(), seat(*own), turn=1, wall="9p", tail="5s1m", dealer=3), "1 kong 7p", "1 win")
    assert fans(deal).keys() == {"jiahu", "gangkai"}
    assert deltas(deal) == (-8, 28, -8, -12)  # 4 each; the 暗杠 4, 4 and of the dealer 8


@pytest.mark.clause("NM-34")
def test_only_the_discard_directly_after_the_replacement_is_a_kong_discard():
    def start(replacement, after):
        return table(seat(), seat(*WINNER), seat("5555m258p147sESW"), turn=2, wall="N" + after, tail=replacement + "1m")

    deal = go(start("N", "5s"), "2 kong 5m", "2 discard N", "3 discard 5s", "1 win")
    assert fans(deal).keys() == {"jiahu"}
    shot = go(start("5s", "N"), "2 kong 5m", "2 discard 5s", "1 win")
    assert fans(shot).keys() == {"jiahu", "gangpao"}


@pytest.mark.clause("NM-36")
@pytest.mark.parametrize(
    ("others", "expect"),
    [
        (("pung 888s@1",) * 3, (-2, 6, -2, -2)),
        (("pung 888s@1", "", "chow 678s@2"), (-2, 8, -4, -2)),
        (("", "", ""), (-8, 24, -8, -8)),
        (("concealed_kong 8888s", "", ""), (-8, 24, -8, -8)),
    ],
)
def test_closed_losers_pay_more(others, expect):
    shown = dict(zip((0, 2, 3), others, strict=True))
    if others[0] == others[1] == others[2] == "pung 888s@1":
        shown = {0: "pung 888s@1", 2: "pung 666m@1", 3: "pung NNN@1"}
    specs = [seat(*WINNER) if i == 1 else seat(None, *([shown[i]] if shown[i] else [])) for i in range(4)]
    deal = go(table(*specs, turn=1, wall="5s", options={"menqing_fan": True}), "1 win")
    assert deltas(deal) == expect
    plain = go(table(*specs, turn=1, wall="5s"), "1 win")
    assert deltas(plain) == (-2, 6, -2, -2)


@pytest.mark.clause("NM-36", "NM-40")
def test_only_the_discarder_pays_and_only_his_own_factors():
    deal = table(seat(), seat(*WINNER), turn=2, wall="5s", options={"menqing_fan": True, "zhazhen": 5})
    deal = go(deal, "2 discard 5s", "1 win")
    assert deltas(deal) == (0, 13, -13, 0)  # 2 × 门清 2 × 三家闭 2 + 5


@pytest.mark.clause("NM-36")
@pytest.mark.parametrize("seats", [2, 3])
def test_no_third_closed_loser_with_fewer_players(seats):
    specs = [seat(), seat(*WINNER), seat()][:seats]
    deal = go(table(*specs, turn=1, wall="5s", options={"menqing_fan": True, "seats": seats}), "1 win")
    assert set(fans(deal)) == {"jiahu", "menqing"} and deltas(deal)[1] == 4 * (seats - 1)


@pytest.mark.clause("NM-41")
def test_a_win_on_the_dealt_fourteen_is_a_self_draw_of_the_fourteenth_tile():
    hands = ["111p46s789m234m99p5s", "147m258p369sESWN", "258m369p147sESWN", "369m147p258sESWN"]
    hands = tuple(rules.tiles.parse_tiles(h) for h in hands)
    rest = list(rules.get_ruleset("neimenggu")(rules.check_options("neimenggu", {})).tiles())
    for tile in (t for h in hands for t in h):
        rest.remove(tile)
    deal, _ = rules.machine.deal_out("neimenggu", rules.check_options("neimenggu", {"closed_win": True}), hands,
                                     tuple(rest), dealer=0, round_wind=27)  # fmt: skip
    assert "win" in legal(deal, 0)
    deal = go(deal, "0 win")
    win = deal.result.wins[0]
    assert (win.how, rules.tiles.NAMES[win.tile]) == ("self_draw", "5s") and deltas(deal) == (6, -2, -2, -2)


# -- 跟庄 ---------------------------------------------------------------------------------------------------------

QUIET = "369m36p369s555m77s"  # can claim nothing that is followed below


def followed(tile, options=None, first=None, **more):
    seats = (options or {}).get("seats", 4)
    deal = table(seat(first), wall=tile * seats, options={"genzhuang": True} | (options or {}), **more)
    dealer = more.get("turn", 0)
    return go(deal, *(f"{(dealer + i) % seats} discard {tile}" for i in range(seats)))


@pytest.mark.clause("NM-38", "NM-41")
@pytest.mark.parametrize(("tile", "each"), [("2p", 8), ("1s", 4), ("1p", 4), ("1m", 4), ("C", 4), ("9p", 2), ("N", 2)])
@pytest.mark.parametrize("base", [1, 5])
def test_everybody_follows_and_the_dealer_pays_at_once(tile, each, base):
    deal = followed(tile, {"base": base}, first=QUIET)
    assert points(deal) == (-3 * each, each, each, each) and not deal.over


@pytest.mark.clause("NM-38")
def test_another_dealer_and_without_the_option():
    assert points(followed("9p", turn=2, dealer=2)) == (2, 2, -6, 2)
    assert points(followed("9p", {"genzhuang": False})) == (0, 0, 0, 0)


@pytest.mark.clause("NM-38", "NM-01")
@pytest.mark.parametrize(("seats", "expect"), [(2, (-2, 2)), (3, (-4, 2, 2))])
def test_fewer_players_follow_too(seats, expect):
    assert points(followed("9p", {"seats": seats})) == expect


@pytest.mark.clause("NM-38")
def test_one_other_tile_or_a_second_round_pays_nothing():
    deal = table(options={"genzhuang": True}, wall="9p9pC9p9p")
    deal = go(deal, "0 discard 9p", "1 discard 9p", "2 discard C", "3 discard 9p", "0 discard 9p")
    assert points(deal) == (0, 0, 0, 0)


@pytest.mark.clause("NM-38")
def test_a_claim_between_breaks_it():
    """Seat 2 chows the second 9p: the round is over for 跟庄."""
    claimer = seat("78p369m147s1mESWN")
    deal = table(seat(), seat(), claimer, options={"genzhuang": True}, wall="9p9p9p9p")
    deal = go(deal, "0 discard 9p", "1 discard 9p", "2 chow 78p")
    assert kinds(deal, 2) == {"discard"}
    deal = go(deal, "2 discard N")
    assert points(deal) == (0, 0, 0, 0)


@pytest.mark.clause("NM-38")
def test_paid_before_the_last_tile_is_won_and_kept_whatever_happens():
    winner = seat("111m46s789m234p99p")
    deal = table(seat(), seat(), winner, options={"genzhuang": True, "closed_win": True}, wall="5s5s5s5s")
    deal = go(deal, "0 discard 5s", "2 pass", "1 discard 5s", "2 pass", "2 discard 5s", "3 discard 5s", "2 win")
    assert deltas(deal) == (-6, 2, 2 + 2, 2 - 2)
    assert [t.kind for t in deal.result.transfers] == ["genzhuang"] * 3 + ["win"]
