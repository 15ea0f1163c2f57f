"""What the rules pages show of a rule set: its guide, example hands drawn, options, presets and rulings.

All of it is constant while the process lives, so each language's page is put together once. Called inside the page's
language. Reads rules/ only; must not know a rule set by name.
"""

import importlib.util
from functools import lru_cache

from django.utils.translation import gettext as _

import rules
from games.forms import in_groups
from games.selectors import option_text
from games.templatetags.tiles import in_language
from games.tile_html import melds_html, run_html, tile_html
from rules.case import read_case
from rules.glossary import GLOSSARY
from rules.guide import Example, Guide, guide_of
from rules.lesson import has_lesson
from rules.ruleset import bound
from rules.tiles import NAMES, parse_tiles

MANY = 20  # from so many fans on they stand in groups of equal value


@lru_cache(maxsize=4)
def glossary(language: str) -> list[dict]:
    """The chapters of the glossary; `original`: the Chinese word beside its translation."""
    names = {code: in_language(rules.get_ruleset(code).name, language) for code in rules.ruleset_codes()}
    return [
        {
            "title": in_language(chapter.title, language),
            "words": [
                {
                    "term": in_language(word.term, language),
                    "original": word.term.zh if language == "en" else "",
                    "means": in_language(word.means, language),
                    "rulesets": [names[code] for code in word.codes],
                }
                for word in chapter.words
            ],
        }
        for chapter in GLOSSARY
    ]


@lru_cache(maxsize=32)
def page(code: str, language: str) -> dict:
    """The page of a rule set in plain values and safe HTML. Raises rules.errors.UnknownRuleset."""
    ruleset = rules.get_ruleset(code)
    guide = _guide(code)
    ruled = {clause for clause, _text in ruleset.rulings}
    groups = _fan_groups(code, guide.examples, language) if guide else []
    return {
        "code": code,
        "name": in_language(ruleset.name, language),
        "lesson": has_lesson(code),
        "intro": in_language(guide.intro, language) if guide else "",
        "sections": [
            {
                "id": f"part-{number}",
                "title": in_language(section.title, language),
                "rules": [
                    {
                        "text": in_language(rule.text, language),
                        "clauses": " ".join(rule.clauses),
                        "ruling": next((clause for clause in rule.clauses if clause in ruled), ""),
                    }
                    for rule in section.rules
                ],
            }
            for number, section in enumerate(guide.sections if guide else (), 1)
        ],
        "fan_groups": groups,
        "many": len(groups) > 1,
        "rulings": _rulings(ruleset, language),
        "presets": [
            {
                "key": preset.key,
                "label": in_language(preset.label, language),
                "changes": [
                    {"label": in_language(o.label, language), "value": in_language(option_text(o, value), language)}
                    for o in ruleset.options
                    if (value := preset.options.get(o.key, o.default)) != o.default
                ],
            }
            for preset in ruleset.presets
        ],
    }


def options(code: str, language: str, chosen: dict | None) -> list[dict]:
    """The options in their groups; `chosen`: what a room has, to mark what it changed."""
    groups = in_groups(rules.get_ruleset(code).options)
    return [
        {"label": in_language(label, language), "options": [_option(option, language, chosen) for option in found]}
        for label, found in groups
    ]


def _option(option, language: str, chosen: dict | None) -> dict:
    value = option.default if chosen is None else chosen.get(option.key, option.default)
    return {
        "label": in_language(option.label, language),
        "original": _original(option.label, language),
        "help": in_language(option.help, language),
        "default": in_language(option_text(option, option.default), language),
        "choices": [in_language(option_text(option, choice), language) for choice in option.choices],
        "flag": option.kind == "flag",
        "clause": option.clause,
        "changed": value != option.default,
        "value": in_language(option_text(option, value), language),
    }


def _original(name, language: str) -> str:
    """The Chinese word beside an English name that is without it: the English sections speak of it."""
    original = in_language(name, "zh")
    return "" if language.startswith("zh") or original in in_language(name, language) else original


def introductions(codes, language: str) -> list[dict]:
    """The list of rule sets, each with its introduction."""
    return [{key: page(code, language)[key] for key in ("code", "name", "intro", "lesson")} for code in codes]


def _guide(code: str) -> Guide | None:
    """A rule set without words of its own still has a page with its options and rulings."""
    return guide_of(code) if importlib.util.find_spec(f"rules.guides.{code}") else None


def _rulings(ruleset, language: str) -> list[dict]:
    """With the address of the first ruling on a clause, where its sentences point."""
    seen: set[str] = set()
    rows = []
    for clause, text in ruleset.rulings:
        rows.append({"clause": clause, "text": in_language(text, language), "first": clause not in seen})
        seen.add(clause)
    return rows


# --- fans by example -------------------------------------------------------------------------------------------------
def _fan_groups(code: str, examples: tuple[Example, ...], language: str) -> list[dict]:
    """One group without a title, or groups of equal value when there are many fans."""
    groups: list[dict] = []
    for example in examples:
        value = in_language(example.value, language)
        if not groups or (len(examples) > MANY and groups[-1]["value"] != value):
            groups.append({"value": value, "id": f"fans-{len(groups) + 1}", "fans": []})
        groups[-1]["fans"].append({"value": value, **_example(code, example, language)})
    return groups


def _example(code: str, example: Example, language: str) -> dict:
    """One fan with its hand: tiles, melds, the winning tile apart, how it was won and all that the hand is worth."""
    case = {"ruleset": code, **example.case}
    ruleset, situation = read_case(case)
    seat = situation.winners[0]
    player = situation.players[seat]
    score = ruleset.evaluate(situation, seat)
    defaults = bound(code, rules.check_options(code, {})).o
    counted = [
        {"name": in_language(line.name, language), "count": line.count, "value": ruleset.fan_value(line)}
        for line in score.fans
    ]
    return {
        "name": in_language(example.name, language),
        "original": _original(example.name, language),
        "note": in_language(example.note, language),
        "hand": run_html([NAMES[tile] for tile in player.concealed]),
        "melds": melds_html([_meld(meld, ruleset.face_down_kongs) for meld in player.melds], seat, ruleset.seats),
        "tile": tile_html(NAMES[situation.tile], "winning") if situation.tile is not None else "",
        "how": in_language(ruleset.how(situation.kind), language),
        "extras": [
            {"label": label, "tiles": run_html([NAMES[tile] for tile in parse_tiles(case[key])])}
            for key, label in (("bao", _("hidden treasure")), ("turned", _("turned tile")))
            if key in case
        ],
        "needs": [
            {"label": in_language(o.label, language), "value": in_language(option_text(o, value), language)}
            for o in ruleset.options
            if (value := ruleset.o[o.key]) != defaults[o.key]
        ],
        "counted": counted if len(counted) > 1 else [],
        "total": score.total,
    }


def _meld(meld, face_down: bool) -> dict:
    """As a view gives it; of a concealed kong that lies face down two tiles are shown, as people lay it at the end."""
    tiles = [NAMES[tile] for tile in meld.tiles]
    if meld.kind == "concealed_kong" and face_down:
        tiles = ["", *tiles[:2], ""]
    return {
        "kind": meld.kind,
        "tiles": tiles,
        "from": meld.giver,
        "claimed": tiles[0] if meld.giver is not None else None,
    }
