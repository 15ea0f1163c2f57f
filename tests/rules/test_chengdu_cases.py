"""成都: the case files under the clauses that each `why` names, the words of its answers, its options and rulings."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import rules
from rules.ruleset import bound, get_ruleset
from rules.scoring import Player, Situation
from rules.tiles import parse_tiles
from tests.rules import plain_chengdu
from tests.rules.case_files import assert_answered, marked_cases, own_file
from tests.rules.playing import seed_of


@pytest.mark.parametrize("case", list(marked_cases("chengdu", "CD")))
def test_case(case):
    assert_answered(case)


def test_there_are_own_cases_enough():
    assert len(own_file("chengdu").read_text(encoding="utf-8").splitlines()) >= 60


def winner(hand: str, *melds: str, **event) -> dict:
    """A win of seat 1 on 6s."""
    found = {"kind": "discard", "winners": [1], "tile": "6s", **event}
    if found["kind"] == "discard":
        found.setdefault("from", 2)
    return {"ruleset": "chengdu", "players": [{}, {"hand": hand, "melds": list(melds)}, {}, {}], "event": found}


@pytest.mark.clause("CD-04", "CD-20", "CD-32")
@pytest.mark.parametrize(
    ("case", "clause"),
    [
        (winner("123m456p789m45s11s"), "CD-04"),
        (winner("123m456m789m44s11s"), "CD-20"),
        (winner("123m456m789m45s11s") | {"options": {"lack_suit": True}}, "CD-32"),
    ],
)
def test_a_refusal_names_the_condition(case, clause):
    if case.get("options"):
        case["players"][1]["lack"] = "s"
    answer = rules.score(case)
    assert answer["error"]["code"] == "not_a_win" and clause in answer["error"]["message"]


@pytest.mark.clause("CD-20", "CD-21", "CD-22")
def test_the_answer_lists_one_class_and_the_extras_with_their_payers():
    answer = rules.score(winner("456789m45s11s", "kong 2222m@3", kind="self_draw", flags=["after_kong"], fed_by=3))
    (found,) = answer["winners"]
    assert [(f["name"], f["value"], f["count"], f["payers"]) for f in found["fans"]] == [
        ("平胡", 1, 1, [3]), ("杠", 1, 1, [3]), ("杠上花", 2, 1, [3]),
    ]  # fmt: skip
    assert found["total"] == 4
    assert answer["transfers"] == [{"from": 3, "to": 1, "amount": 4, "kind": "win"}]


@pytest.mark.clause("CD-33", "CD-34")
def test_every_reason_has_its_own_row():
    case = winner("456789m45s11s", "concealed_kong 2222m", kind="self_draw")
    answer = rules.score(case | {"options": {"kong_money": True, "self_draw": "base"}})
    assert Counter(t["kind"] for t in answer["transfers"]) == {"kong": 3, "win": 3, "self_draw": 3}


@pytest.mark.clause("CD-36")
def test_a_cut_hand_says_so():
    options = rules.check_options("chengdu", {"cap": 4})
    ours = bound("chengdu", options)
    player = Player(parse_tiles("1122334455667m"))
    situation = Situation("discard", 0, 27, (Player(), player, Player(), Player()), (1,), parse_tiles("7m")[0], 2)
    (row,) = ours.settle(situation, {1: ours.evaluate(situation, 1)})
    assert row.amount == 4 and "封顶 4" in row.reason.in_("zh") and "capped at 4" in row.reason.in_("en")


# -- against the plain count -----------------------------------------------------------------------------------------


def random_hand(rng: random.Random) -> tuple[list[tuple[str, list[int]]], list[int]]:
    """A complete hand built from sets or pairs, of one to three suits: melds as (kind, tiles), and the hand."""
    while True:
        left = Counter(dict.fromkeys(range(27), 4))
        suits = rng.choice([(0,), (0, 1), (1, 2), (0, 2), (2,), (0, 1, 2)])
        sets: list[list[int]] = []
        if rng.random() < 0.25:
            pairs = [rng.choice(suits) * 9 + rng.randrange(9) for _ in range(7)]
            sets = [[t, t] for t in pairs]
        else:
            ranks = rng.choice([range(9), (1, 4, 7), (0, 8), range(1, 8)])
            for _ in range(4):
                t = rng.choice(suits) * 9 + rng.choice(list(ranks))
                sets.append([t, t + 1, t + 2] if rng.random() < 0.5 and t % 9 < 7 else [t] * 3)
            t = rng.choice(suits) * 9 + rng.choice(list(ranks))
            sets.append([t, t])
        left.subtract(t for s in sets for t in s)
        if min(left.values()) < 0:
            continue
        melds = []
        if len(sets) == 5:
            for s in [s for s in sets[:4] if len(set(s)) == 1 and rng.random() < 0.4]:
                sets.remove(s)
                if left[s[0]] and rng.random() < 0.5:
                    melds.append((rng.choice(["kong", "added_kong", "concealed_kong"]), s * 2))
                    left[s[0]] -= 1
                else:
                    melds.append(("pung", s))
        return melds, [t for s in sets for t in s]


@pytest.mark.clause("CD-20", "CD-21", "CD-22", "CD-38", "CD-43", "CD-44", "CD-46")
def test_random_hands_count_as_the_plain_rules_say():
    rng = random.Random(11)
    seen = Counter()
    for _ in range(3000):
        melds, tiles = random_hand(rng)
        tile = rng.choice(tiles)
        tiles.remove(tile)
        options = {k: rng.random() < 0.5 for k in ("menqing", "zhongzhang", "jingou", "yaojiu_jiangdui", "haidi")} | {
            "cap": rng.choice([0, 0, 4, 8])
        }
        names = [rules.actions.format_tiles(sorted(t[:4] if "kong" in k else t)) for k, t in melds]
        texts = [f"{k} {n}" + ("" if k == "concealed_kong" else "@0") for (k, _), n in zip(melds, names, strict=True)]
        last = rng.random() < 0.2
        case = winner(rules.actions.format_tiles(sorted(tiles)), *texts) | {"options": options}
        case["event"] |= {"tile": rules.actions.format_tiles([tile]), "flags": ["last_tile"] if last else []}
        expected = plain_chengdu.points(melds, [*tiles, tile], options, last)
        answer = rules.score(case)
        if expected is None:
            assert answer["ok"] is False and answer["error"]["code"] == "not_a_win", case
        else:
            assert answer.get("deltas") == [0, expected, -expected, 0], (case, answer)
            seen[answer["winners"][0]["fans"][0]["id"]] += 1
    assert {"pinghu", "duiduihu", "qingyise", "yaojiu", "qidui", "qingdui", "jiangdui", "qingqidui"} <= set(seen)


# -- options and words -----------------------------------------------------------------------------------------------


@pytest.mark.clause("CD-30", "CD-37", "CD-42")
def test_the_options_are_those_of_the_format():
    expected = {
        "blood_battle": (False, True), "swap_three": (False, True), "lack_suit": (False, True),
        "kong_money": (False, True), "menqing": (False, True), "zhongzhang": (False, True), "haidi": (False, True),
        "jingou": (False, True), "self_draw": ("none", "base", "fan"), "kong_flower": ("discard", "self_draw"),
        "cap": (0, 4, 5, 8, 10), "chajiao": ("min", "max", "none"), "yaojiu_jiangdui": (True, False),
        "heaven_earth": (True, False), "guoshui": (True, False), "last_four": (True, False),
        "multi_win": (True, False), "base": (1, 2, 5, 10), "deals": (8, 4, 16), "clock": (20, 10, 30, 60, 0),
        "pace": (0, 1, 2, 3), "hints": (True, False),
    }  # fmt: skip
    assert {o.key: o.choices for o in get_ruleset("chengdu").options} == expected


def test_presets_and_rulings_can_be_shown():
    for preset in rules.presets("chengdu"):
        options = rules.check_options("chengdu", preset.options)
        assert preset.label.in_("zh") and rules.start("chengdu", options, seed_of(1), dealer=0)
    blood = next(p for p in rules.presets("chengdu") if p.key == "blood").options
    assert all(blood[key] is True for key in ("blood_battle", "swap_three", "lack_suit", "kong_money"))
    for clause, text in get_ruleset("chengdu").rulings:
        assert re.fullmatch(r"(CD|CO)-\d\d", clause) and text.in_("zh") and text.in_("en")


@pytest.mark.clause("CD-04", "CD-23", "CD-30")
@pytest.mark.parametrize("options", [{}, {"blood_battle": True}])
def test_four_normal_bots_rarely_draw(options):
    drawn = 0
    for n in range(24):
        deal, _ = rules.start("chengdu", options, seed_of(n), dealer=n % 4)
        rng = random.Random(n)
        while not deal.over:
            if deal.settling:
                deal, _ = rules.settle_draw(deal)
                break
            s = deal.actors[0]
            deal, _ = rules.apply(deal, s, rules.parse(rules.bots.choose("normal", rules.view_for(deal, s), rng)))
        drawn += deal.result.drawn
    assert drawn < 6
