"""大连穷胡 (DL): open hands of three suits with 听, 夹听 and the hidden 宝 tile. Source: seeds/dalian.txt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..actions import PASS, WIN, Action
from ..decompose import waits
from ..errors import BadCase, NotAWin
from ..fan import Fan, evaluate, merged
from ..goals import Goal
from ..hand import Meld
from ..options import PLAY, flag, room_options
from ..phases import open_ask
from ..play import Play
from ..ruleset import Ruleset
from ..scoring import Player, Score, Situation
from ..settlement import Transfer, cap
from ..state import Deal
from ..text import Text
from ..tiles import DRAGONS, INDEX, NAMES, RED, TEXTS, counts_of
from .dalian_bao import Look, bao_kind, roll_bao, visible_copies
from .dalian_hands import as_player, check_complete, keeps_waits, winning_tiles, without
from .dalian_rulings import RULINGS

CAP = 1000  # DL-47, absolute points


@dataclass(slots=True)
class Against:
    """A win seen from one payer: what the fans of DL-40 look at."""

    situation: Situation
    winner: int
    payer: int

    @property
    def discarded(self) -> bool:
        return self.situation.giver is not None

    @property
    def losers(self) -> list[Player]:
        return [p for s, p in enumerate(self.situation.players) if s != self.winner]

    def is_dealer(self, seat: int) -> bool:
        return seat == self.situation.dealer


FANS: tuple[Fan, ...] = (
    Fan("pinghu", Text("平胡", "Basic win"), 1, lambda w: True, "DL-40"),
    Fan("fangpao", Text("放炮", "Discarder"), 1, lambda w: w.discarded, "DL-41"),
    Fan("zimo", Text("自摸", "Self-drawn"), 1, lambda w: not w.discarded, "DL-42"),
    Fan("jiahu", Text("夹胡", "Closed wait declared"), 1,
        lambda w: w.situation.players[w.winner].marks.get("ready") == "jia", "DL-40"),
    Fan("mobao", Text("摸宝", "Drew the treasure"), 2, lambda w: "bao_draw" in w.situation.flags, "DL-26"),
    Fan("chongbao", Text("冲宝", "Treasure revealed"), 2, lambda w: w.situation.kind == "chong_bao", "DL-25"),
    Fan("gangkai", Text("杠上开花", "Out with replacement tile"), 2,
        lambda w: "after_kong" in w.situation.flags, "DL-42"),
    Fan("qianggang", Text("抢杠胡", "Robbing the kong"), 2, lambda w: w.situation.kind == "rob_kong", "DL-45"),
    Fan("zhuang", Text("庄家", "Dealer"), 1, lambda w: w.is_dealer(w.winner) or w.is_dealer(w.payer), "DL-43"),
    Fan("weikaimen", Text("未开门", "Payer not open"), 1, lambda w: not w.situation.players[w.payer].open, "DL-44"),
    Fan("sanjiamenqing", Text("三家门清", "No loser open"), 1, lambda w: not any(p.open for p in w.losers), "DL-44"),
)  # fmt: skip

GOAL = Goal(
    open=True, suits=(3, 3), end=True, triplet=True, triplet_pairs=frozenset(DRAGONS), sequence=True,
    no_triplet=frozenset(DRAGONS), melds=3,
)  # fmt: skip


class Dalian(Ruleset):
    """See the module."""

    code = "dalian"
    rank = 10
    name = Text("大连穷胡", "Dalian Qionghu")
    options = (
        *room_options(bases=(1, 2, 5, 10, 20)),
        flag("must_declare", False, Text("必须报听", "Must declare ready"),
             Text("只有报过听的人才能胡", "Only a player who declared 听 may win"), PLAY, "DL-20"),
    )  # fmt: skip
    rulings = RULINGS
    reserve = 14  # DL-04
    claims_on_last_discard = False  # DL-04
    phases = (Look(),)
    labels = {
        "ready": Text("报听", "Declare ready"),
        "jiating": Text("夹听", "Declare closed wait"),
        "changed_bao": Text("换宝", "The treasure changes"),
        "no_bao": Text("无宝", "No treasure any more"),
    }
    situations = frozenset({"chong_bao"})
    win_words = {"chong_bao": Text("冲宝", "won by the treasure")}

    # -- the course of a deal -----------------------------------------------------------------------------------

    def before_draw(self, play: Play, seat: int, replacement: bool) -> bool:
        """看宝、冲宝 (DL-23 … DL-25)."""
        marks = play.seats[seat].marks
        if "ready" not in marks or play.marks.get("bao") == "gone":
            return False
        if "bao" not in play.marks:
            roll_bao(play)
        serial = play.marks.get("bao_serial")
        if play.marks["bao"] == "gone" or marks.get("looked") == serial:
            return False
        play.mark(seat, looked=serial)
        bao = bao_kind(play)
        if bao is not None and bao in winning_tiles(as_player(play, seat)):
            play.say("drew", seat)  # what the others see: a player who draws and thinks
            open_ask(play, "look", seat, {seat: (WIN, PASS)}, bao, replacement=replacement)
            return True
        # The window counts the look whether or not it was a question, so that its number tells nobody.
        play.window += 1
        return False

    def between(self, play: Play) -> None:
        """换宝 when three copies lie face up (DL-27); not when no draw can follow any more."""
        bao = bao_kind(play)
        if bao is not None and self.live_left(play) and visible_copies(play, bao) >= 3:
            play.wall = play.wall._replace(blocked=None)
            roll_bao(play)

    # -- what a seat may do -------------------------------------------------------------------------------------

    def allows(self, play: Play, seat: int, action: Action, meld: Meld | None) -> bool:
        """DL-11 碰, DL-13 暗杠, DL-16 手把一, DL-21 after declaring."""
        hand = play.seats[seat]
        declared = "ready" in hand.marks
        if meld is None:
            return not declared or action.tile == hand.drawn
        if meld.kind == "pung" and meld.tiles[0] in DRAGONS:
            return False
        if meld.kind == "concealed_kong" and not hand.open:
            return False
        if meld.kind != "added_kong" and len(hand.melds) == 3:
            return False
        if not declared:
            return True
        return meld.is_kong and keeps_waits(play, seat, meld)

    def extra_actions(self, play: Play, seat: int, drew: bool) -> tuple[Action, ...]:
        """报听 and 夹听, offered with the discards that leave an open, ready hand (DL-20, DL-22)."""
        hand = play.seats[seat]
        if "ready" in hand.marks or not hand.open:
            return ()
        found = []
        for tile in dict.fromkeys(hand.concealed):
            rest = without(as_player(play, seat), tile)
            if not waits(counts_of(rest.concealed), len(rest.melds)) or not winning_tiles(rest):
                continue
            found.append(Action("ready", (tile,)))
            if winning_tiles(rest, "jia"):
                found.append(Action("jiating", (tile,)))
        return tuple(found)

    def do(self, play: Play, seat: int, action: Action) -> None:
        """Declare, then discard."""
        play.mark(seat, ready="jia" if action.kind == "jiating" else "plain")
        play.say(action.kind, seat)
        play.discard(seat, action.tile)

    def win_flags(self, play: Play, seat: int, kind: str) -> frozenset[str]:
        """杠上开花 and 摸宝 belong to an own draw only (DL-26, DL-42)."""
        if kind != "self_draw":
            return frozenset()
        hand = play.seats[seat]
        bao_draw = "ready" in hand.marks and hand.drawn is not None and hand.drawn == bao_kind(play)
        return frozenset({"after_kong"} & play.flags) | ({"bao_draw"} if bao_draw else set())

    # -- what a win is worth ------------------------------------------------------------------------------------

    def evaluate(self, situation: Situation, seat: int) -> Score:
        """DL-30 … DL-37, then the fans of DL-40 against each payer."""
        player = situation.players[seat]
        if len(player.melds) > 3:
            raise NotAWin(Text("手把一：已有四副副露（DL-37）", "手把一: four declared melds (DL-37)"))
        assert situation.tile is not None
        if "bao_draw" in situation.flags:
            if not winning_tiles(player):
                raise NotAWin(Text("没有听牌，摸宝不能胡（DL-26）", "not ready: the 宝 stands for nothing (DL-26)"))
        else:
            check_complete(player, situation.tile)
        if not player.open:
            raise NotAWin(Text("没有开门，不能胡（DL-36）", "the winner is not open (DL-36)"))
        if self.o["must_declare"] and "ready" not in player.marks:
            raise NotAWin(Text("本房间必须报听才能胡（DL-20）", "this room requires a declaration to win (DL-20)"))
        payers = [situation.giver] if situation.giver is not None else situation.payers(seat)
        per_payer = {p: evaluate(FANS, Against(situation, seat, p)) for p in payers}
        totals = {p: sum(fan.value * n for fan, n in rows) for p, rows in per_payer.items()}
        points = {p: self.base << (total - 1) for p, total in totals.items()}
        return Score(merged(per_payer.items()), max(totals.values()), points)

    def settle(self, situation: Situation, scores: Mapping[int, Score]) -> list[Transfer]:
        """DL-40 … DL-42 the hand, DL-46 the winner's kongs, DL-47 the cap."""
        (winner, score), *_ = scores.items()
        rows = [
            Transfer(p, winner, amount, "win", self.how(situation.kind), tuple(f for f in score.fans if p in f.payers))
            for p, amount in score.points.items()
        ]
        for meld in situation.players[winner].melds:
            if meld.is_kong:
                amount = self.base * (2 if meld.kind == "concealed_kong" else 1)
                reason = Text("杠分 {tile}", "kong points {tile}", tile=TEXTS[meld.tiles[0]])
                rows.extend(Transfer(p, winner, amount, "kong", reason) for p in situation.payers(winner))
        return rows + cap(rows, winner, CAP, len(situation.players), Text("封顶 1000", "cap of 1000"))

    def extra(self, play: Play | Deal) -> dict[str, Any]:
        bao = bao_kind(play)
        return {} if bao is None else {"bao": NAMES[bao]}

    # -- cases ----------------------------------------------------------------------------------------------------

    case_flags = frozenset({"after_kong", "bao_draw"})

    def case_fields(self) -> tuple[str, ...]:
        return ("open", "ready", "bao")

    def case_tiles(self, situation: Situation) -> tuple[int, ...]:
        """The 宝 lies in the wall, unless 冲宝 took it; a tile drawn as 摸宝 says of what kind it is."""
        if situation.kind == "chong_bao":
            return ()
        drawn = situation.tile if "bao_draw" in situation.flags else None
        bao = INDEX[situation.extra["bao"]] if "bao" in situation.extra else drawn
        return () if bao is None else (bao,)

    def meld_possible(self, meld: Meld) -> bool:
        """DL-11: 中发白 are not penged, so no pung and no added kong of them lies on a table."""
        return meld.kind != "liangxi" and not (meld.kind in ("pung", "added_kong") and meld.tiles[0] >= RED)

    def check_case(self, situation: Situation, case: Mapping[str, Any]) -> Situation:
        """冲宝 and 摸宝 belong to declared players and to the 宝 kind; nobody is out, has 定缺 or flowers here."""
        if any(p.out or p.marks.get("lack") is not None or p.marks.get("flowers", 0) != 0 for p in situation.players):
            raise BadCase(
                Text("players：大连没有血战、定缺和花牌", "players: no out, lack or flowers in this rule set")
            )
        if "bao_draw" in situation.flags and situation.kind != "self_draw":
            raise BadCase(Text("event.flags：摸宝只能是自摸", "event.flags: bao_draw needs a self_draw"))
        if "after_kong" in situation.flags and situation.kind != "self_draw":
            raise BadCase(Text("event.flags：杠上开花只能是自摸", "event.flags: after_kong needs a self_draw"))
        bao = situation.extra.get("bao")
        for seat in situation.winners:
            declared = "ready" in situation.players[seat].marks
            of_kind = bao is not None and bao == NAMES[situation.tile or 0]
            if situation.kind == "chong_bao" or "bao_draw" in situation.flags:
                if not declared:
                    raise BadCase(
                        Text("event：没有报听的人不能冲宝或摸宝", "event: 冲宝 and 摸宝 need a declared player")
                    )
                if bao is not None and not of_kind:
                    raise BadCase(Text("event.tile：不是宝牌那种牌", "event.tile: not of the 宝 kind"))
            elif situation.kind == "self_draw" and declared and of_kind:
                raise BadCase(
                    Text("event.flags：报听的人自摸宝牌那种牌就是摸宝，要写 bao_draw",
                         "event.flags: a declared player who draws the 宝 kind has bao_draw")
                )  # fmt: skip
        return situation

    # -- views ----------------------------------------------------------------------------------------------------

    def seat_badges(self, deal: Deal, seat: int) -> list[tuple[str, Text]]:
        ready = deal.seats[seat].marks.get("ready")
        if ready is None:
            return []
        return [("jia", Text("夹听", "closed wait"))] if ready == "jia" else [("ready", Text("听", "ready"))]

    def view_extras(self, deal: Deal, viewer: int | None) -> list[dict[str, Any]]:
        """The 宝: its die for all, its face only for those who have looked (DL-23, DL-24), for all at the end."""
        if "bao" not in deal.marks:
            return []
        bao = bao_kind(deal)
        row: dict[str, Any] = {"id": "bao", "label": Text("宝", "Treasure"), "seat": None}
        if bao is None:
            return [row | {"text": Text("已经没有宝", "none any more"), "tiles": []}]
        sees = deal.over or (viewer is not None and deal.seats[viewer].marks.get("looked") == deal.marks["bao_serial"])
        die = Text("牌尾第 {n} 墩", "stack {n} from the tail", n=deal.marks["bao_die"])
        return [row | {"text": die, "tiles": [NAMES[bao] if sees else ""]}]

    def waits_after(self, deal: Deal, seat: int, action: Action) -> tuple[int, ...] | None:
        if action.kind not in ("ready", "jiating"):
            return None
        rest = without(as_player(deal, seat), action.tile)
        return tuple(sorted(winning_tiles(rest, "jia" if action.kind == "jiating" else None)))

    def open_tiles(self, deal: Deal, viewer: int) -> tuple[int, ...]:
        """The 宝, for a player who has looked at it."""
        bao = bao_kind(deal)
        looked = bao is not None and deal.seats[viewer].marks.get("looked") == deal.marks["bao_serial"]
        return (bao,) if bao is not None and looked else ()

    # -- bots -----------------------------------------------------------------------------------------------------

    bot_kinds = {"ready": "discard", "jiating": "discard"}
    bot_declares = {"ready": 1.6, "jiating": 3.0}  # 冲宝 and 摸宝 become possible; 夹胡 doubles besides
    bot_threats = frozenset({"ready", "jia"})

    def goals(self, view: Mapping[str, Any]) -> tuple[Goal, ...]:
        """DL-31 … DL-37."""
        return (GOAL,)

    def bot_marks(self, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
        ready = [b["id"] for b in view["seats"][seat]["badges"] if b["id"] in ("ready", "jia")]
        return {"ready": "jia" if ready[0] == "jia" else "plain"} if ready else {}


RULESET = Dalian
