"""Which cases no table of 成都 can show (bad_case of CASES.md): contradictions in melds, flags and keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadCase
from ..scoring import Situation
from ..text import Text
from ..tiles import SUITS, suit

OUT_AT_MOST = 2  # the third winner ends the deal (CD-30)


def bad(zh: str, en: str, **params: object) -> BadCase:
    return BadCase(Text(zh, en, **params))


def check(s: Situation, options: Mapping[str, Any]) -> None:
    """Raises BadCase with the contradiction."""
    _check_seats(s, options)
    if s.kind == "draw":
        _check_draw(s)
        return
    if s.kind == "heavenly":
        _check_heavenly(s)
    elif s.kind == "earthly":
        _check_earthly(s)
    if "last_tile" in s.flags and s.kind not in ("self_draw", "discard"):
        raise bad("event.flags：last_tile 只能是自摸或点炮（牌墙摸完不能再杠）",
                  "event.flags: last_tile needs a self_draw or a discard (no kong on an empty wall)")  # fmt: skip
    _check_kongs(s)


def _check_seats(s: Situation, options: Mapping[str, Any]) -> None:
    """`out` and `lack` belong to their options; a named suit cannot lie in the melds (CD-32)."""
    out = sum(p.out for p in s.players)
    if out and not options["blood_battle"]:
        raise bad("out：没有开血战到底", "out: 血战到底 is off")
    if out > OUT_AT_MOST or out + len(s.winners) > OUT_AT_MOST + 1:
        raise bad("out：三家胡了就结束", "out: the deal ends with the third winner")
    for seat, player in enumerate(s.players):
        if player.marks.get("ready") is not None or player.marks.get("flowers", 0) != 0:
            raise bad("players[{seat}]：成都没有报听和花牌", "players[{seat}]: no declaring, no flowers here",
                      seat=seat)  # fmt: skip
        lack = player.marks.get("lack")
        if lack is None:
            needed = seat in s.winners or (s.kind == "draw" and not player.out)
            if options["lack_suit"] and needed:
                raise bad("players[{seat}].lack：要写定缺的花色", "players[{seat}].lack: the named suit is needed",
                          seat=seat)  # fmt: skip
            continue
        if not options["lack_suit"]:
            raise bad("players[{seat}].lack：没有开定缺", "players[{seat}].lack: 定缺 is off", seat=seat)
        if not isinstance(lack, str) or lack not in tuple(SUITS):
            raise bad("players[{seat}].lack：应是 m、p、s 之一", "players[{seat}].lack: must be m, p or s", seat=seat)
        if any(suit(m.tiles[0]) == SUITS.index(lack) for m in player.melds):
            raise bad("players[{seat}]：定缺的花色不能碰和杠", "players[{seat}]: no meld of the named suit", seat=seat)


def _check_draw(s: Situation) -> None:
    """查叫 needs every hand still in play; no tile was won."""
    for seat, player in enumerate(s.players):
        if not player.concealed and not player.out:
            raise bad("players[{seat}].hand：荒庄要写全每家的手牌", "players[{seat}].hand: a draw needs every hand",
                      seat=seat)  # fmt: skip
    if s.flags or s.extra.get("fed_by") is not None:
        raise bad("event.flags：荒庄没有胡的牌", "event.flags: a draw has no winning tile")


def _untouched(s: Situation, seats: list[int]) -> bool:
    """Nothing can have happened yet at these seats."""
    return not any(s.players[seat].melds or s.players[seat].open for seat in seats) and not any(
        p.out for p in s.players
    )


def _check_heavenly(s: Situation) -> None:
    """天胡: the dealer's 14, before anything else."""
    if s.winners != (s.dealer,):
        raise bad("event：天胡只能是庄家", "event: only the dealer can win a heavenly hand")
    if not _untouched(s, list(range(len(s.players)))):
        raise bad("event：天胡以前不会有副露和胡家", "event: nothing is declared or won before a heavenly win")


def _check_earthly(s: Situation) -> None:
    """地胡: the dealer's first discard; he may have made concealed kongs before it, nobody else anything."""
    if s.giver != s.dealer:
        raise bad("event.from：地胡胡的是庄家打的第一张", "event.from: an earthly win takes the dealer's first discard")
    others = [seat for seat in range(len(s.players)) if seat != s.dealer]
    dealer = s.players[s.dealer]
    if not _untouched(s, others) or dealer.open or any(m.kind != "concealed_kong" for m in dealer.melds):
        raise bad("event：地胡以前不会有碰、明杠和胡家", "event: nothing is claimed or won before an earthly win")


def _check_kongs(s: Situation) -> None:
    """杠上花 after claimed kongs only names the feeder; 杠上炮 needs a kong of the discarder."""
    winner = s.players[s.winners[0]]
    fed_by = s.extra.get("fed_by")
    if "after_kong" in s.flags and fed_by is None and all(m.kind == "kong" for m in winner.melds if m.is_kong):
        raise bad("event.fed_by：胡家只有直杠，要写谁引的杠", "event.fed_by: only claimed kongs: who fed the last one?")
    if fed_by is not None and (type(fed_by) is not int or s.players[fed_by].out):
        raise bad("event.fed_by：应是还在打的座位", "event.fed_by: must be a seat still playing")
    if "kong_discard" in s.flags and s.giver is not None:
        discarder = s.players[s.giver]
        if discarder.concealed and not any(m.is_kong for m in discarder.melds):
            raise bad("event.flags：kong_discard 需要放炮者有杠",
                      "event.flags: kong_discard needs a kong of the discarder")  # fmt: skip
