"""四川(258) (SC): an early 长沙 rule with 258 pairs, 大胡, 起手胡, 开杠 with dice, 海底漫游 and birds.
Source: seeds/chengdu-sichuan-guobiao.txt, second part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..actions import PASS, WIN, Action
from ..decompose import readings, seven_pairs, waits
from ..errors import BadCase, NotAWin
from ..fan import FanLine
from ..goals import Goal
from ..hand import Meld
from ..phases import open_ask
from ..play import Play, legal_kongs
from ..ruleset import PLAY, SCORING, Preset, Ruleset, choice, flag, room_options, seats_option
from ..scoring import Player, Score, Situation
from ..settlement import Transfer
from ..state import Deal
from ..text import Text, joined
from ..tiles import NAMES, SUITED, counts_of, format_tiles, parse_tiles, rank, suit
from ..wall import Chance
from .sichuan258_phases import (
    CLAIMS,
    TWO_FIVE_EIGHT,
    Haidi,
    HaidiShot,
    HaidiWin,
    Heaven,
    KongShow,
    Opening,
    RobBuzhang,
    ShownMelds,
    ShownWins,
    holds,
)
from .sichuan258_rulings import OPTIONS, RULINGS

BUZHANG = Action("buzhang")
BIG: Mapping[str, Text] = {
    "pengpeng": Text("碰碰胡", "All pungs"),
    "qingyise": Text("清一色", "One suit"),
    "qiqiao": Text("七巧对", "Seven pairs"),
    "jiangjiang": Text("将将胡", "All 2, 5, 8"),
    "tianhu": Text("天胡", "Heavenly hand"),
    "dihu": Text("地胡", "Earthly hand"),
    "haidi": Text("海底捞月", "Last tile"),
    "haidipao": Text("海底炮", "Shot by the last tile"),
    "gangkai": Text("杠上花", "Out with the kong's tile"),
    "gangpao": Text("杠上炮", "Shot by the kong's tile"),
    "qianggang": Text("抢杠胡", "Robbing the kong"),
}
DEAR = frozenset({"haidipao", "gangpao", "qianggang"})  # 10 (12), SC-20


def _size(bigs: set[str]) -> int:
    return len(bigs)


def shape(concealed: tuple[int, ...], melds: tuple[Meld, ...]) -> tuple[frozenset[str], bool] | None:
    """The 大胡 shapes of a complete hand (the reading with the most of them) and whether some normal reading has a
    258 pair; None when the hand is no shape at all (SC-10, SC-11)."""
    tiles = [*concealed, *(t for m in melds for t in m.tiles)]
    one_suit = {"qingyise"} if len({suit(t) for t in tiles}) == 1 else set()
    all_jiang = {"jiangjiang"} if all(t in TWO_FIVE_EIGHT for t in tiles) else set()
    counts = counts_of(concealed)
    found: list[set[str]] = []
    if all_jiang:
        found.append(all_jiang)
    if not melds and seven_pairs(counts):
        found.append({"qiqiao"} | one_suit | all_jiang)
    normal = readings(counts, len(melds))
    has_pair = any(r.pair in TWO_FIVE_EIGHT for r in normal)
    for r in normal:
        pungs = all(s.kind == "pung" for s in r.sets) and all(m.kind != "chow" for m in melds)
        found.append(({"pengpeng"} if pungs else set()) | one_suit | all_jiang)
    if not found:
        return None
    return frozenset(max(found, key=_size)), has_pair


class Sichuan258(Ruleset):
    """See the module."""

    code = "sichuan258"
    name = Text("四川麻将（258）", "Sichuan 258")
    options = (
        *room_options(),
        seats_option(4, 3, 2),
        choice("birds", (1, 0, 2, 4, 6), *OPTIONS["birds"], SCORING,
               {n: Text("{n} 只", "{n}", n=n) if n else Text("不扎鸟", "none") for n in (1, 0, 2, 4, 6)}, "SC-30"),
        choice("bird_mode", ("double", "multiply", "add"), *OPTIONS["bird_mode"], SCORING,
               {"double": Text("翻倍（×2ⁿ）", "double each (×2ⁿ)"), "multiply": Text("×（1＋n）", "×(1+n)"),
                "add": Text("每只加 1", "+1 each")}, "SC-31"),
        choice("bird_from", ("dealer", "winner"), *OPTIONS["bird_from"], SCORING,
               {"dealer": Text("庄家", "dealer"), "winner": Text("胡家", "winner")}, "SC-32"),
        flag("dealer_points", True, *OPTIONS["dealer_points"], SCORING, "SC-33"),
        flag("sixi", True, *OPTIONS["sixi"], PLAY, "SC-34"),
        flag("banban", True, *OPTIONS["banban"], PLAY, "SC-35"),
        flag("queyise", True, *OPTIONS["queyise"], PLAY, "SC-36"),
        flag("liuliushun", False, *OPTIONS["liuliushun"], PLAY, "SC-37"),
        flag("santong", False, *OPTIONS["santong"], PLAY, "SC-38"),
        choice("after_opening", ("end", "go_on"), *OPTIONS["after_opening"], PLAY,
               {"end": Text("结束", "the deal ends"), "go_on": Text("继续", "play goes on")}, "SC-39"),
        flag("stack_big", False, *OPTIONS["stack_big"], SCORING, "SC-40"),
        flag("new_scoring", False, *OPTIONS["new_scoring"], SCORING, "SC-41"),
        flag("guoshui", False, *OPTIONS["guoshui"], PLAY, "SC-42"),
        choice("kong_tiles", (1, 2), *OPTIONS["kong_tiles"], PLAY,
               {n: Text("{n} 张", "{n}", n=n) for n in (1, 2)}, "SC-44"),
    )  # fmt: skip
    presets = (
        Preset("early", Text("早期 258", "Early 258"), {}),
        Preset("changsha", Text("新长沙", "New Changsha"),
               {"new_scoring": True, "stack_big": True, "liuliushun": True, "santong": True, "birds": 2,
                "after_opening": "go_on", "kong_tiles": 2}),
    )  # fmt: skip
    rulings = RULINGS
    reserve = 1  # the 海底 tile is asked for, not drawn (SC-17)
    multiple_winners = True  # 通炮, SC-02
    face_down_kongs = False  # CO-06
    phases = (
        Heaven(),
        Opening(),
        KongShow(),
        ShownWins(),
        ShownMelds(),
        RobBuzhang(),
        Haidi(),
        HaidiWin(),
        HaidiShot(),
    )
    labels = {
        "kong": Text("开杠", "Open kong"), "buzhang": Text("补张", "Plain kong"),
        "claim": Text("起手胡", "Opening win"),
        "take": Text("要海底", "Take the last tile"), "refuse": Text("不要", "Refuse"),
        "claimed": Text("起手胡", "opening win"), "shown": Text("开杠翻出", "the kong shows"),
        "took": Text("要海底", "takes the last tile"), "refused": Text("不要海底", "refuses the last tile"),
        "birds": Text("鸟", "birds"),
    }  # fmt: skip
    situations = frozenset({"opening", "heavenly", "earthly"})
    win_words = {"opening": Text("起手胡", "opening win"), "heavenly": BIG["tianhu"], "earthly": BIG["dihu"]}
    case_flags = frozenset({"after_kong", "kong_discard", "last_tile"})

    # -- the table ------------------------------------------------------------------------------------------------

    def tiles(self) -> tuple[int, ...]:
        """SC-01: 108 tiles."""
        return tuple(t for t in SUITED for _ in range(4))

    def first_dealer(self, chance: Chance, host_seat: int) -> int:
        """SC-01: the first seat taken; the host opened the room."""
        return host_seat % self.seats

    def next_dealer(self, play: Play) -> int:
        """SC-03."""
        if not play.wins:
            return int(play.marks.get("haidi_taker", play.marks.get("haidi_first", play.dealer)))
        if len(play.wins) == 1:
            return play.wins[0].seat
        if play.wins[0].giver is not None:
            return play.wins[0].giver
        # Several 起手胡 declarers: the seat hit by the first bird from the dealer, without birds the nearest declarer.
        birds = parse_tiles(play.marks.get("birds", ""))
        return (play.dealer + rank(birds[0]) - 1) % self.seats if birds else play.wins[0].seat

    # -- the course of a deal -------------------------------------------------------------------------------------

    def opening(self, play: Play) -> None:
        """天胡, then 起手胡, then the dealer's turn (SC-12, SC-13)."""
        dealer = play.dealer
        drawn = play.seats[dealer].drawn
        assert drawn is not None
        if play.score(dealer, "heavenly", drawn, None) is not None:
            open_ask(play, "heaven", dealer, {dealer: (WIN, PASS)})
            return
        play.window += 1  # the window counts the question whether or not it was put
        self.phase("opening").begin(play, dealer, None)

    def wall_end(self, play: Play, seat: int) -> None:
        """海底漫游 (SC-17)."""
        order = [seat, *play.others(seat)]
        play.note(haidi_first=seat)
        self.phase("haidi").begin(play, order[0], order[1:])

    def after_draw(self, play: Play, seat: int) -> None:
        """A 补张's tile is an ordinary draw (SC-14); 天胡 passed is open again (SC-13)."""
        play.flags = frozenset()
        if play.seats[seat].marks.get("passed_heaven"):
            play.mark(seat, passed_heaven=False)

    def on_discard(self, play: Play, seat: int, tile: int) -> None:
        """过水 ends with the own next discard (SC-42); 地胡 only on the first discard (SC-12)."""
        if play.seats[seat].marks.get("passed"):
            play.mark(seat, passed=False)
        play.note(discards=play.marks.get("discards", 0) + 1)

    def on_pass_win(self, play: Play, seat: int, score: Score | None) -> None:
        """过水 (SC-42)."""
        if self.o["guoshui"]:
            play.mark(seat, passed=True)

    def after_kong(self, play: Play, seat: int) -> None:
        """开杠: dice name the shown tile(s) (SC-15)."""
        self.phase("kong_show").begin(play, seat, self.o["kong_tiles"])

    def on_win(self, play: Play, winners: tuple[int, ...], kind: str, tile: int | None) -> None:
        """扎鸟: the next wall tiles are turned; a 海底 win has its own tile as the bird (SC-22, SC-30)."""
        if self.o["birds"] == 0 or (kind == "opening" and self.o["after_opening"] == "go_on"):
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

    def kong_possible(self, play: Play) -> bool:
        """SC-14: at least two tiles left."""
        return play.wall.left >= 2

    def allows(self, play: Play, seat: int, action: Action, meld: Meld | None) -> bool:
        """After 开杠 the hand is locked (SC-15); 开杠 itself needs a ready hand and enough tiles (SC-15, SC-44)."""
        hand = play.seats[seat]
        locked = bool(hand.marks.get("locked"))
        if meld is None:
            return not locked or action.tile == hand.drawn
        if not meld.is_kong:
            return not locked
        if locked and not keeps_waits(play, seat, meld):
            return False
        if action.kind == "buzhang":
            return True
        return play.wall.left > int(self.o["kong_tiles"]) and bool(winning_tiles(after_kong_hand(play, seat, meld)))

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
        """补张: the same melds, an ordinary draw from the tail (SC-14)."""
        if not action.tiles:
            giver, tile = play.ask.seat, play.ask.tile
            assert tile is not None
            play.claim(seat, giver, Meld("kong", (tile,) * 4, giver, tile))
            play.take_turn(seat, replacement=True)
        elif play.seats[seat].concealed.count(action.tile) == 4:
            play.concealed_kong(seat, action.tile)
            play.take_turn(seat, replacement=True)
        else:
            play.add_kong(seat, action.tile)
            self.phase("rob_buzhang").begin(play, seat, action.tile)

    def allows_win(self, play: Play, seat: int, kind: str, score: Score) -> bool:
        """过水 (SC-42), and 天胡 passed until the next draw (SC-13)."""
        marks = play.seats[seat].marks
        if marks.get("passed_heaven"):
            return False
        return kind in ("self_draw", "heavenly") or not marks.get("passed")

    def discard_kind(self, play: Play, seat: int) -> str:
        """地胡 on the dealer's first discard (SC-12)."""
        first = seat == play.dealer and play.marks.get("discards") == 1 and "kong_discard" not in play.flags
        return "earthly" if first else "discard"

    def win_flags(self, play: Play, seat: int, kind: str) -> frozenset[str]:
        """The phases of 开杠 and 海底 set the flags; an ordinary discard has none."""
        wanted = {"self_draw": {"after_kong", "last_tile"}, "discard": {"kong_discard", "last_tile"}}.get(kind, set())
        return play.flags & frozenset(wanted)

    # -- what a win is worth --------------------------------------------------------------------------------------

    def evaluate(self, situation: Situation, seat: int) -> Score:
        """小胡, 大胡 or 起手胡 (SC-10 … SC-13) and what each payer owes before birds (SC-20, SC-21)."""
        player = situation.players[seat]
        others = [(seat + i) % self.seats for i in range(1, self.seats)]
        if situation.kind == "opening":
            names = self._claims(situation, seat)
            points = {p: self._figure(situation, seat, p, frozenset()) for p in others}
            fans = tuple(FanLine(n, CLAIMS[n], 1, 1, tuple(others)) for n in names)
            return Score(fans, max(points.values()), points)
        assert situation.tile is not None
        found = shape(tuple(sorted((*player.concealed, situation.tile))), player.melds)
        if found is None:
            raise NotAWin(Text("牌型不成（SC-10、SC-11）", "no winning shape (SC-10, SC-11)"))
        shapes, has_pair = found
        if not shapes and not has_pair:
            raise NotAWin(Text("小胡要 2、5、8 作将（SC-10）", "a plain hand needs a pair of 2, 5 or 8 (SC-10)"))
        events = self._events(situation)
        bigs = shapes | events
        payers = [situation.giver] if situation.giver is not None else others
        points = {p: self._figure(situation, seat, p, bigs) for p in payers}
        names_in_order = [n for n in BIG if n in bigs]
        fans = tuple(FanLine(n, BIG[n], 1, 1, tuple(payers)) for n in names_in_order) or (
            FanLine("xiaohu", Text("小胡", "Plain hand"), 1, 1, tuple(payers)),
        )
        return Score(fans, max(points.values()), points)

    def _claims(self, situation: Situation, seat: int) -> list[str]:
        names: list[str] = situation.extra["claims"][str(seat)]
        for name in names:
            if not holds(name, situation.players[seat].concealed):
                raise NotAWin(Text("{claim}不成立（SC-13）", "{claim} does not hold (SC-13)", claim=CLAIMS[name]))
        return names

    @staticmethod
    def _events(situation: Situation) -> frozenset[str]:
        own = situation.giver is None
        found = {
            "heavenly": "tianhu",
            "earthly": "dihu",
            "rob_kong": "qianggang",
        }.get(situation.kind)
        events = set() if found is None else {found}
        if "after_kong" in situation.flags and own:
            events.add("gangkai")
        if "kong_discard" in situation.flags and not own:
            events.add("gangpao")
        if "last_tile" in situation.flags:
            events.add("haidi" if own else "haidipao")
        return frozenset(events)

    def _figure(self, situation: Situation, winner: int, payer: int, bigs: frozenset[str]) -> int:
        """SC-20, SC-21, SC-33, SC-40, SC-41: points of one payer, before birds and base."""
        dealt = bool(self.o["dealer_points"]) and situation.dealer in (winner, payer)
        if not bigs:
            return 1 + dealt
        each = 6 + dealt if situation.giver is not None or self.o["new_scoring"] else 3 + dealt
        if "dihu" in bigs:
            first = 6 + dealt
        elif bigs & DEAR:
            first = 12 if dealt else 10
        else:
            first = each
        return first + each * (len(bigs) - 1) if self.o["stack_big"] else first

    def settle(self, situation: Situation, scores: Mapping[int, Score]) -> list[Transfer]:
        """Each winner's points, changed by the birds that hit either side of the payment (SC-22), × base (SC-23)."""
        rows = []
        for winner, score in scores.items():
            for payer, points in score.points.items():
                hits = sum(seat in (winner, payer) for seat in self.hit_seats(situation, winner))
                amount = self._with_birds(points, hits) * self.base
                kind = "opening" if situation.kind == "opening" else "win"
                rows.append(Transfer(payer, winner, amount, kind, self._reason(situation, hits), score.fans))
        return rows

    def _reason(self, situation: Situation, hits: int) -> Text:
        how = self.how(situation.kind)
        return joined([how, Text("中鸟 {n}", "{n} birds hit", n=hits)]) if hits else how

    def hit_seats(self, situation: Situation, winner: int) -> list[int]:
        """The seat that each bird falls on (SC-22, SC-32)."""
        if self.o["birds"] == 0 or (situation.kind == "opening" and self.o["after_opening"] == "go_on"):
            return []
        if "last_tile" in situation.flags and situation.tile is not None:
            birds: Iterable[int] = (situation.tile,)
        else:
            birds = parse_tiles(situation.extra.get("bird", ""))
        start = situation.dealer
        if self.o["bird_from"] == "winner":
            start = winner if situation.kind == "opening" else situation.winners[0]
        return [
            (start + rank(b) - 1) % self.seats if self.seats != 4 else (start + (rank(b) - 1) % 4) % 4 for b in birds
        ]

    def _with_birds(self, points: int, hits: int) -> int:
        """SC-31."""
        if self.o["bird_mode"] == "double":
            return points << hits
        return points * (1 + hits) if self.o["bird_mode"] == "multiply" else points + hits

    def extra(self, play: Play | Deal) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if play.marks.get("birds"):
            found["bird"] = play.marks["birds"]
        if play.marks.get("claims"):
            found["claims"] = play.marks["claims"]
        return found

    # -- cases ----------------------------------------------------------------------------------------------------

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
        """Refuse what no table shows: birds, claims, 天胡, 地胡 and shown tiles that contradict each other."""
        _check_birds(self, situation)
        if situation.kind == "opening":
            return _check_claims(self, situation)
        if situation.kind == "heavenly" and (
            situation.winners != (situation.dealer,) or any(p.melds for p in situation.players) or situation.flags
        ):
            raise BadCase(Text("天胡只能是庄家起手", "heavenly: only the dealer's dealt hand"))
        if situation.kind == "earthly":
            melds = any(situation.players[w].melds for w in situation.winners)
            if situation.giver != situation.dealer or melds or situation.flags:
                raise BadCase(Text("地胡只能胡庄家打出的第一张", "earthly: only the dealer's first discard"))
        if len(situation.flags) > 1:
            raise BadCase(Text("event.flags 互相矛盾", "event.flags contradict each other"))
        if situation.flags and situation.kind == "rob_kong":
            raise BadCase(Text("抢杠时没有这样的标记", "event.flags: not with rob_kong"))
        _check_shown(self, situation)
        return situation

    # -- views ----------------------------------------------------------------------------------------------------

    def label(self, action: Action) -> Text:
        if action.kind == "claim":
            return CLAIMS.get(action.word, super().label(action))
        return super().label(action)

    def group(self, action: Action) -> str:
        return "kong" if action.kind == "buzhang" else "win" if action.kind == "claim" else super().group(action)

    def seat_badges(self, deal: Deal, seat: int) -> list[tuple[str, Text]]:
        return [("locked", Text("已开杠", "locked"))] if deal.seats[seat].marks.get("locked") else []

    def view_extras(self, deal: Deal, viewer: int | None) -> list[dict[str, Any]]:
        """Shown 起手胡 tiles and birds; the own 过水 lock."""
        rows: list[dict[str, Any]] = []
        for s, names in deal.marks.get("claims", {}).items():
            tiles = deal.marks["claim_tiles"][s]
            rows.append({"id": f"claim{s}", "label": Text("起手胡", "Opening win"), "text": CLAIMS[names[0]],
                         "tiles": [NAMES[t] for t in parse_tiles(tiles)], "seat": int(s)})  # fmt: skip
        if deal.marks.get("birds"):
            rows.append({"id": "birds", "label": Text("鸟", "Birds"), "text": None,
                         "tiles": [NAMES[t] for t in parse_tiles(deal.marks["birds"])], "seat": None})  # fmt: skip
        if viewer is not None and deal.seats[viewer].marks.get("passed"):
            barred = Text("自己打牌前不能胡别人的牌", "no win on others' tiles before your own discard")
            rows.append({"id": "guoshui", "label": Text("过水", "Passed win"), "text": barred, "tiles": [],
                         "seat": viewer})  # fmt: skip
        return rows

    # -- bots -----------------------------------------------------------------------------------------------------

    bot_kinds = {"buzhang": "kong", "claim": "free", "take": "ready", "refuse": "decline"}

    def goals(self, view: Mapping[str, Any]) -> tuple[Goal, ...]:
        """A 258 pair, or one of the 大胡 shapes."""
        return GOALS


GOALS = (
    Goal(pair=TWO_FIVE_EIGHT),
    Goal(no_sequence=True, worth=4.0),
    *(Goal(tiles=frozenset(range(9 * s, 9 * s + 9)), worth=4.0) for s in range(3)),
    Goal(shape="pairs", closed=True, worth=4.0),
    Goal(shape="tiles", tiles=TWO_FIVE_EIGHT, worth=4.0),
)


def _check_birds(rules: Sichuan258, s: Situation) -> None:
    birds = parse_tiles(s.extra.get("bird", ""))
    if len(birds) > int(rules.o["birds"]) or any(b not in TILES for b in birds):
        raise BadCase(Text("bird：张数或牌不对", "bird: wrong number or kind of tiles"))
    if "last_tile" in s.flags and birds and birds != (s.tile,):
        raise BadCase(Text("bird：海底胡以海底牌为鸟", "bird: a 海底 win has its own tile as the bird"))


TILES = frozenset(SUITED)


def _check_claims(rules: Sichuan258, s: Situation) -> Situation:
    claims = s.extra.get("claims")
    if not isinstance(claims, dict) or set(claims) != {str(w) for w in s.winners}:
        raise BadCase(Text("event.claims 要写每个胡家的起手胡", "event.claims must name the claims of each winner"))
    for names in claims.values():
        if not isinstance(names, list) or not names or len({str(n) for n in names}) != len(names):
            raise BadCase(Text("event.claims：应是名称的列表", "event.claims: must be lists of names"))
        for name in names:
            if not isinstance(name, str) or name not in CLAIMS or not rules.o[name]:
                raise BadCase(
                    Text("event.claims：本房间没有“{n}”", "event.claims: this room has no “{n}”", n=str(name))
                )
    if (
        any(p.melds for p in s.players)
        or s.flags
        or any(w != s.dealer and len(s.players[w].concealed) != 13 for w in s.winners)
    ):
        raise BadCase(Text("起手胡时还没有副露", "opening: there are no melds yet"))
    return s


def _check_shown(rules: Sichuan258, s: Situation) -> None:
    if "tiles" not in s.extra:
        return
    tiles = parse_tiles(s.extra["tiles"])
    by_kong = s.flags & {"after_kong", "kong_discard"}
    fits = len(tiles) == int(rules.o["kong_tiles"]) and s.tile in tiles and TILES.issuperset(tiles)
    if not by_kong or not fits:
        raise BadCase(Text("event.tiles：与开杠不符", "event.tiles: does not fit a 开杠"))


# -- hands --------------------------------------------------------------------------------------------------------


def winning_tiles(player: Player) -> frozenset[int]:
    """The kinds that complete the hand to 小胡 or 大胡 (CO-09); not one of which the player holds all four."""
    held = counts_of(t for tiles in (player.concealed, *(m.tiles for m in player.melds)) for t in tiles)
    candidates = set(waits(counts_of(player.concealed), len(player.melds), seven_pairs=not player.melds))
    if all(t in TWO_FIVE_EIGHT for t, n in enumerate(held) if n):
        candidates |= TWO_FIVE_EIGHT
    return frozenset(t for t in candidates if held[t] < 4 and _wins(player, t))


def _wins(player: Player, tile: int) -> bool:
    found = shape(tuple(sorted((*player.concealed, tile))), player.melds)
    return found is not None and (bool(found[0]) or found[1])


def after_kong_hand(play: Play, seat: int, meld: Meld) -> Player:
    """The hand as it stands after this kong, without its replacement."""
    hand = play.seats[seat]
    rest = list(hand.concealed)
    for tile in [meld.tiles[0]] * {"concealed_kong": 4, "kong": 3, "added_kong": 1}[meld.kind]:
        rest.remove(tile)
    if meld.kind == "added_kong":
        melds = tuple(meld if m.kind == "pung" and m.tiles[0] == meld.tiles[0] else m for m in hand.melds)
    else:
        melds = (*hand.melds, meld)
    return Player(tuple(rest), melds)


def keeps_waits(play: Play, seat: int, meld: Meld) -> bool:
    """SC-15: are the waits of a locked hand the same after the kong?"""
    hand = play.seats[seat]
    concealed = list(hand.concealed)
    if len(concealed) % 3 == 2 and hand.drawn is not None:
        concealed.remove(hand.drawn)
    return winning_tiles(Player(tuple(concealed), hand.melds)) == winning_tiles(after_kong_hand(play, seat, meld))


RULESET = Sichuan258
