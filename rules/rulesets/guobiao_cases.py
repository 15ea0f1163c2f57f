"""Cases and records of 国标: what no table can show (`bad_case` of CASES.md). Winning conditions are not looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadCase
from ..scoring import Situation
from ..text import Text, shown
from ..tiles import FLOWERS, NAMES, format_tiles, parse_tiles


def bad(zh: str, en: str, **params: object) -> BadCase:
    return BadCase(Text(zh, en, **params))


def check(o: Mapping[str, Any], s: Situation) -> Situation:
    """Raises BadCase for flowers, turned tiles and flags that contradict each other or the options. Adds 和绝张 where
    the melds and turned tiles of the case alone show the other three copies (GB-10)."""
    turned = parse_tiles(s.extra.get("turned", ""))
    if o["joker"] and not turned:
        raise bad("turned：房间有财神，要写翻出的牌（GB-11）", "turned: needed with the option 财神 (GB-11)")
    check_turned(bool(o["joker"]), turned)
    _check_players(o, s, sum(t in FLOWERS for t in turned))
    if s.kind == "draw":
        if s.flags:
            raise bad("event.flags：荒庄没有和的牌", "event.flags: a draw has no winning tile")
        return s
    if "last_tile" in s.flags and s.kind == "rob_kong":
        raise bad("event.flags：摸到最后一张的人不能杠（GB-06）",
                  "event.flags: who drew the last tile may not kong (GB-06)")  # fmt: skip
    return _last_copy(s, turned)


def check_turned(joker: bool, turned: tuple[int, ...]) -> None:
    """A flower is turned over again, anything else decides the joker (GB-11). Raises BadCase."""
    if not turned and not joker:
        return
    if not joker:
        raise bad("turned：房间没有财神（GB-11）", "turned: the option 财神 is off (GB-11)")
    if not turned or turned[-1] in FLOWERS or any(t not in FLOWERS for t in turned[:-1]):
        raise bad("turned：应是若干花牌加一张定财神的牌（GB-11），现为“{tiles}”",
                  "turned: must be flowers, if any, and one tile that names the joker (GB-11), not “{tiles}”",
                  tiles=format_tiles(turned))  # fmt: skip


def _check_players(o: Mapping[str, Any], s: Situation, turned_flowers: int) -> None:
    """Eight flowers at most, all told; nobody declares, plays 定缺 or plays on after a win here."""
    total = turned_flowers
    for i, player in enumerate(s.players):
        n = player.marks.get("flowers", 0)
        if type(n) is not int or not 0 <= n <= (len(FLOWERS) if o["flowers"] else 0):
            raise bad("players[{i}].flowers：应是 0–{most} 的数，不是 {n}",
                      "players[{i}].flowers: must be a number 0–{most}, not {n}",
                      i=i, n=shown(n), most=len(FLOWERS) if o["flowers"] else 0)  # fmt: skip
        total += n
        if any(t in FLOWERS for t in player.concealed):
            raise bad("players[{i}].hand：花牌不留在手里，写在 flowers（GB-02）",
                      "players[{i}].hand: flowers do not stay in the hand, give their number (GB-02)", i=i)  # fmt: skip
        if player.out or player.marks.get("ready") or player.marks.get("lack") is not None:
            raise bad("players[{i}]：这种玩法没有报听、定缺和血战",
                      "players[{i}]: no declaring, 定缺 or blood battle in this rule set", i=i)  # fmt: skip
    if total > len(FLOWERS):
        raise bad("花牌一共 {n} 张，多于八张", "{n} flowers in all, more than eight", n=total)


def _last_copy(s: Situation, turned: tuple[int, ...]) -> Situation:
    tile = s.tile
    assert tile is not None
    laid = [m for p in s.players for m in p.melds]
    visible = turned.count(tile) + sum(m.tiles.count(tile) for m in laid if m.kind != "concealed_kong")
    hidden = sum(p.concealed.count(tile) for p in s.players)
    if "last_copy" in s.flags and hidden:
        raise bad("event.flags：手里还有 {tile}，不是和绝张（GB-10）",
                  "event.flags: a hand holds another {tile}, so it is no 和绝张 (GB-10)", tile=NAMES[tile])  # fmt: skip
    return s._replace(flags=s.flags | {"last_copy"}) if visible == 3 else s
