"""Turns a room view into the parts of the room page: {id: html}, each one element that swaps itself by id.

Used by the page and by the answer to an action (all parts) and by the consumer (the parts whose text changed).
Reads the room view only, which holds nothing this viewer may not see. Must not add anything that changes without a
visible reason (no times, no version numbers): a part that changes when somebody else passes would tell on him.
"""

import hashlib
import re
from collections import OrderedDict

from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import room_parts, table_parts, talk_parts
from games.templatetags.tiles import in_language

TABLE_IDS = (
    "status",
    "news",
    *(f"{kind}-{place}" for kind in ("seat", "pond") for place in ("left", "across", "right", "me")),
    "rows",
    "hints",
    "actions",
    "hand",
)
PART_IDS = ("topbar", "notice", "vote", *TABLE_IDS, "lobby", "standings", "result", "talk", "mutes", "sync")
_ASKED = re.compile(r'data-ask=("[^"]*")')


def parts(room_view: dict, language: str) -> dict[str, SafeString]:
    """Every part of the page for this viewer, in the order of PART_IDS. Parts of another state are empty and hidden."""
    with override(language):
        base = reverse("room", args=[room_view["room"]["code"]])
        contexts: dict[str, tuple[str, dict]] = {"topbar": ("topbar", room_parts.topbar(room_view))}
        if room_view["deal"]:
            contexts |= table_parts.contexts(room_view)
        contexts |= room_parts.contexts(room_view) | talk_parts.contexts(room_view)
        html = {}
        for part_id in PART_IDS:
            if part_id in contexts:
                name, context = contexts[part_id]
                html[part_id] = _part(name, language, {"id": part_id, "base": base, **context})
            else:
                html[part_id] = _empty(part_id)
        html["notice"] = notice("", language)
        html["sync"] = format_html(
            '<div id="sync" data-ask="{}parts/?have={}" hx-swap-oob="true" data-language="{}"></div>',
            base,
            digest(html),
            language,
        )
        return html


def digest(html: dict[str, str]) -> str:
    """A short name of what the viewer sees, for "anything new?" questions. The sync part itself does not count."""
    joined = "\n".join(text for part_id, text in html.items() if part_id != "sync")
    return hashlib.sha256(joined.encode()).hexdigest()[:16]


def following(sync: str, before: str) -> SafeString:
    """The sync part of a message that holds only what differs from `before`, the sync part sent last: it names that
    one, so that a page which meanwhile has heard otherwise (an answer to its own action) can see that this does not
    fit and ask for everything."""
    return mark_safe(sync.replace("data-ask=", f"data-after={_ASKED.search(before)[1]} data-ask=", 1))


def notice(message, language: str) -> SafeString:
    """The notice part alone: a sentence (Text, lazy or plain) for this viewer, or the empty notice."""
    with override(language):
        sentence = in_language(message, language)
    return format_html(
        '<div id="notice" class="notice" role="alert" hx-swap-oob="true"{}>{}</div>',
        "" if sentence else SafeString(" hidden"),
        sentence,
    )


def elsewhere(room_view: dict, older: bool, language: str) -> SafeString:
    """The banner of a page whose person has opened the table once more: that page drives, this one only looks on.
    Not one of the parts: what is newest is a matter of sockets, and only they send it."""
    playing = room_view["me"]["seat"] is not None and room_view["room"]["status"] in ("playing", "between")
    if not (older and playing):
        return _empty("elsewhere")
    with override(language):
        return format_html(
            '<div id="elsewhere" class="elsewhere" role="status" hx-swap-oob="true"><p>{}</p>'
            '<a class="button" href="{}">{}</a></div>',
            _("You have this table open somewhere else too. Here you can only watch."),
            reverse("room", args=[room_view["room"]["code"]]),
            _("Play here"),
        )


_rendered: OrderedDict[bytes, SafeString] = OrderedDict()  # what was drawn lately, whoever looked
KEEP = 4096


def _part(name: str, language: str, context: dict) -> SafeString:
    """One template, drawn once for equal contexts: after a move most parts of most viewers are as they were.

    A context holds plain values only, so its repr says all of it. The memo may be shared between viewers, because a
    context holds all that decides the text, and it is bounded.
    """
    key = hashlib.blake2b(f"{name} {language} {context!r}".encode(), digest_size=16).digest()
    html = _rendered.pop(key, None)
    if html is None:
        html = get_template(f"games/parts/{name}.html").render(context)
    _rendered[key] = html
    while len(_rendered) > KEEP:
        _rendered.popitem(last=False)
    return html


def _empty(part_id: str) -> SafeString:
    return format_html('<div id="{}" hidden hx-swap-oob="true"></div>', part_id)
