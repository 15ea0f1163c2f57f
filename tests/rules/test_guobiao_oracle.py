"""国标 against PyMahjongGB (development only): random winning hands with melds, kongs, winds, flowers and flags."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.rulesets.guobiao_fans import FANS
from rules.rulesets.guobiao_score import best, ties
from tests.rules.guobiao_hands import Won, ask_oracle, random_win, written

HANDS = 2000


def ours(won: Won, found) -> dict[str, tuple[int, int]]:
    fans = {f.name.in_("zh"): (f.value, n) for f, n in found.fans}
    return fans | {"花牌": (1, won.flowers)} if won.flowers else fans


@pytest.mark.clause("GB-07", "GB-08", "GB-09", "GB-10", "GB-12")
def test_the_same_points_and_fans_as_the_oracle():
    rng = random.Random(20261130)
    seen: Counter[str] = Counter()
    for _ in range(HANDS):
        won = random_win(rng)
        said = ask_oracle(won)
        found = best(won.concealed, won.melds, won.tile, won.moment)
        assert found is not None, written(won)
        assert found.total + won.flowers == sum(value * n for value, n in said.values()), (written(won), said, found)
        if ours(won, found) != said:
            equal = ties(won.concealed, won.melds, won.tile, won.moment, None)
            assert said in [ours(won, other) for other in equal], (written(won), said, found)
        seen.update(said.keys())
    # the hands are worth something only if they reach nearly every fan
    assert len(seen) >= 78, {f.name.in_("zh") for f in FANS} - set(seen)


@pytest.mark.clause("GB-08")
def test_equal_readings_are_equal_and_the_answer_is_one_of_them():
    rng = random.Random(7)
    several = 0
    for _ in range(400):
        won = random_win(rng)
        found = best(won.concealed, won.melds, won.tile, won.moment)
        equal = ties(won.concealed, won.melds, won.tile, won.moment, None)
        assert found in equal and {c.total for c in equal} == {found.total}
        assert found == best(tuple(reversed(won.concealed)), won.melds[::-1], won.tile, won.moment)
        several += len(equal) > 1
    assert several > 5
