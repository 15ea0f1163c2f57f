"""Nicknames, guests, passwords."""

import pytest

from games import services
from games.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["小明", "Alice", "大连穷胡高手啊", "Zoë", "A B", "🀄", "abcdefghijklmnop"])
def test_good_nicknames(name):
    user = services.make_guest(nickname=name)
    assert user.name == name and user.is_guest and user.is_active


def test_white_space_is_tidied():
    assert services.make_guest(nickname="  小   明 ").name == "小 明"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "一二三四五六七八九",
        "abcdefghijklmnopq",
        "a" * 100_000,
        "a\x00b",
        "x\u202ey",
        "a\u200bb",
        "\ue000",
        "e" + "\u0301" * 30,
        "\x1b[31m",
    ],
)
def test_bad_nicknames(name):
    with pytest.raises(services.Unprocessable) as refusal:
        services.make_guest(nickname=name)
    assert refusal.value.status == 422 and refusal.value.in_("en") and refusal.value.in_("zh-hans")
    assert not User.objects.exists()


@pytest.mark.parametrize("name", [None, 5, ["a"], {"a": 1}])
def test_a_nickname_is_a_string(name):
    with pytest.raises(services.BadInput):
        services.make_guest(nickname=name)


def test_two_guests_may_have_the_same_name():
    one, other = services.make_guest(nickname="小明"), services.make_guest(nickname="小明")
    assert one.pk != other.pk and one.username != other.username


def test_a_password_makes_a_registered_player():
    user = services.set_password(user=services.make_guest(nickname="小明"), password="a long secret 42")
    assert user.username == "小明" and user.check_password("a long secret 42") and not user.is_guest
    with pytest.raises(services.Conflict):  # nobody may pass for him
        services.make_guest(nickname="小明")


def test_a_taken_name_cannot_be_registered_twice():
    one, other = services.make_guest(nickname="Ming"), services.make_guest(nickname="ming")
    services.set_password(user=one, password="a long secret 42")
    with pytest.raises(services.Conflict):
        services.set_password(user=other, password="another secret 42")
    services.rename(user=other, nickname="Hong")
    services.set_password(user=other, password="another secret 42")
    assert User.objects.get(pk=other.pk).username == "Hong"


def test_a_weak_password_is_refused_with_a_reason():
    with pytest.raises(services.Unprocessable) as refusal:
        services.set_password(user=services.make_guest(nickname="小明"), password="123")
    assert len(str(refusal.value)) > 5


def test_renaming_a_registered_player_renames_the_login():
    user = services.set_password(user=services.make_guest(nickname="小明"), password="a long secret 42")
    services.rename(user=user, nickname="大明")
    assert User.objects.get(pk=user.pk).username == "大明"
