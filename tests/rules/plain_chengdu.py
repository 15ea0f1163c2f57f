"""The points of a 成都 hand counted the slow, plain way, straight from RULES.md CD-20 … CD-22. Holds no test."""

from __future__ import annotations

from collections import Counter


def ways(tiles: list[int]) -> list[list[list[int]]]:
    """Every way to lay out tiles as sets, without a pair."""
    if not tiles:
        return [[]]
    first, *rest = sorted(tiles)
    found = []
    for group in ([first] * 3, [first, first + 1, first + 2]):
        if group[0] != group[1] and first % 9 > 6:
            continue
        left = list(rest)
        try:
            for t in group[1:]:
                left.remove(t)
        except ValueError:
            continue
        found += [[group, *others] for others in ways(left)]
    return found


def points(melds: list[tuple[str, list[int]]], tiles: list[int], options: dict, last: bool) -> int | None:
    """None: no win. `melds`: (kind, tiles; a kong's may be longer), `tiles`: the hand with the winning tile."""
    held = Counter(tiles)
    for kind, group in melds:
        held[group[0]] += 4 if "kong" in kind else 3
    if len({t // 9 for t in held}) > 2:
        return None
    classes = []
    one_suit = len({t // 9 for t in held}) == 1
    if not melds and all(n % 2 == 0 for n in Counter(tiles).values()):
        classes.append(8 if one_suit else 3)
    for pair in {t for t in tiles if tiles.count(t) >= 2}:
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        for way in ways(rest):
            sets = [*way, *(group[:3] for _, group in melds)]
            all_pungs = all(s[0] == s[1] for s in sets)
            classes.append(1)
            if one_suit:
                classes.append(3)
            if all_pungs:
                classes.append(4 if one_suit else 2)
            if options["yaojiu_jiangdui"]:
                if all(any(t % 9 in (0, 8) for t in s) for s in [*sets, [pair]]):
                    classes.append(3)
                if all_pungs and all(t % 9 in (1, 4, 7) for t in held):
                    classes.append(4)
    if not classes:
        return None
    kongs = [group[0] for kind, group in melds if "kong" in kind]
    total = max(classes) + len(kongs) + sum(n == 4 and t not in kongs for t, n in held.items())
    if options["menqing"] and all(kind == "concealed_kong" for kind, _ in melds):
        total += 1
    if options["zhongzhang"] and not any(t % 9 in (0, 8) for t in held):
        total += 1
    if options["jingou"] and len(melds) == 4:
        total += 1
    if options["haidi"] and last:
        total += 1
    return min(total, options["cap"]) if options["cap"] else total
