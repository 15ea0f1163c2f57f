"""Triggers that keep history as it was written; see games/history.py."""

from django.db import migrations

from games import history


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(history.install, history.remove, elidable=False)]
