"""The pages after the play: standings, the evening's total, my matches, one match, the text for the chat, records."""

import csv
import datetime
import io
import json
import re
import zipfile

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import override

import rules
from games import archive, points, selectors_matches, services
from games.models import Deal, Match, Participant, Room, Transfer
from games.render import parts
from games.share import share_text
from tests.games import room_views

from .conftest import current_deal, end_by_vote, finish_deal, view_of
from .test_render_parts import render

pytestmark = pytest.mark.django_db


def browser_of(user, language="zh-hans"):
    browser = Client(headers={"accept-language": language})
    browser.force_login(user)
    return browser


def page_of(user, address, language="zh-hans"):
    answer = browser_of(user, language).get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def write_match(room, people, deltas_of_deals, status="finished"):
    """A match as the ledger keeps it, without playing: `people` by seat (None: a bot)."""
    match = Match.objects.create(
        room=room,
        number=room.matches.count() + 1,
        status=status,
        options=room.options,
        ruleset_version="1",
        first_dealer=0,
        deals_total=len(deltas_of_deals) or 1,
        players=[
            {"user": p.pk if p else None, "name": p.name if p else "", "bot": "" if p else "easy"} for p in people
        ],
    )
    Participant.objects.bulk_create(Participant(match=match, number=n, user=p) for n, p in enumerate(people) if p)
    for number, deltas in enumerate(deltas_of_deals, 1):
        result = {"drawn": not any(deltas), "wins": [], "transfers": [], "deltas": deltas, "next_dealer": 0}
        about = {"dealer": 0, "seed": "00", "seed_hash": "00", "snapshot": {}, "status": "over", "result": result}
        deal = Deal.objects.create(match=match, number=number, **about)
        winner = deltas.index(max(deltas))
        rows = [(seat, -delta) for seat, delta in enumerate(deltas) if delta < 0]
        for line, (seat, amount) in enumerate(rows, 1):
            about = {"payer": seat, "payee": winner, "amount": amount, "kind": "win", "reason": ["胡", "win"]}
            Transfer.objects.create(match=match, deal=deal, number=line, **about)
    return match


# --- after the match -------------------------------------------------------------------------------------------------


def test_the_evening_counts_people_wherever_they_sat_and_bots_by_seat(cast):
    one, two, three, four = cast.players
    write_match(cast.room, [one, two, three, None], [[6, -2, -2, -2]])
    write_match(cast.room, [two, one, four, None], [[3, -1, -1, -1], [0, 0, 0, 0]])
    write_match(cast.room, [one, two, three, None], [], status="void")  # nothing was scored: no match
    evening = points.evening(cast.room)
    assert evening["matches"] == 2
    assert [(str(row["name"]), row["total"], row["matches"]) for row in evening["rows"]] == [
        (one.name, 5, 2),
        (two.name, 1, 2),
        (four.name, -1, 1),
        (three.name, -2, 1),
        (str(points.BOT_NAMES[3]), -3, 2),
    ]
    assert sum(row["total"] for row in evening["rows"]) == 0


def test_the_evening_shows_from_the_second_match_on(started, no_pace):
    cast = started(deals=4)
    room, views = cast.room, []
    for number in (1, 2):
        if number == 2:
            for player in cast.players:
                services.play_again(room=room, by=player)
        finish_deal(room)
        end_by_vote(cast)
        views.append(view_of(room, cast.host))
    assert views[0]["match"]["evening"] is None and "今晚总账" not in render("dissolved")["standings"]
    evening = views[1]["match"]["evening"]
    assert evening["matches"] == 2 and {row["user"] for row in evening["rows"]} == {p.pk for p in cast.players}
    total = sum(t.amount * ((t.payee_user == cast.host) - (t.payer_user == cast.host)) for t in Transfer.objects.all())
    assert next(row["total"] for row in evening["rows"] if row["user"] == cast.host.pk) == total
    page = page_of(cast.host, f"/room/{room.code}/")
    assert "今晚总账" in page and "2 场合计：" in page


def test_a_match_dissolved_in_its_first_deal_names_no_winner(started, no_pace):
    cast = started(deals=4)
    end_by_vote(cast)
    standings = page_of(cast.host, f"/room/{cast.room.code}/").partition('id="standings"')[2]
    assert "牌局已解散" in standings and "一局也没打完，不计分。" in standings
    assert 'class="rank"' not in standings and "复制战绩" not in standings
    page = page_of(cast.host, f"/match/{Match.objects.get().pk}/")
    assert "一局也没打完，不计分。" in page and 'class="rank"' not in page
    assert "已解散" in page_of(cast.host, "/me/")


def test_equal_totals_are_called_tied():
    html = render("standings")["standings"]
    assert "并列" not in html and len(re.findall(r'<li class="[^"]*first', html)) == 1
    view = room_views.fresh("standings")
    for row in view["match"]["standings"]:
        row["rank"], row["total"] = 1, 0
    tied = parts(view, "zh-hans")["standings"]
    assert tied.count("并列") == 4 and not re.search(r'<li class="[^"]*first', tied)


def test_every_deal_of_the_standings_and_of_the_match_so_far_is_a_link():
    after, between = render("standings")["standings"], render("result")["result"]
    for key in ("firstdealkey", "otherdealkey"):
        assert f'href="/deal/{key}/"' in after and f'href="/deal/{key}/"' in between
    assert 'href="/deal/third-deal_1/"' in between
    so_far = between.partition('class="by-deal"')[2].partition("</table>")[0]
    assert re.findall(r"<td>([^<]*)</td>", so_far) == ["20", "−4", "−12", "−4", "12", "−8", "−20", "16"]


def test_the_key_of_a_deal_is_told_when_it_is_over(started, no_pace):
    cast = started(deals=4)
    assert view_of(cast.room, cast.host)["deal"]["key"] is None
    assert current_deal(cast.room).key not in page_of(cast.host, f"/room/{cast.room.code}/")
    deal = finish_deal(cast.room)
    assert view_of(cast.room, cast.host)["deal"]["key"] == deal.key


def test_a_transfer_of_mine_carries_its_sign():
    html = render("result")["result"]
    amounts = re.findall(r'class="amount">([^<]*)<', html.partition('class="transfers"')[2])
    assert amounts == ["+4", "+8", "+4", "+1"]
    theirs = re.findall(r'class="amount">([^<]*)<', render_for_seat(1).partition('class="transfers"')[2])
    assert theirs == ["−4", "8", "4", "1"]


def test_the_fans_of_a_payment_are_told_once():
    """What everybody pays for stands above; a payment names its fans when they are others than those."""
    html = render("result")["result"].partition('class="transfers"')[2].partition("</table>")[0]
    rows = [row.partition("<small>")[2] for row in html.split("<tr")[1:]]
    assert ["平胡" in row for row in rows] == [True, False, True, False]  # the second pays for all four of the hand


def render_for_seat(number):
    view = room_views.fresh("result")
    view["me"]["seat"] = view["me"]["played"] = view["deal"]["view"]["seat"] = number
    for seat in view["seats"]:
        seat["is_me"] = seat["number"] == number
    return parts(view, "zh-hans")["result"]


# --- the text for the group chat -------------------------------------------------------------------------------------

RANKS = [
    {"rank": 1, "name": "小王", "total": 12},
    {"rank": 1, "name": "Anna", "total": 12},
    {"rank": 3, "name": "B", "total": -24},
]
EVENING = {
    "matches": 2,
    "rows": [{"name": "Anna", "total": 20}, {"name": "小王", "total": 0}, {"name": "B", "total": -20}],
}
TOLD = {"code": "482915", "date": datetime.date(2026, 11, 27), "deals": 8, "ranks": RANKS, "link": "/room/482915/"}


def test_the_text_in_chinese():
    with override("zh-hans"):
        assert share_text(ruleset="大连穷胡", evening=EVENING, **TOLD) == (
            "大连穷胡 · 桌号 482915 · 2026-11-27\n共打 8 局\n1. 小王 +12\n1. Anna +12\n3. B −24\n"
            "2 场合计：\nAnna +20\n小王 0\nB −20\n/room/482915/"
        )


def test_the_text_in_english_after_a_first_match():
    with override("en"):
        assert share_text(ruleset="Dalian Qionghu", evening=None, **TOLD) == (
            "Dalian Qionghu · Table 482915 · 2026-11-27\nDeals played: 8\n1. 小王 +12\n1. Anna +12\n3. B −24\n"
            "/room/482915/"
        )


def test_a_name_cannot_leave_the_box():
    view_names = [{"rank": 1, "name": "</textarea><b>", "total": 1}]
    with override("zh-hans"):
        text = share_text(ruleset="x", evening=None, **(TOLD | {"ranks": view_names}))
    assert "</textarea><b>" in text and "</textarea><b>" not in render_to_string(
        "games/parts/_share.html", {"share": text}
    )


# --- my matches ------------------------------------------------------------------------------------------------------


def test_my_matches_newest_first_twenty_a_page(cast, django_assert_max_num_queries):
    one, two, three, _four = cast.players
    written = [write_match(cast.room, [one, two, three, None], [[n, -n, 0, 0]]).pk for n in range(1, 23)]
    first, second = selectors_matches.my_matches(two), selectors_matches.my_matches(two, "2")
    assert [row["id"] for row in first.object_list] == written[:1:-1] and first.has_next()
    assert [row["id"] for row in second.object_list] == written[1::-1] and not second.has_next()
    row = first.object_list[0]
    assert (row["total"], row["rank"], row["seat"], row["names"][1]) == (-22, 4, 1, two.name)
    browser = browser_of(two)
    with django_assert_max_num_queries(8):  # however many matches
        page = browser.get("/me/?page=1").content.decode()
    assert page.count('<li><a href="/match/') == 20 and "−22" in page and "第 4 名" in page
    assert browser.get("/me/?page=nonsense").status_code == browser.get("/me/?page=99").status_code == 200
    assert selectors_matches.my_matches(cast.stranger).paginator.count == 0


def test_pages_of_the_past_ask_for_a_name_first(client):
    for address in ("/me/", "/me/statistics/", "/me/records.zip", "/match/1/"):
        answer = client.get(address)
        assert answer.status_code == 303 and answer.url.startswith("/enter/?next=/m")


def test_a_match_is_for_those_who_played_in_it(cast):
    one, two, three, four = cast.players
    match = write_match(cast.room, [one, two, three, None], [[6, -2, -2, -2]])
    for user, status in ((one, 200), (three, 200), (cast.admin, 200), (four, 404), (cast.stranger, 404)):
        assert browser_of(user).get(f"/match/{match.pk}/").status_code == status, user
    assert browser_of(one).get("/match/99999/").status_code == 404


def test_one_match_says_everything(cast):
    one, two, three, four = cast.players
    match = write_match(cast.room, [one, two, three, four], [[6, -2, -2, -2], [-3, 4, -1, 0]])
    Room.objects.filter(pk=cast.room.pk).update(options=cast.room.options | {"deals": 16})  # for the next one
    found = selectors_matches.match_page(match.pk, two)
    assert [row["deltas"] for row in found["deals"]] == [[6, -2, -2, -2], [-3, 4, -1, 0]]
    assert [(row["seat"], row["total"], row["rank"]) for row in found["standings"]] == [
        (0, 3, 1), (1, 2, 2), (3, -2, 3), (2, -3, 4),
    ]  # fmt: skip
    owed = [0] * 4
    for row in found["payments"]:
        payer, payee = row["seats"]
        owed[payer] -= row["amount"]
        owed[payee] += row["amount"]
    assert owed == points.standings(match, 4) and len({frozenset(row["seats"]) for row in found["payments"]}) == 4
    deals = next(row for row in found["options"] if row["key"] == "deals")
    assert deals["value"].in_("zh") != "16" and found["corrections"] == []
    page = page_of(two, f"/match/{match.pk}/")
    for deal in match.deals.all():
        assert f'href="/deal/{deal.key}/"' in page
    assert f"{two.name} → {one.name}" not in page and f"{one.name} → {two.name}" in page  # 3 of 2: set off, 1 is left
    assert f"http://testserver/match/{match.pk}/" in page
    assert "Between two players" in page_of(two, f"/match/{match.pk}/", "en")


def test_a_correction_shows_in_the_total_and_by_itself(started, no_pace, people):
    cast = started(deals=4)
    deal = finish_deal(cast.room)
    before = points.standings(deal.match, 4)
    services.correct(deal=deal, by=people.admin, payer=0, payee=2, amount=5, reason="数错了番")
    found = selectors_matches.match_page(deal.match_id, cast.host)
    one, _two, three, _four = cast.players
    assert found["corrections"] == [{"name": one.name, "points": -5}, {"name": three.name, "points": 5}]
    assert {row["seat"]: row["total"] for row in found["standings"]} == dict(
        enumerate([before[0] - 5, before[1], before[2] + 5, before[3]])
    )
    assert f"事后更正： {one.name} −5 · {three.name} +5" in page_of(cast.host, f"/match/{deal.match_id}/")


def test_the_statistics_page_links_the_dearest_hand(cast):
    one, two, three, four = cast.players
    match = write_match(cast.room, [one, two, three, four], [[6, -2, -2, -2], [-3, 4, -1, 0]])
    deal = match.deals.get(number=1)
    deal.result["wins"] = [{"seat": 0, "giver": None, "how": "self_draw", "tile": "5m", "fans": [], "total": 24}]
    deal.save()
    page = page_of(one, "/me/statistics/")
    assert f'<a href="/deal/{deal.key}/"><b>24</b></a>' in page
    assert "<b>50.0%</b> <small>1 / 2</small>" in page and "<b>100.0%</b> <small>1 / 1</small>" in page
    assert "<b>+1.5</b> <small>+3 / 2</small>" in page
    assert "还没有打完的牌。" in page_of(cast.stranger, "/me/statistics/")


# --- my records ------------------------------------------------------------------------------------------------------


def records_of(user):
    answer = browser_of(user).get("/me/records.zip")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/zip"
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    table = packed.read("index.csv")
    assert table.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"))))
    return {name: json.loads(packed.read(name)) for name in packed.namelist() if name != "index.csv"}, rows


def test_my_records_replay_and_are_listed(started, no_pace):
    cast = started(deals=4)
    first = finish_deal(cast.room)
    for player in cast.players:
        services.ready_next(room=cast.room, user=player)
    second = finish_deal(cast.room)
    for player in cast.players:
        services.ready_next(room=cast.room, user=player)  # the third one runs, and is nobody's record yet
    records, rows = records_of(cast.players[1])
    day = rows[0]["date"]
    assert list(records) == [row["file"] for row in rows] == [f"{day}-{cast.room.code}-1-{n}.json" for n in (2, 1)]
    for record, deal in zip(records.values(), (second, first), strict=True):
        answer = rules.record.replay(record)
        assert answer["ok"] and answer["deltas"] == deal.result["deltas"]
    assert [row["points"] for row in rows] == [str(deal.result["deltas"][1]) for deal in (second, first)]
    assert records_of(cast.stranger) == ({}, [])


def test_the_newest_deals_only_and_no_name_twice(started, no_pace, monkeypatch):
    cast = started(deals=4)
    first = finish_deal(cast.room)
    for player in cast.players:
        services.ready_next(room=cast.room, user=player)
    finish_deal(cast.room)
    assert [deal.number for deal, _seat in selectors_matches.my_deals(cast.host)] == [2, 1]
    packed = zipfile.ZipFile(io.BytesIO(archive.archive([(first, 0), (first, 0)])))
    assert len(set(packed.namelist())) == 3 and sum(first.key in name for name in packed.namelist()) == 1
    monkeypatch.setattr(selectors_matches, "DEALS", 1)
    assert [deal.number for deal, _seat in selectors_matches.my_deals(cast.host)] == [2]


def test_a_name_is_no_formula(started, no_pace, people):
    services.rename(user=people.players[0], nickname="=1+1")
    people.players[0].refresh_from_db()
    cast = started(deals=4)
    finish_deal(cast.room)
    _records, rows = records_of(cast.players[1])
    assert rows[0]["players"].startswith("'=1+1 / ")


def test_archives_are_limited_by_themselves(cast, settings):
    """Each is seconds of work; the other pages stay open meanwhile."""
    settings.LIMITS = 1
    browser = browser_of(cast.host)
    answers = [browser.get("/me/records.zip").status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
    assert browser.get("/me/").status_code == 200
