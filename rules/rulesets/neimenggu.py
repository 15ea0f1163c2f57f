"""内蒙古穷胡 (NM): three suits, 幺九 and a triplet; 夹 and 飘, doublings against each payer, kong points at once,
and 分张 of the last four tiles. Source: seeds/inner-mongolia.txt."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..actions import Action
from ..errors import BadCase, NotAWin
from ..fan import Fan, FanLine, evaluate, merged
from ..goals import Goal
from ..hand import Meld
from ..play import Play
from ..ruleset import Ruleset
from ..scoring import Player, Score, Situation
from ..settlement import Transfer
from ..state import Deal
from ..text import Text
from ..tiles import DRAGONS, HONORS, INDEX, SUITED, TEXTS
from ..wall import Chance
from .neimenggu_hand import Worth, best_worth
from .neimenggu_options import OPTIONS, PRESETS
from .neimenggu_phases import Fenzhang
from .neimenggu_rulings import RULINGS

TWO_DOTS = INDEX["2p"]
SPECIAL = frozenset({INDEX["1m"], INDEX["1p"], INDEX["1s"], *DRAGONS})  # 幺鸡 1筒 1万 中发白 (NM-11, NM-38)
LIANGXI = Action("liangxi")


@dataclass(slots=True)
class Against:
    """A win seen from one payer: what the rows of NM-30 … NM-36 look at."""

    situation: Situation
    winner: int
    payer: int
    worth: Worth
    options: Mapping[str, Any]

    @property
    def losers(self) -> list[Player]:
        return [p for s, p in enumerate(self.situation.players) if s != self.winner]

    def shown(self, seat: int) -> int:
        """How many sets of 中发白 a seat shows."""
        return sum(m.kind == "liangxi" for m in self.situation.players[seat].melds)

    def flag(self, name: str) -> bool:
        return name in self.situation.flags


BASE: tuple[Fan, ...] = (
    Fan("pinghu", Text("平胡", "Basic win"), 1, lambda w: w.worth.base == 1, "NM-30"),
    Fan("jiahu", Text("夹胡", "Closed wait"), 2, lambda w: w.worth.base == 2, "NM-31"),
    Fan("piaohu", Text("飘胡", "All pungs"), 4, lambda w: w.worth.base == 4, "NM-30"),
)

# Each counts as a factor: `value` to the power of how often it counts.
FACTORS: tuple[Fan, ...] = (
    Fan("teda", Text("特大", "Great closed wait"), 4, lambda w: w.worth.teda, "NM-32"),
    Fan("liangxi", Text("亮喜", "Dragons shown"), 2, lambda w: w.shown(w.winner), "NM-33"),
    Fan("liangxi_payer", Text("点炮者亮喜", "Discarder's dragons"), 2,
        lambda w: w.shown(w.payer) if w.situation.giver is not None else 0, "NM-33"),
    Fan("gangkai", Text("杠上开花", "Out with replacement tile"), 2, lambda w: w.flag("after_kong"), "NM-34"),
    Fan("gangpao", Text("杠上炮", "Discard after a kong"), 2, lambda w: w.flag("kong_discard"), "NM-34"),
    Fan("haidi", Text("海底捞月", "Last tile"), 2,
        lambda w: w.options["haidi"] and w.flag("last_tile"), "NM-35"),
    Fan("menqing", Text("门清", "Payer not open"), 2,
        lambda w: w.options["menqing_fan"] and not w.situation.players[w.payer].open, "NM-36"),
    Fan("sanjiabi", Text("三家闭", "No loser open"), 2,
        lambda w: w.options["menqing_fan"] and len(w.losers) == 3 and not any(p.open for p in w.losers), "NM-36"),
)  # fmt: skip

FACTOR_IDS = frozenset(fan.id for fan in FACTORS)


class Neimenggu(Ruleset):
    """See the module."""

    code = "neimenggu"
    rank = 20
    name = Text("内蒙古穷胡", "Inner Mongolia Qionghu")
    options = OPTIONS
    presets = PRESETS
    rulings = RULINGS
    reserve = 4  # the tiles of 分张 (NM-04)
    phases = (Fenzhang(),)
    labels = {
        "liangxi": Text("亮喜", "Show dragons"),
        "fenzhang": Text("分张：最后四张每人一张", "分张: the last tiles are dealt out"),
        "genzhuang": Text("跟庄有赏", "Everybody followed the dealer"),
    }

    # -- the table ----------------------------------------------------------------------------------------------

    def tiles(self) -> tuple[int, ...]:
        """带风 136, without winds 120 (NM-01)."""
        honors = HONORS if self.o["winds"] else DRAGONS
        return tuple(t for t in (*SUITED, *honors) for _ in range(4))

    def first_dealer(self, chance: Chance, host_seat: int) -> int:
        """房主坐庄 (NM-02)."""
        return host_seat

    # -- the course of a deal -----------------------------------------------------------------------------------

    def wall_end(self, play: Play, seat: int) -> None:
        """分张 (NM-04)."""
        self.phase("fenzhang").begin(play, seat, None)

    def on_discard(self, play: Play, seat: int, tile: int) -> None:
        """过胡 ends (NM-25); 跟庄 pays when the last player follows (NM-38)."""
        if play.seats[seat].marks.get("guohu"):
            play.mark(seat, guohu=False)
        if not self.o["genzhuang"]:
            return
        # Every pond holds one unclaimed tile exactly once in a deal, and only when nothing was claimed in the round.
        ponds = [s.pond for s in play.seats]
        if all(len(p) == 1 and p[0].tile == tile and p[0].claimed_by is None for p in ponds):
            play.say("genzhuang", play.dealer, (tile,))
            for row in genzhuang_rows(play.dealer, len(play.seats), tile):
                play.pay(row.payer, row.payee, row.amount, row.kind, row.reason)

    def on_pass_win(self, play: Play, seat: int, score: Score) -> None:
        """过胡 (NM-25)."""
        play.mark(seat, guohu=True)

    def on_kong(self, play: Play, seat: int, meld: Meld) -> None:
        """NM-10 … NM-12, at once."""
        for row in self.kong_rows(play.dealer, len(play.seats), seat, meld):
            play.pay(row.payer, row.payee, row.amount, row.kind, row.reason)

    # -- what a seat may do -------------------------------------------------------------------------------------

    def allows(self, play: Play, seat: int, action: Action, meld: Meld | None) -> bool:
        """手把一 (NM-23): with exactly four concealed tiles no 吃, and no 碰 or 直杠 beside a chow meld."""
        hand = play.seats[seat]
        if meld is None or len(hand.concealed) != 4:
            return True
        if meld.kind == "chow":
            return False
        return meld.kind not in ("pung", "kong") or not any(m.kind == "chow" for m in hand.melds)

    def extra_actions(self, play: Play, seat: int, drew: bool) -> tuple[Action, ...]:
        """亮喜 until the own first discard (NM-33)."""
        hand = play.seats[seat]
        if self.o["liangxi"] and not hand.pond and all(t in hand.concealed for t in DRAGONS):
            return (LIANGXI,)
        return ()

    def do(self, play: Play, seat: int, action: Action) -> None:
        """亮喜: three tiles leave the hand for a meld, nothing is drawn, and the turn goes on (NM-33)."""
        drew, drawn = bool(play.ask.note["drew"]), play.seats[seat].drawn
        play.lose(seat, DRAGONS)
        hand = play.seats[seat]
        play.change(seat, melds=(*hand.melds, Meld("liangxi", DRAGONS)),
                    drawn=drawn if drawn in hand.concealed else None)  # fmt: skip
        play.say("liangxi", seat, DRAGONS)
        play.ask_turn(seat, drew)

    def bars_win(self, play: Play, seat: int, kind: str, score: Score) -> Text | None:
        """过胡 bars wins on others' tiles (NM-25)."""
        barred = kind != "self_draw" and play.seats[seat].marks.get("guohu")
        return (
            Text("过胡：下次打牌以前只能自摸", "a win was passed: self-draw only until your next discard")
            if barred
            else None
        )

    def win_flags(self, play: Play, seat: int, kind: str) -> frozenset[str]:
        """杠上开花 and 海底捞月 by self-draw, 杠上炮 on a discard, nothing on a robbed kong (NM-34 … NM-37)."""
        meaning = {"self_draw": {"after_kong", "last_tile"}, "discard": {"kong_discard"}}
        return play.flags & meaning.get(kind, set())

    # -- what a win is worth ------------------------------------------------------------------------------------

    def evaluate(self, situation: Situation, seat: int) -> Score:
        """NM-20 … NM-26, then the points against each payer (NM-30 … NM-41)."""
        player = situation.players[seat]
        assert situation.tile is not None
        worth = best_worth(player, situation.tile, self.o)
        if not player.open and not self.o["closed_win"]:
            raise NotAWin(Text("没有开门，房间没有勾选闭门胡（NM-26）", "not open, and 闭门胡 is off (NM-26)"))
        payers = [situation.giver] if situation.giver is not None else situation.payers(seat)
        zhazhen = self.o["zhazhen"]
        points, rows = {}, {}
        for payer in payers:
            against = Against(situation, seat, payer, worth, self.o)
            factors = evaluate(FACTORS, against)
            amount = worth.base * self.base
            for fan, n in factors:
                amount *= fan.value**n
            points[payer] = amount + zhazhen
            rows[payer] = [*evaluate(BASE, against), *factors]
            if zhazhen:
                rows[payer].append((Fan("zhazhen", Text("扎针", "Needle"), zhazhen, lambda w: True, "NM-39"), 1))
        return Score(merged(rows.items()), max(points.values()), points)

    def settle(self, situation: Situation, scores: Mapping[int, Score]) -> list[Transfer]:
        """NM-40 the hand; in a case also what stood before the win."""
        (winner, score), *_ = scores.items()
        how = self.how(situation.kind)
        return self.standing(situation) + [
            Transfer(p, winner, amount, "win", how, tuple(f for f in score.fans if p in f.payers))
            for p, amount in score.points.items()
        ]

    def settle_drawn(self, situation: Situation) -> list[Transfer]:
        """Kong points and 跟庄 stand also in a drawn deal (NM-10, NM-38)."""
        return self.standing(situation)

    def standing(self, situation: Situation) -> list[Transfer]:
        """What does not depend on the win: 跟庄 and the kongs of all. A live deal has them in its ledger already."""
        if situation.extra.get("in_ledger"):
            return []
        seats = len(situation.players)
        rows = []
        if "genzhuang" in situation.extra:
            rows += genzhuang_rows(situation.dealer, seats, INDEX[situation.extra["genzhuang"]])
        for seat, player in enumerate(situation.players):
            for meld in player.melds:
                rows += self.kong_rows(situation.dealer, seats, seat, meld)
        return rows

    def kong_rows(self, dealer: int, seats: int, konger: int, meld: Meld) -> list[Transfer]:
        """NM-10 … NM-12: who pays what for one kong; nothing for another meld."""
        if not meld.is_kong:
            return []
        unit = self.kong_unit(meld.tiles[0]) * self.base
        others = [(konger + i) % seats for i in range(1, seats)]
        tile = TEXTS[meld.tiles[0]]
        if meld.kind == "kong":
            assert meld.giver is not None
            due, reason = {meld.giver: unit * len(others)}, Text("直杠 {tile}", "claimed kong of {tile}", tile=tile)
        elif meld.kind == "added_kong":
            due, reason = dict.fromkeys(others, unit), Text("补杠 {tile}", "added kong of {tile}", tile=tile)
        else:
            due, reason = dict.fromkeys(others, 2 * unit), Text("暗杠 {tile}", "concealed kong of {tile}", tile=tile)
        return [
            Transfer(p, konger, amount * (2 if dealer in (p, konger) else 1), "kong", reason)
            for p, amount in due.items()
        ]

    def kong_unit(self, tile: int) -> int:
        """u of NM-10, with 大小杠 of NM-11."""
        if not self.o["big_small_kong"]:
            return 2
        return 4 if tile == TWO_DOTS else 2 if tile in SPECIAL else 1

    def extra(self, play: Play | Deal) -> dict[str, Any]:
        return {"in_ledger": True}

    # -- cases ----------------------------------------------------------------------------------------------------

    case_flags = frozenset({"after_kong", "kong_discard", "last_tile"})
    case_words = {"last_tile": Text("分张", "a last-four tile")}

    def case_fields(self) -> tuple[str, ...]:
        return ("open", "genzhuang") if self.o["genzhuang"] else ("open",)

    def case_tiles(self, situation: Situation) -> tuple[int, ...]:
        """跟庄: one tile in every pond; the last one may have been claimed or won on, and is then shown there."""
        if "genzhuang" not in situation.extra:
            return ()
        tile, seats = INDEX[situation.extra["genzhuang"]], len(situation.players)
        last = (situation.dealer - 1) % seats
        won = situation.kind == "discard" and situation.giver == last and situation.tile == tile
        claimed = any(m.giver == last and tile in m.tiles for p in situation.players for m in p.melds)
        return (tile,) * (seats - (won or claimed))

    def meld_possible(self, meld: Meld) -> bool:
        """亮喜 lies on a table with its option only (NM-33)."""
        return meld.kind != "liangxi" or bool(self.o["liangxi"])

    def check_case(self, situation: Situation, case: Mapping[str, Any]) -> Situation:
        """跟庄 needs its option (NM-38), 分张 is a self-draw (NM-04), 杠上炮 needs the discarder's kong (NM-34); nobody
        declares, plays 定缺, draws flowers or plays on after a win here (NM-24)."""
        s = situation
        if "genzhuang" in s.extra:
            if not self.o["genzhuang"]:
                raise BadCase(Text("genzhuang：房间没有勾选跟庄有赏", "genzhuang: the option 跟庄有赏 is off"))
            if INDEX[s.extra["genzhuang"]] not in self.tiles():
                raise BadCase(Text("genzhuang：这副牌里没有这张", "genzhuang: this tile is not in the set"))
        for i, player in enumerate(s.players):
            if player.out or player.marks.get("ready") or player.marks.get("lack") or player.marks.get("flowers"):
                raise BadCase(
                    Text("players[{i}]：这种玩法没有报听、定缺、花牌和血战",
                         "players[{i}]: no declaring, 定缺, flowers or blood battle in this rule set", i=i)
                )  # fmt: skip
        if s.kind == "draw" and s.flags:
            raise BadCase(Text("event.flags：荒庄没有胡的牌", "event.flags: a draw has no winning tile"))
        if "last_tile" in s.flags and (s.kind != "self_draw" or "after_kong" in s.flags):
            raise BadCase(Text("event.flags：分张的牌只能自摸，也不是杠后补牌",
                               "event.flags: a 分张 tile wins by self-draw and is no replacement"))  # fmt: skip
        if "kong_discard" in s.flags and not any(m.is_kong for m in s.players[s.giver or 0].melds):
            raise BadCase(
                Text(
                    "event.flags：kong_discard 需要放炮者有杠",
                    "event.flags: kong_discard needs a kong of the discarder",
                )
            )
        return situation

    # -- views ----------------------------------------------------------------------------------------------------

    def fan_value(self, line: FanLine) -> int | str:
        return f"×{line.value}" if line.id in FACTOR_IDS else line.value

    def view_extras(self, deal: Deal, viewer: int | None) -> list[dict[str, Any]]:
        """分张 for all; 过胡 for its owner only (NM-25)."""
        rows: list[dict[str, Any]] = []
        if deal.ask.phase == "fenzhang":
            text = Text("最后四张每人一张，只能自摸", "one of the last tiles for each, to win by self-draw only")
            rows.append({"id": "fenzhang", "label": Text("分张", "分张"), "text": text, "tiles": [], "seat": None})
        if viewer is not None and not deal.over and deal.seats[viewer].marks.get("guohu"):
            text = Text("下次打牌以前只能自摸", "only self-draw until your next discard")
            rows.append({"id": "guohu", "label": Text("过胡", "Passed a win"), "text": text, "tiles": [],
                         "seat": viewer})  # fmt: skip
        return rows

    # -- bots -----------------------------------------------------------------------------------------------------

    def goals(self, view: Mapping[str, Any]) -> tuple[Goal, ...]:
        """An ordinary open hand, or all pungs (NM-20 … NM-23, NM-30)."""
        return CLOSED_GOALS if view["options"]["closed_win"] else OPEN_GOALS

    def bot_choice(self, view: Mapping[str, Any], rng: random.Random) -> str | None:
        """亮喜 is a finished meld that doubles the win: take it unless the hand wins already."""
        texts = [a["text"] for a in view["actions"]]
        return "liangxi" if "liangxi" in texts and "win" not in texts else None


def genzhuang_rows(dealer: int, seats: int, tile: int) -> list[Transfer]:
    """跟庄有赏 (NM-38): absolute points from the dealer to each other player."""
    amount = 8 if tile == TWO_DOTS else 4 if tile in SPECIAL else 2
    reason = Text("跟庄 {tile}", "followed the dealer with {tile}", tile=TEXTS[tile])
    return [Transfer(dealer, (dealer + i) % seats, amount, "genzhuang", reason) for i in range(1, seats)]


def _goals(opened: bool) -> tuple[Goal, ...]:
    dragons = frozenset(DRAGONS)
    ordinary = Goal(open=opened, suits=(3, 3), end=True, triplet=True, triplet_pairs=dragons, melds=3)
    return ordinary, Goal(worth=3.0, open=opened, suits=(3, 3), end=True, no_sequence=True)


OPEN_GOALS, CLOSED_GOALS = _goals(True), _goals(False)


RULESET = Neimenggu
