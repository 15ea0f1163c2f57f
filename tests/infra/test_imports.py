"""Who may import whom: mahjong_site -> games -> rules, never back; rules/ is pure; no rule set knows another."""

import ast
from pathlib import Path

import pytest

from tests.server import ROOT

IMPURE = {
    *("django", "channels", "celery", "kombu", "games", "mahjong_site", "time", "datetime", "os", "secrets", "asyncio"),
    *("threading", "socket", "subprocess", "sqlite3", "logging", "uuid", "tempfile", "shutil", "multiprocessing", "io"),
}


def imports(path: Path):
    """(line, absolute module name) of every import in a file; relative ones are resolved."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def offences(folder: str, forbidden) -> list[str]:
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        for line, name in imports(path):
            if forbidden(path, name):
                found.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    return found


def test_rules_are_pure():
    assert not offences("rules", lambda _, name: name.split(".")[0] in IMPURE)


def test_rules_take_no_chance_of_their_own():
    """random.Random objects are given from outside; the module's own functions are global chance."""
    found = []
    for path in sorted((ROOT / "rules").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random" and node.attr != "Random":
                found.append(f"{path.relative_to(ROOT)}:{node.lineno} random.{node.attr}")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("open", "input"):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.func.id}()")
    assert not found
    assert not offences("rules", lambda _, name: name.startswith("random.") and name != "random.Random")


def test_games_do_not_know_the_site():
    assert not offences("games", lambda _, name: name.split(".")[0] in ("mahjong_site", "tests"))


def test_rule_sets_do_not_know_each_other():
    folder = ROOT / "rules" / "rulesets"
    names = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    names -= {"__init__"}

    def other(path, name):
        parts = name.split(".")
        if parts[:2] != ["rules", "rulesets"] or len(parts) < 3:
            return False
        own = path.relative_to(folder).parts[0].removesuffix(".py")
        # dalian.py may keep its long texts in dalian_rulings.py
        return parts[2] in names and parts[2].split("_")[0] != own.split("_")[0]

    assert not offences("rules/rulesets", other)


def test_shared_rule_files_name_no_rule_set():
    codes = {path.stem for path in (ROOT / "rules" / "rulesets").glob("*.py")} - {"__init__"}

    def names_one(path, name):
        named = [code for code in codes if code in name.split(".")]
        if "guides" in path.parts:  # the words of one rule set, which may read its own tables
            named = [code for code in named if code.split("_")[0] != path.stem.split("_")[0]]
        return "rulesets" not in path.parts and bool(named)

    assert not offences("rules", names_one)


@pytest.mark.parametrize("folder", ["rules", "games", "mahjong_site"])
def test_nothing_is_left_open(folder):
    words = ("TO" + "DO", "FIX" + "ME", "XX" + "X", "NotImplemented" + "Error")
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found += [f"{path.relative_to(ROOT)}:{number} {word}" for word in words if word in line]
    assert not found
