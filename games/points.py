"""Sums of transfers: what every standing is made of. Read-only, and below selectors.py, which shapes pages of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from .models import Deal, Match, Room, Transfer

BOT_NAMES = (_("Bot Dong"), _("Bot Nan"), _("Bot Xi"), _("Bot Bei"))


def name_of(match: Match, number: int):
    """Who sat there, by the name of that day; a bot by its seat (lazy: many languages may read one snapshot)."""
    return match.players[number]["name"] or BOT_NAMES[number]


def player_names(match: Match) -> list[str]:
    return [str(name_of(match, number)) for number in range(len(match.players))]


def standings(match: Match | None, seats: int) -> list[int]:
    """Points of each seat in this match: a sum of transfers, never a stored number."""
    return net_by_match([match], seats)[match.pk] if match else [0] * seats


def net_by_match(matches: Iterable[Match], seats: int = 4) -> dict[int, list[int]]:
    """{match id: points of each seat}, in one query."""
    net = {match.pk: [0] * seats for match in matches}
    rows = Transfer.objects.filter(match__in=net).order_by().values_list("match", "payer", "payee")
    for match_id, payer, payee, amount in rows.annotate(Sum("amount")):
        net[match_id][payer] -= amount
        net[match_id][payee] += amount
    return net


def ranks(totals: Iterable[int]) -> list[int]:
    """The rank of each total; equal totals share one."""
    totals = list(totals)
    return [1 + sum(other > total for other in totals) for total in totals]


def evening(room: Room) -> dict[str, Any]:
    """All matches of this room together: {"matches", "rows": [{"user", "seat", "name", "total", "matches"}]}.

    A person counts by user, wherever he sat; a bot by its seat. A match in which no deal was finished does not count.
    """
    scored = Deal.objects.filter(match__room=room, status=Deal.Status.OVER).values("match")
    matches = list(Match.objects.filter(pk__in=scored).order_by("number"))
    net, found = net_by_match(matches), {}
    for match in matches:
        for number, player in enumerate(match.players):
            key = (player["user"], None if player["user"] else number)
            row = found.setdefault(key, {"user": player["user"], "seat": number, "total": 0, "matches": 0})
            row |= {"name": name_of(match, number), "total": row["total"] + net[match.pk][number]}
            row["matches"] += 1
    rows = sorted(found.values(), key=lambda row: (-row["total"], row["seat"]))
    return {"matches": len(matches), "rows": rows}
