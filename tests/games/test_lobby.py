"""What friends settle before they play: seats, the host, the door, the options, the briefing."""

import pytest
from django.test import Client

import rules
from games import selectors, services
from games.models import Message, Room
from games.services import lobby
from tests.games.conftest import end_by_vote, view_of

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def who(room):
    """Names (or bots' levels) by seat."""
    return [s.user.name if s.user else s.bot_level or None for s in room.seats.order_by("number")]


def seat(room, user):
    return room.seats.get(user=user)


def browser_of(user, language="zh-hans"):
    browser = Client(headers={"accept-language": language})
    browser.force_login(user)
    return browser


def get_ready(cast):
    for player in cast.players:
        services.set_ready(room=cast.room, user=player, ready=True)


# --- seats -----------------------------------------------------------------------------------------------------------


def test_a_bot_gives_its_seat_at_once(small, people):
    host, b = people.players[:2]
    services.set_ready(room=small, user=b, ready=True)
    services.ask_swap(room=small, user=b, number=2)
    assert who(small) == ["东东", "easy", "南南", None]
    moved, bot = seat(small, b), small.seats.get(number=1)
    assert not moved.ready and moved.briefed and bot.ready and not bot.briefed
    with pytest.raises(services.Conflict):
        services.ask_swap(room=small, user=b, number=3)  # nobody there
    with pytest.raises(services.Conflict):
        services.ask_swap(room=small, user=b, number=2)  # his own
    with pytest.raises(services.BadInput):
        services.ask_swap(room=small, user=b, number=9)
    with pytest.raises(services.Forbidden):
        services.ask_swap(room=small, user=people.stranger, number=0)


def test_a_person_is_asked_and_agrees(cast):
    a, b, c, d = cast.players
    get_ready(cast)
    services.ask_swap(room=cast.room, user=b, number=3)
    assert who(cast.room) == ["东东", "南南", "西西", "北北"]
    assert view_of(cast.room, b)["me"]["wants"] == 3
    assert [s["wants_mine"] for s in view_of(cast.room, d)["seats"]] == [False, True, False, False]
    assert not any(s["wants_mine"] for s in view_of(cast.room, c)["seats"])
    with pytest.raises(services.Conflict):
        services.agree_swap(room=cast.room, user=c, number=1)  # not his seat that is wanted
    services.agree_swap(room=cast.room, user=d, number=1)
    assert who(cast.room) == ["东东", "北北", "西西", "南南"]
    assert [s.ready for s in cast.room.seats.order_by("number")] == [True, False, True, False]
    assert not cast.room.seats.exclude(wants_seat=None).exists()
    assert seat(cast.room, a).number == 0


def test_two_who_ask_each_other_change_at_once(cast):
    _a, b, c, _d = cast.players
    services.ask_swap(room=cast.room, user=b, number=2)
    services.ask_swap(room=cast.room, user=c, number=1)
    assert who(cast.room) == ["东东", "西西", "南南", "北北"]


def test_a_wish_is_taken_back(cast):
    _a, b, c, _d = cast.players
    services.ask_swap(room=cast.room, user=b, number=2)
    services.keep_seat(room=cast.room, user=b)
    with pytest.raises(services.Conflict):
        services.agree_swap(room=cast.room, user=c, number=1)
    assert who(cast.room) == ["东东", "南南", "西西", "北北"]


@pytest.mark.parametrize("mover", [1, 2])
def test_a_wish_ends_when_either_leaves(cast, mover):
    services.ask_swap(room=cast.room, user=cast.players[1], number=2)
    services.stand(room=cast.room, user=cast.players[mover])
    assert not cast.room.seats.exclude(wants_seat=None).exists()


def test_a_wish_ends_when_somebody_moves_or_is_removed_or_the_match_starts(cast):
    a, b, c, d = cast.players
    services.stand(room=cast.room, user=d)
    services.ask_swap(room=cast.room, user=b, number=2)
    services.sit(room=cast.room, user=c, number=3)
    assert not cast.room.seats.exclude(wants_seat=None).exists()
    services.ask_swap(room=cast.room, user=b, number=3)
    services.kick(room=cast.room, by=a, number=3)
    assert not cast.room.seats.exclude(wants_seat=None).exists()
    services.fill_with_bots(room=cast.room, by=a)
    services.ask_swap(room=cast.room, user=b, number=0)
    services.set_ready(room=cast.room, user=b, ready=True)
    services.start_match(room=cast.room, by=a)
    assert not cast.room.seats.exclude(wants_seat=None).exists()
    for change in (services.ask_swap, services.agree_swap):
        with pytest.raises(services.Conflict):
            change(room=cast.room, user=b, number=0)


def test_bots_on_every_empty_seat(small, people):
    host, b = people.players[:2]
    with pytest.raises(services.Forbidden):
        services.fill_with_bots(room=small, by=b)
    services.fill_with_bots(room=small, by=host)
    assert who(small) == ["东东", "南南", "easy", "normal"]
    with pytest.raises(services.Conflict):
        services.fill_with_bots(room=small, by=host)


# --- the host --------------------------------------------------------------------------------------------------------


def test_the_host_passes_on(small, people):
    host, b = people.players[:2]
    with pytest.raises(services.Forbidden):
        services.pass_host(room=small, by=b, number=1)
    with pytest.raises(services.Conflict):
        services.pass_host(room=small, by=host, number=2)  # never a bot
    services.pass_host(room=small, by=host, number=1)
    assert view_of(small, b)["room"]["is_host"] and not view_of(small, host)["room"]["is_host"]
    with pytest.raises(services.Forbidden):
        services.set_locked(room=small, by=host, locked=True)


def test_who_was_removed_neither_sits_nor_watches_until_allowed(small, people):
    host, b = people.players[:2]
    services.kick(room=small, by=host, number=1)
    browser, base = browser_of(b, "en"), f"/room/{small.code}/"
    page = browser.get(base)
    assert page.status_code == 403 and "The host has removed you from this table." in page.content.decode()
    parts = browser.get(f"{base}parts/", **HTMX)
    assert parts.status_code == 403 and parts["HX-Refresh"] == "true" and 'id="lobby"' not in parts.content.decode()
    refused = browser.post(f"{base}sit/", **HTMX)
    assert refused.status_code == 403 and 'id="lobby"' not in refused.content.decode()
    with pytest.raises(services.Forbidden):
        services.sit(room=small, user=b, number=3)
    assert view_of(small, host)["room"]["removed"] == [{"id": b.pk, "name": "南南"}]
    assert view_of(small, people.stranger)["room"]["removed"] == []
    with pytest.raises(services.Forbidden):
        services.allow_again(room=small, by=people.stranger, user_id=b.pk)
    browser_of(host).post(f"{base}allow-again/", {"person": str(b.pk)}, **HTMX)
    services.sit(room=small, user=b, number=3)
    assert who(small)[3] == "南南"


# --- the door --------------------------------------------------------------------------------------------------------


def test_a_locked_table_takes_nobody_new(small, people):
    host, b, c, _d = people.players
    with pytest.raises(services.Forbidden):
        services.set_locked(room=small, by=b, locked=True)
    services.set_locked(room=small, by=host, locked=True)
    with pytest.raises(services.Conflict):
        services.sit(room=small, user=c)
    services.sit(room=small, user=b, number=3)  # who has a seat may move
    services.stand(room=small, user=host)
    Room.objects.filter(pk=small.pk).update(host=host)
    services.sit(room=small, user=host, number=0)  # and it is the host's own table
    page = browser_of(c).get(f"/room/{small.code}/").content.decode()
    assert "这一桌锁了，房主暂时不让新人入座。" in page and "/sit/" not in page
    services.set_locked(room=small, by=host, locked=False)
    assert "/sit/" in browser_of(c).get(f"/room/{small.code}/").content.decode()


def test_an_owner_comes_back_to_a_locked_table(started, no_pace):
    cast = started()
    services.set_locked(room=cast.room, by=cast.host, locked=True)
    services.stand(room=cast.room, user=cast.players[1])
    services.sit(room=cast.room, user=cast.players[1])
    assert seat(cast.room, cast.players[1]).is_human


def test_a_table_without_spectators(started, no_pace):
    cast = started()
    base, watcher = f"/room/{cast.room.code}/", browser_of(cast.spectator, "en")
    assert 'id="pond-me"' in watcher.get(base).content.decode()
    services.set_spectators(room=cast.room, by=cast.host, spectators=False)
    page = watcher.get(base)
    assert page.status_code == 403 and "This table is closed to spectators." in page.content.decode()
    for answer in (watcher.get(f"{base}parts/", **HTMX), watcher.post(f"{base}sit/", **HTMX)):
        assert answer.status_code in (403, 409) and "pond" not in answer.content.decode()
    assert browser_of(cast.players[2]).get(base).status_code == 200
    services.set_spectators(room=cast.room, by=cast.host, spectators=True)
    assert watcher.get(base).status_code == 200


def test_without_spectators_one_can_still_sit_down(small, people):
    host, c = people.players[0], people.players[2]
    services.set_spectators(room=small, by=host, spectators=False)
    browser, base = browser_of(c), f"/room/{small.code}/"
    assert "/sit/" in browser.get(base).content.decode()
    browser.post(f"{base}sit/", **HTMX)
    assert who(small)[3] == "西西"
    services.set_locked(room=small, by=host, locked=True)
    answer = browser.post(f"{base}stand/", **HTMX)  # now nothing is left to see for him
    assert answer.status_code == 204 and answer["HX-Refresh"] == "true"
    assert browser.get(base).status_code == 403


def test_after_a_match_a_newcomer_sees_seats_and_nothing_of_the_match(started, no_pace):
    cast = started()
    services.set_spectators(room=cast.room, by=cast.host, spectators=False)
    end_by_vote(cast)
    with pytest.raises(services.Forbidden):
        selectors.room_view(cast.room.pk, cast.stranger)
    services.stand(room=cast.room, user=cast.players[3])
    seen = view_of(cast.room, cast.stranger)
    assert seen["room"]["status"] == "lobby" and seen["deal"] is None and seen["match"] is None
    assert seen["talk"]["lines"] == [] and {s["total"] for s in seen["seats"]} == {0}
    assert view_of(cast.room, cast.host)["room"]["status"] == "finished"


# --- options and briefing --------------------------------------------------------------------------------------------


def test_options_change_and_everybody_reads_them_anew(cast):
    get_ready(cast)
    services.set_options(room=cast.room, by=cast.host, options=cast.room.options | {"deals": 16, "clock": 0})
    view = view_of(cast.room, cast.players[1])
    rows = {row["key"]: row for row in view["room"]["options"]}
    assert [key for key, row in rows.items() if row["fresh"]] == ["deals", "clock"]
    assert not view["me"]["briefed"] and view["waiting_for"] == [0, 1, 2, 3]
    page = browser_of(cast.players[1]).get(f"/room/{cast.room.code}/").content.decode()
    assert page.count("刚改") == 2 and "看好了，准备" in page
    with pytest.raises(services.Conflict):
        services.start_match(room=cast.room, by=cast.host)
    get_ready(cast)
    services.start_match(room=cast.room, by=cast.host)
    assert cast.room.matches.get().options["deals"] == 16
    with pytest.raises(services.Conflict):
        services.set_options(room=cast.room, by=cast.host, options={})


def test_the_same_options_disturb_nobody(cast):
    get_ready(cast)
    assert not services.set_options(room=cast.room, by=cast.host, options=dict(cast.room.options))
    assert view_of(cast.room, cast.host)["waiting_for"] == []


@pytest.mark.parametrize("options", [{"deals": 5}, {"nosuch": 1}])
def test_options_that_cannot_be(cast, options):
    with pytest.raises(services.Unprocessable):
        services.set_options(room=cast.room, by=cast.host, options=options)
    with pytest.raises(services.Forbidden):
        services.set_options(room=cast.room, by=cast.players[1], options={})


def test_fewer_and_more_seats(small, people):
    host, b = people.players[:2]
    services.sit(room=small, user=b, number=3)  # 东东, -, easy, 南南
    services.set_options(room=small, by=host, options=small.options | {"seats": 3})
    assert who(small) == ["东东", "南南", "easy"]
    services.set_options(room=small, by=host, options=small.options | {"seats": 2})
    assert who(small) == ["东东", "南南"]
    services.set_options(room=small, by=host, options=small.options | {"seats": 4})
    assert who(small) == ["东东", "南南", None, None]
    services.sit(room=small, user=people.players[2])
    with pytest.raises(services.Conflict):
        services.set_options(room=small, by=host, options=small.options | {"seats": 2})
    assert who(small) == ["东东", "南南", "西西", None]


def test_fewer_seats_after_a_match_of_four(small, people, no_pace):
    """The last match had transfers and players of four seats: every page of the smaller room still opens."""
    host, b = people.players[:2]
    services.fill_with_bots(room=small, by=host)
    services.set_ready(room=small, user=b, ready=True)
    services.start_match(room=small, by=host)
    services.ask_vote(room=small, user=host, kind="end")
    services.answer_vote(room=small, user=b, agree=True)
    services.set_options(room=small, by=host, options=small.options | {"seats": 2})
    assert browser_of(host).get(f"/room/{small.code}/").status_code == 200
    view = view_of(small, host)
    assert view["room"]["status"] == "lobby" and len(view["seats"]) == 2 and not view["me"]["briefed"]
    services.close_room(room=small, by=host)
    assert browser_of(host).get(f"/room/{small.code}/").status_code == 200


def test_the_options_page(small, people):
    host, b = people.players[:2]
    address = f"/room/{small.code}/options/"
    page = browser_of(host).get(address).content.decode()
    assert '<option value="4" selected>4 局' in page and 'name="ruleset"' not in page
    assert browser_of(b).get(address).status_code == 403
    form = {"o-deals": "16", "o-seats": "3"}
    answer = browser_of(host).post(address, form)
    assert answer.status_code == 303 and answer.url == f"/room/{small.code}/"
    small.refresh_from_db()
    assert (small.options["deals"], small.options["seats"]) == (16, 3) and small.seats.count() == 3
    refused = browser_of(b).post(address, form)
    assert refused.status_code == 303 and small.seats.count() == 3


def test_a_preset_leaves_the_room_its_length_and_clock(make_cast):
    cast = make_cast("chengdu", deals=16, clock=60)
    preset = next(p for p in rules.presets("chengdu") if len(p.options) > 1)
    address = f"/room/{cast.room.code}/options/?preset={preset.key}"
    values = {
        field["option"].key: field["value"]
        for group in browser_of(cast.host).get(address).context["groups"]
        for field in group["fields"]
    }
    assert values["deals"] == 16 and values["clock"] == 60
    assert (
        {key: values[key] for key in preset.options}
        == dict(preset.options)
        != {key: cast.room.options[key] for key in preset.options}
    )


def test_briefed_once(cast, no_pace):
    b = cast.players[1]
    base, browser = f"/room/{cast.room.code}/", browser_of(cast.players[1])
    page = browser.get(base).content.decode()
    ruling = view_of(cast.room, b)["room"]["rulings"][0].in_("zh-hans")
    assert ruling in page and "先看看这一桌怎么打" in page and "看好了，准备" in page
    browser.post(f"{base}ready/", {"ready": "1"}, **HTMX)
    browser.post(f"{base}ready/", {"ready": "0"}, **HTMX)
    page = browser.get(base).content.decode()
    assert "先看看这一桌怎么打" not in page and "看好了，准备" not in page and "准备好了" in page
    get_ready(cast)
    services.start_match(room=cast.room, by=cast.host)
    end_by_vote(cast)
    services.gather(room=cast.room, by=cast.host)
    assert all(view_of(cast.room, player)["me"]["briefed"] for player in cast.players)  # nothing has changed since
    services.stand(room=cast.room, user=b)
    services.sit(room=cast.room, user=cast.stranger)
    assert not view_of(cast.room, cast.stranger)["me"]["briefed"]


def test_a_changed_option_is_marked_only_until_the_next_match(cast, no_pace):
    services.set_options(room=cast.room, by=cast.host, options=cast.room.options | {"deals": 16})
    get_ready(cast)
    services.start_match(room=cast.room, by=cast.host)
    end_by_vote(cast)
    services.gather(room=cast.room, by=cast.host)
    assert not any(row["fresh"] for row in view_of(cast.room, cast.host)["room"]["options"])
    with pytest.raises(services.Forbidden):
        services.gather(room=cast.room, by=cast.players[1])


def test_every_place_of_the_options_fits_into_the_message():
    """The list of changed options is kept in one message."""
    most = max(len(rules.get_ruleset(code).options) for code in rules.ruleset_codes())
    assert len(" ".join(map(str, range(most)))) <= Message._meta.get_field("text").max_length
    assert len(lobby.OPTIONS_CHANGED) <= Message._meta.get_field("kind").max_length
