"""The time of one click: from sending the POST (with CSRF) to the last of four sockets having its changed parts.

    python -m tests.bench.bench_click --tables 20 --seconds 40          one process, SQLite
    TEST_DATABASE_URL=... TEST_REDIS_URL=... python -m tests.bench.bench_click ...     2 web, 2 workers

Method: the real server (manage.py serve) at its default pace (pause 0.25-0.6 s, bots 0.4-1.1 s). N tables whose
four seats are played by normal bots, each with four open sockets of the four people whose seats they are; beside them
some tables of four people. These discard by POST; a click is over when all four sockets of its table have received a
message. Their answers to claims (pass) are posted too and not counted: nobody else may see them. The client runs on the
same cores. CPU: user + system time of all server processes over the measured seconds, in shares of one core.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import tempfile
import time
from pathlib import Path

from tests.bench.wire import Wire, listen
from tests.infra.helpers import children
from tests.server import Server

PACE = {"GAME_PAUSE": "0.25,0.6", "GAME_BOT_DELAY": "0.4,1.1"}
PREPARE = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from games import services
def session(user):
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    return store.session_key
rows = []
for n in range({total}):
    people = [services.make_guest(nickname=f"P{{n}}-{{s}}") for s in range(4)]
    options = {{"deals": 16, "clock": 0}}
    room = services.create_room(host=people[0], ruleset="{ruleset}", options=options)
    for person in people[1:]:
        services.sit(room=room, user=person)
        services.set_ready(room=room, user=person, ready=True)
    services.start_match(room=room, by=people[0])
    if n >= {measured}:
        for person in people:
            services.stand(room=room, user=person)
    rows.append([room.code, [session(person) for person in people]])
print("ROWS " + json.dumps(rows))
"""
WINDOW = re.compile(rb'name="window" value="(\d+)" form="act-form"')
ACTIONS = re.compile(rb'name="action" value="([^"]+)"')
PART = re.compile(rb'<(?:section|details|div|dl|p|header)[^>]* ?id="(hand|actions|result|sync)"')


class Person:
    """One of four people at a measured table, with his socket and what it last showed."""

    def __init__(self, table: MeasuredTable, wire: Wire):
        self.table, self.wire, self.parts = table, wire, {}
        self.heard_at = 0.0

    def heard(self, data: bytes) -> None:
        now = time.perf_counter()
        self.heard_at = now
        self.table.messages += 1
        self.table.bytes += len(data)
        marks = list(PART.finditer(data))
        for mark, after in zip(marks, [*marks[1:], None], strict=True):
            self.parts[mark.group(1)] = data[mark.start() : after.start() if after else None]
        self.table.news.set()

    def offered(self) -> tuple[str, list[str]]:
        found = WINDOW.search(self.parts.get(b"actions", b""))
        if not found:
            return "", []
        both = self.parts.get(b"actions", b"") + self.parts.get(b"hand", b"")
        return found.group(1).decode(), [a.decode() for a in ACTIONS.findall(both)]


class MeasuredTable:
    def __init__(self, code: str, wires: list[Wire]):
        self.path, self.socket = f"/room/{code}/", f"/ws/room/{code}/"
        self.people = [Person(self, wire) for wire in wires]
        self.news = asyncio.Event()
        self.clicks: list[tuple[float, float, float]] = []  # (when, answer, last socket) in s, ms, ms
        self.refused = self.messages = self.bytes = 0

    async def open(self) -> list[asyncio.Task]:
        for person in self.people:
            status, page = await person.wire.get(self.path)
            assert status == 200, status
            person.token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page).group(1).decode()
        return [await listen(person.wire, self.socket, person.heard) for person in self.people]

    async def post(self, person: Person, verb: str, **form: str) -> float:
        start = time.perf_counter()
        status, _ = await person.wire.post(f"{self.path}{verb}/", {"csrfmiddlewaretoken": person.token, **form})
        self.refused += status != 200
        return start

    async def play(self) -> None:
        done: set[tuple[int, str]] = set()
        while True:
            self.news.clear()
            for number, person in enumerate(self.people):
                window, offered = person.offered()
                if offered and (number, window) not in done:
                    done.add((number, window))
                    if "pass" in offered:
                        await self.post(person, "act", window=window, action="pass")
                    else:
                        discards = [action for action in offered if action.startswith("discard")]
                        await self.click(person, window, (discards or offered)[-1])
                elif b"/next/" in person.parts.get(b"result", b""):
                    done.clear()
                    await self.post(person, "next")
            if not self.news.is_set():
                await self.news.wait()

    async def click(self, person: Person, window: str, action: str) -> None:
        start = await self.post(person, "act", window=window, action=action)
        answered = time.perf_counter()
        while any(other.heard_at < start for other in self.people):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 10)
        last = max(other.heard_at for other in self.people)
        self.clicks.append((start, (answered - start) * 1000, (last - start) * 1000))


def cpu_seconds(pids: list[int]) -> float:
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def waited_seconds(pids: list[int]) -> float:
    """How long threads of these processes were ready to run and had no CPU: what neighbours on the machine cost."""
    found = (path.read_text().split()[1] for pid in pids for path in Path(f"/proc/{pid}/task").glob("*/schedstat"))
    return sum(int(nanoseconds) for nanoseconds in found) / 1e9


def memory_mb(pids: list[int]) -> float:
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def line(name: str, values: list[float]) -> str:
    ordered = sorted(values)
    cut = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95, 0.99)]
    return f"{name:34} p50 {cut[0]:6.1f}   p95 {cut[1]:6.1f}   p99 {cut[2]:6.1f} ms"


async def measure(server: Server, rows: list, people: int, seconds: float, warm: float) -> None:
    tables = [MeasuredTable(code, [Wire(server.port, s) for s in sessions]) for code, sessions in rows[:people]]
    heard = [0]

    def count(_data: bytes) -> None:
        heard[0] += 1

    running: list[asyncio.Task] = []
    for code, sessions in rows[people:]:
        running += [await listen(Wire(server.port, s), f"/ws/room/{code}/", count) for s in sessions]
    for table in tables:
        running += await table.open()
    running += [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(warm)
    pids = [server.process.pid, *children(server.process.pid)]
    cpu, begun, before = cpu_seconds(pids), time.perf_counter(), heard[0]
    mine, queued = time.process_time(), waited_seconds(pids)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begun
    used, client = cpu_seconds(pids) - cpu, time.process_time() - mine
    queued = waited_seconds(pids) - queued
    clicks = [click for table in tables for click in table.clicks if begun <= click[0]]
    print(f"{len(clicks)} clicks in {took:.0f} s; {(heard[0] - before) / took:.0f} messages/s to the bots' tables")
    print(line("POST -> its answer", [click[1] for click in clicks]))
    print(line("POST -> the last of four sockets", [click[2] for click in clicks]))
    print(f"server CPU {used / took:.0%} of one core, {memory_mb(pids):.0f} MB in {len(pids)} process(es)")
    print(f"client CPU {client / took:.0%}; load average {os.getloadavg()[0]:.1f}; the server was ready to run"
          f" and had no core for {queued / took:.0%} of the time")  # fmt: skip
    refused = sum(table.refused for table in tables)
    print(f"refused posts: {refused}; message size {sum(t.bytes for t in tables) // sum(t.messages for t in tables)} B")
    broken = [task.exception() for task in running if task.done()]
    for task in running:
        task.cancel()
    assert not broken, broken[:3]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20, help="tables of four bots beside the measured ones")
    parser.add_argument("--people", type=int, default=5, help="tables of four people, whose clicks are measured")
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--warm", type=float, default=8)
    parser.add_argument("--ruleset", default="dalian")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", **PACE)
        try:
            server.manage("migrate", "-v0")
            prepare = PREPARE.format(total=asked.people + asked.tables, measured=asked.people, ruleset=asked.ruleset)
            said = server.manage("shell", "--no-imports", "-c", prepare)
            rows = json.loads(said[said.index("ROWS ") + 5 :])
            server.start()
            mode = "PostgreSQL + Redis, 2 web, 2 workers" if server.env["REDIS_URL"] else "one process, SQLite"
            print(f"{asked.tables} tables of bots + {asked.people} of people, {4 * len(rows)} sockets; {mode}")
            asyncio.run(measure(server, rows, asked.people, asked.seconds, asked.warm))
        finally:
            server.remove()
            if "Traceback" in server.log:
                print(server.log[-3000:])


if __name__ == "__main__":
    main()
