"""成都 (CD): two suits at most, one class and extras, 一炮多响, 查叫; options up to 血战到底 with 换三张 and 定缺.

Source: seeds/chengdu-sichuan-guobiao.txt, first part.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ..actions import Action
from ..decompose import waits
from ..fan import FanLine, evaluate
from ..goals import Goal
from ..hand import Meld
from ..play import Play
from ..ruleset import Ruleset
from ..scoring import Player, Score, Situation
from ..settlement import Transfer
from ..state import Deal
from ..text import Text
from ..tiles import SUIT_TEXTS, SUITED, SUITS, TEXTS, counts_of, parse_tiles, suit
from .chengdu_bots import chosen, goals_for, named_lack
from .chengdu_case import check
from .chengdu_options import OPTIONS, PRESETS
from .chengdu_phases import Lack, Swap, default_lack, default_swap
from .chengdu_rulings import RULINGS
from .chengdu_scoring import (
    CLASSES,
    EXTRAS,
    ZIMO,
    capped,
    class_of,
    completed,
    kong_payments,
    kong_reason,
    kong_rows,
    ready_points,
    refunds,
    rows_for,
)  # fmt: skip
from .chengdu_views import rows

LAST = 4  # CD-07


class Chengdu(Ruleset):
    """See the module."""

    code = "chengdu"
    rank = 30
    name = Text("成都麻将", "Chengdu Mahjong")
    options = OPTIONS
    presets = PRESETS
    rulings = RULINGS
    face_down_kongs = False  # CD-03
    settles_draw = True  # CD-23
    phases = (Swap(), Lack())
    labels = {
        "swap": Text("换三张", "Swap three"),
        "lack": Text("定缺", "Missing suit"),
        "swap_gave": Text("换出三张", "gives away three tiles"),
        "swap_got": Text("换进三张", "gets three tiles"),
        **{f"lack_{s}": Text("定缺{suit}", "names {suit} missing", suit=SUIT_TEXTS[i]) for i, s in enumerate(SUITS)},
    }
    situations = frozenset({"heavenly", "earthly"})
    win_words = {"heavenly": Text("天胡", "heavenly win"), "earthly": Text("地胡", "earthly win")}

    def __init__(self, options: Mapping[str, Any]) -> None:
        super().__init__(options)
        self.multiple_winners = bool(options["multi_win"])  # CD-42
        self.classes = rows_for(CLASSES, options)
        self.extras = rows_for(EXTRAS, options)

    # -- the table ----------------------------------------------------------------------------------------------

    def tiles(self) -> tuple[int, ...]:
        """108 tiles, no honours (CD-01)."""
        return tuple(t for t in SUITED for _ in range(4))

    def next_dealer(self, play: Play) -> int:
        """The (first) winner; of a tile won by several the giver; nobody: he stays (CD-02, CD-30)."""
        if not play.wins:
            return play.dealer
        first = play.wins[0]
        return first.seat if first.giver is None or len(play.marks["first_winners"]) == 1 else first.giver

    # -- the course of a deal -----------------------------------------------------------------------------------

    def opening(self, play: Play) -> None:
        """换三张, 定缺, then the dealer (CD-31)."""
        if self.o["swap_three"] or self.o["lack_suit"]:
            self.phase("swap" if self.o["swap_three"] else "lack").begin(play, play.dealer, None)
        else:
            play.ask_turn(play.dealer, drew=True)

    def after_draw(self, play: Play, seat: int) -> None:
        """The own draw ends 过水 (CD-08)."""
        end_guoshui(play, seat)

    def on_claim(self, play: Play, seat: int, meld: Meld) -> None:
        """So does an own 碰 or 直杠, also one that itself passed the win (CD-08)."""
        end_guoshui(play, seat)

    def on_discard(self, play: Play, seat: int, tile: int) -> None:
        """海底: the discard that follows the draw of the last wall tile (CD-45)."""
        if play.wall.left == 0 and play.ask.note["drew"]:
            play.flags |= {"last_tile"}

    def on_pass_win(self, play: Play, seat: int, score: Score) -> None:
        """过水 (CD-08)."""
        if self.o["guoshui"]:
            play.mark(seat, passed=max(score.total, play.seats[seat].marks.get("passed", 0)))

    def on_pass_own_win(self, play: Play, seat: int, score: Score) -> None:
        """A passed self-draw is a passed win too (CD-08, CO-04)."""
        self.on_pass_win(play, seat, score)

    def on_kong(self, play: Play, seat: int, meld: Meld) -> None:
        """刮风下雨 (CD-33); an own kong ends 过水 (CD-08)."""
        end_guoshui(play, seat)
        if self.o["kong_money"]:
            for payer, points in kong_payments(seat, meld, play.others(seat)):
                play.pay(payer, seat, points * self.base, "kong", kong_reason(meld))

    def draw_replacement(self, play: Play) -> int:
        """The next tile of the wall (CD-03)."""
        return play.take_front()

    def after_win(self, play: Play) -> None:
        """血战到底: the winners are out, the next after the last winner draws, until three have won (CD-30)."""
        winners = [w.seat for w in play.wins if not play.seats[w.seat].out]
        if "first_winners" not in play.marks:
            play.note(first_winners=winners)
        if not self.o["blood_battle"]:
            play.finish()
            return
        for seat in winners:
            play.change(seat, out=True)
        left = play.others(winners[-1])
        if len(left) < 2:
            play.finish()
        else:
            play.take_turn(left[0])

    # -- what a seat may do -------------------------------------------------------------------------------------

    def allows(self, play: Play, seat: int, action: Action, meld: Meld | None) -> bool:
        """No 吃 (CD-03); 定缺: no 碰 or 杠 with the named suit, and while he holds it only it is discarded (CD-32)."""
        if meld is not None and meld.kind == "chow":
            return False
        lack = play.seats[seat].marks.get("lack")
        if lack is None:
            return True
        named = SUITS.index(lack)
        if meld is not None:
            return suit(meld.tiles[0]) != named
        return suit(action.tile) == named or all(suit(t) != named for t in play.seats[seat].concealed)

    def forced_win(self, play: Play, seat: int, kind: str) -> bool:
        """最后四张必胡 (CD-07): the tile just drawn counts as still in the wall."""
        own = kind in ("self_draw", "heavenly")
        return bool(self.o["last_four"]) and play.wall.left + own <= LAST

    def bars_win(self, play: Play, seat: int, kind: str, score: Score) -> Text | None:
        """过水 (CD-08): from others only for more than was passed."""
        passed = play.seats[seat].marks.get("passed", 0)
        if kind in ("self_draw", "heavenly") or score.total > passed:
            return None
        return Text("过水：胡别家要多于 {n} 分", "a win was passed: from others only with more than {n}", n=passed)

    def win_flags(self, play: Play, seat: int, kind: str) -> frozenset[str]:
        """杠上花, 杠上炮, 海底."""
        if kind == "self_draw":
            last = {"last_tile"} if play.wall.left == 0 else set()
            return frozenset({"after_kong"} & play.flags | last)
        return frozenset({"kong_discard", "last_tile"} & play.flags) if kind != "rob_kong" else frozenset()

    def self_draw_kind(self, play: Play, seat: int) -> str:
        """天胡: the dealer's 14 before anything was drawn (CD-20)."""
        return "heavenly" if self.o["heaven_earth"] and play.wall.taken == 0 else "self_draw"

    def discard_kind(self, play: Play, seat: int) -> str:
        """地胡: the dealer's first discard, so nothing can have been claimed before it (CD-20)."""
        first = seat == play.dealer and len(play.seats[seat].pond) == 1
        return "earthly" if self.o["heaven_earth"] and first else "discard"

    def default(self, deal: Deal, seat: int) -> Action | None:
        """CO-13 for 换三张 and 定缺."""
        concealed = deal.seats[seat].concealed
        if deal.ask.phase == "swap":
            return default_swap(concealed)
        return default_lack(concealed) if deal.ask.phase == "lack" else None

    # -- what a win is worth ------------------------------------------------------------------------------------

    def evaluate(self, situation: Situation, seat: int) -> Score:
        """CD-04, CD-20 … CD-22: the highest class and the extras, capped (CD-36)."""
        assert situation.tile is not None
        won = completed(situation.players[seat], situation.tile, situation.kind, situation.flags)
        best = class_of(self.classes, won)
        counted = [(best, 1), *evaluate(self.extras, won)]
        payers = self.payers(situation, seat)
        if self.drawn_by_himself(situation) and self.o["self_draw"] == "fan":
            counted.append((ZIMO, 1))
        total = capped(sum(fan.value * n for fan, n in counted), self.o["cap"])
        lines = tuple(FanLine(fan.id, fan.name, fan.value, n, tuple(sorted(payers))) for fan, n in counted)
        return Score(lines, total, dict.fromkeys(payers, total * self.base))

    def fed(self, situation: Situation) -> bool:
        """引杠: a 点杠花 that counts as the feeder's discard (CD-06, CD-35)."""
        return (
            self.o["kong_flower"] == "discard"
            and "after_kong" in situation.flags
            and situation.extra.get("fed_by") is not None
        )

    def drawn_by_himself(self, situation: Situation) -> bool:
        """Does the win count as 自摸 (CD-34)?"""
        return situation.giver is None and not self.fed(situation)

    def payers(self, situation: Situation, seat: int) -> list[int]:
        """The giver or feeder alone, else all still playing (CD-05, CD-06)."""
        if situation.giver is not None:
            return [situation.giver]
        return [situation.extra["fed_by"]] if self.fed(situation) else situation.payers(seat)

    def settle(self, situation: Situation, scores: Mapping[int, Score]) -> list[Transfer]:
        """Each winner is paid (CD-05); 自摸加底 after the cap (CD-34); the kong money that a case shows (CD-33)."""
        found = self.kongs_due(situation)
        reason = Text("点杠花，引杠者付", "won on a fed kong: the feeder pays")
        if not self.fed(situation):
            reason = self.how(situation.kind)
        for seat, score in scores.items():
            word = reason
            if score.total < sum(f.value * f.count for f in score.fans):
                word = Text("{how}，封顶 {n} 分", "{how}, capped at {n}", how=reason, n=score.total)
            found += [Transfer(p, seat, amount, "win", word, score.fans) for p, amount in score.points.items()]
            if self.o["self_draw"] == "base" and self.drawn_by_himself(situation):
                bonus = Text("自摸加底", "self-draw bonus")
                found += [Transfer(p, seat, self.base, "self_draw", bonus) for p in score.points]
        return found

    def settle_drawn(self, situation: Situation) -> list[Transfer]:
        """查叫 among those still playing (CD-23, CD-37) and the refunds of 刮风下雨 (CD-33)."""
        points = {
            s: ready_points(player, self.classes, self.o["cap"])
            for s, player in enumerate(situation.players)
            if not player.out
        }
        found = self.kongs_due(situation)
        if self.o["chajiao"] != "none":
            which = min if self.o["chajiao"] == "min" else max
            found += [
                Transfer(payer, payee, which(won) * self.base, "chajiao", Text("查叫", "not ready at the draw"))
                for payee, won in points.items()
                for payer, other in points.items()
                if won and not other
            ]
        return found + refunds(situation, lambda seat: bool(points[seat]))

    def kongs_due(self, situation: Situation) -> list[Transfer]:
        """The kong money of a case; at a table it was paid when the kong was made."""
        return kong_rows(situation.players, self.base) if situation.extra.get("kongs_due") else []

    def extra(self, play: Play | Deal) -> dict[str, Any]:
        """The kong money paid so far, for the refunds (CD-33)."""
        if not self.o["kong_money"]:
            return {}
        return {"kong_money": [(t.payer, t.payee, t.amount) for t in play.ledger if t.kind == "kong"]}

    # -- cases ----------------------------------------------------------------------------------------------------

    case_flags = frozenset({"after_kong", "kong_discard", "last_tile"})
    kong_discard_kinds = frozenset({"discard", "earthly"})

    def case_fields(self) -> tuple[str, ...]:
        out, lack = self.o["blood_battle"], self.o["lack_suit"]
        return ("fed_by", *(("out",) if out else ()), *(("lack",) if lack else ()))

    def meld_possible(self, meld: Meld) -> bool:
        """No 吃 (CD-03)."""
        return meld.kind not in ("chow", "liangxi")

    def check_case(self, situation: Situation, case: Mapping[str, Any]) -> Situation:
        """Refuse contradictions (chengdu_case.py); with 刮风下雨 and nobody out the kongs are part of the case."""
        check(situation, self.o)
        if not self.o["kong_money"] or any(p.out for p in situation.players):
            return situation
        money = [(t.payer, t.payee, t.amount) for t in kong_rows(situation.players, self.base)]
        return situation._replace(extra={**situation.extra, "kongs_due": True, "kong_money": money})

    # -- words and views ----------------------------------------------------------------------------------------

    def label(self, action: Action) -> Text:
        """定缺 buttons name the suit."""
        if action.kind == "lack" and action.word in tuple(SUITS):
            return Text("缺{suit}", "no {suit}", suit=SUIT_TEXTS[SUITS.index(action.word)])
        return super().label(action)

    def seat_badges(self, deal: Deal, seat: int) -> list[tuple[str, Text]]:
        """缺 once all have chosen; who is out, and with which tile (CD-30, CD-32)."""
        found = []
        lack = deal.seats[seat].marks.get("lack")
        if lack is not None:
            found.append((f"lack_{lack}", Text("缺{suit}", "no {suit}", suit=SUIT_TEXTS[SUITS.index(lack)])))
        for win in deal.wins:
            if win.seat == seat and win.tile is not None:
                found.append(("won", Text("已胡 {tile}", "won on {tile}", tile=TEXTS[win.tile])))
        return found

    def view_extras(self, deal: Deal, viewer: int | None) -> list[dict[str, Any]]:
        return rows(deal, viewer, bool(self.o["last_four"]), LAST)

    # -- hints ----------------------------------------------------------------------------------------------------

    givers_equal = True

    def formal_waits(self, player: Player, extra: Mapping[str, Any]) -> tuple[int, ...]:
        """Seven pairs too (CD-20)."""
        return waits(counts_of(player.concealed), len(player.melds), seven_pairs=not player.melds)

    def open_tiles(self, deal: Deal, viewer: int) -> tuple[int, ...]:
        """What others have won on, unless it lies in a pond (CD-30): drawn, or robbed from a kong."""
        own = [w for w in deal.wins if w.seat != viewer and w.tile is not None]
        drawn = [w.tile for w in own if w.giver is None]
        robbed = {(w.giver, w.tile) for w in own if w.how == "rob_kong"}
        return tuple(t for t in (*drawn, *(tile for _, tile in robbed)) if t is not None)

    # -- bots -----------------------------------------------------------------------------------------------------

    bot_kinds = {"swap": "give"}

    def goals(self, view: Mapping[str, Any]) -> tuple[Goal, ...]:
        """Two suits at most, and the dear classes that are near (CD-04, CD-20, CD-32)."""
        return goals_for(view)

    def bot_choice(self, view: Mapping[str, Any], rng: random.Random) -> str | None:
        """换三张 and 定缺."""
        return chosen(view["phase"], parse_tiles("".join(view["seats"][view["seat"]]["hand"] or ())))

    def bot_marks(self, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
        lack = named_lack(view, seat)
        return {} if lack is None else {"lack": lack}


def end_guoshui(play: Play, seat: int) -> None:
    """From now on the seat may win from others for any number of points again."""
    if play.seats[seat].marks.get("passed"):
        play.mark(seat, passed=0)


RULESET = Chengdu
