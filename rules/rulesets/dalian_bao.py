"""宝 of 大连穷胡: the roll, the look with 冲宝, and 换宝 (DL-23 … DL-27). Its marks: Deal.marks bao, bao_die and
bao_serial, the blocked place of the wall, and each seat's `looked` (the serial it has seen)."""

from __future__ import annotations

from ..actions import WIN
from ..phases import Phase
from ..play import Play
from ..state import Deal


class Look(Phase):
    """冲宝 (DL-25): a declared player sees the 宝 before his draw and may win on it at once."""

    name = "look"
    quick = True
    turn = True
    looks_like = "turn"
    phantom_draw = True

    def resolve(self, play: Play) -> None:
        seat, tile = play.ask.seat, play.ask.tile
        assert tile is not None
        if play.ask.answers[seat] == WIN:
            play.win((seat,), "chong_bao", tile, None)
        else:
            play.news[:] = play.old_news[:-1]  # the draw was announced when the look began
            play.draw_now(seat, bool(play.ask.note["replacement"]))


def bao_kind(play: Play | Deal) -> int | None:
    """The kind of the present 宝; None before the first roll and when there is none any more."""
    blocked = play.wall.blocked
    return None if blocked is None else play.wall.tiles[blocked]


def visible_copies(play: Play, tile: int) -> int:
    """Face-up copies: ponds (a claimed tile lies in its meld) and melds other than face-down kongs (CO-06)."""
    ponds = sum(d.tile == tile and d.claimed_by is None for s in play.seats for d in s.pond)
    melds = sum(m.tiles.count(tile) for s in play.seats for m in s.melds if m.kind != "concealed_kong")
    return ponds + melds


def roll_bao(play: Play) -> None:
    """DL-23, DL-27: roll until a stack qualifies; none of the six → no 宝 any more."""
    places = {n: play.wall.nth_stack(n)[-1] for n in range(1, 7)}
    serial = play.marks.get("bao_serial", 0) + 1
    if all(visible_copies(play, play.wall.tiles[p]) >= 3 for p in places.values()):
        play.note(bao="gone", bao_serial=serial)
        play.say("no_bao")
        return
    while True:
        (die,) = play.roll(1)
        if visible_copies(play, play.wall.tiles[places[die]]) < 3:
            break
    play.wall = play.wall._replace(blocked=places[die])
    play.note(bao="there", bao_die=die, bao_serial=serial)
    if serial > 1:
        play.say("changed_bao")
