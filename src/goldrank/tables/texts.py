"""What is indexed of the chunks that a run shows, so that a saved run explains itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import pandas as pd

from goldrank.encoders.base import Reading
from goldrank.representations.base import Represented
from goldrank.running.indexing import Indexed
from goldrank.text.intervals import joined

COLUMNS = (
    "chunker",
    "chunk_id",
    "representation",
    "text",
    "body_start",
    "body_end",
    "read_end",
)
UNREAD = "unread"
"""The column that is there where something before `read_end` is not read: JSON of its stretches."""


def texts_table(indexed: Indexed, shown: Iterable[str]) -> pd.DataFrame:
    """One row per representation and chunk in `shown`: the exact string that is indexed.

    The chunk's own text is `text[body_start:body_end]`; `read_end` is the offset after the last
    character that the encoder reads, missing where the representation is not encoded. Ids of
    other units than chunks are passed over. `unread` (see `UNREAD`) has what is left out before.
    """
    wanted = set(shown)
    places = [n for n, chunk in enumerate(indexed.chunks) if chunk.chunk_id in wanted]
    ids = [indexed.chunks[n].chunk_id for n in places]
    rows: list[tuple[object, ...]] = []
    for name, side in indexed.sides.items():
        rows += _rows(indexed.chunker, name, ids, places, side.texts, side.possible)
    for name, texts in indexed.lexical_texts.items():
        # Where whole documents are indexed, no chunk has a lexical text of its own.
        if name not in indexed.sides and len(texts) == len(indexed.chunks):
            rows += _rows(indexed.chunker, name, ids, places, texts, None)
    table = pd.DataFrame(rows, columns=[*COLUMNS, UNREAD])
    if not (table[UNREAD] != "").any():
        table = table.drop(columns=UNREAD)
    return table.astype(dict.fromkeys(("body_start", "body_end", "read_end"), "Int64"))


def _rows(
    chunker: str,
    name: str,
    ids: Sequence[str],
    places: Sequence[int],
    texts: Sequence[Represented],
    readings: Sequence[Reading] | None,
) -> list[tuple[object, ...]]:
    return [
        (
            chunker,
            chunk_id,
            name,
            texts[n].text,
            texts[n].body.start,
            texts[n].body.end,
            None if readings is None else readings[n].end,
            "" if readings is None else _left_out(texts[n].text, readings[n]),
        )
        for chunk_id, n in zip(ids, places, strict=True)
    ]


def _left_out(text: str, reading: Reading) -> str:
    spans = [span for span in joined(reading.left_out, text) if text[span.start : span.end].strip()]
    return json.dumps(spans) if spans else ""


def shown_chunks(needs: pd.DataFrame, top: pd.DataFrame, diagnoses: pd.DataFrame) -> set[str]:
    """The ids of the units that some need shows: its gold, what ranks first, a split need's cover."""
    ids = set(needs.chunk_id.dropna()) | set(top.chunk_id)
    for cover in diagnoses["cover"].unique() if "cover" in diagnoses else ():
        ids |= set(json.loads(cover) if cover else ())
    return {str(chunk_id) for chunk_id in ids}
