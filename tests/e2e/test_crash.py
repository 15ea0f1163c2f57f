"""kill -9 of everything, or of one worker or web process, at random points of running matches: the match goes on, no
step is made twice and no point is lost.

The people here speak HTTP and poll, so that a kill may hit any moment of a click; a click without an answer is tried
again, as a person would.
"""

from __future__ import annotations

import os
import random
import signal
import time

import pytest

from tests.e2e.ledger import assert_clean
from tests.e2e.plain import Person, Unanswered
from tests.infra.helpers import children, command_of
from tests.server import Server

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.distributed]
PACE = {"GAME_PAUSE": "0.01,0.03", "GAME_BOT_DELAY": "0.01,0.05", "GAME_NEXT_DEAL_SECONDS": "1"}
KILLS = int(os.environ.get("CRASH_KILLS", "3"))  # the soak asks for more
RULESETS = ("dalian", "chengdu")
DISTRIBUTED = bool(os.environ.get("TEST_REDIS_URL"))


def kill_something(server: Server, rng: random.Random) -> str:
    """Everything at once; in the distributed mode also one child alone, which the supervisor starts again."""
    if DISTRIBUTED and rng.random() < 0.6:
        mine = [pid for pid in children(server.process.pid) if "--role" in command_of(pid)]
        victim = rng.choice(mine)
        name = "worker" if "worker" in command_of(victim) else "web"
        os.kill(victim, signal.SIGKILL)
        return name
    server.kill()
    server.start()
    return "all"


def test_matches_survive_kills(own_server):
    """Tables of one person and three bots; each kill comes at another moment of play."""
    rng = random.Random(int(os.environ.get("CRASH_SEED", "7")) + DISTRIBUTED)
    own_server.env |= PACE
    own_server.start()
    people = [Person(own_server.url, f"玩家{n}") for n in range(len(RULESETS))]
    for person, ruleset in zip(people, RULESETS, strict=True):
        person.begin(ruleset)
    killed = []
    while len(killed) < KILLS:
        play(people, steps=rng.randrange(3, 9), rng=rng)
        killed.append(kill_something(own_server, rng))
    play(people, steps=6, rng=rng)  # it goes on
    results = [person.deals_seen for person in people]
    play_until(people, lambda: all(now.deals_seen > then for now, then in zip(people, results, strict=True)), rng)
    own_server.stop()
    found = assert_clean(own_server)
    assert sum(deal["status"] == "over" for deal in found["deals"]) >= len(RULESETS)
    assert len({match["room_id"] for match in found["matches"]}) == len(RULESETS)
    assert "all" in killed or DISTRIBUTED


def play(people: list[Person], steps: int, rng: random.Random) -> None:
    """Each makes some steps, whatever the server does meanwhile."""
    goals = {person: person.steps + steps for person in people}
    play_until(people, lambda: all(person.steps >= goal for person, goal in goals.items()), rng)


def play_until(people: list[Person], true, rng: random.Random) -> None:
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end, [(person.name, person.steps, person.last) for person in people]
        moved = False
        for person in people:
            try:
                moved |= person.play_one(rng)
            except Unanswered:
                pass  # killed under the click: looked at again in the next round
        if not moved:
            time.sleep(0.02)
