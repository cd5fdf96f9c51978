"""Whether two runs rank the same chunks under one name."""

from __future__ import annotations

from goldrank.runs.run import Run


def other_chunks(before: Run, after: Run) -> list[str]:
    """A sentence for each chunker of both runs that cuts the documents they share otherwise."""
    then = dict(zip(before.documents.doc_id, before.documents.sha256, strict=True))
    now = dict(zip(after.documents.doc_id, after.documents.sha256, strict=True))
    shared = {doc_id for doc_id, digest in then.items() if now.get(doc_id) == digest}
    names = [n for n in dict.fromkeys(before.chunks.chunker) if n in set(after.chunks.chunker)]
    return [said for name in names if (said := _other(str(name), before, after, shared))]


def _other(name: str, before: Run, after: Run, shared: set[str]) -> str:
    old, new = (_ids(run, name, shared) for run in (before, after))
    if old == new:
        return ""
    count = f"{len(old):,} chunks and {len(new):,}"
    if len(old) == len(new):
        count = f"{len(old):,} chunks both times, at other places"
    prints = [str(run.fingerprints["chunkers"].get(name, "")) for run in (before, after)]
    why = f"its fingerprint was {prints[0]} and is {prints[1]}"
    if prints[0] == prints[1]:
        why = f"under one fingerprint, {prints[0]}: what it counts tokens with is another"
    return (
        f"Chunker {name} cuts the documents that both have otherwise: {count}; {why}. Ranks among "
        "other chunks differ for that reason too."
    )


def _ids(run: Run, name: str, documents: set[str]) -> list[str]:
    mine = run.chunks[run.chunks.chunker == name]
    return [str(chunk) for chunk in mine.chunk_id[mine.doc_id.isin(documents)]]
