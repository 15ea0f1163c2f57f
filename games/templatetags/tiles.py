"""Template words of the table: {% tile "5m" %}, {{ label|text }}, {{ points|signed }}, {{ seat|seat_name }}."""

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from games import tile_html

register = template.Library()
CHINESE = re.compile("[\u3400-\u9fff]+")


@register.simple_tag
def tile(name: str):
    """{% tile "5m" %}: one tile with its name in the page's language; {% tile "" %} is a face-down one."""
    return tile_html.tile_html(name)


@register.filter
def text(value) -> str:
    """A rules Text, its stored [zh, en] pair, or any plain or lazy string, in the active language. For the content of
    elements, not for attributes: Chinese words of an English sentence are marked, so that they are read as Chinese."""
    language = get_language() or "zh-hans"
    words = in_language(value, language)
    if language.startswith("zh") or not CHINESE.search(words):
        return words
    return mark_safe(CHINESE.sub(r'<span lang="zh-Hans">\g<0></span>', conditional_escape(words)))


@register.filter
def signed(points: int) -> str:
    """+4, −4, 0: a real minus sign, so that the sign never hangs on colour."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


@register.filter
def points(value: int) -> str:
    """12, −8: a score without a plus."""
    return str(value) if value >= 0 else f"−{-value}"


def in_language(value, language: str) -> str:
    """See `text`; None is the empty string."""
    if value is None:
        return ""
    if hasattr(value, "in_"):
        return value.in_(language)
    if isinstance(value, list | tuple) and len(value) == 2:
        return str(value[0 if language.startswith("zh") else 1])
    return str(value)
