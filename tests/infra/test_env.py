"""The small parsers that settings are made of."""

import threading

import pytest
from django.core.exceptions import ImproperlyConfigured

from mahjong_site import env


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgres://u:p@db.example:5433/mj", ("mj", "u", "p", "db.example", "5433", {})),
        ("postgresql://u@db/mj?sslmode=require", ("mj", "u", "", "db", "", {"sslmode": "require"})),
        ("postgres://u%40x:p%2F%3A%23w@h/n%20m", ("n m", "u@x", "p/:#w", "h", "", {})),
        ("postgres://me@/mj?host=/run/pg&port=6000", ("mj", "me", "", "/run/pg", "6000", {})),
        ("postgres://[::1]:5432/mj", ("mj", "", "", "::1", "5432", {})),
    ],
)
def test_database_address(url, expected):
    found = env.postgres(url)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert tuple(found[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")) == expected


@pytest.mark.parametrize(
    "url", ["mysql://a/b", "postgres://h", "postgres://h/", "postgres://h:x/db", "db", "postgres://h/a/b"]
)
def test_bad_database_address_is_named_but_not_repeated(url):
    with pytest.raises(ImproperlyConfigured) as problem:
        env.postgres(url.replace("://", "://u:geheim@"))
    assert "DATABASE_URL" in str(problem.value)
    assert "geheim" not in str(problem.value)


def test_flags_words_numbers_spans():
    given = {
        "A": "1",
        "B": "off",
        "C": "a, b  c",
        "D": "0.05",
        "E": "0.2,1",
        "F": "maybe",
        "G": "-1",
        "H": "2,1",
        "I": "nan",
    }
    assert env.flag(given, "A") and not env.flag(given, "B") and env.flag(given, "NO", True)
    assert env.words(given, "C") == ["a", "b", "c"]
    assert env.words(given, "NO", ("x",)) == ["x"]
    assert env.number(given, "D", 1) == 0.05 and env.number(given, "NO", 60) == 60
    assert env.span(given, "E", (0, 0)) == (0.2, 1.0) and env.span(given, "NO", (1, 2)) == (1, 2)
    for bad in (
        lambda: env.flag(given, "F"),
        lambda: env.number(given, "G", 1),
        lambda: env.number(given, "C", 1),
        lambda: env.number(given, "I", 1),
        lambda: env.span(given, "H", (0, 1)),
        lambda: env.span(given, "D", (0, 1)),
    ):
        with pytest.raises(ImproperlyConfigured):
            bad()


def test_networks():
    assert [str(n) for n in env.networks({"T": "127.0.0.1, 10.0.0.0/8 ::1"}, "T")] == [
        "127.0.0.1/32",
        "10.0.0.0/8",
        "::1/128",
    ]
    assert env.networks({}, "T") == [] and [str(n) for n in env.networks({}, "T", ("::1",))] == ["::1/128"]
    for bad in ("proxy.example", "10.0.0.1/8", "127.0.0.1:80"):
        with pytest.raises(ImproperlyConfigured) as problem:
            env.networks({"TRUSTED_PROXIES": bad}, "TRUSTED_PROXIES")
        assert "TRUSTED_PROXIES" in str(problem.value)


def test_data_directory_is_private(tmp_path):
    folder = env.private_directory(tmp_path / "a" / "data")
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    assert env.private_directory(folder).stat().st_mode & 0o777 == 0o700


def test_secret_key_is_drawn_once_and_private(tmp_path):
    path = tmp_path / "secret_key"
    first = env.secret_key(path)
    assert len(first) >= 50 and env.secret_key(path) == first
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text("")
    with pytest.raises(ImproperlyConfigured):
        env.secret_key(path)


def test_processes_that_start_together_agree_on_the_key(tmp_path):
    found = set()
    threads = [threading.Thread(target=lambda: found.add(env.secret_key(tmp_path / "k"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1
