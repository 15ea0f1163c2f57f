"""`manage.py score FILE|-`: what is each win worth? One answer line a case (CASES.md). Needs no database.

Exit status 0 when every case was answered (an error line is an answer), 2 when the input is not JSON.
"""

import rules
from games.management.json_input import AnswerCommand


class Command(AnswerCommand):
    help = "Score cases: one JSON answer line each. Exit status 2 when the input cannot be read as JSON."
    what = "case"

    def answer(self, value, options):
        return rules.score(value)

    def refused(self, value, message):
        name = value.get("id") if isinstance(value, dict) else None
        return {"id": name, "ok": False, "error": {"code": "bad_case", "message": message}}
