"""How long the table waits after a discard tells nobody who could have claimed it (CO-04).

Whole deals are played on a clock of the test's own, on which work takes no time: what is left is when things are meant
to happen. A spectator notes each moment at which his screen changes.
"""

from __future__ import annotations

import inspect
import random
import re
import statistics
from pathlib import Path
from types import SimpleNamespace

import pytest

import rules
from games import bus, selectors, services, tasks, timer
from games.models import Deadline, Deal, Room, Step
from games.services import base, clock

from .conftest import current_deal

pytestmark = pytest.mark.django_db
PAUSE = (0.25, 0.6)


class Watch:
    """The clock, the people, and what a spectator has seen when."""

    def __init__(self, monkeypatch, settings, people, ruleset: str, human: bool):
        settings.GAME_PAUSE, settings.GAME_BOT_DELAY, settings.GAME_NEXT_DEAL_SECONDS = PAUSE, (0.4, 1.1), 1.0
        self.now, self.rng, self.pauses, self.changes = 1_900_000_000.0, random.Random(ruleset), {}, []
        monkeypatch.setattr(base, "time", SimpleNamespace(time=lambda: self.now))
        new_pause = clock.new_pause
        monkeypatch.setattr(clock, "new_pause", lambda now, pace: self.pauses.setdefault(now, new_pause(now, pace)))
        monkeypatch.setattr(bus, "publish", lambda group, message: None)
        self.spectator, self.me = people.spectator, people.players[0]
        options = rules.check_options(ruleset, {"deals": 16, "clock": 0})
        self.room = services.create_room(host=self.me, ruleset=ruleset, options=options)
        for number in range(1, rules.seat_count(ruleset, options)):
            services.add_bot(room=self.room, by=self.me, number=number, level="easy")
        services.start_match(room=self.room, by=self.me)
        self.human = human
        if not human:
            services.stand(room=self.room, user=self.me)
        self.seen = None
        self.look()

    def look(self) -> rules.Deal:
        """The spectator's screen; the state itself is returned."""
        snap = selectors.load(self.room.pk)
        seen = selectors.shape(snap, self.spectator)
        if seen != self.seen:
            self.seen = seen
            self.changes.append(self.now)
        return snap.state

    def step(self, state: rules.Deal) -> rules.Deal:
        """The next thing that happens by itself; a person who is asked answers after a moment, within the pause."""
        if self.human and 0 in state.actors:
            self.now += self.rng.uniform(0.01, 0.2)
            action = rules.default_action(state, 0)
            services.submit_action(room_id=self.room.pk, user_id=self.me.pk, window=state.window, text=str(action))
            return self.look()
        row = Deadline.objects.filter(room=self.room).order_by("due_at").first()
        self.now = max(self.now, row.due_at)
        tasks.BY_KIND[row.kind](row.room_id, row.key)
        return self.look()


@pytest.mark.clause("CO-04")
@pytest.mark.parametrize("human", [False, True])
@pytest.mark.parametrize("ruleset", rules.ruleset_codes())
def test_the_next_moment_comes_when_the_pause_ends_whoever_was_asked(people, settings, monkeypatch, ruleset, human):
    watch = Watch(monkeypatch, settings, people, ruleset, human)
    waits: dict[bool, list[float]] = {True: [], False: []}
    state = watch.look()
    while min(map(len, waits.values())) < 12:
        before, steps = state, Step.objects.count()
        state = watch.step(state)
        last = Step.objects.order_by("-pk").first()
        thrown = Step.objects.count() > steps and last.action.startswith("discard") and before.ask.phase == "turn"
        if not thrown or state.over or state.ask.phase != "claims":
            assert Room.objects.get(pk=watch.room.pk).status in ("playing", "between"), waits
            continue
        thrown_at, asked, window = watch.now, bool(state.actors), state.window
        assert watch.changes[-1] == thrown_at  # the discard itself is seen at once
        ends = Deal.objects.get(pk=current_deal(watch.room).pk).pause_until
        assert ends == watch.pauses[thrown_at] and PAUSE[0] <= ends - thrown_at <= PAUSE[1] + 1e-6
        while state.window == window and not state.over:
            assert watch.changes[-1] == thrown_at, "something moved on the screen during the pause"
            state = watch.step(state)
        assert watch.changes[-1] == watch.now == pytest.approx(ends, abs=1e-6)
        waits[asked].append(watch.now - thrown_at)
    for group in waits.values():
        middle = (PAUSE[0] + PAUSE[1]) / 2
        assert abs(statistics.fmean(group) - middle) < 4 * (PAUSE[1] - PAUSE[0]) / (12 * len(group)) ** 0.5


def test_the_pause_is_drawn_without_looking_at_the_table():
    """It gets the time and the room's pace and nothing else, and comes from the system's generator."""
    assert list(inspect.signature(clock.new_pause).parameters) == ["now", "pace"]
    assert isinstance(clock._dice, random.SystemRandom)


def test_a_pause_begun_in_another_process_is_noticed_in_time():
    """A person's discard is written by a web process, which cannot wake the timers: they look often enough to see the
    end of the shortest pause coming. Else it would come late exactly when no bot was asked."""
    text = (Path(__file__).resolve().parents[2] / "mahjong_site" / "settings.py").read_text()
    shortest = float(re.search(r'"GAME_PAUSE", \(([\d.]+),', text).group(1))
    assert shortest > timer.LOOK
