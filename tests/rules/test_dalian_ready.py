"""大连穷胡: declaring 听 and 夹听, and what a declared player may do (DL-20 … DL-22), through the real engine."""

from __future__ import annotations

import pytest

import rules
from tests.rules.position import deltas, fans, go, kinds, legal, melds, seat, table

READY = ("456m111s67s88m", "chow 123p@0")
OPTION = {"must_declare": True}


def waits_shown(deal: rules.Deal, viewer: int, text: str) -> list[str]:
    return next(a["waits"] for a in rules.view_for(deal, viewer)["actions"] if a["text"] == text)


# -- offering -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-20", "CO-09")
def test_declaring_is_offered_with_the_discards_that_leave_an_open_ready_hand():
    deal = table(seat(), seat(*READY), turn=1, wall="C")
    assert "ready C" in legal(deal, 1) and "discard C" in legal(deal, 1)
    assert waits_shown(deal, 1, "ready C") == ["5s", "8s"]
    offered = {a for a in legal(deal, 1) if a.startswith("ready")}
    # 中 as the pair makes 8m superfluous: 456m 111s 67s C + 8m … waits for nothing; only C can go.
    assert offered == {"ready C"}


@pytest.mark.clause("DL-20")
def test_a_closed_hand_may_not_declare():
    closed = seat("123p456m111s67s88m")
    assert not kinds(table(seat(), closed, turn=1, wall="C"), 1) & {"ready", "jiating"}
    concealed_kong_only = seat("456m67s88m123p", "concealed_kong 1111s")
    assert not kinds(table(seat(), concealed_kong_only, turn=1, wall="C"), 1) & {"ready", "jiating"}


@pytest.mark.clause("DL-20")
def test_a_hand_whose_only_waits_are_no_legal_win_is_not_ready():
    # No bamboo: not all three suits (DL-31).
    assert "ready" not in kinds(table(seat(), seat("456m111m67m88p", "chow 123p@0"), turn=1, wall="C"), 1)


@pytest.mark.clause("DL-20", "CO-09")
def test_a_tile_of_which_he_holds_all_four_is_no_wait():
    # 5555m as 555m + a single 5m: the only completion would be a fifth 5m. (Without a 5m he waits for 中.)
    holder = seat("5555m789s", "chow 123p@0", "chow 345p@0")
    deal = table(seat(), holder, turn=1, wall="C")
    assert {a for a in legal(deal, 1) if a.startswith("ready")} == {"ready 5m"}
    # In melds too: a kong of 8s leaves 5s as the only wait of 67s.
    deal = table(seat(), seat("67s99m456m", "chow 123p@0", "added_kong 8888s@0"), turn=1, wall="C")
    assert waits_shown(deal, 1, "ready C") == ["5s"]


@pytest.mark.clause("DL-20")
def test_declaring_is_offered_after_a_claim():
    hand = seat("23p456m111s67s88mC")
    deal = go(table(seat(), hand, turn=0, wall="1p"), "0 discard 1p", "1 chow 23p")
    assert "ready C" in legal(deal, 1) and "kong" not in kinds(deal, 1)
    deal = go(table(seat(), seat("1167s123p8mCC", "chow 789m@0"), seat(), seat(), turn=3, wall="1s"), "3 discard 1s")
    deal = go(deal, "1 pung")
    assert "ready 8m" in legal(deal, 1)


@pytest.mark.clause("DL-20")
def test_it_is_optional_and_the_declaration_is_public_but_not_the_waits():
    deal = table(seat(), seat(*READY), turn=1, wall="C")
    silent = go(deal, "1 discard C")
    assert not rules.view_for(silent, 0)["seats"][1]["badges"]
    loud = go(deal, "1 ready C")
    for viewer in (0, 2, 3, None):
        view = rules.view_for(loud, viewer)
        assert [b["id"] for b in view["seats"][1]["badges"]] == ["ready"]
        assert "ready" in [n["kind"] for n in view["news"]]
        assert "5s" not in str(view["rows"]) and all(not a["waits"] for a in view["actions"])


@pytest.mark.clause("DL-20")
def test_must_declare():
    """必须报听: only a declared player may win, in any way."""
    undeclared = table(seat(), seat(*READY), turn=1, wall="5s", options=OPTION)
    assert "win" not in kinds(undeclared, 1)
    discarded = go(table(seat(), seat(*READY), turn=0, wall="5s", options=OPTION), "0 discard 5s")
    assert kinds(discarded, 1) == {"chow", "pass"}
    declared = table(seat(), seat(*READY, ready="plain"), turn=1, wall="5s", options=OPTION, dice=[1], tail="8p8p")
    assert "win" in kinds(declared, 1)
    # Off (the default): both may.
    assert "win" in kinds(table(seat(), seat(*READY), turn=1, wall="5s"), 1)


@pytest.mark.clause("DL-20")
def test_must_declare_also_for_a_robbed_kong():
    konger = seat("147m258p369sE", "pung 555s@0")
    deal = table(seat(), seat(*READY), seat(), konger, turn=3, wall="5s", options=OPTION)
    assert go(deal, "3 kong 5s").ask.phase == "turn"


# -- after declaring ----------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-21")
def test_only_the_drawn_tile_is_discarded_and_nothing_is_claimed():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="E", dice=[1], tail="8p8p")
    assert legal(deal, 1) == ["discard E"]
    # 3m could be chowed (… 45m), 8m penged.
    for tile in ("3m", "8m"):
        deal = table(seat(), seat(*READY, ready="plain"), turn=0, wall=tile, tail="8p8p", dice=[1])
        deal = go(deal, f"0 discard {tile}")
        assert deal.ask.phase == "turn" and deal.ask.seat == 1


@pytest.mark.clause("DL-21")
def test_there_is_no_way_back():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="E", dice=[1], tail="8p8p")
    with pytest.raises(rules.errors.IllegalAction):
        go(deal, "1 jiating E")
    with pytest.raises(rules.errors.IllegalAction):
        go(deal, "1 ready E")


@pytest.mark.clause("DL-21")
def test_a_kong_that_keeps_the_waits():
    # 111s + a fourth 1s: 5s and 8s stay the waits.
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="1s", dice=[1], tail="8p8p")
    assert legal(deal, 1) == ["kong 1s", "discard 1s"]
    assert melds(go(deal, "1 kong 1s"), 1)[-1] == "concealed_kong 1111s"
    claimed = go(table(seat(), seat(*READY, ready="plain"), turn=0, wall="1s"), "0 discard 1s")
    assert kinds(claimed, 1) == {"kong", "pass"}


@pytest.mark.clause("DL-21")
def test_a_kong_that_changes_the_waits_is_refused():
    # 3334s: waits for 2s, 5s (33 + 34 and so on) and 4s; as a kong of 3s only 4s would be left.
    hand = ("3334s456m", "chow 123p@0", "pung EEE@0")
    deal = table(seat(), seat(*hand, ready="plain"), turn=1, wall="3s", dice=[1], tail="8p8p")
    assert "kong" not in kinds(deal, 1)
    claimed = table(seat(), seat(*hand, ready="plain"), turn=0, wall="3s", dice=[1], tail="8p8p")
    assert go(claimed, "0 discard 3s").ask.phase == "turn"
    # Undeclared it is allowed.
    assert "kong" in kinds(table(seat(), seat(*hand), turn=1, wall="3s"), 1)


@pytest.mark.clause("DL-21", "DL-22")
def test_after_jiating_the_set_of_jia_waits_counts():
    # 2444s: 3s is a 夹 (234 + 44), 2s a single wait (22 + 444). A kong of 4s would leave 2s only: refused.
    hand = ("2444s789m", "chow 123p@0", "pung EEE@0")
    assert "kong" not in kinds(table(seat(), seat(*hand, ready="jia"), turn=1, wall="4s", dice=[1], tail="8p8p"), 1)
    # 24s with 999m konged: 3s stays the 夹 wait.
    hand = ("24s999m55p", "chow 123p@0", "chow 678p@0")
    assert "kong 9m" in legal(table(seat(), seat(*hand, ready="jia"), turn=1, wall="9m", dice=[1], tail="8p8p"), 1)


@pytest.mark.clause("DL-21", "DL-16")
def test_an_added_kong_after_declaring():
    hand = ("46p123s789s55m", "pung 999m@0")
    deal = table(seat(), seat(*hand, ready="jia"), turn=1, wall="9m", dice=[1], tail="8p8p")
    assert "kong 9m" in legal(deal, 1)
    three = seat("46p55m", "pung 999m@0", "chow 123s@0", "chow 789s@0", ready="jia")
    assert "kong 9m" in legal(table(seat(), three, turn=1, wall="9m", dice=[1], tail="8p8p"), 1)


# -- 夹听 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-22")
@pytest.mark.parametrize(
    ("hand", "jia"),
    [
        ("12s456m111m55p", ["3s"]),  # 12 waits for 3
        ("89s456m111m55p", ["7s"]),  # 89 waits for 7
        ("46s456m111m55p", ["5s"]),  # n, n+2 waits for n+1
        ("13s456m111m55p", ["2s"]),
        ("79s456m111m55p", ["8s"]),
        ("67s456m111m55p", []),  # two-sided
        ("78s456m111m55p", []),  # 6 or 9: two-sided although 9 is at the edge
        ("5s456m111m789p", []),  # 单吊
        ("55s111m456m88p", []),  # 对倒
        ("2444s789m111p", ["3s"]),  # 3s 夹, 2s 单吊
        ("3335s111m555p", ["4s"]),  # 33 + 345: 夹; 5s 单吊
        ("1233s111m555p", ["3s"]),  # 123 + 33: a single wait; 33 + 12 waiting for 3: 夹 in that reading
        ("1223s111m555p", ["2s"]),  # 123 + 22: a single wait; 22 + 13 waiting for 2
        ("2234s111m555p", []),  # 2s: 22 + 234 … single or side; 5s: side
    ],
)
def test_what_is_a_jia(hand, jia):
    deal = table(seat(), seat(hand, "chow 123p@0"), turn=1, wall="W")
    offered = "jiating W" in legal(deal, 1)
    assert offered == bool(jia)
    if jia:
        assert waits_shown(deal, 1, "jiating W") == jia


@pytest.mark.clause("DL-22")
def test_a_jia_only_in_a_reading_that_is_no_legal_win_does_not_count():
    # 22233444m + 3m reads as 222 333 444 or as three runs 234, in which 3m sits in the middle.
    # With a chow as the only meld the three runs have no triplet (DL-33): 3m completes 333 only.
    deal = table(seat(), seat("22233444m99p", "chow 789s@0"), turn=1, wall="W")
    assert waits_shown(deal, 1, "ready W") == ["3m", "9p"]  # 9p: 222 33 444 999p
    assert "jiating" not in kinds(deal, 1)
    # With a pung it is the other way round: three triplets have no sequence (DL-34), the runs win.
    deal = table(seat(), seat("22233444m99p", "pung 111s@0"), turn=1, wall="W")
    assert waits_shown(deal, 1, "ready W") == ["3m"]
    assert waits_shown(deal, 1, "jiating W") == ["3m"]


@pytest.mark.clause("DL-22")
def test_jiating_narrows_the_winning_tiles():
    hand = ("2444m789s", "pung EEE@0", "chow 123p@1")

    def after(tile: str, ready: str) -> rules.Deal:
        return go(
            table(seat(), seat(), seat(*hand, ready=ready), turn=1, wall=tile, dice=[1], tail="8p8p"),
            f"1 discard {tile}",
        )

    assert kinds(after("3m", "jia"), 2) == {"win", "pass"}
    assert after("2m", "jia").ask.phase == "turn"  # the single wait no longer wins
    assert kinds(after("2m", "plain"), 2) == {"win", "pass"}
    won = go(after("3m", "jia"), "2 win")
    assert fans(won)["jiahu"] == (1,)
    assert "jiahu" not in fans(go(after("3m", "plain"), "2 win"))
    self_drawn = table(seat(), seat(), seat(*hand, ready="jia"), turn=2, wall="2m", dice=[1], tail="8p8p")
    assert kinds(self_drawn, 2) == {"discard"}


@pytest.mark.clause("DL-22", "DL-20")
def test_jiating_is_announced():
    deal = go(table(seat(), seat("46p123s789s55m", "pung 999m@0"), turn=1, wall="C"), "1 jiating C")
    view = rules.view_for(deal, 3)
    assert [b["id"] for b in view["seats"][1]["badges"]] == ["jia"]
    assert view["seats"][1]["pond"][-1]["tile"] == "C"


@pytest.mark.clause("DL-22", "DL-40")
def test_jiahu_against_all_payers_of_a_self_draw():
    deal = table(
        seat(None, "chow 789p@3"), seat("46p123s789s55m", "pung 999m@0", ready="jia"), turn=1, wall="5p",
        dice=[1], tail="1m1m",
    )  # fmt: skip
    deal = go(deal, "1 win")
    assert fans(deal)["jiahu"] == (0, 2, 3)
    # open dealer 1+1+1+1 = 4 -> 8; closed others 1+1+1+1 = 4 -> 8
    assert deltas(deal) == (-8, 24, -8, -8)
