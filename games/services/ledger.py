"""Corrections: what was scored is never edited; an admin adds a transfer of kind "correction" with a reason (CO-10)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ..errors import BadInput, Conflict, Forbidden, Unprocessable
from ..models import Deal, Transfer, User
from .base import table

KIND = "correction"
SHORTEST_REASON = 4  # characters: "oops" explains nothing, but an empty line explains less


def correct(*, deal: Deal, by: User, payer: int, payee: int, amount: int, reason: str) -> Transfer:
    """Move points between two seats of a finished deal. Only admins, and never in a match they played in."""
    if not by.is_staff:
        raise Forbidden()
    if not isinstance(reason, str) or not SHORTEST_REASON <= len(reason.strip()) <= 200:
        raise Unprocessable(_("A correction needs a reason that others can understand."))
    if isinstance(amount, bool) or not isinstance(amount, int) or not 0 < amount < 1_000_000:
        raise BadInput(_("The points must be a positive number."))
    with table(deal.match.room_id) as t:
        deal = Deal.objects.select_related("match").get(pk=deal.pk)
        if deal.status != Deal.Status.OVER:
            raise Conflict(_("Only a finished deal can be corrected."))
        players = deal.match.players
        if payer == payee or not {payer, payee} <= set(range(len(players))):
            raise BadInput(_("This table has no such seat."))
        if any(row["user"] == by.pk for row in players):
            raise Forbidden(_("You played in this match: somebody else has to correct it."))
        row = Transfer.objects.create(
            match=deal.match,
            deal=deal,
            number=deal.transfers.count() + 1,
            payer=payer,
            payee=payee,
            payer_user_id=players[payer]["user"],
            payee_user_id=players[payee]["user"],
            amount=amount,
            kind=KIND,
            reason=[reason.strip(), reason.strip()],
            author=by,
        )
        t.changed()
    return row
