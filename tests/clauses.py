"""Which rule clauses no test names: `pytest --clauses` prints them. Used by conftest.py; holds no test."""

import re
from pathlib import Path

LIST = Path(__file__).parent / "data" / "clauses.txt"


def known() -> list[str]:
    """All clause ids, in the order of RULES.md."""
    return LIST.read_text().split()


def named(items) -> dict[str, list[str]]:
    """Clause id -> the tests that name it by @pytest.mark.clause("DL-31", ...)."""
    found: dict[str, list[str]] = {}
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                found.setdefault(clause, []).append(item.nodeid)
    return found


def finish(session) -> None:
    """After collection: an unknown id is an error; with --clauses print what is missing."""
    import pytest

    marks, order = named(session.items), known()
    unknown = sorted(set(marks) - set(order))
    if unknown:
        tests = ", ".join(marks[unknown[0]][:3])
        raise pytest.UsageError(f"no such rule clause: {' '.join(unknown)} (in {tests})")
    if session.config.getoption("--clauses"):
        missing = [clause for clause in order if clause not in marks]
        print(f"\n{len(order) - len(missing)} of {len(order)} rule clauses are named by a test.")
        if missing:
            print("Without a test: " + " ".join(missing))


def ids_in(text: str) -> list[str]:
    """The ids of RULES.md, in its order of sections, the 81 rows of the Guobiao fan table spelled out."""
    found = set(re.findall(r"\b(?:CO|DL|NM|CD|SC|GB)-\d\d\b", text))
    sections = ["CO", "DL", "NM", "CD", "SC", "GB"]
    numbered = sorted(found, key=lambda clause: (sections.index(clause[:2]), clause))
    return numbered + [f"GB-F{number}" for number in range(1, 82)]
