"""Cases and records as data: every line of tests/data is answered as it expects, for each registered rule set.

tests/data/cases are the given ones, byte for byte; tests/data/*-own.jsonl are ours; tests/data/records hold whole deals
(records that carry their own "expect" or "result"). A registered rule set without cases fails.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rules

DATA = Path(__file__).parent.parent / "data"
CODES = rules.ruleset_codes()


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def cases() -> list:
    files = [*sorted((DATA / "cases").glob("*.jsonl")), *sorted(DATA.glob("*-own.jsonl"))]
    found = [case for path in files if not path.name.startswith("records-") for case in lines(path)]
    return [pytest.param(case, id=case["id"]) for case in found if case["ruleset"] in CODES]


def records() -> list:
    found = [
        (record.get("id"), record)
        for path in sorted((DATA / "cases").glob("records-*.jsonl"))
        for record in lines(path)
    ]
    found += [(path.stem, json.loads(path.read_text())) for path in sorted((DATA / "records").glob("*.json"))]
    return [pytest.param(record, id=name) for name, record in found if record["ruleset"] in CODES]


@pytest.mark.parametrize("code", CODES)
def test_every_registered_rule_set_has_cases(code):
    assert any(case.values[0]["ruleset"] == code for case in cases())


@pytest.mark.parametrize("case", cases())
def test_case(case):
    expect, answer = case["expect"], rules.score(case)
    assert answer["id"] == case["id"]
    if not expect["ok"]:
        assert not answer["ok"], answer
        assert answer["error"]["code"] == expect["code"], answer["error"]
        assert answer["error"]["message"]
        return
    assert answer["ok"], answer
    assert answer["deltas"] == expect["deltas"]
    assert sum(answer["deltas"]) == 0 and all(t["amount"] > 0 for t in answer["transfers"])
    assert [w["seat"] for w in answer["winners"]] == case["event"]["winners"]
    if "total" in expect:
        assert answer["winners"][0]["total"] == expect["total"]
    if "fans" in expect:
        fans = {f["name"]: f["count"] for f in answer["winners"][0]["fans"]}
        assert fans in (expect["fans"], expect.get("equal_alternative"))


@pytest.mark.parametrize("record", records())
def test_record(record):
    expect, answer = record.get("expect", {"ok": True}), rules.replay(record)
    if expect["ok"]:
        assert answer["ok"], answer
        assert answer["moves"] == len(record["moves"])
    else:
        assert not answer["ok"] and answer["error"]["message"]
        assert answer["error"]["move"] == expect["move"], answer["error"]


def test_an_answer_is_json():
    for case in cases():
        assert json.loads(json.dumps(rules.score(case.values[0])))


JUNK = (None, 3, "x", [], {}, {"ruleset": "dalian"}, {"ruleset": None}, {"ruleset": ["dalian"]}, {"ruleset": "riichi"})


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_a_bad_case_and_a_broken_record(junk):
    answer = rules.score(junk)
    assert answer["ok"] is False and answer["error"]["code"] == "bad_case"
    answer = rules.replay(junk)
    assert answer["ok"] is False and answer["error"]["move"] is None


VALUES = (None, True, -1, 99, 1.5, "", "zz", "5m5m", [], [None], [[]], {}, {"a": 1})


@pytest.mark.parametrize("code", CODES)
def test_no_value_anywhere_in_a_case_raises(code):
    """Every place of a good case replaced by every kind of junk: an answer, never an exception."""
    good = next(c.values[0] for c in cases() if c.values[0]["ruleset"] == code and c.values[0]["expect"]["ok"])

    def places(value, path=()):
        yield path
        if isinstance(value, dict):
            for key in value:
                yield from places(value[key], (*path, key))
        elif isinstance(value, list):
            for i in range(len(value)):
                yield from places(value[i], (*path, i))

    extra = {"bao": "5m", "bird": "5m", "genzhuang": "5m", "turned": "5m"}
    full = {**good, **extra, "event": {"fed_by": 0, "claims": {"1": ["x"]}, "tiles": "5m5m", **good["event"]}}
    for seat in range(len(full["players"])):
        full["players"][seat] = {"flowers": 0, "lack": None, "ready": None, "out": False, **full["players"][seat]}
    for path in places(full):
        for value in VALUES:
            broken = json.loads(json.dumps(full))
            if not path:
                broken = value
            else:
                at = broken
                for key in path[:-1]:
                    at = at[key]
                at[path[-1]] = value
            answer = rules.score(broken)
            assert answer["ok"] in (True, False), (path, value)
