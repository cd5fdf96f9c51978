"""reStructuredText by docutils: nothing is included, run or fetched, and Sphinx's own is read through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from goldrank.formats.base import Converted, Format, UnreadableError
from goldrank.formats.writer import Writer

LONGEST_LINE = 10_000
"""Code points, as docutils has it: its patterns take the square of it at worst."""
SETTINGS = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "halt_level": 5,
    "report_level": 5,
    "warning_stream": False,
    "line_length_limit": LONGEST_LINE,
    "syntax_highlight": "none",
    "smart_quotes": False,
    "input_encoding": "unicode",
}
_DIRECTIVE = re.compile(
    r"^\s*(?:[-*+]\s+)*\.\.\s+(?:\|[^|\n]+\|\s+)?([\w:+.-]+)\s?::", re.MULTILINE
)
_ROLE = re.compile(r":((?:\w+[:+.-])*\w+):`|`:((?:\w+[:+.-])*\w+):")
_LEFT_OUT = {
    **dict.fromkeys(("toctree", "contents", "index", "autosummary"), "lists of pages"),
    **dict.fromkeys(("include", "literalinclude"), "included files"),
    "raw": "raw blocks",
}
_CODE = frozenset({"code-block", "sourcecode", "parsed-literal", "prompt", "ipython"})
_EXPLICIT = re.compile(r"(.*\S)\s*<[^<>]+>\Z", re.DOTALL)


def convert(data: bytes, encoding: str) -> Converted:
    """The blocks of the document, its sections under headings, with the line of each."""
    from goldrank.formats.rst_blocks import write_document

    text = data.decode(encoding).removeprefix("\ufeff")
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
        raise UnreadableError(f"a line has more than {LONGEST_LINE:,} characters")
    writer = Writer()
    write_document(writer, _parsed(text))
    return writer.finish()


def _parsed(text: str) -> Any:
    import docutils.frontend
    import docutils.parsers.rst
    import docutils.utils

    parser = docutils.parsers.rst.Parser()
    settings = docutils.frontend.get_default_settings(parser)
    vars(settings).update(SETTINGS)
    document = docutils.utils.new_document("document", settings)
    document.reporter.stream = document.reporter.stream.__class__(False)
    with _knowing(text):
        parser.parse(text.replace("\0", "\ufffd"), document)
    return document


@contextmanager
def _knowing(text: str) -> Iterator[None]:
    """What the text names and docutils does not know is read through; then it is forgotten."""
    from docutils.parsers.rst import directives, roles
    from docutils.parsers.rst.languages import en

    kept = dict(directives._directives), dict(roles._roles)
    try:
        for name in {found.lower() for found in _DIRECTIVE.findall(text)} - {*en.directives}:
            directives.register_directive(name, _directive(name))
        for name in _LEFT_OUT:
            directives.register_directive(name, _directive(name))
        for name in {(a or b).lower() for a, b in _ROLE.findall(text)} - {*en.roles}:
            roles.register_local_role(name, _role)
        yield
    finally:
        for registry, before in zip((directives._directives, roles._roles), kept, strict=True):
            registry.clear()
            registry.update(before)


class _Any(dict[str, Any]):
    """Options of any name: what they say is no text."""

    def __bool__(self) -> bool:
        return True

    def __missing__(self, key: str) -> Any:
        return lambda value: value

    def __contains__(self, key: object) -> bool:
        return True


def _directive(name: str) -> Any:
    """A directive that is none of docutils': its content is read where it may be text."""
    from docutils import nodes
    from docutils.parsers.rst import Directive

    class ReadThrough(Directive):  # type: ignore[misc]
        required_arguments, optional_arguments, final_argument_whitespace = 0, 1, True
        option_spec: Any = _Any()
        has_content = True

        def run(self) -> list[Any]:
            if name in _LEFT_OUT:
                return [nodes.comment("", "", kind=_LEFT_OUT[name])]
            said = " ".join(self.arguments)
            if name in _CODE:
                body = "\n".join(self.content)
                made = nodes.literal_block(body, body, language=said)
                made.line = self.lineno
                return [made]
            if not self.content and not said:
                return [nodes.comment("", "", kind="empty directives")]
            inside = nodes.container()
            self.state.nested_parse(self.content, self.content_offset, inside)
            head = nodes.paragraph("", said)
            head.line = self.lineno
            return [*([head] if said else []), *inside.children]

    return ReadThrough


def _role(  # noqa: PLR0913 - docutils says how a role is called
    name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Any,
    options: Any = None,
    content: Any = (),
) -> tuple[list[Any], list[Any]]:
    """A role that is none of docutils': the words that a reader of the page would see."""
    from docutils import nodes, utils

    said = utils.unescape(text)
    if explicit := _EXPLICIT.match(said):
        said = explicit[1]
    elif said.startswith("~"):
        said = said[1:].rpartition(".")[2]
    return [nodes.inline(rawtext, said.removeprefix("!"))], []


RST = Format(
    "rst",
    "reStructuredText",
    (".rst", ".rest"),
    convert,
    keeps="sections, paragraphs, lists, tables, code, notes, fields, footnotes; of Sphinx's roles the words, of its directives the argument and the content",
    drops=(
        "images",
        "comments",
        "raw blocks",
        "lists of pages",
        "included files",
        "empty directives",
        "faults",
    ),
    places="lines",
    packages=("docutils",),
    extra="rst",
)
