"""The counts of tests/data/perft.json, counted again (perft.py says what they are)."""

from __future__ import annotations

import json

import pytest

import rules
from tests.rules import perft

ROWS = json.loads(perft.FILE.read_text())


@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_every_registered_rule_set_is_counted(code):
    assert any(row["ruleset"] == code for row in ROWS), "python -m tests.rules.perft"


@pytest.mark.parametrize("number", [n for n, row in enumerate(ROWS) if row["ruleset"] in rules.ruleset_codes()])
def test_counts(number):
    row = ROWS[number]
    assert perft.counts(row) == row["counts"], (row["ruleset"], row["options"], len(row["moves"]))
