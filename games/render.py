"""Turns a room view into the parts of the room page: {id: html}, each one element that swaps itself by id.

Used by the page and by the answer to an action (all parts) and by the consumer (the parts whose text changed).
Reads the room view only, which holds nothing this viewer may not see. Must not add anything that changes without a
visible reason (no times, no version numbers): a part that changes when somebody else passes would tell on him.
"""

import hashlib

from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import override

from games import room_parts, table_parts
from games.templatetags.tiles import in_language

TABLE_IDS = (
    "status",
    "news",
    *(f"{kind}-{place}" for kind in ("seat", "pond") for place in ("left", "across", "right", "me")),
    "rows",
    "actions",
    "hand",
)
PART_IDS = ("topbar", "notice", "vote", *TABLE_IDS, "lobby", "standings", "result", "sync")


def parts(room_view: dict, language: str) -> dict[str, SafeString]:
    """Every part of the page for this viewer, in the order of PART_IDS. Parts of another state are empty and hidden."""
    with override(language):
        base = reverse("room", args=[room_view["room"]["code"]])
        contexts: dict[str, tuple[str, dict]] = {"topbar": ("topbar", room_parts.topbar(room_view))}
        if room_view["deal"]:
            contexts |= table_parts.contexts(room_view)
        contexts |= room_parts.contexts(room_view)
        html = {}
        for part_id in PART_IDS:
            if part_id in contexts:
                name, context = contexts[part_id]
                html[part_id] = get_template(f"games/parts/{name}.html").render(
                    {"id": part_id, "base": base, **context}
                )
            else:
                html[part_id] = _empty(part_id)
        html["notice"] = notice("", language)
        html["sync"] = format_html(
            '<div id="sync" hx-get="{}parts/?have={}" hx-trigger="resync" hx-swap="none" hx-swap-oob="true"></div>',
            base,
            digest(html),
        )
        return html


def digest(html: dict[str, str]) -> str:
    """A short name of what the viewer sees, for "anything new?" questions. The sync part itself does not count."""
    joined = "\n".join(text for part_id, text in html.items() if part_id != "sync")
    return hashlib.sha256(joined.encode()).hexdigest()[:16]


def notice(message, language: str) -> SafeString:
    """The notice part alone: a sentence (Text, lazy or plain) for this viewer, or the empty notice."""
    with override(language):
        sentence = in_language(message, language)
    return format_html(
        '<div id="notice" class="notice" role="alert" hx-swap-oob="true"{}>{}</div>',
        "" if sentence else SafeString(" hidden"),
        sentence,
    )


def _empty(part_id: str) -> SafeString:
    return format_html('<div id="{}" hidden hx-swap-oob="true"></div>', part_id)
