"""The result of a match as a text for the group chat, in the active language. Pure: plain values in, one string out."""

from datetime import date as Date

from django.utils.translation import gettext as _

from games.templatetags.tiles import signed


def share_text(
    *, code: str, ruleset: str, date: Date, deals: int, ranks: list[dict], evening: dict | None, link: str
) -> str:
    """`ranks`: rows of {"rank", "name", "total"}, the first one first; `evening` as in points.evening; `link` may be
    a path: the script that copies it puts the site's address before it."""
    lines = [
        f"{ruleset} · {_('Table %(code)s') % {'code': code}} · {date.isoformat()}",
        _("Deals played: %(count)d") % {"count": deals},
    ]
    lines += [f"{row['rank']}. {row['name']} {signed(row['total'])}" for row in ranks]
    if evening and evening["matches"] > 1:
        lines.append(_("All %(count)d matches together:") % {"count": evening["matches"]})
        lines += [f"{row['name']} {signed(row['total'])}" for row in evening["rows"]]
    return "\n".join([*lines, link])
