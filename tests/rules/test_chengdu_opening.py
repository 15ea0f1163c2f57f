"""成都: 换三张 and 定缺 (CD-31, CD-32), secret until all have chosen, and what a time-out does (CO-13)."""

from __future__ import annotations

import pytest

import rules
from rules.errors import BadRecord, MissingRoll
from rules.record import replay_deal, write
from tests.rules.chengdu_table import READY, badges, cd, opening, rows_of
from tests.rules.playing import seed_of
from tests.rules.position import go, hand, kinds, legal, melds, seat

SWAP = {"swap_three": True}
LACK = {"lack_suit": True}
BOTH = SWAP | LACK
A = "111222333m1234p5p"  # the dealer's 14
B = "444555666m123s6p"
C = "777888999m456s7p"
D = "123456789p1234s"
GIVE = ("0 swap 111m", "1 swap 444m", "2 swap 777m", "3 swap 123p")


# -- 换三张 --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-31")
def test_all_four_choose_three_of_one_suit():
    deal = opening(A, B, C, D, options=SWAP, dice=(1,))
    assert deal.ask.phase == "swap" and deal.actors == (0, 1, 2, 3)
    assert set(legal(deal, 1)) == {
        "swap 444m", "swap 445m", "swap 446m", "swap 455m", "swap 456m", "swap 466m", "swap 555m", "swap 556m",
        "swap 566m", "swap 666m", "swap 123s",
    }  # fmt: skip
    for text in ("swap 44m1s", "swap 123m", "pass", "discard 4m"):
        with pytest.raises(rules.errors.IllegalAction):
            rules.apply(deal, 1, rules.parse(text))
    assert rules.view_for(deal, 1)["phase"] == "swap" and rules.view_for(deal, 1)["turn"] is None


@pytest.mark.clause("CD-31")
@pytest.mark.parametrize(
    ("die", "got"),
    [
        (1, ("123p", "111m", "444m", "777m")),  # to the right: seat 0's tiles go to seat 1
        (2, ("123p", "111m", "444m", "777m")),
        (3, ("777m", "123p", "111m", "444m")),
        (4, ("777m", "123p", "111m", "444m")),
        (5, ("444m", "777m", "123p", "111m")),
        (6, ("444m", "777m", "123p", "111m")),
    ],
)
def test_the_die_says_to_whom(die, got):
    deal = go(opening(A, B, C, D, options=SWAP, dice=(die,)), *GIVE)
    assert deal.dice == ((die,),)
    assert tuple(s.marks["got"] for s in deal.seats) == got
    assert [len(s.concealed) for s in deal.seats] == [14, 13, 13, 13]
    assert deal.actors == (0,) and deal.ask.phase == "turn"
    kept = {0: "222333m", 1: "555666m", 2: "888999m", 3: "456789p"}
    for s in range(4):
        for tile in rules.actions.parse_tiles(got[s] + kept[s]):
            assert tile in deal.seats[s].concealed


@pytest.mark.clause("CD-31", "CO-12")
def test_a_choice_is_secret_until_all_have_chosen_and_from_the_others_for_ever():
    deal = opening(A, B, C, D, options=SWAP, dice=(1,))
    for move in GIVE[:3]:
        before, window = deal, deal.window
        deal = go(deal, move)
        assert deal.window == window
        for viewer in (0, 1, 2, 3, None):
            if viewer != int(move[0]):
                assert rules.view_for(deal, viewer) == rules.view_for(before, viewer)
        own = rules.view_for(deal, int(move[0]))
        assert own["answered"]["text"] == move[2:] and own["actions"] == []
        assert own["seats"][int(move[0])]["hand_count"] == 13 + (move[0] == "0")
    deal = go(deal, GIVE[3])
    assert rows_of(deal, 1)["gave_1"]["tiles"] == ["4m"] * 3 and rows_of(deal, 1)["got_1"]["tiles"] == ["1m"] * 3
    for viewer in (0, 1, 2, 3, None):
        assert rows_of(deal, viewer)["swap"]["text"].in_("zh") == "骰子 1：给下家"
        assert {r for r in rows_of(deal, viewer) if r.startswith(("gave", "got"))} == (
            set() if viewer is None else {f"gave_{viewer}", f"got_{viewer}"}
        )
        for news in rules.view_for(deal, viewer)["news"]:
            if news["kind"].startswith("swap"):
                assert bool(news["tiles"]) == (news["seat"] == viewer)


@pytest.mark.clause("CD-31", "CD-20")
def test_a_heavenly_win_is_judged_on_the_14_after_the_swap():
    # Seat 0 gives 999p to seat 1 and gets 456s from seat 3: 123 456 789m 456s 11s.
    others = ("2468m2468p23789s", "2468m1357p23789s", "456s456678p13m7p")
    deal = opening("123456789m11s999p", *others, options=SWAP, dice=(1,))
    assert "win" not in legal(deal, 0)
    deal = go(deal, "0 swap 999p", "1 swap 468m", "2 swap 468m", "3 swap 456s")
    assert "win" in legal(deal, 0)
    deal = go(deal, "0 win")
    assert deal.result.wins[0].how == "heavenly" and deal.result.deltas == (24, -8, -8, -8)


@pytest.mark.clause("CD-31")
def test_the_dealers_fourteenth_tile_may_go_away():
    deal = go(opening(A, B, C, D, options=SWAP, dice=(1,)), "0 swap 345p", *GIVE[1:])
    view = rules.view_for(deal, 0)["seats"][0]
    assert view["drawn"] == view["hand"][-1] and view["hand_count"] == 14
    deal = go(opening(A, B, C, D, options=SWAP, dice=(1,)), *GIVE)
    assert rules.view_for(deal, 0)["seats"][0]["drawn"] == "5p"


@pytest.mark.clause("CD-31")
def test_a_replayed_swap_needs_its_roll():
    deal = go(opening(A, B, C, D, options=SWAP), *GIVE[:3])
    with pytest.raises(MissingRoll):
        go(deal, GIVE[3])


@pytest.mark.clause("CO-13", "CD-31")
@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("111222333m1234p5p", "swap 123p"),
        ("123456789m55p12s1s", "swap 112s"),  # 55p has two only
        ("1234567m999p123s4m", "swap 123s"),  # as short as the dots: 条 goes before 筒
        ("1234m12345p56789s", "swap 123m"),
    ],
)
def test_a_time_out_swaps_the_lowest_of_the_shortest_suit(tiles, expected):
    deal = opening(tiles, options=SWAP, dice=(1,))
    assert str(rules.default_action(deal, 0)) == expected


# -- 定缺 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-32", "CD-31")
def test_the_suit_is_named_after_the_swap_by_all_at_once():
    deal = go(opening(A, B, C, D, options=BOTH, dice=(1,)), *GIVE)
    assert deal.ask.phase == "lack" and deal.actors == (0, 1, 2, 3)
    assert legal(deal, 2) == ["lack m", "lack p", "lack s"]
    for move in ("1 lack p", "3 lack m", "0 lack p"):
        before = deal
        deal = go(deal, move)
        for viewer in (0, 1, 2, 3, None):
            assert badges(deal, viewer) == [[], [], [], []]
            if viewer != int(move[0]):
                assert rules.view_for(deal, viewer) == rules.view_for(before, viewer)
    deal = go(deal, "2 lack s")
    for viewer in (0, 3, None):
        assert badges(deal, viewer) == [["lack_p"], ["lack_p"], ["lack_s"], ["lack_m"]]
    assert deal.actors == (0,) and deal.ask.phase == "turn"


@pytest.mark.clause("CD-32")
def test_the_named_suit_is_discarded_first():
    deal = go(opening(A, B, C, D, options=LACK), "0 lack p", "1 lack s", "2 lack s", "3 lack s")
    assert legal(deal, 0) == ["discard 1p", "discard 2p", "discard 3p", "discard 4p", "discard 5p"]
    assert str(rules.default_action(deal, 0)) == "discard 5p"
    deal = cd(seat("123456789m45p1s2s", lack="s"), seat(lack="m"), seat(lack="m"), seat(lack="m"), wall="5m",
              options=LACK)  # fmt: skip
    assert legal(deal, 0) == ["discard 1s", "discard 2s"]
    assert str(rules.default_action(deal, 0)) == "discard 2s"  # the drawn tile is not legal
    deal = cd(seat("123456789m45p11p", lack="s"), seat(lack="m"), seat(lack="m"), seat(lack="m"), wall="5s",
              options=LACK)  # fmt: skip
    assert legal(deal, 0) == ["discard 5s"]  # also when it comes later
    deal = cd(seat("123456789m45p11p", lack="s"), seat(lack="m"), seat(lack="m"), seat(lack="m"), wall="9p",
              options=LACK)  # fmt: skip
    assert len([a for a in legal(deal, 0) if a.startswith("discard")]) == 13


@pytest.mark.clause("CD-32")
def test_no_pung_and_no_kong_with_the_named_suit():
    options = LACK | {"last_four": False}
    deal = go(_discarding("2s", lack="s"), "0 discard 2s")
    assert deal.actors == (1,) and deal.ask.phase == "turn"  # not asked
    deal = go(_discarding("2s", lack="p"), "0 discard 2s")
    assert {"pung", "kong"} <= kinds(deal, 1)
    deal = go(deal, "1 pung")
    assert melds(deal, 1) == ["pung 222s@0"]
    assert all(a.endswith("p") for a in legal(deal, 1))  # and then the named suit
    deal = cd(seat("2222s2468m13579p", lack="s"), seat(lack="m"), seat(lack="m"), seat(lack="m"), wall="9s",
              options=options)  # fmt: skip
    assert "kong" not in kinds(deal, 0)
    deal = cd(seat("2222s2468m13579p", lack="p"), seat(lack="m"), seat(lack="m"), seat(lack="m"), wall="9s",
              options=options)  # fmt: skip
    assert "kong 2s" in legal(deal, 0)


def _discarding(tile: str, lack: str) -> rules.Deal:
    """Seat 0, who lacks 条, draws `tile`; seat 1 holds 222s and has named `lack`."""
    return cd(seat("123456789m1357p", lack="s"), seat("222s2468m13579p4m", lack=lack), seat(lack="m"), seat(lack="m"),
              wall=tile, options=LACK | {"last_four": False})  # fmt: skip


@pytest.mark.clause("CD-32")
def test_no_win_while_the_named_suit_is_in_hand():
    hands = (seat("357m13579p24689p", lack="s"), seat(READY, lack="s"), seat("123456789m78s22s", lack="p"))
    deal = go(cd(*hands, seat(lack="m"), wall="6s", options=LACK), "0 discard 6s")
    assert legal(deal, 2) == ["win", "pass"] and legal(deal, 1) == []


@pytest.mark.clause("CD-32", "CD-23")
def test_holding_the_named_suit_at_the_end_is_not_ready():
    hands = (seat("357m13579p24689p", lack="s"), seat(READY, lack="s"), seat("123456789m78s22s", lack="p"))
    deal = go(cd(*hands, seat(lack="m"), wall="8p", left=1, options=LACK), "0 discard 8p")
    deal, _ = rules.settle_draw(deal)
    assert deal.result.deltas == (-1, -1, 3, -1)


@pytest.mark.clause("CO-13", "CD-32")
@pytest.mark.parametrize(
    ("tiles", "expected"),
    [("111222333m1234p5p", "lack s"), ("12345m12345p1234s", "lack s"), ("1234m12345p12345s", "lack m"),
     ("123456m1234p1234s", "lack s"), ("1234m1234p123456s", "lack m")],
)  # fmt: skip
def test_a_time_out_names_the_shortest_suit(tiles, expected):
    assert str(rules.default_action(opening(tiles, options=LACK), 0)) == expected


@pytest.mark.clause("CD-31", "CD-32")
def test_bots_choose_too():
    import random

    deal, _ = rules.start("chengdu", BOTH, seed_of(5), dealer=1)
    for level in rules.bots.LEVELS:
        now = deal
        for _ in range(2):
            for s in range(4):
                text = rules.bots.choose(level, rules.view_for(now, s), random.Random(s))
                assert text in legal(now, s)
                now = go(now, f"{s} {text}")
        assert now.ask.phase == "turn"


@pytest.mark.clause("CD-31", "CD-32")
def test_a_record_holds_both():
    deal, _ = rules.start("chengdu", BOTH, seed_of(5), dealer=1)
    moves = []
    while not deal.over:
        if deal.settling:
            deal, _ = rules.settle_draw(deal)
            continue
        s = deal.actors[0]
        action = rules.default_action(deal, s)
        moves.append((s, str(action)))
        deal, _ = rules.apply(deal, s, action)
    record = write(deal, moves, "甲乙丙丁")
    assert len(record["dice"]) == 3
    again, _ = replay_deal(record)
    assert again.result == deal.result and hand(again, 0) == hand(deal, 0)
    with pytest.raises(BadRecord) as caught:
        replay_deal(record | {"dice": record["dice"][:2]})
    assert caught.value.move == 3
    with pytest.raises(BadRecord) as caught:
        replay_deal(record | {"dice": [*record["dice"], 1]})
    assert caught.value.move is None
