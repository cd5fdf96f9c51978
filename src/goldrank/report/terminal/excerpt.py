"""A section, or a chunk in its place, for the terminal. Nothing here prints."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.errors import GoldrankError
from goldrank.formats.writer import counted
from goldrank.inspection.sections import (
    Excerpt,
    find_document,
    read_chunk,
    read_section,
    read_whole,
)
from goldrank.report.terminal.run import plain
from goldrank.suites.bundled import find_suite
from goldrank.suites.suite import load_suite
from goldrank.types import Document


def find_excerpt(
    named: str, section: str | None, chunk: str | None, corpus: Path | None, working_folder: Path
) -> Excerpt:
    """The section or the chunk that the options name, else the whole document.

    Without --corpus and a file of that name it is looked for in the default suite's corpus.

    Raises:
        GoldrankError: both are named, or they are not there.
    """
    if section is not None and chunk is not None:
        raise GoldrankError('read: expected --section "Heading" or --chunk ID, not both')
    if corpus is None and not Path(named).is_file():
        suite = load_suite(find_suite(None, working_folder))
        corpus = suite.path(suite.corpus.path)
    document, outline = find_document(named, corpus)
    if section is not None:
        return read_section(document, outline, section)
    return read_whole(document) if chunk is None else read_chunk(document, outline, chunk)


def excerpt_report(excerpt: Excerpt) -> RenderableType:
    """Where it stands, then its text; what surrounds a chunk is dim and ruled off."""
    document = excerpt.document
    where = Text(style="bold").append_text(plain(" > ".join([document.title, *_below(excerpt)])))
    place = Text("\n").join(map(plain, [excerpt.place, *_converted(document)]))
    place.stylize("dim")
    before, own, after = excerpt.pieces
    parts: list[RenderableType] = [where, place, ""]
    if before.strip():
        parts += [_around(before), _rule("the chunk begins")]
    parts.append(plain(own.strip("\n")))
    if after.strip():
        parts += [_rule("the chunk ends"), _around(after)]
    return Group(*parts)


def _converted(document: Document) -> list[str]:
    """What made the text of a file in another format, and what of the file is not in it."""
    made = document.conversion
    if made is None:
        return []
    return [f"converted by {made.converter}; not read: {counted(made.dropped) or 'nothing'}"]


def _below(excerpt: Excerpt) -> tuple[str, ...]:
    titles = excerpt.titles
    return titles[1:] if titles[:1] == (excerpt.document.title,) else titles


def _around(text: str) -> Text:
    shown = plain(text.strip("\n"))
    shown.stylize("dim")
    return shown


def _rule(said: str) -> Text:
    return Text(f"──── {said} ────", style="cyan")
