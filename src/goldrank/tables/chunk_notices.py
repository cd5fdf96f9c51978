"""What is said of a run's chunks: what set their length, and those that are unlike the others."""

from __future__ import annotations

from collections.abc import Sequence

from goldrank.running.work import Work
from goldrank.types import Chunk
from goldrank.window.measured import limit_of


def chunk_notices(work: Work) -> list[str]:
    """What the chunkers took the window for, and chunks inside others."""
    said = [*_limit_without_vectors(work)]
    for result in work.results:
        name, chunks = result.indexed.chunker, result.indexed.chunks
        if result.unreserved:
            said.append(
                f"{name}: the breadcrumb of {_chunks(result.unreserved)} takes more than half of "
                "the limit; no room is kept for it, so a variant that carries it has less of the "
                "text inside the window"
            )
        if inside := inside_another(chunks):
            said.append(
                f"{name}: {_chunks(inside)} lie wholly inside another (the end of a sliding "
                "window, say); they are ranked as the chunker made them"
            )
    return said


def inside_another(chunks: Sequence[Chunk]) -> int:
    """How many chunks hold nothing that a chunk before them does not hold.

    >>> inside_another([Chunk("a", 0, 4), Chunk("a", 2, 6), Chunk("a", 4, 6)])
    1
    """
    count, reach = 0, ("", 0)
    for chunk in chunks:
        inside = chunk.doc_id == reach[0] and chunk.end <= reach[1]
        count += inside
        reach = reach if inside else (chunk.doc_id, chunk.end)
    return count


def _limit_without_vectors(work: Work) -> list[str]:
    names = work.parts.cut_by_window()
    if work.window is None or work.parts.dense_names() or not names:
        return []
    content = limit_of(work.parts.encoder, work.window)
    limit = "has no end" if content is None else f"is {content} content tokens"
    return [
        f"no vector is ranked; the window of the encoder {limit} and is the limit of "
        f"{', '.join(names)} all the same, so that the chunks are those of a run with vectors"
    ]


def _chunks(count: int) -> str:
    return "1 chunk" if count == 1 else f"{count:,} chunks"
