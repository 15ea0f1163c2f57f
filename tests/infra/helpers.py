"""Small helpers of the serve tests: a due row written by another process, waiting, looking at processes."""

import os
import subprocess
import sys
import time

from tests.server import ROOT, Server

SET_UP = """
import time
from games.models import Deadline, Room, User
host, _ = User.objects.get_or_create(username="host")
room, _ = Room.objects.get_or_create(code="999999", ruleset="dalian", ruleset_version="1", options={}, host=host)
Deadline.objects.create(room=room, kind="settle_draw", key=%r, due_at=time.time() + %f, claimed_until=%f)
"""
LEFT = "from games.models import Deadline; print('left', Deadline.objects.count())"


def write_due_row(server: Server, seconds: float, claimed_until: float = 0) -> None:
    """A row for a deal that does not exist: its task finds it moot and deletes it."""
    shell(server, SET_UP % ("0", seconds, claimed_until))


def nothing_left(server: Server) -> bool:
    return "left 0" in shell(server, LEFT)


def shell(server: Server, code: str) -> str:
    return server.manage("shell", "--no-imports", "-c", code)


def wait_until(true, seconds=10.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return False


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [int(word) for word in found.split()]


def command_of(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline") as f:
            return f.read().replace("\0", " ")
    except OSError:
        return ""


def refused(data, *arguments):
    env = {key: value for key, value in os.environ.items() if key not in ("DJANGO_SETTINGS_MODULE", "PORT", "HOST")}
    env |= {"DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": ""}
    command = [sys.executable, "manage.py", "serve", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=30)
