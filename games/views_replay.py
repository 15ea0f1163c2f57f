"""The page of a finished deal: its result, the replay (牌谱), its record and the proof of the wall.

The key in the address is the permission: whoever has the link may look. A deal that still runs has no page.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import replay, selectors
from games.edge import edge


@require_safe
@edge
def deal(request: HttpRequest, key: str) -> HttpResponse:
    """One finished deal."""
    found = selectors.deal_by_key(key)
    return render(request, "games/deal.html", replay.page(found, request.LANGUAGE_CODE))


@require_safe
@edge
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record to keep and to check at home (manage.py replay)."""
    answer = JsonResponse(
        selectors.record_of(selectors.deal_by_key(key)), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    answer["Content-Disposition"] = f'attachment; filename="deal-{key}.json"'
    return answer
