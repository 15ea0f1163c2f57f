"""parts(): for every state of the room, one well-formed element an id, in both languages, with nothing hidden in it."""

import dataclasses
import re
from html.parser import HTMLParser

import pytest

import rules
from games.render import PART_IDS, digest, notice, parts
from tests.games import room_views

VOID = {"img", "input", "br", "meta", "link"}
ALL = [(state, language) for state in room_views.STATES for language in ("zh-hans", "en")]


class Elements(HTMLParser):
    """Every element with its attributes and the text and alt texts inside it; `problems` when tags do not match."""

    def __init__(self, html):
        super().__init__()
        self.stack, self.found, self.roots, self.problems = [], [], [], []
        self.feed(html)
        self.close()
        if self.stack:
            self.problems.append(f"open: {[tag for tag, _attrs, _text in self.stack]}")

    def handle_starttag(self, tag, attrs):
        entry = (tag, dict(attrs), [])
        if not self.stack:
            self.roots.append(entry)
        self.found.append(entry)
        if tag == "img":
            for _tag, _attrs, text in self.stack:
                text.append(dict(attrs).get("alt", ""))
        if tag not in VOID:
            self.stack.append(entry)

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1][0] != tag:
            self.problems.append(f"</{tag}>")
        else:
            self.stack.pop()

    def handle_data(self, data):
        for _tag, _attrs, text in self.stack:
            text.append(data)


def render(state, language="zh-hans"):
    return parts(room_views.fresh(state), language)


def buttons(html):
    """Attributes and accessible words; the key in the corner is for the eye alone."""
    html = re.sub(r"<kbd[^>]*>[^<]*</kbd>", "", html)
    return [(attrs, " ".join("".join(text).split())) for tag, attrs, text in Elements(html).found if tag == "button"]


@pytest.mark.parametrize(("state", "language"), ALL)
def test_every_part_is_one_swappable_element(state, language):
    html = render(state, language)
    assert tuple(html) == PART_IDS
    ids = []
    for part_id, text in html.items():
        tree = Elements(text)
        assert not tree.problems, (part_id, tree.problems)
        [(_tag, attrs, _text)] = tree.roots
        assert attrs["id"] == part_id and attrs["hx-swap-oob"] == "true"
        ids += [attrs["id"] for _tag, attrs, _text in tree.found if "id" in attrs]
        for tag, attrs, _text in tree.found:
            assert tag not in ("script", "style") and "style" not in attrs, part_id
            assert not [name for name in attrs if name.startswith(("on", "hx-on"))], part_id
    assert len(ids) == len(set(ids)), ids


@pytest.mark.parametrize(("state", "language"), ALL)
def test_every_control_has_a_name(state, language):
    for text in render(state, language).values():
        for attrs, name in buttons(text):
            assert name or attrs.get("aria-label"), attrs
        for tag, attrs, _text in Elements(text).found:
            if tag == "img":
                assert "alt" in attrs


def test_states_show_their_parts_and_hide_the_others():
    shown = {
        state: {part for part, text in render(state).items() if "hidden" not in Elements(text).roots[0][1]}
        for state in room_views.STATES
    }
    assert {"lobby"} <= shown["lobby"] and not shown["lobby"] & {"hand", "status", "result", "standings"}
    assert {"hand", "actions", "status", "pond-me"} <= shown["my_turn"] and not shown["my_turn"] & {"lobby", "result"}
    assert {"result", "status"} <= shown["result"] and not shown["result"] & {"lobby", "standings"}
    assert {"result", "standings"} <= shown["standings"]
    assert not shown["spectator"] & {"hand", "actions"}


def test_the_hand_discards_and_the_drawn_tile_is_apart():
    hand = Elements(render("my_turn")["hand"])
    tiles = [attrs for tag, attrs, _text in hand.found if tag == "button"]
    assert [attrs["id"] for attrs in tiles] == [f"h{index}" for index in range(14)]
    assert tiles[0]["name"] == "action" and tiles[0]["value"] == "discard 1m" and tiles[0]["form"] == "act-form"
    assert [attrs.get("class") for tag, attrs, _text in hand.found if tag == "li"].index("drawn") == 13
    assert tiles[13]["value"] == "discard C"
    assert 'name="window" value="31"' in render("my_turn")["actions"]


def test_only_allowed_tiles_can_be_discarded():
    tiles = [attrs for attrs, _name in buttons(render("declared")["hand"])]
    assert [attrs.get("value") for attrs in tiles if "value" in attrs] == ["discard C"]
    assert all(attrs["aria-disabled"] == "true" and attrs["title"] for attrs in tiles[:13])


def test_nobody_not_asked_has_a_form():
    for state in ("playing", "waiting", "answered", "spectator", "result"):
        html = render(state)
        assert 'name="action"' not in html["hand"] + html["actions"] and 'name="window"' not in html["actions"]


def test_the_claim_bar_has_a_fixed_order_and_shows_its_tiles():
    bar = render("claims")["actions"]
    places = [bar.index(f"slot-{name}") for name in ("win", "kong", "pung", "chow", "more", "pass")]
    assert places == sorted(places)
    names = [name for _attrs, name in buttons(bar)]
    assert names == ["胡五万", "碰五万五万", "吃三万四万", "吃四万六万", "过"]


def test_declaring_lists_each_discard_with_its_waits():
    names = [name for attrs, name in buttons(render("my_turn")["actions"]) if attrs["class"] == "claim declare"]
    assert names == ["报听红中听三万六万", "报听五万听红中", "夹听红中听三万"]


def test_answering_and_waiting_read_the_same_but_for_the_own_answer():
    """A part that changed when somebody answered would tell that he was asked."""
    waiting, answered = render("waiting"), render("answered")
    assert "已选 碰，等待他家" in answered["actions"]
    assert [part for part in PART_IDS if waiting[part] != answered[part]] == ["actions", "sync"]
    assert "等待应答" in waiting["status"]


def test_choosing_tiles_in_the_hand():
    html = render("picking")
    assert html["hand"].count('data-pick="') == 14 and "选 3 张" in html["actions"]
    assert 'data-tiles="1m 2m 3m"' in html["actions"] and "<select" in html["actions"]


def test_the_last_discard_is_marked_and_said():
    html = render("claims")
    assert html["pond-left"].count("newest") == 1 and "newest" not in html["pond-right"] + html["pond-across"]
    assert "南家 Bot Bei" in html["status"] and "打出" in html["status"] and 'alt="五万"' in html["status"]
    assert "南家 Bot Bei 打出 五万" in html["news"]


def test_the_countdown_stands_only_before_those_asked():
    assert 'data-due="1900000000000"' in render("claims")["status"]
    assert "data-due" not in render("waiting")["status"] + render("spectator")["status"]


def test_result_goes_fan_by_fan_and_payer_by_payer():
    text = " ".join("".join(Elements(render("result")["result"]).roots[0][2]).split())
    for words in (
        "你 自摸",
        "夹胡",
        "庄家 东家 大连老李头",
        "东家 大连老李头 → 你",
        "明杠",
        "+17",
        "−8",
        "总分 −20",
        "9f86d0",
    ):
        assert words in text, words
    assert "下一局" in text and "还在等： Anna" in text


def test_a_name_cannot_become_markup():
    view = room_views.fresh("my_turn")
    view["seats"][1]["name"] = "<b onclick=x>&\"'"
    for text in parts(view, "en").values():
        assert "<b onclick" not in text


@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_players_leave_places_empty(seats):
    view = room_views.fresh("playing")
    view["seats"] = view["seats"][:seats]
    deal = view["deal"]["view"]
    deal["seats"] = deal["seats"][:seats]
    deal |= {"rows": [], "last": None, "news": []}
    for seat in deal["seats"]:
        seat["melds"] = []
    html = parts(view, "en")
    empty = {place for place in ("left", "across", "right") if "hidden" in Elements(html[f"seat-{place}"]).roots[0][1]}
    assert empty == ({"left", "right"} if seats == 2 else {"across"})


def test_the_same_view_gives_the_same_text_and_digest():
    one, other = render("claims"), render("claims")
    assert one == other and digest(one) == digest(other)
    assert digest(one) in one["sync"] and digest(one) != digest(render("waiting"))


def test_what_a_viewer_may_not_see_changes_nothing():
    """Two deals that differ in the others' hands and the wall give the same page to seat 0 and to a spectator."""
    options = rules.check_options("dalian", {})
    deal, _events = rules.start("dalian", options, b"\x05" * 32, dealer=1)
    hands = [deal.seats[2].concealed, deal.seats[3].concealed]
    assert hands[0] != hands[1]
    swapped = (deal.seats[0], deal.seats[1]) + tuple(
        seat._replace(concealed=hand) for seat, hand in zip(deal.seats[2:], hands[::-1], strict=True)
    )
    other = dataclasses.replace(deal, seats=swapped)
    for seat in (0, None):
        pages = []
        for state in (deal, other):
            view = room_views.room_view(deal_view=rules.view_for(state, seat))
            view["me"]["seat"] = seat
            pages.append(parts(view, "zh-hans"))
        assert pages[0] == pages[1]


def test_hidden_tiles_carry_no_attribute_of_their_own():
    html = render("playing")
    row = re.search(r'class="row" aria-hidden="true">(.*?)</span>', html["seat-right"])[1]
    assert row == '<i class="tile back"></i>' * 8


def test_notice_says_a_sentence_or_nothing():
    assert "hidden" in Elements(notice("", "en")).roots[0][1]
    said = notice(room_views.text("慢了", "too <late>"), "en")
    assert "too &lt;late&gt;" in said and Elements(said).roots[0][1]["role"] == "alert"


def test_language_decides_every_label():
    zh, en = "".join(render("my_turn").values()), "".join(render("my_turn", "en").values())
    assert "轮到你出牌" in zh and "Your turn" not in zh
    assert "Your turn: discard" in en and "轮到你" not in en and "报听" not in en


def test_a_robbed_kong_is_marked_where_it_lies_and_only_while_it_may_be_robbed():
    robbed = render("rob_kong")
    assert [part for part, text in robbed.items() if "newest" in text] == ["seat-across"]
    assert "newest" not in render("playing")["seat-across"] and "补杠" in robbed["status"]
