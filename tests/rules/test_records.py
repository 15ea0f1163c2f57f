"""The record format (牌谱) of CASES.md: what is written replays, passes may be left out, faults name their move.

Whole deals as data are in tests/data/records (test_cases.py runs them).
"""

from __future__ import annotations

import json
from functools import cache

import pytest

import rules
from rules.actions import PASS, WIN
from rules.tiles import format_tiles, parse_tiles
from tests.rules.playing import play_out, seed_of, steps

DALIAN = "dalian"


@cache
def written(number: int, options: tuple = (), levels: tuple = ("normal",) * 4) -> str:
    deal, moves = play_out(DALIAN, dict(options), seed_of(number), levels=levels)
    return json.dumps(rules.record.write(deal, moves, "ABCD"))


def record(number: int, **changes) -> dict:
    return {**json.loads(written(number)), **changes}


def fault(row: dict) -> tuple[int | None, str]:
    answer = rules.replay(row)
    assert not answer["ok"]
    assert set(answer["error"]) == {"move", "message"}
    return answer["error"]["move"], answer["error"]["message"]


# -- from strings: a whole record around a few tiles --------------------------------------------------------------


def made(hands: list[str], front: str = "", tail: str = "", *, dealer: int = 0, dice: list[int] | None = None,
         moves: list[str], **more) -> dict:  # fmt: skip
    """A record whose wall begins with `front` and ends with `tail`; the tiles between are the rest, sorted."""
    rest = [t for t in range(34) for _ in range(4)]
    for tile in parse_tiles("".join(hands) + front + tail):
        rest.remove(tile)
    return {
        "format": "mahjong-record/1", "ruleset": DALIAN, "options": {}, "players": list("ABCD"), "dealer": dealer,
        "round_wind": "E", "dice": [3, 5] if dice is None else dice, "hands": hands,
        "wall": front + format_tiles(rest) + tail, "moves": moves, **more,
    }  # fmt: skip


# Seat 0 deals with 14. Seat 1 pungs 1s, is ready on 5s and 8s, declares.
HANDS = ["147m258p369sESWN1s", "123p456m11s67s88mC", "258m369p1sESWNCF", "369m147p5sESWNPF"]
DECLARE = ["0 discard 1s", "1 pung", "1 ready C"]


@pytest.mark.clause("DL-23")
def test_the_helper_makes_a_legal_record():
    row = made(HANDS, "PFEW", "7p3m1m2m", dice=[3, 5, 2], moves=[*DECLARE, "2 discard P", "3 discard F", "0 discard E",
                                                                  "1 discard W"])  # fmt: skip
    assert fault(row) == (7, fault(row)[1])  # all legal; the moves stop too early


# -- faults -------------------------------------------------------------------------------------------------------


def test_a_good_record():
    row = record(1)
    answer = rules.replay(row)
    assert answer["ok"] and answer["moves"] == len(row["moves"]) and answer["winners"] == row["result"]["winners"]
    final = rules.replay(row, final=True)["final"]
    assert len(final) == 4 and all(set(seat) >= {"hand", "melds"} for seat in final)
    assert rules.replay({**row, "id": "x"})["id"] == "x"


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "mahjong-record/2"}, {"ruleset": "riichi"}, {"options": {"cap": 3}}, {"hands": []}, {"dealer": 7},
        {"dealer": None}, {"hands": ["1m"] * 4}, {"wall": "1m"}, {"wall": "x"}, {"wall": None}, {"moves": None},
        {"moves": [1]}, {"dice": [7, 1]}, {"dice": [3]}, {"dice": "3"}, {"dice": [True, 2]}, {"round_wind": "Z"},
        {"players": 3, "hands": None}, {"result": 4}, {"result": {"winners": [0, 1, 2]}},
        {"result": {"deltas": [1, 1, 1, -3]}}, {"turned": "5m"},
    ],
)  # fmt: skip
def test_a_fault_of_the_deal_or_the_result_has_no_move(changes):
    assert fault(record(1, **changes))[0] is None


def test_a_wrong_result_shows_both():
    row = record(1)
    deltas = row["result"]["deltas"]
    move, message = fault({**row, "result": {**row["result"], "deltas": [d + 1 for d in deltas]}})
    assert move is None and str(deltas) in message and str([d + 1 for d in deltas]) in message
    assert rules.replay({**row, "result": {}})["ok"]
    assert rules.replay({k: v for k, v in row.items() if k != "result"})["ok"]


def test_tiles_must_be_the_whole_set():
    row = record(1)
    swapped = row["wall"][:-2] + ("1m" if not row["wall"].endswith("1m") else "2m")
    move, message = fault({**row, "wall": swapped})
    assert move is None and "1m" in message


@pytest.mark.parametrize(
    "bad", ["9 discard 5m", "discard 5m", "0 fly", "0 discard 5x", "", "x", "0", "00 pass", "-1 pass"]
)
def test_an_unreadable_or_illegal_move_is_named(bad):
    row = record(1)
    moves = row["moves"]
    assert fault({**row, "moves": [*moves[:4], bad, *moves[4:]]})[0] == 4


def test_too_few_and_too_many_moves():
    row = record(1)
    assert fault({**row, "moves": row["moves"][:10]})[0] == 10
    assert fault({**row, "moves": []})[0] == 0
    assert fault({**row, "moves": [*row["moves"], "0 pass"]})[0] == len(row["moves"])


@pytest.mark.clause("DL-23")
def test_dice():
    front, tail = "PFEW", "7p3m1m2m"
    moves = [*DECLARE, "2 discard P", "3 discard F", "0 discard E", "1 discard W"]
    # The roll comes when seat 0's discard, move 5, is unclaimed and seat 1 draws.
    assert fault(made(HANDS, front, tail, dice=[3, 5], moves=moves))[0] == 5
    assert fault(made(HANDS, front, tail, dice=[], moves=moves))[0] == 5
    good = made(["147m258p369sESWN1s", "123p456m11s67s88mC", *HANDS[2:]], "PFE5s", tail, dice=[3, 5, 2],
                moves=[*moves[:-1], "1 win"])  # fmt: skip
    assert rules.replay(good)["ok"]
    assert fault({**good, "dice": [3, 5, 2, 6]})[0] is None  # unused
    assert fault({**good, "dice": [3, 5]})[0] == 5
    # A deal without 宝 may leave the dice out altogether.
    early = made(["147m258p369sESWN1s", *HANDS[1:]], "5s", tail, dice=[], moves=[*DECLARE, "2 discard 5s", "1 win"])
    assert rules.replay(early)["ok"]


# -- passes -------------------------------------------------------------------------------------------------------


def test_a_written_pass_is_needed_unless_they_are_omitted():
    row = record(1)
    with_pass = next(i for i, m in enumerate(row["moves"]) if m.endswith("pass"))
    without = [m for i, m in enumerate(row["moves"]) if i != with_pass]
    assert fault({**row, "moves": without})[0] == with_pass


@cache
def finds(number: int, levels: tuple) -> tuple:
    return tuple(steps(DALIAN, {}, seed_of(number), dealer=number % 4, levels=levels))


def omit(played) -> list[str]:
    """The moves as others would write them: claims that took effect, no passes but those that CASES.md asks for."""
    kept: list[str] = []
    held_back: list[tuple[int, str]] = []  # passes since the last kept move
    for i, (before, seat, action, _) in enumerate(played):
        if before.ask.phase in ("claims", "rob_kong"):
            if action == PASS:
                held_back.append((seat, f"{seat} pass"))
                continue
            if not took_effect(played, i):
                held_back.append((seat, ""))
                continue
        elif action == PASS:
            held_back.append((seat, f"{seat} pass"))
            continue
        if action == WIN:
            kept += [text for s, text in held_back if s == seat and text]
        held_back.clear()
        kept.append(f"{seat} {action}")
    return kept


def took_effect(played, i: int) -> bool:
    before, seat, action, after = played[i]
    window = before.window
    while after.window == window:
        i += 1
        after = played[i][3]
    if action == WIN:
        return any(w.seat == seat for w in after.wins)
    return len(after.seats[seat].melds) > len(before.seats[seat].melds)


@pytest.mark.parametrize("number", range(24))
def test_passes_may_be_left_out(number):
    levels = (("wild",) * 4, ("normal",) * 4, ("wild", "normal", "wild", "easy"))[number % 3]
    played = finds(number, levels)
    deal = played[-1][3]
    full = rules.record.write(deal, [(s, str(a)) for _, s, a, _ in played], "ABCD")
    short = {**full, "passes": "omitted", "moves": omit(played)}
    answer = rules.replay(short)
    assert answer["ok"] and answer["deltas"] == full["result"]["deltas"], answer
    if len(short["moves"]) < len(full["moves"]):
        assert not rules.replay({**short, "passes": "written"})["ok"]


def chong(front: str, tail: str, moves: list[str], dice: list[int]) -> dict:
    """After DECLARE seats 2, 3 and 0 discard the first three tiles of `front`."""
    thrown = parse_tiles(front)[:3]
    course = [f"{s} discard {rules.tiles.NAMES[t]}" for s, t in zip((2, 3, 0), thrown, strict=True)]
    return made(HANDS, front, tail, dice=[3, 5, *dice], moves=[*DECLARE, *course, *moves], passes="omitted")


def how(row: dict) -> set[str]:
    answer = rules.replay(row)
    assert answer["ok"], answer
    return set(answer["fans"])


@pytest.mark.clause("DL-25", "DL-26")
def test_a_win_of_a_declared_player_is_on_the_discard_then_chongbao_then_his_draw():
    # 8s from seat 0, the 宝 8s too, and another 8s to draw.
    front, tail = "PF8s8s", "7p8s1m2m"
    assert "放炮" in how(chong(front, tail, ["1 win"], []))
    assert "冲宝" in how(chong(front, tail, ["1 pass", "1 win"], [2]))
    assert "摸宝" in how(chong(front, tail, ["1 pass", "1 pass", "1 win"], [2]))


@pytest.mark.clause("DL-25")
def test_without_a_choice_on_the_discard_a_pass_declines_chongbao():
    front, tail = "PFE8s", "7p8s1m2m"
    assert "冲宝" in how(chong(front, tail, ["1 win"], [2]))
    assert "摸宝" in how(chong(front, tail, ["1 pass", "1 win"], [2]))


@pytest.mark.clause("DL-25")
def test_a_discard_implies_that_chongbao_was_declined():
    front, tail = "PFEWP5s", "7p8s1m2m"
    row = chong(front, tail, ["1 discard W", "2 discard P", "3 discard 5s", "1 win"], [2])
    assert "放炮" in how(row)


@pytest.mark.clause("DL-45")
def test_with_omitted_passes_a_win_by_the_konger_is_on_the_replacement():
    # Seat 1 adds 1s to its pung; seat 3, open with WWW, could rob it; seat 1 wins on the replacement.
    hands = [HANDS[0], HANDS[1], "258m369p9sESWNCF", "23s456m789pCCWWF"]
    moves = ["0 discard 1s", "1 pung", "1 discard C", "2 discard W", "3 pung", "3 discard F", "0 discard E"]
    row = made(hands, "PE1s", "7p3m5s2m", moves=[*moves, "1 kong 1s", "1 win"], passes="omitted")
    assert "杠上开花" in how(row)
    assert "抢杠胡" in how({**row, "moves": [*moves, "1 kong 1s", "3 win"]})
    assert fault({k: v for k, v in row.items() if k != "passes"})[0] == len(moves) + 1  # the pass of seat 3 is missing


@pytest.mark.clause("DL-04")
def test_the_end_of_the_moves_implies_passes():
    """Seat 2 draws the last tile, 5s, and discards it; seat 1 could win and does not: a drawn deal."""
    moves = ["0 discard 1s", "1 pung", "1 discard C"]
    tail = "9p9p8p8p8s8s8s8s5s5s2m3m4m5m"
    row = made(HANDS, tail="5s" + tail, dice=[], moves=moves)
    deal = rules.record.first_state(row)
    for move in moves:
        deal = rules.record.play_move(deal, move, omitted=False)
    while deal.ask.phase != "claims" or deal.ask.tile != rules.tiles.INDEX["5s"]:
        seat = deal.actors[0]
        action = rules.default_action(deal, seat)
        moves.append(f"{seat} {action}")
        deal, _ = rules.apply(deal, seat, action)
    assert deal.actors == (1,) and WIN in rules.legal_actions(deal, 1)
    assert fault({**row, "moves": moves})[0] == len(moves)
    answer = rules.replay({**row, "moves": moves, "passes": "omitted"})
    assert answer["ok"] and answer["winners"] == [] and answer["deltas"] == [0, 0, 0, 0]
    assert rules.replay({**row, "moves": [*moves, "1 win"]})["winners"] == [1]


def test_an_outranked_claim_is_not_written_and_illegal_when_it_is():
    """Priority holds in a record too: with written passes the answers stand in order of arrival."""
    for number in range(200):
        played = finds(number, ("wild",) * 4)
        for i, (before, _, action, _) in enumerate(played):
            if before.ask.phase == "claims" and action.kind == "chow" and not took_effect(played, i):
                full = rules.record.write(played[-1][3], [(s, str(a)) for _, s, a, _ in played], "ABCD")
                assert rules.replay(full)["ok"]
                assert rules.replay({**full, "passes": "omitted", "moves": omit(played)})["ok"]
                return
    raise AssertionError("no such deal among the seeds")
