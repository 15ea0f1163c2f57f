"""Writes what a person has set for his own screen."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from .. import preferences
from ..models import User
from .base import one_writer


def save_settings(*, user: User, values: Mapping[str, object]) -> dict[str, str]:
    """Store these settings and leave the others; returns all of them. Raises Unprocessable, and stores nothing then."""
    checked = preferences.check(values)
    with one_writer(), transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)  # two tabs may save different settings at once
        user.settings = {**(user.settings if isinstance(user.settings, dict) else {}), **checked}
        user.save(update_fields=["settings"])
    return preferences.of(user)
