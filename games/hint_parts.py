"""The part "hints": what the own hand waits for, or what each discard would leave it waiting for. Plain values only.

Called inside the page's language with what rules.hints_for says; knows no rule set.
"""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.templatetags.tiles import in_language
from games.tile_html import tile_html, tile_names


def context(hints: dict, drawn: str | None) -> dict:
    """The waits now; or for one's own turn each discard with its waits, the drawn tile's or the best one's on top."""
    unit = _label(hints["unit"])
    rows = [
        {
            "tile": row["tile"] if row["kind"] == "discard" else "",
            "html": format_html(
                '<span class="what">{} {}</span>{}', _label(row["label"]), tile_html(row["tile"], "small"),
                waits_html(row["waits"], unit),
            ),
        }
        for row in hints["after"]
    ]  # fmt: skip
    now: str | SafeString = ""
    if hints["waits"]:
        now = format_html('<b class="what">{}</b>{}', _("Ready for"), waits_html(hints["waits"], unit))
    elif rows:
        places = range(len(rows))
        of_drawn = [i for i in places if rows[i]["tile"] and rows[i]["tile"] == drawn]
        now = rows[of_drawn[0] if of_drawn else max(places, key=lambda i: _worth(hints["after"][i]))]["html"]
    left = " ".join(f"{tile}:{count}" for tile, count in hints["left"].items())
    return {"now": now, "rows": rows, "left": left, "words": _("%(n)s unseen")}


def marks(hints: dict | None) -> dict[str, tuple[str, str]]:
    """Of the tiles whose discard leaves a waiting hand: (class, words for the button)."""
    found = {}
    for row in hints["after"] if hints else ():
        if row["kind"] == "discard":
            names = tile_names(wait["tile"] for wait in row["waits"])
            good = any(_counts(wait) for wait in row["waits"])
            found[row["tile"]] = ("leaves" if good else "leaves short", _("leaves you waiting for %s") % names)
    return found


def waits_html(waits: list[dict], unit: str) -> SafeString:
    """Each wait: the tile, how many are unseen, what it is worth; then the faint ones with the reason."""
    return format_html_join(
        "",
        '<span class="wait{}">{} <b>{}</b> <small>{}</small></span>',
        (
            (
                "" if _counts(wait) else " short",
                tile_html(wait["tile"], "small"),
                _("%(n)s unseen") % {"n": wait["unseen"]} if wait["unseen"] else _("none left"),
                _words(wait, unit),
            )
            for wait in sorted(waits, key=lambda wait: not _counts(wait))
        ),
    )


def _words(wait: dict, unit: str) -> str:
    """ "8–16, drawn 32 points", or the one way that is left, or why there is none."""
    drawn, given, reason = wait["self_drawn"], wait["on_discard"], _label(wait["reason"])
    if drawn is None and given is None:
        return reason
    says = {"b": drawn, "unit": unit}
    if given is not None:
        least, most = given
        says["a"] = f"{least}–{most}" if least != most else str(least)
    if drawn is None:
        return _("only from others: %(a)s %(unit)s") % says + f" ({reason})"
    if given is None:
        return _("only self-drawn: %(b)s %(unit)s") % says + f" ({reason})"
    return _("%(a)s, drawn %(b)s %(unit)s") % says


def _counts(wait: dict) -> bool:
    """Can it still be won on?"""
    return bool(wait["unseen"]) and (wait["self_drawn"] is not None or wait["on_discard"] is not None)


def _worth(row: dict) -> tuple[int, int]:
    """Which discard to show before any other: the most tiles to win on, then the dearest."""
    good = [wait for wait in row["waits"] if _counts(wait)]
    return sum(wait["unseen"] for wait in good), max((wait["self_drawn"] or 0 for wait in good), default=0)


def _label(value) -> str:
    return in_language(value, get_language() or "zh-hans") if value is not None else ""
