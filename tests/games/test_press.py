"""A press counts only where it began (LESSONS W23): moved fingers, and a table that changes under the finger."""

import pytest

from tests.games.test_views_browser import Stage, stage  # noqa: F401  a fixture

pytestmark = pytest.mark.e2e


def middle(page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_press_that_ends_elsewhere_plays_nothing(stage: Stage):  # noqa: F811
    stage.show("my_turn")
    mouse = stage.page.mouse
    # a tile that is let go above the hand has been dragged there on purpose: e2e/test_layout.py
    for begin, end in (("#h3", "#h5"), ("#actions .claim.kong", "#status"), ("#status", "#h3")):
        mouse.move(*middle(stage.page, begin))
        mouse.down()
        mouse.move(*middle(stage.page, end))
        mouse.up()
    stage.page.wait_for_timeout(100)
    assert stage.posts == []


def test_a_table_that_changes_under_the_finger_plays_nothing_else(stage: Stage):  # noqa: F811
    """Pressed on the hand of one moment, released over the same place of the next: no click on what lies there now."""
    stage.show("claims")
    x, y = middle(stage.page, "#actions .claim.pass")
    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    stage.push("waiting")
    stage.page.wait_for_selector("#actions.mode-empty")
    stage.push("claims")
    stage.page.wait_for_selector("#actions .claim.pass")
    stage.page.wait_for_timeout(250)  # the dead moment after a swap is over: it is not what protects here
    stage.page.mouse.up()
    stage.page.wait_for_timeout(100)
    assert stage.posts == []
