"""The rules pages: complete in both languages, naming every clause of their rule set, with examples that score."""

import re
from pathlib import Path

import pytest

import rules
from rules.guide import guide_of

CLAUSES = (Path(__file__).parent.parent / "data" / "clauses.txt").read_text().split()
PREFIX = {"dalian": "DL", "neimenggu": "NM", "chengdu": "CD", "sichuan258": "SC", "guobiao": "GB"}


@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_every_clause_stands_on_the_page(code):
    ruleset = rules.get_ruleset(code)
    named = {c for s in guide_of(code).sections for r in s.rules for c in r.clauses}
    named |= {o.clause for o in ruleset.options}
    named |= {c for c, _ in ruleset.rulings}
    wanted = {c for c in CLAUSES if c.startswith(PREFIX[code] + "-") and not c.startswith("GB-F")}
    assert wanted - named == set()


@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_both_languages(code):
    guide = guide_of(code)
    texts = [guide.intro, *(s.title for s in guide.sections), *(r.text for s in guide.sections for r in s.rules)]
    texts += [t for e in guide.examples for t in (e.name, e.value, e.note) if t]
    texts += [t for _, t in rules.get_ruleset(code).rulings]
    texts += [t for o in rules.get_ruleset(code).options for t in (o.label, o.help, o.group)]
    for text in texts:
        assert text.in_("zh").strip() and text.in_("en").strip()
        assert re.search("[\u4e00-\u9fff0-9×]", text.in_("zh")), text


@pytest.mark.parametrize(
    "code, example",
    [(code, e) for code in rules.ruleset_codes() for e in guide_of(code).examples],
    ids=lambda x: getattr(x, "fan", x),
)
def test_examples_score(code, example):
    answer = rules.score({"ruleset": code, **example.case})
    assert answer["ok"], answer
    assert example.fan in {f["id"] for f in answer["winners"][0]["fans"]}
