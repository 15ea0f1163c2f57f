"""One click: who may answer what and when, what is written, and that refusals change nothing."""

import pytest

import rules
from games import selectors, services
from games.models import Deal, Room, Step

from .conftest import (
    act,
    current_deal,
    is_nobody_asked,
    is_one_asked,
    is_two_asked,
    make_due,
    my_actions,
    run,
    seed_where,
    view_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pace")]


def frozen(room):
    """Everything a refusal must leave alone."""
    deal = current_deal(room)
    return (
        Room.objects.values_list("version", "status").get(pk=room.pk),
        deal.snapshot,
        deal.window,
        list(Step.objects.values_list()),
        list(room.seats.values_list("ready", "trustee", "bot_level")),
    )


def test_the_first_discard(started):
    seed, discard = seed_where(is_nobody_asked)
    cast = started(seed)
    version = Room.objects.get(pk=cast.room.pk).version
    assert act(cast.room, cast.host, discard) is True
    deal = current_deal(cast.room)
    step = deal.steps.get()
    assert (step.number, step.window, step.seat, step.action, step.made_by) == (1, 0, 0, discard, "human")
    assert deal.window == 1 and deal.steps_count == 1
    assert Room.objects.get(pk=cast.room.pk).version == version + 1
    assert my_actions(cast.room, cast.players[1]) == []  # nobody draws before the pause is over
    run(make_due(cast.room, "proceed")[0])
    assert any(a.startswith("discard") for a in my_actions(cast.room, cast.players[1]))


@pytest.mark.clause("CO-12")
def test_the_hash_is_public_and_the_seed_is_not(started):
    cast = started()
    deal = current_deal(cast.room)
    for viewer in (*cast.players, cast.spectator):
        view = view_of(cast.room, viewer)
        assert view["deal"]["seed"] is None and view["deal"]["seed_hash"] == deal.seed_hash
        assert deal.seed not in repr(view)
    assert deal.seed_hash == rules.seed_hash(bytes.fromhex(deal.seed))


def test_seeds_are_fresh_and_long(started):
    cast = started()
    other = services.quick_game(user=cast.stranger, ruleset="dalian")
    one, two = current_deal(cast.room).seed, current_deal(other).seed
    assert one != two and len(one) == len(two) == 64


@pytest.mark.clause("CO-12")
def test_others_see_no_hand(started):
    cast = started()
    for number, viewer in enumerate((*cast.players, cast.spectator)):
        hands = [seat["hand"] for seat in view_of(cast.room, viewer)["deal"]["view"]["seats"]]
        assert [h is not None for h in hands] == [n == number for n in range(4)]


@pytest.mark.parametrize(
    ("who", "text", "window", "kind"),
    [
        (1, "discard 1m", 0, services.Stale),  # not asked
        (0, "discard 1m", 7, services.Stale),  # another moment
        (0, "pung", 0, services.Illegal),
        (0, "pass", 0, services.Illegal),
        (0, "win", 0, services.Illegal),
        (0, "fly 5m", 0, services.Illegal),
        (0, "discard 0m", 0, services.BadInput),
        (0, "discard 5m 5m 5m", 0, services.BadInput),
        (0, "", 0, services.BadInput),
        (0, "x" * 100_000, 0, services.BadInput),
        (0, None, 0, services.BadInput),
        (0, ["discard", "5m"], 0, services.BadInput),
        (0, "discard \x00", 0, services.BadInput),
        (0, "'; drop table", 0, services.BadInput),
        (0, "discard 5m", None, services.BadInput),
        (0, "discard 5m", "0", services.BadInput),
        (0, "discard 5m", True, services.BadInput),
        (0, "discard 5m", -1, services.BadInput),
        (0, "discard 5m", 10**30, services.BadInput),
        (0, "discard 5m", 1.0, services.BadInput),
        ("stranger", "discard 5m", 0, services.Forbidden),
        ("spectator", "pass", 0, services.Forbidden),
        ("admin", "pass", 0, services.Forbidden),
    ],
)
def test_refusals_change_nothing(started, who, text, window, kind):
    seed, _discard = seed_where(is_nobody_asked)
    cast = started(seed)
    user = cast.players[who] if isinstance(who, int) else getattr(cast, who)
    before = frozen(cast.room)
    with pytest.raises(kind) as refusal:
        services.submit_action(room_id=cast.room.pk, user_id=user.pk, window=window, text=text)
    assert refusal.value.in_("zh-hans") and refusal.value.in_("en")
    assert frozen(cast.room) == before


def test_a_room_that_is_not_there(people):
    with pytest.raises(services.NotFound):
        services.submit_action(room_id=10**9, user_id=people.stranger.pk, window=0, text="pass")


def test_a_room_that_does_not_play(cast):
    with pytest.raises(services.Stale):
        services.submit_action(room_id=cast.room.pk, user_id=cast.host.pk, window=0, text="discard 5m")


def test_a_tile_that_is_not_in_the_hand(started):
    cast = started(seed_where(is_nobody_asked)[0])
    hand = set(view_of(cast.room, cast.host)["deal"]["view"]["seats"][0]["hand"])
    missing = next(t for t in ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "E", "S") if t not in hand)
    with pytest.raises(services.Illegal):
        act(cast.room, cast.host, f"discard {missing}")


def test_a_double_click_counts_once(started):
    seed, discard = seed_where(is_nobody_asked)
    cast = started(seed)
    assert act(cast.room, cast.host, discard, window=0) is True
    before = frozen(cast.room)
    assert act(cast.room, cast.host, discard, window=0) is False
    assert frozen(cast.room) == before
    with pytest.raises(services.Stale):  # another tile for the same moment is not the same click
        other = next(t for t in ("1m", "9m", "E") if f"discard {t}" != discard)
        act(cast.room, cast.host, f"discard {other}", window=0)
    assert frozen(cast.room) == before


def test_an_answer_to_a_claim_window(started):
    seed, discard = seed_where(is_one_asked)
    cast = started(seed)
    act(cast.room, cast.host, discard)
    deal = current_deal(cast.room)
    (asked,) = rules.from_json(deal.snapshot).actors
    assert "pass" in my_actions(cast.room, cast.players[asked])
    assert act(cast.room, cast.players[asked], "pung") is True
    assert act(cast.room, cast.players[asked], "pung", window=deal.window) is False  # twice
    with pytest.raises(services.Stale):  # no change of mind
        act(cast.room, cast.players[asked], "pass", window=deal.window)
    answered = view_of(cast.room, cast.players[asked])["deal"]["view"]["answered"]
    assert answered["text"] == "pung"
    assert current_deal(cast.room).window == deal.window  # held until the pause is over
    run(make_due(cast.room, "proceed")[0])
    view = view_of(cast.room, cast.players[asked])["deal"]["view"]
    assert view["turn"] == asked and view["seats"][asked]["melds"]


def test_two_answers_to_one_window_do_not_make_each_other_stale(started):
    seed, discard = seed_where(is_two_asked)
    cast = started(seed)
    act(cast.room, cast.host, discard)
    one, two = rules.from_json(current_deal(cast.room).snapshot).actors
    window = current_deal(cast.room).window
    act(cast.room, cast.players[one], "pass", window=window)
    act(cast.room, cast.players[two], "pass", window=window)
    assert rules.from_json(current_deal(cast.room).snapshot).held


def test_a_late_last_answer_is_not_delayed_again(started):
    seed, discard = seed_where(is_one_asked)
    cast = started(seed)
    act(cast.room, cast.host, discard)
    (asked,) = rules.from_json(current_deal(cast.room).snapshot).actors
    Deal.objects.update(pause_until=0)  # he thought longer than the pause
    act(cast.room, cast.players[asked], "pass")
    assert my_actions(cast.room, cast.players[1])  # the next player has drawn


def screens(room, viewers):
    """What these people see, as far as it may depend on others."""
    return [view_of(room, viewer) for viewer in viewers]


@pytest.mark.clause("CO-04")
@pytest.mark.parametrize("answer", ["pass", "pung"])
def test_nobody_sees_that_somebody_was_asked_or_answered(started, answer):
    seed, discard = seed_where(is_one_asked)
    cast = started(seed)
    act(cast.room, cast.host, discard)
    (asked,) = rules.from_json(current_deal(cast.room).snapshot).actors
    others = [p for n, p in enumerate(cast.players) if n != asked] + [cast.spectator]
    before = screens(cast.room, others)
    assert "pung" not in "".join(str(a) for p in others for a in my_actions(cast.room, p))
    act(cast.room, cast.players[asked], answer)
    assert screens(cast.room, others) == before


def test_the_screen_is_the_same_whether_anybody_is_asked():
    """Seen by a person who is not asked, a window with and one without a claimant differ in nothing but the tile."""
    shapes = []
    for test in (is_one_asked, is_nobody_asked):
        seed, discard = seed_where(test)
        first, _ = rules.start("dalian", {}, seed, dealer=0, hold=True)
        state, _ = rules.apply(first, 0, rules.parse(discard), hold=True)
        view = rules.view_for(state, None)
        shapes.append((view["phase"], view["turn"], view["window"], view["answered"], view["actions"]))
    assert shapes[0] == shapes[1]


def test_the_clock_is_shown_to_those_asked_only(started):
    cast = started(seed_where(is_nobody_asked)[0])
    assert view_of(cast.room, cast.host)["deal"]["due_ms"] is not None
    for viewer in (*cast.players[1:], cast.spectator):
        assert view_of(cast.room, viewer)["deal"]["due_ms"] is None


def test_the_view_of_a_room_needs_few_queries(started, django_assert_max_num_queries):
    cast = started()
    with django_assert_max_num_queries(7):
        selectors.room_view(cast.room.pk, cast.host)
