"""A quick table of the e2e tests' own, and what must hold of it when they are done."""

import re

import pytest

from tests.conftest import _watched as watched
from tests.e2e.ledger import assert_clean
from tests.server import Server

PACE = {"GAME_PAUSE": "0.0,0.01", "GAME_BOT_DELAY": "0.0,0.01", "LOG_LEVEL": "DEBUG"}
TILES = re.compile(r"(?<![\w#:.%-])(?:[1-9]+[mps]){2,}(?![\w:-])|discard [1-9][mps]")


@pytest.fixture(scope="module")
def lively(request, tmp_path_factory):
    """One running site whose bots do not dawdle and whose log says everything. Its ledger and log are checked at the
    end: no step twice, sums zero, every deal replays, no tile and no seed was logged."""
    server = Server(tmp_path_factory.mktemp("lively") / "data", **PACE).start()
    for ready in watched(request, server):
        yield ready
        ready.stop()
        facts = assert_clean(ready)
        assert not [line for line in ready.log.splitlines() if TILES.search(line)][:3]
        assert not [seed for seed in facts["seeds"] if seed in ready.log]
