"""What the talk at a table shows: the lines, the phrases and emotes to choose from, whom one may mute.

Called inside the viewer's language: a phrase is stored as its key, so that each reader reads it in their own. Reads the
room view only, and of it nothing that belongs to the deal but where a speaker sits on the screen.
"""

from __future__ import annotations

from django.templatetags.static import static
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.services.talk import EMOTE, PHRASE
from games.table_parts import Table

WORDS = {
    "hello": _("Hello, everybody!"),
    "hurry": _("Hurry up, the flowers are wilting!"),
    "wait": _("One moment, please"),
    "no_rush": _("No rush, take your time"),
    "well_played": _("Well played!"),
    "lucky": _("What luck you have!"),
    "so_close": _("So close!"),
    "that_wins": _("You win with that?"),
    "wrong_tile": _("Oh no, the wrong tile"),
    "bad_hand": _("What a hopeless hand"),
    "thanks": _("Thanks!"),
    "sorry": _("Sorry about that"),
    "phone": _("Phone call, back soon"),
    "again": _("One more game!"),
    "bye": _("See you next time"),
}
FACES = {
    "laugh": _("laughs"),
    "cool": _("smug"),
    "cry": _("cries"),
    "angry": _("is angry"),
    "shock": _("is shocked"),
    "think": _("thinks"),
    "sleep": _("falls asleep"),
    "thumb": _("thumbs up"),
}
NOTES = {
    "end_refused": _("%(name)s wanted to end the match: not agreed."),
    "end_agreed": _("%(name)s wanted to end the match: everybody agreed."),
    "pause_refused": _("%(name)s wanted a pause: not agreed."),
    "pause_agreed": _("%(name)s wanted a pause: everybody agreed."),
    "resumed": _("%(name)s ended the pause."),
    "pause_over": _("The pause is over."),
    "replaced": _("A bot plays for %(name)s now."),
    "options_changed": _("%(name)s changed the options of the table."),
    "refreshed": _("%(name)s refreshed everybody's screen."),
}


def phrases() -> list[dict]:
    return [{"key": key, "words": str(words)} for key, words in WORDS.items()]


def emotes() -> list[dict]:
    return [{"key": key, "words": str(words), "picture": picture(key)} for key, words in FACES.items()]


def picture(emote: str) -> str:
    """The address of a drawn face."""
    return static(f"emotes/{emote}.svg")


def contexts(room_view: dict) -> dict[str, tuple[str, dict]]:
    talk = room_view["talk"]
    places = {}
    if room_view["deal"]:
        places = {seat: place for place, seat in Table(room_view).places.items()}
    lines = [_line(line, places.get(line["seat"], "")) for line in talk["lines"] if _words(line)]
    return {
        "talk": ("talk", {"lines": lines, "may_speak": talk["may_speak"]}),
        "mutes": ("mutes", {"people": talk["people"], "mute_all": talk["mute_all"]}),
    }


def _words(line: dict) -> str:
    """What it reads; "" when a newer or older version of the site wrote it and nobody here knows how to say it."""
    if not line["spoken"]:
        return str(NOTES.get(line["kind"], "")) % {"name": line["name"]}
    said = {PHRASE: WORDS, EMOTE: FACES}.get(line["kind"])
    return line["text"] if said is None else str(said.get(line["text"], ""))


def _line(line: dict, place: str) -> dict:
    """One line: who (empty when the table speaks), words, a picture that shows them, the speaker's place."""
    who = gettext("me") if line["is_me"] else line["name"]
    return {
        "id": line["id"],
        "who": who if line["spoken"] else "",
        "words": _words(line),
        "picture": picture(line["text"]) if line["kind"] == EMOTE else "",
        "place": place if line["spoken"] else "",
        "mine": line["spoken"] and line["is_me"],
    }
