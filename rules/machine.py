"""The machine: start a deal, list what a seat may do, apply an action, finish a drawn deal.

Pure: the same seed and actions give the same deal. What may be done now is what `legal_actions` holds; screen, bot,
timeout and tests all use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .actions import Action
from .errors import IllegalAction
from .events import Event
from .phases import default_choice
from .play import Play
from .ruleset import Ruleset, bound, check_options
from .state import Ask, Deal, Seat
from .text import Text
from .tiles import INDEX, format_tiles
from .wall import Chance, Wall, broken, shuffled

Events = tuple[Event, ...]


def first_dealer(code: str, options: Mapping[str, Any], seed: bytes, host_seat: int) -> int:
    """The dealer of a match's first deal (DL-03, NM-02 …). `seed`: any 32 secret bytes; `host_seat` 0-3."""
    return bound(code, check_options(code, options)).first_dealer(Chance(seed, "dealer"), host_seat)


def start(
    code: str, options: Mapping[str, Any], seed: bytes, *, dealer: int, round_wind: str = "E", hold: bool = False
) -> tuple[Deal, Events]:
    """Shuffle, break the wall and deal (CO-12, DL-02). `seed`: 32 bytes; `dealer` 0-3.

    Raises UnknownRuleset, BadOption.
    """
    options = check_options(code, options)
    rules = bound(code, options)
    hands, wall, dice, rolled = dealt(rules, seed, dealer)
    turned, wall = turned_out(rules, wall)
    return deal_out(code, options, hands, wall, dealer=dealer, round_wind=INDEX[round_wind], seed=seed.hex(),
                    dice=(dice,), rolled=rolled, hold=hold,
                    marks={"turned": format_tiles(turned)} if turned else None)  # fmt: skip


def turned_out(rules: Ruleset, wall: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tiles turned before play (财神), and the wall without them."""
    n = rules.turned_tiles(wall)
    return wall[:n], wall[n:]


Hands = tuple[tuple[int, ...], ...]


def dealt(rules: Ruleset, seed: bytes, dealer: int) -> tuple[Hands, tuple[int, ...], tuple[int, ...], int]:
    """From the seed: the hands in dealt order (the dealer's 14th tile last), the wall that is left in drawing order,
    the dice of the break, and how far the second stream was read (CO-12, DL-02)."""
    chance = Chance(seed, "dice")
    dice = tuple(chance.below(6) + 1 for _ in range(2))
    order = broken(shuffled(rules.tiles(), seed), dice, dealer, rules.seats)
    hands: list[list[int]] = [[] for _ in range(rules.seats)]
    at = 0
    for block in (4, 4, 4, 1):
        for i in range(rules.seats):
            hands[(dealer + i) % rules.seats].extend(order[at : at + block])
            at += block
    hands[dealer].append(order[at])
    return tuple(map(tuple, hands)), tuple(order[at + 1 :]), dice, chance.at


def deal_out(
    code: str, options: Mapping[str, Any], hands: Hands, wall: tuple[int, ...], *, dealer: int,
    round_wind: int, seed: str = "", dice: tuple[tuple[int, ...], ...] = (), rolled: int = 0,
    given: tuple[int, ...] = (), marks: Mapping[str, Any] | None = None, hold: bool = False,
) -> tuple[Deal, Events]:  # fmt: skip
    """A deal from given hands (as dealt; the dealer's 14th tile last) and wall, up to the first decision."""
    rules = bound(code, options)
    seats = tuple(Seat(concealed=tuple(sorted(h)), drawn=h[-1] if s == dealer else None) for s, h in enumerate(hands))
    blank = Deal(code, rules.version, options, seed, dealer, round_wind, seats, Wall(wall), dice,
                 Ask("turn", dealer), rolled=rolled, given=given, marks=marks or {})  # fmt: skip
    play = Play(blank, hold)
    play.say("dealt", dealer)
    play.rules.opening(play)
    return _frozen(play)


def legal_actions(deal: Deal, seat: int) -> tuple[Action, ...]:
    """What `seat` may do now; empty when it is not asked."""
    return deal.ask.offers[seat] if seat in deal.actors else ()


def apply(deal: Deal, seat: int, action: Action, hold: bool = False) -> tuple[Deal, Events]:
    """The deal after `seat` took `action`. Raises IllegalAction unless it is listed.

    `hold`: a claim window that is fully answered stays held until `proceed` (the table's pause).
    """
    if action not in legal_actions(deal, seat):
        raise IllegalAction(
            Text("现在不能这样做：{action}", "this cannot be done now: {action}", action=str(action))
            if seat in deal.actors
            else Text("现在没有轮到你", "it is not your turn to answer")
        )
    play = Play(deal, hold)
    play.rules.phase(deal.ask.phase).answer(play, seat, action)
    return _frozen(play)


def proceed(deal: Deal, hold: bool = True) -> tuple[Deal, Events]:
    """Resolve a held claim window. Raises IllegalAction when none is held."""
    if not deal.held:
        raise IllegalAction(Text("没有等待揭晓的应答", "no answered window is waiting"))
    play = Play(deal, hold)
    play.held = False
    play.window += 1
    play.rules.phase(deal.ask.phase).resolve(play)
    return _frozen(play)


def settle_draw(deal: Deal) -> tuple[Deal, Events]:
    """Finish a deal whose wall ended with a settlement pending (查叫). Raises IllegalAction otherwise."""
    if not deal.settling:
        raise IllegalAction(Text("这一局没有待结算的荒庄", "this deal has no drawn settlement pending"))
    play = Play(deal)
    play.window += 1
    play.rules.phase("settling").resolve(play)
    return _frozen(play)


def default_action(deal: Deal, seat: int) -> Action:
    """What a timeout plays (CO-13). Raises IllegalAction when the seat is not asked."""
    if seat not in deal.actors:
        raise IllegalAction(Text("现在没有轮到这个座位", "this seat is not asked now"))
    return deal.rules.default(deal, seat) or default_choice(deal, seat)


def _frozen(play: Play) -> tuple[Deal, Events]:
    return play.freeze(), tuple(play.news)
