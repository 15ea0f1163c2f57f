"""Append-only tables: the steps of a deal and its transfers can be written once and never changed.

Three locks, from the outside in: the models refuse (save of an existing row, delete, queryset update and delete), the
database refuses by check constraints, and triggers refuse whoever comes with raw SQL. This file must not know what the
rows mean.

PostgreSQL: a row trigger refuses every UPDATE and DELETE. TRUNCATE fires no row trigger and is left alone: it needs the
owner of the table, and Django's test runner empties tables with it.
SQLite: the test runner empties tables with DELETE, so there the DELETE trigger asks the function games_erasing(), which
every connection of this site brings along and which says 1 only inside `erasing` (used by the tests' flush alone). Any
other program (the sqlite3 shell) has no such function: its DELETE fails as well.
A later migration that alters one of these tables makes SQLite build it anew without its triggers: end such a migration
with RunPython(history.install, history.remove). tests/games/test_history.py fails when that is forgotten.
"""

from __future__ import annotations

from django.db import models
from django.db.backends.signals import connection_created

TABLES = ("games_step", "games_transfer")
_erasing = False


def set_erasing(value: bool) -> None:
    """Open or close the one way to empty these tables on SQLite: for the flush between tests, nothing else."""
    global _erasing
    _erasing = value


def _bring_function(sender, connection, **kwargs) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function("games_erasing", 0, lambda: int(_erasing))


connection_created.connect(_bring_function, dispatch_uid="games.history")


class ChangeRefused(Exception):
    """Somebody tried to rewrite history."""


class AppendOnlyQuerySet(models.QuerySet):
    """Rows come in (create, bulk_create) and are read; nothing else."""

    def update(self, **kwargs):
        raise ChangeRefused("These rows are history: they are never updated. Write a new row instead.")

    def delete(self):
        raise ChangeRefused("These rows are history: they are never deleted. Write a new row instead.")

    # Django looks at these flags before it offers a method in templates or to managers
    update.alters_data = True
    delete.alters_data = True
    delete.queryset_only = True

    def bulk_update(self, objs, fields, batch_size=None):
        raise ChangeRefused("These rows are history: they are never updated. Write a new row instead.")

    def bulk_create(self, objs, *args, **kwargs):
        if kwargs.get("update_conflicts") or kwargs.get("ignore_conflicts"):
            raise ChangeRefused("These rows are history: a conflict is a fault, not something to smooth over.")
        return super().bulk_create(objs, *args, **kwargs)


class AppendOnly(models.Model):
    """Base of the tables that are history."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args, **kwargs):
        if not self._state.adding:
            raise ChangeRefused("This row is history: it is never changed. Write a new row instead.")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise ChangeRefused("This row is history: it is never deleted. Write a new row instead.")


def install(apps, schema_editor) -> None:
    """Put the triggers on the tables (migration step, forwards). Safe to run again."""
    remove(apps, schema_editor)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE OR REPLACE FUNCTION games_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            "$$BEGIN RAISE EXCEPTION '% rows are never changed or deleted', TG_TABLE_NAME; END$$",
            params=None,  # the percent sign is PostgreSQL's
        )
        for table in TABLES:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION games_append_only()"
            )
    elif schema_editor.connection.vendor == "sqlite":
        for table in TABLES:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} rows are never changed'); END"
            )
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} WHEN games_erasing() = 0 "
                f"BEGIN SELECT RAISE(ABORT, '{table} rows are never deleted'); END"
            )


def remove(apps, schema_editor) -> None:
    """Take the triggers off (migration step, backwards)."""
    for table in TABLES:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}")
        elif schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_update")
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_delete")
