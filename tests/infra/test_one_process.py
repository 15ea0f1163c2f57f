"""What only the one-process mode does. Not collected on PostgreSQL and Redis (tests/conftest.py)."""

import sqlite3

from tests.infra.helpers import refused
from tests.server import free_port


def test_two_on_one_directory_are_refused(server):
    done = refused(server.data, "--port", str(free_port()))
    assert done.returncode == 1 and "already running" in done.stderr
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
