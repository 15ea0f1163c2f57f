"""HTML of tiles: one tile, runs of tiles, melds. Joined here and not in template loops, which cost twentyfold.

Takes tile names ("5m", "E", "" = face down) and returns safe HTML in the active language. Must not put anything about a
face-down tile into the markup: every back is the same text.
"""

from functools import cache

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_noop

NAMES = {
    "1m": gettext_noop("1 character"),
    "2m": gettext_noop("2 characters"),
    "3m": gettext_noop("3 characters"),
    "4m": gettext_noop("4 characters"),
    "5m": gettext_noop("5 characters"),
    "6m": gettext_noop("6 characters"),
    "7m": gettext_noop("7 characters"),
    "8m": gettext_noop("8 characters"),
    "9m": gettext_noop("9 characters"),
    "1p": gettext_noop("1 dot"),
    "2p": gettext_noop("2 dots"),
    "3p": gettext_noop("3 dots"),
    "4p": gettext_noop("4 dots"),
    "5p": gettext_noop("5 dots"),
    "6p": gettext_noop("6 dots"),
    "7p": gettext_noop("7 dots"),
    "8p": gettext_noop("8 dots"),
    "9p": gettext_noop("9 dots"),
    "1s": gettext_noop("1 bamboo"),
    "2s": gettext_noop("2 bamboos"),
    "3s": gettext_noop("3 bamboos"),
    "4s": gettext_noop("4 bamboos"),
    "5s": gettext_noop("5 bamboos"),
    "6s": gettext_noop("6 bamboos"),
    "7s": gettext_noop("7 bamboos"),
    "8s": gettext_noop("8 bamboos"),
    "9s": gettext_noop("9 bamboos"),
    "E": gettext_noop("east wind"),
    "S": gettext_noop("south wind"),
    "W": gettext_noop("west wind"),
    "N": gettext_noop("north wind"),
    "C": gettext_noop("red dragon"),
    "F": gettext_noop("green dragon"),
    "P": gettext_noop("white dragon"),
    "a": gettext_noop("spring"),
    "b": gettext_noop("summer"),
    "c": gettext_noop("autumn"),
    "d": gettext_noop("winter"),
    "e": gettext_noop("plum"),
    "f": gettext_noop("orchid"),
    "g": gettext_noop("bamboo flower"),
    "h": gettext_noop("chrysanthemum"),
    "": gettext_noop("face down"),
}


def tile_name(tile: str) -> str:
    """ "5m" -> "五万" in the active language; "" is a face-down tile. An unknown name raises KeyError."""
    return gettext(NAMES[tile])


def tile_names(tiles) -> str:
    """Names of several tiles, separated by a space."""
    return " ".join(tile_name(tile) for tile in tiles)


@cache
def _picture(tile: str, language: str | None) -> str:
    # the language is only the cache's key: the name is read in the active one, which is the same
    source = static(f"tiles/{tile or 'back'}.svg")
    return f'<img src="{source}" alt="{tile_name(tile)}" width="60" height="80">'


def picture(tile: str) -> SafeString:
    """The bare <img> with its name."""
    return mark_safe(_picture(tile, get_language()))


def tile_html(tile: str, classes: str = "") -> SafeString:
    """One tile: `<span class="tile"><img alt="五万"></span>`. `classes` is our own code's, never from people."""
    return mark_safe(f'<span class="tile{" " + classes if classes else ""}">{_picture(tile, get_language())}</span>')


def run_html(tiles, classes: str = "") -> SafeString:
    """Several tiles side by side, as one string."""
    return mark_safe("".join(tile_html(tile, classes) for tile in tiles))


def meld_html(meld: dict, seat: int, seats: int) -> SafeString:
    """One meld as people lay it: the claimed tile sideways toward who gave it, an added fourth on top of it.

    `meld` is {"kind", "tiles", "from", "claimed"} of the view, `seat` its owner, `seats` how many play.
    """
    tiles, claimed, giver = list(meld["tiles"]), meld.get("claimed"), meld.get("from")
    if not claimed or giver is None or claimed not in tiles:
        return mark_safe(f'<span class="meld">{run_html(tiles)}</span>')
    tiles.remove(claimed)
    on_top = meld["kind"] == "added_kong" and claimed in tiles
    if on_top:
        tiles.remove(claimed)
    sideways = f'<span class="laid">{tile_html(claimed, "side")}{tile_html(claimed, "side") if on_top else ""}</span>'
    # the giver sits left (previous seat), right (next seat) or across
    distance = (giver - seat) % seats
    place = 0 if distance == seats - 1 else len(tiles) if distance == 1 else 1
    if seats == 2:
        place = 1
    upright = [tile_html(tile) for tile in tiles]
    return mark_safe(f'<span class="meld">{"".join([*upright[:place], sideways, *upright[place:]])}</span>')
