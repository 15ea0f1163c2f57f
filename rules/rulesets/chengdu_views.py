"""The labelled rows that 成都 adds to a view: the swap, who has won, the last four, and a viewer's own 过水."""

from __future__ import annotations

from typing import Any

from ..state import Deal
from ..text import Text
from ..tiles import NAMES, parse_tiles

DIRECTIONS = (Text("给下家", "to the right"), Text("给对家", "to the player across"), Text("给上家", "to the left"))
WAITING = Text("四家同时选，都选完才公布", "all four choose at once; nothing shows before all have chosen")


def row(id: str, label: Text, text: Text | None = None, tiles: list[str] | None = None, seat: int | None = None,
        ) -> dict[str, Any]:  # fmt: skip
    return {"id": id, "label": label, "text": text, "tiles": tiles or [], "seat": seat}


def rows(deal: Deal, viewer: int | None, last_four: bool, last: int) -> list[dict[str, Any]]:
    """What `viewer` may see of them. The row for a choice is the same whoever has answered."""
    found = []
    if deal.ask.phase == "swap":
        found.append(row("waiting", Text("换三张", "Swap three"), WAITING))
    if deal.ask.phase == "lack":
        found.append(row("waiting", Text("定缺", "Missing suit"), WAITING))
    die = deal.marks.get("swap_die")
    if die is not None:
        words = Text("骰子 {n}：{to}", "die {n}: {to}", n=die, to=DIRECTIONS[(die - 1) // 2])
        found.append(row("swap", Text("换三张", "Swap three"), words))
        for s, seat in enumerate(deal.seats):
            if s == viewer or deal.over:
                gave, got = (_names(str(seat.marks[key])) for key in ("gave", "got"))
                found.append(row(f"gave_{s}", Text("换出", "Gave"), None, gave, s))
                found.append(row(f"got_{s}", Text("换进", "Got"), None, got, s))
    for win in deal.wins:
        if win.tile is not None:
            found.append(row(f"won_{win.seat}", Text("已胡", "Won on"), None, [NAMES[win.tile]], win.seat))
    if last_four and not deal.over and deal.wall.left <= last:
        found.append(row("last_four", Text("最后四张", "Last four"), Text("能胡必须胡", "a win must be taken")))
    passed = 0 if viewer is None or deal.over else deal.seats[viewer].marks.get("passed", 0)
    if passed and not deal.seats[viewer or 0].out:
        words = Text("自己摸牌、碰、杠以前，胡别家要多于 {n} 分", "until your own draw, pung or kong: from others only "
                     "with more than {n}", n=passed)  # fmt: skip
        found.append(row("passed", Text("过水", "A win passed"), words, None, viewer))
    return found


def _names(packed: str) -> list[str]:
    return [NAMES[t] for t in parse_tiles(packed)]
