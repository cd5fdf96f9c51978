"""Reading an audit's chunks in the terminal. Nothing here prints."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.auditing.classes import CLASSES
from goldrank.auditing.keys import HELP
from goldrank.auditing.session import Auditing
from goldrank.judging.passages import Passage
from goldrank.report.terminal.asking import Asking, Terminal, ask_one_by_one
from goldrank.report.terminal.run import plain

KEYS = "  ".join(f"{each.key} {each.name}" for each in CLASSES) + "  h help  q quit"
SHOWN = 400
"""Characters of the near copy that are shown."""


def audit_in_terminal(auditing: Auditing, terminal: Terminal) -> None:
    """Ask until the reader leaves or all chunks of the sample are read."""
    terminal.show(_begin(auditing))
    ask_one_by_one(
        auditing.walk,
        terminal,
        Asking(
            lambda: chunk_report(auditing), HELP, lambda typed: _done(auditing, typed, terminal)
        ),
    )
    left = auditing.walk.left
    said = f"{left:,} left; the same command goes on there. " if left else ""
    terminal.show(Text(f"{said}Readings are in ").append_text(plain(auditing.file.path)))


def _done(auditing: Auditing, typed: str, terminal: Terminal) -> bool:
    stays = auditing.do(typed)
    if auditing.guess:
        terminal.show(plain(auditing.guess))
    return stays


def _begin(auditing: Auditing) -> RenderableType:
    said = f"{auditing.file.design}; {len(auditing.file.last):,} read; readings go to "
    return plain(said).append_text(plain(auditing.file.path))


def chunk_report(auditing: Auditing) -> RenderableType:
    """The chunk as an encoder reads it without a header, and its near copy."""
    chunk, near = auditing.passage, auditing.nearest
    place = f"{chunk.doc_id}[{chunk.start}:{chunk.end}]"
    number = Text(f"\n{auditing.walk.at + 1}/{len(auditing.sample)}  ", style="bold")
    parts: list[RenderableType] = [number.append_text(_dim(place))]
    if (before := auditing.file.last.get(auditing.walk.key)) is not None:
        parts.append(Text(f"read as {before} before", "dim"))
    parts += ["", plain(chunk.text.strip()), ""]
    if near is not None:
        parts += [_dim(f"most alike, under {where(near)}:"), _dim(excerpt(near)), ""]
    return Group(*parts, Text(KEYS, style="dim"))


def where(passage: Passage) -> str:
    """The headings over a chunk, its document's title first."""
    title = [] if passage.titles[:1] == (passage.title,) else [passage.title]
    return " > ".join([*title, *passage.titles])


def excerpt(passage: Passage) -> str:
    """The beginning of a near copy, on one line."""
    text = " ".join(passage.text.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _dim(text: str) -> Text:
    shown = plain(text)
    shown.stylize("dim")
    return shown
