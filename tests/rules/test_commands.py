"""The commands score, replay and simulate (CASES.md), and that no input whatever makes them or rules/ stumble.

None of them needs a database: no test here asks for one.
"""

import copy
import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

import rules
from games.management.json_input import json_line, values_in
from rules import simulate
from tests.server import ROOT

CASES = sorted((ROOT / "tests" / "data" / "cases").glob("*.jsonl"))


def run(*args, **streams):
    """The lines that a command prints."""
    out = io.StringIO()
    call_command(*args, stdout=out, **streams)
    return out.getvalue().splitlines()


def manage(*args, stdin=b""):
    """A real process: its exit status, standard output and standard error."""
    env = os.environ | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere"}
    command = [sys.executable, str(ROOT / "manage.py"), *args]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, env=env, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def file_of(tmp_path, data) -> str:
    path = tmp_path / "input"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return str(path)


@pytest.fixture(scope="module")
def cases():
    found = [json.loads(line) for path in CASES for line in path.read_text().splitlines()]
    return [case for case in found if "event" in case]


@pytest.fixture(scope="module")
def records():
    """Records of bots, two of each rule set, with and without passes."""
    found = []
    for code in rules.ruleset_codes():
        plan = simulate.plan_for(code, {}, ["easy"], "commands", keep_records=True)
        for row in simulate.play_numbers(plan, range(2)):
            found.append(row.record)
            found.append(row.record | {"moves": without_passes(row.record["moves"]), "passes": "omitted"})
    return found


def without_passes(moves):
    """As others write records: no passes, and of the claims on a tile only the one that took effect."""
    kept = [m for m in moves if not m.endswith(" pass")]
    return [
        move
        for move, after in zip(kept, [*kept[1:], "- -"], strict=True)
        if not (move[2:].split()[0] in ("chow", "pung", "kong") and move[0] != after[0] and CLAIM.match(after[2:]))
    ]


CLAIM = re.compile("chow|pung|kong$|win")


# --- score -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["object", "list", "lines", "pretty", "bom", "windows"])
def test_score_reads_an_object_a_list_and_lines(tmp_path, cases, form):
    chosen = cases[:1] if form in ("object", "pretty") else cases[:3]
    data = {
        "object": lambda: json.dumps(chosen[0]),
        "pretty": lambda: json.dumps(chosen[0], indent=2),
        "list": lambda: json.dumps(chosen),
        "lines": lambda: "\n\n".join(map(json.dumps, chosen)) + "\n\n",
        "bom": lambda: "\ufeff" + "\n".join(map(json.dumps, chosen)),
        "windows": lambda: "\r\n".join(map(json.dumps, chosen)) + "\r\n",
    }[form]()
    answers = [json.loads(line) for line in run("score", file_of(tmp_path, data))]
    assert [a["id"] for a in answers] == [c["id"] for c in chosen]
    assert answers == [rules.score(c) for c in chosen]


def test_score_answers_in_order_whatever_the_values_are(tmp_path):
    lines = ["1", "null", '"x"', "[]", "{}", '{"id": "a", "ruleset": "nowhere"}', '{"id": [1, {"b": null}]}']
    answers = [json.loads(line) for line in run("score", file_of(tmp_path, "\n".join(lines)))]
    assert len(answers) == len(lines)
    assert all(a["ok"] is False and a["error"]["code"] == "bad_case" and a["error"]["message"] for a in answers)
    assert answers[5]["id"] == "a" and answers[6]["id"] == [1, {"b": None}] and answers[0]["id"] is None


def test_score_answers_an_empty_list_with_nothing(tmp_path):
    assert run("score", file_of(tmp_path, "[]")) == []


NOT_JSON = {
    "empty": (b"", "empty"),
    "blank": (b"\n \n", "empty"),
    "word": (b"hello", "line 1"),
    "cut": (b'{"id": 1', "line 1, column"),
    "second line": (b'{"id": 1}\n{"id": \n{"id": 3}', "line 2"),
    "pretty, third line": (b'{\n "id": 1,\n oops\n}', "line 3"),
    "nan": (b'{"id": 1}\n{"note": "NaN", "id": NaN}', "line 2: NaN"),
    "infinity": (b"[1,\n-Infinity]", "line 2: -Infinity"),
    "bytes": (b'{"id": 1}\n{"id": "\xff"}', "line 2: byte"),
    "utf-16": ('{"id": 1}'.encode("utf-16"), "not UTF-8"),
    "nul": (b"\0" * 100, "line 1"),
    "deep lists": (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
    "deep objects": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested too deeply"),
    "rather deep": (b'{"id": ' + b"[" * 200 + b"]" * 200 + b"}", "nested too deeply"),
    "two values": (b"{} {}", "line 1, column 4"),
    "single quotes": (b"{'id': 1}", "line 1, column 2"),
    "junk": (random.Random(1).randbytes(10_000_000), "not UTF-8"),
    "long junk": (b"x" * 10_000_000, "line 1"),
    "open brackets": (b"[" * 10_000_000, "nested too deeply"),
}


@pytest.mark.parametrize("command", ["score", "replay"])
@pytest.mark.parametrize("name", NOT_JSON)
def test_what_is_not_json_is_refused_with_its_place(tmp_path, command, name):
    data, place = NOT_JSON[name]
    with pytest.raises(CommandError) as error:
        run(command, file_of(tmp_path, data))
    assert error.value.returncode == 2
    assert place in str(error.value) and len(str(error.value)) < 300 + len(str(tmp_path))


def test_files_that_cannot_be_read_are_refused(tmp_path):
    for path in (tmp_path / "missing", tmp_path, tmp_path / ("x" * 5000), "nul\0byte"):
        with pytest.raises(CommandError) as error:
            run("score", str(path))
        assert error.value.returncode == 2


def test_numbers_and_strings_beyond_all_use_are_answered(tmp_path):
    lines = [
        '{"id": 1e999, "dealer": -1e999}',
        '{"id": ' + "9" * 6000 + ', "options": {"base": ' + "9" * 6000 + "}}",
        '{"id": "\\ud800", "ruleset": "\\udfff"}',
        '{"id": "a", "id": "b", "ruleset": "dalian", "ruleset": "chengdu"}',
        '{"id": "\u2028\u2029\x85"}',
    ]
    answers = [json.loads(line) for line in run("score", file_of(tmp_path, "\n".join(lines)))]
    assert [a["ok"] for a in answers] == [False] * 5
    assert answers[2]["id"] == "\ud800" and answers[3]["id"] == "b"


def test_lines_are_chinese_where_the_output_can_take_it():
    assert json_line({"a": "胡"}, "utf-8") == '{"a": "胡"}' == json_line({"a": "胡"}, None)
    assert json.loads(json_line({"a": "胡"}, "ascii")) == {"a": "胡"}
    json_line({"a": "\ud800"}, "utf-8").encode()


def test_exit_status_and_streams(tmp_path, cases):
    """Answers on standard output and 0; a sentence on standard error and 2; no database, never a traceback."""
    data = "\n".join(map(json.dumps, [cases[0], {"id": "x"}])).encode()
    status, out, err = manage("score", "-", stdin=data)
    assert (status, err) == (0, "") and len(out.splitlines()) == 2
    status, out, err = manage("score", "-", stdin=data + b"\n{")
    assert status == 2 and not out and "line 3" in err and "Traceback" not in err
    status, out, err = manage("replay", str(tmp_path / "missing"))
    assert status == 2 and not out and "missing" in err and "Traceback" not in err


# --- replay ------------------------------------------------------------------------------------------------------


def test_replay_answers_each_record(tmp_path, records):
    path = file_of(tmp_path, "\n".join(map(json.dumps, records)))
    answers = [json.loads(line) for line in run("replay", path)]
    assert [a["ok"] for a in answers] == [True] * len(records)
    for answer, record in zip(answers, records, strict=True):
        assert list(answer) == ["id", "ok", "winners", "deltas", "fans", "moves"]
        assert answer["id"] == record["id"] and answer["moves"] == len(record["moves"])
        assert {k: answer[k] for k in ("winners", "deltas")} == record["result"]
    with_tiles = [json.loads(line) for line in run("replay", path, "--final")]
    assert [{k: v for k, v in a.items() if k != "final"} for a in with_tiles] == answers
    for answer, record in zip(with_tiles, records, strict=True):
        assert len(answer["final"]) == len(record["hands"]) and all("hand" in seat for seat in answer["final"])


def test_replay_names_the_move(tmp_path, records):
    record = copy.deepcopy(records[0])
    record["moves"][4] = "0 discard 1z"
    cut = records[0] | {"moves": records[0]["moves"][:-1]}
    wrong = records[0] | {"result": {"deltas": [1, -1, 0, 0], "winners": []}}
    answers = [json.loads(line) for line in run("replay", file_of(tmp_path, json.dumps([record, cut, wrong])))]
    assert [a["error"]["move"] for a in answers] == [4, len(cut["moves"]), None]
    assert all(a["error"]["message"] for a in answers)


# --- simulate ----------------------------------------------------------------------------------------------------

KEYS = ["deals", "draws", "wins", "points", "deal_ins", "mean_moves", "deals_per_second"]


def simulated(*args):
    line = json.loads(run("simulate", *args)[-1])
    assert list(line) == KEYS and line.pop("deals_per_second") > 0
    return line


def test_simulate_sums_up_in_its_last_line(tmp_path):
    line = simulated("--ruleset", "dalian", "--deals", "9", "--bots", "easy,random,normal,random",
                     "--records", str(tmp_path / "new" / "folder"))  # fmt: skip
    assert line["deals"] == 9 and set(line["points"]) == set(line["deal_ins"]) == {"easy", "normal", "random"}
    assert line["draws"] + sum(line["wins"].values()) == 9
    assert all(low <= mean <= high for mean, low, high in line["points"].values())
    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert len(files) == 9
    for path in files:
        (answer,) = map(json.loads, run("replay", str(path)))
        assert answer["ok"] and answer["id"]


def test_the_same_seed_gives_the_same_result_with_any_number_of_jobs():
    args = ["--ruleset", "dalian", "--deals", "30", "--bots", "easy,random", "--seed", "七"]
    assert simulated(*args) == simulated(*args, "--jobs", "2")
    assert simulated(*args) != simulated(*args[:-1], "8")


def test_simulate_plays_every_rule_set():
    for code in rules.ruleset_codes():
        assert simulated("--ruleset", code, "--deals", "2")["points"]["normal"] == [0, 0, 0]
        if any(o.key == "seats" for o in rules.get_ruleset(code).options):
            line = simulated("--ruleset", code, "--options", '{"seats": 2, "base": 5}', "--deals", "2",
                             "--bots", "normal,easy")  # fmt: skip
            assert set(line["points"]) == {"normal", "easy"}


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["--ruleset", "dalian", "--bots", "hard"], "hard"),
        (["--ruleset", "dalian", "--bots", "normal,easy,hard,random"], "hard"),
        (["--ruleset", "dalian", "--bots", ""], "bot level"),
        (["--ruleset", "dalian", "--bots", "easy,easy,easy,easy,easy"], "5"),
        (["--ruleset", "nowhere"], "nowhere"),
        (["--ruleset", "dalian", "--options", "{"], "--options"),
        (["--ruleset", "dalian", "--options", "[]"], "--options"),
        (["--ruleset", "dalian", "--options", "[" * 100_000], "--options"),
        (["--ruleset", "dalian", "--options", '{"base": 3}'], "base"),
        (["--ruleset", "dalian", "--options", '{"nothing": 3}'], "nothing"),
        (["--ruleset", "dalian", "--deals", "0"], "--deals"),
        (["--ruleset", "dalian", "--jobs", "0"], "--jobs"),
        (["--ruleset", "dalian", "--records", "/dev/null/x"], "--records"),
    ],
)
def test_simulate_refuses_with_a_sentence(args, word):
    with pytest.raises(CommandError) as error:
        run("simulate", *args)
    assert error.value.returncode == 2 and word in str(error.value)


def test_a_level_that_does_not_exist_ends_with_status_2():
    status, out, err = manage("simulate", "--ruleset", "dalian", "--bots", "hard,easy,easy,easy")
    assert status == 2 and not out and "hard" in err and "easy" in err and "Traceback" not in err


# --- any JSON whatever -------------------------------------------------------------------------------------------

JUNK = [
    None, True, False, 0, 1, -1, 3, 99, 1.5, 10**30, 10**5000, float("nan"), float("inf"), "", "E", "5m", "x", "0m",
    "\ud800", "draw", "jia", [], {}, [[]], [None], [1], {"a": 1}, ["E"], "123m", "1" * 50, {"1": ["sixi"]},
    {"0": [None]}, ["pung EEE@2"], ["chow 123m@0"], ["liangxi CFP"], ["concealed_kong 1111m"], ["kong 1111m@1"],
    ["after_kong"], ["kong_discard"], ["last_tile"], ["bao_draw"], "opening", "heavenly", "chong_bao", "rob_kong",
    "self_draw", "discard", [0], [1, 2], [1.0], ["1"], [True], "s", "dalian", "neimenggu", "chengdu", "sichuan258",
    "guobiao", "omitted", {"joker": True}, {"lack_suit": True, "blood_battle": True}, {"liangxi": True}, {"seats": 2},
    {"kong_tiles": 2}, [{}] * 4, "0 win", "9 pass", "2 claim sixi", "1 lack s", "0 swap 123m", "3 take", "1 buzhang 1m",
    "1 kong", "2 ready 1m", "0 discard",
]  # fmt: skip
NAMED = [
    "id", "ruleset", "options", "dealer", "round_wind", "players", "event", "bao", "bird", "turned", "genzhuang",
    "hand", "melds", "ready", "open", "flowers", "out", "lack", "kind", "winners", "from", "tile", "tiles", "flags",
    "fed_by", "claims", "moves", "dice", "hands", "wall", "passes", "result", "fans", "total", "deltas",
]  # fmt: skip


def places(value, path=()):
    """Every place in a JSON value, as the keys that lead there."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def spoiled(value, rng):
    """A copy with one to six things changed, added or left out."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        path = rng.choice([p for p in places(value) if p])
        parent, key, chance = at(value, path[:-1]), path[-1], rng.random()
        if chance < 0.5:
            parent[key] = copy.deepcopy(rng.choice(JUNK))
        elif chance < 0.65:
            del parent[key]
            if not value:
                break
        elif chance < 0.85 and isinstance(parent[key], str) and parent[key]:
            i = rng.randrange(len(parent[key]))
            parent[key] = parent[key][:i] + rng.choice(("", *"19mpsESWCFPah@ x0")) + parent[key][i + 1 :]
        elif isinstance(parent, list):
            parent.insert(rng.randrange(len(parent) + 1), copy.deepcopy(rng.choice(JUNK)))
        else:
            parent[rng.choice(NAMED)] = copy.deepcopy(rng.choice(JUNK))
    return value


def check_answer(answer):
    assert answer["ok"] in (True, False)
    if answer["ok"]:
        assert sum(answer["deltas"]) == 0
    else:
        assert 0 < len(answer["error"]["message"]) < 5000
    del answer["id"]
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize("seed", range(4))
def test_spoiled_cases_are_always_answered(cases, seed):
    rng = random.Random(seed)
    for _ in range(500):
        answer = rules.score(spoiled(rng.choice(cases), rng))
        assert answer["ok"] or answer["error"]["code"] in ("bad_case", "not_a_win")
        check_answer(answer)


@pytest.mark.parametrize("seed", range(2))
def test_spoiled_records_are_always_answered(records, seed):
    rng = random.Random(seed)
    for _ in range(150):
        answer = rules.replay(spoiled(rng.choice(records), rng), final=True)
        if not answer["ok"]:
            assert answer["error"]["move"] is None or answer["error"]["move"] >= 0
        check_answer({"id": None} | answer)


def test_a_value_nested_to_the_limit_of_python_is_answered(cases, records):
    """Callers beside the commands (the calculator page) do not count levels first."""
    deep: object = []
    for _ in range(sys.getrecursionlimit() - 20):
        deep = [deep]
    for value, answer in ((cases[0], rules.score), (records[0], rules.replay)):
        for path in [p for p in places(value) if p and p != ("id",)][:80]:
            spoilt = copy.deepcopy(value)
            at(spoilt, path[:-1])[path[-1]] = deep
            assert answer(spoilt)["ok"] in (True, False)


def test_reading_keeps_the_order_and_the_numbers():
    assert values_in(b'[1, 2.5, "a", null]', "x") == [1, 2.5, "a", None]
    assert values_in(b'{"a": 1}\n[2]\n3', "x") == [{"a": 1}, [2], 3]
    assert values_in("\ufeff{}".encode(), "x") == [{}]
    assert Path(__file__).exists()
