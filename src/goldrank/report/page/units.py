"""The units that a report shows, each stored once: its place, its text, and what is put around it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pandas as pd

from goldrank.runs.run import Run
from goldrank.tables.texts import UNREAD
from goldrank.text.intervals import subtract
from goldrank.types import Span

WHOLE = -1
"""Stands for the end of a text that is read to its end, or that no encoder reads."""


@dataclass(slots=True)
class Numbered:
    """Values that are stored once and meant by their number, in order of appearance.

    >>> names = Numbered()
    >>> [names.of("a"), names.of("b"), names.of("a")], names.values
    ([0, 1, 0], ['a', 'b'])
    """

    numbers: dict[str, int] = field(default_factory=dict)

    def of(self, value: str) -> int:
        """The number of a value, the next free one where it is new."""
        return self.numbers.setdefault(value, len(self.numbers))

    @property
    def values(self) -> list[str]:
        """All values by number."""
        return list(self.numbers)


@dataclass(frozen=True, slots=True)
class Around:
    """What a representation puts around a chunk's text: numbers of the strings before and after.

    `read` is the offset in the whole string after the last character read, `WHOLE` for all of it;
    `left_out` are the stretches before it that are not read.
    """

    before: int
    after: int
    read: int
    left_out: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitsShown:
    """Units by number (`names`, `numbers`), their places (title and path) and texts; affixes.

    `around` has for (chunker, representation) what stands around each unit by number.
    """

    names: tuple[str, ...]
    numbers: Mapping[str, int]
    places: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, str]
    affixes: tuple[str, ...]
    around: Mapping[tuple[str, str], Mapping[int, Around]]

    def indexed(self, chunker: str, representation: str, number: int, cut: bool = False) -> str:
        """The string that is indexed of a unit, empty where it is not kept; `cut`: what is read."""
        found = self.around.get((chunker, representation), {}).get(number)
        if found is None:
            return ""
        body = self.texts[self.names[number]]
        whole = self.affixes[found.before] + body + self.affixes[found.after]
        if not cut:
            return whole
        end = len(whole) if found.read == WHOLE else found.read
        read = subtract([Span(0, end)], found.left_out)
        return " ".join(whole[span.start : span.end] for span in read)


def units_shown(run: Run) -> UnitsShown:
    """The units that some need of `run` shows."""
    ids, affixes = Numbered(), Numbered()
    for unit in _in_place(run):
        ids.of(unit)
    texts: dict[str, str] = {}
    around: dict[tuple[str, str], dict[int, Around]] = {}
    for (chunker, name, unit, text, start, end, read), left_out in _rows(run.texts):
        texts.setdefault(unit, text[start:end])
        end_read = WHOLE if read is None or read >= len(text) else read
        around.setdefault((chunker, name), {})[ids.of(unit)] = Around(
            affixes.of(text[:start]), affixes.of(text[end:]), end_read, left_out
        )
    for unit in _others(run):
        ids.of(unit)
    return UnitsShown(
        tuple(ids.values), ids.numbers, _places(run), texts, tuple(affixes.values), around
    )


def _rows(
    texts: pd.DataFrame,
) -> Iterable[tuple[tuple[str, str, str, str, int, int, int | None], tuple[Span, ...]]]:
    left_out = texts[UNREAD].fillna("") if UNREAD in texts else [""] * len(texts)
    for *row, spans in zip(
        texts.chunker,
        texts.representation,
        texts.chunk_id,
        texts.text,
        texts.body_start,
        texts.body_end,
        texts.read_end,
        left_out,
        strict=True,
    ):
        read = None if pd.isna(row[6]) else int(row[6])
        gaps = tuple(Span(*span) for span in json.loads(spans)) if spans else ()
        names = str(row[0]), str(row[1]), str(row[2]), str(row[3])
        yield (*names, int(row[4]), int(row[5]), read), gaps


def _in_place(run: Run) -> list[str]:
    """Units whose text is kept, by document and place: what overlaps stands near, and packs well."""
    kept = run.chunks[run.chunks.chunk_id.isin(run.texts.chunk_id)]
    ordered = kept.drop_duplicates("chunk_id").sort_values(["doc_id", "start", "end"])
    return [str(unit) for unit in ordered.chunk_id]


def _others(run: Run) -> list[str]:
    """Units whose text is not kept: documents, where those are ranked."""
    named = pd.concat([run.needs.chunk_id.dropna(), run.top.chunk_id, run.gold.chunk_id.dropna()])
    return [str(unit) for unit in named.unique()]


def _places(run: Run) -> dict[str, tuple[str, ...]]:
    """Title and section path of every chunk, title of every document."""
    titles = dict(zip(run.documents.doc_id, run.documents.title, strict=True))
    places: dict[str, tuple[str, ...]] = {
        str(doc_id): (str(title),) for doc_id, title in titles.items()
    }
    for unit, title, path in zip(
        run.chunks.chunk_id, run.chunks.title, run.chunks.section_path, strict=True
    ):
        below = [str(each) for each in json.loads(path)]
        places[str(unit)] = (str(title), *(below[1:] if below[:1] == [title] else below))
    return places
