"""四川(258): 开杠张数 2 (SC-44), which tiles are shown, who wins or claims which."""

from __future__ import annotations

import pytest

import rules
from rules.tiles import NAMES
from tests.rules.position import deltas, go, legal, melds, seat
from tests.rules.sichuan258_table import KONG_READY, how, middle, pond, score_like, winners

TWO = {"kong_tiles": 2}


@pytest.mark.clause("SC-44")
@pytest.mark.parametrize(
    ("dice", "gone", "shown"), [((1, 1), 0, ["3p", "8m"]), ((1, 1), 3, ["2p", "9m"]), ((1, 2), 0, ["2p", "9m"])]
)
def test_the_second_tile_is_of_the_same_stack(dice, gone, shown):
    deal = middle(seat(KONG_READY), wall="1m", tail="2p9m3p8m4p7m", dice=dice, gone=gone, options=TWO)
    assert pond(go(deal, "0 kong 1m"), 0) == shown


@pytest.mark.clause("SC-44")
def test_the_second_tile_is_else_of_the_next_stack_toward_the_front():
    deal = middle(seat(KONG_READY), wall="1m", tail="2p9m3p8m4p7m", dice=(1, 1), gone=1, options=TWO)
    # Of 4p7m the 4p is gone; the second stack is 3p8m. With the 3p gone as well it is 8m, then 2p.
    assert pond(go(deal, "0 kong 1m"), 0) == ["3p", "8m"]
    wall = deal.wall
    place = len(wall.tiles) - 4
    changed = rules.from_json({**deal.to_json(), "wall": [deal.to_json()["wall"][0], wall.front,
                               sorted({*wall.gone, place}), wall.taken + 1, None]})  # fmt: skip
    assert pond(go(changed, "0 kong 1m"), 0) == ["8m", "2p"]


@pytest.mark.clause("SC-44")
def test_at_the_very_front_the_second_is_the_next_toward_the_tail():
    deal = middle(seat(KONG_READY), wall="1m", tail="2p9m", dice=(6, 6), left=4, options=TWO)
    front = NAMES[deal.wall.tiles[deal.wall.front]]
    assert pond(go(deal, "0 kong 1m"), 0) == [front, "2p"]


def shown(*others, tail: str, **more):
    """Seat 1 shows the upper stack of `tail` (its first two tiles)."""
    deal = middle(seat(), seat(KONG_READY), *others, turn=1, wall="1m", tail=tail + "7m8m", dice=(1, 1), options=TWO,
                  **more)  # fmt: skip
    return go(deal, "1 kong 1m")


@pytest.mark.clause("SC-44")
@pytest.mark.parametrize(("tail", "tile", "left"), [("9m6s", "6s", "9m"), ("6s9m", "6s", "9m"), ("3s6s", "3s", "6s")])
def test_the_konger_wins_on_either_the_first_first(tail, tile, left):
    deal = go(shown(tail=tail), "1 win")
    assert NAMES[deal.result.wins[0].tile] == tile and pond(deal, 1) == [left]
    assert how(deal) == ("self_draw", {"gangkai": 3}) and deltas(deal) == (-4, 10, -3, -3)
    score_like(deal, hand="456m789p45s55p", melds=["concealed_kong 1111m"],
               event={"kind": "self_draw", "tile": tile, "flags": ["after_kong"], "tiles": tail})  # fmt: skip


@pytest.mark.clause("SC-44", "SC-20")
def test_winners_take_one_and_the_same_tile_the_first_shown():
    on_9s, on_2p = "234m678m234p78s22m", "567m345s777p34p55m"
    deal = shown(seat(on_9s), seat(on_2p), tail="2p9s")
    assert deal.actors == (2, 3)
    both = go(deal, "2 win", "3 win")
    assert winners(both) == [3] and NAMES[both.result.wins[0].tile] == "2p" and deltas(both) == (0, -10, 0, 10)
    second = go(deal, "3 pass", "2 win")
    assert winners(second) == [2] and NAMES[second.result.wins[0].tile] == "9s" and deltas(second) == (0, -10, 10, 0)
    assert rules.view_for(second, 0)["last"] == {"seat": 1, "tile": "9s", "kind": "discard", "claimed_by": None}


@pytest.mark.clause("SC-44")
def test_unwon_either_may_be_claimed_but_not_both():
    pair_of_9s, pair_of_2p = "99s259m58p247m33s8p", "22p59m7p2267m14s78s"
    deal = shown(seat(pair_of_9s), seat(pair_of_2p), tail="2p9s", wary="2p9s")
    assert deal.actors == (3,) and "pung" in legal(deal, 3)
    first = go(deal, "3 pung")
    assert melds(first, 3) == ["pung 222p@1"] and first.actors == (3,) and pond(first, 1) == ["9s"]
    second = go(deal, "3 pass")
    assert second.ask.phase == "second_shown" and second.actors == (2,)
    assert rules.view_for(second, 0)["last"]["tile"] == "9s"
    assert pond(go(second, "2 pung"), 1) == ["2p"]
    none = go(second, "2 pass")
    assert none.ask.phase == "turn" and none.ask.seat == 2 and pond(none, 1) == ["2p", "9s"]


@pytest.mark.clause("SC-44", "CO-04")
def test_a_win_on_the_second_is_asked_with_the_first_and_passed_with_it():
    deal = shown(seat("234m678m234m99s55p"), tail="2p9s", wary="2p9s")
    assert deal.ask.phase == "kong_shown" and legal(deal, 2) == ["win", "pass"]  # on 9s
    deal = go(deal, "2 pass")
    assert deal.ask.phase == "second_shown" and legal(deal, 2) == ["pung", "pass"]
