"""What each query of a run may see: its filter under the rules of the suite."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldrank.errors import GoldrankError
from goldrank.filters.rules import Flags, Rule, rule_of
from goldrank.filters.settings import FilterSettings
from goldrank.suggest import unknown
from goldrank.types import Document, Query


@dataclass(frozen=True, slots=True)
class Sight:
    """The rules of a suite by name, over documents in corpus order.

    A query whose filter leaves a key out is not held to that rule; without a filter it sees all.

    >>> documents = [Document("a", "", "", metadata={"tenant": "acme"}), Document("b", "", "")]
    >>> sight = Sight.of([FilterSettings(name="tenant")], documents)
    >>> sight.allowed(Query("q", "?", filter={"tenant": "acme"})).tolist()
    [True, False]
    """

    rules: Mapping[str, Rule]
    documents: int

    @classmethod
    def of(cls, filters: Sequence[FilterSettings], documents: Sequence[Document]) -> Sight:
        """Read the metadata of `documents` as `filters` ask for it."""
        return cls({each.name: rule_of(each, documents) for each in filters}, len(documents))

    def allowed(self, query: Query) -> Flags:
        """Which documents a query may see, shape (documents,).

        Raises `GoldrankError` for a filter that the rules cannot read.
        """
        found = np.ones(self.documents, dtype=np.bool_)
        for name in query.filter:
            found &= self.fits(query, name)
        return found

    def fits(self, query: Query, name: str) -> Flags:
        """Which documents fit one key of a query's filter, shape (documents,)."""
        if name not in self.rules:
            none = "" if self.rules else "; this suite has no [[filter]]: add one of that name"
            raise GoldrankError(
                f"query {query.query_id}: filter: {unknown('key', name, self.rules)}{none}"
            )
        try:
            return self.rules[name].fits(query.filter[name])
        except ValueError as error:
            raise GoldrankError(f"query {query.query_id}: filter {name!r}: {error}") from None

    def of_all(self, queries: Sequence[Query]) -> Flags | None:
        """What each query may see, shape (queries, documents); `None` where none has a filter."""
        if not any(query.filter for query in queries):
            return None
        known: dict[str, Flags] = {}
        for query in queries:
            key = filter_text(query.filter)
            if key not in known:
                known[key] = self.allowed(query)
        return np.array([known[filter_text(query.filter)] for query in queries])

    def reasons(self, query: Query, document: int) -> list[tuple[str, str]]:
        """The rules that a document does not fit, and why it does not; none where it is allowed."""
        return [
            (name, self.rules[name].why_not(value, document))
            for name, value in query.filter.items()
            if not self.fits(query, name)[document]
        ]


def filter_text(asked: Mapping[str, Any]) -> str:
    """A query's filter as it stands in tables: JSON, empty where there is none.

    >>> filter_text({"tenant": "acme", "groups": ["hr"]}), filter_text({})
    ('{"groups": ["hr"], "tenant": "acme"}', '')
    """
    return json.dumps(dict(asked), ensure_ascii=False, sort_keys=True) if asked else ""
