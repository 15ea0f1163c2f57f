"""The lesson page: every rule set can be learnt to the end by clicking what the page offers; nothing is stored."""

import re

import pytest

import rules
from games.models import Deal, Room
from rules.glossary import GLOSSARY
from rules.lesson import steps_of

pytestmark = pytest.mark.django_db
OFFER = re.compile(r'name="action" value="([^"]+)"')


@pytest.mark.parametrize("code", rules.ruleset_codes())
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_a_newcomer_plays_the_lesson_to_its_end(client, code, language):
    client.cookies["django_language"] = language
    number, steps = 0, steps_of(code)
    page = client.get(f"/learn/{code}/").content.decode()
    while steps[number].action is not None:
        offered = OFFER.findall(page)
        assert str(steps[number].action) in offered and steps[number].words.in_(language)[:20] in page
        answer = client.post(f"/learn/{code}/", {"step": number, "action": str(steps[number].action)})
        assert answer.status_code == 303
        page = client.get(answer["Location"]).content.decode()
        number += 1
    assert steps[number].words.in_(language)[:10] in page and 'name="action"' not in page
    assert not Room.objects.exists() and not Deal.objects.exists()


def test_another_action_stays_and_says_so(client):
    client.cookies["django_language"] = "en"
    page = client.post("/learn/dalian/", {"step": "0", "action": "discard 1m"})
    assert page.status_code == 200 and "follow along" in page.content.decode()


@pytest.mark.parametrize("step", ["-1", "999", "x", "１"])
def test_odd_steps_do_no_harm(client, step):
    assert client.get("/learn/chengdu/", {"step": step}).status_code == 200
    assert client.post("/learn/chengdu/", {"step": step, "action": "\x00"}).status_code == 200


def test_no_such_lesson(client):
    assert client.get("/learn/nowhere/").status_code == 404


def test_the_other_hands_stay_hidden_in_the_lesson(client):
    """A lesson shows what a player sees."""
    page = client.get("/learn/dalian/?step=2").content.decode()
    seats = page.split('id="seat-across"')[1].split("</section>")[0]
    assert seats.count("back") >= 1 and page.count('id="h0"') == 1


def test_the_glossary_says_every_word_in_both_languages(client):
    for language in ("zh-hans", "en"):
        client.cookies["django_language"] = language
        page = re.sub(r'<span lang="zh-Hans">(\w+)</span>', r"\1", client.get("/words/").content.decode())
        for chapter in GLOSSARY:
            for word in chapter.words:
                assert word.term.in_(language) in page and word.means.in_(language).split("'")[0] in page
    codes = {code for chapter in GLOSSARY for word in chapter.words for code in word.codes}
    assert codes == set(rules.ruleset_codes()), "every rule set has words of its own, and no word of an unknown one"
