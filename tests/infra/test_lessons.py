"""tests/LESSONS.md holds every entry once, and all that it names exists; and the small tests that some entries need."""

import ast
import inspect
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COLLECTION = ROOT.parent / "shared" / "LESSONS.md"  # where the entries come from; the project stands without it
EVERY = """
S1 S2 S3 S5 S6 S7 S9 S10 S11 S13 S14 S15 S17 S18 S19 S21 S22 S23 S25 S26 S27 S29 S30 S31 S33 S34 S35 S37 S38 S39
X1 X2 X3 X4 X5 X6 X7 X8 X9 X10
W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 W11 W12 W13 W14 W15 W16 W17 W18 W19 W20 W21 W22 W23 W24 W25 W26 W27 W28 W29 W30
"""
IDS = EVERY.split()
HTMX = """
boost confirm disable disabled-elt encoding ext get headers history history-elt include indicator inherit params post
preserve prompt push-url put replace-url request select select-oob swap swap-oob sync target trigger vals validate
"""

ENTRY = re.compile(r"^- ([A-Z]\d+) (.+?) · (.+)$")
NAMED = re.compile(r"\b((?:tests|games|rules|mahjong_site|templates|static)/[\w/.-]+\.\w+)((?:::\w+)*)")
TEXT = (ROOT / "tests" / "LESSONS.md").read_text(encoding="utf-8")
ENTRIES = [match.groups() for line in TEXT.splitlines() if (match := ENTRY.match(line))]


def test_every_entry_is_there_once():
    assert [number for number, _fault, _answer in ENTRIES] == IDS
    assert sum(line.startswith("- ") for line in TEXT.splitlines()) == len(IDS)
    if COLLECTION.exists():
        text = COLLECTION.read_text(encoding="utf-8")
        found = re.findall(r"^- ([SXW]\d+) ", text[text.index("### 3.2") : text.index("### 3.5")], re.M)
        assert found == IDS


@cache
def names_in(path: Path) -> dict[str, set[str]]:
    """{"": what stands at the top of a Python file, class: what it holds}."""
    found: dict[str, set[str]] = {"": set()}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            found[node.name] = {n.name for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
            found[""].add(node.name)
        elif isinstance(node, ast.Assign):
            found[""] |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found[""] |= {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
    return found


def missing(file: str, names: str) -> str:
    """What is wrong with `file::name` or `file::Class::name`; "" if nothing is."""
    path = ROOT / file
    if not path.is_file():
        return f"{file}: no such file"
    parts = names.split("::")[1:]
    if path.suffix != ".py":
        text = path.read_text(encoding="utf-8")
        return "" if all(re.search(rf"\b{part}\b", text) for part in parts) else f"{file}{names}"
    owner = parts[0] if len(parts) == 2 else ""
    return "" if not parts or parts[-1] in names_in(path).get(owner, ()) else f"{file}{names}"


@pytest.mark.parametrize(("number", "fault", "answer"), ENTRIES)
def test_an_entry_names_what_exists(number, fault, answer):
    assert 2 <= len(fault.split()) <= 12 and fault.endswith(".")
    for part in answer.split(" · "):
        kind, _colon, rest = part.partition(": ")
        named = NAMED.findall(rest)
        assert kind in ("impossible", "test") and named, part
        assert [problem for file, names in named if (problem := missing(file, names))] == []
        if kind == "test":
            assert all(file.startswith("tests/") and names.split("::")[-1].startswith("test_") for file, names in named)
            assert " ".join(file + names for file, names in named) == rest  # nothing but names of tests
        else:
            assert not rest.startswith("(") and all(not file.startswith("tests/") for file, _names in named)


def test_a_wrong_name_is_found():
    """A test of this test."""
    assert missing("tests/infra/test_lessons.py", "::test_a_wrong_name_is_found") == ""
    assert missing("games/consumers.py", "::RoomConsumer::connect") == ""
    assert missing("tests/infra/test_lessons.py", "::test_that_is_not_there")
    assert missing("games/consumers.py", "::RoomConsumer::fly") and missing("games/nothing.py", "")
    assert missing("static/js/app.js", "::noSuchWord")


# --- small tests of single entries -----------------------------------------------------------------------------------


def sources(*folders: str, suffix: str = ".py") -> list[tuple[str, str]]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob(f"*{suffix}"))]
    assert found
    return [(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in found]


def test_no_task_has_an_eta():
    """W11: what is due later is a row of the database; the broker only ever carries "now"."""
    found = []
    for name, text in sources("games", "mahjong_site"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                found += [f"{name}:{node.lineno}" for word in node.keywords if word.arg in ("eta", "countdown")]
                if getattr(node.func, "attr", "") in ("retry", "apply_async"):
                    found.append(f"{name}:{node.lineno}")
    assert found == []


def test_the_attributes_of_htmx_exist():
    """W16: a misspelt attribute is silently ignored."""
    pages = sources("templates", suffix=".html")
    used = {word for _name, text in pages for word in re.findall(r"\shx-([\w-]+)=", text)}
    assert {"post", "swap-oob", "sync"} < used and used <= set(HTMX.split())
    assert not [name for name, text in pages if "ws-send" in text]


def test_the_socket_hangs_on_no_part():
    """W19, W29: its element is never swapped, and its address has no scheme: the page's own decides (ws or wss)."""
    where = [(name, text) for name, text in sources("templates", suffix=".html") if "ws-connect" in text]
    assert [name for name, _text in where] == ["templates/games/room.html"]
    (element,) = re.findall(r"<div [^>]*ws-connect=[^>]*></div>", where[0][1])
    assert 'id="socket"' in element and 'ws-connect="/ws/room/' in element and "swap" not in element
    from games.render import PART_IDS

    assert "socket" not in PART_IDS


def test_the_server_pings():
    """W26-W28: often enough for a proxy's minute, seldom enough for a phone, and who does not answer is let go."""
    from daphne.server import Server

    from games import consumers
    from games.management.commands import serve
    from games.services import people

    defaults = {name: p.default for name, p in inspect.signature(Server.__init__).parameters.items()}
    assert "ping_" not in inspect.getsource(serve)  # so the defaults hold
    assert 10 <= defaults["ping_interval"] <= 30 and 10 <= defaults["ping_timeout"] <= 60
    nginx = (ROOT / "deploy" / "nginx.conf").read_text()
    assert int(re.search(r"proxy_read_timeout (\d+)s", nginx).group(1)) > 2 * defaults["ping_interval"]
    assert 2 * consumers.BEAT < people.ONLINE  # one lost heartbeat makes nobody absent


def test_database_connections_do_not_pile_up(settings):
    """W8: none outlives its use by age; PostgreSQL has a pool with an end."""
    assert settings.DATABASES["default"]["CONN_MAX_AGE"] == 0
    text = (ROOT / "mahjong_site" / "settings.py").read_text()
    assert re.search(r'"pool"\] = \{[^}]*"max_size": \d+', text)
    for name, code in sources("games"):  # ORM in a plain thread would keep its connection
        assert not re.search(r"(?<!database_)\bsync_to_async\b|\bto_thread\b", code), name
