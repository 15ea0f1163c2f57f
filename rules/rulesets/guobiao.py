"""国标 (GB): the 1998 competition rules with 81 fans and an 8-point minimum. Fans: guobiao_fans.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadCase, NotAWin
from ..fan import FanLine
from ..ruleset import PLAY, Ruleset, choice, flag, room_options
from ..scoring import Score, Situation
from ..settlement import Transfer
from ..text import Text
from ..tiles import FLOWERS, HONORS, SUITED, WINDS
from .guobiao_fans import FLOWER, best, total
from .guobiao_hand import Moment, shapes


class Guobiao(Ruleset):
    """See the module."""

    code = "guobiao"
    name = Text("国标麻将", "Guobiao (MCR)")
    options = (
        *room_options(bases=(1, 2, 5, 10, 20), deals=(16, 4, 8)),
        flag("flowers", True, Text("花牌", "Flowers"), Text("用 8 张花牌", "Play with the eight flowers"), PLAY, "GB-01"),
        flag("joker", False, Text("财神", "Joker"), Text("翻一张，下一张是财神", "A turned tile names the wild one"), PLAY, "GB-11"),
        choice("min_fan", (8, 6, 1), Text("起和", "Minimum"), Text("不算花至少几番", "Points needed without flowers"), PLAY,
               {n: Text("{n} 番", "{n} points", n=n) for n in (8, 6, 1)}, "GB-04"),
    )  # fmt: skip
    case_flags = frozenset({"after_kong", "last_tile", "last_copy"})

    def tiles(self) -> tuple[int, ...]:
        """GB-01: 136 tiles and, with 花牌, the eight flowers."""
        flowers = FLOWERS if self.o["flowers"] else ()
        return (*(t for t in (*SUITED, *HONORS) for _ in range(4)), *flowers)

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
