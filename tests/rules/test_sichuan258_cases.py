"""四川(258): the case files, shared and own; each case marks the clauses that its `why` names. That each is answered
as it expects is also test_cases.py's business; here the winners' fans and the words of the refusals are looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rules
from tests.rules.case_files import assert_answered, marked_cases, own_file

DATA = Path(__file__).parent.parent / "data"
WAITS_6S = "123m456m789p45s55p"
SELF_DRAW = {"kind": "self_draw", "winners": [1], "tile": "6s"}


@pytest.mark.parametrize("case", list(marked_cases("sichuan258", "SC")))
def test_case(case):
    assert_answered(case)


def test_enough_own_cases():
    assert len(own_file("sichuan258").read_text(encoding="utf-8").splitlines()) >= 60


def score(hand: str = WAITS_6S, *melds: str, event=None, options=None, loser=None, **top):
    players = [{}, {"hand": hand, "melds": list(melds)}, loser or {}, {}]
    case = {"ruleset": "sichuan258", "options": {"birds": 0} | (options or {}), "players": players,
            "event": SELF_DRAW | (event or {}), **top}  # fmt: skip
    return rules.score(case)


@pytest.mark.clause("SC-10", "SC-11", "SC-12", "SC-13")
@pytest.mark.parametrize(
    ("hand", "event", "words"),
    [
        ("123m456m789p46s55p", {}, "SC-10"),
        ("123m456m789p45s66p", {}, "SC-10"),
        ("123m456m789p45s66p", {"flags": ["last_tile"]}, "SC-12"),
        ("1112258m367s369p", {"kind": "opening", "tile": None, "claims": {"1": ["sixi"]}}, "四喜"),
    ],
)
def test_the_refusal_names_the_condition(hand, event, words):
    answer = score(hand, event=event)
    assert answer["error"]["code"] == "not_a_win" and words in answer["error"]["message"]


FED = {"kind": "discard", "from": 2}


@pytest.mark.clause("SC-10", "SC-11", "SC-12", "SC-20", "SC-21")
@pytest.mark.parametrize(
    ("hand", "melds", "event", "fans"),
    [
        (WAITS_6S, [], {}, {"xiaohu": 1}),
        ("777s99s44s", ["pung 111m@2", "pung 333p@3"], {"tile": "4s"}, {"pengpeng": 3}),
        ("123m456m789m45m33m", [], FED | {"tile": "6m"}, {"qingyise": 6}),
        ("1133446677889m", [], FED | {"tile": "9m"}, {"qingyise": 6, "qiqiao": 6}),
        # 111222333 reads as pungs and as chows: the reading with more 大胡 counts.
        ("1112223339m44m9m", [], FED | {"tile": "4m"}, {"pengpeng": 6, "qingyise": 6}),
        ("225588m225588p2s", [], {"tile": "2s"}, {"qiqiao": 3, "jiangjiang": 3}),
        ("225558m22588p25s", [], {"tile": "8s"}, {"jiangjiang": 3}),
        ("222m555p888s2s", ["pung 555m@0"], {"tile": "2s"}, {"pengpeng": 3, "jiangjiang": 3}),
        (WAITS_6S, [], FED | {"flags": ["last_tile"]}, {"haidipao": 10}),
        (WAITS_6S, [], {"flags": ["last_tile"]}, {"haidi": 3}),
    ],
)
def test_fans(hand, melds, event, fans):
    answer = score(hand, *melds, event=event)
    assert {f["id"]: f["value"] for f in answer["winners"][0]["fans"]} == fans


@pytest.mark.clause("SC-11")
def test_four_alike_in_seven_pairs_twice_over():
    answer = score("1111m2222p3333s9s", event=FED | {"tile": "9s"})
    assert [f["id"] for f in answer["winners"][0]["fans"]] == ["qiqiao"]


@pytest.mark.clause("SC-22", "SC-30")
def test_a_hit_is_named_in_the_reason():
    case = {"ruleset": "sichuan258", "players": [{}, {"hand": WAITS_6S}, {}, {}], "event": SELF_DRAW, "bird": "2p"}
    assert [t["amount"] for t in rules.score(case)["transfers"]] == [2, 2, 4]


@pytest.mark.clause("SC-23")
@pytest.mark.parametrize("base", [1, 2, 5, 10])
def test_base(base):
    assert score(options={"base": base})["deltas"] == [-2 * base, 4 * base, -base, -base]


@pytest.mark.clause("SC-34", "SC-35", "SC-36", "SC-37", "SC-38")
@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("sixi", "1111258m367s369p"),
        ("banban", "1134m4679p136s99s"),
        ("queyise", "1122356m24578p9p"),
        ("liuliushun", "111m333p258s369s4m"),
        ("santong", "3357m3368p33149s"),
    ],
)
def test_claim_options(name, hand):
    event = {"kind": "opening", "tile": None, "claims": {"1": [name]}}
    assert score(hand, event=event, options={name: True})["deltas"] == [-2, 4, -1, -1]
    assert score(hand, event=event, options={name: False})["error"]["code"] == "bad_case"


@pytest.mark.clause("SC-30", "SC-31", "SC-32", "SC-33", "SC-39", "SC-40", "SC-41", "SC-42", "SC-43", "SC-44")
def test_defaults_of_the_options():
    options = {o.key: o.default for o in rules.get_ruleset("sichuan258").options}
    assert {k: v for k, v in options.items() if k not in ("base", "deals", "clock", "pace", "hints")} == {
        "seats": 4, "birds": 1, "bird_mode": "double", "bird_from": "dealer", "dealer_points": True, "sixi": True,
        "banban": True, "queyise": True, "liuliushun": False, "santong": False, "after_opening": "end",
        "stack_big": False, "new_scoring": False, "guoshui": False, "kong_tiles": 1,
    }  # fmt: skip
    clauses = {o.clause for o in rules.get_ruleset("sichuan258").options if o.clause}
    assert clauses == {f"SC-{n}" for n in (*range(30, 43), 44)}


# Who deals next after each recorded deal (its result is compared by the replay itself).
NEXT_DEALER = {
    "opening-ends": 1, "opening-goes-on": 0, "kong-win": 3, "kong-shot": 2, "haidi-win": 0, "haidi-shot": 0,
    "haidi-refused": 2, "haidi-taken": 2, "two-winners": 3, "two-tiles-win": 0, "two-tiles-shot": 0,
    "robbed-kong": 2, "robbed-buzhang": 2, "earthly": 0, "heavenly": 0,
}  # fmt: skip


@pytest.mark.clause("SC-03", "SC-13", "SC-15", "SC-16", "SC-17", "SC-22", "SC-44")
@pytest.mark.parametrize("name", NEXT_DEALER)
def test_recorded_deals(name):
    record = json.loads((DATA / "records" / f"sichuan258-{name}.json").read_text(encoding="utf-8"))
    deal, moves = rules.record.replay_deal(record)
    assert moves == len(record["moves"]) and deal.result.next_dealer == NEXT_DEALER[name]


@pytest.mark.clause("SC-15", "SC-17")
@pytest.mark.parametrize(
    ("name", "old", "new", "move"),
    [
        ("haidi-refused", "2 refuse", "3 refuse", 74),  # the player to draw is asked first
        ("robbed-kong", "1 kong 6s", "1 kong 2p", 6),
        ("robbed-kong", "2 win", "0 win", 7),
        ("heavenly", "0 win", "0 claim sixi", 0),
    ],
)
def test_broken_records_name_the_move(name, old, new, move):
    record = json.loads((DATA / "records" / f"sichuan258-{name}.json").read_text(encoding="utf-8"))
    moves = record["moves"]
    place = len(moves) - 1 - moves[::-1].index(old)
    answer = rules.replay({**record, "moves": [*moves[:place], new, *moves[place + 1 :]]})
    assert answer["error"]["move"] == move == place
