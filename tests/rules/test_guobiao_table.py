"""国标 at the table, through the engine: 补花, last tiles, kongs, who may win, who deals next."""

from __future__ import annotations

import pytest

import rules
from rules.machine import deal_out
from rules.play import Play
from rules.ruleset import bound
from rules.rulesets import guobiao_fans as table_of_fans
from rules.rulesets.guobiao import visible_copies
from rules.tiles import EAST, INDEX, NAMES, format_tiles, parse_tiles
from tests.rules.position import deltas, fans, go, hand, kinds, legal, seat, table

PLAIN = {"flowers": False}
CHICKEN = ("567p67s888mEE", "chow 234m@3")  # seat 0 waits for 5s and 8s: 无番和


def gb(*specs, **given):
    options = {**PLAIN, **given.pop("options", {})}
    return table(*specs, ruleset="guobiao", options=options, **given)


def flowers(deal, number: int) -> str:
    return format_tiles(deal.seats[number].flowers)


def words(deal) -> list[str]:
    return [e.kind for e in deal.news]


# -- 补花 -----------------------------------------------------------------------------------------------------------


def dealt(hands: dict[int, str], wall: str, tail: str, dealer: int = 0):
    """A deal as dealt: `hands` for some seats, the rest of the set in order; the dealer's last tile is the 14th."""
    options = rules.check_options("guobiao", {})
    rest = list(bound("guobiao", options).tiles())
    rows = {s: parse_tiles(text) for s, text in hands.items()}
    for tile in (*(t for row in rows.values() for t in row), *parse_tiles(wall), *parse_tiles(tail)):
        rest.remove(tile)
    plain = [t for t in rest if t < 34]
    for s in range(4):
        if s not in rows:
            rows[s] = tuple(plain.pop(i * 7 % len(plain)) for i in range(13 + (s == dealer)))
    middle = sorted(t for t in rest if t >= 34) + plain
    order = (*parse_tiles(wall), *middle, *parse_tiles(tail))
    deal, _ = deal_out("guobiao", options, tuple(rows[s] for s in range(4)), order, dealer=dealer, round_wind=EAST)
    return deal


@pytest.mark.clause("GB-02")
def test_flowers_are_replaced_from_the_tail_from_the_dealer_on():
    # the last stack is 1s over 2s, then 3s over 4s: drawn 1s 2s 3s 4s
    deal = dealt({1: "ab1234567899mE1m", 3: "c123456789pEEE", 0: "1122335577m11sd"}, "", "3s4s1s2s", dealer=1)
    assert flowers(deal, 1) == "ab" and hand(deal, 1).endswith("12sE")
    assert flowers(deal, 3) == "c" and "3s" in hand(deal, 3)
    assert flowers(deal, 0) == "d" and "4s" in hand(deal, 0)
    assert deal.wall.left == 144 - 53 - 4 and deal.ask.seat == 1
    assert [e.seat for e in deal.news if e.kind == "flower"] == [1, 1, 3, 0]


@pytest.mark.clause("GB-02")
@pytest.mark.parametrize(
    ("dealers", "drawn", "left"),
    [
        ("1234567899mEEWS", "S", 0),  # no flower: the 14th tile
        ("1234567899mEEWa", "1s", 1),  # the 14th is a flower: its replacement
        ("1234567899mEEae", "2s", 2),  # another flower in the hand: the 14th is replaced last
        ("a1234567899mEES", "S", 1),  # a flower in the hand only: the 14th stays the drawn tile
        ("a1234567899mEEe", "2s", 2),
    ],
)
def test_the_dealers_drawn_tile(dealers, drawn, left):
    deal = dealt({0: dealers}, "", "1s2s")
    assert NAMES[deal.seats[0].drawn] == drawn
    assert len(deal.seats[0].flowers) == left and len(deal.seats[0].concealed) == 14


@pytest.mark.clause("GB-02")
def test_a_replacement_that_is_a_flower_is_replaced_again():
    deal = dealt({0: "1234567899mEESa"}, "", "1s2scd")
    assert flowers(deal, 0) == "acd" and NAMES[deal.seats[0].drawn] == "1s"
    assert deal.seats[0].marks["flowers"] == 3


@pytest.mark.clause("GB-02")
def test_a_drawn_flower_is_replaced_at_once_from_the_tail():
    deal = gb(seat("123456m78p99sEEN"), options={"flowers": True}, wall="a", tail="1s2sbP")
    assert flowers(deal, 0) == "ab" and NAMES[deal.seats[0].drawn] == "P"
    assert len(deal.seats[0].concealed) == 14 and words(deal) == ["drew", "flower", "drew", "flower", "drew"]


@pytest.mark.clause("GB-02", "GB-06")
def test_a_flower_as_the_last_tile_draws_the_deal():
    deal = gb(seat(*CHICKEN), options={"flowers": True}, tail="a", left=1)
    assert deal.over and deal.result.drawn and flowers(deal, 0) == "a" and deltas(deal) == (0, 0, 0, 0)


@pytest.mark.clause("GB-02", "GB-10")
def test_after_kong_and_flower_a_win_is_no_bloom():
    # seat 0 draws the fourth 2m; the replacement is a flower, its replacement wins
    spec = seat("222m567p67s888pEE")
    plain = go(gb(spec, wall="2m", tail="8s9s"), "0 kong 2m")
    assert "gangshangkaihua" in fans(go(plain, "0 win"))
    deal = go(gb(spec, wall="2m", tail="a8s", options={"flowers": True, "min_fan": 1}), "0 kong 2m")
    assert NAMES[deal.seats[0].drawn] == "8s"
    won = fans(go(deal, "0 win"))
    assert "gangshangkaihua" not in won and "buqiuren" in won and "huapai" in won


# -- the end of the wall ----------------------------------------------------------------------------------------------


@pytest.mark.clause("GB-F44", "GB-06")
def test_the_last_tile_self_drawn():
    won = go(gb(seat(*CHICKEN), tail="8s", left=1), "0 win")
    assert fans(won) == {"miaoshouhuichun": (1, 2, 3)} and deltas(won) == (48, -16, -16, -16)


@pytest.mark.clause("GB-06")
def test_who_drew_the_last_tile_may_not_kong():
    spec = seat("222m567p67s888pEE")
    assert "kong 2m" not in legal(gb(spec, tail="2m", left=1), 0)
    deal = gb(spec, tail="8s2m", left=2, wall="")
    assert "kong 2m" not in legal(deal, 0)  # 8s came, no fourth 2m
    deal = gb(spec, wall="2m", tail="8s", left=2)
    assert "kong 2m" in legal(deal, 0)  # with one tile left it is legal
    deal = go(deal, "0 kong 2m")
    assert deal.wall.left == 0 and {"miaoshouhuichun", "gangshangkaihua"} <= set(fans(go(deal, "0 win")))


@pytest.mark.clause("GB-06", "GB-F45")
def test_the_last_discard_can_only_be_won():
    others = (seat(), seat("88s2346m67p111sNN"), seat(), seat(*CHICKEN[:1], "chow 234m@2"))
    deal = gb(*others, tail="8s", left=1, turn=0)
    deal = go(deal, "0 discard 8s")
    assert kinds(deal, 3) == {"win", "pass"} and not legal(deal, 1)
    won = go(deal, "3 win")
    assert set(fans(won)) == {"haidilaoyue"} and deltas(won) == (-16, -8, -8, 32)
    drawn = go(deal, "3 pass")
    assert drawn.over and drawn.result.drawn and deltas(drawn) == (0, 0, 0, 0)


@pytest.mark.clause("GB-06", "GB-03")
def test_an_earlier_discard_can_be_claimed():
    others = (seat(), seat("88s2346m67p111sNN"))
    deal = go(gb(*others, wall="8s", turn=0), "0 discard 8s")
    assert "pung" in kinds(deal, 1)
    deal = go(deal, "1 pung")
    assert kinds(deal, 1) == {"discard"} and "discard 8s" not in legal(deal, 1)


# -- who may win ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("GB-04")
def test_below_the_minimum_no_win_is_offered():
    short = seat("567p89s888mEE", "chow 234m@3")  # 边张 1
    assert "win" not in kinds(gb(short, wall="7s"), 0)
    assert "win" in kinds(gb(short, wall="7s", options={"min_fan": 1}), 0)
    deal = go(gb(seat(), short, wall="7s"), "0 discard 7s")
    assert "win" not in kinds(deal, 1)


@pytest.mark.clause("GB-04")
def test_flowers_do_not_help_and_passing_a_win_costs_nothing():
    seven = seat("777s88m99s", "pung 222m@2", "pung 555p@3")
    deal = gb(seven._replace(marks={"flowers": 8}), seat(), turn=1, wall="8m", options={"flowers": True})
    deal = go(deal, "1 discard 8m")
    assert "win" not in kinds(deal, 0)
    two = (seat(), seat(*CHICKEN[:1], "chow 234m@0"))
    deal = go(gb(*two, wall="8s1p8s"), "0 discard 8s", "1 pass", "1 discard 1p")
    while deal.ask.seat != 2 or deal.ask.phase != "turn":
        deal = go(deal, f"{deal.actors[0]} pass")
    assert "win" in kinds(go(deal, "2 discard 8s"), 1)


@pytest.mark.clause("GB-03")
def test_the_nearest_winner_alone():
    mine = CHICKEN[0]
    deal = gb(seat(), seat(mine, "chow 234m@0"), seat(), seat("456p67s777mNN", "chow 345m@2"), wall="8s")
    deal = go(deal, "0 discard 8s")
    assert "win" in kinds(deal, 1) and "win" in kinds(deal, 3)
    deal = go(deal, "3 win")
    assert not deal.over  # the nearer seat may still say so
    assert [w.seat for w in go(deal, "1 win").wins] == [1]
    assert [w.seat for w in go(deal, "1 pass").wins] == [3]


@pytest.mark.clause("GB-10", "GB-F47")
def test_only_an_added_kong_is_robbed():
    waiting = seat("567p67s888mEE", "chow 234m@0")
    deal = gb(seat("3344m567p999m", "pung 888s@2"), waiting, wall="8s", options={"min_fan": 1})
    deal = go(deal, "0 kong 8s")
    assert kinds(deal, 1) == {"win", "pass"}
    won = go(deal, "1 win")
    assert set(fans(won)) == {"qiangganghe"} and deltas(won)[0] == -16
    assert [m.kind for m in won.seats[0].melds] == ["pung"]
    stands = go(deal, "1 pass")
    assert stands.seats[0].melds[0].kind == "added_kong" and stands.ask.seat == 0
    hidden = go(gb(seat("888s3344m567p999m"), waiting, wall="8s"), "0 kong 8s")
    assert not legal(hidden, 1) and hidden.ask.seat == 0


@pytest.mark.clause("GB-10", "GB-F58", "CO-06")
def test_the_last_copy_is_what_all_can_see():
    one = {"min_fan": 1}
    deal = gb(seat(*CHICKEN), seat(pond="8s8s"), seat(pond="8s"), wall="8s", options=one)
    assert "hejuezhang" in fans(go(deal, "0 win"))
    deal = gb(seat(*CHICKEN), seat(pond="8s"), seat(pond="8s"), wall="8s", options=one)
    assert "hejuezhang" not in fans(go(deal, "0 win"))
    given = (seat(), seat(CHICKEN[0], "chow 234m@0"), seat(pond="8s8s"), seat(pond="8s"))
    deal = go(gb(*given, wall="8s", options=one), "0 discard 8s")
    assert set(fans(go(deal, "1 win"))) == {"hejuezhang"}
    # 和绝张 is a fan, so the hand is no 无番和 any more: four points, not eight
    assert "win" not in kinds(go(gb(*given, wall="8s"), "0 discard 8s"), 1)


@pytest.mark.clause("GB-10", "CO-06")
def test_a_face_down_kong_is_not_seen():
    """Nobody but its owner knows it, so it does not make the last 9m of a chow a 和绝张."""
    deal = gb(seat(CHICKEN[0], "chow 234m@3"), seat(None, "concealed_kong 5555s"), wall="8s", options={"min_fan": 1})
    assert rules.view_for(deal, 0)["seats"][1]["melds"][0]["tiles"] == [""] * 4
    assert visible_copies(Play(deal), INDEX["5s"]) == 0 and visible_copies(Play(deal), INDEX["2m"]) == 1


@pytest.mark.clause("GB-03")
def test_no_kong_after_a_claim_and_a_claimed_kind_may_be_discarded():
    deal = gb(seat("1111m888s56p99p", "chow 234m@3"), turn=0, draws=False)
    assert kinds(deal, 0) == {"discard"}
    deal = go(gb(seat(), seat("2345m111p88s999sE"), wall="2m"), "0 discard 2m", "1 chow 34m")
    assert "discard 2m" in legal(deal, 1)


@pytest.mark.clause("CO-09", "GB-F46")
def test_the_flag_of_a_kong_ends_with_the_discard():
    spec = seat("222m567p67s999pEE")
    deal = go(gb(spec, wall="2m3p3p3p", tail="4p1p"), "0 kong 2m")
    assert "after_kong" in deal.flags
    deal = go(deal, "0 discard 4p")
    assert "after_kong" not in deal.flags


# -- who deals next ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("GB-01")
@pytest.mark.parametrize("dealer", range(4))
def test_the_deal_always_passes(dealer):
    won = go(gb(seat(*CHICKEN), dealer=dealer, wall="8s", options={"min_fan": 1}), "0 win")
    assert won.result.next_dealer == (dealer + 1) % 4
    drawn = gb(seat(*CHICKEN), options={"flowers": True}, tail="a", left=1, dealer=dealer)
    assert drawn.result.next_dealer == (dealer + 1) % 4


@pytest.mark.clause("GB-01")
def test_the_set():
    assert len(bound("guobiao", rules.check_options("guobiao", {})).tiles()) == 144
    assert len(bound("guobiao", rules.check_options("guobiao", PLAIN)).tiles()) == 136
    options = {o.key: o.choices for o in rules.get_ruleset("guobiao").options}
    assert options["deals"] == (16, 4, 8) and options["min_fan"] == (8, 6, 1) and 20 in options["base"]


@pytest.mark.clause("GB-12")
def test_the_forks_are_named():
    f = table_of_fans
    assert (f.MIXED_KONGS, f.TWO_HIDDEN_KONGS, f.HIDDEN_KONG_PUNGS) == (5, 6, 1)
    for key in ("jiulianbaodeng", "lianqidui", "shisanyao", "sianke", "qidui", "quanbukao", "qixingbukao"):
        assert "buqiuren" in f.BY_ID[key].excludes and "zimo" not in f.BY_ID[key].excludes
    assert "siguiyi" not in (*f.BY_ID["qingyaojiu"].excludes, *f.BY_ID["lvyise"].excludes)
