"""What only the supervisor of several processes does. Collected only with TEST_REDIS_URL (tests/conftest.py)."""

import os
import signal

from tests.infra.helpers import children, nothing_left, wait_until, write_due_row


def test_children_that_die_are_started_again(own_server):
    own_server.start()
    before = children(own_server.process.pid)
    assert len(before) == 4  # --web 2 --workers 2
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: len(set(children(own_server.process.pid)) - set(before)) == 4, 15)
    assert own_server.get("/")[0] == 200  # the port stayed open all the time
    write_due_row(own_server, 0.2)
    assert wait_until(lambda: nothing_left(own_server), 15)
    assert "starting it again" in own_server.log
