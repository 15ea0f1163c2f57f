"""Votes to end a match or to pause it: who decides, what silence means, and that nobody blocks the table for ever."""

import time

import pytest

from games import audit, services
from games.models import Deadline, Deal, Message, Seat, Transfer
from tests.games.conftest import act, current_deal, make_due, run, view_of


@pytest.mark.clause("CO-11")
def test_a_vote_dissolves_the_match(started, no_pace):
    cast = started()
    assert services.ask_vote(room=cast.room, user=cast.host, kind="end") is False
    view = view_of(cast.room, cast.spectator)
    assert view["vote"]["kind"] == "end" and view["vote"]["by"] == 0
    assert view["vote"]["answers"] == {0: True, 1: None, 2: None, 3: None}
    with pytest.raises(services.Forbidden):
        services.answer_vote(room=cast.room, user=cast.stranger, agree=True)
    cast.room.seats.filter(number=3).update(seen_at=0)  # not here: neither agrees nor keeps the others
    assert [services.answer_vote(room=cast.room, user=p, agree=True) for p in cast.players[1:3]] == [False, True]
    deal = current_deal(cast.room)
    assert deal.status == "void" and deal.match.status == "void"
    assert not Transfer.objects.exists() and not Deadline.objects.exists()
    view = view_of(cast.room, cast.host)
    assert view["room"]["status"] == "finished" and view["deal"] is None and view["vote"] is None
    assert audit.check_deal(deal) == []


def test_one_refusal_ends_the_vote(started, no_pace):
    cast = started()
    services.ask_vote(room=cast.room, user=cast.host, kind="end")
    assert services.answer_vote(room=cast.room, user=cast.players[2], agree=False) is False
    view = view_of(cast.room, cast.host)
    assert view["vote"] is None and view["room"]["status"] == "playing"
    assert Message.objects.get(room=cast.room).kind == "end_refused"
    with pytest.raises(services.Conflict):
        services.answer_vote(room=cast.room, user=cast.players[1], agree=True)


def test_silence_of_somebody_who_is_here_is_a_no_in_the_end(started, no_pace):
    cast = started()
    services.ask_vote(room=cast.room, user=cast.host, kind="end")
    for player in cast.players[1:3]:
        services.answer_vote(room=cast.room, user=player, agree=True)
    (row,) = make_due(cast.room, "close_vote")
    assert run(row) is True
    assert view_of(cast.room, cast.host)["room"]["status"] == "playing" and not view_of(cast.room, cast.host)["vote"]
    assert run(row) is False  # tasks may run twice


def test_silence_of_somebody_who_went_away_counts_nothing(started, no_pace):
    cast = started()
    services.ask_vote(room=cast.room, user=cast.host, kind="end")
    for player in cast.players[1:3]:
        services.answer_vote(room=cast.room, user=player, agree=True)
    Seat.objects.filter(room=cast.room, user=cast.players[3]).update(seen_at=time.time() - 500)
    (row,) = make_due(cast.room, "close_vote")
    assert run(row) is True
    assert view_of(cast.room, cast.host)["room"]["status"] == "finished"


def test_a_vote_is_counted_again_when_the_others_have_gone(started, no_pace):
    """Without a clock one player left and closed his browser; the other's vote waited for him for ever."""
    cast = started(clock=0)
    assert services.ask_vote(room=cast.room, user=cast.host, kind="end") is False
    services.beat(room_id=cast.room.pk, user_id=cast.host.pk)
    assert view_of(cast.room, cast.host)["room"]["status"] == "playing"
    Seat.objects.filter(room=cast.room).exclude(user=cast.host).update(seen_at=time.time() - 500)
    services.beat(room_id=cast.room.pk, user_id=cast.host.pk)
    assert view_of(cast.room, cast.host)["room"]["status"] == "finished"


def test_only_one_vote_at_a_time(started, no_pace):
    cast = started()
    services.ask_vote(room=cast.room, user=cast.host, kind="pause")
    with pytest.raises(services.Conflict):
        services.ask_vote(room=cast.room, user=cast.players[1], kind="end")
    services.ask_vote(room=cast.room, user=cast.players[1], kind="pause")  # the same thought is an agreement
    assert view_of(cast.room, cast.host)["vote"]["answers"][1] is True
    with pytest.raises(services.BadInput):
        services.ask_vote(room=cast.room, user=cast.host, kind="dance")


def paused(started):
    cast = started()
    services.ask_vote(room=cast.room, user=cast.host, kind="pause")
    for player in cast.players[1:]:
        services.answer_vote(room=cast.room, user=player, agree=True)
    return cast


def test_a_pause_stops_every_clock_and_every_move(started, no_pace):
    cast = paused(started)
    assert view_of(cast.room, cast.host)["room"]["paused"]
    assert set(Deadline.objects.filter(room=cast.room).values_list("kind", flat=True)) == {"end_pause"}
    dealer = cast.players[current_deal(cast.room).dealer]
    tile = view_of(cast.room, dealer)["deal"]["view"]["actions"]
    with pytest.raises(services.Conflict):
        act(cast.room, dealer, next(a["text"] for a in tile if a["group"] == "discard"))
    assert Deal.objects.get(pk=current_deal(cast.room).pk).steps_count == 0


def test_anybody_at_the_table_goes_on_and_clocks_start_anew(started, no_pace):
    cast = paused(started)
    with pytest.raises(services.Forbidden):
        services.resume(room=cast.room, user=cast.spectator)
    before = time.time()
    services.resume(room=cast.room, user=cast.players[3])
    services.resume(room=cast.room, user=cast.players[2])  # a second click is no fault
    row = Deadline.objects.get(room=cast.room, kind="expire_window")
    assert row.due_at >= before + 20
    assert not view_of(cast.room, cast.host)["room"]["paused"]


def test_a_pause_does_not_last_for_ever(started, no_pace):
    cast = paused(started)
    (row,) = make_due(cast.room, "end_pause")
    assert run(row) is True and run(row) is False
    assert Deadline.objects.filter(room=cast.room, kind="expire_window").exists()


def test_a_pause_between_deals_holds_the_next_deal(started, no_pace):
    from tests.games.conftest import finish_deal

    cast = started()
    finish_deal(cast.room)
    services.ask_vote(room=cast.room, user=cast.host, kind="pause")
    for player in cast.players[1:]:
        services.answer_vote(room=cast.room, user=player, agree=True)
    for player in cast.players:
        services.ready_next(room=cast.room, user=player)
    assert view_of(cast.room, cast.host)["room"]["status"] == "between"
    services.resume(room=cast.room, user=cast.host)
    assert view_of(cast.room, cast.host)["room"]["status"] == "playing"


def test_by_hand_the_system_plays_until_told_otherwise(started, no_pace):
    cast = started()
    dealer = current_deal(cast.room).dealer
    player = cast.players[dealer]
    services.hand_over(room=cast.room, user=player)
    services.arrive(room_id=cast.room.pk, user_id=player.pk)  # a reconnect does not end it
    assert view_of(cast.room, player)["me"]["trustee"]
    services.take_over(room=cast.room, user=player)
    assert not view_of(cast.room, player)["me"]["trustee"]
    Seat.objects.filter(room=cast.room, number=dealer).update(trustee=True)  # by the clock
    services.arrive(room_id=cast.room.pk, user_id=player.pk)
    assert not view_of(cast.room, player)["me"]["trustee"]
