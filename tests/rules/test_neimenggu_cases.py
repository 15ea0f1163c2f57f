"""内蒙古穷胡: the case files, shared and own. Each case marks the clauses that its `why` names."""

from __future__ import annotations

import pytest

import rules
from tests.rules.case_files import assert_answered, marked_cases, own_file


@pytest.mark.parametrize("case", list(marked_cases("neimenggu", "NM")))
def test_case(case):
    assert_answered(case)


def test_enough_own_cases():
    assert len(own_file("neimenggu").read_text(encoding="utf-8").splitlines()) >= 60


@pytest.mark.clause("NM-20", "NM-23", "NM-26")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"hand": "46s789s234m99m", "melds": ["pung 111m@0"]}, "NM-20"),
        ({"hand": "46s678m234m55p", "melds": ["pung 222p@0"]}, "NM-21"),
        ({"melds": ["chow 234p@0"]}, "NM-22"),
        ({"hand": "5s", "melds": ["chow 123p@0", "pung 222m@2", "pung 777s@3", "pung EEE@0"]}, "NM-23"),
        ({"hand": "111p46s789m234m99p", "melds": []}, "NM-26"),
    ],
)
def test_the_refusal_names_the_condition(changes, clause):
    winner = {"hand": "46s789m234m99p", "melds": ["pung 111p@0"]} | changes
    case = {
        "ruleset": "neimenggu",
        "players": [{}, winner, {}, {}],
        "event": {"kind": "discard", "winners": [1], "from": 2, "tile": "5s"},
    }
    answer = rules.score(case)
    assert answer["error"]["code"] == "not_a_win" and clause in answer["error"]["message"]


@pytest.mark.clause("NM-30", "NM-36", "NM-39")
def test_the_rows_say_what_counted_and_against_whom():
    case = {
        "ruleset": "neimenggu",
        "options": {"menqing_fan": True, "zhazhen": 5, "teda": True},
        "players": [{"open": True}, {"hand": "45556s789m99p", "melds": ["chow 123p@0"]}, {}, {"open": True}],
        "event": {"kind": "self_draw", "winners": [1], "tile": "5s"},
    }
    answer = rules.score(case)
    rows = {f["id"]: (f["value"], f["payers"]) for f in answer["winners"][0]["fans"]}
    assert rows == {"jiahu": (2, [0, 2, 3]), "teda": (4, [0, 2, 3]), "menqing": (2, [2]), "zhazhen": (5, [0, 2, 3])}
    assert answer["deltas"] == [-13, 47, -21, -13]  # 2*4+5, and 2*4*2+5 of the unopened payer
    assert answer["winners"][0]["total"] == 21
