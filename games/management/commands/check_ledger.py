"""`manage.py check_ledger`: play finished deals again from their steps; compare state, result and transfers.

Exit status 0 when everything fits, 1 when something does not (one line each). Changes nothing.
"""

from datetime import date

from django.core.management.base import BaseCommand, CommandError

from games.audit import check_deal
from games.models import Deal


class Command(BaseCommand):
    help = "Replay finished deals from their steps and compare the stored state, result and transfers."

    def add_arguments(self, parser):
        parser.add_argument("--room", help="only this table's deals (its six-digit number)")
        parser.add_argument("--deal", type=int, help="only the deal with this id")
        parser.add_argument("--since", type=date.fromisoformat, help="only deals begun since that day (YYYY-MM-DD)")

    def handle(self, *args, room, deal, since, **options):
        deals = Deal.objects.select_related("match__room").order_by("pk")
        if room:
            deals = deals.filter(match__room__code=room)
        if deal:
            deals = deals.filter(pk=deal)
        if since:
            deals = deals.filter(created_at__date__gte=since)
        checked, bad = 0, 0
        for row in deals.iterator(chunk_size=50):
            problems = check_deal(row)
            checked += row.status == Deal.Status.OVER
            bad += bool(problems)
            for problem in problems:
                self.stdout.write(f"table {row.match.room.code}, deal {row.pk}: {problem}")
        self.stdout.write(f"{checked} finished deals checked, {bad} with differences")
        if bad:
            raise CommandError("The ledger does not fit what was played.", returncode=1)
