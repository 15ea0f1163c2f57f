"""Steps and transfers can be written and never changed: by the models, by constraints, by triggers."""

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.utils import DatabaseError

from games import history
from games.models import Deal, Match, Step, Transfer, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(started, no_pace):
    """A step and a transfer."""
    cast = started()
    deal = Deal.objects.get()
    step = Step.objects.create(deal=deal, number=1, window=0, seat=0, action="pass", made_by="human")
    transfer = Transfer.objects.create(
        match=deal.match,
        deal=deal,
        number=1,
        payer=0,
        payee=1,
        payer_user=cast.host,
        amount=3,
        kind="win",
        reason=["胡", "win"],
    )
    return step, transfer


@pytest.mark.clause("CO-10")
@pytest.mark.parametrize("which", [0, 1])
def test_models_refuse(written, which):
    row = written[which]
    row.number = 2
    for attempt in (row.save, row.delete, type(row).objects.all().delete, lambda: type(row).objects.update(number=7)):
        with pytest.raises(history.ChangeRefused):
            attempt()
    with pytest.raises(history.ChangeRefused):
        type(row).objects.bulk_update([row], ["number"])
    with pytest.raises(history.ChangeRefused):
        type(row).objects.bulk_create([row], ignore_conflicts=True)
    row.refresh_from_db()
    assert row.number == 1


@pytest.mark.parametrize("sql", ["UPDATE {} SET number = 9", "DELETE FROM {}"])
@pytest.mark.parametrize("table", history.TABLES)
def test_the_database_refuses_raw_sql(written, table, sql):
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql.format(table))
    assert Step.objects.get().number == 1 and Transfer.objects.get().number == 1


@pytest.mark.parametrize(
    "wrong",
    [{"amount": 0}, {"amount": -5}, {"payee": 0}, {"number": 1}, {"kind": "correction"}],
)
def test_the_database_refuses_impossible_transfers(written, wrong):
    deal = Deal.objects.get()
    row = {
        "match": deal.match,
        "deal": deal,
        "number": 2,
        "payer": 0,
        "payee": 1,
        "amount": 1,
        "kind": "win",
        "reason": ["", ""],
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Transfer.objects.create(**(row | wrong))
    with pytest.raises(IntegrityError), transaction.atomic():
        Transfer.objects.bulk_create([Transfer(**(row | wrong))])


def test_a_step_number_is_written_once(written):
    with pytest.raises(IntegrityError), transaction.atomic():
        Step.objects.create(deal=Deal.objects.get(), number=1, window=0, seat=1, action="pass", made_by="human")


@pytest.mark.parametrize("model", [Deal, Match, User])
def test_what_history_needs_cannot_be_deleted(written, model):
    with pytest.raises(models.ProtectedError):
        (written[1].payer_user if model is User else model.objects.get()).delete()


def test_one_deal_at_a_time(written):
    deal = Deal.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.create(match=deal.match, number=2, dealer=0, seed="", seed_hash="", snapshot={})
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.create(room=deal.match.room, number=2, first_dealer=0, deals_total=4, players=[])


def test_every_append_only_table_has_its_triggers():
    """Fails after a migration that built one of the tables anew without history.install."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT tbl_name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT event_object_table FROM information_schema.triggers")
        on = [row[0] for row in cursor.fetchall()]
    assert all(on.count(table) == 2 for table in history.TABLES)  # update and delete
    assert {m._meta.db_table for m in history.AppendOnly.__subclasses__()} == set(history.TABLES)
