"""The first deals that newcomers play: they fit the rules, end with the learner's win, and say something everywhere."""

import pytest

import rules
from rules.lesson import LEARNER, NoLesson, has_lesson, steps_of

CODES = rules.ruleset_codes()


@pytest.mark.parametrize("code", CODES)
def test_the_lesson_is_a_real_deal_that_the_learner_wins(code):
    *decisions, end = steps_of(code)
    assert 6 <= len(decisions) <= 10, "about ten short steps"
    for step in decisions:
        assert LEARNER in step.deal.actors and step.action in rules.legal_actions(step.deal, LEARNER)
    assert end.action is None and end.deal.over
    assert [win.seat for win in end.deal.result.wins] == [LEARNER] and sum(end.deal.result.deltas) == 0


@pytest.mark.parametrize("code", CODES)
def test_every_step_is_said_in_both_languages_and_short(code):
    for step in steps_of(code):
        assert 4 <= len(step.words.zh) <= 120 and 10 <= len(step.words.en) <= 340
        assert any("\u4e00" <= c <= "\u9fff" for c in step.words.zh)


@pytest.mark.parametrize("code", CODES)
def test_the_lesson_names_the_points_that_were_paid(code):
    """A change of the scoring must not leave the last word behind."""
    end = steps_of(code)[-1]
    zh, en = end.words.zh.replace("8 加 23", "31"), end.words.en.replace("8 + 23", "31")
    for amount in {t.amount for t in end.deal.result.transfers}:
        assert str(amount) in zh and str(amount) in en


def test_a_rule_set_without_a_lesson_says_so(monkeypatch):
    monkeypatch.setattr("rules.lesson.get_ruleset", lambda code: None)
    assert not has_lesson("nowhere")
    with pytest.raises(NoLesson):
        steps_of("nowhere")
