"""国标 (GB): the 1998 competition rules with 81 fans and an 8-point minimum. Fans: guobiao_fans.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadCase, NotAWin
from ..fan import FanLine
from ..play import Play
from ..ruleset import PLAY, Ruleset, choice, flag, room_options
from ..scoring import Score, Situation
from ..settlement import Transfer
from ..text import Text
from ..tiles import FLOWERS, HONORS, SUITED, WINDS, parse_tiles
from .guobiao_fans import FLOWER, best, total
from .guobiao_hand import Moment, shapes


class Guobiao(Ruleset):
    """See the module."""

    code = "guobiao"
    name = Text("国标麻将", "Guobiao (MCR)")
    options = (
        *room_options(bases=(1, 2, 5, 10, 20), deals=(16, 4, 8)),
        flag("flowers", True, Text("花牌", "Flowers"), Text("用 8 张花牌", "With the eight flowers"), PLAY, "GB-01"),
        flag("joker", False, Text("财神", "Joker"),
             Text("翻一张，下一张是财神", "A turned tile names the wild one"), PLAY, "GB-11"),
        choice("min_fan", (8, 6, 1), Text("起和", "Minimum"),
               Text("不算花至少几番", "Points needed without flowers"), PLAY,
               {n: Text("{n} 番", "{n} points", n=n) for n in (8, 6, 1)}, "GB-04"),
    )  # fmt: skip
    reserve = 0
    claims_on_last_discard = False  # GB-06
    labels = {"flower": Text("补花", "replaces a flower"), "win": Text("和", "Win")}
    case_flags = frozenset({"after_kong", "last_tile", "last_copy"})

    def tiles(self) -> tuple[int, ...]:
        """GB-01: 136 tiles and, with 花牌, the eight flowers."""
        flowers = FLOWERS if self.o["flowers"] else ()
        return (*(t for t in (*SUITED, *HONORS) for _ in range(4)), *flowers)

    def next_dealer(self, play: Play) -> int:
        """GB-01: the deal always passes."""
        return (play.dealer + 1) % self.seats

    # -- the course of a deal -------------------------------------------------------------------------------------

    def opening(self, play: Play) -> None:
        """补花 from the dealer on, each seat until it holds none (GB-02)."""
        for seat in [play.dealer, *play.others(play.dealer)]:
            while held := [t for t in play.seats[seat].concealed if t >= FLOWERS[0]]:
                drawn = play.seats[seat].drawn
                self.show_flower(play, seat, held[0])
                play.gain(seat, play.take_tail(), drawn=seat == play.dealer)
                if drawn is not None and drawn != held[0]:
                    play.change(seat, drawn=drawn)  # only the 14th tile's own replacement takes its place
        play.ask_turn(play.dealer, drew=True)

    @staticmethod
    def show_flower(play: Play, seat: int, flower: int) -> None:
        """A flower leaves the hand and lies open."""
        play.lose(seat, (flower,))
        flowers = (*play.seats[seat].flowers, flower)
        play.change(seat, flowers=flowers)
        play.mark(seat, flowers=len(flowers))
        play.say("flower", seat, (flower,))

    def after_draw(self, play: Play, seat: int) -> None:
        """A drawn flower is replaced at once; as the last tile it ends the deal (GB-02). A win on it is no 杠上开花
        (GB-10)."""
        while (drawn := play.seats[seat].drawn) is not None and drawn >= FLOWERS[0]:
            self.show_flower(play, seat, drawn)
            play.flags = play.flags - {"after_kong"}
            if not play.wall.left:
                play.end_drawn()
                return
            play.gain(seat, play.take_tail())

    # -- what a seat may do ---------------------------------------------------------------------------------------

    def win_flags(self, play: Play, seat: int, kind: str) -> frozenset[str]:
        """妙手回春 and 海底捞月 on the last tile, 杠上开花, 和绝张 by what all can see (GB-10)."""
        flags = set()
        if not play.wall.left:
            flags.add("last_tile")
        if kind == "self_draw":
            flags |= play.flags & {"after_kong"}
        if kind == "self_draw":
            tile, seen = play.seats[seat].drawn, 3
        elif kind == "discard":
            giver, place = play.marks["last_discard"]
            tile, seen = play.seats[giver].pond[place].tile, 4
        else:
            tile, seen = None, 0
        if tile is not None and visible_copies(play, tile) == seen:
            flags.add("last_copy")
        return frozenset(flags)

    # -- what a win is worth --------------------------------------------------------------------------------------

    def evaluate(self, situation: Situation, seat: int) -> Score:
        """The dearest reading; at least `min_fan` without flowers (GB-04, GB-08)."""
        player = situation.players[seat]
        assert situation.tile is not None
        own = situation.giver is None
        seat_wind = WINDS[(seat - situation.dealer) % 4]
        moment = Moment(own, situation.flags, situation.kind == "rob_kong", situation.round_wind, seat_wind)
        fans = best(shapes(player.concealed, player.melds, situation.tile, moment))
        if fans is None:
            raise NotAWin(Text("牌型不成（GB-07）", "no winning shape (GB-07)"))
        points = total(fans)
        if points < int(self.o["min_fan"]):
            raise NotAWin(
                Text(
                    "只有 {n} 番，不够 {m} 番（GB-04）", "only {n} points of {m} (GB-04)", n=points, m=self.o["min_fan"]
                )
            )
        flowers = int(player.marks.get("flowers", 0))
        payers = tuple(p for p in range(4) if p != seat)
        lines = [FanLine(f.id, f.name, f.value, n, payers) for f, n in fans]
        if flowers:
            lines.append(FanLine(FLOWER.id, FLOWER.name, 1, flowers, payers))
        b = points + flowers
        shares = {p: 8 + b if own or p == situation.giver else 8 for p in payers}
        return Score(tuple(lines), b, {p: n * self.base for p, n in shares.items()})

    def settle(self, situation: Situation, scores: Mapping[int, Score]) -> list[Transfer]:
        """GB-05."""
        (winner, score), *_ = scores.items()
        return [Transfer(p, winner, n, "win", self.how(situation.kind), score.fans) for p, n in score.points.items()]

    def check_case(self, situation: Situation, case: Mapping[str, Any]) -> Situation:
        for p in situation.players:
            n = p.marks.get("flowers", 0)
            if type(n) is not int or not 0 <= n <= (8 if self.o["flowers"] else 0):
                raise BadCase(Text("flowers：应是 0–8 的数", "flowers: must be a number 0–8"))
        return situation


def visible_copies(play: Play, tile: int) -> int:
    """Copies that everybody sees: ponds, melds that are not face down, turned tiles (GB-10)."""
    ponds = sum(d.tile == tile and d.claimed_by is None for s in play.seats for d in s.pond)
    melds = sum(m.tiles.count(tile) for s in play.seats for m in s.melds if m.kind != "concealed_kong")
    return ponds + melds + parse_tiles(play.marks.get("turned", "")).count(tile)
