"""大连穷胡: 看宝, 冲宝, 摸宝 and 换宝 (DL-23 … DL-27), through the real engine."""

from __future__ import annotations

import pytest

import rules
from tests.rules.position import deltas, fans, go, hand, kinds, legal, seat, table

# Waits 5s and 8s; open. Seat 1 when not said otherwise.
READY = ("456m111s67s88m", "chow 123p@0")
# 46p waits for 5p only, a 夹.
JIA = ("46p123s789s55m", "pung 999m@0")


def bao_row(deal: rules.Deal, viewer: int | None) -> dict:
    return next(r for r in rules.view_for(deal, viewer)["rows"] if r["id"] == "bao")


def face(deal: rules.Deal, viewer: int | None) -> str:
    return bao_row(deal, viewer)["tiles"][0]


def bao(deal: rules.Deal) -> str | None:
    place = deal.wall.blocked
    return None if place is None else rules.tiles.NAMES[deal.wall.tiles[place]]


# -- the roll -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-23")
def test_the_die_is_rolled_at_the_first_declared_players_next_draw_and_not_before():
    deal = table(seat(), seat(*READY), turn=1, wall="CPFEN", tail="7p3m1m2m", dice=[2])
    deal = go(deal, "1 ready C")
    assert deal.dice == ()
    deal = go(deal, "2 discard P", "3 discard F")
    assert deal.dice == () and not rules.view_for(deal, 1)["rows"]
    deal = go(deal, "0 discard E")
    assert deal.dice == ((2,),)
    assert bao(deal) == "3m"
    assert deal.seats[1].drawn is not None  # the draw came after the roll


@pytest.mark.clause("DL-23")
def test_the_roll_comes_before_the_draw():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="C", tail="7p3m1m2m", dice=[2])
    kinds_of_news = [n["kind"] for n in rules.view_for(deal, 1)["news"]]
    assert kinds_of_news.index("rolled") < kinds_of_news.index("drew")


@pytest.mark.clause("DL-23")
@pytest.mark.parametrize(
    ("gone", "die", "expected"),
    [
        (0, 1, "2m"),  # stacks from the tail: 1m/2m, 7p/3m, 4p/4s, …: always the lower tile
        (0, 2, "3m"),
        (0, 3, "4s"),
        (1, 1, "2m"),  # the upper tile of the last stack is gone: the one that remains
        (1, 2, "3m"),
        (2, 1, "3m"),  # the last stack is used up and does not count
        (2, 2, "4s"),
        (3, 1, "3m"),
        (4, 1, "4s"),
        (5, 1, "4s"),
        (6, 6, "9p"),
    ],
)
def test_the_die_counts_the_stacks_that_are_not_used_up(gone, die, expected):
    tail = "8p9p" + "3p4p" + "EE" + "SS" + "NN" + "6p6p" + "4p4s" + "7p3m" + "1m2m"
    deal = table(
        seat("147m147p258sCCFF"), seat(*READY, ready="plain"), seat("147m258p369sCFPP"), seat("258m589p369sWWWP"),
        turn=1, wall="W", tail=tail, dice=[die], gone=gone,
    )  # fmt: skip
    assert bao(deal) == expected


@pytest.mark.clause("DL-23", "DL-14")
def test_a_kongs_replacement_is_a_draw_too_and_passes_the_blocked_tile_over():
    # Seat 1 declared and has not drawn since; it claims a kong of 1s and draws the replacement.
    declared = seat("456m111s67s88m", "chow 123p@0", ready="plain")
    deal = table(seat(), declared, turn=0, wall="1s", tail="9p9p7p3m1m2m", dice=[1])
    deal = go(deal, "0 discard 1s", "1 kong")
    assert deal.dice == ((1,),) and bao(deal) == "2m"
    assert deal.seats[1].drawn == rules.tiles.INDEX["1m"]  # the upper tile of the last stack


@pytest.mark.clause("DL-23", "DL-14")
def test_the_next_replacement_skips_the_blocked_tile():
    deal = table(
        seat(), seat(*READY, ready="plain"), seat("EEEWWW258p258s9m"),
        turn=1, wall="EFSS", tail="9p9p7p3m1m2m", dice=[1], gone=1,
    )  # fmt: skip
    assert bao(deal) == "2m"  # the only tile of the last stack
    deal = go(deal, "1 discard E", "2 kong")
    assert deal.seats[2].drawn == rules.tiles.INDEX["7p"]  # the nearest other tile
    deal = go(deal, "2 discard 9m", "3 discard F")
    assert bao(deal) == "2m"


@pytest.mark.clause("DL-23")
def test_the_die_is_public_and_the_face_is_not():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="C", tail="7p3m1m2m", dice=[2])
    for viewer in (0, 1, 2, 3, None):
        assert rules.view_for(deal, viewer)["dice"] == [[2]]
        assert "2" in bao_row(deal, viewer)["text"].in_("en")
    assert face(deal, 1) == "3m"
    assert {face(deal, viewer) for viewer in (0, 2, 3, None)} == {""}


@pytest.mark.clause("DL-23", "DL-27")
def test_a_first_roll_whose_kind_already_lies_open_three_times_is_rolled_again():
    deal = table(
        seat(), seat(*READY, ready="plain"), seat(None, pond="3m3m3m"), turn=1, wall="C", tail="7p3m1m2m", dice=[2, 1]
    )
    assert deal.dice == ((2,), (1,)) and bao(deal) == "2m"


@pytest.mark.clause("DL-23")
def test_a_missing_roll_is_an_error():
    with pytest.raises(rules.errors.MissingRoll):
        table(seat(), seat(*READY, ready="plain"), turn=1, wall="C")


# -- who sees it --------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-24")
def test_a_later_declared_player_sees_it_from_his_own_next_draw_without_a_new_roll():
    second = ("13m456p99p", "pung 222s@3", "chow 789s@1")
    deal = table(seat(), seat(*READY, ready="plain"), seat(*second), turn=1, wall="CPFENW", tail="7p3m1m2m", dice=[2])
    deal = go(deal, "1 discard C", "2 ready P")
    assert face(deal, 2) == ""  # declared, but no draw since
    deal = go(deal, "3 discard F", "0 discard E", "1 discard N")
    assert deal.ask.seat == 2 and deal.dice == ((2,),)
    assert face(deal, 2) == "3m" and face(deal, 1) == "3m" and face(deal, 0) == ""


@pytest.mark.clause("DL-24")
def test_everybody_sees_it_when_the_deal_is_over():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="5s", tail="7p3m1m2m", dice=[2])
    deal = go(deal, "1 win")
    assert deal.over and {face(deal, viewer) for viewer in (0, 1, 2, 3, None)} == {"3m"}


# -- 冲宝 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-25", "DL-42")
def test_chong_bao_wins_before_drawing():
    deal = table(
        seat(None, "chow 789p@3"), seat(*READY, ready="plain"), seat(None, "pung WWW@3"), seat(None, "pung NNN@0"),
        turn=1, wall="C", tail="7p8s1m2m", dice=[2],
    )  # fmt: skip
    assert deal.ask.phase == "look" and legal(deal, 1) == ["win", "pass"]
    assert hand(deal, 1) == "45688m11167s" and deal.seats[1].drawn is None
    assert face(deal, 1) == "8s"
    deal = go(deal, "1 win")
    # 平胡 1 + 自摸 1 + 冲宝 2 = 4 -> 8, dealer 5 -> 16
    assert set(fans(deal)) == {"pinghu", "zimo", "chongbao", "zhuang"} and fans(deal)["zhuang"] == (0,)
    assert deltas(deal) == (-16, 32, -8, -8)
    assert deal.result.wins[0].how == "chong_bao" and deal.result.wins[0].giver is None


@pytest.mark.clause("DL-25")
def test_who_declines_draws_as_usual_and_is_not_asked_again_for_this_bao():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="CPFEN", tail="7p8s1m2m", dice=[2])
    deal = go(deal, "1 pass")
    assert deal.ask.phase == "turn" and legal(deal, 1) == ["discard C"]
    deal = go(deal, "1 discard C", "2 discard P", "3 discard F", "0 discard E")
    assert deal.ask.phase == "turn" and deal.ask.seat == 1


@pytest.mark.clause("DL-25", "DL-27")
def test_after_a_change_he_is_asked_again():
    deal = table(
        seat(None, pond="8s8s"), seat(*READY, ready="plain"), turn=1, wall="C8sFEN", tail="4p5s7p8s1m2m", dice=[2, 3],
    )  # fmt: skip
    deal = go(deal, "1 pass", "1 discard C")
    assert bao(deal) == "8s"
    deal = go(deal, "2 discard 8s", "1 pass")  # the third copy; seat 1 could win on it
    assert deal.dice == ((2,), (3,)) and bao(deal) == "5s"
    assert face(deal, 1) == ""  # not before his own next draw
    deal = go(deal, "3 discard F", "0 discard E")
    assert deal.ask.phase == "look" and face(deal, 1) == "5s"
    deal = go(deal, "1 win")
    assert "chongbao" in fans(deal)


@pytest.mark.clause("DL-25", "DL-22")
def test_after_jiating_only_a_jia_tile_is_offered():
    # 2444m: 3m is a 夹, 2m a single wait.
    jia = ("2444m789s", "pung EEE@0", "chow 123p@1")
    other = table(seat(), seat(), seat(*jia, ready="jia"), turn=2, wall="C", tail="7p2m1s1s", dice=[2])
    assert other.ask.phase == "turn" and face(other, 2) == "2m"
    found = table(seat(), seat(), seat(*jia, ready="jia"), turn=2, wall="C", tail="7p3m1s1s", dice=[2])
    assert found.ask.phase == "look"


@pytest.mark.clause("DL-25", "DL-04")
def test_with_fourteen_tiles_left_there_is_no_look():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, left=14, tail="7p8s1m2m", dice=[2])
    assert deal.over and deal.result.drawn and deal.dice == ()


@pytest.mark.clause("DL-25")
def test_fifteen_tiles_are_enough_for_a_look():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, left=15, tail="7p8s1m2m", dice=[2])
    assert deal.ask.phase == "look"


@pytest.mark.clause("DL-25", "DL-36")
def test_chong_bao_before_a_kongs_replacement_is_no_gangkai_but_the_kong_pays():
    declared = seat("456m111s67s88m", "chow 123p@0", ready="plain")
    deal = table(seat(None, "chow 789p@3"), declared, turn=0, wall="1s", tail="4p8s1m2m", dice=[2])
    deal = go(deal, "0 discard 1s", "1 kong")
    assert deal.ask.phase == "look"
    deal = go(deal, "1 win")
    assert set(fans(deal)) == {"pinghu", "zimo", "chongbao", "zhuang", "weikaimen"}
    # dealer (open) 5 -> 16 + 1; others 1 + 1 + 2 + 未开门 1 = 5 -> 16 + 1
    assert deltas(deal) == (-17, 51, -17, -17)
    # the tile by its name: "杠分 1s" once stood in the result
    assert {row.reason.in_("zh-hans") for row in deal.result.transfers if row.kind == "kong"} == {"杠分 一条"}


@pytest.mark.clause("DL-25", "CO-12")
def test_nobody_can_tell_a_look_with_a_question_from_one_without():
    def both(tail: str, moves: tuple[str, ...]) -> rules.Deal:
        first = seat(*READY, ready="plain")
        return go(table(seat(), first, turn=1, wall="C", tail=tail, dice=[2]), *moves)

    quiet = both("7p3m1m8s", ())
    asked = both("7p8s1m3m", ())
    declined = both("7p8s1m3m", ("1 pass",))
    assert asked.ask.phase == "look" and asked.quick and quiet.ask.phase == "turn"
    for viewer in (0, 2, 3, None):
        seen = rules.view_for(quiet, viewer)
        assert rules.view_for(asked, viewer) == seen
        assert rules.view_for(declined, viewer) == seen
    assert declined.window == quiet.window
    assert rules.view_for(declined, 1)["window"] == rules.view_for(quiet, 1)["window"]


# -- 摸宝 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-26", "DL-42")
def test_a_drawn_tile_of_the_bao_kind_wins():
    deal = table(
        seat(None, "chow 789p@3"), seat(*READY, ready="plain"), seat(None, "pung WWW@3"), seat(None, "pung NNN@0"),
        turn=1, wall="3m", tail="7p3m1m2m", dice=[2],
    )  # fmt: skip
    assert legal(deal, 1) == ["win", "discard 3m"]
    deal = go(deal, "1 win")
    assert set(fans(deal)) == {"pinghu", "zimo", "mobao", "zhuang"}
    assert deltas(deal) == (-16, 32, -8, -8)


@pytest.mark.clause("DL-26")
def test_mobao_counts_also_when_the_tile_completes_the_hand_as_itself():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="8s", tail="7p8s1m2m", dice=[2])
    deal = go(deal, "1 pass", "1 win")  # he declined 冲宝, then drew another 8s
    assert "mobao" in fans(deal) and "chongbao" not in fans(deal)


@pytest.mark.clause("DL-26")
def test_an_undeclared_player_gets_nothing_from_the_bao():
    undeclared = ("13m456p99p", "pung 222s@3", "chow 789s@1")
    deal = table(seat(), seat(*READY, ready="plain"), seat(*undeclared), turn=1, wall="C3m", tail="7p3m1s2s", dice=[2])
    assert "win" not in kinds(go(deal, "1 discard C"), 2)
    deal = table(seat(), seat(*READY, ready="plain"), seat(*undeclared), turn=1, wall="C2m", tail="7p2m1s2s", dice=[2])
    deal = go(deal, "1 discard C", "2 win")
    assert "mobao" not in fans(deal)


@pytest.mark.clause("DL-26")
def test_the_bao_works_only_when_self_drawn():
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="C3m", tail="7p3m1m2m", dice=[2])
    deal = go(deal, "1 discard C", "2 discard 3m")
    assert deal.ask.seat == 3  # nobody was asked
    deal = table(seat(), seat(*READY, ready="plain"), turn=1, wall="C8s", tail="7p8s1m2m", dice=[2])
    deal = go(deal, "1 pass", "1 discard C", "2 discard 8s", "1 win")
    assert "mobao" not in fans(deal) and "fangpao" in fans(deal)


@pytest.mark.clause("DL-26", "DL-40")
def test_mobao_on_a_replacement_adds_gangkai_and_jiahu():
    # Worked example d) in play: base 5, 夹听, an added kong's replacement is of the 宝 kind.
    jia = ("46p123s789s55m", "pung 999m@1")
    deal = table(
        seat(), seat(None, "chow 345s@0"), seat(None, "pung EEE@3"), seat(*jia, ready="jia"),
        turn=3, wall="9m", tail="3s2pPP", dice=[1], options={"base": 5},
    )  # fmt: skip
    assert legal(deal, 3) == ["kong 9m", "discard 9m"]
    deal = go(deal, "3 kong 9m")
    assert deal.seats[3].drawn == rules.tiles.INDEX["P"]
    deal = go(deal, "3 win")
    assert set(fans(deal)) == {"pinghu", "zimo", "jiahu", "mobao", "gangkai", "zhuang", "weikaimen"}
    assert deltas(deal) == (-606, -197, -197, 1000)


# -- 换宝 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DL-27")
def test_the_third_open_copy_changes_the_bao_before_the_next_draw():
    deal = table(
        seat(None, pond="3m3m"), seat(*READY, ready="plain"), turn=1, wall="C3mF", tail="4p9s7p3m1m2m", dice=[2, 3]
    )
    deal = go(deal, "1 discard C")
    assert bao(deal) == "3m"
    deal = go(deal, "2 discard 3m")
    assert deal.dice == ((2,), (3,)) and bao(deal) == "9s"
    assert deal.ask.seat == 3 and deal.seats[3].drawn == rules.tiles.INDEX["F"]
    kinds_of_news = [n["kind"] for n in rules.view_for(deal, None)["news"]]
    assert kinds_of_news.index("changed_bao") < kinds_of_news.index("drew")


@pytest.mark.clause("DL-27")
def test_the_change_waits_for_the_claims():
    deal = table(
        seat(None, pond="3m3m"), seat(*READY, ready="plain"), seat(), seat("12m147p147sESWNC"),
        turn=1, wall="P3mF", tail="4p9s7p3m1p2p", dice=[2, 3],
    )  # fmt: skip
    deal = go(deal, "1 discard P", "2 discard 3m")
    assert "chow" in kinds(deal, 3) and deal.dice == ((2,),)
    deal = go(deal, "3 chow 12m")
    assert deal.dice == ((2,), (3,)) and bao(deal) == "9s"  # before his discard
    assert kinds(deal, 3) <= {"discard"}


@pytest.mark.clause("DL-27")
def test_a_win_on_the_third_copy_leaves_the_bao():
    deal = table(
        seat(None, pond="8s8s"), seat(*READY, ready="plain"), turn=1, wall="C8s", tail="4p9s7p8s1p2p", dice=[2]
    )
    deal = go(deal, "1 pass", "1 discard C", "2 discard 8s", "1 win")
    assert deal.over and deal.dice == ((2,),) and bao(deal) == "8s"


@pytest.mark.clause("DL-27")
def test_a_pung_shows_three_copies():
    pungs = seat("33m147p147s258mWE")
    deal = table(seat(), seat(*READY, ready="plain"), pungs, turn=1, wall="3m", tail="4p9s7p3m1p2p", dice=[2, 3])
    deal = go(deal, "1 discard 3m")
    assert bao(deal) == "3m"
    deal = go(deal, "2 pung")
    assert bao(deal) == "9s" and deal.dice == ((2,), (3,))


@pytest.mark.clause("DL-27")
def test_a_claimed_tile_counts_once():
    # 3m in a chow (claimed from a pond) and 3m in a pond: two copies, no change.
    deal = table(
        seat(None, pond="3m"), seat(*READY, ready="plain"), seat(), seat("12m147p147sESWNC"),
        turn=1, wall="P3mF", tail="4p9s7p3m1p2p", dice=[2],
    )  # fmt: skip
    deal = go(deal, "1 discard P", "2 discard 3m", "3 chow 12m")
    assert bao(deal) == "3m" and deal.dice == ((2,),)


@pytest.mark.clause("DL-27")
def test_a_new_kind_that_lies_open_three_times_is_rolled_again():
    deal = table(
        seat(None, pond="3m3m9s9s9s"), seat(*READY, ready="plain"),
        turn=1, wall="C3mF", tail="4p9s7p3m1m2m", dice=[2, 3, 2, 1],
    )  # fmt: skip
    deal = go(deal, "1 discard C", "2 discard 3m")
    # 3: 9s lies open three times; 2: the old tile, likewise; 1 stands
    assert deal.dice == ((2,), (3,), (2,), (1,)) and bao(deal) == "2m"


@pytest.mark.clause("DL-27")
def test_no_bao_any_more_when_none_of_the_six_stacks_qualifies():
    ponds = [seat("569m258p369p2358s", pond="3m3m9s9s9s2m2m2m"), seat(*READY, ready="plain"), seat("147m369p5678sCCF")]
    ponds.append(seat("147m56789p147sPC", pond="EEESSSNNN"))
    tail = "PN" + "PS" + "PE" + "4p9s" + "7p3m" + "1m2m"
    deal = table(*ponds, turn=1, wall="W3mFFWWWC", tail=tail, dice=[2])
    deal = go(deal, "1 discard W", "2 discard 3m")
    assert deal.dice == ((2,),) and bao(deal) is None
    row = bao_row(deal, 1)
    assert row["tiles"] == [] and row["text"].in_("zh") == "已经没有宝"
    deal = go(deal, "3 discard F", "0 discard F")
    assert deal.ask.seat == 1 and deal.ask.phase == "turn" and deal.dice == ((2,),)
    assert bao_row(deal, 2)["tiles"] == []


@pytest.mark.clause("DL-27")
def test_the_old_tile_becomes_an_ordinary_wall_tile():
    deal = table(
        seat(None, pond="3m3m"), seat(*READY, ready="plain"), seat(), seat("FFF147p147sSWNE"),
        turn=1, wall="C3mPF", tail="4p9s7p3m", dice=[1, 2], gone=1,
    )  # fmt: skip
    deal = go(deal, "1 discard C", "2 discard 3m")
    assert deal.dice == ((1,), (2,)) and bao(deal) == "9s"
    deal = go(deal, "3 discard P", "0 discard F", "3 kong")
    assert deal.seats[3].drawn == rules.tiles.INDEX["3m"]  # the old 宝, nearest to the tail


@pytest.mark.clause("DL-27", "DL-24")
def test_a_new_bao_is_hidden_until_each_players_own_draw():
    second = ("46m456p99p", "pung 222s@3", "chow 789s@1")
    deal = table(
        seat(None, pond="3m3m"), seat(*READY, ready="plain"), seat(*second, ready="plain"),
        turn=1, wall="C3mFENW", tail="4p9s7p3m1m2m", dice=[2, 3],
    )  # fmt: skip
    deal = go(deal, "1 discard C")
    assert face(deal, 1) == face(deal, 2) == "3m"
    deal = go(deal, "2 discard 3m")
    assert face(deal, 1) == face(deal, 2) == ""
    deal = go(deal, "3 discard F", "0 discard E")
    assert face(deal, 1) == "9s" and face(deal, 2) == ""
