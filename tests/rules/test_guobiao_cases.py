"""国标: the case files, shared and own, and the records. Each case marks the clauses that its `why` names; an own case
may list fans that seem to be there and do not count (`absent`)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rules
from rules.rulesets.guobiao_fans import FANS
from tests.rules.guobiao_hands import ask_oracle, won_of_case

DATA = Path(__file__).parent.parent / "data"
SHARED, OWN = DATA / "cases" / "guobiao.jsonl", DATA / "guobiao-own.jsonl"
RECORDS = DATA / "cases" / "records-guobiao.jsonl"


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def cases():
    for case in (*lines(SHARED), *lines(OWN)):
        clauses = sorted(set(re.findall(r"\b(?:GB|CO)-F?\d+\b", case.get("why", ""))))
        yield pytest.param(case, id=case["id"], marks=[pytest.mark.clause(*clauses)] if clauses else [])


@pytest.mark.parametrize("case", list(cases()))
def test_case(case):
    answer, expect = rules.score(case), case["expect"]
    assert answer["ok"] == expect["ok"], (answer, case.get("why"))
    if not expect["ok"]:
        assert answer["error"]["code"] == expect["code"], (answer, case.get("why"))
        return
    assert answer["deltas"] == expect["deltas"] and sum(answer["deltas"]) == 0
    if not answer["winners"]:
        return
    (winner,) = answer["winners"]
    fans = {f["name"]: f["count"] for f in winner["fans"]}
    assert winner["total"] == expect["total"] == sum(f["value"] * f["count"] for f in winner["fans"])
    if "fans" in expect:
        assert fans in (expect["fans"], expect.get("equal_alternative")), case.get("why")
    assert not set(case.get("absent", ())) & set(fans), case["why"]


@pytest.mark.clause(*[f"GB-F{n}" for n in range(1, 82)])
def test_every_fan_has_a_case_where_it_counts_and_one_where_it_does_not():
    own = lines(OWN)
    counts = {name for c in own for name in c["expect"].get("fans", ())}
    absent = {name for c in own for name in c.get("absent", ())}
    numbered = {f.name.in_("zh") for f in FANS if f.clause.startswith("GB-F")}
    assert len(numbered) == 81
    assert not numbered - counts
    assert not numbered - absent


@pytest.mark.clause("GB-12")
def test_the_oracle_agrees_with_our_cases():
    """Expectations were worked out by hand; the oracle is a second opinion on all without a joker."""
    seen = 0
    for case in lines(OWN):
        if case["expect"]["ok"] and case["event"]["winners"] and not case["options"].get("joker"):
            said = ask_oracle(won_of_case(case))
            assert sum(value * n for value, n in said.values()) == case["expect"]["total"], case["id"]
            seen += 1
    assert seen > 130


@pytest.mark.clause("GB-02", "GB-03", "GB-05", "GB-06", "GB-10")
@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in lines(RECORDS)])
def test_record(record):
    answer, expect = rules.replay(record), record["expect"]
    assert answer["ok"] == expect["ok"], answer
    if not expect["ok"]:
        assert answer["error"]["move"] == expect["move"], answer


@pytest.mark.clause("GB-08")
def test_a_record_may_name_an_equal_reading_and_no_other():
    record = next(r for r in lines(RECORDS) if r["id"] == "GB-R42")
    ours = rules.replay({**record, "result": {**record["result"], "fans": None}})["fans"]
    assert ours != record["result"]["fans"] and rules.replay(record)["ok"]
    wrong = {**record["result"]["fans"], "一般高": 3}
    answer = rules.replay({**record, "result": {**record["result"], "fans": wrong}})
    assert answer["error"]["move"] is None and "一般高" in answer["error"]["message"]
    answer = rules.replay({**record, "result": {**record["result"], "total": record["result"]["total"] + 1}})
    assert answer["error"]["move"] is None


@pytest.mark.clause("GB-04", "GB-07")
@pytest.mark.parametrize(("hand", "says"), [("567p68s888mEE", "GB-04"), ("567p69s888mEE", "GB-07")])
def test_the_refusal_names_the_condition(hand, says):
    winner = {"hand": hand, "melds": ["chow 234m@0"]}
    event = {"kind": "discard", "winners": [1], "from": 2, "tile": "7s"}
    answer = rules.score({"ruleset": "guobiao", "players": [{}, winner, {}, {}], "event": event})
    assert answer["error"]["code"] == "not_a_win" and says in answer["error"]["message"]
