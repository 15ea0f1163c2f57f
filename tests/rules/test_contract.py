"""What holds in every registered rule set, at every step of seeded deals, whatever the options (DESIGN.md §6.10).

Each test plays the same deals (one a row of options, bots of several kinds on the seats) and looks at one promise.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache

import pytest

import rules
from rules.actions import PASS, WIN, Action
from rules.errors import IllegalAction
from rules.state import Deal
from rules.tiles import INDEX, NAMES, format_tiles, parse_tiles
from tests.rules.playing import BOUND, finished, option_rows, play_out, seed_of, steps

CODES = rules.ruleset_codes()
LEVELS = (("wild", "normal", "easy", "wild"), ("wild",) * 4, ("normal", "normal", "normal", "wild"))


def setups(code: str):
    """(options, seed, dealer, levels) of the deals: three a row of options, with bots of several kinds."""
    for i, row in enumerate(option_rows(code)):
        for j, levels in enumerate(LEVELS):
            yield row, seed_of(100 + 10 * i + j), (i + j) % rules.seat_count(code, row), levels


@cache
def played(code: str) -> tuple[tuple[tuple[Deal, int, Action, Deal], ...], ...]:
    """The deals, as their steps."""
    return tuple(
        tuple(steps(code, row, seed, dealer=dealer, levels=levels)) for row, seed, dealer, levels in setups(code)
    )


def every_step(code: str, one_in: int = 1):
    """(deal before, seat, action, deal after) of all deals, or of every n-th step."""
    return (step for deal in played(code) for i, step in enumerate(deal) if i % one_in == 0 or step[3].over)


def viewers(deal: Deal) -> tuple[int | None, ...]:
    return (*range(len(deal.seats)), None)


pytestmark = pytest.mark.parametrize("code", CODES)


# -- tiles --------------------------------------------------------------------------------------------------------


def lying(deal: Deal) -> list[int]:
    """The places of the wall that still hold a tile."""
    return [p for p in range(deal.wall.front, len(deal.wall.tiles)) if p not in deal.wall.gone]


def all_tiles(deal: Deal) -> Counter[int]:
    found = Counter(deal.wall.tiles[p] for p in lying(deal))
    for seat in deal.seats:
        found.update(seat.concealed)
        found.update(seat.flowers)
        found.update(d.tile for d in seat.pond if d.claimed_by is None)
        for meld in seat.melds:
            found.update(meld.tiles)
    found.update(parse_tiles(deal.marks.get("turned", "")))
    return found


def test_tiles_are_conserved(code):
    for before, _, _, after in every_step(code):
        whole = Counter(after.rules.tiles())
        assert all_tiles(before) - whole == Counter()
        assert len(lying(after)) == after.wall.left
        # The fourth tile of a robbed kong lies with its winner, who is shown with it (CO-06).
        missing = whole - all_tiles(after)
        robbed = {(w.giver, w.tile) for w in after.wins if w.giver is not None}
        assert all_tiles(after) - whole == Counter()
        assert missing - Counter(tile for _, tile in robbed) == Counter(), format_tiles(missing.elements())
        if not after.wins:
            assert not missing


def test_hands_have_the_right_number_of_tiles(code):
    for _, _, _, after in every_step(code):
        for number, seat in enumerate(after.seats):
            tiles = len(seat.concealed) + 3 * len(seat.melds)
            assert tiles in (13, 14), (number, seat)
            assert seat.drawn is None or seat.drawn in seat.concealed
            assert list(seat.concealed) == sorted(seat.concealed)


# -- what is legal ------------------------------------------------------------------------------------------------


def test_every_listed_action_applies(code):
    for before, _, _, _ in every_step(code, one_in=3):
        for seat in before.actors:
            listed = rules.legal_actions(before, seat)
            assert listed and len(set(listed)) == len(listed)
            for action in listed:
                assert rules.parse(str(action)) == action
                after, _ = rules.apply(before, seat, action)
                assert after != before


def test_an_unlisted_action_raises_and_changes_nothing(code):
    rng = random.Random(code)
    for before, _, _, _ in every_step(code, one_in=3):
        snapshot = json.dumps(before.to_json())
        words = ("win", "pass", "kong", "pung", "discard", "take", "lack m", "swap 111m", "nonsense", "chow 12m")
        tries = [rules.parse(word) for word in words]
        tries += [Action(kind, (rng.randrange(34),)) for kind in ("discard", "kong", "ready", "buzhang")]
        for seat in range(len(before.seats)):
            listed = rules.legal_actions(before, seat)
            assert bool(listed) == (seat in before.actors)
            for action in tries:
                if action not in listed:
                    with pytest.raises(IllegalAction):
                        rules.apply(before, seat, action)
        assert json.dumps(before.to_json()) == snapshot


def test_the_default_action_is_legal(code):
    for before, _, _, _ in every_step(code):
        for seat in range(len(before.seats)):
            if seat in before.actors:
                action = rules.default_action(before, seat)
                assert action in rules.legal_actions(before, seat)
                if WIN in rules.legal_actions(before, seat):
                    assert action == WIN
            else:
                with pytest.raises(IllegalAction):
                    rules.default_action(before, seat)


def test_a_deal_of_defaults_ends(code):
    """托管 on every seat."""
    for number, row in enumerate(option_rows(code)):
        deal, _ = rules.start(code, row, seed_of(900 + number), dealer=0)
        for _ in range(BOUND):
            deal = finished(deal)
            if deal.over:
                break
            seat = deal.actors[0]
            deal, _ = rules.apply(deal, seat, rules.default_action(deal, seat))
        assert deal.over


# -- the course ---------------------------------------------------------------------------------------------------


def test_somebody_is_asked_until_the_deal_is_over(code):
    for _, _, _, after in every_step(code):
        assert after.over or after.settling or after.actors
        if after.over:
            assert not after.actors and not after.settling and after.result is not None
            with pytest.raises(IllegalAction):
                rules.settle_draw(after)
        with pytest.raises(IllegalAction):
            rules.proceed(after)  # nothing is held without hold


def test_the_window_grows_when_a_decision_resolves_and_only_then(code):
    for before, seat, _, after in every_step(code):
        same = after.ask.phase == before.ask.phase and after.ask.offers == before.ask.offers
        waiting = same and after.actors == tuple(s for s in before.actors if s != seat) and after.actors != ()
        if waiting and after.window == before.window:
            continue
        assert after.window > before.window, (before.ask, after.ask)


def test_points(code):
    for deal in played(code):
        after = finished(deal[-1][3])
        assert after.over
        result = after.result
        for t in result.transfers:
            assert t.amount > 0 and t.payer != t.payee and t.reason.in_("zh") and t.reason.in_("en")
        net = [0] * len(after.seats)
        for t in result.transfers:
            net[t.payer] -= t.amount
            net[t.payee] += t.amount
        assert list(result.deltas) == net and sum(net) == 0
        assert result.drawn == (not result.wins) and 0 <= result.next_dealer < len(after.seats)
        points = [s["points"] for s in rules.view_for(after, None)["seats"]]
        assert points == list(result.deltas)


def test_json_and_back(code):
    for _, _, _, after in every_step(code):
        assert rules.from_json(json.loads(json.dumps(after.to_json()))) == after
        if after.result is not None:
            assert rules.result_from_json(json.loads(json.dumps(after.result.to_json()))) == after.result


def test_a_written_deal_replays(code):
    for row, seed, dealer, levels in setups(code):
        deal, moves = play_out(code, row, seed, dealer=dealer, levels=levels)
        record = json.loads(json.dumps(rules.record.write(deal, moves, ["甲", "乙", "丙", "丁"][: len(deal.seats)])))
        answer = rules.replay(record)
        assert answer["ok"], (row, answer)
        assert answer["deltas"] == list(deal.result.deltas)
        assert answer["winners"] == [w.seat for w in deal.result.wins]
        assert answer["moves"] == len(moves)
        short = {**record, "moves": record["moves"][:-1]}
        assert rules.replay(short)["error"]["move"] == len(moves) - 1
        long = {**record, "moves": [*record["moves"], record["moves"][-1]]}
        assert rules.replay(long)["error"]["move"] == len(moves)


def test_the_same_seed_gives_the_same_deal(code):
    for number, row in enumerate(option_rows(code)):
        seed = seed_of(100 + number)
        assert rules.start(code, row, seed, dealer=0) == rules.start(code, row, seed, dealer=0)
        assert rules.start(code, row, seed, dealer=0)[0].wall != rules.start(code, row, seed_of(7), dealer=0)[0].wall
    row, seed, dealer, levels = next(setups(code))
    assert tuple(steps(code, row, seed, dealer=dealer, levels=levels)) == played(code)[0]


# -- the pause ----------------------------------------------------------------------------------------------------


def same_but_for_news(deal: Deal) -> dict:
    row = deal.to_json()
    row.pop("news")
    return row


def run_on(deal: Deal) -> Deal:
    while deal.held:
        assert not deal.actors and not deal.over
        deal, _ = rules.proceed(deal)
    return deal


def test_with_a_pause_the_same_happens(code):
    """hold=True and `proceed` give what happens without hold; a held window shows the others nothing."""
    for steps_of_deal in played(code):
        first = steps_of_deal[0][0]
        held, _ = rules.start(code, first.options, bytes.fromhex(first.seed), dealer=first.dealer, hold=True)
        held = run_on(held)
        assert same_but_for_news(held) == same_but_for_news(first)
        for before, seat, action, after in steps_of_deal:
            if before.settling:
                break
            stop, _ = rules.apply(held, seat, action, hold=True)
            if stop.held:
                assert stop.window == held.window or before.ask.phase != stop.ask.phase
                if stop.ask == held.ask.with_answer(seat, action):
                    for viewer in viewers(stop):
                        if viewer not in held.actors:  # his buttons go when nothing he could say counts any more
                            assert rules.view_for(stop, viewer) == rules.view_for(held, viewer)
            held = run_on(stop)
            assert same_but_for_news(held) == same_but_for_news(after)


def test_every_discard_holds_whether_or_not_anybody_is_asked(code):
    for before, seat, action, _ in every_step(code, one_in=2):
        if action.kind == "discard" and before.ask.phase == "turn":
            after, _ = rules.apply(before, seat, action, hold=True)
            quiet_win = after.over or (after.wins != before.wins)  # a forced win needs no answer
            assert after.held or quiet_win or (after.actors and after.quick)


# -- secrets ------------------------------------------------------------------------------------------------------


def test_the_answer_of_another_shows_nothing(code):
    """CO-04: nobody learns who was asked, nor what was answered, before the window resolves."""
    for before, seat, action, after in every_step(code):
        if not before.quick:
            continue
        for seen in viewers(before):
            if seen == seat or (after.window != before.window and seen in before.actors):
                continue
            if after.window == before.window or before.rules.phase(before.ask.phase).looks_like and action == PASS:
                assert rules.view_for(after, seen) == rules.view_for(before, seen)


def test_a_view_does_not_tell_who_else_is_asked(code):
    for before, _, _, _ in every_step(code):
        if not before.quick:
            continue
        for viewer in viewers(before):
            row = before.to_json()
            for other in range(len(before.seats)):
                if other != viewer:
                    row["ask"]["offers"][other], row["ask"]["answers"][other] = [], None
            assert rules.view_for(rules.from_json(row), viewer) == rules.view_for(before, viewer)


def shuffled_secrets(deal: Deal, viewer: int | None, rng: random.Random) -> Deal:
    """Another deal that looks the same to `viewer`: the tiles he may not see are dealt anew."""
    row = json.loads(json.dumps(deal.to_json()))
    others = [s for s in range(len(deal.seats)) if s != viewer]
    places = lying(deal)
    shown = [r for r in rules.view_for(deal, viewer)["rows"] if r["id"] == "bao" and r["tiles"] not in ([], [""])]
    if shown and deal.wall.blocked is not None:
        places.remove(deal.wall.blocked)  # the 宝 that he has seen
    pool = [deal.wall.tiles[p] for p in places]
    for s in others:
        pool += deal.seats[s].concealed
    rng.shuffle(pool)
    wall = list(deal.wall.tiles)
    for p in places:
        wall[p] = pool.pop()
    row["wall"][0] = format_tiles(wall)
    for s in others:
        size = len(deal.seats[s].concealed)
        hand, pool = pool[:size], pool[size:]
        row["seats"][s]["concealed"] = format_tiles(sorted(hand))
        if deal.seats[s].drawn is not None:
            row["seats"][s]["drawn"] = NAMES[rng.choice(hand)]
        if deal.rules.face_down_kongs:
            row["seats"][s]["melds"] = [
                [f"concealed_kong {NAMES[rng.randrange(27)] * 4}", None] if m[0].startswith("concealed_kong") else m
                for m in row["seats"][s]["melds"]
            ]
    return rules.from_json(row)


def test_no_view_holds_anothers_tiles_or_the_wall(code):
    """Deal all that a viewer may not see anew: he must not notice."""
    rng = random.Random(code)
    for _, _, _, after in every_step(code, one_in=2):
        if after.over:
            continue
        for viewer in viewers(after):
            other = shuffled_secrets(after, viewer, rng)
            assert rules.view_for(other, viewer) == rules.view_for(after, viewer)


def test_views_hold_what_they_should_and_hide_the_rest(code):
    for _, _, _, after in every_step(code, one_in=2):
        for viewer in viewers(after):
            view = rules.view_for(after, viewer)
            if viewer is not None and viewer in after.actors:
                assert [a["text"] for a in view["actions"]] == [str(a) for a in rules.legal_actions(after, viewer)]
                assert view["window"] == after.window
            else:
                assert view["actions"] == [] and view["window"] == 0
            for s, seat in enumerate(view["seats"]):
                own = s == viewer
                if own or after.over:
                    assert seat["hand"] == [NAMES[t] for t in after.seats[s].concealed]
                else:
                    assert seat["hand"] is None and seat["drawn"] is None
                    for meld in seat["melds"]:
                        if meld["kind"] == "concealed_kong":
                            assert (meld["tiles"] == [""] * 4) == after.rules.face_down_kongs
            for row, event in zip(view["news"], after.news, strict=True):
                hidden = event.seen_by is not None and viewer not in event.seen_by and not after.over
                assert not (hidden and row["tiles"])
            assert not {"seed", "wall", "offers", "marks"} & set(view)
            assert after.seed not in json.dumps(view, default=str)


def test_views_are_plain(code):
    """Nothing but plain data and Texts goes out."""

    def check(value):
        if isinstance(value, dict):
            for key, item in value.items():
                assert isinstance(key, str)
                check(item)
        elif isinstance(value, list | tuple):
            for item in value:
                check(item)
        else:
            assert value is None or isinstance(value, str | int | bool | rules.text.Text), value

    for _, _, _, after in every_step(code, one_in=5):
        for viewer in viewers(after):
            check({k: v for k, v in rules.view_for(after, viewer).items() if k != "options"})


def test_every_action_and_option_has_words_in_both_languages(code):
    for option in rules.get_ruleset(code).options:
        for text in (option.label, option.help, option.group, *option.choice_labels.values()):
            assert text.in_("zh") and text.in_("en")
    for before, _, _, _ in every_step(code, one_in=2):
        for seat in before.actors:
            for action in rules.legal_actions(before, seat):
                label = before.rules.label(action)
                assert label.in_("zh") != action.kind and label.in_("en")
        for event in before.news:
            assert rules.view_for(before, None)["news"] is not None and event.kind


def test_tile_names_round_trip(code):
    deal = played(code)[0][0][0]
    for tile in set(deal.rules.tiles()):
        assert INDEX[NAMES[tile]] == tile
