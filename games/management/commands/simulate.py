"""`manage.py simulate --ruleset R …`: bots play N deals; the last line of output sums them up (CASES.md).

Each wall is dealt once for each way to turn the bots over the seats. The same seed gives the same result with any
number of jobs. Needs no database.
"""

import json
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

import rules
from games.management.json_input import UNREADABLE, json_line
from rules import simulate
from rules.errors import RuleError

CHUNK = 25  # deals a process plays between two reports


def refusal(message) -> CommandError:
    return CommandError(message, returncode=UNREADABLE)


class Command(BaseCommand):
    help = "Let bots play deals. The last line sums them up as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("--ruleset", required=True, help="one of: " + ", ".join(rules.ruleset_codes()))
        parser.add_argument("--options", default="{}", help="room options as JSON, e.g. '{\"base\": 2}'")
        parser.add_argument("--deals", type=int, default=100)
        parser.add_argument("--seed", default="0", help="any text; the same seed gives the same result")
        parser.add_argument("--bots", default="normal", help="a level for each seat, or fewer, which are repeated")
        parser.add_argument("--records", help="a folder for the records, one JSON file a deal")
        parser.add_argument("--jobs", type=int, default=1, help="how many processes play")

    def handle(self, *args, **options):
        plan = self._plan(options)
        deals, jobs, folder = options["deals"], options["jobs"], options["records"]
        if deals < 1 or jobs < 1:
            raise refusal("--deals and --jobs must be at least 1.")
        if folder is not None:
            try:
                Path(folder).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise refusal(f"--records: cannot use {folder}: {error.strerror}.") from None
        begun = time.perf_counter()
        outcomes = []
        for played in _played(plan, deals, jobs):
            for outcome in played:
                if folder is not None:
                    self._write(Path(folder) / f"{plan.code}-{outcome.number:06d}.json", outcome.record)
                outcomes.append(outcome._replace(record=None))
        seconds = time.perf_counter() - begun
        answer = simulate.summary(outcomes) | {"deals_per_second": round(deals / seconds, 2)}
        self.stdout.write(json_line(answer, getattr(self.stdout, "encoding", None)))

    def _plan(self, options) -> simulate.Plan:
        try:
            room = json.loads(options["options"])
        except (ValueError, RecursionError) as error:
            raise refusal(f"--options is not JSON: {error}.") from None
        if not isinstance(room, dict):
            raise refusal('--options must be a JSON object such as {"base": 2}.')
        levels = [level.strip() for level in options["bots"].split(",")]
        try:
            plan = simulate.plan_for(
                options["ruleset"], room, levels, options["seed"], keep_records=options["records"] is not None
            )
        except RuleError as error:
            raise refusal(f"{error.text.in_('zh')} / {error.text.in_('en')}.") from None
        if len(levels) > len(plan.levels):
            raise refusal(f"--bots names {len(levels)} levels, but {len(plan.levels)} play.")
        return plan

    def _write(self, path: Path, record) -> None:
        try:
            path.write_text(json_line(record, "utf-8") + "\n", encoding="utf-8")
        except OSError as error:
            raise refusal(f"--records: cannot write {path}: {error.strerror}.") from None


def _played(plan: simulate.Plan, deals: int, jobs: int):
    """The outcomes in order of their numbers, a list at a time."""
    chunks = [range(first, min(first + CHUNK, deals)) for first in range(0, deals, CHUNK)]
    if jobs == 1 or len(chunks) == 1:
        for chunk in chunks:
            yield simulate.play_numbers(plan, chunk)
        return
    # Spawned, not forked: a caller may hold threads or a database connection.
    with ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(simulate.play_numbers, [plan] * len(chunks), chunks)
