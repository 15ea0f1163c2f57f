"""The copies of the clauses and cases are those of ../shared where that folder exists; without it they are here."""

from pathlib import Path

import pytest

from tests import clauses
from tests.server import ROOT

CASES = ROOT / "tests" / "data" / "cases"
FILES = ("chengdu", "dalian", "guobiao", "neimenggu", "records-guobiao", "sichuan258")


def shared() -> Path | None:
    """../shared beside the main tree; a clone elsewhere may not have it."""
    folder = ROOT.parent / "shared"
    return folder if folder.is_dir() else None


@pytest.mark.parametrize("name", FILES)
def test_cases_are_here_and_unchanged(name):
    copy = (CASES / f"{name}.jsonl").read_bytes()
    assert copy.strip()
    if folder := shared():
        assert copy == (folder / "cases" / f"{name}.jsonl").read_bytes()


def test_no_case_file_is_forgotten():
    if folder := shared():
        assert {p.name for p in (folder / "cases").glob("*.jsonl")} <= {p.name for p in CASES.glob("*.jsonl")}


def test_clause_ids_are_those_of_the_rules():
    known = clauses.known()
    assert len(known) == len(set(known)) > 200
    assert known[-81:] == [f"GB-F{n}" for n in range(1, 82)]
    if folder := shared():
        assert known == clauses.ids_in((folder / "RULES.md").read_text())
