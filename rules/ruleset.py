"""Ruleset: data and hooks with defaults. A rule set is the list of its differences from this class.

One file in rulesets/ a rule set; found with pkgutil, so that a new one needs no edit here. A bound Ruleset carries
the options of a room; it holds no state of a deal. Hooks get the working `Play` of machine.py (inside apply), a
frozen `Deal` (for views) or a `Situation` (for scoring).
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from . import actions as act
from .actions import Action
from .decompose import waits
from .errors import BadCase, BadOption, UnknownRuleset
from .fan import FanLine
from .goals import Goal
from .hand import Meld
from .options import Option, Preset, room_options
from .scoring import NotCounted, Player, Score, Situation
from .settlement import HOW, Transfer, Win
from .text import Text, shown
from .tiles import HONORS, SUITED, counts_of
from .wall import Chance

if TYPE_CHECKING:
    from .phases import Phase
    from .play import Play
    from .state import Deal


class Ruleset(ABC):
    """Defaults that fit most rule sets. Class attributes are data; methods are hooks."""

    code: ClassVar[str] = ""
    name: ClassVar[Text]
    rank: ClassVar[int] = 100  # its place in lists
    version: ClassVar[str] = "1"
    options: ClassVar[tuple[Option, ...]] = room_options()
    presets: ClassVar[tuple[Preset, ...]] = ()
    rulings: ClassVar[tuple[tuple[str, Text], ...]] = ()  # (clause id, what was decided) for the page 裁定

    reserve: ClassVar[int] = 0  # tiles at which the wall ends
    multiple_winners: bool = False  # an option may decide
    face_down_kongs: ClassVar[bool] = True  # CO-06
    claims_on_last_discard: ClassVar[bool] = True  # may the last discard be taken for a meld?
    shared_phases: ClassVar[tuple[Phase, ...]] = ()  # filled by phases.py, which stands above this file
    phases: ClassVar[tuple[Phase, ...]] = ()  # phases of its own
    labels: ClassVar[Mapping[str, Text]] = {}  # words of its own actions and events
    badges: ClassVar[Mapping[str, Text]] = {}
    situations: ClassVar[frozenset[str]] = frozenset()  # event kinds of CASES.md beyond the shared ones
    win_words: ClassVar[Mapping[str, Text]] = {}  # how a win of its own kind is called

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.o = options
        self._phases = {p.name: p for p in (*self.shared_phases, *self.phases)}

    # -- the table ----------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many play."""
        n = self.o.get("seats", 4)
        assert isinstance(n, int)
        return n

    @property
    def base(self) -> int:
        n = self.o["base"]
        assert isinstance(n, int)
        return n

    def tiles(self) -> tuple[int, ...]:
        """All tiles of the set, sorted."""
        return tuple(t for t in (*SUITED, *HONORS) for _ in range(4))

    def first_dealer(self, chance: Chance, host_seat: int) -> int:
        """Who deals the first deal of a match; random unless the rule set says otherwise."""
        return chance.below(self.seats)

    def next_dealer(self, play: Play) -> int:
        """Dealer wins or nobody wins: he stays; another wins: his 下家 deals (DL-03, NM-02)."""
        if not play.wins or any(w.seat == play.dealer for w in play.wins):
            return play.dealer
        return (play.dealer + 1) % self.seats

    def phase(self, name: str) -> Phase:
        return self._phases[name]

    # -- the course of a deal -----------------------------------------------------------------------------------

    def turned_tiles(self, wall: tuple[int, ...]) -> int:
        """How many tiles at the front of the wall are turned before play and stay out of it (财神)."""
        return 0

    def opening(self, play: Play) -> None:
        """After dealing; the dealer's turn unless something comes before it."""
        play.ask_turn(play.dealer, drew=True)

    def live_left(self, play: Play | Deal) -> int:
        """How many tiles can still be drawn."""
        return max(0, play.wall.left - self.reserve)

    def wall_end(self, play: Play, seat: int) -> None:
        """`seat` should draw and nothing is left to draw."""
        play.end_drawn()

    def before_draw(self, play: Play, seat: int, replacement: bool) -> bool:
        """Called before a draw; True when a phase of the rule set's own took over (it goes on with `draw_now`)."""
        return False

    def after_draw(self, play: Play, seat: int) -> None:
        """Called after a draw, before the seat is asked; the deal may end here (a flower as the last tile)."""

    def between(self, play: Play) -> None:
        """Called when the claims on a tile have been answered without a win, before the next draw or discard."""

    def on_claim(self, play: Play, seat: int, meld: Meld) -> None:
        """A tile was claimed for a meld."""

    def on_discard(self, play: Play, seat: int, tile: int) -> None:
        """A tile was discarded, before anybody is asked about it."""

    def on_pass_win(self, play: Play, seat: int, score: Score) -> None:
        """`seat` was offered a win on another's tile and answered with something else (过胡, 过水)."""

    def on_pass_own_win(self, play: Play, seat: int, score: Score) -> None:
        """`seat` could have won on its own draw and does something else."""

    def on_kong(self, play: Play, seat: int, meld: Meld) -> None:
        """A kong stands (a robbed one does not): the rule set writes its kong points with `play.pay`."""

    def after_kong(self, play: Play, seat: int) -> None:
        """A kong stands: its replacement is drawn and the turn goes on."""
        play.take_turn(seat, replacement=True)

    def draw_replacement(self, play: Play) -> int:
        """A kong's replacement: from the tail."""
        return play.take_tail()

    def kong_possible(self, play: Play) -> bool:
        """Is there a replacement to draw?"""
        return self.live_left(play) > 0

    def on_win(self, play: Play, winners: tuple[int, ...], kind: str, tile: int | None) -> None:
        """Called before wins are settled (birds are turned here)."""

    def after_win(self, play: Play) -> None:
        """The wins are settled; the deal ends unless the rule set plays on (血战)."""
        play.finish()

    # -- what a seat may do -------------------------------------------------------------------------------------

    def allows(self, play: Play, seat: int, action: Action, meld: Meld | None) -> bool:
        """May `seat` take this shared action now? Asked of each chow, pung, kong (with the meld it would make) and
        discard (meld None) that the shared rules allow."""
        return True

    def extra_actions(self, play: Play, seat: int, drew: bool) -> tuple[Action, ...]:
        """Actions of the rule set's own in a turn."""
        return ()

    def extra_claims(self, play: Play, seat: int, giver: int, tile: int) -> tuple[Action, ...]:
        """Claims of the rule set's own on a discard."""
        return ()

    def do(self, play: Play, seat: int, action: Action) -> None:
        """Carry out an action of the rule set's own."""
        raise AssertionError(f"{self.code} has no action {action.kind}")

    def forced_win(self, play: Play, seat: int, kind: str) -> bool:
        """Must a legal win be taken (then it is no decision and no move)?"""
        return False

    def bars_win(self, play: Play, seat: int, kind: str, score: Score) -> Text | None:
        """Why a win that scores may not be taken now (过胡 …); None: it may."""
        return None

    def win_flags(self, play: Play, seat: int, kind: str) -> frozenset[str]:
        """What is special about the tile (the flags of CASES.md) when `seat` wins with it now."""
        return play.flags

    def self_draw_kind(self, play: Play, seat: int) -> str:
        """The event kind of a win in one's own turn."""
        return "self_draw"

    def discard_kind(self, play: Play, seat: int) -> str:
        """The event kind of a win on a discard."""
        return "discard"

    def default(self, deal: Deal, seat: int) -> Action | None:
        """CO-13 for the phases of the rule set's own; None = the shared default."""
        return None

    # -- what a win is worth ------------------------------------------------------------------------------------

    @abstractmethod
    def evaluate(self, situation: Situation, seat: int) -> Score:
        """What `seat` wins in `situation`. Raises NotAWin with the condition that fails."""

    @abstractmethod
    def settle(self, situation: Situation, scores: Mapping[int, Score]) -> list[Transfer]:
        """The transfers of the wins in `situation`."""

    def settle_drawn(self, situation: Situation) -> list[Transfer]:
        """The transfers of a drawn deal (查叫)."""
        return []

    settles_draw: ClassVar[bool] = False  # a drawn deal waits for `settle_draw`

    def other_readings(self, deal: Deal, win: Win) -> tuple[tuple[FanLine, ...], ...]:
        """Other readings of a win that are worth the same; a record may name any of them."""
        return ()

    def not_counted(self, situation: Situation, seat: int) -> tuple[NotCounted, ...]:
        """The fans that the winning hand has and that do not count beside those that do, each with the reason."""
        return ()

    def fan_tiles(self, situation: Situation, seat: int) -> Mapping[str, tuple[tuple[int, ...], ...]]:
        """Which tiles make a fan that counted, by its id, a group each time; without those of the whole hand."""
        return {}

    def extra(self, play: Play | Deal) -> dict[str, Any]:
        """What scoring needs beside the seats (宝, turned tiles …), for Situation.extra."""
        return {}

    # -- cases and records --------------------------------------------------------------------------------------

    def check_case(self, situation: Situation, case: Mapping[str, Any]) -> Situation:
        """Refuse (BadCase) what no table can show; may fill `extra`."""
        return situation

    case_flags: ClassVar[frozenset[str]] = frozenset()  # the flags of CASES.md that mean something here
    kong_discard_kinds: ClassVar[frozenset[str]] = frozenset({"discard"})  # the event kinds that may be 杠上炮

    def case_tiles(self, situation: Situation) -> tuple[int, ...]:
        """Tiles that a case shows beside hands, melds and the winning tile, and that count as copies."""
        return ()

    # What the form of the calculator offers; what is allowed is decided by the checks above.
    case_words: ClassVar[Mapping[str, Text]] = {}  # its own words for flags and fields (defaults: case_words.py)

    def case_kinds(self) -> tuple[str, ...]:
        """The event kinds of a case, in the order to offer them; a draw where it moves points."""
        drawn = ("draw",) if type(self).settle_drawn is not Ruleset.settle_drawn else ()
        own = sorted(self.situations, key=lambda kind: [*self.win_words, kind].index(kind))
        return ("self_draw", "discard", "rob_kong", *own, *drawn)

    def case_fields(self) -> tuple[str, ...]:
        """The keys of CASES.md that mean something with these options, of those that only some rule sets have:
        round_wind · of a player: open ready lack flowers out · of the case: bao bird turned genzhuang · of the event:
        fed_by tiles claims."""
        return ()

    def claim_words(self) -> Mapping[str, Text]:
        """What `event.claims` may name (起手胡)."""
        return {}

    def check_turned(self, turned: tuple[int, ...]) -> None:
        """Refuse (BadCase) turned tiles that no table with these options shows."""
        if turned:
            raise BadCase(Text("turned：这里没有翻开的牌", "turned: no tiles are turned here"))

    def meld_possible(self, meld: Meld) -> bool:
        """Can such a meld lie on a table with these options?"""
        return meld.kind != "liangxi"

    # -- words and views ----------------------------------------------------------------------------------------

    def label(self, action: Action) -> Text:
        """The word on an action's button."""
        return self.labels.get(action.kind) or act.LABELS.get(action.kind) or Text(action.kind, action.kind)

    def group(self, action: Action) -> str:
        """Where on the screen an action belongs."""
        return action.kind if action.kind in act.GROUPS else "other"

    def how(self, kind: str) -> Text:
        """What a way of winning is called."""
        return self.win_words.get(kind) or HOW.get(kind) or Text(kind, kind)

    def fan_value(self, line: FanLine) -> int | str:
        """How the value of a fan that counted is shown; "×2" for a factor."""
        return line.value

    def seat_badges(self, deal: Deal, seat: int) -> list[tuple[str, Text]]:
        """Public marks of a seat (听, 缺 …)."""
        return []

    def view_extras(self, deal: Deal, viewer: int | None) -> list[dict[str, Any]]:
        """Labelled rows that the rule set adds to a view: {"id", "label", "text", "tiles", "seat"}."""
        return []

    def waits_after(self, deal: Deal, seat: int, action: Action) -> tuple[int, ...] | None:
        """For an own action that declares: the winning tiles that it leaves (shown to its owner only)."""
        return None

    # -- hints (hints.py): what a ready hand waits for -----------------------------------------------------------

    hint_unit: ClassVar[Text] = Text("分", "points")  # what `hint_value` counts
    givers_equal: ClassVar[bool] = False  # is a discard worth the same whoever gives it?

    def formal_waits(self, player: Player, extra: Mapping[str, Any]) -> tuple[int, ...]:
        """The kinds that may complete the shape of 13 tiles, whatever else a win takes."""
        return waits(counts_of(player.concealed), len(player.melds))

    def hint_value(self, situation: Situation, seat: int, score: Score) -> int:
        """What a win is worth to its owner: the points that he gets."""
        rows = self.settle(situation, {seat: score})
        return sum((t.payee == seat) * t.amount - (t.payer == seat) * t.amount for t in rows)

    def open_tiles(self, deal: Deal, viewer: int) -> tuple[int, ...]:
        """Tiles that lie open to `viewer` beside hands, melds and ponds (turned ones, a 宝 that he knows)."""
        return ()

    # -- bots (rules/bots/): how to play to win under these rules; they see views only ----------------------------

    # What the rule set's own actions amount to: "discard" (the tile leaves the hand), "kong", "give" (the tiles leave
    # the hand: 换三张), "free" (always worth taking: 起手胡), "ready" (worth taking with a ready hand: 海底),
    # "decline". Without an entry an own action is taken only when nothing else is legal.
    bot_kinds: ClassVar[Mapping[str, str]] = {}
    bot_declares: ClassVar[Mapping[str, float]] = {}  # own discards that declare: how many times a win is then worth
    bot_threats: ClassVar[frozenset[str]] = frozenset()  # badges that say that a seat is ready (报听)

    def goals(self, view: Mapping[str, Any]) -> tuple[Goal, ...]:
        """The ways to win from where the viewer stands (goals.py), the ordinary one first; never empty. Called at
        each decision: answer constants where possible. `view` is the seat's `view_for`, with the room's options."""
        return (Goal(),)

    def bot_choice(self, view: Mapping[str, Any], rng: random.Random) -> str | None:
        """The text of the action for a decision of the rule set's own (定缺, 亮喜 …); None = the shared bot decides."""
        return None

    def bot_extra(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """What `evaluate` reads from Situation.extra, as far as the view shows it (turned tiles)."""
        return {}

    def bot_marks(self, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
        """What `evaluate` reads from Player.marks of that seat, as far as the view shows it (报听, 定缺, flowers)."""
        return {}


# -- the registry -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def registry() -> dict[str, type[Ruleset]]:
    """Every rule set in rulesets/, by code, in the order of `rank`."""
    from . import rulesets

    found: dict[str, type[Ruleset]] = {}
    for module in pkgutil.iter_modules(rulesets.__path__):
        loaded = importlib.import_module(f"{rulesets.__name__}.{module.name}")
        ruleset = getattr(loaded, "RULESET", None)
        if ruleset is not None:
            found[ruleset.code] = ruleset
    return dict(sorted(found.items(), key=lambda item: (item[1].rank, item[0])))


def get_ruleset(code: str) -> type[Ruleset]:
    """The rule set with this code. Raises UnknownRuleset."""
    try:
        return registry()[code]
    except (KeyError, TypeError):
        raise UnknownRuleset(Text("没有“{code}”这种玩法", "there is no rule set “{code}”", code=shown(code))) from None


def check_options(code: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Options with the defaults filled in. Raises BadOption for an unknown key or value."""
    options = {o.key: o for o in get_ruleset(code).options}
    for key, value in given.items():
        if key not in options:
            raise BadOption(Text("没有“{key}”这个选项", "there is no option “{key}”", key=shown(key)))
        # `in` alone would take 1 for True.
        if not any(type(value) is type(c) and value == c for c in options[key].choices):
            raise BadOption(
                Text("选项“{key}”不能是 {value}", "option “{key}” cannot be {value}", key=key, value=shown(value))
            )
    return {key: given.get(key, option.default) for key, option in options.items()}


@lru_cache(maxsize=256)
def _bound(code: str, frozen: tuple[tuple[str, Any], ...]) -> Ruleset:
    return get_ruleset(code)(dict(frozen))


def bound(code: str, options: Mapping[str, Any]) -> Ruleset:
    """The rule set with these (complete) options; cached."""
    return _bound(code, tuple(sorted(options.items())))
