"""What older rows lack: each deal's own key, the options a match was played with, who took part; and the triggers."""

from django.db import migrations

from games import history
from games.models import new_key


def fill(apps, schema_editor) -> None:
    deal, match, participant, user = (
        apps.get_model("games", name) for name in ("Deal", "Match", "Participant", "User")
    )
    for pk in deal.objects.values_list("pk", flat=True).iterator():
        deal.objects.filter(pk=pk).update(key=new_key())  # the column's default was asked for once, for all of them
    people = set(user.objects.values_list("pk", flat=True))
    rows = []
    for one in match.objects.select_related("room").iterator():
        one.options, one.ruleset_version = one.room.options, one.room.ruleset_version
        one.save(update_fields=["options", "ruleset_version"])
        rows += [
            participant(match=one, number=number, user_id=player["user"])
            for number, player in enumerate(one.players)
            if player["user"] in people
        ]
    participant.objects.bulk_create(rows, batch_size=500)
    history.install(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_friday")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
