"""Tile faces, names and melds: the committed drawings are what the drawing code makes, and hidden tiles say nothing."""

import re
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils.translation import override

from games import tile_html
from games.tileart import faces

FOLDER = settings.BASE_DIR / "static" / "tiles"


def test_committed_faces_are_the_drawing_codes_output():
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(faces.names())
    for name in faces.names():
        assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == faces.face(name), name


def test_faces_are_small_plain_pictures():
    """Valid XML, the same box, no <text> (fonts differ), nothing that loads or runs, and no two alike."""
    bodies = set()
    for name in faces.names():
        svg = faces.face(name)
        root = ElementTree.fromstring(svg)
        assert root.get("viewBox") == "0 0 60 80"
        tags = {element.tag.rsplit("}", 1)[1] for element in root.iter()}
        assert tags <= {"svg", "g", "rect", "path", "circle", "ellipse"}, name
        assert len(svg) < 6000, name
        bodies.add(svg)
    assert len(bodies) == 44


@pytest.mark.parametrize(
    ("tile", "zh", "en"),
    [
        ("5m", "五万", "5 characters"),
        ("1s", "一条", "1 bamboo"),
        ("9p", "九筒", "9 dots"),
        ("E", "东风", "east wind"),
        ("C", "红中", "red dragon"),
        ("P", "白板", "white dragon"),
        ("h", "菊", "chrysanthemum"),
        ("", "背面", "face down"),
    ],
)
def test_names_in_both_languages(tile, zh, en):
    for language, name in (("zh-hans", zh), ("en", en)):
        with override(language):
            html = Template("{% load tiles %}{% tile name %}").render(Context({"name": tile}))
        assert f'alt="{name}"' in html
        assert re.search(rf"tiles/{tile or 'back'}[.\w]*svg", html)


def test_a_run_is_its_tiles_and_an_unknown_tile_is_a_mistake():
    assert tile_html.run_html(["1m", "2m"]) == tile_html.tile_html("1m") + tile_html.tile_html("2m")
    with pytest.raises(KeyError):
        tile_html.tile_name("0m")


def test_every_back_is_the_same_text():
    assert len({tile_html.tile_html("") for _ in range(3)}) == 1
    meld = {"kind": "concealed_kong", "tiles": [""] * 4, "from": None, "claimed": None}
    assert tile_html.melds_html([meld], 1, 4).count(tile_html.tile_html("")) == 4


@pytest.mark.parametrize(
    ("giver", "seats", "place"),
    [(3, 4, 0), (2, 4, 1), (1, 4, 2), (1, 3, 2), (2, 3, 0), (1, 2, 1)],  # from seat 0: left, across, right
)
def test_the_claimed_tile_lies_toward_its_giver(giver, seats, place):
    meld = {"kind": "chow", "tiles": ["3s", "4s", "5s"], "from": giver, "claimed": "4s"}
    html = tile_html.melds_html([meld], 0, seats)
    tiles = re.findall(r'<span class="(tile(?: side)?)"', html)
    assert [index for index, name in enumerate(tiles) if "side" in name] == [place]


def test_an_added_fourth_lies_on_the_claimed_one():
    meld = {"kind": "added_kong", "tiles": ["2s"] * 4, "from": 3, "claimed": "2s"}
    html = tile_html.melds_html([meld], 0, 4)
    assert html.index("laid") < html.index('class="tile"') and html.count('class="tile side"') == 2


def test_the_tile_of_a_kong_that_may_be_robbed_stands_out():
    kong = {"kind": "added_kong", "tiles": ["2s"] * 4, "from": 1, "claimed": "2s"}
    other = {"kind": "added_kong", "tiles": ["6p"] * 4, "from": 1, "claimed": "6p"}
    html = tile_html.melds_html([other, kong], 0, 4, "2s")
    assert html.count("newest") == 1 and html.index("newest") > html.index("6p")
    assert "newest" not in tile_html.melds_html([other, kong], 0, 4)
