"""The admin: people, rooms, matches, deals and the ledger, for looking things up and settling arguments.

History is read-only: nothing can be added, changed or deleted here, and there is no delete action. A running deal shows
neither seed nor state, not even to a superuser: he may be playing in it. Rooms can be dissolved (services.close_room)
and a finished deal corrected (a new transfer, services.correct), because those are services with rules of their own.
"""

from __future__ import annotations

import json

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import rules

from . import audit, notify, selectors, services
from .admin_filters import KINDS, OfDealsRuleset, OfKind, OfMatchsRuleset, OfRuleset
from .errors import GameError
from .forms import AdminLogInForm
from .models import Deal, Match, Message, Room, Seat, Step, Transfer, User

admin.site.login_form = AdminLogInForm
admin.site.site_header = admin.site.site_title = _("Mahjong administration")


class ReadOnly(admin.ModelAdmin):
    """Looks, never touches."""

    actions = None
    show_full_result_count = False  # counting a long table costs more than reading a page of it
    list_per_page = 50

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


class ReadOnlyInline(admin.TabularInline):
    """The rows below a page, each with a link to its own."""

    extra = 0
    can_delete = False
    show_change_link = True

    def get_readonly_fields(self, request, obj=None):
        return self.fields

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """People are locked (not active), never deleted: their games stay."""

    list_display = ("name", "username", "is_active", "is_staff", "date_joined", "last_login")
    search_fields = ("nickname", "username")
    list_filter = ("is_active", "is_staff", "date_joined")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    show_full_result_count = False
    fieldsets = (
        (None, {"fields": ("username", "nickname", "password")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )

    @admin.display(description=_("nickname"), ordering="nickname")
    def name(self, user: User) -> str:
        return user.name

    def has_delete_permission(self, request, obj=None):
        return False

    def get_actions(self, request):
        return {}

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            notify.user_gone(obj.pk)  # the session dies with the next page; the open sockets now


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("number", "user", "bot_level", "ready", "trustee")


class MatchInline(ReadOnlyInline):
    model = Match
    fields = ("number", "status", "deals_total", "created_at", "finished_at")


@admin.register(Room)
class RoomAdmin(ReadOnly):
    list_display = ("code", "ruleset_name", "status", "host", "created_at", "touched_at")
    list_filter = ("status", OfRuleset, "created_at")
    search_fields = ("code__startswith", "host__nickname", "seats__user__nickname")
    list_select_related = ("host",)
    date_hierarchy = "created_at"
    ordering = ("-pk",)
    inlines = (SeatInline, MatchInline)
    fields = ("code", "ruleset_name", "ruleset_version", "options_shown", "host", "status", "created_at", "touched_at")
    readonly_fields = ("ruleset_name", "options_shown")
    actions = ("dissolve",)

    @admin.display(description=_("rule set"), ordering="ruleset")
    def ruleset_name(self, room: Room) -> str:
        return rules.get_ruleset(room.ruleset).name.in_(get_language())

    @admin.display(description=_("options"))
    def options_shown(self, room: Room) -> str:
        return _pre(json.dumps(room.options, ensure_ascii=False, indent=1))

    @admin.action(description=_("Dissolve the selected tables (a running deal is void)"), permissions=["dissolve"])
    def dissolve(self, request: HttpRequest, queryset: QuerySet) -> None:
        for room in queryset.exclude(status=Room.Status.CLOSED):
            services.close_room(room=room, by=request.user)
            self.log_change(request, room, "dissolved")
            messages.success(request, _("Table %(code)s is dissolved.") % {"code": room.code})

    def has_dissolve_permission(self, request) -> bool:
        return request.user.has_perm("games.change_room")


class DealInline(ReadOnlyInline):
    model = Deal
    fields = ("number", "dealer", "status", "deltas", "created_at", "finished_at")

    @admin.display(description=_("points"))
    def deltas(self, deal: Deal) -> str:
        return _deltas(deal)


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("room", "number", "status", "names", "created_at", "finished_at")
    list_filter = ("status", OfMatchsRuleset, "created_at")
    search_fields = ("room__code__startswith", "room__seats__user__nickname")
    list_select_related = ("room",)
    date_hierarchy = "created_at"
    ordering = ("-pk",)
    inlines = (DealInline,)
    fields = ("room", "number", "status", "first_dealer", "deals_total", "standings", "created_at", "finished_at")
    readonly_fields = ("standings",)

    @admin.display(description=_("players"))
    def names(self, match: Match) -> str:
        return " · ".join(selectors.player_names(match))

    @admin.display(description=_("standings"))
    def standings(self, match: Match) -> str:
        """Sums of the transfers, computed now."""
        names = selectors.player_names(match)
        totals = selectors.standings(match, len(names))
        return format_html_join("", "<div>{}: {}</div>", ((n, _signed(p)) for n, p in zip(names, totals, strict=True)))


class TransferInline(ReadOnlyInline):
    model = Transfer
    fields = ("number", "payer", "payee", "amount", "kind", "why", "author", "at")

    @admin.display(description=_("reason"))
    def why(self, row: Transfer) -> str:
        return _why(row)


class StepInline(ReadOnlyInline):
    model = Step
    fields = ("number", "seat", "action", "made_by", "at")
    show_change_link = False

    def get_queryset(self, request):
        """The answers of a running deal are nobody's business yet: a pass tells who was asked."""
        return super().get_queryset(request).exclude(deal__status__in=("running", "settling"))


@admin.register(Deal)
class DealAdmin(ReadOnly):
    """A deal's page: the ledger with its sums, the record, the steps, and whether a replay agrees."""

    list_display = ("match", "number", "dealer", "status", "deltas", "created_at", "finished_at")
    list_filter = ("status", OfDealsRuleset, "created_at")
    search_fields = ("match__room__code__startswith", "match__room__seats__user__nickname")
    list_select_related = ("match__room",)
    date_hierarchy = "created_at"
    ordering = ("-pk",)
    inlines = (TransferInline, StepInline)
    always = ("match", "number", "dealer", "round_wind", "status", "seed_hash", "created_at", "finished_at")
    when_over = ("seed", "deltas", "sums", "checked", "record", "correction")

    def get_queryset(self, request):
        return super().get_queryset(request).defer("snapshot", "seed")

    def get_fields(self, request, obj=None):
        if obj is not None and obj.status == Deal.Status.OVER:
            return (*self.always, *self.when_over)
        return self.always

    def get_readonly_fields(self, request, obj=None):
        return self.get_fields(request, obj)

    @admin.display(description=_("points"))
    def deltas(self, deal: Deal) -> str:
        return _deltas(deal)

    @admin.display(description=_("sum of the transfers"))
    def sums(self, deal: Deal) -> str:
        names = selectors.player_names(deal.match)
        net = [0] * len(names)
        for row in deal.transfers.all():
            net[row.payer] -= row.amount
            net[row.payee] += row.amount
        rows = ((name, _signed(points)) for name, points in zip(names, net, strict=True))
        return format_html_join("", "<div>{}: {}</div>", [*rows, ("Σ", sum(net))])

    @admin.display(description=_("replay"))
    def checked(self, deal: Deal) -> str:
        problems = audit.check_deal(deal)
        return "\n".join(problems) or _("The replay agrees with state, result and transfers.")

    @admin.display(description=_("record"))
    def record(self, deal: Deal) -> str:
        return _pre(json.dumps(selectors.record_of(deal), ensure_ascii=False))

    @admin.display(description=_("correction"))
    def correction(self, deal: Deal) -> str:
        address = reverse("admin:games_deal_correct", args=[deal.pk])
        return format_html('<a href="{}">{}</a>', address, _("Write a correcting transfer"))

    # --- the one thing that can be added: a correction
    def get_urls(self):
        correct = self.admin_site.admin_view(self.correct_view)
        return [path("<int:pk>/correct/", correct, name="games_deal_correct"), *super().get_urls()]

    def correct_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        deal = selectors.finished_deal(pk)
        form = CorrectionForm(request.POST or None, names=selectors.player_names(deal.match))
        if not request.user.has_perm("games.add_transfer"):
            messages.error(request, _("That is not yours to decide."))
        elif form.is_valid():
            try:
                row = services.correct(deal=deal, by=request.user, **form.cleaned_data)
            except GameError as refusal:
                form.add_error(None, str(refusal))
            else:
                self.log_change(request, deal, f"correction {row}: {row.reason[0]}")
                messages.success(request, _("The correction is written."))
                return HttpResponse(status=302, headers={"Location": reverse("admin:games_deal_change", args=[pk])})
        context = {
            **self.admin_site.each_context(request),
            "title": _("Write a correcting transfer"),
            "opts": self.opts,
            "form": form,
            "deal": deal,
        }
        return TemplateResponse(request, "admin/games/deal/correct.html", context)


class CorrectionForm(forms.Form):
    """Points go from one seat to another, with a reason that everybody can read."""

    payer = forms.TypedChoiceField(label=_("payer"), coerce=int)
    payee = forms.TypedChoiceField(label=_("payee"), coerce=int)
    amount = forms.IntegerField(label=_("points"), min_value=1, max_value=999_999)
    reason = forms.CharField(label=_("reason"), max_length=200)

    def __init__(self, *args, names: list[str], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        for field in ("payer", "payee"):
            self.fields[field].choices = list(enumerate(names))


@admin.register(Step)
class StepAdmin(ReadOnly):
    list_display = ("deal", "number", "seat", "action", "made_by", "at")
    list_filter = ("made_by", "at")
    search_fields = ("deal__match__room__code__startswith",)
    list_select_related = ("deal__match",)
    date_hierarchy = "at"
    ordering = ("-pk",)

    def get_queryset(self, request):
        return super().get_queryset(request).exclude(deal__status__in=("running", "settling"))


@admin.register(Message)
class MessageAdmin(ReadOnly):
    """What was said, for when somebody complains."""

    list_display = ("room", "user", "kind", "text", "at")
    list_filter = ("kind", "at")
    search_fields = ("room__code__startswith", "user__nickname", "text")
    list_select_related = ("room", "user")
    ordering = ("-pk",)


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    list_display = ("match", "deal", "number", "payer_name", "payee_name", "amount", "kind_name", "why", "at")
    list_filter = (OfKind, OfDealsRuleset, "at")
    search_fields = ("match__room__code__startswith",)
    search_help_text = _("number of the table, or a nickname")
    list_select_related = ("match__room", "deal", "payer_user", "payee_user")
    date_hierarchy = "at"
    ordering = ("-pk",)
    fields = (
        "match", "deal", "number", "payer", "payer_user", "payee", "payee_user", "amount", "kind", "why", "fan_rows",
        "author", "at",
    )  # fmt: skip
    readonly_fields = ("why", "fan_rows")

    @admin.display(description=_("kind"), ordering="kind")
    def kind_name(self, row: Transfer) -> str:
        return KINDS.get(row.kind, row.kind)

    def get_search_results(self, request, queryset, search_term):
        """Either side of the transfer, or the table."""
        found, may_have_duplicates = super().get_search_results(request, queryset, search_term)
        if search_term:
            by_name = Q(payer_user__nickname__icontains=search_term) | Q(payee_user__nickname__icontains=search_term)
            found = found | queryset.filter(by_name)
        return found, may_have_duplicates

    @admin.display(description=_("payer"))
    def payer_name(self, row: Transfer) -> str:
        return selectors.player_names(row.match)[row.payer]

    @admin.display(description=_("payee"))
    def payee_name(self, row: Transfer) -> str:
        return selectors.player_names(row.match)[row.payee]

    @admin.display(description=_("reason"))
    def why(self, row: Transfer) -> str:
        return _why(row)

    @admin.display(description=_("fan rows"))
    def fan_rows(self, row: Transfer) -> str:
        language = 0 if (get_language() or "zh").startswith("zh") else 1
        rows = ((fan["name"][language], fan["value"], fan["count"]) for fan in row.fans)
        return format_html_join("", "<div>{}: {} × {}</div>", rows) or "—"


def _why(row: Transfer) -> str:
    return row.reason[0 if (get_language() or "zh").startswith("zh") else 1]


def _deltas(deal: Deal) -> str:
    return " / ".join(_signed(d) for d in deal.result["deltas"]) if deal.result else "—"


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _pre(text: str) -> str:
    return format_html("<pre>{}</pre>", text)
