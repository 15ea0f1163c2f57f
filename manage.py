#!/usr/bin/env python3
"""The door to every command of the site: `python manage.py serve`, `score`, `replay`, `simulate` and Django's own."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":  # spawned pool processes import this file again and must not run the command again
    main()
