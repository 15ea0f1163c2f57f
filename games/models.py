"""The tables: people, rooms and seats, what is played in them, and the ledger.

`Step` and `Transfer` are append-only (history.py) and everything of worth is PROTECTed: nothing that was scored can
disappear. The snapshot of a deal serves clicks; its steps are the truth (manage.py check_ledger compares them).
This file holds shapes and constraints only: services/ writes, selectors.py reads.
"""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .history import AppendOnly, AppendOnlyQuerySet


class User(AbstractUser):
    """A guest (no password, the session cookie is the key) or a registered player (username = nickname + password)."""

    nickname = models.CharField(_("nickname"), max_length=32, blank=True)
    settings = models.JSONField(default=dict, blank=True)  # what this person likes on the screen
    muted = models.JSONField(default=list, blank=True)  # ids of the people whose words this person does not want

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What the table shows."""
        return self.nickname or self.username

    @property
    def is_guest(self) -> bool:
        return not self.has_usable_password()


class Room(models.Model):
    """A table: one rule set, its options copied in for good, up to four seats."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        PLAYING = "playing", _("a deal is running")
        BETWEEN = "between", _("between two deals")
        FINISHED = "finished", _("match finished")
        CLOSED = "closed", _("closed")

    code = models.CharField(_("room number"), max_length=6, db_index=True)
    ruleset = models.CharField(_("rule set"), max_length=32)
    ruleset_version = models.CharField(_("version of the rules"), max_length=16)
    options = models.JSONField(_("options"))
    host = models.ForeignKey(User, models.PROTECT, related_name="hosted", verbose_name=_("host"))
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.LOBBY)
    locked = models.BooleanField(_("locked"), default=False)  # nobody new may take a seat
    spectators = models.BooleanField(_("open for spectators"), default=True)
    removed = models.JSONField(default=list, blank=True)  # ids of the people whom the host has sent away for good
    vote = models.JSONField(null=True, blank=True)  # the running vote (services/votes.py)
    paused_at = models.FloatField(default=0)  # epoch seconds; 0: not paused
    version = models.PositiveIntegerField(default=0)  # grows with every change: what sockets are told
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    touched_at = models.DateTimeField(_("last change"), auto_now=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint(fields=["code"], condition=~Q(status="closed"), name="one_open_room_per_code"),
        ]
        indexes = [models.Index(fields=["status", "touched_at"], name="room_idle")]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """One place at a table. `user` with `bot_level` = a bot stands in for somebody who may come back."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats", verbose_name=_("table"))
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="seats", verbose_name=_("player")
    )
    bot_level = models.CharField(_("bot"), max_length=16, blank=True)
    ready = models.BooleanField(_("ready"), default=False)
    trustee = models.BooleanField(_("played by the system"), default=False)  # 托管
    by_hand = models.BooleanField(default=False)  # 托管 that the person asked for: coming back does not end it
    wants_seat = models.PositiveSmallIntegerField(null=True, blank=True)  # whose seat this person would like to have
    briefed = models.BooleanField(default=False)  # has seen the options and rulings of this table
    seen_at = models.FloatField(default=0)  # heartbeat, epoch seconds: presence never depends on a disconnect

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["room", "number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["room", "user"], condition=Q(user__isnull=False), name="one_seat_per_user"),
        ]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"

    @property
    def is_human(self) -> bool:
        """A person decides here now (also through 托管); a stand-in bot does not count."""
        return self.user_id is not None and not self.bot_level

    @property
    def is_empty(self) -> bool:
        return self.user_id is None and not self.bot_level


class Match(models.Model):
    """The deals that the same people play in a row. `players` keeps who sat where: [{"user", "name", "bot"}]."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        VOID = "void", _("dissolved")

    room = models.ForeignKey(Room, models.PROTECT, related_name="matches", verbose_name=_("table"))
    number = models.PositiveIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.RUNNING)
    options = models.JSONField(_("options"), default=dict)  # as they were when it began: the room's may change later
    ruleset_version = models.CharField(_("version of the rules"), max_length=16, default="")
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"))
    deals_total = models.PositiveSmallIntegerField(_("deals"))
    players = models.JSONField(_("players"))
    created_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_match_per_number"),
            models.UniqueConstraint(fields=["room"], condition=Q(status="running"), name="one_running_match_per_room"),
        ]

    def __str__(self) -> str:
        return f"{self.room} #{self.number}"


class Participant(models.Model):
    """A person's place in a match: what "my matches" and statistics are asked by. Bots have none."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="participants", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(User, models.PROTECT, related_name="participations", verbose_name=_("player"))

    class Meta:
        verbose_name = _("participant")
        verbose_name_plural = _("participants")
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_participant_per_seat")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


def new_key() -> str:
    """The name of a deal in addresses: nobody can guess another one from it."""
    return secrets.token_urlsafe(9)


class Deal(models.Model):
    """One play from shuffle to settlement. The seed is secret until it is over; its hash is public from the start."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        SETTLING = "settling", _("settling")
        OVER = "over", _("over")
        VOID = "void", _("void")

    match = models.ForeignKey(Match, models.PROTECT, related_name="deals", verbose_name=_("match"))
    key = models.CharField(max_length=12, unique=True, default=new_key, editable=False)
    number = models.PositiveIntegerField(_("number"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    round_wind = models.CharField(_("prevalent wind"), max_length=1, default="E")
    seed = models.CharField(_("seed"), max_length=64)
    seed_hash = models.CharField(_("hash of the seed"), max_length=64)
    snapshot = models.JSONField(_("state"))
    window = models.PositiveIntegerField(_("window"), default=0)
    steps_count = models.PositiveIntegerField(_("steps"), default=0)
    pause_until = models.FloatField(default=0)  # epoch seconds: no answer to a discard takes effect before
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.RUNNING)
    result = models.JSONField(_("result"), null=True, blank=True)
    created_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_deal_per_number"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(status__in=["running", "settling"]), name="one_live_deal_per_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.number}"

    @property
    def live(self) -> bool:
        return self.status in (self.Status.RUNNING, self.Status.SETTLING)


class Step(AppendOnly):
    """One answer of one seat, in order of arrival. `window`: the decision it answered (finds a doubled click)."""

    class MadeBy(models.TextChoices):
        HUMAN = "human", _("player")
        BOT = "bot", _("bot")
        TIMEOUT = "timeout", _("time ran out")
        TRUSTEE = "trustee", _("played by the system")

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="steps", verbose_name=_("deal"))
    number = models.PositiveIntegerField(_("number"))
    window = models.PositiveIntegerField(_("window"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    action = models.CharField(_("action"), max_length=64)
    made_by = models.CharField(_("made by"), max_length=8, choices=MadeBy.choices)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        constraints = [models.UniqueConstraint(fields=["deal", "number"], name="one_step_per_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.seat} {self.action}"


class Transfer(AppendOnly):
    """Points that move from one seat to another, for one reason. Every standing is a sum of these rows.

    `reason` = [Chinese, English]; `fans` = the rows that made the amount. Bots have a seat and no user. A correction is
    one more row of kind "correction", with its author.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="transfers", verbose_name=_("match"))
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="transfers", verbose_name=_("deal"))
    number = models.PositiveSmallIntegerField(_("number"))
    payer = models.PositiveSmallIntegerField(_("payer"))
    payee = models.PositiveSmallIntegerField(_("payee"))
    payer_user = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="paid", verbose_name=_("paying player")
    )
    payee_user = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="received", verbose_name=_("receiving player")
    )
    amount = models.PositiveIntegerField(_("points"))
    kind = models.CharField(_("kind"), max_length=24)
    reason = models.JSONField(_("reason"))
    fans = models.JSONField(_("fan rows"), default=list)
    author = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="corrections", verbose_name=_("author")
    )
    at = models.DateTimeField(_("time"), auto_now_add=True)

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="one_transfer_per_line"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="transfer_amount_positive"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="transfer_between_two_seats"),
            models.CheckConstraint(
                condition=~Q(kind="correction") | Q(author__isnull=False), name="correction_has_an_author"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee}: {self.amount}"


class Message(models.Model):
    """Something said at a table, or a line that the table itself writes (`kind` names it; services/talk.py)."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages", verbose_name=_("table"))
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, verbose_name=_("player"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=24)
    text = models.CharField(_("text"), max_length=120, blank=True)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [models.Index(fields=["room", "-id"], name="room_talk")]

    def __str__(self) -> str:
        return f"{self.room_id} {self.kind}"


class Deadline(models.Model):
    """What the server must do at a table, and when: the truth behind every bot, clock and pause.

    `kind` names the Celery task, `key` the moment it is for. services/clock.py writes the rows; the timer thread claims
    due ones (`claimed_until`) and enqueues their task; a lost task comes again when the lease is over.
    """

    room = models.ForeignKey(Room, models.CASCADE, related_name="deadlines")
    kind = models.CharField(max_length=24)
    key = models.CharField(max_length=64)
    due_at = models.FloatField(db_index=True)  # epoch seconds
    claimed_until = models.FloatField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "kind", "key"], name="one_deadline_per_moment")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
