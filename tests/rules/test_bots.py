"""Bots: their measure against a plain count, legal answers under every rule set, and that the levels differ."""

import copy
import json
import random
from itertools import combinations_with_replacement

import pytest

import rules
from rules import bots, simulate
from rules.bots.measure import Aim, facts_of, held, keys_for, less, more, narrowed
from rules.bots.vectors import Vectors
from rules.errors import IllegalAction, UnknownLevel
from rules.goals import Goal
from rules.hand import parse_meld
from rules.tiles import counts_of, parse_tiles, suit

DRAGONS = frozenset((31, 32, 33))
TWO_FIVE_EIGHT = frozenset(t for t in range(27) if t % 9 in (1, 4, 7))
SETS = [(t, t, t) for t in range(34)] + [(t, t + 1, t + 2) for t in range(27) if t % 9 < 7]

# --- the measure -------------------------------------------------------------------------------------------------


def plain_missing(concealed, melds, goal) -> int:
    """By trying all ways to be complete: what Aim.missing must find."""
    have = counts_of(concealed)
    best = 99
    declared = [m.tiles for m in melds]
    for sets in combinations_with_replacement(SETS, 4 - len(melds)):
        if any(s[0] == s[1] and s[0] in goal.no_triplet for s in sets):
            continue
        every = [*sets, *declared]
        if goal.no_sequence and any(s[0] != s[1] for s in every):
            continue
        if goal.sequence and not any(s[0] != s[1] for s in every):
            continue
        for pair in range(34):
            tiles = {t for s in every for t in s} | {pair}
            if pair not in goal.pair or not tiles <= goal.tiles:
                continue
            if goal.triplet and not any(s[0] == s[1] for s in every) and pair not in goal.triplet_pairs:
                continue
            suits = {suit(t) for t in tiles if t < 27}
            if not goal.suits[0] <= len(suits) <= goal.suits[1]:
                continue
            want = counts_of((*[t for s in sets for t in s], pair, pair))
            best = min(best, sum(max(0, w - h) for w, h in zip(want, have, strict=True)))
    return best


GOALS = {
    "plain": Goal(),
    "three suits": Goal(suits=(3, 3)),
    "a triplet": Goal(triplet=True, triplet_pairs=DRAGONS, no_triplet=DRAGONS),
    "a triplet in three suits": Goal(suits=(3, 3), triplet=True, triplet_pairs=DRAGONS, no_triplet=DRAGONS),
    "a chow": Goal(sequence=True),
    "pungs": Goal(no_sequence=True),
    "pungs in three suits": Goal(no_sequence=True, suits=(3, 3)),
    "258": Goal(pair=TWO_FIVE_EIGHT),
    "one suit": Goal(tiles=frozenset(range(9))),
    "two suits": Goal(suits=(0, 2)),
}
MELDS = ("chow 234m@3", "pung 777p@1", "pung 999s@0", "chow 789p@2", "concealed_kong EEEE", "pung 111m@2")


def fitting(rng, goal):
    """Two or three declared melds that the goal allows, and tiles to go with them."""
    while True:
        texts = rng.sample(MELDS, 3 if rng.random() < 0.9 else 2)
        melds = tuple(parse_meld(text) for text in texts)
        aims = [aim for g in narrowed(goal) if (aim := Aim(g, facts_of(melds), Vectors())).possible]
        if aims or goal.tiles != frozenset(range(9)):
            break
        if rng.random() < 0.05:
            melds = (parse_meld("chow 234m@3"), parse_meld("pung 111m@2"), parse_meld("chow 789m@3"))
            aims = [Aim(goal, facts_of(melds), Vectors())]
            break
    wall = [t for t in range(34) for _ in range(4 - sum(m.tiles.count(t) for m in melds))]
    # Half of the hands from few kinds, so that something is there.
    if rng.random() < 0.5:
        kinds = rng.sample(range(34), 9)
        wall = [t for t in wall if t in kinds]
    return melds, aims, rng.sample(wall, 14 - 3 * len(melds))


@pytest.mark.parametrize("name", GOALS)
def test_missing_tiles_are_what_a_plain_search_finds(name):
    goal, rng = GOALS[name], random.Random(name)
    for _ in range(8):
        melds, aims, hand = fitting(rng, goal)
        found = min((aim.missing(keys_for(hand)) for aim in aims), default=99)
        wanted = plain_missing(hand, melds, goal)
        # "Impossible" is any number beyond the hand.
        assert found == wanted or min(found, wanted) > 8, (name, hand, melds)


@pytest.mark.parametrize("name", GOALS)
def test_discards_and_useful_kinds_agree_with_missing(name):
    rng, vectors = random.Random(name), Vectors()
    for _ in range(20):
        hand = rng.sample([t for t in range(34) for _ in range(4)], 14)
        keys = keys_for(hand)
        for part in narrowed(GOALS[name]):
            aim = Aim(part, facts_of(()), vectors)
            assert dict(aim.discards(keys)) == {t: aim.missing(less(keys, t)) for t in held(keys)}
            rest = less(keys, hand[0])
            now, mask = aim.missing(rest), aim.useful(rest, aim.missing(rest))
            counts = counts_of(hand[1:])
            for tile in range(34):
                if counts[tile] < 4:
                    assert (mask >> tile & 1) == (aim.missing(more(rest, tile)) < now)


@pytest.mark.parametrize(
    ("goal", "hand", "missing"),
    [
        (Goal(shape="pairs"), "1133557799m22p44s", 1 - 1),
        (Goal(shape="pairs"), "1111m335577m22p4s", 1),
        (Goal(shape="pairs", suits=(0, 2)), "1133557799m22p44s", 2),
        (Goal(shape="orphans"), "19m19p19sESWNCFP", 1),
        (Goal(shape="tiles", tiles=TWO_FIVE_EIGHT), "2255m88p258s1m3m9s9p11p", 14 - 9),
        (Goal(block=parse_tiles("123m456p789s")), "123m456p789sEE23p", 1),
        (Goal(block=parse_tiles("147m258p369s")), "147m258p36s123m99s", 1),
    ],
)
def test_other_shapes(goal, hand, missing):
    vectors = Vectors()
    aims = [Aim(g, facts_of(()), vectors) for g in narrowed(goal)]
    keys = keys_for(parse_tiles(hand))
    assert min(aim.missing(keys) for aim in aims) == missing
    for aim in aims:
        now = aim.missing(keys)
        mask = aim.useful(keys, now)
        for tile in range(34):
            if counts_of(parse_tiles(hand))[tile] < 4:
                assert (mask >> tile & 1) == (aim.missing(more(keys, tile)) < now)


def test_a_closed_or_endless_hand_costs_more():
    """开门 and 幺九 are no tiles, but a hand without them is further from a win."""
    vectors = Vectors()
    keys = keys_for(parse_tiles("234m456p678s55sEE"))
    closed, opened = facts_of(()), facts_of((parse_meld("pung 999m@1"),))
    goal = Goal(open=True, end=True)
    assert Aim(goal, closed, vectors).besides(keys, 1, 0.5) > 1
    assert Aim(goal, opened, vectors).besides(keys, 1, 0.5) == 0
    inner = keys_for(parse_tiles("234m456p678s55s22p"))
    assert Aim(Goal(end=True), closed, vectors).besides(inner, 1, 0.5) == 1


# --- their answers -----------------------------------------------------------------------------------------------


def some_options(code):
    """The defaults, and every option at another value."""
    yield {}
    yield {o.key: o.choices[-1] for o in rules.get_ruleset(code).options if o.key not in ("deals", "clock")}
    yield from (p.options for p in rules.presets(code))


@pytest.mark.clause("CO-12")
@pytest.mark.parametrize("code", rules.ruleset_codes())
@pytest.mark.parametrize("level", bots.ALL_LEVELS)
def test_every_level_plays_whole_deals_by_its_view_alone(code, level):
    """Legal at every decision (apply would raise), the same for the same view, and the view is left alone."""
    for number, options in enumerate(some_options(code)):
        seats = rules.seat_count(code, options)
        deal, _ = rules.start(code, options, bytes([number]) * 32, dealer=number % seats)
        rng = random.Random(number)
        while not deal.over:
            if deal.settling:
                deal, _ = rules.settle_draw(deal)
                continue
            seat = deal.actors[-1]
            view = rules.view_for(deal, seat)
            assert all(s["hand"] is None for s in view["seats"] if s["seat"] != seat)
            before, state = copy.deepcopy(view), rng.getstate()
            text = bots.choose(level, view, rng)
            assert text in [a["text"] for a in view["actions"]]
            assert view == before
            rng.setstate(state)
            assert bots.choose(level, before, rng) == text
            deal, _ = rules.apply(deal, seat, rules.parse(text))


def test_only_known_levels():
    view = rules.view_for(rules.start("dalian", {}, bytes(32), dealer=0)[0], 0)
    for level in ("hard", "", "Easy", None, 3, ["easy"]):
        with pytest.raises(UnknownLevel) as error:
            bots.choose(level, view, random.Random(1))
        assert "easy" in error.value.text.in_("en") and error.value.text.in_("zh")
    assert bots.LEVELS == ("easy", "normal")


def test_a_seat_that_is_not_asked_has_no_answer():
    deal, _ = rules.start("dalian", {}, bytes(32), dealer=0)
    for level in bots.ALL_LEVELS:
        with pytest.raises(IllegalAction):
            bots.choose(level, rules.view_for(deal, 1), random.Random(1))


def table(hand, melds=(), *, actions, last=None, ruleset="dalian", badges=()):
    """A view of seat 0 with this hand; the others have shown nothing."""
    deal, _ = rules.start(ruleset, {}, bytes(32), dealer=0)
    view = rules.view_for(deal, 0)
    names = [n for t in parse_tiles(hand) for n in [rules.tiles.NAMES[t]]]
    view["seats"][0] |= {"hand": names, "hand_count": len(names), "melds": list(melds), "open": bool(melds)}
    view["seats"][2]["badges"] = [{"id": b, "label": b} for b in badges]
    view["actions"] = [
        {"text": a, "kind": a.split()[0], "waits": None,
         "tiles": [rules.tiles.NAMES[t] for t in parse_tiles(a.split()[1])] if " " in a else []}
        for a in actions
    ]  # fmt: skip
    view["last"] = last
    return view


def shown(kind, tiles):
    return {"kind": kind, "tiles": [rules.tiles.NAMES[t] for t in parse_tiles(tiles)], "from": 3, "claimed": None}


def gave(tile):
    return {"seat": 3, "tile": tile, "kind": "discard", "claimed_by": None}


def discards(hand):
    return [f"discard {rules.tiles.NAMES[t]}" for t in dict.fromkeys(parse_tiles(hand))]


@pytest.mark.clause("DL-31", "DL-33", "DL-36")
@pytest.mark.parametrize("level", bots.LEVELS)
def test_conditions_are_played_for(level):
    """In 大连 the bots keep the third suit, the triplet, and claim to open; a claim that brings nothing is passed."""
    never_slips = random.Random(5)
    never_slips.random = lambda: 0.99
    # ready in shape without 条: the isolated 条 is worth more than the spare 万
    hand = "12388m456p99p5s"
    text = bots.choose(level, table(hand, [shown("pung", "NNN")], actions=discards(hand)), never_slips)
    assert text != "discard 5s"
    # the only pung of a hand that is one from ready and closed: it opens
    view = table("123m55m45p678s99pE", actions=["pung", "pass"], last=gave("5m"))
    assert bots.choose(level, view, never_slips) == "pung"
    view = table("123m456p567s99sE2m", [], actions=["chow 12m", "pass"], last=gave("3m"))
    assert bots.choose(level, view, never_slips) == "pass"


@pytest.mark.parametrize(("dead", "goes"), [("2m", "1m"), ("4m", "5m")])
def test_normal_waits_where_tiles_are_left(dead, goes):
    """135m: either end may go; the wait that lies in the ponds is left alone."""
    hand = "135m456p99p567s"
    view = table(hand, [shown("pung", "888s")], actions=discards(hand))
    view["seats"][1]["pond"] = [{"tile": dead, "claimed": False, "from_hand": True}] * 3
    assert bots.choose("normal", view, random.Random(1)) == f"discard {goes}"


def test_normal_fears_a_declared_hand():
    """Far from ready it gives what the declared seat has given, not what it has never shown."""
    hand = "159m258p1469sESWNC"
    view = table(hand, actions=discards(hand), badges=["ready"])
    view["seats"][2]["pond"] = [{"tile": "5m", "claimed": False, "from_hand": True}]
    for seat in (1, 3):
        view["seats"][seat]["pond"] = [{"tile": t, "claimed": False, "from_hand": True} for t in "ESWN" for _ in "12"]
    assert bots.choose("normal", view, random.Random(1)) in [f"discard {t}" for t in "ESWN"] + ["discard 5m"]


def test_a_better_promise_is_declared():
    """夹听 where its waits promise more than the plain discard; the view says which waits each action leaves."""
    hand = "135m456p99p567s"
    actions = discards(hand)
    view = table(hand, [shown("pung", "888s")], actions=[*actions, "ready 5m", "jiating 5m", "ready 1m", "jiating 1m"])
    for action in view["actions"]:
        if action["kind"] in ("ready", "jiating"):
            action["waits"] = ["2m"] if action["tiles"] == ["5m"] else ["4m"]
    assert bots.choose("normal", view, random.Random(1)).startswith("jiating")


# --- their strength ----------------------------------------------------------------------------------------------


def points(code, level, others, deals):
    plan = simulate.plan_for(code, {}, [level, *[others] * 3], "strength")
    return simulate.summary(simulate.play_numbers(plan, range(deals)))


@pytest.mark.slow
@pytest.mark.parametrize("code", ["dalian"])
def test_easy_beats_random_and_normal_beats_easy(code):
    """Each wall with the one bot in every seat; the lower bounds of the 95 % intervals."""
    easy = points(code, "easy", "random", 80)["points"]
    assert easy["easy"][1] > 1.0
    normal = points(code, "normal", "easy", 200)["points"]
    assert normal["normal"][1] > 0.2


@pytest.mark.slow
def test_normal_bots_seldom_draw():
    """The conditions of 大连 are met in most deals."""
    plan = simulate.plan_for("dalian", {}, ["normal"], "draws")
    found = simulate.summary(simulate.play_numbers(plan, range(60)))
    assert found["draws"] < 0.35 * 60


# --- the simulation ----------------------------------------------------------------------------------------------


def test_every_wall_is_dealt_with_the_bots_in_every_seat():
    assert simulate.turns(("normal", "easy", "easy", "easy")) == (
        ("normal", "easy", "easy", "easy"),
        ("easy", "normal", "easy", "easy"),
        ("easy", "easy", "normal", "easy"),
        ("easy", "easy", "easy", "normal"),
    )
    assert simulate.turns(("easy", "random", "easy", "random")) == (
        ("easy", "random", "easy", "random"),
        ("random", "easy", "random", "easy"),
    )
    assert simulate.turns(("easy",) * 4) == (("easy",) * 4,)
    plan = simulate.plan_for("dalian", {}, ["easy", "random", "random", "random"], "x", keep_records=True)
    played = simulate.play_numbers(plan, range(5))
    assert [row.wall for row in played] == [0, 0, 0, 0, 1]
    assert len({row.record["wall"] for row in played[:4]}) == 1
    assert played[4].record["wall"] != played[0].record["wall"]


def test_intervals_are_clustered_by_wall():
    """Two walls whose deals agree among themselves are two observations, not eight."""
    rows = [
        simulate.Outcome(n, n // 4, simulate.turns(("easy", "random", "random", "random"))[n % 4], deltas, (), 9, None)
        for n, deltas in enumerate(
            [(3, -1, -1, -1), (-1, 3, -1, -1), (-1, -1, 3, -1), (-1, -1, -1, 3)]
            + [(9, -3, -3, -3), (-3, 9, -3, -3), (-3, -3, 9, -3), (-3, -3, -3, 9)]
        )
    ]
    mean, low, high = simulate.interval(rows, "easy")
    assert mean == 6
    # the means of the walls are 3 and 9: standard error 3
    assert (low, high) == (pytest.approx(6 - 1.96 * 3), pytest.approx(6 + 1.96 * 3))
    found = simulate.summary(rows)
    assert found["points"]["random"][0] == -2 and found["draws"] == 8
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_records_of_simulated_deals_replay_clean(code):
    for options in some_options(code):
        plan = simulate.plan_for(code, options, ["normal", "easy", "random"], "records", keep_records=True)
        for row in simulate.play_numbers(plan, range(3)):
            answer = rules.replay(json.loads(json.dumps(row.record)))
            assert answer["ok"], (options, answer, row.record)
            assert answer["deltas"] == list(row.deltas) and answer["moves"] == row.moves
