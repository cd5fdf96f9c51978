"""Front matter: a mapping before the text, which is not part of the text.

YAML between `---` and `---` or `...`, TOML between `+++` and `+++`, or one JSON object. It is read
as data and nothing else, and its size and depth are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from goldrank.errors import GoldrankError
from goldrank.text.toml_values import json_mapping, toml_mapping
from goldrank.text.yaml_values import yaml_mapping

MAX_LENGTH = 65_536  # code points of front matter, both marker lines included

Mapped = Callable[[str], dict[str, Any] | None]

_END = r"(?:\r\n?|\n)"
_JSON_OPENING = re.compile(r"\{\s*(?=[\"}])")
_JSON_KEY = re.compile(r'\{\s*"[^"\r\n]*"\s*:')
_REST_OF_LINE = re.compile(rf"[ \t]*(?:{_END}|\Z)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The values before a text; `end` is where the text begins, 0 where there is none.

    `values` can be written as JSON: keys are strings, and a date is a string.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    end: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Fenced:
    """Front matter between two marker lines; `key` is what its first line looks like."""

    marker: str
    opening: re.Pattern[str]
    closing: re.Pattern[str]
    closed_by: str
    key: re.Pattern[str]
    read: Mapped


_YAML = _Fenced(
    "---",
    re.compile(rf"---[ \t]*(?={_END}[ \t]*[^ \t\r\n])"),
    re.compile(rf"{_END}(?:---|\.\.\.)[ \t]*(?:{_END}|\Z)"),
    "--- or ...",
    re.compile(rf"{_END}[\w-]+:(?:\s|\Z)"),
    yaml_mapping,
)
_TOML = _Fenced(
    "+++",
    re.compile(rf"\+\+\+[ \t]*(?={_END})"),
    re.compile(rf"{_END}\+\+\+[ \t]*(?:{_END}|\Z)"),
    "+++",
    re.compile(rf"{_END}\s*(?:[\w-]+[ \t]*=|\[[\w.-]+\])"),
    toml_mapping,
)


def read_front_matter(text: str) -> FrontMatter:
    r"""Cut the front matter of `text`; a byte-order mark may stand before it.

    It is `---` at the very start, a line that is not blank, and so on to `---` or `...` on a
    line of its own, with a YAML mapping inside; or `+++` to `+++` with TOML inside; or a JSON
    object that ends its line and has text below it. Anything else is Markdown: `---` is a rule
    there.

    >>> read_front_matter("---\ntitle: Leave\nsince: 2024-01-31\n---\n# Leave\n")
    FrontMatter(values={'title': 'Leave', 'since': '2024-01-31'}, end=39, warnings=())
    >>> read_front_matter('{"title": "Leave"}\n# Leave\n').end
    19
    >>> read_front_matter("---\n\n# Leave\n---\n").end
    0
    """
    mark = text[:1] == "\ufeff"
    head = text[mark : MAX_LENGTH + 2]
    front = _json(head) if head.startswith("{") else _fenced(head)
    return FrontMatter(front.values, front.end + mark, front.warnings)


def _fenced(head: str) -> FrontMatter:
    form = _TOML if head.startswith("+") else _YAML
    opening = form.opening.match(head)
    if opening is None:
        return FrontMatter()
    closing = form.closing.search(head[: MAX_LENGTH + 1], opening.end())
    if closing is None or closing.end() > MAX_LENGTH:
        reason = f"no {form.closed_by} closes it within {MAX_LENGTH:,} characters"
        return _not_read(form.marker, reason, form.key.match(head, opening.end()))
    inside = head[opening.end() : closing.start()]
    try:
        values = form.read(inside)
    except (yaml.YAMLError, GoldrankError, ValueError, RecursionError) as error:
        is_meant = form is _YAML or form.key.match(inside)
        return _not_read(form.marker, " ".join(str(error).split()), is_meant)
    return FrontMatter() if values is None else FrontMatter(values, closing.end())


def _json(head: str) -> FrontMatter:
    if not _JSON_OPENING.match(head):
        return FrontMatter()
    try:
        values, end = json_mapping(head[:MAX_LENGTH])
    except (GoldrankError, ValueError, RecursionError) as error:
        return _not_read("{", " ".join(str(error).split()), _JSON_KEY.match(head))
    rest = _REST_OF_LINE.match(head, end)
    # A file that is JSON to its end has no text but that: it is not taken away.
    if values is None or rest is None or not head[rest.end() :].strip():
        return FrontMatter()
    return FrontMatter(values, rest.end())


def _not_read(marker: str, reason: str, is_meant: object = True) -> FrontMatter:
    if not is_meant:
        return FrontMatter()
    warning = f"line 1: {marker} begins no front matter, all is read as text: {reason}"
    return FrontMatter(warnings=(warning,))
