"""The page of a finished deal: its result, the replay (牌谱), its record and the proof of the wall.

The key in the address is the permission: whoever has the link may look. A deal that still runs has no page.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games import limits, replay, selectors
from games.edge import edge


@require_safe
@edge
@limits.limited("replay")
def deal(request: HttpRequest, key: str) -> HttpResponse:
    """One finished deal at ?step=37, seen from ?seat=2; htmx gets the parts of the board alone."""
    found = selectors.deal_by_key(key)
    where = request.LANGUAGE_CODE, request.GET.get("step", ""), request.GET.get("seat", "")
    if request.htmx:
        answer = HttpResponse("".join(replay.board(found, *where).values()))
    else:
        answer = render(request, "games/deal.html", replay.page(found, *where))
    patch_vary_headers(answer, ["HX-Request"])  # two answers at one address: never one from the cache for the other
    return answer


@require_safe
@edge
@limits.limited("replay")
def proof(request: HttpRequest, key: str) -> HttpResponse:
    """The wall made anew from the seed and compared: by itself for htmx, else in the page."""
    found = selectors.deal_by_key(key)
    checked = {"proof": replay.proof(found, request.LANGUAGE_CODE)}
    if request.htmx:
        return render(request, "games/replay/proof.html", checked)
    return render(request, "games/deal.html", replay.page(found, request.LANGUAGE_CODE, "", "") | checked)


@require_safe
@edge
@limits.limited("replay")
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record to keep and to check at home (manage.py replay)."""
    answer = JsonResponse(
        selectors.record_of(selectors.deal_by_key(key)), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    answer["Content-Disposition"] = f'attachment; filename="deal-{key}.json"'
    return answer
