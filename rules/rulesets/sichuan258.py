"""四川(258) (SC): an early 长沙 rule with 258 pairs, 大胡, 起手胡, 开杠 with dice, 海底漫游 and birds.
Source: seeds/chengdu-sichuan-guobiao.txt, second part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..actions import Action
from ..errors import NoShape, NotAWin
from ..fan import FanLine
from ..goals import Goal
from ..hand import Meld
from ..play import Play, legal_kongs
from ..ruleset import Ruleset
from ..scoring import Player, Score, Situation
from ..settlement import Transfer
from ..state import Deal
from ..text import Text, joined
from ..tiles import NAMES, SUITED, format_tiles, parse_tiles
from ..wall import Chance
from . import sichuan258_cases
from .sichuan258_hands import (
    CLAIMS,
    TWO_FIVE_EIGHT,
    after_kong_hand,
    candidates,
    holds,
    keeps_waits,
    shape,
    winning_tiles,
)
from .sichuan258_options import OPTIONS, PRESETS
from .sichuan258_phases import Haidi, HaidiShown, KongShown, Opening, RobBuzhang, SecondShown
from .sichuan258_rulings import RULINGS
from .sichuan258_scoring import (
    BIG,
    bird_seat,
    concerns_dealer,
    event_bigs,
    figure,
    has_birds,
    hit_seats,
    with_birds,
)

BUZHANG = Action("buzhang")
BIG_WORTH = 2.5  # a 大胡 pays three to six times as much, but bots that chase it harder win less
GOALS = (
    Goal(pair=TWO_FIVE_EIGHT),
    Goal(no_sequence=True, worth=BIG_WORTH),
    *(Goal(tiles=frozenset(range(9 * s, 9 * s + 9)), worth=BIG_WORTH) for s in range(3)),
    Goal(shape="pairs", closed=True, worth=BIG_WORTH),
    Goal(shape="tiles", tiles=TWO_FIVE_EIGHT, worth=BIG_WORTH),
)


class Sichuan258(Ruleset):
    """See the module."""

    code = "sichuan258"
    rank = 40
    name = Text("四川麻将（258）", "Sichuan 258")
    options = OPTIONS
    presets = PRESETS
    rulings = RULINGS
    reserve = 1  # the 海底 tile is asked for, not drawn (SC-17)
    multiple_winners = True  # 通炮, SC-02
    face_down_kongs = False  # CO-06
    phases = (Opening(), KongShown(), SecondShown(), RobBuzhang(), Haidi(), HaidiShown())
    labels = {
        **CLAIMS,  # a claim is announced by its name
        "buzhang": Text("补张", "Plain kong"), "claim": Text("起手胡", "Opening win"),
        "take": Text("要海底", "Take the last tile"), "refuse": Text("不要", "Refuse"),
        "shown": Text("开杠翻出", "the kong shows"), "took": Text("要海底", "takes the last tile"),
        "refused": Text("不要海底", "refuses the last tile"), "birds": Text("鸟", "birds"),
    }  # fmt: skip
    situations = frozenset({"opening", "heavenly", "earthly"})
    win_words = {"opening": Text("起手胡", "opening win"), "heavenly": BIG["tianhu"], "earthly": BIG["dihu"]}

    # -- the table ------------------------------------------------------------------------------------------------

    def tiles(self) -> tuple[int, ...]:
        """SC-01: 108 tiles."""
        return tuple(t for t in SUITED for _ in range(4))

    def first_dealer(self, chance: Chance, host_seat: int) -> int:
        """SC-01: the first seat taken; the host opened the room."""
        return host_seat % self.seats

    def next_dealer(self, play: Play) -> int:
        """SC-03; after several 起手胡 SC-13."""
        if not play.wins:
            return int(play.marks.get("haidi_taker", play.marks.get("haidi_first", play.dealer)))
        if len(play.wins) == 1:
            return play.wins[0].seat
        if play.wins[0].giver is not None:
            return play.wins[0].giver
        birds = parse_tiles(play.marks.get("birds", ""))
        return bird_seat(play.dealer, birds[0], self.seats) if birds else play.wins[0].seat

    # -- the course of a deal -------------------------------------------------------------------------------------

    def opening(self, play: Play) -> None:
        """天胡 and 起手胡, then the dealer's turn (SC-12, SC-13)."""
        self.phase("opening").begin(play, play.dealer, None)

    def wall_end(self, play: Play, seat: int) -> None:
        """海底漫游 (SC-17)."""
        play.note(haidi_first=seat)
        self.phase("haidi").begin(play, seat, play.others(seat))

    def after_draw(self, play: Play, seat: int) -> None:
        """A 补张's tile is an ordinary draw (SC-14); a draw opens what a passed 天胡 barred (SC-13)."""
        play.flags = frozenset()
        if play.seats[seat].marks.get("passed_heaven"):
            play.mark(seat, passed_heaven=False)

    def on_discard(self, play: Play, seat: int, tile: int) -> None:
        """过水 ends with the own next discard (SC-42); 地胡 is for the first one only (SC-12)."""
        if play.seats[seat].marks.get("passed"):
            play.mark(seat, passed=False)
        play.note(discards=play.marks.get("discards", 0) + 1)

    def on_pass_win(self, play: Play, seat: int, score: Score) -> None:
        """过水 (SC-42)."""
        if self.o["guoshui"]:
            play.mark(seat, passed=True)

    def after_kong(self, play: Play, seat: int) -> None:
        """开杠: dice name the shown tile(s) (SC-15)."""
        self.phase("kong_shown").begin(play, seat, self.o["kong_tiles"])

    def kong_possible(self, play: Play) -> bool:
        """SC-14, SC-15: at least two tiles left."""
        return play.wall.left >= 2

    def on_win(self, play: Play, winners: tuple[int, ...], kind: str, tile: int | None) -> None:
        """扎鸟: the next wall tiles are turned (they stay where they lie); a 海底 win has its own tile as the bird
        (SC-22, SC-30)."""
        if not has_birds(self.o, kind):
            return
        if "last_tile" in play.flags:
            assert tile is not None
            birds = [tile]
        else:
            wall, birds = play.wall, []
            for _ in range(min(int(self.o["birds"]), wall.left)):
                bird, wall = wall.draw_front()
                birds.append(bird)
        play.note(birds=format_tiles(birds))
        play.say("birds", None, tuple(birds))

    # -- what a seat may do ---------------------------------------------------------------------------------------

    def allows(self, play: Play, seat: int, action: Action, meld: Meld | None) -> bool:
        """After 开杠 the hand is locked; 开杠 needs a ready hand and a tile more than it shows (SC-15, SC-44)."""
        hand = play.seats[seat]
        locked = bool(hand.marks.get("locked"))
        if meld is None:
            return not locked or action.tile == hand.drawn
        if not meld.is_kong:
            return not locked
        if locked and not keeps_waits(hand, meld):
            return False
        if action.kind == "buzhang":
            return True
        return play.wall.left > int(self.o["kong_tiles"]) and bool(winning_tiles(after_kong_hand(hand, meld)))

    def extra_actions(self, play: Play, seat: int, drew: bool) -> tuple[Action, ...]:
        """补张 beside 开杠 (SC-14)."""
        if not drew or not self.kong_possible(play):
            return ()
        return tuple(
            a
            for kong, meld in legal_kongs(play, seat)
            if self.allows(play, seat, a := Action("buzhang", kong.tiles), meld)
        )

    def extra_claims(self, play: Play, seat: int, giver: int, tile: int) -> tuple[Action, ...]:
        """补张 with another's discard (SC-14)."""
        if play.seats[seat].concealed.count(tile) < 3 or not self.kong_possible(play):
            return ()
        return (BUZHANG,) if self.allows(play, seat, BUZHANG, Meld("kong", (tile,) * 4, giver, tile)) else ()

    def do(self, play: Play, seat: int, action: Action) -> None:
        """补张: the same melds, an ordinary draw from the tail (SC-14); an added one can be robbed (SC-16)."""
        if action.kind == "buzhang":
            self._buzhang(play, seat, action)
        else:
            super().do(play, seat, action)

    def _buzhang(self, play: Play, seat: int, action: Action) -> None:
        tile = action.tile if action.tiles else play.ask.tile
        assert tile is not None
        play.say("buzhang", seat, (tile,))
        if not action.tiles:
            giver = play.ask.seat
            play.claim(seat, giver, Meld("kong", (tile,) * 4, giver, tile))
        elif play.seats[seat].concealed.count(tile) == 4:
            play.concealed_kong(seat, tile)
        else:
            play.add_kong(seat, tile)
            self.phase("rob_buzhang").begin(play, seat, tile)
            return
        play.take_turn(seat, replacement=True)

    def bars_win(self, play: Play, seat: int, kind: str, score: Score) -> Text | None:
        """过水 bars wins on others' tiles (SC-42); a passed 天胡 bars all until the next draw (SC-13)."""
        marks = play.seats[seat].marks
        if marks.get("passed_heaven"):
            return Text("过了天胡：下次摸牌以前不能胡", "天胡 was passed: no win until your next draw")
        if kind in ("self_draw", "heavenly") or not marks.get("passed"):
            return None
        return Text("过水：自己打牌以前不能胡别人的牌", "a win was passed: self-draw only until your next discard")

    def discard_kind(self, play: Play, seat: int) -> str:
        """地胡 on the dealer's first discard (SC-12); a tile shown by 开杠 is none."""
        first = seat == play.dealer and play.marks.get("discards") == 1 and "kong_discard" not in play.flags
        return "earthly" if first else "discard"

    def win_flags(self, play: Play, seat: int, kind: str) -> frozenset[str]:
        """The phases of 开杠 and 海底 set the flags; an ordinary tile has none."""
        wanted = {"self_draw": {"after_kong", "last_tile"}, "discard": {"kong_discard", "last_tile"}}.get(kind, set())
        return play.flags & frozenset(wanted)

    # -- what a win is worth --------------------------------------------------------------------------------------

    def evaluate(self, situation: Situation, seat: int) -> Score:
        """小胡, 大胡 or 起手胡 (SC-10 … SC-13) and what each payer owes before birds and base (SC-20, SC-21)."""
        s, given = situation, situation.giver is not None
        others = [(seat + i) % self.seats for i in range(1, self.seats)]
        payers = others if s.giver is None else [s.giver]
        if s.kind == "opening":
            bigs: frozenset[str] = frozenset()
            lines = [(name, CLAIMS[name]) for name in self._claims(s, seat)]
        else:
            bigs = self._bigs(s, seat)
            lines = [(n, BIG[n]) for n in BIG if n in bigs] or [("xiaohu", Text("小胡", "Plain hand"))]
        points = {p: figure(self.o, given, concerns_dealer(self.o, s, seat, p), bigs) for p in payers}
        fans = tuple(
            FanLine(n, word, figure(self.o, given, False, bigs & {n}), 1, tuple(sorted(payers))) for n, word in lines
        )
        return Score(fans, max(points.values()), points)

    @staticmethod
    def _bigs(s: Situation, seat: int) -> frozenset[str]:
        """All 大胡 of a win; none is a 小胡. Raises NotAWin."""
        assert s.tile is not None
        found = shape(tuple(sorted((*s.players[seat].concealed, s.tile))), s.players[seat].melds)
        if found is None:
            raise NoShape(Text("牌型不成（SC-10、SC-11）", "no winning shape (SC-10, SC-11)"))
        shapes, has_pair = found
        if not shapes and not has_pair:
            raise NotAWin(Text("要 2、5、8 作将（SC-10、SC-12）", "this hand needs a pair of 2, 5 or 8 (SC-10, SC-12)"))
        return shapes | event_bigs(s)

    @staticmethod
    def _claims(s: Situation, seat: int) -> list[str]:
        names: list[str] = s.extra["claims"][str(seat)]
        for name in names:
            if not holds(name, s.players[seat].concealed):
                raise NotAWin(Text("{claim}不成立（SC-13）", "{claim} does not hold (SC-13)", claim=CLAIMS[name]))
        return names

    def settle(self, situation: Situation, scores: Mapping[int, Score]) -> list[Transfer]:
        """Each winner's points, changed by the birds that hit either side of the payment (SC-22), × base (SC-23)."""
        kind = "opening" if situation.kind == "opening" else "win"
        rows = []
        for winner, score in scores.items():
            birds = hit_seats(self.o, situation, winner)
            for payer, points in score.points.items():
                hits = sum(seat in (winner, payer) for seat in birds)
                reason = self.how(situation.kind)
                if hits:
                    reason = joined([reason, Text("中鸟 {n}", "{n} birds hit", n=hits)])
                amount = with_birds(self.o, points, hits) * self.base
                rows.append(Transfer(payer, winner, amount, kind, reason, score.fans))
        return rows

    def extra(self, play: Play | Deal) -> dict[str, Any]:
        """Birds and claims, as a case gives them."""
        found: dict[str, Any] = {}
        if play.marks.get("birds"):
            found["bird"] = play.marks["birds"]
        if play.marks.get("claims"):
            found["claims"] = play.marks["claims"]
        return found

    # -- cases ----------------------------------------------------------------------------------------------------

    case_flags = frozenset({"after_kong", "kong_discard", "last_tile"})

    def case_fields(self) -> tuple[str, ...]:
        return ("claims", *(("bird",) if self.o["birds"] else ()), *(("tiles",) if self.o["kong_tiles"] == 2 else ()))

    def claim_words(self) -> Mapping[str, Text]:
        """起手胡, as far as the options allow them (SC-13)."""
        return {key: text for key, text in CLAIMS.items() if self.o[key]}

    def case_tiles(self, situation: Situation) -> tuple[int, ...]:
        """Birds lie in the wall unless the bird is the 海底 tile; the other shown tile of a 开杠 counts too."""
        found: tuple[int, ...] = ()
        if "last_tile" not in situation.flags:
            found += parse_tiles(situation.extra.get("bird", ""))
        if "tiles" in situation.extra:
            shown = list(parse_tiles(situation.extra["tiles"]))
            if situation.tile in shown:
                shown.remove(situation.tile)
            found += tuple(shown)
        return found

    def check_case(self, situation: Situation, case: Mapping[str, Any]) -> Situation:
        """Refuse what no table shows."""
        sichuan258_cases.check(self.o, situation, case)
        return situation

    # -- views ----------------------------------------------------------------------------------------------------

    def label(self, action: Action) -> Text:
        if action.kind == "claim":
            return CLAIMS.get(action.word, super().label(action))
        return Text("开杠", "Open kong") if action.kind == "kong" else super().label(action)

    def group(self, action: Action) -> str:
        return "kong" if action.kind == "buzhang" else "win" if action.kind == "claim" else super().group(action)

    def seat_badges(self, deal: Deal, seat: int) -> list[tuple[str, Text]]:
        return [("locked", Text("已开杠", "locked"))] if deal.seats[seat].marks.get("locked") else []

    def view_extras(self, deal: Deal, viewer: int | None) -> list[dict[str, Any]]:
        """起手胡 tiles, who is asked for the 海底, both tiles of a 开杠, birds; the own 过水 for its owner only."""
        rows = []

        def row(key: str, label: Text, tiles: str, seat: int | None, text: Text | None = None) -> None:
            names = [NAMES[t] for t in parse_tiles(tiles)]
            rows.append({"id": key, "label": label, "text": text, "tiles": names, "seat": seat})

        for s, names in deal.marks.get("claims", {}).items():
            row(f"claim{s}", Text("起手胡", "Opening win"), deal.marks["claim_tiles"][s], int(s), CLAIMS[names[0]])
        if deal.ask.phase == "haidi":
            row("haidi", Text("海底", "Last tile"), "", deal.ask.seat, Text("问要不要", "is asked to take it"))
        if deal.marks.get("birds"):
            row("birds", Text("鸟", "Birds"), deal.marks["birds"], None)
        if viewer is not None and deal.seats[viewer].marks.get("passed"):
            barred = Text("自己打牌前不能胡别人的牌", "no win on others' tiles before your own discard")
            row("guoshui", Text("过水", "Passed win"), "", viewer, barred)
        return rows

    # -- hints ----------------------------------------------------------------------------------------------------

    def formal_waits(self, player: Player, extra: Mapping[str, Any]) -> tuple[int, ...]:
        """Seven pairs and 将将胡 too (SC-11)."""
        return candidates(player)

    def open_tiles(self, deal: Deal, viewer: int) -> tuple[int, ...]:
        """What others showed for 起手胡 and must still hold: what left their hands lies in their ponds and melds."""
        found: list[int] = []
        for s, packed in deal.marks.get("claim_tiles", {}).items():
            owner = deal.seats[int(s)]
            left = [*(d.tile for d in owner.pond), *(t for m in owner.melds for t in m.tiles)]
            shown = parse_tiles(packed) if int(s) != viewer else ()
            found += [t for t in sorted(set(shown)) for _ in range(shown.count(t) - left.count(t))]
        return tuple(found)

    # -- bots -----------------------------------------------------------------------------------------------------

    bot_kinds = {"buzhang": "kong", "claim": "free", "take": "ready", "refuse": "decline"}
    bot_threats = frozenset({"locked"})

    def goals(self, view: Mapping[str, Any]) -> tuple[Goal, ...]:
        """A 258 pair, or one of the 大胡 shapes."""
        return GOALS


RULESET = Sichuan258
