"""大连穷胡: what wins (DL-30 … DL-37) and what it is worth (DL-40 … DL-47), won through the real engine.

The finer points of scoring are data: tests/data/cases/dalian.jsonl and tests/data/dalian-own.jsonl.
"""

from __future__ import annotations

import pytest

import rules
from rules.settlement import Transfer, cap
from rules.text import Text
from tests.rules.position import deltas, fans, go, kinds, seat, table


def wins_on(tile: str, hand: str, *declared: str) -> tuple[bool, bool]:
    """May seat 1 win with `tile` drawn, and on seat 0's discard of it?"""
    drawn = "win" in kinds(table(seat(), seat(hand, *declared), turn=1, wall=tile), 1)
    discarded = "win" in kinds(go(table(seat(), seat(hand, *declared), turn=0, wall=tile), f"0 discard {tile}"), 1)
    return drawn, discarded


BOTH, NONE = (True, True), (False, False)


@pytest.mark.parametrize(
    ("tile", "hand", "declared", "expected"),
    [
        pytest.param("5s", "456m111s67s88m", ["chow 123p@0"], BOTH, id="plain", marks=pytest.mark.clause("DL-30")),
        pytest.param("9s", "456m111s67s88m", ["chow 123p@0"], NONE, id="incomplete", marks=pytest.mark.clause("DL-30")),
        pytest.param("N", "1155m22p334477sN", [], NONE, id="seven pairs", marks=pytest.mark.clause("DL-30")),
        pytest.param("5s", "456888m67sEE", ["chow 123s@0"], NONE, id="no dots", marks=pytest.mark.clause("DL-31")),
        pytest.param("5s", "456888m67sEE", ["chow 123p@0"], BOTH, id="dots claimed",
                     marks=pytest.mark.clause("DL-31")),
        pytest.param("5s", "456m222s67s88m", ["chow 234p@0"], NONE, id="no ends", marks=pytest.mark.clause("DL-32")),
        pytest.param("5s", "456m222s67s88m", ["chow 789p@0"], BOTH, id="a 9", marks=pytest.mark.clause("DL-32")),
        pytest.param("5s", "456m222s67sWW", ["chow 234p@0"], BOTH, id="a wind pair", marks=pytest.mark.clause("DL-32")),
        pytest.param("5s", "456p67s88m", ["chow 234p@0", "kong FFFF@0"], BOTH, id="发 kong for ends",
                     marks=pytest.mark.clause("DL-32", "DL-33")),
        pytest.param("5s", "456m234s67sEE", ["chow 234p@0"], NONE, id="no triplet", marks=pytest.mark.clause("DL-33")),
        pytest.param("5s", "456m234s67sPP", ["chow 234p@0"], BOTH, id="白 pair", marks=pytest.mark.clause("DL-33")),
        pytest.param("5s", "456m67s88m", ["chow 123p@0", "concealed_kong 1111s"], BOTH, id="concealed kong",
                     marks=pytest.mark.clause("DL-33")),
        pytest.param("5s", "456m67s88m", ["chow 123p@0", "pung 111s@0"], BOTH, id="pung",
                     marks=pytest.mark.clause("DL-33")),
        pytest.param("1s", "222333m11s88p", ["pung 999p@0"], NONE, id="no sequence", marks=pytest.mark.clause("DL-34")),
        pytest.param("1s", "222345m11s88p", ["pung 999p@0"], BOTH, id="one sequence",
                     marks=pytest.mark.clause("DL-34")),
        pytest.param("5s", "CCC456m67s88m", ["chow 123p@0"], NONE, id="中中中", marks=pytest.mark.clause("DL-35")),
        pytest.param("C", "CC456m567s88m", ["chow 123p@0"], NONE, id="中 on 中中", marks=pytest.mark.clause("DL-35")),
        pytest.param("C", "C456m567s111m", ["chow 123p@0"], BOTH, id="中 as pair", marks=pytest.mark.clause("DL-35")),
        pytest.param("5s", "123p456m111s67s88m", [], NONE, id="closed", marks=pytest.mark.clause("DL-36")),
        pytest.param("5s", "456m111s67s88m", ["concealed_kong 9999p"], NONE, id="concealed kong only",
                     marks=pytest.mark.clause("DL-36", "CO-07")),
    ],
)  # fmt: skip
def test_what_wins(tile, hand, declared, expected):
    assert wins_on(tile, hand, *declared) == expected


@pytest.mark.clause("DL-37", "DL-16")
def test_shoubayi_is_never_reached_and_never_a_win():
    """The engine offers no fourth meld (test_dalian_table.py); a case that shows one is no win."""
    four = ["chow 123p@0", "pung 333s@2", "chow 456m@0", "pung 999s@3"]
    case = {
        "ruleset": "dalian", "players": [{"open": True}, {"hand": "8m", "melds": four}, {}, {}],
        "event": {"kind": "self_draw", "winners": [1], "tile": "8m"},
    }  # fmt: skip
    answer = rules.score(case)
    assert answer["error"]["code"] == "not_a_win" and "DL-37" in answer["error"]["message"]


@pytest.mark.clause("DL-36", "DL-24")
def test_the_dealers_first_hand_cannot_win_closed():
    deal, _ = rules.machine.deal_out(
        "dalian", rules.check_options("dalian", {}), _hands("123p456m111s67s88m5s"), (), dealer=0, round_wind=27
    )
    assert "win" not in kinds(deal, 0)  # R31: complete from the start, but not open


def _hands(first: str) -> tuple:
    from rules.tiles import parse_tiles

    return tuple(parse_tiles(h) for h in (first, "147m258p369sESWN", "147m258p369sESWN", "147m258p369sESWN"))


# -- points -------------------------------------------------------------------------------------------------------

OPEN = {s: seat(None, f"chow 789p@{(s - 1) % 4}") for s in range(4)}
WINNER = ("456m111s67s88m", "chow 123p@0")


@pytest.mark.clause("DL-40", "DL-41")
def test_a_discard_is_paid_by_the_discarder_alone():
    deal = table(OPEN[0], seat(*WINNER), OPEN[2], seat(None, "pung NNN@1"), turn=2, wall="5s")
    deal = go(deal, "2 discard 5s", "1 win")
    assert deltas(deal) == (0, 2, -2, 0)
    assert fans(deal) == {"pinghu": (2,), "fangpao": (2,)}


@pytest.mark.clause("DL-40", "DL-42")
def test_a_self_draw_is_paid_by_all():
    deal = table(OPEN[0], seat(*WINNER), OPEN[2], seat(None, "pung NNN@1"), turn=1, wall="5s")
    deal = go(deal, "1 win")
    assert deltas(deal) == (-4, 8, -2, -2)
    assert fans(deal) == {"pinghu": (0, 2, 3), "zimo": (0, 2, 3), "zhuang": (0,)}


@pytest.mark.clause("DL-43")
@pytest.mark.parametrize(("dealer", "expected"), [(1, (-4, 12, -4, -4)), (2, (-2, 8, -4, -2)), (3, (-2, 8, -2, -4))])
def test_the_dealers_fan(dealer, expected):
    deal = table(OPEN[0], seat(*WINNER), OPEN[2], seat(None, "pung NNN@1"), turn=1, wall="5s", dealer=dealer)
    assert deltas(go(deal, "1 win")) == expected


@pytest.mark.clause("DL-43", "DL-41")
def test_a_dealer_who_does_not_pay_changes_nothing():
    deal = table(OPEN[0], seat(*WINNER), OPEN[2], seat(None, "pung NNN@1"), turn=2, wall="5s", dealer=3)
    assert "zhuang" not in fans(go(deal, "2 discard 5s", "1 win"))


@pytest.mark.clause("DL-44")
@pytest.mark.parametrize(
    ("opened", "expected"),
    [
        ((), (-16, 32, -8, -8)),  # 1 + 1 + 未开门 1 + 三家门清 1 = 4 -> 8; dealer 5 -> 16
        ((0,), (-4, 12, -4, -4)),  # 3 -> 4 for the closed, dealer 1 + 1 + 1 = 3 -> 4
        ((2,), (-8, 14, -2, -4)),
        ((0, 2), (-4, 10, -2, -4)),
    ],
)
def test_unopened_payers(opened, expected):
    specs = [OPEN[s] if s in opened else seat() for s in range(4)]
    specs[1] = seat(*WINNER)
    assert deltas(go(table(*specs, turn=1, wall="5s"), "1 win")) == expected


@pytest.mark.clause("DL-44", "CO-07")
def test_a_concealed_kong_does_not_open_a_payer():
    closed = seat(None, "concealed_kong 9999s")
    deal = go(table(seat(), seat(*WINNER), closed, seat(), turn=1, wall="5s"), "1 win")
    assert fans(deal)["sanjiamenqing"] == (0, 2, 3) and deltas(deal) == (-16, 32, -8, -8)


@pytest.mark.clause("DL-44", "DL-41")
def test_three_closed_losers_count_on_a_discard_too():
    deal = go(table(seat(), seat(*WINNER), turn=2, wall="5s"), "2 discard 5s", "1 win")
    assert deltas(deal) == (0, 8, -8, 0)  # 1 + 1 + 1 + 1
    deal = go(table(OPEN[0], seat(*WINNER), turn=2, wall="5s"), "2 discard 5s", "1 win")
    assert deltas(deal) == (0, 4, -4, 0)  # 1 + 1 + 未开门 1


@pytest.mark.clause("DL-42", "DL-40")
def test_gangkai_after_each_kind_of_kong():
    others = {"turn": 1, "tail": "3s3s5s3s"}
    concealed = table(OPEN[0], seat("456m11167s88m", "chow 123p@0"), OPEN[2], seat(None, "pung NNN@1"),
                      wall="1s", **others)  # fmt: skip
    deal = go(concealed, "1 kong 1s", "1 win")
    assert "gangkai" in fans(deal) and deltas(deal) == (-18, 38, -10, -10)  # 4 -> 8 + 2; dealer 5 -> 16 + 2
    added = table(OPEN[0], seat("456m67s88m", "chow 123p@0", "pung 111s@0"), OPEN[2], seat(None, "pung NNN@1"),
                  wall="1s", **others)  # fmt: skip
    deal = go(added, "1 kong 1s", "1 win")
    assert deltas(deal) == (-17, 35, -9, -9)
    claimed = table(OPEN[0], seat("456m11167s88m", "chow 123p@0"), OPEN[2], seat(None, "pung NNN@1"),
                    **{**others, "turn": 0}, wall="1s")  # fmt: skip
    deal = go(claimed, "0 discard 1s", "1 kong", "1 win")
    assert "gangkai" in fans(deal) and deltas(deal) == (-17, 35, -9, -9)


@pytest.mark.clause("DL-42")
def test_gangkai_does_not_outlive_the_discard():
    """R29: kong, discard, and a win some turns later."""
    deal = table(OPEN[0], seat("456m11167s88m", "chow 123p@0"), OPEN[2], seat(None, "pung NNN@1"),
                 turn=1, wall="1sPFE5s", tail="3s3sC3s")  # fmt: skip
    deal = go(deal, "1 kong 1s", "1 discard C", "2 discard P", "3 discard F", "0 discard E", "1 win")
    assert "gangkai" not in fans(deal) and deltas(deal) == (-6, 14, -4, -4)


@pytest.mark.clause("DL-42")
def test_gangkai_is_no_matter_of_the_next_players_draw():
    konger = seat("2589s147m", "pung SSS@0", "chow 123s@2")
    deal = table(seat("456m11167s88m", "chow 123p@3"), seat(), seat(), konger, turn=3, wall="S5s", tail="3s3sW3s")
    deal = go(deal, "3 kong S", "3 discard W", "0 win")
    assert "gangkai" not in fans(deal) and "zimo" in fans(deal)


@pytest.mark.clause("DL-46", "DL-41")
def test_only_the_winners_kongs_and_on_discards_too():
    winner = seat("456m67s88m", "added_kong 1111s@0", "chow 123p@0")
    konger = seat(None, "kong NNNN@1")
    deal = go(table(OPEN[0], winner, OPEN[2], konger, turn=2, wall="5s"), "2 discard 5s", "1 win")
    assert deltas(deal) == (-1, 5, -3, -1)
    rows = [(t.payer, t.payee, t.amount, t.kind) for t in deal.result.transfers]
    assert rows == [(2, 1, 2, "win"), (2, 1, 1, "kong"), (3, 1, 1, "kong"), (0, 1, 1, "kong")]


@pytest.mark.clause("DL-46", "DL-04")
def test_kongs_are_worth_nothing_when_the_deal_is_drawn():
    deal = table(seat("147m258p2s", "kong NNNN@1", "concealed_kong CCCC"), turn=0, wall="W", left=15)
    deal = go(deal, "0 discard W")
    assert deal.over and deal.result.transfers == () and deltas(deal) == (0, 0, 0, 0)


@pytest.mark.clause("DL-46", "DL-45", "CO-06")
def test_a_robbed_kong_pays_nothing_to_the_konger():
    konger = seat("147m258p369sE", "pung 555s@0")
    deal = go(table(OPEN[0], seat(*WINNER), OPEN[2], konger, turn=3, wall="5s"), "3 kong 5s", "1 win")
    assert {t.kind for t in deal.result.transfers} == {"win"} and deltas(deal)[3] == -8


def row(payer: int, amount: int) -> Transfer:
    return Transfer(payer, 1, amount, "win", Text("胡", "win"))


@pytest.mark.clause("DL-47")
@pytest.mark.parametrize(
    ("amounts", "paid"),
    [
        ({0: 1000}, {0: 1000}),
        ({0: 1001}, {0: 1000}),
        ({0: 400, 2: 300, 3: 300}, {0: 400, 2: 300, 3: 300}),  # just 1000
        ({0: 325, 2: 325, 3: 1285}, {2: 197, 3: 606, 0: 197}),  # worked example d): two left over for the two 1600s
        ({0: 640, 2: 640, 3: 640}, {2: 334, 3: 333, 0: 333}),  # ties: the payer nearest after the winner, seat 1
        ({0: 2560, 2: 2560, 3: 2560}, {2: 334, 3: 333, 0: 333}),
        ({0: 5000, 2: 1, 3: 1}, {0: 998, 2: 1, 3: 1}),  # 1000/1002: 998 rest 4, 0 rest 1000: the two ones come first
    ],
)
def test_the_cap(amounts, paid):
    rows = [row(p, a) for p, a in amounts.items()]
    rows += cap(rows, 1, 1000, 4, Text("封顶", "cap"))
    net = {
        p: sum(t.amount for t in rows if t.payer == p) - sum(t.amount for t in rows if t.payee == p) for p in amounts
    }
    assert net == paid
    assert all(t.amount > 0 for t in rows)


@pytest.mark.clause("DL-47")
def test_the_cut_is_its_own_entry():
    jia = ("46p123s789s55m", "pung 999m@1")
    deal = table(seat(), OPEN[1], seat(None, "pung EEE@3"), seat(*jia, ready="jia"), turn=3, wall="9m",
                 tail="3s2pPP", dice=[1], options={"base": 20})  # fmt: skip
    deal = go(deal, "3 kong 9m", "3 win")
    kinds_of_rows = [t.kind for t in deal.result.transfers]
    assert kinds_of_rows[-3:] == ["cap"] * 3 and max(map(abs, deltas(deal))) == 1000
    assert sum(t.amount for t in deal.result.transfers if t.kind == "win") > 1000


@pytest.mark.clause("DL-40", "DL-47")
@pytest.mark.parametrize("base", [1, 2, 5, 10, 20])
def test_the_base_multiplies_hands_and_kongs(base):
    deal = table(OPEN[0], seat("456m67s88m", "chow 123p@0", "added_kong 1111s@0"), OPEN[2], seat(None, "pung NNN@1"),
                 turn=1, wall="5s", options={"base": base})  # fmt: skip
    assert deltas(go(deal, "1 win")) == (-5 * base, 11 * base, -3 * base, -3 * base)
