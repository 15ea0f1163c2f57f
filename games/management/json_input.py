"""Reading cases and records: one JSON value, a JSON list or JSON Lines, from a file or standard input; writing answers.

Whatever is in a file, the commands answer or refuse it with a sentence that says where; nothing here knows the rules.
"""

from __future__ import annotations

import json
import re
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

DEEPEST = 100  # nested lists and objects; a case or record needs four
MOST_DIGITS = 300
UNREADABLE = 2  # exit status


class Unreadable(CommandError):
    """The input is not JSON; the message says where."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=UNREADABLE)


def read_values(path: str) -> list[Any]:
    """The values of a file ("-": standard input), in order. Raises Unreadable."""
    where = "standard input" if path == "-" else path
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"Cannot read {where}: {reason}.") from None
    return values_in(data, where)


def values_in(data: bytes, where: str) -> list[Any]:
    """The values in the bytes of a file called `where`. Raises Unreadable."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"{where}, line {line}: byte {error.start + 1} is not UTF-8.") from None
    if not text.strip():
        raise Unreadable(f"{where} is empty.")
    # Not splitlines(): U+2028 and its like may stand inside JSON strings.
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_value(lines[0][1]):
        return [_loads(line, where, n) for n, line in lines]
    value = _loads(text, where, 1)
    return value if isinstance(value, list) else [value]


def _is_value(line: str) -> bool:
    """Is the first line a JSON value of its own (then the file is JSON Lines)?"""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _loads(text: str, where: str, line: int) -> Any:
    """One JSON value that begins on `line`. Raises Unreadable."""
    try:
        value = json.loads(text, parse_constant=_not_json, parse_int=_integer, parse_float=_float)
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"{where}, line {line + error.lineno - 1}, column {error.colno}: not JSON ({error.msg})."
        ) from None
    except _Constant as error:
        at = next(m.start() for m in _CONSTANTS.finditer(text) if m.group(1))
        raise Unreadable(f"{where}, line {line + text.count(chr(10), 0, at)}: {error} is not JSON.") from None
    except RecursionError:
        raise Unreadable(f"{where}, line {line}: nested too deeply (more than {DEEPEST} levels).") from None
    if _deeper(value, DEEPEST):
        raise Unreadable(f"{where}, line {line}: nested too deeply (more than {DEEPEST} levels).")
    return value


class _Constant(Exception):
    pass


_CONSTANTS = re.compile(r'"(?:[^"\\]|\\.)*"|(-?Infinity|NaN)')


def _not_json(name: str) -> None:
    raise _Constant(name)


def _integer(digits: str) -> int | str:
    """Numbers beyond all use stay text: Python refuses to convert them, and no field takes them."""
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def _float(digits: str) -> float | str:
    value = float(digits)
    return digits if value in (float("inf"), float("-inf")) else value


def _deeper(value: Any, levels: int) -> bool:
    """Is it nested more than `levels` deep?"""
    layer = [value]
    for _ in range(levels):
        layer = [
            inner
            for outer in layer
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
        if not layer:
            return False
    return True


def json_line(value: object, encoding: str | None) -> str:
    """One line of JSON, Chinese as it is where the output can take it."""
    line = json.dumps(value, ensure_ascii=False)
    for separator in ("\x85", "\u2028", "\u2029"):  # ends of lines to many a reader
        line = line.replace(separator, f"\\u{ord(separator):04x}")
    try:
        line.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        line = json.dumps(value)
    return line


class AnswerCommand(BaseCommand, ABC):
    """One answer line for each value of a file, in order. Needs no database."""

    requires_system_checks = ()
    what = "value"

    def add_arguments(self, parser):
        parser.add_argument("file", help="the file with one JSON object, a JSON list or JSON Lines; - reads stdin")

    @abstractmethod
    def answer(self, value: object, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to one value."""

    @abstractmethod
    def refused(self, value: object, message: str) -> dict[str, Any]:
        """The answer that says no more than `message`."""

    def handle(self, *args, **options):
        for number, value in enumerate(read_values(options["file"]), 1):
            try:
                answer = self.answer(value, options)
            except Exception as error:
                # A fault of ours: the others still want their answers, and the maintainer this line.
                self.stderr.write(f"{self.what} {number}: internal error ({type(error).__name__}: {error})")
                answer = self.refused(value, f"程序出错 / internal error ({type(error).__name__})")
            try:
                self.stdout.write(json_line(answer, getattr(self.stdout, "encoding", None)))
            except BrokenPipeError:  # `| head` has seen enough
                sys.stderr.close()
                raise SystemExit(0) from None
