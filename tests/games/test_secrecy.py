"""Nobody learns what he may not see: not from the page, not from the socket, not from the log or the admin.

For many moments of seeded deals of every rule set, everything hidden from a viewer is changed (other_worlds.py), and
his screen must stay the same, letter by letter. An answer that settles nothing sends nobody else anything.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import time

import pytest
from asgiref.sync import sync_to_async as in_db
from django.urls import reverse

import rules
from games import bus, consumers, notify, render, selectors, services
from games.models import Deadline, Deal, Match, Room, Seat, Step, User
from games.services.base import table as table_of
from rules.tiles import format_tiles
from tests.games import other_worlds
from tests.rules.playing import seed_of

from .conftest import act, current_deal, is_one_asked, seed_where
from .test_socket import Socket, closing_connections  # noqa: F401  a fixture

CODES = rules.ruleset_codes()
NOW = 1_900_000_000.0
WORLDS = 2  # other deals tried for each moment and viewer


# --- the page --------------------------------------------------------------------------------------------------------


def snapshot(deal: rules.Deal, viewer: int | None, rng: random.Random | None = None) -> tuple:
    """(what selectors.load would have read, the viewer). With `rng` all that only the server knows is another."""
    users = [User(pk=n + 1, nickname=name) for n, name in enumerate(("东东", "南南", "西西", "北北", "看客"))]
    options = rules.check_options(deal.code, {k: v for k, v in deal.options.items() if k not in ("deals", "clock")})
    room = Room(pk=7, code="482915", ruleset=deal.code, options=options, host=users[0], status=Room.Status.PLAYING)
    room.version = rng.randrange(10, 1000) if rng else 5
    seats = [Seat(room=room, number=n, user=users[n], seen_at=NOW - 3) for n in range(len(deal.seats))]
    players = [{"user": u.pk, "name": u.nickname, "bot": ""} for u in users[: len(seats)]]
    match = Match(pk=3, room=room, number=1, first_dealer=0, deals_total=8, players=players)
    row = Deal(pk=9, match=match, number=2, dealer=deal.dealer, seed=deal.seed, snapshot=deal.to_json())
    row.window, row.seed_hash = deal.window, "5e" * 32
    row.status = Deal.Status.SETTLING if deal.settling else Deal.Status.RUNNING
    row.steps_count, row.pause_until = (rng.randrange(99), NOW + rng.random()) if rng else (0, NOW)
    due = dict.fromkeys(deal.actors, NOW + 10)
    order, read_at = (1.0, NOW) if rng is None else (2.0, NOW + rng.random())
    found = selectors.Snapshot(room, seats, match, row, [], [0] * len(seats), due, read_at, order)
    return found, users[4 if viewer is None else viewer]


def screen(deal: rules.Deal, viewer: int | None, language: str, rng: random.Random | None = None) -> dict[str, str]:
    snap, user = snapshot(deal, viewer, rng)
    return dict(render.parts(selectors.shape(snap, user), language))


@pytest.mark.parametrize("code", CODES)
def test_the_screen_holds_nothing_hidden(code):
    rng = random.Random(code)
    moments = other_worlds.states(code)
    assert {m.ask.phase for m in moments} >= {"turn", "claims"} and len(moments) > 20
    for moment in moments:
        for viewer in other_worlds.viewers(moment):
            language = rng.choice(("zh-hans", "en"))
            mine = screen(moment, viewer, language)
            for _ in range(WORLDS):
                other = other_worlds.changed(moment, viewer, rng)
                theirs = screen(other, viewer, language, rng)
                differ = [part for part in mine if mine[part] != theirs[part]]
                assert not differ, (
                    other_worlds.kind_of(moment), viewer, [(mine[part], theirs[part]) for part in differ]
                )  # fmt: skip


def test_the_moments_are_many():
    """The other tests here are worth what these states are worth: what must occur among them does."""
    phases = {moment.ask.phase for code in CODES for moment in other_worlds.states(code)}
    assert phases >= {"turn", "claims", "rob_kong", "look", "swap", "lack", "fenzhang", "opening", "kong_shown"}
    every = [moment for code in CODES for moment in other_worlds.states(code)]
    assert any(m.held for m in every) and any(m.settling for m in every)
    assert any(m.ask.phase in ("swap", "lack") and len(m.actors) == 2 for m in every)
    assert any(k.kind == "concealed_kong" and m.rules.face_down_kongs for m in every for s in m.seats for k in s.melds)
    assert any(m.ask.phase == "claims" and len(m.actors) == 2 for m in every)


def test_the_comparison_finds_a_leak(monkeypatch):
    """A test of the test: one hidden tile in the view is found."""
    moment = other_worlds.states("dalian")[0]
    honest = selectors.rules.view_for

    def leaking(deal, seat):
        view = honest(deal, seat)
        view["seats"][1]["hand"] = None if seat == 1 else [rules.tiles.NAMES[t] for t in deal.seats[1].concealed]
        return view

    monkeypatch.setattr(rules, "view_for", leaking)
    with pytest.raises(AssertionError):
        for seed in range(9):
            rng = random.Random(seed)
            other = other_worlds.changed(moment, 0, rng)
            assert screen(moment, 0, "en") == screen(other, 0, "en", rng)


# --- the socket ------------------------------------------------------------------------------------------------------


class Table:
    """Four people and a spectator with open sockets at a table whose state a test puts there."""

    def __init__(self, cast, monkeypatch):
        self.cast, self.heard, self.published = cast, {}, []
        publish, changed = bus.publish, consumers.RoomConsumer.room_changed

        def recorded(group, message):
            self.published.append((group, message))
            return publish(group, message)

        async def room_changed(consumer, event):
            await changed(consumer, event)
            self.heard[consumer.user.pk] = event["v"]

        monkeypatch.setattr(bus, "publish", recorded)
        monkeypatch.setattr(consumers.RoomConsumer, "room_changed", room_changed)
        people = [*cast.players, cast.spectator]
        self.sockets = {person.pk: Socket(person, cast.room.code) for person in people}

    async def __aenter__(self):
        for socket in self.sockets.values():
            await socket.__aenter__()
            await socket.text()
        return self

    async def __aexit__(self, *_):
        for socket in self.sockets.values():
            await socket.__aexit__()

    async def settle(self) -> None:
        """Until every socket has dealt with the newest message; nothing published since then = nothing to wait for."""
        versions = [message["v"] for _group, message in self.published]
        end = time.monotonic() + 10
        while versions and any(self.heard.get(pk, -1) < versions[-1] for pk in self.sockets):
            assert time.monotonic() < end, (self.published, self.heard)
            await asyncio.sleep(0.005)

    def sent(self, pk: int) -> list[str]:
        """What this socket has sent since the last look."""
        queue, found = self.sockets[pk].ws.output_queue, []
        while not queue.empty():
            found.append(queue.get_nowait()["text"])
        return found


def put(room: Room, state: rules.Deal, clocks_run_on: bool = False) -> None:
    """This state lies on the table, its clocks run, and everybody is told."""
    if not clocks_run_on:
        Deadline.objects.filter(room=room).delete()
    with table_of(room.pk) as t:
        t.state, t.deal.snapshot, t.deal.window = state, state.to_json(), state.window
        t.deal.seed, t.deal.dealer, t.deal.pause_until = state.seed, state.dealer, time.time() + 50
        t.deal.save()
        t.changed()


def quiet_answers(code: str):
    """(moment, seat, action) where an answer of `seat` is nobody else's business: somebody else is still asked, or the
    pause goes on. One or two of each kind."""
    seen: dict[tuple, int] = {}
    for moment in other_worlds.states(code):
        if moment.held or len(moment.seats) != 4 or not (moment.quick or len(moment.actors) > 1):
            continue
        for seat in moment.actors:
            action = rules.legal_actions(moment, seat)[-1]
            after, _ = rules.apply(moment, seat, action, hold=True)
            resolved = after.window != moment.window
            private = moment.rules.phase(moment.ask.phase).looks_like and action.kind == "pass"
            key = (moment.ask.phase, len(moment.actors), action.kind, after.held)
            if (not resolved or private) and not after.over and seen.get(key, 0) < 2:
                seen[key] = seen.get(key, 0) + 1
                yield moment, seat, str(action)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("code", CODES)
async def test_an_answer_is_heard_by_nobody_else(make_cast, monkeypatch, no_pace, closing_connections, code):  # noqa: F811
    cases = await asyncio.to_thread(lambda: list(quiet_answers(code)))
    assert cases
    cast = await in_db(make_cast)(ruleset=code)

    def begin():
        for player in cast.players[1:]:
            services.set_ready(room=cast.room, user=player, ready=True)
        services.start_match(room=cast.room, by=cast.host)

    await in_db(begin)()
    async with Table(cast, monkeypatch) as table:
        for moment, seat, action in cases:
            await in_db(put)(cast.room, moment)
            await table.settle()
            for pk in table.sockets:
                table.sent(pk)
            table.published.clear()
            asked = cast.players[seat]
            await in_db(act)(cast.room, asked, action, window=moment.window)
            await table.settle()
            after = await in_db(current_deal)(cast.room)
            state = rules.from_json(after.snapshot)
            for number, player in [*enumerate(cast.players), (None, cast.spectator)]:
                heard = table.sent(player.pk)
                if number == seat:
                    assert moment.rules.phase(moment.ask.phase).looks_like or heard
                elif number in moment.actors and number not in state.actors:
                    continue  # nothing he could say counts any more: his buttons go
                else:
                    assert heard == [], (moment.ask, seat, action, number, heard)
            for group, message in table.published:
                assert group == notify.room_group(cast.room.pk)
                assert set(message) == {"type", "v"} and message["type"] == "room.changed" and type(message["v"]) is int


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("code", CODES)
async def test_hidden_changes_are_not_sent(make_cast, monkeypatch, no_pace, closing_connections, code):  # noqa: F811
    """What other hands and the wall are does not reach a socket: the table changes behind the viewer's back."""
    rng = random.Random(code)
    moments = [m for m in other_worlds.states(code) if len(m.seats) == 4 and not m.settling]
    cast = await in_db(make_cast)(ruleset=code)

    def begin():
        for player in cast.players[1:]:
            services.set_ready(room=cast.room, user=player, ready=True)
        services.start_match(room=cast.room, by=cast.host)

    await in_db(begin)()
    async with Table(cast, monkeypatch) as table:
        for moment in rng.sample(moments, min(12, len(moments))):
            viewer = rng.choice(other_worlds.viewers(moment))
            person = cast.spectator if viewer is None else cast.players[viewer]
            await in_db(put)(cast.room, moment)
            await table.settle()
            table.sent(person.pk)
            for _ in range(2):
                await in_db(put)(cast.room, other_worlds.changed(moment, viewer, rng), True)
                await table.settle()
                assert table.sent(person.pk) == [], (moment.ask, viewer)


@pytest.mark.django_db(transaction=True)
def test_a_bots_hidden_answer_is_not_even_announced(started, no_pace, monkeypatch):
    seed, discard = seed_where(is_one_asked)
    cast = started(seed)
    first, _ = rules.start("dalian", {}, seed, dealer=0, hold=True)
    state, _ = rules.apply(first, 0, rules.parse(discard), hold=True)
    services.stand(room=cast.room, user=cast.players[state.actors[0]])
    act(cast.room, cast.host, discard)
    published = []
    monkeypatch.setattr(bus, "publish", lambda *message: published.append(message))
    deal = current_deal(cast.room)
    assert services.play_bot(room_id=cast.room.pk, key=f"{deal.pk}:{deal.window}:{state.actors[0]}")
    assert Step.objects.filter(deal=deal).count() == 2 and published == []


# --- the log and the admin -------------------------------------------------------------------------------------------

TILES = re.compile(r"(?<![\w#:.-])(?:[1-9]+[mps])+(?![\w:-])")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("code", CODES)
def test_the_log_at_debug_holds_no_tile_and_no_seed(people, instant, code, caplog):
    caplog.set_level(logging.DEBUG)
    for name in ("django", "celery", "games", "rules", "asyncio", "kombu", "channels", "daphne"):
        caplog.set_level(logging.DEBUG, logger=name)
    room = services.quick_game(user=people.players[0], ruleset=code)
    for _step in range(60):
        deal = current_deal(room)
        state = rules.from_json(deal.snapshot)
        if not deal.live or state.settling:
            break
        due = [r for r in room.deadlines.all() if r.kind in ("proceed", "play_bot")]
        for row in due:
            {"proceed": services.proceed, "play_bot": services.play_bot}[row.kind](room_id=room.pk, key=row.key)
        deal = current_deal(room)
        state = rules.from_json(deal.snapshot)
        if deal.live and 0 in state.actors:
            act(room, people.players[0], str(rules.default_action(state, 0)), window=state.window)
    deal = current_deal(room)
    assert deal.steps_count > 10 or not deal.live
    said = [f"{record.getMessage()} {record.args!r}" for record in caplog.records]
    secrets = {current_deal(room).seed} | {format_tiles(seat.concealed) for seat in state.seats}
    for line in said:
        assert not any(secret and secret in line for secret in secrets), line
        assert not TILES.search(line), line


@pytest.mark.django_db
def test_the_admin_of_a_running_deal_is_blind(started, no_pace, client, people):
    """Two deals that differ in every hidden thing have the same pages in the admin, list by list, page by page."""
    cast = started(seed_of(3))
    act(
        cast.room,
        cast.host,
        "discard " + rules.tiles.NAMES[rules.from_json(current_deal(cast.room).snapshot).seats[0].drawn],
    )
    client.force_login(people.admin)
    deal = current_deal(cast.room)
    pages = [reverse(f"admin:games_{name}_changelist") for name in ("room", "match", "deal", "step", "transfer")]
    pages += [reverse("admin:games_deal_change", args=[deal.pk]), reverse("admin:index")]
    pages += [reverse("admin:games_room_change", args=[cast.room.pk])]
    pages += [reverse("admin:games_match_change", args=[deal.match_id])]

    def look():
        token = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
        return [token.sub("", client.get(page).content.decode()) for page in pages]

    before = look()
    state = rules.from_json(deal.snapshot)
    other = other_worlds.changed(state, None, random.Random(5))
    Deal.objects.filter(pk=deal.pk).update(snapshot=json.loads(json.dumps(other.to_json())), seed=other.seed)
    assert look() == before
