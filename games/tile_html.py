"""HTML of tiles: one tile, runs of tiles, melds. Joined here and not in template loops, which cost twentyfold.

Takes tile names ("5m", "E", "" = face down) and returns safe HTML in the active language. Must not put anything about a
face-down tile into the markup: every back is the same text.
"""

from functools import cache, lru_cache

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


# Each of these is drawn once: the language of a key is the active one, in which the names are read.
@cache
def _picture(tile: str, language: str | None) -> SafeString:
    source = static(f"tiles/{tile or 'back'}.svg")
    return mark_safe(f'<img src="{source}" alt="{tile_name(tile)}">')


@cache
def _tile(tile: str, classes: str, language: str | None) -> SafeString:
    return mark_safe(f'<span class="tile{" " + classes if classes else ""}">{_picture(tile, language)}</span>')


@lru_cache(maxsize=4096)
def _run(tiles: tuple[str, ...], classes: str, language: str | None) -> SafeString:
    return mark_safe("".join([_tile(tile, classes, language) for tile in tiles]))


def picture(tile: str) -> SafeString:
    """The bare <img> with its name."""
    return _picture(tile, get_language())


def tile_html(tile: str, classes: str = "") -> SafeString:
    """One tile: `<span class="tile"><img alt="五万"></span>`. `classes` is our own code's, never from people."""
    return _tile(tile, classes, get_language())


def run_html(tiles, classes: str = "") -> SafeString:
    """Several tiles side by side, as one string."""
    return _run(tuple(tiles), classes, get_language())


def backs_html(count: int) -> SafeString:
    """Face-down tiles of a seat, as short as can be: they are in every second message. Style sheets draw the back."""
    return mark_safe('<i class="tile back"></i>' * count)


def pond_html(discards: list[dict], newest: bool) -> SafeString:
    """Discards as list items; the last one stands out when it is the `newest` of the table, claimed ones are faint."""
    language, last = get_language(), len(discards) - 1
    html = []
    for index, discard in enumerate(discards):
        if discard["claimed"]:
            classes = "claimed"
        elif newest and index == last:
            classes = "newest"
        else:
            classes = "drawn-out" if discard["from_hand"] is False else ""
        html.append(f"<li>{_tile(discard['tile'], classes, language)}</li>")
    return mark_safe("".join(html))


def melds_html(melds: list[dict], seat: int, seats: int, robbed: str | None = None) -> SafeString:
    """A seat's melds as people lay them: the claimed tile sideways toward who gave it, an added fourth on top of it.

    A meld is {"kind", "tiles", "from", "claimed"} of the view; `seats` is how many play. `robbed`: the tile just
    added to a pung, which may be robbed; it stands out like the newest discard.
    """
    language = get_language()
    html = []
    for m in melds:
        newest = robbed is not None and m["kind"] == "added_kong" and m["claimed"] == robbed
        html.append(_meld(tuple(m["tiles"]), m["kind"], m["claimed"], m["from"], seat, seats, newest, language))
    return mark_safe("".join(html))


@lru_cache(maxsize=4096)
def _meld(
    faces: tuple[str, ...],
    kind: str,
    claimed: str | None,
    giver: int | None,
    seat: int,
    seats: int,
    newest: bool,
    language: str | None,
) -> SafeString:
    tiles = list(faces)
    if not claimed or giver is None or claimed not in tiles:
        return _group(len(faces), _run(faces, "", language))
    tiles.remove(claimed)
    on_top = kind == "added_kong" and claimed in tiles
    if on_top:
        tiles.remove(claimed)
    laid = _tile(claimed, "side", language)
    if on_top:
        laid = _tile(claimed, "side newest" if newest else "side", language) + laid
    # the giver sits left (previous seat), right (next seat) or across
    distance = (giver - seat) % seats
    place = 1 if seats == 2 else 0 if distance == seats - 1 else len(tiles) if distance == 1 else 1
    upright = [_tile(tile, "", language) for tile in tiles]
    upright.insert(place, f'<span class="laid">{laid}</span>')
    return _group(len(upright), "".join(upright))


def _group(side_by_side: int, tiles: str) -> SafeString:
    return mark_safe(f'<span class="meld{" four" * (side_by_side == 4)}">{tiles}</span>')
