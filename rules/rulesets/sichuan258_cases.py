"""Cases of 四川(258): what no table can show (`bad_case` of CASES.md). What fails only a winning condition is not
looked at here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadCase
from ..scoring import Player, Situation
from ..text import Text, shown
from ..tiles import SUITED, parse_tiles
from .sichuan258_hands import CLAIMS, wins
from .sichuan258_scoring import has_birds

TILES = frozenset(SUITED)


def bad(zh: str, en: str, **params: object) -> BadCase:
    return BadCase(Text(zh, en, **params))


def check(o: Mapping[str, Any], s: Situation, case: Mapping[str, Any]) -> None:
    """Raises BadCase for birds, claims, flags, 天胡, 地胡 and shown tiles that contradict each other or the options."""
    for i, player in enumerate(s.players):
        if player.out or player.marks.get("ready") or player.marks.get("lack") or player.marks.get("flowers"):
            raise bad("players[{i}]：这种玩法没有报听、定缺、花牌和血战",
                      "players[{i}]: no declaring, 定缺, flowers or blood battle in this rule set", i=i)  # fmt: skip
    for key in ("bao", "genzhuang", "turned"):
        if s.extra.get(key):
            raise bad("{key}：这种玩法没有", "{key}: not in this rule set", key=key)
    if "claims" in s.extra and s.kind != "opening":
        raise bad("event.claims：只有起手胡才写", "event.claims: only for kind opening")
    if s.flags and s.kind not in ("self_draw", "discard"):
        raise bad("event.flags：{kind} 没有这样的标记", "event.flags: not with {kind}", kind=s.kind)
    if len(s.flags) > 1:
        raise bad("event.flags：海底和开杠不会是同一张牌", "event.flags: a 海底 tile is not a 开杠 tile")
    _check_kong(s)
    _check_birds(o, s)
    _check_shown(o, s)
    if s.kind == "opening":
        _check_claims(o, s)
    elif s.kind in ("heavenly", "earthly"):
        _check_first(s)


def _melded(player: Player) -> bool:
    return bool(player.melds) or player.open


def _check_kong(s: Situation) -> None:
    """杠上炮: a feeder whose tiles are given has a kong among them."""
    if "kong_discard" in s.flags:
        feeder = s.players[s.giver or 0]
        if (feeder.concealed or feeder.melds) and not any(m.is_kong for m in feeder.melds):
            raise bad(
                "event.flags：kong_discard 需要放炮者有杠", "event.flags: kong_discard needs a kong of the feeder"
            )


def _check_birds(o: Mapping[str, Any], s: Situation) -> None:
    birds = parse_tiles(s.extra.get("bird", ""))
    if not birds:
        return
    if s.kind == "draw" or not has_birds(o, s.kind):
        raise bad("bird：这里不扎鸟（SC-13、SC-22、SC-30）", "bird: no bird is turned here (SC-13, SC-22, SC-30)")
    if len(birds) > int(o["birds"]) or not TILES.issuperset(birds):
        raise bad("bird：张数或牌不对", "bird: wrong number or kind of tiles")
    if "last_tile" in s.flags and birds != (s.tile,):
        raise bad("bird：海底胡以海底牌为鸟（SC-22）", "bird: a 海底 win has its own tile as the bird (SC-22)")


def _check_shown(o: Mapping[str, Any], s: Situation) -> None:
    """开杠张数 2: both tiles, one of them won on; who could win on both takes the first (SC-44)."""
    if "tiles" not in s.extra:
        return
    tiles = parse_tiles(s.extra["tiles"])
    by_kong = s.flags & {"after_kong", "kong_discard"}
    if o["kong_tiles"] != 2 or not by_kong or len(tiles) != 2 or s.tile not in tiles or not TILES.issuperset(tiles):
        raise bad("event.tiles：与开杠不符（SC-44）", "event.tiles: does not fit a 开杠 (SC-44)")
    if tiles[0] != s.tile and any(wins(s.players[w], tiles[0]) and wins(s.players[w], tiles[1]) for w in s.winners):
        raise bad("event.tiles：两张都能胡时胡先翻的（SC-44）", "event.tiles: the first shown tile goes first (SC-44)")


def _check_claims(o: Mapping[str, Any], s: Situation) -> None:
    """起手胡 (SC-13): nobody has melds yet, and each winner names claims that this room has."""
    claims = s.extra.get("claims")
    if not isinstance(claims, dict) or set(claims) != {str(w) for w in s.winners}:
        raise bad("event.claims 要写每个胡家的起手胡", "event.claims must name the claims of each winner")
    for names in claims.values():
        if not isinstance(names, list) or not names or len({str(n) for n in names}) != len(names):
            raise bad("event.claims：应是名称的列表", "event.claims: must be lists of names")
        for name in names:
            if not isinstance(name, str) or name not in CLAIMS or not o[name]:
                raise bad("event.claims：本房间没有“{n}”", "event.claims: this room has no “{n}”", n=shown(name))
    if any(_melded(p) for p in s.players):
        raise bad("起手胡时还没有副露", "opening: there are no melds yet")


def _check_first(s: Situation) -> None:
    """天胡: the dealer, before anything. 地胡: his first discard; he may have 暗杠, nobody else has melds (SC-12)."""
    if s.kind == "heavenly" and (s.winners != (s.dealer,) or any(_melded(p) for p in s.players)):
        raise bad("天胡只能是庄家起手", "heavenly: only the dealer's dealt hand")
    if s.kind == "earthly":
        early = all(m.kind == "concealed_kong" for m in s.players[s.dealer].melds) and not s.players[s.dealer].open
        if s.giver != s.dealer or not early or any(_melded(p) for i, p in enumerate(s.players) if i != s.dealer):
            raise bad("地胡只能胡庄家打出的第一张", "earthly: only the dealer's first discard")
