"""`manage.py compile_locale`: .po -> .mo with polib, so that no gettext program is needed.

Run at set-up and before tests; only the .po files are committed.
"""

from pathlib import Path

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile every .po file under LOCALE_PATHS to the .mo file beside it."
    requires_system_checks = ()

    def handle(self, *args, **options):
        for root in settings.LOCALE_PATHS:
            for po in sorted(Path(root).glob("*/LC_MESSAGES/*.po")):
                mo = po.with_suffix(".mo")
                if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
                    polib.pofile(str(po)).save_as_mofile(str(mo))
                    self.stdout.write(f"compiled {po.parent.parent.name}/{po.name}")
