"""Now that every deal has one: no two have the same key."""

from django.db import migrations, models

from games import history
from games.models import new_key


class Migration(migrations.Migration):
    dependencies = [("games", "0004_fill")]

    operations = [
        migrations.AlterField(
            "deal", "key", models.CharField(default=new_key, editable=False, max_length=12, unique=True)
        ),
        migrations.RunPython(history.install, history.remove),
    ]
