"""What is wrong with the filters of queries: they cannot be read, or hide the query's own evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.evidence.problems import Problem
from goldrank.evidence.queries import RawQuery
from goldrank.filters.hidden import without_hidden
from goldrank.filters.sight import Sight
from goldrank.types import Query


def filters(
    queries: Sequence[Query], raw: Mapping[str, RawQuery], sight: Sight, corpus: Corpus
) -> Iterator[Problem]:
    """Filters that the rules cannot read, and those that hide all evidence of a need.

    The first stop a run; of the second it is said which rule hides which document, and why.
    """
    place = {document.doc_id: n for n, document in enumerate(corpus.documents)}
    for query in queries:
        own = raw[query.query_id]
        try:
            (left,) = without_hidden([query], sight, corpus.documents)
        except GoldrankError as error:
            yield Problem(query.query_id, own.source, own.line, "filter", str(error))
            continue
        for number, need in enumerate(left.needs, start=1):
            if need.hidden and not need.evidence:
                doc_id = need.hidden[0].doc_id
                rule, why = sight.reasons(query, place[doc_id])[0]
                message = (
                    f"its filter hides all evidence of need {number} ({doc_id}: {rule}, {why}), so "
                    "the need is in no mean; mend the filter, the metadata or the evidence"
                )
                yield Problem(
                    query.query_id, own.source, own.line, "hidden", message, level="warning"
                )
