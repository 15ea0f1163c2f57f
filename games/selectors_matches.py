"""What the pages of the past read: my matches, one match, my statistics, my records. Queries only; who may see what.

A match is shown to those who played in it, and to staff. Who sat there is what Participant says: also while a bot stood
in for him.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils import timezone

import rules

from . import points, selectors
from .errors import NotFound
from .models import Deal, Match, Participant, Transfer, User
from .statistics import DealRow, Figures, MatchRow, figures

PAGE = 20
DEALS = 500  # in one archive of records


def my_matches(user: User, page: object = 1) -> Page:
    """A page of this person's matches, the newest first; its object_list holds plain rows."""
    mine = Participant.objects.filter(user=user).select_related("match__room").order_by("-match_id")
    found = Paginator(mine, PAGE).get_page(page)
    net = points.net_by_match(row.match for row in found.object_list)
    found.object_list = [_match_row(row.match, row.number, net[row.match_id]) for row in found.object_list]
    return found


def _match_row(match: Match, seat: int, totals: list[int]) -> dict[str, Any]:
    return {
        "id": match.pk,
        "code": match.room.code,
        "number": match.number,
        "ruleset_name": rules.get_ruleset(match.room.ruleset).name,
        "at": match.created_at,
        "status": match.status,
        "names": points.player_names(match),
        "seat": seat,
        "total": totals[seat],
        "rank": points.ranks(totals)[seat],
        "tied": totals.count(totals[seat]) > 1,
    }


def match_page(match_id: int, user: User) -> dict[str, Any]:
    """One match in all: ranks, deals, who paid whom, options. Raises NotFound for whoever did not play in it."""
    match = Match.objects.select_related("room").filter(pk=match_id).first()
    mine = Participant.objects.filter(match=match, user=user).first() if match else None
    if match is None or (mine is None and not user.is_staff):
        raise NotFound()
    names, ruleset = points.player_names(match), rules.get_ruleset(match.room.ruleset)
    totals = points.standings(match, len(names))
    ranks = points.ranks(totals)
    deals = Deal.objects.filter(match=match, status=Deal.Status.OVER).order_by("number")
    rows = list(deals.values_list("key", "number", "result__drawn", "result__deltas"))
    scored = [sum(column) for column in zip(*(row[3] for row in rows), strict=True)] or [0] * len(names)
    standings = [
        {"seat": n, "name": name, "total": totals[n], "rank": ranks[n], "user": match.players[n]["user"]}
        for n, name in enumerate(names)
    ]
    return {
        "id": match.pk,
        "code": match.room.code,
        "number": match.number,
        "ruleset": match.room.ruleset,
        "ruleset_name": ruleset.name,
        "version": match.ruleset_version,
        "at": match.created_at,
        "date": timezone.localdate(match.created_at),
        "status": match.status,
        "seat": mine.number if mine else None,
        "names": names,
        "standings": sorted(standings, key=lambda row: (row["rank"], row["seat"])),
        "deals": [{"key": k, "number": n, "drawn": drawn, "deltas": deltas} for k, n, drawn, deltas in rows],
        "deals_total": match.deals_total,
        "corrections": [
            {"name": name, "points": total - played}
            for name, total, played in zip(names, totals, scored, strict=True)
            if total != played
        ],
        "payments": payments(match, names),
        "options": selectors.option_rows(ruleset, match.options),
    }


def payments(match: Match, names: list[str]) -> list[dict[str, Any]]:
    """Between every two who owe each other anything: what remains when all transfers of the match are set off."""
    net: dict[tuple[int, int], int] = {}
    for payer, payee, amount in Transfer.objects.filter(match=match).values_list("payer", "payee", "amount"):
        pair = (min(payer, payee), max(payer, payee))
        net[pair] = net.get(pair, 0) + (amount if payer < payee else -amount)
    owed = [(a, b, amount) if amount > 0 else (b, a, -amount) for (a, b), amount in net.items() if amount]
    return [
        {"payer": names[payer], "payee": names[payee], "amount": amount, "seats": (payer, payee)}
        for payer, payee, amount in sorted(owed, key=lambda row: (-row[2], row))
    ]


def my_statistics(user: User) -> list[dict[str, Any]]:
    """One row for each rule set that this person has finished a deal of, the most played one first."""
    seats = Participant.objects.filter(user=user).select_related("match__room").order_by("match_id")
    mine = {row.match_id: row for row in seats}
    deals: dict[str, list[DealRow]] = {}
    matches: dict[str, list[MatchRow]] = {}
    over = Deal.objects.filter(match__participants__user=user, status=Deal.Status.OVER).order_by("pk")
    for match_id, key, wins, deltas in over.values_list("match_id", "key", "result__wins", "result__deltas"):
        row = mine[match_id]
        deals.setdefault(row.match.room.ruleset, []).append(DealRow(row.number, wins, deltas, key))
    finished = [row for row in mine.values() if row.match.status == Match.Status.FINISHED]
    net = points.net_by_match(row.match for row in finished)
    for row in finished:
        matches.setdefault(row.match.room.ruleset, []).append(MatchRow(row.number, net[row.match_id]))
    found: list[tuple[str, Figures]] = [(code, figures(deals[code], matches.get(code, ()))) for code in deals]
    found.sort(key=lambda one: (-one[1].deals, one[0]))
    return [{"code": code, "ruleset_name": rules.get_ruleset(code).name, "figures": f} for code, f in found]


def my_deals(user: User) -> Iterator[tuple[Deal, int]]:
    """The newest finished deals of this person with the seat played, the newest first: what goes into an archive.
    Read a few at a time: a snapshot is large."""
    deals = Deal.objects.filter(match__participants__user=user, status=Deal.Status.OVER)
    seats = dict(Participant.objects.filter(user=user).values_list("match_id", "number"))
    for deal in deals.select_related("match__room").order_by("-pk")[:DEALS].iterator(chunk_size=20):
        yield deal, seats[deal.match_id]
