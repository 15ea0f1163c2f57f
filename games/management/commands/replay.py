"""`manage.py replay FILE|- [--final]`: is each record legal, and what did it settle to? One answer line a record
(CASES.md). Needs no database.

Exit status 0 when every record was answered (an error line is an answer), 2 when the input is not JSON.
"""

import rules
from games.management.json_input import AnswerCommand


class Command(AnswerCommand):
    help = "Replay records: one JSON answer line each. Exit status 2 when the input cannot be read as JSON."
    what = "record"

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.add_argument("--final", action="store_true", help="also print each seat's tiles at the end")

    def answer(self, value, options):
        return rules.replay(value, final=options["final"])

    def refused(self, value, message):
        head = {"id": value["id"]} if isinstance(value, dict) and "id" in value else {}
        return {**head, "ok": False, "error": {"move": None, "message": message}}
