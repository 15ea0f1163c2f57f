"""The first deal to learn by (rules/lesson.py) as a page shows it: the table, and a word beside it.

Nothing is stored: the step stands in the address, the deal comes from the lesson. Reads rules/ only.
"""

from __future__ import annotations

from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override

import rules
from games import result_parts, table_parts
from games.points import BOT_NAMES
from games.render import TABLE_IDS
from games.still_view import still_view
from games.templatetags.tiles import in_language
from rules.lesson import LEARNER, Step, steps_of


def page(code: str, number: int, language: str, wrong: bool = False) -> dict[str, Any]:
    """The context of step `number` (0 …). `wrong`: the learner has just done something else. Raises NoLesson."""
    steps = steps_of(code)
    step = steps[number]
    with override(language):
        view = room_view(code, step)
        return {
            "code": code,
            "ruleset": in_language(rules.get_ruleset(code).name, language),
            "number": number,
            "count": len(steps) - 1,
            "words": in_language(step.words, language),
            "wrong": wrong,
            "wanted": str(step.action) if step.action else "",
            "over": step.action is None,
            "part": _parts(view),
            "result": result_parts.result(view, []) if step.action is None else None,
        }


def _parts(view: dict[str, Any]) -> dict[str, SafeString]:
    found = table_parts.contexts(view)
    html = {}
    for part_id in TABLE_IDS:
        if part_id in found:
            name, context = found[part_id]
            html[part_id] = get_template(f"games/parts/{name}.html").render({"id": part_id, "base": "", **context})
    return {name.replace("-", "_"): mark_safe(text.replace(' hx-swap-oob="true"', "")) for name, text in html.items()}


def room_view(code: str, step: Step) -> dict[str, Any]:
    """What the parts of the table read (selectors.room_view): the learner and three bots."""
    state = step.deal
    return still_view(
        code,
        state.options,
        rules.view_for(state, LEARNER),
        LEARNER,
        [
            {
                "kind": "human" if n == LEARNER else "bot",
                "name": _("You") if n == LEARNER else BOT_NAMES[n],
                "total": state.result.deltas[n] if state.over else 0,
            }
            for n in range(len(state.seats))
        ],
        status="playing",
    )
