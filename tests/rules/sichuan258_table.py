"""四川(258) positions for tests: real deals from readable strings; the seats that do not matter get junk.

`middle(...)`: in the middle of a deal, as position.table. `dealt(...)`: a deal from its hands, at the 起手胡 window.
`play(deal, "1 pung", "1 discard 5m")`: moves with the passes left out, as in a record. Holds no test.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import rules
from rules.actions import PASS
from rules.hand import parse_meld
from rules.machine import deal_out
from rules.record import pass_all, play_move
from rules.ruleset import bound
from rules.rulesets.sichuan258_hands import CLAIMS, holds, winning_tiles
from rules.scoring import Player
from rules.state import Deal
from rules.tiles import INDEX, NAMES, format_tiles, parse_tiles
from tests.rules.position import Spec, deltas, seat, table

NO_BIRDS = {"birds": 0}
WAITS_6S = "123m456m789p45s55p"  # 3s and 6s, a 小胡
KONG_READY = "111m456m789p45s55p"  # without the 1111m it waits for 3s and 6s
WAITS_69S = "234p678p345m78s22m"  # 6s and 9s, a 小胡


def junk(rest: Counter[int], size: int = 13, wary: tuple[int, ...] = ()) -> str:
    """Different tiles out of `rest` (which loses them): not ready, no 起手胡, nothing to chow one of `wary` with."""
    rng = random.Random(1)
    near = {t + d for t in wary for d in (-2, -1, 0, 1, 2)}
    pool = [t for t in rest if rest[t] and t not in near]
    for _ in range(1000):
        hand = tuple(sorted(rng.sample(pool, size)))
        whole = size >= 13
        if whole and (any(holds(n, hand) for n in CLAIMS) or (size == 13 and winning_tiles(Player(hand)))):
            continue
        rest.subtract(hand)
        return format_tiles(hand)
    raise AssertionError("no junk is left")


def rest_of(*texts: str) -> Counter[int]:
    """What is left of the 108 tiles."""
    rest = Counter(bound("sichuan258", rules.check_options("sichuan258", {})).tiles())
    for text in texts:
        rest.subtract(parse_tiles(text))
    assert min(rest.values()) >= 0, format_tiles(t for t, n in rest.items() if n < 0)
    return rest


def middle(*specs: Spec, options: dict[str, Any] | None = None, turn: int = 0, wall: str = "", tail: str = "",
           marks: dict[str, Any] | None = None, wary: str = "", **more: Any) -> Deal:  # fmt: skip
    """position.table for this rule set, without birds unless the options say so. `wary`: tiles that junk hands cannot
    claim."""
    options = NO_BIRDS | (options or {})
    specs = (*specs, *[seat()] * (options.get("seats", 4) - len(specs)))
    tiles = [t for s in specs for t in (s.hand or "", s.pond, *(format_tiles(parse_meld(m).tiles) for m in s.melds))]
    rest = rest_of(*tiles, wall, tail)
    extra = [i == turn and not more.get("draws", True) for i in range(len(specs))]
    filled = [s if s.hand is not None else s._replace(hand=junk(rest, 13 - 3 * len(s.melds) + x, parse_tiles(wary)))
              for s, x in zip(specs, extra, strict=True)]  # fmt: skip
    marks = {"discards": 9} | (marks or {})
    return table(*filled, ruleset="sichuan258", options=options, turn=turn, wall=wall, tail=tail, marks=marks, **more)


def dealt(hands: dict[int, str], *, dealer: int = 0, options: dict[str, Any] | None = None, wall: str = "",
          tail: str = "", dice: tuple[int, ...] = (), hold: bool = False) -> Deal:  # fmt: skip
    """A deal from its hands (the dealer's 14th tile last) at its first decision; the other seats get junk."""
    checked = rules.check_options("sichuan258", NO_BIRDS | (options or {}))
    seats = rules.seat_count("sichuan258", checked)
    rest = rest_of(*hands.values(), wall, tail)
    full = [parse_tiles(hands[s] if s in hands else junk(rest, 14 if s == dealer else 13)) for s in range(seats)]
    order = (*parse_tiles(wall), *sorted(rest.elements()), *parse_tiles(tail))
    deal, _ = deal_out("sichuan258", checked, tuple(full), order, dealer=dealer, round_wind=INDEX["E"], dice=((1, 1),),
                       given=dice, hold=hold)  # fmt: skip
    return deal


def play(deal: Deal, *moves: str) -> Deal:
    """Moves as in a record with omitted passes."""
    for move in moves:
        deal = play_move(deal, move, True)
    return deal


def passed(deal: Deal) -> Deal:
    """Everybody who is asked about a tile passes, until somebody is on turn or the deal is over."""
    while not deal.over and any(PASS in rules.legal_actions(deal, s) for s in deal.actors):
        deal = pass_all(deal, deal.actors)
    return deal


def how(deal: Deal) -> tuple[str, dict[str, int]]:
    """The kind of the (first) win and its fans."""
    assert deal.result is not None
    win = deal.result.wins[0]
    return win.how, {f.id: f.value for f in win.fans}


def winners(deal: Deal) -> list[int]:
    assert deal.result is not None
    return [w.seat for w in deal.result.wins]


def score_like(deal: rules.Deal, *, hand: str, event: dict, melds: list[str] | None = None,
               players: dict[int, dict] | None = None) -> None:  # fmt: skip
    """The case format gives the same deltas as the live deal."""
    (seat_number,) = winners(deal)
    rows = [{} for _ in deal.seats]
    rows[seat_number] = {"hand": hand, "melds": melds or []}
    for number, extra in (players or {}).items():
        rows[number] = extra
    case = {"ruleset": "sichuan258", "options": dict(deal.options), "dealer": deal.dealer, "players": rows,
            "event": {"winners": [seat_number], **event}}  # fmt: skip
    assert rules.score(case)["deltas"] == list(deltas(deal))


def pond(deal: rules.Deal, number: int) -> list[str]:
    return [NAMES[d.tile] for d in deal.seats[number].pond if d.claimed_by is None]
