"""The queries of today with the judgments of a baseline: what changed is then the code alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldrank.corpus.corpus import Corpus
from goldrank.evidence.queries import RawQuery
from goldrank.gating.baseline import Baseline, KnownEvidence
from goldrank.gating.reanchor import stands
from goldrank.types import Evidence, Need, Query


def as_judged(raw: Sequence[RawQuery], corpus: Corpus, baseline: Baseline) -> list[Query]:
    """Each query with the evidence that the baseline knows, where this corpus still holds it.

    Evidence is taken at its old place where it stands there, else at the one place in its
    document where it does. A query that the baseline does not know has no needs; one that nothing
    answers now had its evidence then.
    """
    texts = {document.doc_id: document.text for document in corpus.documents}
    return [_query(query, texts, baseline) for query in raw]


def _query(raw: RawQuery, texts: Mapping[str, str], baseline: Baseline) -> Query:
    known = baseline.queries.get(raw.query_id)
    needs = [
        tuple(found for one in need if (found := _placed(one, texts)) is not None)
        for need in (known.relevant if known else ())
    ]
    kept = tuple(Need(evidence) for evidence in needs if evidence)
    return replace(raw.located(kept), answerable=raw.answerable or bool(kept))


def _placed(known: KnownEvidence, texts: Mapping[str, str]) -> Evidence | None:
    if known.doc_id not in texts:
        return None
    if not known.quote:
        return Evidence(known.doc_id, grade=known.grade)
    places = stands(texts[known.doc_id], known.doc_id, known)
    exact = [place for place in places if place.start == known.start]
    if not exact and len(places) != 1:
        return None
    return replace((exact or places)[0], grade=known.grade)
