"""Finds every message that code and templates ask gettext for, without gettext's own tools.

The answer is {(context or None, msgid): place}.

Python by its syntax tree, templates by Django's lexer. Test code only.
"""

import ast
import re
from pathlib import Path

from django.template.base import Lexer, TokenType

ROOT = Path(__file__).resolve().parents[2]
PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}
PLURAL = {"ngettext", "ngettext_lazy"}
QUOTED = r"""(?:"([^"]*)"|'([^']*)')"""
TRANSLATE = re.compile(rf"^(?:translate|trans)\s+{QUOTED}(?:.*?\bcontext\s+{QUOTED})?", re.S)


def python_messages(path: Path) -> dict[tuple[str | None, str], str]:
    found = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name not in PLAIN | WITH_CONTEXT | PLURAL:
            continue
        words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        place = f"{path.relative_to(ROOT)}:{node.lineno}"
        if name in WITH_CONTEXT and len(words) >= 2:
            found[(words[0], words[1])] = place
        elif name in PLAIN | PLURAL and words:
            found[(None, words[0])] = place
    return found


def template_messages(path: Path) -> dict[tuple[str | None, str], str]:
    found = {}
    block: list[str] | None = None
    for token in Lexer(path.read_text(encoding="utf-8")).tokenize():
        place = f"{path.relative_to(ROOT)}:{token.lineno}"
        if token.token_type == TokenType.BLOCK:
            word = token.contents.split()[0]
            if word in ("blocktranslate", "blocktrans"):
                assert "context" not in token.contents and "count" not in token.contents, place
                block = []
            elif word in ("endblocktranslate", "endblocktrans"):
                found[(None, "".join(block or []))] = place
                block = None
            elif match := TRANSLATE.match(token.contents):
                one, two, context_one, context_two = match.groups()
                found[(context_one or context_two, one if one is not None else two)] = place
        elif block is not None:
            block.append(
                f"%({token.contents})s" if token.token_type == TokenType.VAR else token.contents.replace("%", "%%")
            )
    return found


def all_messages() -> dict[tuple[str | None, str], str]:
    """Every message of games/, mahjong_site/ and templates/, with one place where it stands."""
    found: dict[tuple[str | None, str], str] = {}
    for folder in ("games", "mahjong_site"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                found |= python_messages(path)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        found |= template_messages(path)
    return found
