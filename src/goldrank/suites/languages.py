"""Which language a suite says that its corpus and its queries are in; nothing is guessed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import RawQuery
from goldrank.suites.suite import Suite
from goldrank.text.languages import language_named
from goldrank.types import Query

TAG = "tag:"


@dataclass(frozen=True, slots=True)
class Stated:
    """The language of the corpus, of the queries, and of those queries that have one of their own.

    Names are empty where nothing is stated.
    """

    corpus: str = ""
    queries: str = ""
    by_query: Mapping[str, str] = field(default_factory=dict)


def stated_languages(suite: Suite, queries: Sequence[Query | RawQuery] = ()) -> Stated:
    """What `suite` and the tags of its queries say; an error names what names no language."""
    corpus = language_named(suite.language) if suite.language else ""
    rule = suite.queries.language or ""
    if not rule.startswith(TAG):
        return Stated(corpus, language_named(rule, "queries.language") if rule else corpus)
    prefix = rule.removeprefix(TAG)
    tagged = {}
    for query in queries:
        named = next((tag for tag in query.tags if tag.startswith(prefix)), None)
        if named is not None:
            tagged[query.query_id] = _of_tag(query, named, prefix)
    return Stated(corpus, corpus, tagged)


def _of_tag(query: Query | RawQuery, tag: str, prefix: str) -> str:
    try:
        return language_named(tag.removeprefix(prefix))
    except GoldrankError as error:
        raise GoldrankError(f"query {query.query_id}: tag {tag!r}: {error}") from None
