"""Talk at a table: who may say what and how often, what is kept, who hears it, and what the page makes of it."""

import datetime
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.utils import timezone

import rules
from games import services, talk_parts
from games.errors import BadInput, Conflict, Forbidden, Unprocessable
from games.models import Deadline, Deal, Message, Room, User
from games.render import parts
from games.services import talk, votes
from tests.games import room_views
from tests.games.conftest import view_of

pytestmark = pytest.mark.django_db


def age(seconds, **only):
    """Let what was said so far be older."""
    for message in Message.objects.filter(**only):
        Message.objects.filter(pk=message.pk).update(at=message.at - datetime.timedelta(seconds=seconds))


def say(cast, number, text, kind="chat"):
    """Said after a long silence."""
    age(100)
    talk.say(room=cast.room, user=cast.players[number], kind=kind, text=text)


def heard(room, user):
    return [line["text"] for line in view_of(room, user)["talk"]["lines"]]


def log_of(room, user, language="zh-hans"):
    return str(parts(view_of(room, user), language)["talk"])


# --- who and what --------------------------------------------------------------------------------------------------
def test_what_somebody_says_is_read_by_all_in_their_own_language(cast):
    say(cast, 0, "hurry", "phrase")
    say(cast, 1, "今晚手气真好")
    say(cast, 2, "laugh", "emote")
    for user in (cast.players[3], cast.spectator):
        chinese, english = log_of(cast.room, user), log_of(cast.room, user, "en")
        assert "快点吧" in chinese and "今晚手气真好" in chinese and "东东" in chinese
        assert "Hurry up" in english and "今晚手气真好" in english and "快点吧" not in english
        assert 'alt="laughs"' in english and "/emotes/laugh." in english
    assert "<bdi>我</bdi>" in log_of(cast.room, cast.players[0])


def test_only_people_with_a_seat_may_speak(cast):
    for user in (cast.spectator, cast.stranger):
        with pytest.raises(Forbidden):
            talk.say(room=cast.room, user=user, kind="chat", text="听我说")
        assert not view_of(cast.room, user)["talk"]["may_speak"]
        assert "data-speak" not in log_of(cast.room, user)
    assert not Message.objects.exists()
    assert "data-speak" in log_of(cast.room, cast.players[0])


def test_the_one_for_whom_a_bot_plays_may_still_speak(cast):
    cast.room.seats.filter(number=1).update(bot_level="normal")
    say(cast, 1, "马上回来")
    assert heard(cast.room, cast.players[0]) == ["马上回来"]


@pytest.mark.parametrize("status", Room.Status.values)
def test_talk_at_every_time_but_in_a_closed_room(cast, no_pace, status):
    if status in (Room.Status.PLAYING, Room.Status.BETWEEN):
        for player in cast.players[1:]:
            services.set_ready(room=cast.room, user=player, ready=True)
        services.start_match(room=cast.room, by=cast.host)
    Room.objects.filter(pk=cast.room.pk).update(status=status)
    if status == Room.Status.CLOSED:
        with pytest.raises(Conflict):
            say(cast, 0, "还在吗")
        assert not view_of(cast.room, cast.players[0])["talk"]["may_speak"]
    else:
        say(cast, 0, "还在吗")
        assert heard(cast.room, cast.players[1]) == ["还在吗"]


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  好 \n\t 牌  ", "好 牌"),
        ("e\u0301", "\u00e9"),  # NFC
        ("a\u200b\u202eb\u2066c\x00", "abc"),  # invisible, right-to-left override, isolate, NUL
        ("好\u3164牌\u2800", "好牌"),
        (
            "\U0001f468\u200d\U0001f469",
            "\U0001f468\U0001f469",
        ),  # its glue goes, the emoji stays
        ("中" * 30, "中" * 30),
        ("x" * 60, "x" * 60),
    ],
)
def test_free_words_are_tidied(cast, typed, stored):
    say(cast, 0, typed)
    assert Message.objects.get().text == stored


@pytest.mark.parametrize(
    "typed", ["", " \n ", "\u200b\u3164", "\u0301\u0302", "中" * 31, "x" * 61, "x" * 600, "a" + "\u0301" * 20]
)
def test_free_words_that_are_refused(cast, typed):
    with pytest.raises(Unprocessable):
        say(cast, 0, typed)
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("phrase", "nonsense"),
        ("phrase", "laugh"),
        ("emote", "hurry"),
        ("emote", ""),
        ("end_agreed", ""),
        ("chat", None),
    ],
)
def test_nothing_but_what_our_forms_send(cast, kind, text):
    with pytest.raises(BadInput):
        say(cast, 0, text, kind)
    assert not Message.objects.exists()


def test_words_are_escaped(cast):
    say(cast, 0, "<script>alert(1)</script>")
    html = log_of(cast.room, cast.players[1])
    assert "<script" not in html and "&lt;script&gt;" in html


# --- not too fast ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("first", "second", "seconds"),
    [
        (("chat", "一"), ("chat", "二"), 1.5),
        (("phrase", "hurry"), ("phrase", "wait"), 3.0),
        (("phrase", "hurry"), ("emote", "cry"), 3.0),
    ],
)
def test_cool_down(cast, first, second, seconds, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)  # a slow machine shall not wait long enough by itself
    speak = lambda words: talk.say(room=cast.room, user=cast.players[0], kind=words[0], text=words[1])  # noqa: E731
    speak(first)
    age(seconds - 1)
    with pytest.raises(Conflict, match="请稍等"):
        speak(second)
    talk.say(room=cast.room, user=cast.players[1], kind=second[0], text=second[1])  # it is each person's own
    age(1)
    speak(second)
    assert Message.objects.count() == 3


def test_no_more_than_twelve_in_a_minute_wherever_one_sits(cast, people):
    for n in range(talk.MOST):
        age(4)
        talk.say(room=cast.room, user=cast.host, kind="chat", text=str(n))
    age(4)
    with pytest.raises(Conflict):
        talk.say(room=cast.room, user=cast.host, kind="phrase", text="hurry")
    age(60)
    talk.say(room=cast.room, user=cast.host, kind="phrase", text="hurry")


def test_a_room_keeps_its_last_messages_only(cast):
    other = services.create_room(host=cast.stranger, ruleset="dalian", options={})
    old = timezone.now() - datetime.timedelta(hours=1)
    Message.objects.create(room=other, user=cast.stranger, seat=0, kind="chat", text="别桌")
    Message.objects.bulk_create(
        Message(room=cast.room, user=cast.host, seat=0, kind="chat", text=str(n)) for n in range(talk.KEPT + 20)
    )
    Message.objects.filter(room=cast.room).update(at=old)
    say(cast, 1, "最后")
    kept = list(Message.objects.filter(room=cast.room).order_by("id").values_list("text", flat=True))
    assert len(kept) == talk.KEPT and kept[-1] == "最后" and kept[0] == "21"
    assert Message.objects.filter(room=other).count() == 1
    assert heard(cast.room, cast.host) == kept[-talk.SHOWN :]


# --- mute ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["seated", "spectator"])
def test_a_muted_person_is_not_heard_by_that_viewer_alone(cast, who):
    viewer = cast.players[2] if who == "seated" else cast.spectator
    say(cast, 0, "吵吵")
    say(cast, 1, "正常")
    talk.mute(room=cast.room, user=viewer, number=0)
    say(cast, 0, "又吵")
    assert heard(cast.room, viewer) == ["正常"]
    assert heard(cast.room, cast.players[3]) == ["吵吵", "正常", "又吵"] == heard(cast.room, cast.players[0])
    people = {row["number"]: row["muted"] for row in view_of(cast.room, viewer)["talk"]["people"]}
    assert people[0] and not people[1]
    assert viewer.pk == cast.spectator.pk or 2 not in people  # nobody mutes himself
    talk.unmute(room=cast.room, user=viewer, number=0)
    assert heard(cast.room, viewer) == ["吵吵", "正常", "又吵"]
    assert User.objects.get(pk=viewer.pk).muted == []


def test_a_seated_viewers_old_copy_of_himself_does_not_count(cast):
    """A socket keeps the person it was opened by; what he muted since stands in the snapshot."""
    say(cast, 0, "吵吵")
    before = User.objects.get(pk=cast.players[1].pk)
    talk.mute(room=cast.room, user=User.objects.get(pk=before.pk), number=0)
    assert heard(cast.room, before) == []


def test_mute_all_leaves_own_words_and_the_tables_lines(cast):
    say(cast, 0, "吵吵")
    say(cast, 1, "我自己")
    cast.players[1].settings = {"sound": False}
    cast.players[1].save()
    talk.mute_all(room=cast.room, user=cast.players[1], on=True)
    with talk.table(cast.room.pk) as t:
        talk.note(t, "pause_over", None)
    lines = view_of(cast.room, cast.players[1])["talk"]["lines"]
    assert [line["kind"] for line in lines] == ["chat", "pause_over"] and lines[0]["is_me"]
    assert User.objects.get(pk=cast.players[1].pk).settings == {"sound": False, "mute_all": True}
    talk.mute_all(room=cast.room, user=cast.players[1], on=False)
    assert heard(cast.room, cast.players[1])[0] == "吵吵"


def test_there_is_nobody_to_mute(cast):
    for number in (1, 7, None, True):  # himself, no such seat
        with pytest.raises(BadInput):
            talk.mute(room=cast.room, user=cast.players[1], number=number)
    cast.room.seats.filter(number=3).update(user=None, bot_level="normal")
    with pytest.raises(BadInput):
        talk.mute(room=cast.room, user=cast.players[1], number=3)
    assert User.objects.get(pk=cast.players[1].pk).muted == []


# --- the table's own lines -------------------------------------------------------------------------------------------
def test_every_line_that_the_table_writes_has_words():
    """Every kind named in the services, read from their text, so that a new one cannot be forgotten."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(talk.__file__).parent.glob("*.py"))
    kinds = set(re.findall(r'\bnote\(t, "(\w+)"', source))
    assert "note(t, f\"{vote['kind']}_refused\"" in source
    kinds |= {f"{kind}_refused" for kind in votes.KINDS}
    assert len(kinds) >= 6 and kinds <= set(talk_parts.NOTES)
    assert all(kind in kinds or f'"{kind}"' in source for kind in talk_parts.NOTES), "words for what nobody writes"


def test_the_lists_of_keys_and_words_are_the_same_and_every_face_is_drawn():
    assert tuple(talk_parts.WORDS) == talk.PHRASES and tuple(talk_parts.FACES) == talk.EMOTES
    for emote in talk.EMOTES:
        path = finders.find(f"emotes/{emote}.svg")
        assert path, emote
        with open(path, encoding="utf-8") as drawing:
            assert len(drawing.read()) <= 1500


def test_the_table_says_whom_it_speaks_of_also_after_he_has_left(cast):
    with talk.table(cast.room.pk) as t:
        talk.note(t, "end_refused", 1)
    cast.room.seats.filter(number=1).update(user=None)
    assert "南南提议散局，没通过。" in log_of(cast.room, cast.players[0])
    assert "南南 wanted to end the match" in log_of(cast.room, cast.players[0], "en")


def test_a_line_that_nobody_knows_is_left_out():
    view = room_views.room_view()
    view["talk"]["lines"] += [
        room_views.line(30, "phrase", "from-next-year", "Anna", 1),
        room_views.line(31, "new_kind", "", "Anna", 1) | {"spoken": False},
    ]
    html = str(parts(view, "en")["talk"])
    assert "said-12" in html and "said-30" not in html and "said-31" not in html


# --- the page --------------------------------------------------------------------------------------------------------
def test_a_line_knows_where_its_speaker_sits_on_this_screen():
    html = str(parts(room_views.room_view(), "zh-hans")["talk"])
    places = dict(re.findall(r'id="said-(\d+)" data-place="(\w*)"', html))
    assert places == {"7": "right", "8": "me", "12": "across"}  # the table's own line, 9, has none
    assert "&lt;b&gt;手气&lt;/b&gt;" in html
    in_lobby = str(parts(room_views.lobby(), "zh-hans")["talk"])
    assert 'id="said-7" data-place=""' in in_lobby


def test_talk_hangs_on_nothing_in_the_deal(started, no_pace):
    """Neither tiles nor turns nor who is asked change what is sent of the talk; and talking changes nothing of them."""
    table = started(b"talk" * 8)
    room, players = table.room, table.players
    talk.say(room=room, user=players[1], kind="chat", text="开打")
    before = {user.pk: parts(view_of(room, user), "zh-hans") for user in players}
    deal = Deal.objects.get(match__room=room)
    state = rules.from_json(deal.snapshot)
    seat = next(number for number in range(4) if rules.legal_actions(state, number))
    services.submit_action(
        room_id=room.pk,
        user_id=players[seat].pk,
        window=deal.window,
        text=str(next(a for a in rules.legal_actions(state, seat) if a.kind == "discard")),
    )
    after = {user.pk: parts(view_of(room, user), "zh-hans") for user in players}
    assert all(before[pk]["talk"] == after[pk]["talk"] for pk in before)
    assert any(before[pk]["actions"] != after[pk]["actions"] for pk in before)
    age(10)
    snapshot, due = Deal.objects.get(pk=deal.pk).snapshot, list(Deadline.objects.order_by("pk").values())
    talk.say(room=room, user=players[2], kind="phrase", text="so_close")
    assert Deal.objects.get(pk=deal.pk).snapshot == snapshot
    assert due and list(Deadline.objects.order_by("pk").values()) == due  # nobody's clock moves
    now = {user.pk: parts(view_of(room, user), "zh-hans") for user in players}
    changed = {part for pk in now for part in now[pk] if now[pk][part] != after[pk][part]}
    assert changed == {"talk", "sync"}


def post(client, room, verb, htmx=True, **data):
    return client.post(f"/room/{room.code}/{verb}/", data, headers={"HX-Request": "true"} if htmx else {})


def test_over_http(cast, client):
    client.force_login(cast.players[1])
    answer = post(client, cast.room, "say", kind="x", chat="大家好")
    assert answer.status_code == 200 and "大家好" in answer.content.decode()
    refused = post(client, cast.room, "say", chat="太快")
    assert refused.status_code == 409 and "请稍等" in refused.content.decode()
    assert post(client, cast.room, "say", phrase="thanks").status_code == 200
    age(100)
    assert post(client, cast.room, "say", emote="thumb", htmx=False).status_code == 303
    assert [m.kind for m in Message.objects.order_by("id")] == ["chat", "phrase", "emote"]
    assert post(client, cast.room, "say", chat="").status_code == 422
    assert post(client, cast.room, "mute", number="0").status_code == 200
    assert User.objects.get(pk=cast.players[1].pk).muted == [cast.host.pk]
    assert 'formaction="/room/' in post(client, cast.room, "unmute", number="0").content.decode()
    everybody = post(client, cast.room, "mute", number="all").content.decode()
    assert User.objects.get(pk=cast.players[1].pk).settings["mute_all"] and "解除" in everybody
    assert post(client, cast.room, "mute", number="").status_code == 400
    client.force_login(cast.spectator)
    assert post(client, cast.room, "say", chat="我也说").status_code == 403


def test_the_form_lies_outside_of_what_is_swapped(cast, client):
    """A half-typed word must survive every swap: neither the input nor its form is within a part."""
    client.force_login(cast.host)
    page = client.get(f"/room/{cast.room.code}/").content.decode()
    assert page.count('id="say"') == 1 and page.count('id="say-form"') == 1
    for html in parts(view_of(cast.room, cast.host), "zh-hans").values():
        assert 'id="say"' not in html and "say-form" not in html and "talk-box" not in html
    assert all(f'value="{key}"' in page for key in (*talk.PHRASES, *talk.EMOTES))


def test_without_javascript_one_can_write_without_being_reloaded(cast, client):
    client.force_login(cast.host)
    assert 'http-equiv="refresh"' in client.get(f"/room/{cast.room.code}/").content.decode()
    still = client.get(f"/room/{cast.room.code}/?talk").content.decode()
    assert 'http-equiv="refresh"' not in still and 'class="talk-box" open' in still


def test_the_admin_reads_and_never_writes(cast, client):
    say(cast, 0, "吵吵")
    client.force_login(cast.admin)
    page = client.get("/admin/games/message/")
    assert page.status_code == 200 and "吵吵" in page.content.decode()
    pk = Message.objects.get().pk
    assert client.get("/admin/games/message/add/").status_code == 403
    assert client.post(f"/admin/games/message/{pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(f"/admin/games/message/{pk}/change/", {"text": "别的"})
    assert Message.objects.get().text == "吵吵"
