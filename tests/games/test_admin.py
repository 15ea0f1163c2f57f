"""The admin reads everything, changes no history, and shows no running deal's secrets."""

import ast
from pathlib import Path

import pytest
from django.apps import apps
from django.urls import reverse

import rules
from games import services
from games.admin_filters import KINDS
from games.models import Step, Transfer

from .conftest import act, current_deal, finish_deal, my_actions

pytestmark = pytest.mark.django_db
MODELS = ("user", "room", "match", "deal", "step", "transfer")


@pytest.fixture
def admin(people, client):
    client.force_login(people.admin)
    return client


@pytest.fixture
def finished(started, no_pace):
    """A finished deal in a match that goes on."""
    cast = started(deals=4)
    finish_deal(cast.room)
    return cast


def page_of(admin, deal):
    address = reverse("admin:games_deal_change", args=[deal.pk])
    return admin.get(address, headers={"accept-language": "en"}).content.decode()


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("model", MODELS)
def test_lists_open_and_search(admin, finished, model, language):
    address = reverse(f"admin:games_{model}_changelist")
    for query in ({}, {"q": finished.room.code}, {"q": "东东"}):
        assert admin.get(address, query, headers={"accept-language": language}).status_code == 200


@pytest.mark.parametrize("model", MODELS[1:])
def test_history_is_read_only(admin, finished, model):
    klass = apps.get_model("games", model)
    if model == "transfer":
        deal = current_deal(finished.room)
        Transfer.objects.create(
            match=deal.match, deal=deal, number=9, payer=0, payee=1, amount=1, kind="correction", reason=["甲", "a"],
            author=finished.admin,
        )  # fmt: skip
    row = klass.objects.order_by("pk").first()
    change = reverse(f"admin:games_{model}_change", args=[row.pk])
    assert admin.get(change).status_code == 200
    assert admin.post(change, {"number": 5}).status_code == 403
    assert admin.get(reverse(f"admin:games_{model}_add")).status_code == 403
    assert admin.post(reverse(f"admin:games_{model}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    changelist = reverse(f"admin:games_{model}_changelist")
    admin.post(changelist, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert klass.objects.filter(pk=row.pk).exists()


def test_a_players_games_keep_him(admin, finished):
    delete = reverse("admin:games_user_delete", args=[finished.host.pk])
    assert admin.post(delete, {"post": "yes"}).status_code == 403


def test_the_page_of_a_finished_deal(admin, finished):
    deal = current_deal(finished.room)
    page = page_of(admin, deal)
    assert deal.seed in page and "mahjong-record/1" in page and "The replay agrees" in page
    assert "Σ: 0" in page
    assert page.count("field-made_by") >= deal.steps.count()


def test_a_running_deal_keeps_its_secrets(admin, started, no_pace):
    cast = started()
    deal = current_deal(cast.room)
    dealer = cast.players[deal.dealer]
    act(cast.room, dealer, next(a for a in my_actions(cast.room, dealer) if "discard" in a))
    pages = [("deal_change", [deal.pk]), ("deal_changelist", []), ("room_change", [cast.room.pk])]
    for name, args in [*pages, ("match_change", [deal.match_id])]:
        page = admin.get(reverse(f"admin:games_{name}", args=args)).content.decode()
        assert deal.seed not in page and "concealed" not in page and "discard " not in page
    assert "discard " not in admin.get(reverse("admin:games_step_changelist")).content.decode()
    assert admin.get(reverse("admin:games_step_change", args=[Step.objects.get().pk])).status_code == 302


@pytest.mark.clause("CO-10")
def test_a_correction(admin, finished):
    deal = current_deal(finished.room)
    address = reverse("admin:games_deal_correct", args=[deal.pk])
    assert admin.get(address).status_code == 200
    assert admin.post(address, {"payer": 0, "payee": 0, "amount": 3, "reason": "scored twice"}).status_code == 200
    assert admin.post(address, {"payer": 0, "payee": 1, "amount": 3, "reason": "no"}).status_code == 200
    before = Transfer.objects.count()
    assert admin.post(address, {"payer": 0, "payee": 1, "amount": 3, "reason": "scored twice"}).status_code == 302
    row = Transfer.objects.get(kind="correction")
    assert Transfer.objects.count() == before + 1 and (row.author, row.payer_user) == (finished.admin, finished.host)
    page = page_of(admin, deal)
    assert "scored twice" in page and "The replay agrees" in page


def test_corrections_have_their_limits(finished, started, people):
    deal = current_deal(finished.room)
    good = {"deal": deal, "by": finished.admin, "payer": 0, "payee": 1, "amount": 3, "reason": "scored twice"}
    for wrong, kind in (
        ({"by": finished.stranger}, services.Forbidden),
        ({"amount": 0}, services.BadInput),
        ({"amount": True}, services.BadInput),
        ({"payee": 7}, services.BadInput),
        ({"reason": " "}, services.Unprocessable),
    ):
        with pytest.raises(kind):
            services.correct(**(good | wrong))
    people.players[0].is_staff = True
    people.players[0].save()
    with pytest.raises(services.Forbidden):  # not in one's own match
        services.correct(**(good | {"by": people.players[0]}))


def test_dissolving_a_table(admin, started, no_pace):
    cast = started()
    admin.post(reverse("admin:games_room_changelist"), {"action": "dissolve", "_selected_action": [cast.room.pk]})
    cast.room.refresh_from_db()
    assert cast.room.status == "closed" and current_deal(cast.room).status == "void"


def test_the_admin_is_for_staff(client, finished):
    client.force_login(finished.host)
    assert client.get(reverse("admin:games_deal_changelist")).status_code == 302


def test_filters_and_lists_speak_in_words(admin, finished):
    """Rule sets and kinds by their names, and each choice finds its rows."""
    points = {"payer": 0, "payee": 1, "amount": 1, "reason": "数错了一番"}
    services.correct(deal=current_deal(finished.room), by=finished.admin, **points)
    for model in ("room", "match", "deal", "transfer"):
        address = reverse(f"admin:games_{model}_changelist")
        page = admin.get(address).content.decode()
        assert "大连穷胡" in page and "?ruleset=dalian" in page and ">dalian<" not in page
        assert admin.get(address, {"ruleset": "dalian"}).context["cl"].result_count > 0
        assert admin.get(address, {"ruleset": "guobiao"}).context["cl"].result_count == 0
    address = reverse("admin:games_transfer_changelist")
    page = admin.get(address).content.decode()
    assert "更正" in page and ">correction<" not in page
    rows = admin.get(address, {"kind": "correction"}).context["cl"].result_list
    assert {row.kind for row in rows} == {"correction"}


def test_every_kind_of_transfer_has_a_name():
    """Read from the rules' own code: the literals that stand as the kind of a transfer."""
    kinds = {"correction"}
    for path in (Path(rules.__file__).parent).rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", ""))
            if name in ("Transfer", "pay"):
                kinds |= {arg.value for arg in call.args[3:4] if isinstance(arg, ast.Constant)}
    assert {"win", "kong", "cap"} < kinds
    assert kinds <= set(KINDS)
