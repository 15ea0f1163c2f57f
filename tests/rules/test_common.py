"""What all rule sets share (CO-01 … CO-13), shown with 大连穷胡 where a table is needed.

CO-03 and CO-11 are about rooms and people: tests/games holds them; here stands what rules/ owes to them.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pytest

import rules
from rules.errors import BadNotation, IllegalAction
from rules.hand import is_open, parse_meld
from rules.tiles import INDEX, NAMES, TEXTS, format_tiles, parse_tile, parse_tiles
from rules.wall import Chance, Wall, shuffled
from tests.rules.playing import seed_of
from tests.rules.position import go, kinds, legal, melds, seat, table

SEED = bytes(range(32))


# -- tiles and notation -------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-01")
def test_the_notation():
    assert (*[f"{r}{s}" for s in "mps" for r in range(1, 10)], *"ESWNCFP", *"abcdefgh") == NAMES
    assert [NAMES[t] for t in parse_tiles("123m55pEEC")] == ["1m", "2m", "3m", "5p", "5p", "E", "E", "C"]
    assert format_tiles(parse_tiles("123m55pEEC")) == "123m55pEEC"
    assert format_tiles(parse_tiles("9s1s1m9p")) == "91s1m9p"  # the order given is kept
    assert parse_tiles("") == ()
    zh = [TEXTS[INDEX[name]].in_("zh") for name in ("1m", "9s", "5p", "E", "S", "W", "N", "C", "F", "P", "a", "h")]
    assert zh == ["一万", "九条", "五筒", "东", "南", "西", "北", "中", "发", "白", "春", "菊"]


@pytest.mark.clause("CO-01")
@pytest.mark.parametrize("text", ["0m", "5", "12", "m", "5mx", "5 m", "55", "1mE2", "x", "10m", "５m", "5M"])
def test_what_is_not_a_tile_is_named_with_its_place(text):
    with pytest.raises(BadNotation) as caught:
        parse_tiles(text)
    assert text in caught.value.text.in_("zh") and text in caught.value.text.in_("en")


@pytest.mark.clause("CO-01")
@pytest.mark.parametrize("text", ["", "5m5m", "EE"])
def test_one_tile_is_exactly_one(text):
    with pytest.raises(BadNotation):
        parse_tile(text)


@pytest.mark.clause("CO-01")
@pytest.mark.parametrize(
    "text", ["chow 345m@3", "pung EEE@2", "kong 1111s@3", "added_kong 5555p@1", "concealed_kong 2222m", "liangxi CFP"]
)
def test_melds_are_read_and_written(text):
    meld = parse_meld(text)
    assert str(meld) == text and type(meld).from_json(json.loads(json.dumps(meld.to_json()))) == meld


@pytest.mark.clause("CO-01")
@pytest.mark.parametrize(
    "text",
    ["chow 346m@3", "chow 89m1p@3", "chow ESW@3", "chow 345m", "pung EE@1", "pung EEW@1", "pung EEE@4", "pung EEE@",
     "kong 111s@2", "concealed_kong 2222m@1", "liangxi CFF", "chi 345m@3", "", "pung", "pung aaa@1", "chow CFP@3"],
)  # fmt: skip
def test_bad_melds(text):
    with pytest.raises(BadNotation):
        parse_meld(text)


@pytest.mark.clause("CO-01")
@pytest.mark.parametrize("text", ["", "discard 5m 6m", "DISCARD 5m", "discard 5x", "discard  ", "x" * 30, "5m"])
def test_bad_actions(text):
    if text.strip() == "discard":
        assert rules.parse(text).tiles == ()
        return
    with pytest.raises(BadNotation):
        rules.parse(text)


# -- seats and turns ----------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-02")
def test_the_next_player_is_the_seat_plus_one():
    deal = table(turn=3, wall="CFPE")
    for number, tile in ((3, "C"), (0, "F"), (1, "P"), (2, "E")):
        assert deal.ask.seat == number
        deal = go(deal, f"{number} discard {tile}")


@pytest.mark.clause("CO-02")
@pytest.mark.parametrize("seats", [2, 3])
def test_with_fewer_players_next_skips_nothing(seats):
    if "neimenggu" not in rules.ruleset_codes():
        return
    deal, _ = rules.start("neimenggu", {"seats": seats}, SEED, dealer=seats - 1)
    assert len(deal.seats) == seats
    seen = [deal.ask.seat]
    while len(seen) < 4 and not deal.over:
        for asked in deal.actors:
            discard = [a for a in rules.legal_actions(deal, asked) if a.kind in ("discard", "pass")]
            deal, _ = rules.apply(deal, asked, discard[-1])
        if deal.ask.phase == "turn" and deal.ask.seat != seen[-1]:
            seen.append(deal.ask.seat)
    assert seen == [(seats - 1 + i) % seats for i in range(4)]


@pytest.mark.clause("CO-03")
def test_a_deal_is_one_play_from_shuffle_to_settlement():
    deal, _ = rules.start("dalian", {}, SEED, dealer=2)
    assert deal.dealer == 2 and not deal.over and deal.result is None
    while not deal.over:
        for asked in deal.actors:
            deal, _ = rules.apply(deal, asked, rules.default_action(deal, asked))
            break
    assert deal.result.next_dealer in range(4)
    for number in range(4):
        assert rules.legal_actions(deal, number) == ()
        with pytest.raises(IllegalAction):
            rules.apply(deal, number, rules.parse("pass"))


@pytest.mark.clause("CO-04")
def test_a_turn_is_a_draw_and_then_an_action():
    deal = table(turn=1, wall="C")
    assert deal.actors == (1,) and deal.seats[1].drawn == INDEX["C"]
    assert kinds(deal, 1) == {"discard"} and all(not rules.legal_actions(deal, s) for s in (0, 2, 3))


@pytest.mark.clause("CO-04")
def test_after_a_claim_only_a_discard():
    """No win and no kong from the hand after 吃 or 碰, even with a complete hand or four of a kind (R9)."""
    complete = seat("11s456789m55s", "chow 123p@0")
    deal = go(table(seat(), complete, turn=0, wall="1s"), "0 discard 1s", "1 pung")
    assert kinds(deal, 1) <= {"discard", "ready", "jiating"}
    deal = go(table(seat(), seat("2222m11s147p8m", "chow 789p@0"), turn=0, wall="1s"), "0 discard 1s", "1 pung")
    assert "kong" not in kinds(deal, 1)


@pytest.mark.clause("CO-04")
def test_all_claims_are_asked_at_the_same_time():
    deal = table(seat(), seat("46s147m147p28sWEN"), seat("55s258m258p9sSEWC"), seat("456m111s67s99m", "chow 123p@2"),
                 turn=0, wall="5s")  # fmt: skip
    deal = go(deal, "0 discard 5s")
    assert deal.actors == (1, 2, 3) and deal.quick
    # the one who passes is not asked again
    deal = go(deal, "2 pass")
    assert deal.actors == (1, 3) and legal(deal, 2) == []
    with pytest.raises(IllegalAction):
        go(deal, "2 pung")


@pytest.mark.clause("CO-05")
def test_chow_only_from_the_left():
    for giver in (0, 2, 3):
        deal = go(table(seat(), seat("46s147m147p28sWEN"), turn=giver, wall="5s"), f"{giver} discard 5s")
        assert ("chow" in kinds(deal, 1)) == (giver == 0)


# -- kongs and open hands -----------------------------------------------------------------------------------------


@pytest.mark.clause("CO-06")
def test_the_three_kongs():
    claimed = go(table(seat(), seat("SSS147m258p369sE"), turn=0, wall="S"), "0 discard S", "1 kong")
    assert melds(claimed, 1) == ["kong SSSS@0"]
    added = go(table(seat("147m258p369sE", "pung SSS@2"), turn=0, wall="S"), "0 kong S")
    assert melds(added, 0) == ["added_kong SSSS@2"]
    concealed = go(table(seat("SSSS147m258p", "chow 789s@3"), turn=0, wall="E"), "0 kong S")
    assert melds(concealed, 0)[1] == "concealed_kong SSSS"


@pytest.mark.clause("CO-06", "CO-12")
def test_a_concealed_kong_lies_face_down_for_the_others_until_the_end():
    deal = go(table(seat("SSSS147m258p", "chow 789s@3"), turn=0, wall="E"), "0 kong S")

    def seen(viewer):
        return rules.view_for(deal, viewer)["seats"][0]["melds"][1]["tiles"]

    assert seen(0) == ["S"] * 4 and all(seen(viewer) == [""] * 4 for viewer in (1, 2, 3, None))
    for viewer in (1, 2, 3, None):
        news = rules.view_for(deal, viewer)["news"]
        assert [n["tiles"] for n in news if n["kind"] == "concealed_kong"] == [[]]
    while not deal.over:
        asked = deal.actors[0]
        deal, _ = rules.apply(deal, asked, rules.default_action(deal, asked))
    assert seen(2) == ["S"] * 4


@pytest.mark.clause("CO-06")
def test_two_concealed_kongs_are_two_choices_each_once():
    """R30, R41."""
    deal = table(seat("SSSS1111m25p", "chow 789s@3"), turn=0, wall="E")
    assert [a for a in legal(deal, 0) if a.startswith("kong")] == ["kong 1m", "kong S"]


@pytest.mark.clause("CO-07")
@pytest.mark.parametrize(
    ("meld", "opens"),
    [("chow 123m@0", True), ("pung EEE@0", True), ("kong EEEE@0", True), ("added_kong EEEE@0", True),
     ("concealed_kong EEEE", False), ("liangxi CFP", False)],
)  # fmt: skip
def test_what_opens(meld, opens):
    assert is_open((parse_meld(meld),)) is opens


@pytest.mark.clause("CO-08", "CO-04")
def test_the_nearest_is_counted_from_the_giver():
    zero, two = ("456m111s67s88m", "chow 123p@3"), ("999m345p67s22p", "chow 345s@1")
    for giver, first in ((3, 0), (1, 2)):
        deal = table(seat(*zero), seat(), seat(*two), seat(), turn=giver, wall="8s")
        answers = ("0 win", "2 win") if first == 2 else ("0 win",)
        deal = go(deal, f"{giver} discard 8s", *answers)
        assert [w.seat for w in deal.result.wins] == [first]


@pytest.mark.clause("CO-09")
def test_ready_means_a_legal_win_of_the_rule_set():
    """Three dragons in hand are no triplet in Dalian, so this hand, one tile from a shape, is not ready."""
    shape_only = table(seat(), seat("CCC456m67s88m", "chow 123p@0"), turn=1, wall="E")
    assert "ready E" not in legal(shape_only, 1)
    assert "ready E" in legal(table(seat(), seat("111s456m67s88m", "chow 123p@0"), turn=1, wall="E"), 1)


# -- points -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-10")
def test_every_point_is_a_transfer():
    deal = table(seat(), seat("456m111s67s88m", "chow 123p@0"), turn=1, wall="5s")
    deal = go(deal, "1 win")
    net = Counter()
    for t in deal.result.transfers:
        assert t.amount > 0 and t.payer != t.payee and t.kind and t.reason.in_("zh")
        net[t.payee] += t.amount
        net[t.payer] -= t.amount
    assert [net[s] for s in range(4)] == list(deal.result.deltas) and sum(deal.result.deltas) == 0
    with pytest.raises(AttributeError):
        deal.result.transfers[0].amount = 5  # frozen


@pytest.mark.clause("CO-10")
def test_the_rows_of_a_payer_name_the_fans_against_him():
    deal = go(table(seat(), seat("456m111s67s88m", "chow 123p@0"), turn=1, wall="5s"), "1 win")
    by_payer = {t.payer: {f.id for f in t.fans} for t in deal.result.transfers}
    assert "zhuang" in by_payer[0] and "zhuang" not in by_payer[2]


# -- chance and secrets -------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-12")
def test_the_wall_is_fisher_yates_on_the_seed():
    """Written out again: SHA-256(seed / stream / counter), 64 bits of it, rejection sampling."""

    def numbers(stream: str):
        counter = 0
        while True:
            digest = hashlib.sha256(SEED + b"/" + stream.encode() + b"/" + counter.to_bytes(8, "big")).digest()
            counter += 1
            yield int.from_bytes(digest[:8], "big")

    def below(source, n: int) -> int:
        while True:
            number = next(source)
            if number < 2**64 - 2**64 % n:
                return number % n

    source = numbers("wall")
    order = [t for t in range(34) for _ in range(4)]
    for i in range(135, 0, -1):
        j = below(source, i + 1)
        order[i], order[j] = order[j], order[i]
    assert shuffled(tuple(t for t in range(34) for _ in range(4)), SEED) == order
    dice = numbers("dice")
    deal, _ = rules.start("dalian", {}, SEED, dealer=0)
    assert deal.dice == ((below(dice, 6) + 1, below(dice, 6) + 1),)
    hands = Counter(t for s in deal.seats for t in s.concealed)
    assert hands + Counter(deal.wall.tiles) == Counter(order)
    # The wall of the deal is a piece of the order, read round from the break.
    piece = list(deal.wall.tiles)
    assert any((order + order)[at : at + len(piece)] == piece for at in range(136))


@pytest.mark.clause("CO-12")
def test_rejection_sampling_and_fairness():
    chance = Chance(SEED, "x")
    counts = Counter(chance.below(6) for _ in range(6000))
    assert set(counts) == set(range(6)) and all(850 < n < 1150 for n in counts.values())
    again = Chance(SEED, "x", at=3)
    first = Chance(SEED, "x")
    assert [first.below(6) for _ in range(5)][3:] == [again.below(6), again.below(6)]
    assert [Chance(SEED, "x").below(1000) for _ in range(3)] != [Chance(SEED, "y").below(1000) for _ in range(3)]


@pytest.mark.clause("CO-12")
def test_every_place_of_the_wall_sees_every_kind():
    firsts = Counter(rules.start("dalian", {}, seed_of(n), dealer=0)[0].wall.tiles[0] for n in range(300))
    assert len(firsts) == 34


@pytest.mark.clause("CO-12")
def test_the_hash_commits_to_the_seed():
    assert rules.seed_hash(SEED) == hashlib.sha256(SEED).hexdigest()
    deal, _ = rules.start("dalian", {}, SEED, dealer=0)
    for viewer in (0, 1, 2, 3, None):
        assert SEED.hex() not in json.dumps(rules.view_for(deal, viewer), default=str)


@pytest.mark.clause("CO-12")
def test_the_wall_gives_front_and_tail():
    wall = Wall(tuple(range(10)))
    tile, wall = wall.draw_front()
    assert tile == 0 and wall.left == 9
    taken = []
    for _ in range(4):
        tile, wall = wall.draw_tail()
        taken.append(tile)
    assert taken == [8, 9, 6, 7]  # the last stack's upper, its lower, …
    assert list(wall.stacks_from_tail()) == [(4, 5), (2, 3), (1,)]
    blocked = Wall(tuple(range(10)), blocked=8)
    assert blocked.draw_tail()[0] == 9
    with pytest.raises(IndexError):
        Wall(()).draw_tail()


# -- time and leaving ---------------------------------------------------------------------------------------------


@pytest.mark.clause("CO-13")
def test_a_timeout_wins_if_it_can():
    deal = table(seat(), seat("456m111s67s88m", "chow 123p@0"), turn=1, wall="5s")
    assert str(rules.default_action(deal, 1)) == "win"
    deal = go(table(seat(), seat("456m111s67s88m", "chow 123p@0"), turn=0, wall="5s"), "0 discard 5s")
    assert str(rules.default_action(deal, 1)) == "win"
    look = table(seat(), seat("456m111s67s88m", "chow 123p@0", ready="plain"), turn=1, tail="1m8s", dice=[1])
    assert str(rules.default_action(look, 1)) == "win"


@pytest.mark.clause("CO-13")
def test_a_timeout_passes_and_does_not_claim_or_kong():
    deal = go(table(seat(), seat("55s258m258p9sSEWC"), turn=0, wall="5s"), "0 discard 5s")
    assert str(rules.default_action(deal, 1)) == "pass"
    deal = table(seat("SSSS147m258p", "chow 789s@3"), turn=0, wall="E")
    assert str(rules.default_action(deal, 0)) == "discard E"


@pytest.mark.clause("CO-13")
def test_a_timeout_discards_the_drawn_tile_else_the_last_legal_one():
    assert str(rules.default_action(table(seat("147p258s369mESWN"), turn=0, wall="2p"), 0)) == "discard 2p"
    claimed = go(table(seat(), seat("55s258m258p9sSEWC"), turn=0, wall="5s"), "0 discard 5s", "1 pung")
    assert str(rules.default_action(claimed, 1)) == "discard C"  # the last in hand order


@pytest.mark.clause("CO-11", "CO-13")
def test_a_deal_goes_on_without_its_players():
    """Nothing in rules/ knows connections: 托管 on all seats plays a deal to its end."""
    deal, _ = rules.start("dalian", {}, seed_of(5), dealer=1)
    for _ in range(400):
        if deal.over:
            break
        asked = deal.actors[0]
        deal, _ = rules.apply(deal, asked, rules.default_action(deal, asked))
    assert deal.over
