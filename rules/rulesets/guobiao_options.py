"""The room options of 国标, their words and presets. Words and data only."""

from __future__ import annotations

from ..options import PLAY, SCORING, Preset, choice, flag, room_options
from ..text import Text

OPTIONS = (
    *room_options(bases=(1, 2, 5, 10, 20), deals=(16, 4, 8)),
    flag("flowers", True, Text("花牌", "Flowers"),
         Text("用 8 张花牌，摸到就补；和牌后每张 1 番，不算在起和里",
              "With the eight flowers, each replaced when drawn; 1 point each on a win, not part of the minimum"),
         PLAY, "GB-01"),
    flag("joker", False, Text("财神", "Joker (财神)"),
         Text("开局翻一张牌，顺着数下一张是财神，在手里可以当任何牌；没用财神的和牌加 2 番",
              "A turned tile makes the next kind wild: in hand it stands for any tile. A win without it gets 2 points"),
         PLAY, "GB-11"),
    choice("min_fan", (8, 6, 1), Text("起和", "Minimum"),
           Text("不算花牌，至少几番才能和", "Points without flowers that a win needs"), SCORING,
           {n: Text("{n} 番", "{n} points", n=n) for n in (8, 6, 1)}, "GB-04"),
)  # fmt: skip

PRESETS = (
    Preset("standard", Text("竞赛规则", "Competition rules"), {}),
    Preset("short", Text("一圈快打", "One quick round"), {"deals": 4}),
    Preset("light", Text("轻松", "Relaxed"), {"min_fan": 1, "flowers": False, "deals": 8}),
    Preset("joker", Text("财神", "With the joker"), {"joker": True, "deals": 8}),
)
