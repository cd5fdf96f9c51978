"""The user's own chunker: a function of a text, or a splitter of LangChain, LlamaIndex, Chonkie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from goldrank.chunkers.base import Budget
from goldrank.chunkers.graphemes import trim
from goldrank.chunkers.places import NotPlaced, Piece, place_pieces
from goldrank.chunkers.settings import check_name
from goldrank.chunkers.splitters import Splitter, call_splitter
from goldrank.errors import GoldrankError
from goldrank.outline import Outline
from goldrank.own_code.importing import finding_in
from goldrank.own_code.own_files import OwnFile
from goldrank.types import Chunk, Document, Span

SHOWN = 60


CONTRACT = (
    "it is called with the document's text (after front matter) and returns a list of texts, of "
    "pairs (start, end), or of objects with text and start_index"
)


@dataclass(frozen=True, slots=True)
class UserChunker:
    """Chunks of `splitter(text)`, where `text` is the document without its front matter.

    The splitter returns texts, pairs `(start, end)` of offsets into `text`, or objects with
    `text` (or `page_content`). Texts are located by walking forward from the chunk before; any
    run of white space matches any other, and chunks of white space alone are left out. No chunk
    may start before the one before it; one that lies inside it, as the end of a sliding window
    does, is a chunk, and the same stretch twice is one. Whatever else the splitter does is an
    error that names it, the document and the chunk; `label` is its name there. `version` says
    that what it reads from elsewhere has changed; `files` are the user's own code that it is made
    of, and may import from `folders`.

    >>> from goldrank.outline import plain_outline
    >>> from goldrank.text.tokens import WordCounter
    >>> document = Document("a.txt", "red fox ran.  blue owl", "a", format="text")
    >>> budget = Budget(WordCounter(), None, lambda document, outline, offset: "")
    >>> chunker = UserChunker("mine", lambda text: ["red fox", "fox ran. blue owl"], "mine:split")
    >>> chunker(document, plain_outline(document.text), budget)
    [Chunk(doc_id='a.txt', start=0, end=7), Chunk(doc_id='a.txt', start=4, end=22)]
    """

    name: str
    splitter: Splitter
    label: str = "callable"
    version: str = field(default="", compare=False)
    files: tuple[OwnFile, ...] = field(default=(), compare=False, repr=False)
    folders: tuple[Path, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        check_name("user", self.name)

    @property
    def limits(self) -> None:
        """What the user's code makes is as long as it is."""
        return

    def __call__(self, document: Document, outline: Outline, budget: Budget) -> list[Chunk]:
        """Have `document` cut, and find where the chunks stand."""
        text = document.text[outline.body_start :]
        returned = self._split(document, text) if text.strip() else []
        spans = self._spans(document, text, returned)
        shift = outline.body_start
        return [Chunk(document.doc_id, shift + span.start, shift + span.end) for span in spans]

    def _split(self, document: Document, text: str) -> list[Piece | Span]:
        try:
            with finding_in(self.folders, self.files):
                return call_splitter(self.splitter, text)
        except Exception as error:  # it is foreign code: it may raise anything
            what = f"{type(error).__name__}: {error}"
            raise GoldrankError(f"{self._where(document)}: {what}; {CONTRACT}") from error

    def _spans(self, document: Document, text: str, returned: list[Piece | Span]) -> list[Span]:
        pieces = [item for item in returned if isinstance(item, Piece)]
        if not pieces:
            return self._checked(document, text, [i for i in returned if isinstance(i, Span)])
        if len(pieces) < len(returned):
            raise GoldrankError(
                f"{self._where(document)}: expected texts or pairs (start, end), got both"
            )
        numbers = [n for n, piece in enumerate(pieces, 1) if piece.text.strip()]
        found = place_pieces(text, [pieces[n - 1] for n in numbers])
        if isinstance(found, NotPlaced):
            number = numbers[found.number]
            raise self._unplaced(document, number, pieces[number - 1].text, found.elsewhere)
        return found

    def _checked(self, document: Document, text: str, spans: Sequence[Span]) -> list[Span]:
        kept: list[Span] = []
        for number, span in enumerate(spans, 1):
            if not 0 <= span.start <= span.end <= len(text):
                raise self._wrong(
                    document, number, "", f"expected 0 <= start <= end <= {len(text)}, got {span}"
                )
            if not (trimmed := trim(text, *span)):
                continue
            if kept and trimmed.start < kept[-1].start:
                what = f"expected it to start where the one before does or later, {tuple(kept[-1])}"
                shown = text[slice(*trimmed)]
                raise self._wrong(document, number, shown, f"{what}; got {tuple(trimmed)}")
            kept.append(trimmed)
        return sorted(set(kept))

    def _unplaced(
        self, document: Document, number: int, text: str, elsewhere: Span | None
    ) -> GoldrankError:
        what = "its text is not in the document; a chunk is a stretch of it, unchanged"
        if elsewhere is not None:
            what = (
                f"its text stands at {elsewhere.start} of the body, and not after the chunk before; "
                "return chunks in their order"
            )
        return self._wrong(document, number, text, what)

    def _wrong(self, document: Document, number: int, text: str, what: str) -> GoldrankError:
        words = " ".join(text.split())
        shown = f" ({words[:SHOWN] + '…' if len(words) > SHOWN else words!r})" if words else ""
        return GoldrankError(f"{self._where(document)}, chunk {number}{shown}: {what}")

    def _where(self, document: Document) -> str:
        return f"chunker {self.name!r} ({self.label}), document {document.doc_id}"
