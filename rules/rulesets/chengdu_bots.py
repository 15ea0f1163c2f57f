"""How to play 成都: its goals for the shared bots, and the choices of 换三张 and 定缺. Sees views only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ..actions import Action
from ..goals import ALL, Goal
from ..tiles import SUITS
from .chengdu_phases import BY_TIES, of_suit

# From when on a dear class is worth a thought: pairs held, pairs and melds, tiles of one suit. The first win ends an
# ordinary deal, so that speed is nearly all; after 换三张 and 定缺 hands are better, and 血战 goes on. Set by duels.
QUICK = (6, 7, 12)
LONG = (5, 6, 10)


@cache
def _goals(lack: str | None, pairs: bool, pungs: bool, flush: int | None) -> tuple[Goal, ...]:
    """Constant tuples, because the shared bot remembers what it made of them."""
    keep = ALL if lack is None else ALL - frozenset(range(9 * SUITS.index(lack), 9 * SUITS.index(lack) + 9))
    found = [Goal(suits=(0, 2), tiles=keep)]
    if pairs:
        found.append(Goal(shape="pairs", worth=1.4, suits=(0, 2), tiles=keep))
    if pungs:
        found.append(Goal(worth=1.2, suits=(0, 2), no_sequence=True, tiles=keep))
    if flush is not None:
        found.append(Goal(worth=1.5, tiles=frozenset(range(9 * flush, 9 * flush + 9))))
    return tuple(found)


def goals_for(view: Mapping[str, Any]) -> tuple[Goal, ...]:
    """An ordinary win of two suits without the named one (CD-04, CD-32), and of the dear classes of CD-20 those
    that the hand is near to."""
    seat = view["seats"][view["seat"]]
    held = Counter(seat["hand"] or ())
    pairs = sum(n >= 2 for n in held.values())
    suits = Counter(name[1] for name in held.elements())
    for meld in seat["melds"]:
        suits[meld["tiles"][0][1]] += 3
    lack = named_lack(view, view["seat"])
    options = view["options"]
    long = options["blood_battle"] or options["swap_three"] or options["lack_suit"]
    pairs_from, pungs_from, flush_from = LONG if long else QUICK
    longest = max("mps", key=lambda letter: suits[letter])
    return _goals(
        lack,
        not seat["melds"] and pairs >= pairs_from,
        pairs + len(seat["melds"]) >= pungs_from,
        SUITS.index(longest) if suits[longest] >= flush_from and longest != lack else None,
    )


def named_lack(view: Mapping[str, Any], seat: int) -> str | None:
    """The suit that a seat has named, as everybody sees it."""
    found = [b["id"][5:] for b in view["seats"][seat]["badges"] if b["id"].startswith("lack_")]
    return found[0] if found else None


def strength(tiles: Sequence[int]) -> float:
    """How much a suit is worth keeping: its length first, then pairs and neighbours."""
    held = set(tiles)
    return len(tiles) + 0.3 * (len(tiles) - len(held)) + 0.1 * sum(t + 1 in held for t in held)


def chosen(phase: str, concealed: Sequence[int]) -> str | None:
    """定缺: the weakest suit. 换三张: three of the weakest suit that has as many, so that it can be named."""
    suits = {which: of_suit(concealed, which) for which in BY_TIES}
    if phase == "lack":
        return f"lack {SUITS[min(suits, key=lambda which: strength(suits[which]))]}"
    if phase != "swap":
        return None
    able = [tiles for tiles in suits.values() if len(tiles) >= 3]
    weakest = min(able, key=strength)
    apart = sorted(weakest, key=lambda t: (weakest.count(t), sum(abs(t - u) < 3 for u in weakest)))
    return str(Action("swap", tuple(sorted(apart[:3]))))
