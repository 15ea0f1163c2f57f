"""The pages of what was played: my matches, one match, my statistics, my records. GET only, own data only."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import limits, result_parts, selectors_matches
from games.archive import archive
from games.edge import edge, named
from games.share import share_text
from games.table_parts import label


@require_safe
@named
@edge
@limits.limited("page")
def history(request: HttpRequest) -> HttpResponse:
    """My matches, the newest first."""
    return render(
        request, "games/history.html", {"page": selectors_matches.my_matches(request.user, request.GET.get("page"))}
    )


@require_safe
@named
@edge
@limits.limited("page")
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """One match that I played in."""
    found = selectors_matches.match_page(match_id, request.user)
    together = {
        "match": found,
        "ranks": result_parts.rank_rows(found["standings"]),
        "rows": result_parts.deal_rows(found["deals"]),
        "options": [{**row, "label": label(row["label"]), "value": label(row["value"])} for row in found["options"]],
        "players": found["names"],
        "me": found["seat"],
        "share": share_text(
            code=found["code"],
            ruleset=label(found["ruleset_name"]),
            date=found["date"],
            deals=len(found["deals"]),
            ranks=found["standings"],
            evening=None,
            link=request.build_absolute_uri(reverse("match", args=[match_id])),
        ),
    }
    return render(request, "games/match.html", together)


@require_safe
@named
@edge
@limits.limited("page")
def statistics(request: HttpRequest) -> HttpResponse:
    """My figures for each rule set."""
    rows = selectors_matches.my_statistics(request.user)
    for row in rows:
        best = row["figures"].best
        row["best_link"] = result_parts.deal_link(best.key) if best else ""
    return render(request, "games/statistics.html", {"rows": rows})


@require_safe
@named
@edge
@limits.limited("export")
def records(request: HttpRequest) -> HttpResponse:
    """My newest deals as records, to keep or to replay elsewhere."""
    packed = archive(selectors_matches.my_deals(request.user))
    answer = HttpResponse(packed, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="qionghu-{timezone.localdate().isoformat()}.zip"'
    answer["Cache-Control"] = "private, no-store"
    return answer
