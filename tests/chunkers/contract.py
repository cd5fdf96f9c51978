"""Documents and budgets that the chunkers' tests share."""

from __future__ import annotations

from dataclasses import dataclass

import regex
from hypothesis import strategies as st

from goldrank.chunkers.base import Budget, Chunker
from goldrank.corpus.registry import READERS
from goldrank.outline import Outline
from goldrank.text.tokens import TokenCounter, WordCounter
from goldrank.types import Chunk, Document, Span


@dataclass(frozen=True)
class PairCounter:
    """Two characters of a word are a token: a cut inside a word shifts every pair after it."""

    fingerprint: str = "pairs"

    def count(self, text: str) -> int:
        return len(self.spans(text))

    def spans(self, text: str) -> list[Span]:
        return [
            Span(at, min(at + 2, word.end()))
            for word in regex.finditer(r"\S+", text)
            for at in range(word.start(), word.end(), 2)
        ]


@dataclass(frozen=True)
class ByteCounter:
    """A byte is a token, so that one grapheme may be many."""

    fingerprint: str = "bytes"

    def count(self, text: str) -> int:
        return len(text.encode())

    def spans(self, text: str) -> list[Span]:
        return [Span(at, at + 1) for at, c in enumerate(text) for _ in c.encode()]


def no_prefix(document: Document, outline: Outline, offset: int) -> str:
    return ""


def path_prefix(document: Document, outline: Outline, offset: int) -> str:
    path = outline.path_at(offset)
    return " > ".join(path) + "\n\n" if path else ""


def budget(
    window: int | None = None, counter: TokenCounter | None = None, prefix: bool = False
) -> Budget:
    return Budget(counter or WordCounter(), window, path_prefix if prefix else no_prefix)


def document_of(text: str, format: str = "markdown", doc_id: str = "doc.md") -> Document:
    return Document(doc_id, text, "Doc", format=format)


def cut(
    chunker: Chunker, text: str, given: Budget | None = None, format: str = "markdown"
) -> list[Chunk]:
    return chunker(
        document_of(text, format), READERS[format].parse(text).outline, given or budget()
    )


def texts(
    chunker: Chunker, text: str, given: Budget | None = None, format: str = "markdown"
) -> list[str]:
    return [text[c.start : c.end] for c in cut(chunker, text, given, format)]


LINES = st.sampled_from(
    [
        "# Leave",
        "## Notice",
        "### Notice",
        "  ## Indented",
        "Setext\n------",
        "#",
        "",
        "",
        "It must be requested in writing. It is 30 days; ask 人事部。又は",
        "one two  three",
        "   indented   words",
        "    code  line",
        "```sh\n# one\n\ntwo\n```",
        "- item\n- other item\n  more",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "> ## Quoted\n> text",
        "<!-- comment -->",
        "[ref]: https://example.org",
        "x" * 37,
        "cafe\u0301 n\u0303 \u0301 \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea",
        "각 한국어 문장.",
        "\u200b",
        "\ttab\x0c\u00a0",
        "---",
    ]
)
MARKDOWN = st.lists(LINES, max_size=14).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\n\n"]).map(lambda end: end.join(lines))
)
ANY_TEXT = st.text(
    st.sampled_from("ab .\n\r\t#-`|> \u0301\u200d\U0001f468\u0600\u00a0人。각\U0001f1e9"),
    max_size=60,
)
TEXTS = st.one_of(MARKDOWN, ANY_TEXT, st.text(max_size=60)).map(lambda t: t.replace("\0", "\ufffd"))
