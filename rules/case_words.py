"""What the flags and keys of a case (CASES.md) are called in front of players, unless a rule set has its own word
(`Ruleset.case_words`). Words only."""

from __future__ import annotations

from .ruleset import Ruleset
from .text import Text

WORDS: dict[str, Text] = {
    "draw": Text("荒庄", "drawn deal"),
    "after_kong": Text("杠上开花", "on a kong's replacement"),
    "kong_discard": Text("杠上炮", "discarded after a kong"),
    "last_tile": Text("海底", "on the last tile"),
    "bao_draw": Text("摸宝", "drew the treasure"),
    "last_copy": Text("和绝张", "the last copy of its kind"),
    "round_wind": Text("圈风", "Prevalent wind"),
    "open": Text("开门", "open"),
    "ready": Text("报听", "Declared ready"),
    "ready.plain": Text("报听", "ready"),
    "ready.jia": Text("夹听", "closed wait"),
    "lack": Text("定缺", "Named suit"),
    "flowers": Text("花牌", "Flowers"),
    "out": Text("已胡", "has won before"),
    "bao": Text("宝牌", "Treasure"),
    "bird": Text("鸟", "Birds"),
    "turned": Text("翻牌", "Turned tiles"),
    "genzhuang": Text("跟庄的牌", "Tile of 跟庄"),
    "fed_by": Text("引杠的人", "Who fed the kong"),
    "tiles": Text("开杠的两张牌", "Both tiles of the open kong"),
    "claims": Text("起手胡", "Opening claims"),
}


def word(rules: Ruleset, key: str) -> Text:
    """The word for an event kind, a flag or a field of a case under these rules."""
    own = rules.case_words.get(key)
    if own is not None:
        return own
    return WORDS.get(key) or rules.how(key)
