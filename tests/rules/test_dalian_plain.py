"""大连穷胡 against a second, dull reading of RULES.md: all ways to take a hand apart, each condition spelled out.

Random open hands, most of them nearly complete; the winning tiles, with and without 夹听, must agree.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.hand import Meld, is_open
from rules.rulesets.dalian_hands import winning_tiles
from rules.scoring import Player

Sets = tuple[tuple[int, ...], ...]


def ways(tiles: tuple[int, ...]) -> Iterator[tuple[Sets, int]]:
    """(sets, pair) for every way to read the tiles."""
    for pair in set(tiles):
        if tiles.count(pair) >= 2:
            rest = list(tiles)
            rest.remove(pair)
            rest.remove(pair)
            for sets in groups(tuple(rest)):
                yield sets, pair


def groups(tiles: tuple[int, ...]) -> Iterator[Sets]:
    if not tiles:
        yield ()
        return
    first = tiles[0]
    candidates = [(first, first, first)]
    if first < 27 and first % 9 <= 6:
        candidates.append((first, first + 1, first + 2))
    for candidate in candidates:
        rest = list(tiles)
        try:
            for tile in candidate:
                rest.remove(tile)
        except ValueError:
            continue
        for more in groups(tuple(rest)):
            yield (candidate, *more)


def wins(sets: Sets, pair: int, melds: tuple[Meld, ...]) -> bool:
    """DL-31 … DL-35, word by word."""
    everything = [t for s in sets for t in s] + [pair, pair] + [t for m in melds for t in m.tiles]
    if {t // 9 for t in everything if t < 27} != {0, 1, 2}:
        return False
    honours = any(t >= 27 for t in everything)
    if not honours and not any(t % 9 in (0, 8) for t in everything):
        return False
    in_hand = [s for s in sets if s[0] == s[1]]
    if any(s[0] >= 31 for s in in_hand):  # 中发白 only as pair or kong
        return False
    triplet = bool(in_hand) or any(m.kind in ("pung", "kong", "added_kong", "concealed_kong") for m in melds)
    if not triplet and pair < 31:
        return False
    return any(s[0] != s[1] for s in sets) or any(m.kind == "chow" for m in melds)


def is_jia(sets: Sets, tile: int) -> bool:
    """12 waiting 3, 89 waiting 7, n and n+2 waiting n+1."""
    for s in sets:
        if s[0] != s[1] and tile in s:
            middle = tile == s[1]
            low_edge = tile == s[2] and s[0] % 9 == 0
            high_edge = tile == s[0] and s[2] % 9 == 8
            if middle or low_edge or high_edge:
                return True
    return False


def expected(player: Player, jia: bool) -> set[int]:
    held = Counter((*player.concealed, *(t for m in player.melds for t in m.tiles)))
    found = set()
    for tile in range(34):
        if held[tile] == 4:
            continue
        for sets, pair in ways(tuple(sorted((*player.concealed, tile)))):
            if wins(sets, pair, player.melds) and (not jia or is_jia(sets, tile)):
                found.add(tile)
    return found


def random_set(rng: random.Random, left: Counter[int]) -> tuple[int, ...] | None:
    if rng.random() < 0.6:
        low = rng.choice([t for t in range(27) if t % 9 <= 6])
        tiles = (low, low + 1, low + 2)
    else:
        tiles = (rng.choice([*range(27), *range(27), *range(27, 34)]),) * 3
    if any(left[t] < n for t, n in Counter(tiles).items()):
        return None
    left.subtract(tiles)
    return tiles


def random_player(rng: random.Random) -> Player | None:
    """A complete hand less one tile, or with one tile too many exchanged."""
    left = Counter(dict.fromkeys(range(34), 4))
    if rng.random() < 0.5:  # few suits' tiles, so that much fits in several ways
        low = rng.choice((0, 1, 2, 3))
        for t in range(27):
            if not low <= t % 9 <= low + 5:
                left[t] = 0
    sets = [random_set(rng, left) for _ in range(4)]
    pair = rng.randrange(34)
    if None in sets or left[pair] < 2:
        return None
    left[pair] -= 2
    number = rng.choice((1, 1, 2, 3))
    melds = []
    for tiles in sets[:number]:
        assert tiles is not None
        if tiles[0] != tiles[1]:
            melds.append(Meld("chow", tiles, 0, tiles[0]))
        elif left[tiles[0]] and (tiles[0] >= 31 or rng.random() < 0.4):
            left[tiles[0]] -= 1
            melds.append(Meld(rng.choice(("kong", "concealed_kong")), (*tiles, tiles[0]), None, None))
        elif tiles[0] >= 31:
            return None
        else:
            melds.append(Meld("pung", tiles, 0, tiles[0]))
    concealed = [t for tiles in sets[number:] for t in tiles or ()] + [pair, pair]
    concealed.pop(rng.randrange(len(concealed)))
    if rng.random() < 0.2:
        concealed[rng.randrange(len(concealed))] = rng.choice([t for t in range(34) if left[t] > 0])
    return Player(tuple(sorted(concealed)), tuple(melds), is_open(tuple(melds)))


@pytest.mark.clause("DL-22", "DL-30", "DL-31", "DL-32", "DL-33", "DL-34", "DL-35", "CO-09")
def test_winning_tiles_agree_with_the_plain_reading():
    rng = random.Random(20240)
    seen = Counter()
    while sum(seen.values()) < 2500:
        player = random_player(rng)
        if player is None:
            continue
        plain, jia = expected(player, jia=False), expected(player, jia=True)
        assert winning_tiles(player) == plain, player
        assert winning_tiles(player, "jia") == jia, player
        seen["none" if not plain else "some" if not jia else "jia" if jia == plain else "both"] += 1
    assert min(seen[k] for k in ("none", "some", "jia", "both")) > 20, seen
