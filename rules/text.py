"""Words for people, in both languages: labels, rulings and errors of rules/.

A Text holds the Chinese and the English sentence side by side; games/ picks the language at one place.
This file must not know what any of the words mean.
"""

from __future__ import annotations


class Text:
    """One sentence in two languages. `params` fill `{name}` places; a param may be a Text or a number."""

    __slots__ = ("en", "params", "zh")

    def __init__(self, zh: str, en: str, **params: object) -> None:
        self.zh = zh
        self.en = en
        self.params = params

    def in_(self, language: str) -> str:
        """The sentence in `language` ("zh-hans", "zh", "en", …; whatever is not Chinese reads English)."""
        sentence = self.zh if language.startswith("zh") else self.en
        if not self.params:
            return sentence
        return sentence.format(**{k: v.in_(language) if isinstance(v, Text) else v for k, v in self.params.items()})

    def __str__(self) -> str:
        return self.in_("en")

    def __repr__(self) -> str:
        return f"Text({self.in_('zh')!r}, {self.in_('en')!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        # What is read counts, not how it was filled in: a Text that went through JSON equals itself.
        return self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.in_("zh"))

    def to_json(self) -> list[str]:
        """Both sentences, filled in: [zh, en]."""
        return [self.in_("zh"), self.in_("en")]

    @classmethod
    def from_json(cls, pair: list[str]) -> Text:
        return cls(*pair)  # without params nothing is filled in, so braces stay as they are


def shown(value: object, most: int = 60) -> str:
    """Any JSON value short enough to stand in a sentence. Input may be huge or nested beyond all measure."""
    if isinstance(value, str):
        return value if len(value) <= most else value[:most] + "…"
    if isinstance(value, list) and len(value) <= 20:
        return "[" + ", ".join(map(_inner, value)) + "]"
    if isinstance(value, dict) and len(value) <= 20:
        return "{" + ", ".join(f"{_inner(k)}: {_inner(v)}" for k, v in value.items()) + "}"
    return _inner(value)


def _inner(value: object) -> str:
    if isinstance(value, (list, dict)):
        return "[…]" if isinstance(value, list) else "{…}"
    if isinstance(value, int) and abs(value) >= 10**30:
        return "…"
    return shown(value) if isinstance(value, str) else str(value)


def joined(parts: list[Text], zh: str = "，", en: str = ", ") -> Text:
    """Several texts as one, with the separator of each language."""
    return Text(zh.join(p.in_("zh") for p in parts), en.join(p.in_("en") for p in parts))
