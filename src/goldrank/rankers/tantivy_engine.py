"""tantivy: the same texts in a search engine, by its own terms and its own BM25."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.rankers.base import (
    Material,
    Named,
    QueryBlock,
    RunSettings,
    Side,
    ToDepthSettings,
)
from goldrank.rankers.engines import refuse_documents, version_installed
from goldrank.rankers.order import NOT_RETRIEVED, Scores, first, quantise
from goldrank.text.languages import language_named

LONGEST = 40
"""Longer tokens are no terms, as by the engine's default."""
HEAP = 64_000_000
"""Bytes that the writer may fill before it begins another segment."""

Hits = tuple[NDArray[np.int64], NDArray[np.float64]]


class TantivySettings(ToDepthSettings):
    """The analyser of texts and queries, and how deep the engine is asked."""

    tokenizer: Literal["simple", "whitespace"] = "simple"
    """What ends a token: anything but letters and digits, or white space alone."""
    stopwords: tuple[str, ...] | str = ()
    """Words that are no terms: a list of them, or a language that the engine has one of."""
    stemming: str | None = None
    """The language of the engine's stemmer."""
    ascii_folding: bool = False
    """Whether `é` is `e`."""


@dataclass(frozen=True, slots=True)
class Tantivy:
    """The first `depth` units by tantivy's BM25, whose k1 is 1.2 and b 0.75, over terms of its own; needs the extra `tantivy`.

    A query is terms and never the engine's query language: `a AND (b` asks for `a`, `and`, `b`. A
    unit without any of them is not retrieved. Lengths are stored in a byte each, so scores are
    near those of exact BM25 with the same k1 and b, and not equal to them. Raises `GoldrankError`
    for a language that the engine does not know, and where the extra is missing.
    """

    reads: ClassVar[Side] = "lexical"
    settings: ClassVar[type[TantivySettings]] = TantivySettings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "tantivy"
    combines: ClassVar[tuple[str, ...]] = ()
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = False
    score_name: ClassVar[str] = ""
    score_remark: ClassVar[str] = "a sum over the query's words: it grows with their number"
    digits: ClassVar[int] = 2

    own: TantivySettings
    name: str = "tantivy"
    step: float = 1e-5  # its scores are of 32 bits: the last of them is worth 4e-6 at 60

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Tantivy:
        """Its own settings, and an analyser of its own."""
        return cls(named.settings, named.name)

    def __post_init__(self) -> None:
        version_installed("tantivy")
        _analyser(self.own)  # found wrong before any work

    @property
    def known_to(self) -> int:
        """As deep as the engine is asked."""
        return self.own.depth

    @property
    def fingerprint(self) -> str:
        """Every setting, in words, and the engine's version."""
        own = self.own
        stops = own.stopwords if isinstance(own.stopwords, str) else sorted(set(own.stopwords))
        return (
            f"tantivy {version_installed('tantivy')} depth={own.depth} step={self.step:g} "
            f"{own.tokenizer} stopwords={stops} stemming={own.stemming} folding={own.ascii_folding}"
        )

    def units_of(self, material: Material, representation: str) -> Sequence[str]:
        """The texts of the representation."""
        refuse_documents(self.name, material)
        return material.texts(representation)

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Sequence[str]:
        """The texts of the queries."""
        return asked.texts

    def fit(self, units: Sequence[str]) -> TantivyIndex:
        """Index all texts, in memory."""
        import tantivy

        fields = tantivy.SchemaBuilder()
        fields.add_text_field("text", tokenizer_name="own", index_option="freq")
        fields.add_unsigned_field("unit", fast=True)
        schema, analyser = fields.build(), _analyser(self.own)
        index = tantivy.Index(schema)
        index.register_tokenizer("own", analyser)
        writer = index.writer(heap_size=HEAP, num_threads=1)
        tokenless = 0
        for number, text in enumerate(map(_whole, units)):
            tokenless += not analyser.analyze(text)
            document = tantivy.Document()
            document.add_text("text", text)
            document.add_unsigned("unit", number)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        return TantivyIndex(self, len(units), tokenless, schema, analyser, index.searcher())


def _whole(text: str) -> str:
    """Half of a surrogate pair is no character: the engine takes UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _analyser(own: TantivySettings) -> Any:
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    made = TextAnalyzerBuilder(getattr(Tokenizer, own.tokenizer)())
    made = made.filter(Filter.remove_long(LONGEST)).filter(Filter.lowercase())
    if isinstance(own.stopwords, str):
        made = _filtered(made, Filter.stopword, own.stopwords, "stopwords")
    elif own.stopwords:
        made = made.filter(Filter.custom_stopword([word.lower() for word in own.stopwords]))
    if own.stemming is not None:
        made = _filtered(made, Filter.stemmer, own.stemming, "stemming")
    return (made.filter(Filter.ascii_fold()) if own.ascii_folding else made).build()


def _filtered(made: Any, by_language: Any, named: str, setting: str) -> Any:
    language = language_named(named, setting)
    try:
        return made.filter(by_language(language))
    except ValueError:
        raise GoldrankError(
            f'{setting}: tantivy has nothing for {language!r}; leave it out, or take kind = "bm25"'
        ) from None


@dataclass(frozen=True, slots=True, eq=False)
class TantivyIndex:
    """An index of the engine; `tokenless` of its units have no term and are never found."""

    near: ClassVar[int] = 0

    settings: Tantivy
    units: int
    tokenless: int
    schema: Any
    analyser: Any
    searcher: Any

    @property
    def remark(self) -> str:
        """How many units are never retrieved."""
        if not self.tokenless:
            return ""
        return (
            f"{self.tokenless:,} of {self.units:,} units have no term of {self.settings.name} and are "
            "never retrieved by it"
        )

    def scores(self, queries: Sequence[str]) -> Scores:
        """Scores in steps, shape (queries, units), of query texts."""
        block = np.full((len(queries), self.units), NOT_RETRIEVED, dtype=np.int64)
        for row, query in zip(block, queries, strict=True):
            found, scores = self._hits(self.terms(query), self.settings.own.depth)
            row[found] = quantise(scores, self.settings.step)
        return first(block, self.settings.own.depth)

    def by_term(self, query: str) -> dict[str, NDArray[np.float64]]:
        """What each term of `query` adds to every unit's score, shape (units,)."""
        terms, sums = self.terms(query), {}
        for term in dict.fromkeys(terms):
            sums[term] = np.zeros(self.units)
            found, scores = self._hits([term], self.units)
            sums[term][found] = scores * terms.count(term)
        return sums

    def terms(self, query: str) -> list[str]:
        """The terms of a query, as the engine makes them."""
        found: list[str] = self.analyser.analyze(_whole(query))
        return found

    def _hits(self, terms: Sequence[str], depth: int) -> Hits:
        """The best units and their scores, with all that tie with the last: corpus order decides."""
        limit = min(depth + 1, self.units)
        hits = self._asked(terms, limit)
        while len(hits) == limit < self.units and hits[-1][0] == hits[depth - 1][0]:
            limit = min(2 * limit, self.units)
            hits = self._asked(terms, limit)
        units = self.searcher.fast_field_values("unit", [place for _, place in hits])
        scores = [score for score, _ in hits]
        return np.array(units, dtype=np.int64), np.array(scores, dtype=np.float64)

    def _asked(self, terms: Sequence[str], limit: int) -> list[tuple[float, Any]]:
        from tantivy import Occur, Query

        if not terms or not limit:
            return []
        wanted = [Query.term_query(self.schema, "text", term, "freq") for term in terms]
        either = Query.boolean_query([(Occur.Should, each) for each in wanted])
        found: list[tuple[float, Any]] = self.searcher.search(either, limit, count=False).hits
        return found
