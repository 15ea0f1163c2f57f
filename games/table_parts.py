"""What the table's parts show: contexts for status, news, seats, ponds, rows, claim bar and hand, out of a room view.

No rule set is known by name here: labels, groups and extra rows come with the view. Called inside the page's language.
"""

from functools import cache

from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games import hint_parts
from games.templatetags.tiles import in_language
from games.tile_html import backs_html, melds_html, picture, pond_html, run_html, tile_html, tile_name, tile_names

SLOTS = ("win", "kong", "pung", "chow")
KEYS = {"win": "h", "kong": "g", "pung": "p", "chow": "c", "pass": "x"}  # of the keyboard: 胡 杠 碰 吃 过, keys.js
PICK_FROM = 7  # more choices than this, all of several tiles, are picked in the hand instead of listed


def contexts(room_view: dict) -> dict[str, tuple[str, dict]]:
    """{part id: (template name, context)} of everything that belongs to a running or just finished deal."""
    table = Table(room_view)
    found = {
        "status": ("status", table.status()),
        "news": ("news", {"lines": table.news()}),
        "rows": ("rows", {"rows": table.rows()}),
    }
    for place, seat in table.places.items():
        found[f"seat-{place}"] = ("seat", table.seat(seat, place))
        found[f"pond-{place}"] = ("pond", table.pond(seat, place))
    if table.me is not None:
        found["hand"] = ("hand", table.hand())
        found["actions"] = ("actions", table.actions())
        if not table.over and (hints := room_view["deal"].get("hints")) is not None:
            found["hints"] = ("hints", hint_parts.context(hints, table.view["seats"][table.me]["drawn"]))
    return found


def label(value) -> str:
    """A Text of the view in the active language."""
    return in_language(value, get_language() or "zh-hans")


@cache
def _winds(language: str | None) -> tuple[dict[str, str], dict[str, str]]:
    """Names and marks of the winds; `language` is the active one and only the cache's key."""
    names = {
        "E": pgettext("seat", "East"),
        "S": pgettext("seat", "South"),
        "W": pgettext("seat", "West"),
        "N": pgettext("seat", "North"),
    }
    marks = {
        "E": pgettext("mark", "E"),
        "S": pgettext("mark", "S"),
        "W": pgettext("mark", "W"),
        "N": pgettext("mark", "N"),
    }
    return names, marks


def wind_name(wind: str) -> str:
    """ "W" -> "西家" / "West": how people call a seat."""
    return _winds(get_language())[0][wind]


def wind_mark(wind: str) -> str:
    """ "W" -> "西" / "W": the short mark on a card."""
    return _winds(get_language())[1][wind]


class Table:
    """One viewer's look at one deal: who sits where on the screen, and what each part says."""

    def __init__(self, room_view: dict) -> None:
        self.room_view = room_view
        self.view = room_view["deal"]["view"]
        self.me = room_view["me"]["played"]
        self.players = {seat["number"]: seat for seat in room_view["seats"]}
        for number, name in enumerate(room_view["deal"]["names"] or ()):  # after a match others may sit there by now
            self.players[number] = self.players[number] | {"name": name}
        self.seats = {seat["seat"]: seat for seat in self.view["seats"]}
        self.places = self._places()
        self.over = self.view["phase"] == "over"
        # while a bot stands in for the viewer, it is the bot that is asked
        self.paused = room_view["room"]["paused"]
        playing = not self.over and not self.paused and not room_view["me"].get("away")
        self.asked = bool(self.view["actions"]) and playing

    def _places(self) -> dict[str, int]:
        """Screen place -> seat. The next player sits at the right; a spectator looks over the first seat's shoulder."""
        count, base = len(self.seats), self.me or 0
        names = {2: ("me", "across"), 3: ("me", "right", "left")}.get(count, ("me", "right", "across", "left"))
        return {name: (base + step) % count for step, name in enumerate(names)}

    def name(self, seat: int) -> str:
        """ "西家 小王", or "你" / "West (you)"."""
        wind = wind_name(self.seats[seat]["wind"])
        return _("%(wind)s (you)") % {"wind": wind} if seat == self.me else f"{wind} {self.players[seat]['name']}"

    # --- status and news -----------------------------------------------------------------------------------------
    def status(self) -> dict:
        view, match = self.view, self.room_view["match"]
        return {
            "sentence": self._sentence(),
            "last": self._last(),
            "mine": self.asked,
            "due": self.room_view["deal"]["due_ms"] if self.asked else None,
            "round": wind_mark(view["round_wind"]),
            "deal_number": match["deal_number"] if match else None,
            "deals_total": match["deals_total"] if match else None,
            "wall_left": view["wall_left"],
            "live_left": view["live_left"] if view["live_left"] != view["wall_left"] else None,
            "dice": " / ".join("·".join(str(die) for die in roll) for roll in view["dice"]),
        }

    def _sentence(self) -> str:
        """Who is waited for. In a claim window everybody who is not asked reads the same words."""
        view = self.view
        if self.paused:
            return _("The table is paused")
        if self.over:
            result = view["result"]
            return _("Drawn deal") if not result or result["drawn"] else _("The deal is over")
        if self.asked:
            if self._discards():
                return _("Your turn: discard")
            return _("Your turn: answer") if view["phase"] in ("claims", "rob_kong") else _("Your turn: choose")
        if view["phase"] == "settling":
            return _("Settling the deal")
        if view["turn"] is None:
            return _("Waiting for answers")
        if view["turn"] == self.me:
            return _("One moment")
        return _("Waiting for %(who)s") % {"who": self.name(view["turn"])}

    def _last(self) -> dict | None:
        last = self.view["last"]
        if not last or self.over:
            return None
        verb = _("added a kong of") if last["kind"] == "added_kong" else _("discarded")
        return {"who": self.name(last["seat"]), "verb": verb, "tile": tile_html(last["tile"], "small")}

    def news(self) -> list[dict]:
        """Short sentences for the live region, "西家 打出 五筒", each with its kind (public), which names its sound."""
        lines = []
        for item in self.view["news"]:
            if item["kind"] == "drew" and item["seat"] != self.me:
                continue  # everybody draws: only one's own tile is news
            who = self.name(item["seat"]) if item.get("seat") is not None else ""
            words = " ".join(part for part in (who, label(item["label"]), tile_names(item["tiles"])) if part)
            lines.append({"kind": item["kind"], "text": words})
        return lines

    def rows(self) -> list[dict]:
        """The rule set's own rows (宝, 海底 …): label, words, tiles, whose."""
        return [
            {
                "label": label(row["label"]),
                "text": label(row["text"]),
                "tiles": run_html(row["tiles"], "small"),
                "who": self.name(row["seat"]) if row["seat"] is not None else "",
            }
            for row in self.view["rows"]
        ]

    # --- seats and ponds -----------------------------------------------------------------------------------------
    def seat(self, number: int, place: str) -> dict:
        seat, player = self.seats[number], self.players[number]
        own = number == self.me
        hidden = seat["hand"] is None
        last = self.view["last"]
        robbed = last and not self.over and last["kind"] == "added_kong" and last["seat"] == number
        return {
            "place": place,
            "player": player,
            "wind": wind_mark(seat["wind"]),
            "dealer": seat["dealer"],
            "active": not self.over and self.view["turn"] == number,
            "out": seat["out"],
            "badges": [label(badge["label"]) for badge in seat["badges"]],
            "score": player["total"] + (0 if self.over else seat["points"]),
            "points": seat["points"],
            "count": seat["hand_count"],
            "backs": backs_html(seat["hand_count"]) if hidden else "",
            "shown": "" if hidden or own else run_html(seat["hand"]),
            "melds": melds_html(seat["melds"], number, len(self.seats), last["tile"] if robbed else None),
            "flowers": run_html(seat["flowers"]),
        }

    def pond(self, number: int, place: str) -> dict:
        """Discards in order; the newest one on the table stands out."""
        last = self.view["last"]
        newest = bool(last) and last["kind"] == "discard" and last["seat"] == number and not self.over
        return {
            "place": place,
            "who": self.name(number),
            "wind": wind_mark(self.seats[number]["wind"]),
            "tiles": pond_html(self.seats[number]["pond"], newest),
        }

    # --- the viewer's own hand and choices -----------------------------------------------------------------------
    def _discards(self) -> dict[str, str]:
        """Tile -> text of the action that discards it."""
        found: dict[str, str] = {}
        for action in self.view["actions"] if self.asked else ():
            if action["group"] == "discard" and action["tiles"]:
                found.setdefault(action["tiles"][0], action["text"])
        return found

    def _picking(self) -> bool:
        if not self.asked or self.room_view["me"]["trustee"]:
            return False
        choices = [action for action in self.view["actions"] if action["group"] != "pass"]
        shapes = {(action["kind"], len(action["tiles"])) for action in choices}
        return len(choices) >= PICK_FROM and len(shapes) == 1 and next(iter(shapes))[1] >= 2

    def hand(self) -> dict:
        """The own tiles as buttons, the drawn one apart at the end. Ids go by place, never by tile."""
        seat = self.seats[self.me]
        tiles, drawn = list(seat["hand"] or ()), seat["drawn"]
        if drawn in tiles:
            tiles.remove(drawn)
            tiles.append(drawn)
        else:
            drawn = None
        discards, picking = self._discards(), self._picking()
        marks = hint_parts.marks(self.room_view["deal"].get("hints")) if discards else {}
        html = []
        for index, tile in enumerate(tiles):
            place = "drawn" if drawn and index == len(tiles) - 1 else ""
            left = marks.get(tile) if tile in discards else None
            if picking:
                what = format_html('type="button" data-pick="{}" aria-pressed="false"', tile)
            elif tile in discards:
                what = format_html('type="submit" form="act-form" name="action" value="{}"', discards[tile])
            elif discards:
                what = format_html(
                    'type="button" aria-disabled="true" title="{}"', _("This tile may not be discarded now")
                )
            else:
                what = mark_safe('type="button" aria-disabled="true"')
            if left:
                place = f"{place} {left[0]}".strip()
                what = format_html('{} title="{}"', what, left[1])
            place = f' class="{place}"' if place else ""
            html.append(
                f'<li{place}><button id="h{index}" class="tile" data-tile="{tile}" {what}>{picture(tile)}</button></li>'
            )
        return {"tiles": mark_safe("".join(html)), "can_discard": bool(discards), "count": len(tiles)}

    def actions(self) -> dict:
        """The claim bar: fixed slots 胡 杠 碰 吃, then everything else, and 过 at a distance."""
        view = self.view
        me = self.room_view["me"]
        base = {
            "trustee": me["trustee"],
            "away": me.get("away", False),
            "window": view["window"] if self.asked else None,
            "mode": "empty",
        }
        if not self.asked or me["trustee"]:
            answered = view["answered"] if not self.over else None
            return base | {"answered": label(answered["label"]) if answered else ""}
        groups: dict[str, list[dict]] = {}
        for action in view["actions"]:
            if action["group"] != "discard":
                groups.setdefault(action["group"], []).append(self._option(action))
        passing = groups.pop("pass", [])
        if self._picking():
            options = [option for group in groups.values() for option in group]
            return base | {"mode": "pick", "options": options, "size": options[0]["size"], "passing": passing}
        slots = [(name, KEYS[name], groups.pop(name, [])) for name in SLOTS]
        more = [option for group in groups.values() for option in group]
        for listed in (more, *(options for _name, _key, options in slots if len(options) > 1)):
            for number, option in enumerate(listed, 1):
                option["key"] = str(number) if number < 10 else ""
        wide = not any(options for _name, _key, options in slots) and 0 < len(more) <= 4
        return base | {"mode": "wide" if wide else "slots", "slots": slots, "more": more, "passing": passing}

    def _option(self, action: dict) -> dict:
        waits = action.get("waits")
        return {
            "value": action["text"],
            "label": label(action["label"]),
            "group": action["group"],
            "key": KEYS.get(action["group"], ""),
            "tile_list": " ".join(sorted(action["tiles"])),
            "size": len(action["tiles"]),
            "names": tile_names(action["tiles"]),
            "tiles": run_html(action["tiles"]),
            "discard": tile_name(action["tiles"][0]) if action["group"] == "declare" and action["tiles"] else "",
            "waits": run_html(waits) if waits else "",
        }
