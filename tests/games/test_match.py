"""Whole matches through the services: deals follow each other, points are written once, people come and go."""

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Sum

from games import audit, selectors, services
from games.models import Deadline, Deal, Match, Room, Step, Transfer

from .conftest import act, current_deal, drive, end_by_vote, finish_deal, make_due, my_actions, run, view_of

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["dalian"])
def ruleset(request):
    return request.param


@pytest.fixture
def solo(people, instant, ruleset):
    """One person and three bots in a match of four deals without a clock."""
    host = people.players[0]
    room = services.create_room(host=host, ruleset=ruleset, options={"deals": 4, "clock": 0})
    for number in (1, 2, 3):
        services.add_bot(room=room, by=host, number=number, level=("easy", "normal", "easy")[number - 1])
    services.start_match(room=room, by=host)
    return room


def play_by_default(room, user):
    """The person does the first thing offered that is not harmful: what the timeout would do."""
    import rules

    state = rules.from_json(current_deal(room).snapshot)
    seat = view_of(room, user)["me"]["seat"]
    if seat in state.actors:
        act(room, user, str(rules.default_action(state, seat)))


def play_deal(room, user):
    """Until the running deal is over."""
    number = current_deal(room).number

    def over(room):
        deal = current_deal(room)
        if deal.number != number or not deal.live:
            return True
        play_by_default(room, user)
        return False

    return drive(room, over)


def test_a_match_of_one_person_and_three_bots(solo, people, settings):
    settings.GAME_NEXT_DEAL_SECONDS = 100.0
    me = people.players[0]
    dealers = []
    for number in (1, 2, 3, 4):
        deal = current_deal(solo)
        assert (deal.number, deal.status) == (number, "running")
        dealers.append(deal.dealer)
        play_deal(solo, me)
        deal = current_deal(solo)
        view = view_of(solo, me)
        assert deal.status == "over" and view["deal"]["seed"] == deal.seed and view["deal"]["view"]["result"]
        assert sum(deal.result["deltas"]) == 0
        assert [d["number"] for d in view["match"]["deals"]] == list(range(1, number + 1))
        if number < 4:
            assert view["room"]["status"] == "between" and view["waiting_for"] == [0]
            services.ready_next(room=solo, user=me)
            services.ready_next(room=solo, user=me)  # twice does no harm
            assert current_deal(solo).dealer == deal.result["next_dealer"]
    solo.refresh_from_db()
    assert solo.status == "finished" and not Deadline.objects.filter(room=solo).exists()
    match = solo.matches.get()
    assert match.status == "finished" and match.first_dealer == dealers[0]
    # standings are sums of transfers, and the same as the sums of the deals' deltas
    totals = [0] * 4
    for deal in match.deals.all():
        totals = [a + b for a, b in zip(totals, deal.result["deltas"], strict=True)]
    view = view_of(solo, me)
    assert [s["total"] for s in view["seats"]] == totals
    assert {r["seat"]: r["total"] for r in view["match"]["standings"]} == dict(enumerate(totals))
    assert view["match"]["standings"][0]["rank"] == 1
    assert not any(audit.check_deal(d) for d in match.deals.all())


def test_the_next_deal_begins_by_itself(solo, no_pace):
    finish_deal(solo)
    rows = Deadline.objects.filter(room=solo)
    assert [r.kind for r in rows] == ["next_deal"]
    assert run(rows[0]) is False  # not yet
    (row,) = make_due(solo, "next_deal")
    assert run(row) is True and current_deal(solo).number == 2
    assert run(row) is False and current_deal(solo).number == 2


def play_match(room, user):
    """To the end of the match."""
    while True:
        finish_deal(room)
        room.refresh_from_db()
        if room.status != "between":
            return
        services.ready_next(room=room, user=user)


@pytest.mark.clause("CO-11")
def test_play_again(solo, people):
    me = people.players[0]
    play_match(solo, me)
    with pytest.raises(services.Conflict):
        services.ready_next(room=solo, user=me)
    services.play_again(room=solo, by=me)
    services.play_again(room=solo, by=me)
    solo.refresh_from_db()
    assert solo.status == "playing"
    assert list(solo.matches.order_by("number").values_list("number", "status")) == [(1, "finished"), (2, "running")]
    assert [s["total"] for s in view_of(solo, me)["seats"]] == [0, 0, 0, 0]


def test_play_again_waits_for_those_who_are_here(started, instant):
    cast = started(deals=4)
    end_by_vote(cast)
    services.play_again(room=cast.room, by=cast.host)
    assert view_of(cast.room, cast.host)["waiting_for"] == [1, 2, 3]
    cast.room.seats.filter(number=3).update(seen_at=0)  # has closed the page
    services.play_again(room=cast.room, by=cast.players[1])
    services.play_again(room=cast.room, by=cast.players[2])
    assert view_of(cast.room, cast.host)["room"]["status"] == "playing"


def test_play_again_with_an_empty_seat_opens_the_lobby(started, instant):
    cast = started(deals=4)
    end_by_vote(cast)
    services.stand(room=cast.room, user=cast.players[2])
    services.play_again(room=cast.room, by=cast.host)
    view = view_of(cast.room, cast.host)
    assert view["room"]["status"] == "lobby" and view["deal"] is None and view["seats"][2]["kind"] == "empty"
    services.sit(room=cast.room, user=cast.stranger)


def test_all_must_be_ready_for_the_next_deal(started, instant, settings):
    settings.GAME_NEXT_DEAL_SECONDS = 100.0
    cast = started(deals=4)
    finish_deal(cast.room)
    for player in cast.players[:3]:
        services.ready_next(room=cast.room, user=player)
    assert view_of(cast.room, cast.host)["waiting_for"] == [3]
    services.stand(room=cast.room, user=cast.players[3])  # a bot is always ready
    assert current_deal(cast.room).number == 2


@pytest.mark.clause("CO-11")
def test_leaving_hands_the_seat_to_a_bot_and_back(started, no_pace):
    cast = started(bytes(32))
    leaver = cast.players[0]
    services.stand(room=cast.room, user=leaver)
    view = view_of(cast.room, leaver)
    assert view["seats"][0]["kind"] == "bot" and view["seats"][0]["name"] == leaver.name and view["me"]["away"]
    cast.room.refresh_from_db()
    assert cast.room.host == cast.players[1]  # the first of those who are here
    (row,) = Deadline.objects.filter(room=cast.room)
    assert (row.kind, row.key) == ("play_bot", f"{current_deal(cast.room).pk}:0:0")
    with pytest.raises(services.Forbidden):
        services.submit_action(room_id=cast.room.pk, user_id=leaver.pk, window=0, text="discard 1m")
    services.sit(room=cast.room, user=leaver)
    view = view_of(cast.room, leaver)
    assert view["seats"][0]["kind"] == "human" and view["deal"]["view"]["seats"][0]["hand"]
    assert not Deadline.objects.filter(room=cast.room, kind="play_bot").exists()


def test_nobody_else_may_take_a_left_seat(started, no_pace):
    cast = started()
    services.stand(room=cast.room, user=cast.players[2])
    with pytest.raises(services.Conflict):
        services.sit(room=cast.room, user=cast.stranger, number=2)
    assert view_of(cast.room, cast.stranger)["deal"]["view"]["seats"][2]["hand"] is None


def test_an_admin_dissolves_a_room_and_the_host_cannot_during_a_match(started, no_pace):
    cast = started()
    with pytest.raises(services.Conflict):
        services.close_room(room=cast.room, by=cast.host)
    services.close_room(room=cast.room, by=cast.admin)
    assert view_of(cast.room, cast.host)["room"]["status"] == "closed"
    assert current_deal(cast.room).status == "void"


def test_quick_game(people, no_pace):
    room = services.quick_game(user=people.stranger, ruleset="dalian")
    view = view_of(room, people.stranger)
    assert [s["kind"] for s in view["seats"]] == ["human", "bot", "bot", "bot"]
    assert view["room"]["status"] == "playing" and view["deal"]["view"]["seats"][0]["hand"]
    assert room.status == "playing"


def test_the_check_command(solo, people, capsys):
    me = people.players[0]
    play_match(solo, me)
    call_command("check_ledger", room=solo.code)
    assert "4 finished deals checked, 0 with differences" in capsys.readouterr().out
    # the three kinds of fault that it is there for
    deal = current_deal(solo)
    deal.result["deltas"][0] += 1
    deal.save()
    first = Deal.objects.order_by("pk").first()
    Transfer.objects.create(
        match=first.match, deal=first, number=99, payer=0, payee=1, amount=5, kind="win", reason=["", ""]
    )
    other = Deal.objects.order_by("pk")[1]
    other.snapshot["dealer"] = (other.dealer + 1) % 4
    other.save()
    with pytest.raises(CommandError):
        call_command("check_ledger")
    out = capsys.readouterr().out
    assert "the stored result" in out and "the transfers" in out and "the stored state" in out
    assert "4 finished deals checked, 3 with differences" in out


def test_transfers_are_those_of_the_result(solo, people):
    me = people.players[0]
    play_match(solo, me)
    for deal in Deal.objects.all():
        net = [0] * 4
        for row in deal.transfers.all():
            assert row.amount > 0 and row.payer != row.payee and row.reason[0] and row.match_id == deal.match_id
            assert (row.payer_user_id == me.pk) == (row.payer == 0) and (row.payee_user_id == me.pk) == (row.payee == 0)
            net[row.payer] -= row.amount
            net[row.payee] += row.amount
        assert net == deal.result["deltas"]
    assert selectors.standings(Match.objects.get(), 4) == [
        (Transfer.objects.filter(payee=n).aggregate(s=Sum("amount"))["s"] or 0)
        - (Transfer.objects.filter(payer=n).aggregate(s=Sum("amount"))["s"] or 0)
        for n in range(4)
    ]


def test_records_can_be_replayed(solo):
    import rules

    deal = finish_deal(solo)
    answer = rules.replay(selectors.record_of(deal))
    assert answer["ok"] and answer["deltas"] == deal.result["deltas"]
    assert answer["moves"] == Step.objects.filter(deal=deal).count()
    with pytest.raises(services.NotFound):
        selectors.finished_deal(Room.objects.get(pk=solo.pk).matches.get().deals.order_by("-pk").first().pk + 1)


def test_a_running_deal_is_not_readable(started, no_pace):
    cast = started()
    with pytest.raises(services.NotFound):
        selectors.finished_deal(current_deal(cast.room).pk)
    assert my_actions(cast.room, cast.spectator) == []
