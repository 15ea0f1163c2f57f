"""What the calculator answers: what the hand is worth, what is missing, what it waits for or what is wrong.

One path, the case of CASES.md, which the command `score` takes too. Called inside the page's
language; says everything as a player reads it.
"""

import json
import re

from django.urls import reverse
from django.utils.translation import gettext as _

from games import score_state as states
from games.score_state import State
from games.table_parts import label, wind_name
from games.tile_html import picture, run_html, tile_html, tile_name
from rules.case import Scored, scored
from rules.case_words import word
from rules.errors import NotAWin, RuleError
from rules.scoring import Score
from rules.text import Text
from rules.tiles import INDEX, NAMES, WINDS


def address(code: str) -> str:
    return reverse("score-ruleset", args=[code])


def name(state: State, seat: int) -> str:
    """ "东家": seats are called by their winds, the dealer is East."""
    return wind_name(NAMES[WINDS[(seat - state.dealer) % state.count]])


def in_order(state: State) -> list[int]:
    """The seats from the dealer on."""
    return [(state.dealer + step) % state.count for step in range(state.count)]


# --- the answer ------------------------------------------------------------------------------------------------------
def result(state: State) -> dict:
    """What the hand is worth; or what is still missing, what it waits for, or what is wrong."""
    case = states.case_of(state)
    query = states.query_of(state)
    found: dict = {
        "link": address(state.code) + (f"?{query}" if query else ""),
        "case": json.dumps(case, ensure_ascii=False),
    }
    if missing := _missing(state):
        return found | {"missing": missing}
    if not state.tile and state.kind not in ("draw", "opening"):
        return found | _waiting(state, case)
    try:
        return found | _answer(state, scored(case))
    except RuleError as error:
        return found | {"error": _error(state, error.text), "not_a_win": isinstance(error, NotAWin)}


def _missing(state: State) -> str:
    """A sentence while a hand is still being put together; "" when there is something to answer, right or wrong."""
    for seat in state.winners:
        hand, wanted = state.seats[seat].hand, state.wanted(seat)
        have = len(states.tiles_in(hand))
        if have >= wanted or not states.readable(hand):
            continue
        if have == 0 and not state.seats[seat].melds:
            return _("Click the tiles of %(who)s's hand, or type them.") % {"who": name(state, seat)}
        return _("%(who)s's hand: %(count)s more tiles.") % {"who": name(state, seat), "count": wanted - have}
    return ""


def _waiting(state: State, case: dict) -> dict:
    """The tiles that would win, and what each would be worth; which complete the hand and do not suffice; without any,
    what is wrong."""
    rows: list[dict] = []
    refused: dict[Text, list[str]] = {}
    wrong = None
    for kind in sorted({tile for tile in state.rules.tiles() if tile < 34}):
        tile = NAMES[kind]
        try:
            answer = scored(case | {"event": case["event"] | {"tile": tile}})
        except NotAWin as error:
            refused.setdefault(error.text, []).append(tile)
        except RuleError as error:
            wrong = wrong or error.text  # the fifth copy of a tile, or something that is wrong with every tile
        else:
            total = answer.scores[state.winners[0]].total
            rows.append({"value": tile, "picture": picture(tile), "total": total})
    if not rows and not refused:
        return {"error": _error(state, wrong) if wrong else None}
    usual = max(refused, key=lambda text: len(refused[text]), default=None)  # what all other tiles do not do
    short = [
        {"tiles": run_html(tiles), "sentence": in_words(state, label(text))}
        for text, tiles in refused.items()
        if text is not usual
    ]
    if rows or short:
        return {"waits": rows, "short": short, "ready": True}
    return {"error": _error(state, usual), "not_ready": True}


def _answer(state: State, answer: Scored) -> dict:
    wins = [_win(state, answer, seat, score) for seat, score in answer.scores.items()]
    moved = [0] * state.count
    for transfer in answer.transfers:
        moved[transfer.payer] -= transfer.amount
        moved[transfer.payee] += transfer.amount
    return {
        "ok": True,
        "drawn": state.drawn,
        "wins": wins,
        "transfers": [
            {
                "payer": name(state, t.payer),
                "payee": name(state, t.payee),
                "amount": t.amount,
                "reason": label(t.reason),
            }
            for t in answer.transfers
        ],
        "deltas": [{"name": name(state, seat), "delta": moved[seat]} for seat in in_order(state)],
        "headline": wins[0]["total"] if len(wins) == 1 else None,
        "gain": moved[state.winners[0]] if len(wins) == 1 else None,
    }


def _win(state: State, answer: Scored, seat: int, score: Score) -> dict:
    rules, situation = answer.rules, answer.situation
    groups = rules.fan_tiles(situation, seat)
    others = len(situation.payers(seat))
    return {
        "who": name(state, seat),
        "how": label(rules.how(situation.kind)),
        "fans": [
            {
                "name": label(line.name),
                "value": rules.fan_value(line),
                "count": line.count,
                "payers": ""
                if len(line.payers) >= others
                else _(", ").join(name(state, payer) for payer in line.payers),
                "tiles": [run_html([NAMES[t] for t in group]) for group in groups.get(line.id, ())],
            }
            for line in score.fans
        ],
        "total": score.total,
        "not_counted": [
            {"name": label(n.name), "value": n.value, "count": n.times, "because": label(n.because)}
            for n in rules.not_counted(situation, seat)
        ],
    }


# --- errors ----------------------------------------------------------------------------------------------------------
def _error(state: State, text: Text) -> dict:
    """The rules' sentence with the fields called as the page calls them, and a picture of the tile it names."""
    wrong = text.params.get("tile")
    tile = str(wrong) if wrong in INDEX else ""
    return {"sentence": in_words(state, label(text)), "tile": tile_html(tile) if tile else ""}


def in_words(state: State, sentence: str) -> str:
    """ "players[1].hand：…" -> "南家的手牌：…"."""
    player = {"hand": _("hand"), "melds": _("melds"), "ready": "", "lack": "", "flowers": "", "open": "", "out": ""}
    event = {
        "tile": _("winning tile"),
        "from": _("who gave the tile"),
        "winners": _("who wins"),
        "flags": _("circumstances"),
        "kind": _("how it was won"),
        "fed_by": "",
        "tiles": "",
        "claims": "",
    }

    def words(table: dict[str, str], key: str) -> str:
        return table[key] or label(word(state.rules, key))

    def of_player(found: re.Match) -> str:
        who = name(state, int(found[1])) if int(found[1]) < state.count else found[0]
        return _("%(who)s: %(what)s") % {"who": who, "what": words(player, found[2])} if found[2] else who

    sentence = re.sub(rf"players\[(\d)\](?:\.({'|'.join(player)}))?", of_player, sentence)
    sentence = re.sub(rf"\bevent\.({'|'.join(event)})\b", lambda m: words(event, m[1]), sentence)
    sentence = re.sub(r"^event\b", _("how it was won"), sentence)
    own = "|".join(key for key in states.TILE_FIELDS if key != "tiles")
    sentence = re.sub(rf"^({own}|round_wind)\b", lambda m: label(word(state.rules, m[1])), sentence)
    return re.sub(r"(?<![\w“@])(?:[1-9][mps]|[ESWNCFP])(?= (?:出现|occurs|，|,))", lambda m: tile_name(m[0]), sentence)
