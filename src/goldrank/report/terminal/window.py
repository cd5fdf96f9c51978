"""The measured window beside the declared ones, with the proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.corpus.read import read_corpus
from goldrank.encoders.base import Encoder
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.registry import encoder_settings
from goldrank.encoders.settings import SuiteFolders
from goldrank.progress import Progress
from goldrank.report.common.window_line import tokens, window_sentence
from goldrank.report.terminal.run import plain, titled_table
from goldrank.suites.inputs import read
from goldrank.suites.parts import make_parts
from goldrank.suites.suite import load_suite
from goldrank.types import Document
from goldrank.window.characters import InText
from goldrank.window.measured import (
    INSIDE,
    NOTE,
    InCharacters,
    Window,
    made_up,
    note_of,
    window_in_characters,
    window_of,
)


@dataclass(frozen=True, slots=True)
class WindowResult:
    """A window that was just measured, and what it is in characters of a corpus."""

    model: str
    window: Window
    characters: InCharacters | None
    corpus: str | None

    def to_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        characters = self.characters._asdict() if self.characters else None
        return {
            "model": self.model,
            **self.window.to_json(),
            "characters": characters,
            "corpus": self.corpus,
        }


def window_result(
    model: str,
    corpus: Path | None,
    cache_folder: Path,
    progress: Progress,
    working_folder: Path,
    tokenizer: str = "",
) -> WindowResult:
    """Measure the window of `model` anew, and remember it for its runs.

    `tokenizer` is that of a callable, as a suite names it.
    """
    settings = {"model": model, **({"tokenizer": tokenizer} if tokenizer else {})}
    place = SuiteFolders(working_folder, (working_folder,))
    encoder = encoder_settings(settings, working_folder).make(place)
    documents = read_corpus(working_folder / corpus).documents if corpus is not None else ()
    return _measured(
        encoder, None if corpus is None else str(corpus), documents, cache_folder, progress
    )


def windows_of_suite(
    path: Path, corpus: Path | None, cache_folder: Path, progress: Progress, working_folder: Path
) -> list[WindowResult]:
    """The same of each encoder of a suite, on its corpus where no other one is named."""
    suite = load_suite(path)
    documents = (
        read(suite, progress) if corpus is None else read_corpus(working_folder / corpus)
    ).documents
    named = str(corpus or suite.corpus.path)
    return [
        _measured(encoder, named, documents, cache_folder, progress)
        for encoder in make_parts(suite).encoders.values()
    ]


def _measured(
    encoder: Encoder,
    corpus: str | None,
    documents: Sequence[Document],
    cache_folder: Path,
    progress: Progress,
) -> WindowResult:
    texts = [document.text for document in documents]
    with VectorCache.open(cache_folder, encoder.fingerprint) as cache:
        for note in (NOTE, INSIDE, note_of(texts)):
            cache.remember(note, None)
        with progress.stage("measure window", 0, "probes"):
            window = window_of(encoder, cache, texts or made_up(encoder))
    characters = window_in_characters(window, encoder.counter, documents) if documents else None
    return WindowResult(encoder.name, window, characters, corpus)


def window_report(result: WindowResult) -> RenderableType:
    """The measured window, its proof, the declared ones and the warnings."""
    window = result.window
    parts: list[RenderableType] = [Text(window_sentence(window.to_json()))]
    if window.manner is not None:
        parts += [Text(line) for line in window.manner.sentences(result.model)]
    parts += [Text(line) for line in _proof(window)]
    parts += [Text(line) for line in _characters(result)]
    table = titled_table("Declared")
    table.add_column("where")
    table.add_column("tokens", justify="right")
    for where, declared in sorted(window.declared.items()):
        table.add_row(plain(where), tokens(declared))
    if window.declared:
        parts += ["", table]
    parts += [Text(f"! {warning}", style="yellow") for warning in window.warnings]
    return Group(*parts)


def _proof(window: Window) -> list[str]:
    if window.text is not None:
        return _in_text(window.text)
    if window.tokens is None:
        return [
            f"Changing the last of {window.tested} words moved the vector by {window.last_change:.1e}."
        ]
    if window.refuses and window.first_unread == 0:
        return [
            f"Changing the last word that it takes moved the vector by {window.last_change:.1e}."
        ]
    behind = (
        "not at all: bit-identical" if window.first_unread == 0 else f"by {window.first_unread:.1e}"
    )
    return [
        f"Changing the last word inside moved the vector by {window.last_change:.1e}; any word past "
        f"it moved it {behind}.",
        f"The same text twice in one batch differs by {window.pair_noise:.1e}, in batches of "
        f"different shapes by {window.noise_floor:.1e}.",
    ]


def _in_text(found: InText) -> list[str]:
    said = [
        f"{found.cut} of {found.n} stretches are not read whole; the longest has "
        f"{found.longest:,} characters."
    ]
    if found.kind == "end":
        said.append(
            f"Where reading ends in them: {found.low:,} to {found.high:,} characters, "
            f"{found.words:,} words and marks or more."
        )
    return said


def _characters(result: WindowResult) -> list[str]:
    if result.corpus is None or result.window.text is not None:
        return []
    found = result.characters
    if found is None:
        return [f"No document of {result.corpus} is longer than the window."]
    return [
        f"In {result.corpus}: {found.median:,.0f} characters (median; {found.low:,.0f} to "
        f"{found.high:,.0f} for 8 of 10) over the {found.n} documents that are longer."
    ]
