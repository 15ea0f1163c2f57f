"""A finished deal as a page shows it: the result, the replay (牌谱) frame by frame, the proof of its wall.

Reads only, and only deals that are over: every hand lies open here. The frames of the last deals that were looked at
are kept in the process (a state never changes), so that a step costs one query and one drawing of the table.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

import rules
from games import selectors
from games.errors import NotFound
from games.models import Deal
from games.result_parts import result as result_context
from games.room_parts import chosen
from games.still_view import still_view
from games.table_parts import Table, label, wind_mark, wind_name
from games.tile_html import run_html, tile_html, tile_names
from rules.errors import RuleError
from rules.tiles import NAMES

NOT_PLAYABLE = gettext_lazy(
    "These moves do not fit today's rules or the stored seed, so they cannot be shown step by step."
)
KEEP = 8  # deals whose frames stay in memory, some 200 kB each
EVERYDAY = {"dealt", "drew", "discarded", "rolled"}  # what every deal is made of; all else is worth jumping to


@dataclass
class Film:
    """The frames of a deal, and what hangs on nothing but them. `frames` is empty when today's rules cannot play it."""

    frames: list[rules.Frame]
    before: list[int]  # each seat's points when the deal began
    jumps: list[int] = field(default_factory=list)  # the frames with a claim, a kong, a declaration, a win …
    lines: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # language → the list of moves


_films: OrderedDict[str, Film] = OrderedDict()
_lock = threading.Lock()  # requests run in threads; the dict is small and quick


def film_of(deal: Deal) -> Film:
    """The frames of a finished deal: from memory, or played once."""
    with _lock:
        film = _films.pop(deal.key, None)
        if film is not None:
            _films[deal.key] = film
            return film
    film = _filmed(deal)
    with _lock:
        _films[deal.key] = film
        while len(_films) > KEEP:
            _films.popitem(last=False)
    return film


def _filmed(deal: Deal) -> Film:
    before = selectors.totals_before(deal)
    try:
        frames = rules.frames(selectors.first_state(deal), selectors.moves_of(deal))
    except RuleError:
        return Film([], before)
    jumps = [n for n, frame in enumerate(frames) if any(e.kind not in EVERYDAY for e in frame.deal.news)]
    return Film(frames, before, jumps)


class OpenTable(Table):
    """The table of the room page with all hands open, nobody being "you".

    The last frame is shown as the ones before it: the newest discard stands out, the points of the deal are added."""

    def __init__(self, view: dict[str, Any]) -> None:
        super().__init__(view)
        self.over = False

    def name(self, seat: int) -> str:
        return f"{wind_name(self.seats[seat]['wind'])} {self.players[seat]['name']}"

    def seat(self, number: int, place: str) -> dict:
        """The hand stands in the seat, at every place alike, the drawn tile apart."""
        seat = self.seats[number]
        tiles, drawn = list(seat["hand"]), seat["drawn"]
        if drawn is not None:
            tiles.remove(drawn)
        shown = SafeString(run_html(tiles) + (tile_html(drawn, "drawn") if drawn else ""))
        return super().seat(number, place) | {"shown": shown, "backs": ""}

    def words(self, who: bool = True) -> str:
        """What has just happened: "西家 小王 摸牌 梅 · 补花 梅 · 摸牌 三筒". `who`: with names."""
        found, before = [], None
        for item in self.view["news"]:
            name = self.name(item["seat"]) if who and item["seat"] not in (None, before) else ""
            tiles = item["tiles"][:1] if len(set(item["tiles"])) == 1 else item["tiles"]  # a pung names its tile once
            parts = (name, label(item["label"]), tile_names(tiles), item["word"])
            found.append(" ".join(part for part in parts if part))
            before = item["seat"]
        return " · ".join(found)


def page(deal: Deal, language: str, step: str, seat: str) -> dict[str, Any]:
    """The context of the page. `step` and `seat` as they stand in the address, whatever that may be."""
    film = film_of(deal)
    state = rules.from_json(deal.snapshot)
    totals = [a + b for a, b in zip(film.before, state.result.deltas, strict=True)]
    with override(language):
        shown = room_view(deal, rules.view_for(state, None), None, totals)
        return {
            "deal": {
                "key": deal.key,
                "address": reverse("deal", args=[deal.key]),
                "number": deal.number,
                "total": deal.match.deals_total,
                "at": deal.finished_at,
                "ruleset": label(shown["room"]["ruleset_name"]),
                "round": wind_mark(deal.round_wind),
                "seed": deal.seed,
                "seed_hash": deal.seed_hash,
            },
            "result": result_context(shown, chosen(shown)),
            "part": board(deal, language, step, seat) if film.frames else None,
            "lines": _lines(deal, film, language),
            "last_step": len(film.frames) - 1,
        }


def board(deal: Deal, language: str, step: str, seat: str) -> dict[str, SafeString]:
    """The parts of the table at one step, seen from one seat, and the controls: {id with "_" for "-": html}.

    A number outside its range is the nearest inside, anything else the beginning. Raises NotFound when the moves
    cannot be played."""
    film = film_of(deal)
    if not film.frames:
        raise NotFound(NOT_PLAYABLE)
    at = _within(step, len(film.frames))
    looker = _within(seat, len(deal.match.players))
    frame = film.frames[at]
    view = rules.open_view(frame.deal, looker)
    with override(language):
        table = OpenTable(room_view(deal, view, looker, film.before))
        contexts: dict[str, tuple[str, dict[str, Any]]] = {
            "status": ("parts/status", table.status() | {"sentence": table.words(), "last": None}),
            "news": ("parts/news", {"lines": [{"kind": "", "text": _unheard(table, frame)}] if frame.unheard else []}),
            "rows": ("parts/rows", {"rows": table.rows()}),
            "replay-bar": ("replay/bar", _bar(deal, film, table, at, looker)),
        }
        for place, number in table.places.items():
            contexts[f"seat-{place}"] = ("parts/seat", table.seat(number, place))
            contexts[f"pond-{place}"] = ("parts/pond", table.pond(number, place))
        return {
            part.replace("-", "_"): render_to_string(f"games/{name}.html", {"id": part, **context})
            for part, (name, context) in contexts.items()
        }


def _within(text: str, count: int) -> int:
    """The number in `text`, at least 0 and less than `count`; what is no number is 0."""
    return max(0, min(int(text), count - 1)) if text.lstrip("-").isdecimal() and len(text) < 8 else 0


def _unheard(table: OpenTable, frame: rules.Frame) -> str:
    """Who claimed the tile as well and did not get it."""
    claims = [f"{table.name(seat)} {label(frame.deal.rules.label(action))}" for seat, action in frame.unheard]
    return _("Not in time: %(claims)s") % {"claims": _(", ").join(claims)}


def _bar(deal: Deal, film: Film, table: OpenTable, at: int, looker: int) -> dict[str, Any]:
    """The controls: where each button leads (None: nowhere), and the seats to look from."""
    last = len(film.frames) - 1
    steps = {
        "first": 0 if at else None,
        "claim-back": max((n for n in film.jumps if n < at), default=None),
        "back": at - 1 if at else None,
        "next": at + 1 if at < last else None,
        "claim-next": min((n for n in film.jumps if n > at), default=None),
        "last": last if at < last else None,
    }
    seats = [
        {"number": n, "wind": wind_mark(table.seats[n]["wind"]), "name": player["name"], "chosen": n == looker}
        for n, player in sorted(table.players.items())
    ]
    return {
        "address": reverse("deal", args=[deal.key]),
        "steps": [{"go": go, "step": step, "sign": SIGNS[go], "words": WORDS[go]()} for go, step in steps.items()],
        "at": at, "last": last, "looker": looker, "seats": seats,
    }  # fmt: skip


SIGNS = {"first": "|◀", "claim-back": "«", "back": "◀", "next": "▶", "claim-next": "»", "last": "▶|"}
WORDS = {
    "first": lambda: _("To the beginning"),
    "claim-back": lambda: _("Previous claim"),
    "back": lambda: _("One step back"),
    "next": lambda: _("One step on"),
    "claim-next": lambda: _("Next claim"),
    "last": lambda: _("To the end"),
}


def _lines(deal: Deal, film: Film, language: str) -> list[dict[str, Any]]:
    """The moves as a list to jump from: everything but plain draws."""
    if language not in film.lines:
        found = []
        for at, frame in enumerate(film.frames):
            if all(event.kind == "drew" for event in frame.deal.news):
                continue
            view = rules.open_view(frame.deal, 0)
            table = OpenTable(room_view(deal, view, None, film.before))
            seat = next((item["seat"] for item in view["news"] if item["seat"] is not None), None)
            wind = wind_mark(view["seats"][seat]["wind"]) if seat is not None else ""
            words = table.words(who=len({item["seat"] for item in view["news"]}) > 1)
            found.append({"step": at, "wind": wind, "words": words, "jump": at in film.jumps})
        film.lines[language] = found
    return film.lines[language]


def proof(deal: Deal, language: str) -> dict[str, Any]:
    """The proof of the wall, made anew: what was compared, the hands as dealt, and the wall in its order."""
    state = rules.from_json(deal.snapshot)
    found = rules.prove(state, deal.seed, deal.seed_hash, selectors.moves_of(deal))
    with override(language):
        table = OpenTable(room_view(deal, rules.view_for(state, None), None, [0] * len(state.seats)))
        return {
            "ok": found.ok,
            "checks": [{"ok": check.ok, "text": label(check.text)} for check in found.checks],
            "hands": [
                {"who": table.name(n), "tiles": run_html([NAMES[t] for t in sorted(hand)])}
                for n, hand in enumerate(found.hands)
            ],
            "wall": SafeString("".join(tile_html(NAMES[place.tile], place.how) for place in found.wall)),
            "seed": deal.seed,
            "seed_hash": deal.seed_hash,
        }


def room_view(deal: Deal, view: dict[str, Any], seat: int | None, totals: list[int]) -> dict[str, Any]:
    """What the parts of the table read (selectors.room_view), made for one look at a finished deal: nobody is asked,
    nobody is online or away. `totals`: each seat's points in the match as they are to be shown."""
    names = selectors.player_names(deal.match)
    return still_view(
        deal.match.room.ruleset,
        deal.match.options,
        view,
        seat,
        [
            {"kind": "bot" if row["bot"] else "human", "name": names[n], "total": totals[n]}
            for n, row in enumerate(deal.match.players)
        ],
        status="finished",
        number=deal.number,
        of=deal.match.deals_total,
        seed=deal.seed,
        seed_hash=deal.seed_hash,
    )
