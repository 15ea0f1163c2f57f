"""Somebody's finished deals as one zip: a record (CASES.md) for each deal, and a table of contents for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable

from django.utils import timezone

import rules

from . import selectors
from .models import Deal

HEAD = ("file", "date", "room", "ruleset", "match", "deal", "seat", "points", "wins", "hand value", "players")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def archive(deals: Iterable[tuple[Deal, int]]) -> bytes:
    """`deals`: (deal, the seat of its owner). Built in memory: the caller bounds the number."""
    packed, table = io.BytesIO(), io.StringIO()
    index = csv.writer(table)
    index.writerow(HEAD)
    names: set[str] = set()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as found:
        for deal, seat in deals:
            name = _file_name(deal, names)
            names.add(name)
            found.writestr(name, json.dumps(selectors.record_of(deal), ensure_ascii=False, indent=1) + "\n")
            index.writerow(_row(name, deal, seat))
        found.writestr("index.csv", table.getvalue().encode("utf-8-sig"))  # the mark tells spreadsheets: UTF-8
    return packed.getvalue()


def _file_name(deal: Deal, taken: set[str]) -> str:
    """Date, table, match, deal. A table number that came back on the same day gets the deal's key as well."""
    name = f"{_day(deal)}-{deal.match.room.code}-{deal.match.number}-{deal.number}"
    return f"{name}-{deal.key}.json" if f"{name}.json" in taken else f"{name}.json"


def _day(deal: Deal) -> str:
    return timezone.localdate(deal.match.created_at).isoformat()


def _row(name: str, deal: Deal, seat: int) -> list[object]:
    mine = [win for win in deal.result["wins"] if win["seat"] == seat]
    return [
        name,
        _day(deal),
        deal.match.room.code,
        _cell(rules.get_ruleset(deal.match.room.ruleset).name.in_("zh")),
        deal.match.number,
        deal.number,
        seat,
        deal.result["deltas"][seat],
        len(mine),
        max((win["total"] for win in mine), default=""),
        _cell(" / ".join(selectors.player_names(deal.match))),
    ]


def _cell(text: str) -> str:
    """What people wrote must not be read as a formula by a spreadsheet."""
    return f"'{text}" if text.startswith(FORMULA) else text
