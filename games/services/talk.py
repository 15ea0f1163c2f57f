"""Words at a table: lines the table writes itself, and what people say."""

from __future__ import annotations

from ..models import Message
from .base import Table


def note(t: Table, kind: str, seat: int | None) -> None:
    """A line of the table's own: `kind` is its name (room_parts.py has its words), `seat` whom it speaks of."""
    Message.objects.create(room=t.room, seat=seat, kind=kind)
    t.changed()
