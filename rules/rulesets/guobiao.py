"""国标 (GB): the 1998 competition rules with 81 fans and an 8-point minimum.

Fans: guobiao_fans.py; the dearest reading: guobiao_score.py; 财神: guobiao_joker.py; cases: guobiao_cases.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import NoShape, NotAWin
from ..fan import FanLine
from ..goals import Goal
from ..play import Play
from ..ruleset import Ruleset
from ..scoring import NotCounted, Player, Score, Situation
from ..settlement import Transfer, Win
from ..state import Deal
from ..suit_keys import tiles_of
from ..text import Text
from ..tiles import FLOWERS, HONORS, NAMES, SUITED, TEXTS, WINDS, parse_tiles
from . import guobiao_cases as cases
from . import guobiao_why as why
from .guobiao_bots import goals_for
from .guobiao_fans import FLOWER, Counted
from .guobiao_hand import Moment, formal_waits, keys_of_tiles, maybe_complete
from .guobiao_joker import joker_of
from .guobiao_options import OPTIONS, PRESETS
from .guobiao_rulings import RULINGS
from .guobiao_score import best, best_with_joker, ties

NO_SHAPE = Text("牌型不成（GB-07）", "no winning shape (GB-07)")
OTHERS = {seat: tuple(p for p in range(4) if p != seat) for seat in range(4)}


class Guobiao(Ruleset):
    """See the module."""

    code = "guobiao"
    rank = 50
    name = Text("国标麻将", "Guobiao (MCR)")
    options = OPTIONS
    presets = PRESETS
    rulings = RULINGS
    reserve = 0
    claims_on_last_discard = False  # GB-06
    labels = {"flower": Text("补花", "replaces a flower"), "win": Text("和", "Win"), "won": Text("和", "wins")}
    win_words = {"discard": Text("点和", "won on a discard"), "rob_kong": Text("抢杠和", "robbing the kong")}
    case_flags = frozenset({"after_kong", "last_tile", "last_copy"})
    case_words = {"last_tile": Text("妙手回春 / 海底捞月", "on the last tile")}

    def tiles(self) -> tuple[int, ...]:
        """GB-01: 136 tiles and, with 花牌, the eight flowers."""
        flowers = FLOWERS if self.o["flowers"] else ()
        return (*(t for t in (*SUITED, *HONORS) for _ in range(4)), *flowers)

    def next_dealer(self, play: Play) -> int:
        """GB-01: the deal always passes."""
        return (play.dealer + 1) % self.seats

    # -- the course of a deal -----------------------------------------------------------------------------------------

    def turned_tiles(self, wall: tuple[int, ...]) -> int:
        """财神: one tile is turned; a flower, and another one (GB-11)."""
        if not self.o["joker"]:
            return 0
        return next(i for i, t in enumerate(wall, 1) if t < FLOWERS[0])

    def opening(self, play: Play) -> None:
        """补花 from the dealer on, each seat until it holds none; the dealer's 14th tile last (GB-02)."""
        for seat in [play.dealer, *play.others(play.dealer)]:
            last = play.seats[seat].drawn
            while held := [t for t in play.seats[seat].concealed if t >= FLOWERS[0] and t != last]:
                self.show_flower(play, seat, held[0])
                play.gain(seat, play.take_tail())
            while last is not None and last >= FLOWERS[0]:
                self.show_flower(play, seat, last)
                last = play.take_tail()
                play.gain(seat, last)
            play.change(seat, drawn=last)
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
        """A drawn flower is replaced at once; as the last tile it ends the deal (GB-02). A win on the replacement is no
        杠上开花 (GB-10)."""
        while (drawn := play.seats[seat].drawn) is not None and drawn >= FLOWERS[0]:
            self.show_flower(play, seat, drawn)
            play.flags = play.flags - {"after_kong"}
            if not play.wall.left:
                play.end_drawn()
                return
            tile = play.take_tail()
            play.gain(seat, tile)
            play.say("drew", seat, (tile,), (seat,))

    # -- what a seat may do -------------------------------------------------------------------------------------------

    def win_flags(self, play: Play, seat: int, kind: str) -> frozenset[str]:
        """妙手回春 and 海底捞月 on the last tile, 杠上开花, 和绝张 by what all can see (GB-10)."""
        flags = set()
        if not play.wall.left:
            flags.add("last_tile")
        if kind == "self_draw":
            flags |= play.flags & {"after_kong"}
            tile, seen = play.seats[seat].drawn, 3
        elif kind == "discard":
            giver, place = play.marks["last_discard"]
            tile, seen = play.seats[giver].pond[place].tile, 4
        else:
            tile, seen = None, 0  # 抢杠和 bars 和绝张
        if tile is not None and visible_copies(play, tile) == seen:
            flags.add("last_copy")
        return frozenset(flags)

    # -- what a win is worth ------------------------------------------------------------------------------------------

    def joker(self, extra: Mapping[str, Any]) -> int | None:
        """The wild kind, by the last turned tile (GB-11)."""
        turned = parse_tiles(extra.get("turned", "")) if self.o["joker"] else ()
        return joker_of(turned[-1]) if turned else None

    def moment(self, situation: Situation, seat: int) -> Moment:
        seat_wind = WINDS[(seat - situation.dealer) % 4]
        robbed = situation.kind == "rob_kong"
        return Moment(situation.giver is None, situation.flags, robbed, situation.round_wind, seat_wind)

    def counted(self, situation: Situation, seat: int) -> Counted | None:
        """The dearest reading, without flowers; None without a shape."""
        player, moment = situation.players[seat], self.moment(situation, seat)
        assert situation.tile is not None
        joker = self.joker(situation.extra)
        if joker is None:
            return best(player.concealed, player.melds, situation.tile, moment)
        return best_with_joker(player.concealed, player.melds, situation.tile, moment, joker)

    def evaluate(self, situation: Situation, seat: int) -> Score:
        """The dearest reading; at least `min_fan` without flowers (GB-04, GB-08)."""
        found = self.counted(situation, seat)
        if found is None:
            raise NoShape(NO_SHAPE)
        least = int(self.o["min_fan"])
        if found.total < least:
            zh, en = "只有 {n} 番，不够 {m} 番（GB-04）", "only {n} points of {m} (GB-04)"
            raise NotAWin(Text(zh, en, n=found.total, m=least))
        flowers = int(situation.players[seat].marks.get("flowers", 0))
        payers, b = OTHERS[seat], found.total + flowers
        shares = {p: (8 + b if situation.giver in (None, p) else 8) * self.base for p in payers}
        return Score(fan_lines(found, flowers, payers), b, shares)

    def settle(self, situation: Situation, scores: Mapping[int, Score]) -> list[Transfer]:
        """GB-05: everybody pays 8; who gave the tile, or everybody on a self-draw, the hand too."""
        (winner, score), *_ = scores.items()
        return [Transfer(p, winner, n, "win", self.how(situation.kind), score.fans) for p, n in score.points.items()]

    def other_readings(self, deal: Deal, win: Win) -> tuple[tuple[FanLine, ...], ...]:
        """就高不就低 leaves a choice where two readings are worth the same."""
        play = Play(deal)
        assert win.tile is not None
        situation = play.situation(win.how, (win.seat,), win.tile, win.giver, self.win_flags(play, win.seat, win.how))
        player = situation.players[win.seat]
        joker = self.joker(situation.extra)
        found = ties(player.concealed, player.melds, win.tile, self.moment(situation, win.seat), joker)
        return tuple(fan_lines(c, int(player.marks.get("flowers", 0)), OTHERS[win.seat]) for c in found)

    def not_counted(self, situation: Situation, seat: int) -> tuple[NotCounted, ...]:
        """不重复、套算一次 (GB-08)."""
        found = self.chosen(situation, seat)
        return () if found is None else why.not_counted(found)

    def fan_tiles(self, situation: Situation, seat: int) -> Mapping[str, tuple[tuple[int, ...], ...]]:
        found, player = self.chosen(situation, seat), situation.players[seat]
        if found is None or situation.tile is None:
            return {}
        moment = self.moment(situation, seat)
        return why.fan_tiles(found, player.melds, player.concealed, situation.tile, moment)

    def chosen(self, situation: Situation, seat: int) -> why.Chosen | None:
        """The dearest reading itself."""
        player, joker = situation.players[seat], self.joker(situation.extra)
        assert situation.tile is not None
        return why.chosen(player.concealed, player.melds, situation.tile, self.moment(situation, seat), joker)

    def extra(self, play: Play | Deal) -> dict[str, Any]:
        return {"turned": play.marks["turned"]} if "turned" in play.marks else {}

    # -- cases and records --------------------------------------------------------------------------------------------

    def check_case(self, situation: Situation, case: Mapping[str, Any]) -> Situation:
        return cases.check(self.o, situation)

    def case_fields(self) -> tuple[str, ...]:
        flowers, joker = self.o["flowers"], self.o["joker"]
        return ("round_wind", *(("flowers",) if flowers else ()), *(("turned",) if joker else ()))

    def case_tiles(self, situation: Situation) -> tuple[int, ...]:
        """The turned tiles count as copies."""
        return parse_tiles(situation.extra.get("turned", ""))

    def check_turned(self, turned: tuple[int, ...]) -> None:
        cases.check_turned(bool(self.o["joker"]), turned)

    # -- views --------------------------------------------------------------------------------------------------------

    def view_extras(self, deal: Deal, viewer: int | None) -> list[dict[str, Any]]:
        """财神: the turned tiles, and which kind is wild (named in words: the row shows no copy of it)."""
        joker = self.joker(deal.marks)
        if joker is None:
            return []
        turned = [NAMES[t] for t in parse_tiles(deal.marks["turned"])]
        return [
            {"id": "turned", "label": Text("翻牌", "Turned"), "text": None, "tiles": turned, "seat": None},
            {"id": "joker", "label": Text("财神", "Joker"), "text": TEXTS[joker], "tiles": [], "seat": None},
        ]

    # -- hints --------------------------------------------------------------------------------------------------------

    hint_unit = Text("番", "fan")
    givers_equal = True

    def formal_waits(self, player: Player, extra: Mapping[str, Any]) -> tuple[int, ...]:
        """All shapes of GB-07; a joker in the hand stands for any tile."""
        joker = self.joker(extra)
        rest = [t for t in player.concealed if t != joker]
        keys, melds, jokers = keys_of_tiles(rest), len(player.melds), len(player.concealed) - len(rest)
        if not jokers:
            return tiles_of(formal_waits(keys, melds))
        found = []
        for tile in (*SUITED, *HONORS):
            wild = tile == joker
            more = keys if wild else keys_of_tiles((*rest, tile)) if rest.count(tile) < 4 else None
            if more and maybe_complete(more, melds, jokers + wild):
                found.append(tile)
        return tuple(found)

    def hint_value(self, situation: Situation, seat: int, score: Score) -> int:
        """The fan: they say whether it suffices (GB-04)."""
        return score.total

    def open_tiles(self, deal: Deal, viewer: int) -> tuple[int, ...]:
        """The turned tiles (GB-11)."""
        return parse_tiles(deal.marks.get("turned", ""))

    # -- bots ---------------------------------------------------------------------------------------------------------

    def goals(self, view: Mapping[str, Any]) -> tuple[Goal, ...]:
        return goals_for(view, int(self.o["min_fan"]))

    def bot_marks(self, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
        return {"flowers": len(view["seats"][seat]["flowers"])}

    def bot_extra(self, view: Mapping[str, Any]) -> dict[str, Any]:
        turned = [row["tiles"] for row in view["rows"] if row["id"] == "turned"]
        return {"turned": "".join(turned[0])} if turned else {}


def fan_lines(found: Counted, flowers: int, payers: tuple[int, ...]) -> tuple[FanLine, ...]:
    """The rows of a result; flowers come last."""
    lines = [FanLine(f.id, f.name, f.value, n, payers) for f, n in found.fans]
    if flowers:
        lines.append(FanLine(FLOWER.id, FLOWER.name, FLOWER.value, flowers, payers))
    return tuple(lines)


def visible_copies(play: Play, tile: int) -> int:
    """Copies that everybody sees: ponds, melds that are not face down, turned tiles (GB-10)."""
    n = parse_tiles(play.marks.get("turned", "")).count(tile)
    for seat in play.seats:
        n += len([d for d in seat.pond if d.tile == tile and d.claimed_by is None])
        n += sum([m.tiles.count(tile) for m in seat.melds if m.kind != "concealed_kong"])
    return n


RULESET = Guobiao
