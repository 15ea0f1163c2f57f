"""Positions for tests: a real Deal from readable strings, in the middle of a deal, played on with `go`.

    deal = table(
        seat("123456m78p99s", "pung 555s@0"),          # hand, then melds
        seat(pond="5m"),                                # no hand: junk that can claim nothing
        turn=0, wall="9p", tail="1m2m", dice=[3],       # seat 0 draws 9p next; the last stack is 1m over 2m
    )
    deal = go(deal, "0 ready 9s", "1 pass")

Hands, melds, ponds and wall together are always the whole set of tiles. This file holds no test.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import rules
from rules.hand import Meld, parse_meld
from rules.play import Play
from rules.ruleset import bound
from rules.state import Ask, Deal, Discard, Seat
from rules.tiles import HONORS, INDEX, NAMES, format_tiles, parse_tiles
from rules.wall import Wall

# No two of these make a pair or two thirds of a sequence, so a hand of one row a suit can claim nothing.
SPREAD = ("147", "258", "369")


class Spec(NamedTuple):
    """One seat of a position."""

    hand: str | None
    melds: tuple[str, ...]
    pond: str
    marks: dict[str, Any]


def seat(hand: str | None = None, *melds: str, pond: str = "", ready: str | None = None, **marks: Any) -> Spec:
    """`hand` None: junk. `ready`: what a Dalian player declared."""
    return Spec(hand, melds, pond, marks | ({} if ready is None else {"ready": ready}))


def table(
    *specs: Spec, ruleset: str = "dalian", options: dict[str, Any] | None = None, dealer: int = 0, turn: int = 0,
    wall: str = "", tail: str = "", left: int | None = None, dice: tuple[int, ...] | list[int] = (),
    draws: bool = True, replacement: bool = False, marks: dict[str, Any] | None = None, gone: int = 0,
    hold: bool = False,
) -> Deal:  # fmt: skip
    """A deal in which `turn` is about to draw (`draws`) or has just claimed and must discard.

    `wall`: the next draws; `tail`: the end of the wall; `left`: how many tiles it still has (default: all that are in
    no hand); `gone`: how many tail tiles were already taken as replacements; `dice`: rolls still to come.
    """
    checked = rules.check_options(ruleset, options or {})
    ours = bound(ruleset, checked)
    rest = Counter(ours.tiles())
    specs = (*specs, *[seat()] * (ours.seats - len(specs)))
    melds = [tuple(_meld(m) for m in s.melds) for s in specs]
    fixed = [parse_tiles(text) for s in specs for text in (s.hand or "", s.pond)]
    for tiles in (*fixed, *(m.tiles for row in melds for m in row), parse_tiles(wall), parse_tiles(tail)):
        rest.subtract(tiles)
    assert min(rest.values()) >= 0, f"too many copies: {[NAMES[t] for t, n in rest.items() if n < 0]}"
    hands = []
    for i, s in enumerate(specs):
        size = 13 - 3 * len(s.melds)
        hand = parse_tiles(s.hand) if s.hand is not None else _junk(rest, i, size)
        assert len(hand) == size + (not draws and i == turn), f"seat {i}: {len(hand)} tiles"
        hands.append(hand)
    middle = sorted(rest.elements())
    front, back = parse_tiles(wall), parse_tiles(tail)
    drawn = 0
    if left is not None:
        drawn = len(front) + len(middle) + len(back) - left
        assert 0 <= drawn <= len(middle), "left does not fit"
    order = (*middle[:drawn], *front, *middle[drawn:], *back)
    places = _tail_places(len(order))[:gone]
    seats = tuple(
        Seat(tuple(sorted(h)), m, tuple(Discard(t) for t in parse_tiles(s.pond)), marks=s.marks)
        for h, m, s in zip(hands, melds, specs, strict=True)
    )
    blank = Deal(
        ruleset, ours.version, checked, "", dealer, INDEX["E"], seats,
        Wall(order, drawn, frozenset(places), drawn + len(places)), (), Ask("turn", turn), given=tuple(dice),
        marks=marks or {},
    )  # fmt: skip
    play = Play(blank, hold)
    if draws:
        play.take_turn(turn, replacement)
    else:
        play.ask_turn(turn, drew=False)
    return play.freeze()


def _meld(text: str) -> Meld:
    meld = parse_meld(text)
    return meld if meld.giver is None else meld._replace(claimed=meld.tiles[0])


def _junk(rest: Counter[int], number: int, size: int) -> tuple[int, ...]:
    """A hand that can claim nothing, taken out of `rest`."""
    tiles: list[int] = []
    for place, suit in enumerate("mps"):
        rows = [parse_tiles(SPREAD[(number + place + i) % 3] + suit) for i in range(3)]
        tiles += max(([t for t in row if rest[t]] for row in rows), key=len)
    honors = sorted((t for t in HONORS if rest[t]), key=lambda t: -rest[t])
    tiles = [*honors, *tiles][:size] if len(honors) <= 4 else [*honors[: max(4, size - len(tiles))], *tiles][:size]
    assert len(tiles) == size, "no junk hand is left; write the hand out"
    rest.subtract(tiles)
    return tuple(tiles)


def _tail_places(size: int) -> list[int]:
    """The places of the wall in the order in which replacements take them."""
    return [p for end in range(size, 1, -2) for p in (end - 2, end - 1)]


def go(deal: Deal, *moves: str, hold: bool = False) -> Deal:
    """Play moves written as in a record: "1 discard 5m", "2 pass"."""
    for move in moves:
        number, _, text = move.partition(" ")
        deal, _ = rules.apply(deal, int(number), rules.parse(text), hold=hold)
    return deal


def legal(deal: Deal, seat: int) -> list[str]:
    """What a seat may do now, as text."""
    return [str(a) for a in rules.legal_actions(deal, seat)]


def kinds(deal: Deal, seat: int) -> set[str]:
    """The kinds of action a seat may take now."""
    return {a.kind for a in rules.legal_actions(deal, seat)}


def hand(deal: Deal, seat: int) -> str:
    return format_tiles(deal.seats[seat].concealed)


def melds(deal: Deal, seat: int) -> list[str]:
    return [str(m) for m in deal.seats[seat].melds]


def fans(deal: Deal) -> dict[str, tuple[int, ...]]:
    """Fan id -> the payers against whom it counted, of the first winner."""
    assert deal.result is not None
    return {f.id: f.payers for f in deal.result.wins[0].fans}


def deltas(deal: Deal) -> tuple[int, ...]:
    assert deal.result is not None
    return deal.result.deltas
