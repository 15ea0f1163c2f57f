"""财神 of 国标 (GB-11): the wild kind, the best reading against brute force, live play, records and views."""

from __future__ import annotations

import random
import time
from itertools import combinations_with_replacement

import pytest

import rules
from rules import record
from rules.fan import FanLine
from rules.rulesets.guobiao_fans import NO_JOKER, Counted, counted
from rules.rulesets.guobiao_joker import joker_of
from rules.rulesets.guobiao_score import best, best_with_joker, packed_counts, ties
from rules.tiles import INDEX, NAMES, counts_of, parse_tiles
from tests.rules.guobiao_hands import Won, random_joker_win, random_win, written
from tests.rules.playing import play_out, seed_of
from tests.rules.position import fans, go, kinds, seat, table

ON = {"joker": True, "flowers": False, "min_fan": 1}


@pytest.mark.clause("GB-11")
@pytest.mark.parametrize(
    ("turned", "joker"),
    [("1m", "2m"), ("8m", "9m"), ("9m", "1m"), ("9p", "1p"), ("9s", "1s"), ("5s", "6s"),
     ("E", "S"), ("W", "N"), ("N", "E"), ("C", "F"), ("F", "P"), ("P", "C")],
)  # fmt: skip
def test_the_next_tile_in_order_is_wild(turned, joker):
    assert joker_of(INDEX[turned]) == INDEX[joker]


def brute_force(won: Won, joker: int) -> Counted:
    """Every tile for every joker, one hand after the other."""
    own = [t for t in won.concealed if t != joker]
    jokers = len(won.concealed) - len(own)
    wild = won.moment.self_draw and won.tile == joker
    laid = [t for m in won.melds for t in m.tiles]
    found = []
    for stand in combinations_with_replacement(range(34), jokers):
        for tile in range(34) if wild else (won.tile,):
            if max(counts_of([*own, *stand, tile, *laid])) > 4:
                continue
            plain = stand.count(joker) == jokers and (not wild or tile == joker)
            concealed = tuple(sorted((*own, *stand)))
            found += [
                counted[packed + (NO_JOKER if plain else 0)]
                for packed in packed_counts(concealed, won.melds, tile, won.moment)
            ]
    return max(found, key=lambda one: one.total)


@pytest.mark.clause("GB-11")
@pytest.mark.parametrize(("jokers", "hands"), [(1, 80), (2, 12), (3, 3), (4, 1)])
def test_the_best_of_all_substitutions(jokers, hands):
    rng = random.Random(100 + jokers)
    for _ in range(hands):
        won, joker = random_joker_win(rng, jokers)
        found = best_with_joker(won.concealed, won.melds, won.tile, won.moment, joker)
        said = brute_force(won, joker)
        assert found is not None and found.total == said.total, (written(won), NAMES[joker], found, said)
        equal = ties(won.concealed, won.melds, won.tile, won.moment, joker)
        assert found in equal and said in equal


@pytest.mark.clause("GB-11")
def test_without_a_joker_in_hand_only_two_points_are_added():
    rng = random.Random(5)
    for _ in range(200):
        won = random_win(rng)
        joker = next(t for t in range(34) if t not in won.concealed and t != won.tile)
        plain = best(won.concealed, won.melds, won.tile, won.moment)
        found = best_with_joker(won.concealed, won.melds, won.tile, won.moment, joker)
        assert plain is not None and found is not None
        chicken = plain.fans[0][0].id == "wufanhe"
        assert found.total == (2 if chicken else plain.total + 2)


@pytest.mark.clause("GB-11")
def test_no_shape_is_refused_as_well_as_by_brute_force():
    rng = random.Random(6)
    for _ in range(60):
        tiles = rng.sample([t for t in range(34) for _ in range(4)], 14)
        won = Won(tuple(sorted(tiles[1:])), (), tiles[0], random_win(rng).moment, 0)
        joker = rng.choice(tiles[1:])
        if tiles[1:].count(joker) > 1:
            continue
        found = best_with_joker(won.concealed, (), won.tile, won.moment, joker)
        try:
            said = brute_force(won, joker)
        except ValueError:
            said = None
        assert (found is None) == (said is None)


def test_four_jokers_are_quick():
    """PERFORMANCE.md asks for 5 ms at the 99th percentile on a quiet machine (tests/bench/bench_guobiao.py); this only
    keeps out what would be slower by an order."""
    rng = random.Random(9)
    hands = [random_joker_win(rng, 4) for _ in range(100)]
    begun = time.thread_time()
    for won, joker in hands:
        best_with_joker(won.concealed, won.melds, won.tile, won.moment, joker)
    assert time.thread_time() - begun < 100 * 0.025


# -- live play --------------------------------------------------------------------------------------------------------


def joker_table(*specs, turned: str = "1m", **given):
    return table(
        *specs, ruleset="guobiao", options={**ON, **given.pop("options", {})}, marks={"turned": turned}, **given
    )


@pytest.mark.clause("GB-11", "CO-12")
def test_the_turned_tile_leaves_the_wall():
    options = {"joker": True}
    flowers_turned = 0
    for number in range(60):
        deal, _ = rules.start("guobiao", options, seed_of(number), dealer=0)
        turned = parse_tiles(deal.marks["turned"])
        plain, _ = rules.start("guobiao", {}, seed_of(number), dealer=0)
        assert plain.wall.tiles == (*turned, *deal.wall.tiles)
        assert turned[-1] < 34 and all(t >= 34 for t in turned[:-1])
        flowers_turned += len(turned) > 1
        again = rules.from_json(deal.to_json())
        assert again == deal
    assert flowers_turned


@pytest.mark.clause("GB-11")
def test_records_carry_the_turned_tiles():
    deal, moves = play_out("guobiao", {"joker": True}, seed_of(3), levels=("normal",) * 4)
    written_down = record.write(deal, moves, "abcd")
    assert written_down["turned"] and rules.replay(written_down)["ok"]
    for change in ({"turned": ""}, {"turned": written_down["turned"] * 2}, {"options": {}}):
        answer = rules.replay({**written_down, **change})
        assert not answer["ok"] and answer["error"]["move"] is None
    moved = {**written_down, "turned": "", "wall": written_down["turned"] + written_down["wall"]}
    answer = rules.replay(moved)  # the whole set, but nothing turned
    assert not answer["ok"] and "turned" in answer["error"]["message"]
    deal, moves = play_out("guobiao", {}, seed_of(3), levels=("normal",) * 4)
    assert "turned" not in record.write(deal, moves, "abcd")


@pytest.mark.clause("GB-11")
def test_everybody_sees_the_turned_tile_and_the_joker():
    deal = joker_table(seat())
    for viewer in (0, 1, 2, 3, None):
        rows = {r["id"]: r for r in rules.view_for(deal, viewer)["rows"]}
        assert rows["turned"]["tiles"] == ["1m"]
        assert rows["joker"]["text"].in_("zh") == "二万" and rows["joker"]["tiles"] == []
    assert rules.view_for(rules.start("guobiao", {}, seed_of(1), dealer=0)[0], 0)["rows"] == []


@pytest.mark.clause("GB-11")
def test_a_drawn_joker_stands_for_anything_and_a_discarded_one_for_itself():
    waiting = seat("567p67s888mEE", "chow 345m@3")
    drawn = joker_table(waiting, turned="W", wall="N")
    won = go(drawn, "0 win")
    assert set(fans(won)) == {"zimo", "xixiangfeng"}
    deal = go(joker_table(seat(), waiting._replace(melds=("chow 345m@0",)), turned="W", wall="N"), "0 discard N")
    assert "win" not in kinds(deal, 1)


@pytest.mark.clause("GB-11")
def test_a_joker_is_no_part_of_a_claim_but_itself():
    """2m is wild; 8s8s with a joker makes no kong, 2m2m makes a pung of 2m."""
    one = seat("22m88s4567m123pEE")
    deal = go(joker_table(seat(), one, wall="8s"), "0 discard 8s")
    assert "pung" in kinds(deal, 1) and not kinds(deal, 1) & {"kong", "chow"}
    deal = go(joker_table(seat(), one, wall="2m"), "0 discard 2m")
    deal = go(deal, "1 pung")
    assert str(deal.seats[1].melds[0]) == "pung 222m@0"


@pytest.mark.clause("GB-11")
def test_the_bots_are_told_what_is_turned():
    deal = joker_table(seat("567p6s2m888mEE", "chow 345m@3"), wall="8s")
    view = rules.view_for(deal, 0)
    assert deal.rules.bot_extra(view) == {"turned": "1m"}
    assert rules.bots.choose("normal", view, random.Random(1)) == "win"


def test_the_rows_of_a_joker_win_say_what_counted():
    deal = go(joker_table(seat("123m567p67sEE", "chow 345m@3"), wall="8s"), "0 win")
    lines = deal.result.wins[0].fans
    assert all(isinstance(f, FanLine) for f in lines)
    assert {f.id: f.value for f in lines} == {"wucaishen": 2, "zimo": 1}
