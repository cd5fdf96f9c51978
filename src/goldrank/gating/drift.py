"""What is not as it was: code, corpus, queries or encoder, told apart by fingerprints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from goldrank.gating.baseline import Baseline
from goldrank.gating.verdicts import Drift, MovedEvidence
from goldrank.running.fingerprints import changed_files
from goldrank.text.first_few import first_few

SHOWN = 5


def drift_of(before: Baseline, after: Baseline, moved: Sequence[MovedEvidence]) -> list[Drift]:
    """Everything that changed between a baseline and a run; the encoder first, the code last."""
    found = [
        _baseline(before, after),
        _encoder(before, after),
        _corpus(before, after, moved),
        _queries(before, after),
        _tags(before, after),
        _code(before, after),
        _policies(before, after),
    ]
    return [drift for drift in found if drift is not None]


def _baseline(before: Baseline, after: Baseline) -> Drift | None:
    details = []
    if before.edited:
        details.append("it was edited after it was saved, and is taken as it is")
    if before.suite != after.suite:
        details.append(f"it is one of suite {before.suite}, and this run is of {after.suite}")
    if not details:
        return None
    return Drift("baseline", f"The baseline: {'; '.join(details)}.", tuple(details))


def _encoder(before: Baseline, after: Baseline) -> Drift | None:
    if before.fingerprints["encoder"] == after.fingerprints["encoder"] and (
        before.window == after.window
    ):
        return None
    files = changed_files(before.fingerprints, after.fingerprints, "encoder")
    details = (
        f"{first_few(files, SHOWN)} changed" if files else "other weights, settings or libraries",
    )
    if before.window != after.window:
        details = (f"window {before.window} -> {after.window} content tokens",)
    return Drift("encoder", f"The encoder is another one: {details[0]}.", details)


def _corpus(before: Baseline, after: Baseline, moved: Sequence[MovedEvidence]) -> Drift | None:
    old, new = before.documents, after.documents
    added = [doc_id for doc_id in new if doc_id not in old]
    removed = [doc_id for doc_id in old if doc_id not in new]
    changed = [doc_id for doc_id in old if doc_id in new and old[doc_id] != new[doc_id]]
    if not (added or removed or changed):
        return None
    parts = [
        f"{len(names)} {_documents(names)} {verb} ({first_few(names, SHOWN)})"
        for names, verb in ((changed, "changed"), (added, "added"), (removed, "removed"))
        if names
    ]
    again = sum(one.reanchored for one in moved)
    evidence = ""
    if moved:
        found = f", {again} of it found again by its quote" if again else ""
        evidence = f"; evidence of {len(moved)} needs moved{found}"
    details = [
        *(f"changed: {name}" for name in changed),
        *(f"added: {name}" for name in added),
        *(f"removed: {name}" for name in removed),
        *(one.sentence for one in moved),
    ]
    return Drift("corpus", f"The corpus changed: {'; '.join(parts)}{evidence}.", tuple(details))


def _queries(before: Baseline, after: Baseline) -> Drift | None:
    added = [
        query
        for query, now in after.queries.items()
        if query not in before.queries or (now.relevant and not before.queries[query].relevant)
    ]
    if not added:
        return None
    sentence = (
        f"{len(added)} {'query is' if len(added) == 1 else 'queries are'} new and not compared "
        f"({first_few(added, SHOWN)}); save a new baseline to include them."
    )
    return Drift("queries", sentence, tuple(f"added: {query}" for query in added))


def _tags(before: Baseline, after: Baseline) -> Drift | None:
    was, now = before.tags, after.tags or {}
    if was is None:
        return None
    common = [query for query in before.queries if query in after.queries]
    other = [query for query in common if was.get(query, ()) != now.get(query, ())]
    if not other:
        return None
    sentence = (
        f"{len(other)} {'query has' if len(other) == 1 else 'queries have'} other tags "
        f"({first_few(other, SHOWN)}); policies go by those of the baseline."
    )
    return Drift("judgments", sentence, tuple(f"other tags: {query}" for query in other))


def _code(before: Baseline, after: Baseline) -> Drift | None:
    details = []
    for kind in ("chunkers", "variants", "rankers"):
        old, new = before.fingerprints[kind], after.fingerprints[kind]
        details += [
            f"{kind[:-1]} {name}{_files(before, after, f'{kind[:-1]} {name}')}"
            for name in _changed(old, new)
        ]
    if before.fingerprints["corpus"] == after.fingerprints["corpus"]:
        old, new = before.fingerprints.get("chunks", {}), after.fingerprints.get("chunks", {})
        details += [other_chunks(name, old[name], new[name]) for name in _changed(old, new)]
    added = [name for name in after.systems if name not in before.systems]
    if before.goldrank != after.goldrank:
        details.append(f"goldrank {before.goldrank} -> {after.goldrank}")
    if added:
        details.append(f"new systems, not compared: {first_few(added, SHOWN)}")
    if not details:
        return None
    return Drift("code", f"The code changed: {'; '.join(details)}.", tuple(details))


def _files(before: Baseline, after: Baseline, what: str) -> str:
    files = changed_files(before.fingerprints, after.fingerprints, what)
    return f" ({first_few(files, SHOWN)})" if files else ""


def other_chunks(name: str, old: str, new: str) -> str:
    """That a chunker makes other chunks of one corpus, from what `chunks_digest` said of both.

    >>> other_chunks("heading", "815 0f5a", "712 a3b1"), other_chunks("page", "9 0f5a", "9 a3b1")
    ('heading makes 712 chunks, was 815', 'page makes 9 chunks as before, at other places')
    """
    before, after = old.partition(" ")[0], new.partition(" ")[0]
    if before == after:
        return f"{name} makes {after} chunks as before, at other places"
    return f"{name} makes {after} chunks, was {before}"


def _policies(before: Baseline, after: Baseline) -> Drift | None:
    """A gate that was loosened in the change that it judges passes what it would have failed."""
    if before.policies == after.policies:
        return None
    gone = [policy for policy in before.policies if policy not in after.policies]
    new = [policy for policy in after.policies if policy not in before.policies]
    details = (*(f"was: {policy}" for policy in gone), *(f"is: {policy}" for policy in new))
    return Drift("policies", f"The gate asks for something else; {'; '.join(details)}.", details)


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterable[str]:
    return (name for name in old if name in new and old[name] != new[name])


def _documents(names: Sequence[str]) -> str:
    return "document" if len(names) == 1 else "documents"
