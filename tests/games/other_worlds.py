"""Pairs of deals that one viewer must not be able to tell apart: the same table, everything hidden from him changed.

`states` gives moments of seeded deals as a table meets them (with the pause); `changed` deals anew what a viewer may
not see. Helper of the secrecy tests, holds no test.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import rules
from rules.state import Deal
from rules.tiles import NAMES, format_tiles
from tests.rules.playing import choose, option_rows, seed_of

KONGER = "konger"  # a normal bot that declares every kong: what only a kong brings must occur
LEVELS = ((KONGER,) * 4, ("wild", "normal", "easy", "wild"), ("normal",) * 4, ("wild",) * 4)
PER_KIND = 3  # moments of one kind and rule set
PRIVATE = ("looked", "gave", "got", "passed", "guohu", "passed_heaven")  # what a seat's marks say to itself only
MAYBE_ASKED = ([], ["pass"], ["win", "pass"], ["pung", "pass"], ["kong", "pung", "pass"])


def course(code: str, options: dict, seed: bytes, dealer: int, levels: tuple[str, ...]) -> Iterator[Deal]:
    """Every state of a deal, also the held ones that only a table with pauses has."""
    rng = random.Random(seed)
    deal, _ = rules.start(code, options, seed, dealer=dealer, hold=True)
    while True:
        yield deal
        if deal.over:
            return
        if deal.held:
            deal, _ = rules.proceed(deal)
        elif deal.settling:
            deal, _ = rules.settle_draw(deal)
        else:
            seat = rng.choice(deal.actors)
            action = next((a for a in rules.legal_actions(deal, seat) if a.kind == "kong"), None)
            if levels[seat] != KONGER or action is None:
                level = "normal" if levels[seat] == KONGER else levels[seat]
                action = choose(deal, seat, level, rng)
            deal, _ = rules.apply(deal, seat, action, hold=True)


def kind_of(deal: Deal) -> tuple:
    """What makes a moment different from others for the question who may see what."""
    return (
        deal.ask.phase,
        deal.held,
        len(deal.actors),
        sum(answer is not None for answer in deal.ask.answers),
        any(m.kind == "concealed_kong" for s in deal.seats for m in s.melds),
        any(s.marks.get(mark) for s in deal.seats for mark in PRIVATE),
        bool(deal.wins),
        any(event.seen_by is not None for event in deal.news),
    )


@cache
def states(code: str) -> tuple[Deal, ...]:
    """Some moments of every kind that seeded deals with all sorts of options come to."""
    found: list[Deal] = []
    count: Counter[tuple] = Counter()
    for number, options in enumerate(option_rows(code)):
        seats = rules.seat_count(code, options)
        for turn, levels in enumerate(LEVELS):
            for deal in course(code, options, seed_of(40 * number + turn), turn % seats, levels[:seats]):
                if not deal.over and count[kind_of(deal)] < PER_KIND:
                    count[kind_of(deal)] += 1
                    found.append(deal)
    return tuple(found)


def viewers(deal: Deal) -> tuple[int | None, ...]:
    return (*range(len(deal.seats)), None)


def changed(deal: Deal, viewer: int | None, rng: random.Random) -> Deal:
    """Another deal that must look the same to `viewer` (None = a spectator)."""
    row = json.loads(json.dumps(deal.to_json()))
    row["seed"] = rng.randbytes(32).hex()
    if viewer not in deal.actors:
        row["window"] = deal.window + rng.randrange(1, 9)  # counts looks and answers that he knows nothing of
    ask, looks_like = row["ask"], deal.rules.phase(deal.ask.phase).looks_like
    if looks_like and deal.ask.seat != viewer:
        _without_the_look(deal, row)
    elif deal.quick:
        _others_asked(deal, row, viewer, rng)
    else:
        for seat, offer in enumerate(ask["offers"]):
            if seat != viewer and offer:
                _other_answer(deal, row, seat, rng)
    _other_tiles(deal, row, viewer, rng)
    for marks in (s["marks"] for n, s in enumerate(row["seats"]) if n != viewer):
        for mark in PRIVATE:
            if mark in marks:
                marks[mark] = _other_mark(marks[mark], rng)
        marks["guohu"] = marks["passed_heaven"] = rng.random() < 0.5  # also where nothing was passed
    return rules.from_json(row)


def _without_the_look(deal: Deal, row: dict) -> None:
    """冲宝: the others see a player who has drawn and thinks. Here he has."""
    seat = deal.ask.seat
    tile, wall = deal.wall.draw_front()
    row["wall"] = [row["wall"][0], wall.front, sorted(wall.gone), wall.taken, wall.blocked]
    hand = deal.seats[seat]._replace(concealed=tuple(sorted((*deal.seats[seat].concealed, tile))), drawn=tile)
    row["seats"][seat] = json.loads(json.dumps(hand.to_json()))
    offers = [[] for _ in deal.seats]
    offers[seat] = [f"discard {NAMES[tile]}"]
    row["ask"] |= {"phase": "turn", "tile": None, "note": {"drew": True}, "offers": offers}


def _others_asked(deal: Deal, row: dict, viewer: int | None, rng: random.Random) -> None:
    """Other seats are asked, or nobody is and the table only pauses."""
    ask = row["ask"]
    for seat in range(len(deal.seats)):
        if seat != viewer:
            offer = rng.choice(MAYBE_ASKED)
            ask["offers"][seat] = offer
            ask["answers"][seat] = rng.choice(offer) if offer and rng.random() < 0.5 else None
    if viewer not in deal.actors:
        open_seats = [s for s, offer in enumerate(ask["offers"]) if offer and ask["answers"][s] is None]
        # His own offer without an answer is gone only where a better claim has settled the window.
        outranked = viewer is not None and bool(deal.ask.offers[viewer]) and deal.ask.answers[viewer] is None
        row["held"] = outranked or not open_seats or rng.random() < 0.3


def _other_answer(deal: Deal, row: dict, seat: int, rng: random.Random) -> None:
    """Everybody knows that this seat is asked; what it may answer, and whether it has by now, is its own business."""
    ask = row["ask"]
    if deal.ask.phase == "turn":
        ask["offers"][seat] = rng.sample(["win", "discard 1m", "discard 9s", "discard 5p", "kong 3p"], 3)
    elif len(deal.ask.open_seats) + sum(a is not None for a in deal.ask.answers) > 1:
        ask["answers"][seat] = rng.choice([None, rng.choice(ask["offers"][seat])])


def _other_tiles(deal: Deal, row: dict, viewer: int | None, rng: random.Random) -> None:
    """Hands, wall and face-down kongs are dealt anew; what he knows of them (his hand, a 宝 he looked at) stays."""
    wall = rules.from_json(row).wall
    places = [p for p in range(wall.front, len(wall.tiles)) if p not in wall.gone]
    looked = viewer is not None and deal.seats[viewer].marks.get("looked") == deal.marks.get("bao_serial", -1)
    if wall.blocked is not None and looked:
        places.remove(wall.blocked)
    others = [s for s in range(len(deal.seats)) if s != viewer]
    hands = {s: rules.from_json(row).seats[s] for s in others}
    pool = [wall.tiles[p] for p in places] + [t for hand in hands.values() for t in hand.concealed]
    rng.shuffle(pool)
    tiles = list(wall.tiles)
    for place in [*places, *range(wall.front)]:
        tiles[place] = pool.pop() if place in places else rng.randrange(27)  # the drawn part of the wall is history
    row["wall"][0] = format_tiles(tiles)
    for s, hand in hands.items():
        dealt, pool = pool[: len(hand.concealed)], pool[len(hand.concealed) :]
        row["seats"][s]["concealed"] = format_tiles(sorted(dealt))
        if hand.drawn is not None:
            row["seats"][s]["drawn"] = NAMES[rng.choice(dealt)]
        if deal.rules.face_down_kongs:
            row["seats"][s]["melds"] = [
                [f"concealed_kong {NAMES[rng.randrange(27)] * 4}", None] if m[0].startswith("concealed_kong") else m
                for m in row["seats"][s]["melds"]
            ]
    row["news"] = [_other_news(event, viewer, rng) for event in row["news"]]


def _other_news(event: list, viewer: int | None, rng: random.Random) -> list:
    """Tiles that only some may read."""
    kind, seat, tiles, seen_by, word = event
    if seen_by is not None and viewer not in seen_by:
        tiles = [NAMES[rng.randrange(27)] for _ in tiles]
    return [kind, seat, tiles, seen_by, word]


def _other_mark(value, rng: random.Random):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.randrange(1, 5)
    return format_tiles(sorted(rng.choice(range(27)) for _ in range(3)))
