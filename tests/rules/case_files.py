"""The case files of a rule set, shared and own, as pytest parameters. Helper of the case tests, holds no test."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules

DATA = Path(__file__).parent.parent / "data"


def own_file(code: str) -> Path:
    return DATA / f"{code}-own.jsonl"


def marked_cases(code: str, prefix: str) -> Iterator[Any]:
    """Each case, marked with the clauses (of `prefix` or CO) that its `why` names."""
    for path in (DATA / "cases" / f"{code}.jsonl", own_file(code)):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            clauses = sorted(set(re.findall(rf"\b(?:{prefix}|CO)-\d\d\b", case["why"])))
            yield pytest.param(case, id=case["id"], marks=[pytest.mark.clause(*clauses)] if clauses else [])


def assert_answered(case: dict[str, Any]) -> None:
    """The answer is the expected one, and its deltas sum to zero."""
    answer, expect = rules.score(case), case["expect"]
    assert answer["ok"] == expect["ok"], (answer, case["why"])
    if expect["ok"]:
        assert answer["deltas"] == expect["deltas"], case["why"]
        assert sum(answer["deltas"]) == 0
    else:
        assert answer["error"]["code"] == expect["code"], (answer, case["why"])
