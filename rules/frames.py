"""The frames of a deal: what could be seen to happen, one after the other, out of its answers (牌谱).

An answer that changes nothing on the table (a pass, a claim that was outranked) is no frame of its own: it belongs to
the frame that its window leads to. A discard and the draw after it are two. Pure; nothing is hidden here: view.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .actions import Action, parse
from .machine import apply, proceed, settle_draw
from .state import Deal


class Frame(NamedTuple):
    """The deal after something was seen (`deal.news`). `moves`: how many answers have been given so far; `unheard`:
    the claims of the window that came to nothing, (seat, action)."""

    deal: Deal
    moves: int
    unheard: tuple[tuple[int, Action], ...] = ()


def frames(first: Deal, moves: Iterable[tuple[int, str]]) -> list[Frame]:
    """From the deal as dealt to its last state; `moves` are (seat, action text) in order of arrival.

    Raises RuleError at the first move that is not legal."""
    found = [Frame(first, 0)]
    deal = first
    count = 0
    for count, (seat, text) in enumerate(moves, 1):
        deal, events = apply(deal, seat, parse(text), hold=True)
        if events:
            found.append(Frame(deal, count))
        while deal.held:
            asked = deal
            deal, events = proceed(deal)
            if events:
                found.append(Frame(deal, count, _unheard(asked, deal)))
    if deal.settling:
        deal, events = settle_draw(deal)
        found[-1:] = [Frame(deal, count)] if not events else [found[-1], Frame(deal, count)]
    return found


def _unheard(asked: Deal, after: Deal) -> tuple[tuple[int, Action], ...]:
    """Who claimed and did not get the tile."""
    heard = {event.seat for event in after.news if event.kind != "drew"}
    answers = enumerate(asked.ask.answers)
    return tuple((s, a) for s, a in answers if a is not None and a.kind != "pass" and s not in heard)
