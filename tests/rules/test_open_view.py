"""A finished deal laid open: its frames, what the open view shows, and the proof of its wall."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import rules
from rules.proof import _draws
from tests.rules.playing import option_rows, play_out, seed_of

CODES = rules.ruleset_codes()
LEVELS = (("normal",) * 4, ("wild",) * 4)


@cache
def played(code: str):
    """(finished deal, moves, frames) of deals of this rule set: bots that play and bots that try everything."""
    found = []
    for i, row in enumerate(option_rows(code)[:4]):
        seed = seed_of(300 + i)
        dealer = i % rules.seat_count(code, row)
        deal, moves = play_out(code, row, seed, dealer=dealer, levels=LEVELS[i % 2])
        first, _ = rules.start(code, row, seed, dealer=dealer)
        found.append((deal, moves, rules.frames(first, moves)))
    return found


def all_frames(code: str):
    return (frame for _, _, frames in played(code) for frame in frames)


each_code = pytest.mark.parametrize("code", CODES)


@each_code
def test_the_last_frame_is_the_end_of_the_deal(code):
    for deal, moves, frames in played(code):
        last = frames[-1].deal
        assert last.over and last.result == deal.result and last.seats == deal.seats
        assert frames[-1].moves == len(moves) or not frames[-1].deal.wins


@each_code
def test_every_frame_brings_something_and_nothing_is_seen_twice(code):
    for _, _, frames in played(code):
        assert [f.moves for f in frames] == sorted(f.moves for f in frames)
        for before, after in zip(frames, frames[1:], strict=False):
            assert after.deal.news, "a frame without news"
            assert after.deal.news != before.deal.news or after.deal.seats != before.deal.seats


@each_code
def test_a_pass_is_no_frame_and_a_discard_is_one_before_anything_follows(code):
    for _, moves, frames in played(code):
        events = [[e.kind for e in f.deal.news] for f in frames]
        discards = sum(a.startswith("discard") for _, a in moves)
        assert sum("discarded" in kinds for kinds in events) >= discards
        assert all("drew" not in kinds for kinds in events if "discarded" in kinds)


@each_code
def test_all_hands_are_open_and_have_their_size(code):
    for frame in all_frames(code):
        for viewer in (0, len(frame.deal.seats) - 1):
            view = rules.open_view(frame.deal, viewer)
            assert view["actions"] == [] and view["window"] == 0 and view["seat"] == viewer
            for seat, own in zip(view["seats"], frame.deal.seats, strict=True):
                assert len(seat["hand"]) == len(own.concealed) == seat["hand_count"]
                assert len(seat["hand"]) + 3 * len(seat["melds"]) in (13, 14)
                assert seat["drawn"] is None or seat["drawn"] in seat["hand"]
                assert all(tile for meld in seat["melds"] for tile in meld["tiles"]), "a tile lies face down"
            assert all(tile for row in view["rows"] for tile in row["tiles"]), "a row hides a tile"
            assert [row["tiles"] for row in view["news"]] == [
                [rules.tiles.NAMES[t] for t in event.tiles] for event in frame.deal.news
            ]


@each_code
def test_the_open_view_has_the_shape_of_view_for_and_the_deals_own_numbers(code):
    for frame in all_frames(code):
        usual, laid = rules.view_for(frame.deal, 1), rules.open_view(frame.deal, 1)
        assert set(usual) - {"hints"} <= set(laid)
        assert laid["wall_left"] == frame.deal.wall.left
        assert (laid["result"] is None) == (frame.deal.result is None)
        if frame.deal.over:
            assert laid["result"] == usual["result"]
        assert [s["points"] for s in laid["seats"]] == [s["points"] for s in usual["seats"]]


def test_the_bao_lies_open_before_anybody_has_looked():
    """大连: the row of the 宝 shows its face from its first moment, once."""
    for frame in all_frames("dalian"):
        if frame.deal.marks.get("bao_die"):
            rows = [row for row in rules.open_view(frame.deal, 0)["rows"] if row["id"] == "bao"]
            assert len(rows) == 1
    assert any(f.deal.marks.get("bao_die") for f in all_frames("dalian"))


def wild_frames(codes):
    """Frames of many short-sighted deals, until a test has found what it looks for."""
    for number in range(60):
        for code in codes:
            deal, moves = play_out(code, {}, seed_of(number))
            yield from rules.frames(rules.start(code, {}, seed_of(number), dealer=0)[0], moves)
            assert deal.over


@pytest.mark.parametrize(
    ("code", "mark", "row"), [("neimenggu", "guohu", "guohu"), ("sichuan258", "passed", "guoshui")]
)
def test_private_notes_show_whoever_looks(code, mark, row):
    """过水 and 过胡 belong to their owner while the deal runs; laid open, each seat's show under its name."""
    deal, _ = rules.start(code, {}, seed_of(1), dealer=0)
    noted = tuple(s._replace(marks={**s.marks, mark: True}) if n in (1, 2) else s for n, s in enumerate(deal.seats))
    deal = replace(deal, seats=noted)
    assert {r["seat"] for r in rules.view_for(deal, 1)["rows"] if r["id"] == row} == {1}
    for looker in range(4):
        assert {r["seat"] for r in rules.open_view(deal, looker)["rows"] if r["id"] == row} == {1, 2}


def test_a_claim_that_came_to_nothing_is_told():
    frame = next(f for f in wild_frames(CODES) if f.unheard)
    ((seat, action),) = frame.unheard
    assert action.kind in ("chow", "pung", "kong", "win")
    assert any(e.seat != seat and e.kind in ("pung", "kong", "won") for e in frame.deal.news)


# -- the proof ----------------------------------------------------------------------------------------------------


@each_code
def test_the_proof_holds_and_tells_every_place_of_the_wall(code):
    for deal, moves, _ in played(code):
        proof = rules.prove(deal, deal.seed, rules.seed_hash(bytes.fromhex(deal.seed)), moves)
        assert proof.ok and len(proof.checks) == 5
        assert len(proof.wall) + sum(map(len, proof.hands)) == len(deal.rules.tiles())
        assert sum(place.how == "left" for place in proof.wall) == deal.wall.left
        assert sum(place.how in ("front", "tail") for place in proof.wall) == deal.wall.taken


@each_code
def test_another_seed_fails_visibly(code):
    deal, moves, _ = played(code)[0]
    published = rules.seed_hash(bytes.fromhex(deal.seed))
    altered = ("1" if deal.seed[0] == "0" else "0") + deal.seed[1:]
    proof = rules.prove(deal, altered, published, moves)
    assert [check.ok for check in proof.checks][:2] == [False, False] and not proof.ok
    assert not rules.prove(deal, altered, rules.seed_hash(bytes.fromhex(altered)), moves).ok, "hash altered as well"


def test_a_wrong_hash_alone_fails():
    deal, moves, _ = played("dalian")[0]
    proof = rules.prove(deal, deal.seed, "0" * 64, moves)
    assert [check.ok for check in proof.checks] == [False, True, True, True, True]


def test_a_tile_that_did_not_lie_there_fails():
    deal, _, frames = played("dalian")[0]
    wall = deal.wall.tiles
    assert _draws(frames, wall)[2]
    other = next(i for i, tile in enumerate(wall) if tile != wall[0])
    swapped = list(wall)
    swapped[0], swapped[other] = swapped[other], swapped[0]
    assert not _draws(frames, tuple(swapped))[2]


def test_other_points_fail():
    deal, moves, _ = played("dalian")[0]
    paid = replace(deal, result=rules.Result(deal.result.drawn, deal.result.wins, (), (9, -3, -3, -3), 0))
    proof = rules.prove(paid, deal.seed, rules.seed_hash(bytes.fromhex(deal.seed)), moves)
    assert [check.ok for check in proof.checks] == [True, True, True, True, False]
