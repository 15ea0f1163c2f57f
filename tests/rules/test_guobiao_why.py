"""国标: what the result sheet tells beside the fans agrees with them; and wins of every rule set written as cases."""

import random
from collections import Counter

import pytest

import rules
from rules.case import scored
from rules.case_of import case_of
from rules.errors import RuleError
from rules.rulesets.guobiao_fans import BY_ID, counted
from rules.simulate import play
from tests.rules.test_cases import cases

OPTIONS = {
    "neimenggu": {"liangxi": True, "haidi": True, "teda": True, "genzhuang": True, "closed_win": True},
    "chengdu": {"blood_battle": True, "swap_three": True, "lack_suit": True, "kong_money": True, "haidi": True},
    "sichuan258": {"birds": 6, "kong_tiles": 2, "after_opening": "go_on", "liuliushun": True, "santong": True},
    "guobiao": {"joker": True, "min_fan": 1},
}


def won() -> list:
    found = []
    for row in cases():
        try:
            found += [scored(row.values[0])] if row.values[0]["ruleset"] == "guobiao" else []
        except RuleError:
            continue
    return [answer for answer in found if answer.situation.winners]


@pytest.mark.clause("GB-08")
def test_the_reading_told_is_the_reading_scored():
    for rules_, situation, scores, _transfers in won():
        (seat, score), *_ = scores.items()
        chosen = rules_.chosen(situation, seat)
        fans = [(f.id, n) for f, n in counted[chosen.packed].fans]
        assert fans == [(line.id, line.count) for line in score.fans if line.id != "huapai"]
        names = {BY_ID[key].name for key, _n in fans}
        for spare in rules_.not_counted(situation, seat):
            assert spare.times > 0 and spare.because.in_("zh")
            if "已含在" in spare.because.in_("zh") and "风刻" not in spare.because.in_("zh"):
                assert any(name.in_("zh") in spare.because.in_("zh") for name in names)


def test_the_tiles_of_a_fan_are_in_the_hand():
    told = 0
    for rules_, situation, scores, _transfers in won():
        seat = next(iter(scores))
        player = situation.players[seat]
        joker = rules_.joker(situation.extra)
        if joker is not None and joker in (*player.concealed, situation.tile):
            continue  # a joker is shown as what it stands for
        held = Counter([*player.concealed, situation.tile, *(t for m in player.melds for t in m.tiles)])
        counts = {line.id: line.count for line in scores[seat].fans}
        for fan, groups in rules_.fan_tiles(situation, seat).items():
            assert fan in counts and groups and all(groups)
            assert all(not Counter(group) - held for group in groups), fan
            told += 1
    assert told > 100


def test_small_examples():
    """What a player would be told about three hands."""

    def told(hand: str, tile: str, *melds: str, kind: str = "self_draw") -> tuple[dict, dict]:
        players = [{"hand": hand, "melds": list(melds)}, {}, {}, {}]
        event = {"kind": kind, "winners": [0], "tile": tile} | ({"from": 1} if kind == "discard" else {})
        rules_, situation, _scores, _transfers = scored(
            {"ruleset": "guobiao", "options": {"min_fan": 1}, "players": players, "event": event}
        )
        spare = {n.name.zh: (n.times, n.because.in_("zh")) for n in rules_.not_counted(situation, 0)}
        tiles = {BY_ID[key].name.zh: groups for key, groups in rules_.fan_tiles(situation, 0).items()}
        return spare, tiles

    spare, tiles = told("1366p", "2p", "concealed_kong 9999s", "chow 123p@3", "chow 123s@3")
    assert spare["喜相逢"] == (1, "套算一次（GB-08）") and tiles["一般高"] == ((9, 10, 11, 9, 10, 11),)
    spare, tiles = told("12356789pWW", "7p", "pung CCC@2", kind="discard")
    assert spare == {"幺九刻": (1, "已含在风刻、箭刻里")} and tiles["箭刻"] == ((31, 31, 31),)
    spare, tiles = told("2233445566778m", "8m")
    assert spare["清一色"] == (1, "已含在连七对里") and tiles == {}


@pytest.mark.parametrize("code", rules.ruleset_codes())
def test_a_win_is_a_case(code):
    """Every win of bots' deals, also with many options, can be asked again from the calculator."""
    wins = 0
    for options in ({}, OPTIONS.get(code, {})):
        options = rules.check_options(code, options)
        seats = rules.seat_count(code, options)
        for number in range(8):
            rng = random.Random(number)
            deal, _moves = play(code, options, rng.randbytes(32), number % seats, ["normal"] * seats, rng)
            for win in deal.result.wins:
                case, answer = case_of(deal, win)
                assert [(f.id, f.value, f.count) for f in answer.scores[win.seat].fans] == [
                    (f.id, f.value, f.count) for f in win.fans
                ]
                assert rules.score(case)["ok"]
                wins += 1
    assert wins > 5
