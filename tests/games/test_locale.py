"""Every message of the code and the templates has its Chinese, and none is left over."""

import re
from pathlib import Path

import polib
from django.conf import settings
from django.core.management import call_command

from tests.games.messages import all_messages

PO = Path(settings.LOCALE_PATHS[0]) / "zh_Hans" / "LC_MESSAGES" / "django.po"


def test_every_message_is_translated_and_none_is_left_over():
    used, catalogue = all_messages(), polib.pofile(str(PO))
    known = {(entry.msgctxt, entry.msgid): entry for entry in catalogue if not entry.obsolete}
    assert len(used) > 150, "the extractor finds too little"
    assert {key: place for key, place in used.items() if key not in known} == {}, "not in the .po file"
    assert [key for key in known if key not in used] == [], "nobody uses these any more"
    assert [entry.msgid for entry in catalogue if entry.fuzzy or not entry.translated()] == []


def test_a_translation_has_no_placeholder_of_its_own():
    for entry in polib.pofile(str(PO)):
        asked, given = (set(re.findall(r"%\(\w+\)[sd]", text)) for text in (entry.msgid, entry.msgstr))
        assert given <= asked, entry.msgid


def test_chinese_reads_chinese():
    """A translation without a Chinese character is an English word that slipped through."""
    for entry in polib.pofile(str(PO)):
        assert re.search(r"[\u4e00-\u9fff、]", entry.msgstr), entry.msgid


def test_compile_locale_writes_what_django_reads(tmp_path, settings):
    folder = tmp_path / "zh_Hans" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(PO.read_text(encoding="utf-8"), encoding="utf-8")
    settings.LOCALE_PATHS = [tmp_path]
    call_command("compile_locale", verbosity=0)
    compiled = {entry.msgid: entry.msgstr for entry in polib.mofile(str(folder / "django.mo"))}
    assert compiled["Waiting for answers"] == "等待应答"
