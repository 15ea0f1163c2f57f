"""Hints: what a hand waits for, how many are unseen, what each is worth, why one does not count; and that they agree
with what the table then offers and pays, at every step of played deals, and hold nothing hidden."""

from __future__ import annotations

import random
from functools import cache

import pytest

import rules
from rules.actions import WIN
from rules.play import Play
from rules.tiles import NAMES
from tests.rules.chengdu_table import cd
from tests.rules.playing import finished, option_rows, seed_of, steps
from tests.rules.position import deltas, go, seat, table
from tests.rules.sichuan258_table import middle
from tests.rules.test_contract import shuffled_secrets

CODES = rules.ruleset_codes()
OPEN = ("456m111s67s88m", "chow 123p@0")  # Dalian: waits for 5s and 8s


def waits(deal: rules.Deal, viewer: int) -> dict[str, tuple]:
    """Tile → (unseen, self-drawn, on a discard, reason in Chinese)."""
    return rows(rules.hints_for(deal, viewer)["waits"])


def after(deal: rules.Deal, viewer: int, action: str) -> dict[str, tuple]:
    """The same for the hand that an action leaves; {} when it leaves no waiting hand."""
    found = rules.hints_for(deal, viewer)["after"]
    return next((rows(row["waits"]) for row in found if row["action"] == action), {})


def rows(found: list[dict]) -> dict[str, tuple]:
    return {
        w["tile"]: (w["unseen"], w["self_drawn"], w["on_discard"], w["reason"] and w["reason"].in_("zh")) for w in found
    }


# -- 大连 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-40", "DL-43", "DL-44")
def test_dalian_values_are_what_the_table_pays():
    deal = table(seat(), seat(*OPEN), seat(pond="8s"), turn=0, wall="5s")
    # nobody else is open: the dealer owes 平胡 + 放炮 + 庄家 + 未开门 + 三家门清, the others one fan less
    assert waits(deal, 1) == {"5s": (4, 32, [8, 16], None), "8s": (3, 32, [8, 16], None)}
    assert deltas(go(deal, "0 discard 5s", "1 win")) == (-16, 16, 0, 0)


@pytest.mark.clause("DL-31", "DL-32", "DL-33", "DL-36")
@pytest.mark.parametrize(
    ("hand", "tile", "why"),
    [
        (("123m456p111s67s88m",), "5s", "没有开门，不能胡"),
        (("456m111m67m88m", "chow 123p@0"), "5m", "没有三色全"),
        (("456m333s67s88m", "chow 234p@0"), "5s", "缺幺九"),
        (("456m234s67s88m", "chow 123p@0"), "5s", "没有刻子或杠"),
        (("22m333s44p555p", "pung 111m@0"), "2m", "没有顺子"),
    ],
)
def test_dalian_says_why_a_wait_does_not_count(hand, tile, why):
    assert waits(table(seat(), seat(*hand), turn=0), 1)[tile][1:] == (None, None, why)


@pytest.mark.clause("DL-20", "DL-22")
def test_dalian_tells_what_each_discard_and_declaration_leaves():
    hand = seat("456m111s46s88m", "chow 123p@0")
    deal = table(seat(pond="5s5s"), hand, turn=1, wall="C", options={"must_declare": True})
    assert after(deal, 1, "discard C") == {"5s": (2, None, None, "本房间必须报听才能胡")}
    assert after(deal, 1, "ready C") == {"5s": (2, 32, [8, 16], None)}
    assert after(deal, 1, "jiating C") == {"5s": (2, 64, [16, 32], None)}
    assert {a["tile"] for a in rules.hints_for(deal, 1)["after"]} >= {"C"}
    assert rules.hints_for(deal, 1)["waits"] == []  # 14 tiles wait for nothing
    assert waits(go(deal, "1 jiating C"), 1) == {"5s": (2, 64, [16, 32], None)}


@pytest.mark.clause("DL-22")
def test_dalian_after_a_narrow_declaration_the_wide_waits_say_so():
    # 1112s: 2s single and 3s in the 12 · 3 way; 夹听 keeps 3s
    deal = table(seat(), seat("1112s456m789m", "pung 222p@0", ready="jia"), turn=0)
    assert waits(deal, 1)["2s"][3] == "报了夹听，这张不是夹张"
    assert waits(deal, 1)["3s"][3] is None


@pytest.mark.clause("DL-23", "DL-24")
def test_a_treasure_that_was_seen_is_no_unseen_copy_and_an_unseen_one_is():
    ready = seat("456m111s67s88m", "chow 123p@0", ready="plain")
    deal = table(seat(), ready, turn=1, wall="NE", tail="C5s", dice=[1])
    assert deal.marks["bao_die"] == 1 and NAMES[deal.wall.tiles[deal.wall.blocked]] == "5s"
    assert deal.ask.phase == "look" and waits(deal, 1)["5s"][0] == 3  # he looks at it
    other = table(seat(), ready, seat("456m111p67p88m", "chow 123s@1"), turn=1, wall="NE", tail="C5p", dice=[1])
    assert NAMES[other.wall.tiles[other.wall.blocked]] == "5p"
    assert waits(other, 2)["5p"][0] == 4  # it lies in the wall, and he may not look


# -- 内蒙古 -------------------------------------------------------------------------------------------------------


def nm(*specs, **more):
    return table(*specs, ruleset="neimenggu", **more)


@pytest.mark.clause("NM-30", "NM-31", "NM-40")
def test_neimenggu_values():
    deal = nm(seat(), seat("46s789m234m99p", "pung 111p@0"), turn=0, wall="5s", options={"base": 5})
    assert waits(deal, 1) == {"5s": (4, 30, [10, 10], None)}
    assert deltas(go(deal, "0 discard 5s", "1 win")) == (-10, 10, 0, 0)


@pytest.mark.clause("NM-20", "NM-21", "NM-22", "NM-23", "NM-26")
@pytest.mark.parametrize(
    ("hand", "tile", "why"),
    [
        (("46s789m234m99p111p",), "5s", "没有开门，房间没有勾选闭门胡"),
        (("46s678s234m88s", "pung 222m@0"), "5s", "没有三色全"),
        (("46s678m234m55p", "pung 222p@0"), "5s", "没有幺九"),
        (("46s789m234m99p", "chow 123p@0"), "5s", "没有碰、刻子或杠，将也不是中发白"),
        (("5s", "chow 123p@0", "pung 111m@0", "pung 222m@0", "pung 333m@0"), "5s",
         "手把一：四副里有吃又没有暗杠，只剩一张不能胡"),
    ],
)  # fmt: skip
def test_neimenggu_says_why_a_wait_does_not_count(hand, tile, why):
    assert waits(nm(seat(), seat(*hand), turn=0), 1)[tile][1:] == (None, None, why)


@pytest.mark.clause("NM-25")
def test_neimenggu_a_passed_win_bars_others_tiles_until_the_own_discard():
    deal = go(nm(seat(), seat("45s789m234m99p", "pung 111p@0"), turn=0, wall="3s"), "0 discard 3s", "1 pass")
    left = after(deal, 1, f"discard {NAMES[deal.seats[1].drawn]}")
    assert left["6s"][3] is None  # the discard ends it
    passed = nm(seat(), seat("45s789m234m99p", "pung 111p@0", guohu=True), turn=0)
    assert waits(passed, 1)["6s"] == (4, 3, None, "过胡：下次打牌以前只能自摸")


# -- 成都 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-05", "CD-20")
def test_chengdu_values_and_seven_pairs():
    deal = cd(seat(), seat("123456789m45s11s"), turn=0, wall="3s", options={"base": 2})
    assert waits(deal, 1)["3s"][1:] == (6, [2, 2], None)
    assert deltas(go(deal, "0 discard 3s", "1 win")) == (-2, 2, 0, 0)
    assert set(waits(cd(seat(), seat("1133m5577m1199s5s"), turn=0), 1)) == {"5s"}


@pytest.mark.clause("CD-04", "CD-32")
@pytest.mark.parametrize(
    ("hand", "marks", "options", "why"),
    [
        ("123m456m789p45s11s", {}, {}, "三门都有，没有缺一门"),
        ("123456789m45s11s", {"lack": "s"}, {"lack_suit": True}, "手里还有定缺的花色"),
    ],
)
def test_chengdu_says_why_a_wait_does_not_count(hand, marks, options, why):
    deal = cd(seat(), seat(hand, **marks), turn=0, options=options)
    assert waits(deal, 1)["6s"][1:] == (None, None, why)


@pytest.mark.clause("CD-08")
def test_chengdu_a_passed_win_wants_more():
    deal = cd(seat(), seat("123456789m45s11s", passed=1), turn=0, options={"guoshui": True})
    assert waits(deal, 1)["6s"][1:] == (3, None, "过水：胡别家要多于 1 分")


@pytest.mark.clause("CD-08")
def test_chengdu_a_passed_self_draw_shows_in_what_the_discard_leaves():
    deal = cd(seat(), seat("123456789m45s11s"), turn=1, wall="3s", options={"guoshui": True})
    assert "win" in {str(a) for a in rules.legal_actions(deal, 1)}
    assert after(deal, 1, "discard 3s")["6s"][2:] == (None, "过水：胡别家要多于 1 分")


@pytest.mark.clause("CO-09")
def test_four_copies_of_ones_own_are_no_wait_and_four_seen_ones_are_an_empty_one():
    own = cd(seat(), seat("1111m23m456m789m5s"), turn=0)
    assert set(waits(own, 1)) == {"5s"}
    held = cd(seat(), seat("23m456m789m55s", "pung 111m@0"), turn=0)
    assert set(waits(held, 1)) == {"1m", "4m", "7m"}
    empty = cd(seat(pond="4m4m4m"), seat("23m456m789m55s", "pung 111m@0"), turn=0)
    assert waits(empty, 1)["4m"][0] == 0 and waits(empty, 1)["1m"][0] == 1


# -- 四川(258) ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-10", "SC-20")
def test_sichuan_values():
    deal = middle(seat(), seat("123m456m789p45s55p"), turn=0, wall="6s")
    assert waits(deal, 1)["6s"][1:] == (4, [1, 2], None)  # the dealer pays one more
    assert deltas(go(deal, "0 discard 6s", "1 win")) == (-2, 2, 0, 0)


@pytest.mark.clause("SC-10", "SC-11", "SC-42", "SC-13")
@pytest.mark.parametrize(
    ("hand", "marks", "tile", "expected"),
    [
        ("123m456m789p45s11p", {}, "6s", (None, None, "要 2、5、8 作将")),
        ("123m456m789p45s55p", {"passed": True}, "6s", (4, None, "过水：自己打牌以前不能胡别人的牌")),
        ("123m456m789p45s55p", {"passed_heaven": True}, "6s", (None, None, "过了天胡：下次摸牌以前不能胡")),
        ("222555888m258p2s", {}, "8s", (10, [6, 7], None)),  # 将将胡, in no sets
    ],
)
def test_sichuan_says_why_a_wait_does_not_count(hand, marks, tile, expected):
    assert waits(middle(seat(), seat(hand, **marks), turn=0), 1)[tile][1:] == expected


# -- 国标 ---------------------------------------------------------------------------------------------------------


def gb(*specs, **more):
    options = {"flowers": False} | more.pop("options", {})
    return table(*specs, ruleset="guobiao", options=options, **more)


@pytest.mark.clause("GB-04", "GB-09")
def test_guobiao_says_which_waits_suffice():
    deal = gb(seat(), seat("345s45p789mEE", "chow 345m@0"), turn=0, wall="3p")
    assert waits(deal, 1)["3p"][1:] == (9, [8, 8], None)  # 三色三同顺
    assert waits(deal, 1)["6p"][1:] == (None, None, "只有 2 番，不够 8 番")
    assert deltas(go(deal, "0 discard 3p", "1 win")) == (-16, 32, -8, -8)
    only = waits(gb(seat(), seat("567p67s888mEE", "chow 234m@0"), turn=0), 1)["8s"]
    assert only[1:] == (None, [8, 8], "只有 1 番，不够 8 番")  # 无番和 needs another's tile
    assert set(waits(gb(seat(), seat("111m234p567p88s99s"), turn=0), 1)) == {"8s", "9s"}
    assert waits(gb(seat(), seat("1357m2468p159sEN"), turn=0), 1) == {}


@pytest.mark.clause("GB-11", "GB-04")
def test_guobiao_with_a_joker():
    deal = gb(seat(), seat("567p6s2m888mEE", "chow 345m@0"), turn=0, options={"joker": True}, marks={"turned": "1m"})
    found = waits(deal, 1)
    assert found["8s"][2] == [8, 8] and "9s" not in found
    assert rules.hints_for(deal, 1)["left"]["2m"] == 3


# -- the option, and who gets them ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_the_option_turns_them_off(code):
    on, _ = rules.start(code, {}, seed_of(3), dealer=0)
    off, _ = rules.start(code, {"hints": False}, seed_of(3), dealer=0)
    assert rules.hints_for(on, 1) is not None and rules.hints_for(off, 1) is None
    assert rules.hints_for(on, None) is None
    assert "hints" not in rules.view_for(on, 1)  # bots and spectators look at views


# -- what holds in every rule set, at every step ------------------------------------------------------------------


@cache
def moments(code: str) -> tuple[tuple, ...]:
    """(before, seat, action, after) of some deals of good players, with all sorts of options."""
    several, found = option_rows(code), []
    for i in range(12):
        options = several[i % len(several)] if i % 3 else {}
        dealer = i % rules.seat_count(code, options)
        found += steps(code, options, seed_of(500 + i), dealer=dealer, levels=("normal",) * 4)
    return tuple(found)


@pytest.mark.parametrize("code", CODES)
def test_hints_agree_with_what_the_table_offers(code):
    """The wait of a hint can be won on, one without a value cannot, when luck adds nothing."""
    seen = {True: 0, False: 0}
    for before, giver, action, then in moments(code):
        if then.ask.phase != "claims" or action.kind not in ("discard", "ready", "jiating"):
            continue
        tile, kind = then.ask.tile, then.rules.discard_kind(Play(then), giver)
        for s in range(len(then.seats)):
            if s == giver or then.seats[s].out or kind != "discard":
                continue
            hint = waits(before, s).get(NAMES[tile])
            offered = WIN in then.ask.offers[s]
            if not then.rules.win_flags(Play(then), s, "discard"):
                assert offered == bool(hint and hint[2]), (before.seats[s], NAMES[tile], hint)
                seen[offered] += 1
    assert seen[True] and seen[False]


@pytest.mark.parametrize("code", CODES)
def test_what_a_discard_was_said_to_leave_is_what_it_leaves(code):
    """And its value is what is paid: a win on a plain discard moves the points of the hint."""
    compared = 0
    for before, s, action, then in moments(code):
        said = {row["action"]: row["waits"] for row in rules.hints_for(before, s)["after"]}
        if then.ask.phase == "claims" and then.ask.seat == s and before.ask.phase == "turn":
            assert said.get(str(action), []) == rules.hints_for(then, s)["waits"], (before.seats[s], str(action))
            compared += bool(said)
    assert compared


@pytest.mark.parametrize("code", CODES)
def test_values_are_what_is_paid(code):
    paid = 0
    for before, s, action, then in moments(code):
        if action != WIN or before.ask.phase not in ("turn", "claims") or len(then.wins) != len(before.wins) + 1:
            continue
        win, play = then.wins[-1], Play(before)
        if win.how not in ("discard", "self_draw") or before.rules.win_flags(play, s, win.how) or "bird" in (
            then.rules.extra(then)
        ):  # fmt: skip
            continue
        hint = waits(before, s) if win.giver is not None else after(before, s, f"discard {NAMES[win.tile]}")
        if NAMES[win.tile] not in hint:
            continue  # all four of his own: the last one drawn
        _, drawn, given, _ = hint[NAMES[win.tile]]
        if code == "guobiao":
            assert win.total == (drawn if win.giver is None else given[0])
        else:
            moved = finished(then).ledger[len(before.ledger) :] if then.over else then.ledger[len(before.ledger) :]
            got = sum((t.payee == s) * t.amount - (t.payer == s) * t.amount for t in moved if t.kind != "ready")
            assert got == drawn if win.giver is None else given[0] <= got <= given[1]
        paid += 1
    assert paid


@pytest.mark.parametrize("code", CODES)
def test_hints_hold_nothing_hidden(code):
    """Deal all that a seat may not see anew: its hints stay as they were."""
    rng = random.Random(code)
    some = 0
    for i, (_, _, _, then) in enumerate(moments(code)):
        for s in range(len(then.seats) if i % 2 and not then.over else 0):
            mine = rules.hints_for(then, s)
            assert rules.hints_for(shuffled_secrets(then, s, rng), s) == mine
            some += bool(mine and (mine["waits"] or mine["after"]))
    assert some
