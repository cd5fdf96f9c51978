"""One chunker of a run, opened: its chunks, what is indexed of them, and any query's scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goldrank.chunkers.base import Chunker
from goldrank.encoders.base import Reading, Role, Vectors
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import Batching, embed
from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldNeed
from goldrank.filters.allowed import Allowed
from goldrank.rankers.base import Material, QueryBlock
from goldrank.rankers.fold import Fold
from goldrank.rankers.graph import Fitted, Scored, dense_of, looked_into, sides_of
from goldrank.rankers.hits import Places
from goldrank.representations.base import Represented
from goldrank.running.cutting import chunk_corpus, gold_units, owners_of
from goldrank.running.indexing import counted, ranked_places, represent
from goldrank.running.pools import pools_of
from goldrank.running.prepared import Prepared
from goldrank.suites.inputs import sight_of
from goldrank.types import Chunk, Document, Query, Variant
from goldrank.window.query_readings import read_queries
from goldrank.window.readings import hold


@dataclass(frozen=True, slots=True, eq=False)
class Dense:
    """One representation on the vector side; rows belong to what that side indexes, in order."""

    readings: Sequence[Reading]
    vectors: Vectors


class OpenChunker:
    """The chunks of one chunker and its indexes, made when they are asked for, and kept."""

    def __init__(
        self,
        prepared: Prepared,
        chunker: Chunker,
        cache_folder: Path,
    ) -> None:
        self.name = chunker.name
        self.corpus = prepared.corpus
        self.parts = prepared.parts
        self._prepared = prepared
        self._cache_folder = cache_folder
        self.chunks: Sequence[Chunk] = chunk_corpus(prepared, chunker)
        self.pools = pools_of(self.chunks, self.corpus, prepared.suite)
        self.unit = prepared.suite.unit
        self.unit_ids, _ = gold_units(prepared, (), self.chunks)
        self.positions = {unit_id: n for n, unit_id in enumerate(self.unit_ids)}
        self.documents: Mapping[str, Document] = {d.doc_id: d for d in self.corpus.documents}
        self._texts: dict[tuple[str, int], list[Represented]] = {}
        self._dense: dict[str, Dense] = {}
        self._asked: dict[tuple[str, str], Vectors] = {}
        self._encoded = self.parts.dense()
        self.fitted = self.fit(self)

    def fit(self, material: Material) -> Fitted:
        """The rankers of the run over these units, or over what was changed of them."""
        return Fitted(self.parts.rankers, material, self.parts.ranked_by)

    def encoder(self, name: str) -> str:
        """Whose vectors a vector side has."""
        return self._encoded[name].encoder

    def gold(self, query: Query) -> dict[int, GoldNeed]:
        """Where each need of `query` is met among what is ranked, by its number."""
        _, found = gold_units(self._prepared, [query], self.chunks)
        return {need.need: need for need in found}

    def places(self, side: str, position: int) -> list[int]:
        """Where in a side's pool the chunks stand that make up one of the ranked units."""
        fold = self.fold(side)
        return [position] if fold is None else fold.units_of(position).tolist()

    def text(self, chunk: Chunk) -> str:
        """The chunk's own text."""
        return self.documents[chunk.doc_id].text[chunk.start : chunk.end]

    def titles(self, doc_id: str, offset: int) -> list[str]:
        """A document's title and the section path of a place in it, for people."""
        title = self.documents[doc_id].title
        path = self.corpus.outlines[doc_id].titles_at(offset)
        return [title, *(path[1:] if path and path[0] == title else path)]

    def margin(self, ranker: str, variant: Variant) -> int:
        """By how many steps the scores of one unit may differ from run to run."""
        return 0 if self._prepared.suite.deterministic else self.fitted.index(ranker, variant).near

    @property
    def count(self) -> int:
        """How many units are ranked: chunks, or documents."""
        return len(self.unit_ids)

    @property
    def ranked(self) -> Places:
        """What is ranked, and where it stands."""
        return ranked_places(self._prepared, self.unit_ids, self.chunks, self._cache_folder)

    def vectors(self, representation: str) -> Vectors:
        """What the vector side reads, shape (what it indexes, dimensions)."""
        return self.dense(representation).vectors

    def texts(self, representation: str) -> list[str]:
        """What the lexical side counts."""
        return [text.text for text in self.represented("lexical", representation)]

    def fold(self, side: str) -> Fold | None:
        """How a side's scores fold to documents, where these are ranked."""
        return self.pools.folds.get(side)

    def dense(self, name: str) -> Dense:
        """The vector side of a representation; vectors come out of the cache where it has them."""
        if name not in self._dense:
            inputs = [text.text for text in self.represented("dense", name)]
            encoder, label = self.encoder(name), f"vectors {self.name}/{name}"
            vectors = self.embed(inputs, "document", label, encoder)
            self._dense[name] = Dense(self._readings(inputs, encoder), vectors)
        return self._dense[name]

    def represented(self, side: str, name: str) -> list[Represented]:
        """What a side indexes of every chunk in its pool under a representation."""
        pool = self.pools.by_side[side]
        key = (name, id(pool))  # often both sides have one pool, and one representation
        if key not in self._texts:
            own = self._encoded[name].dense if side == "dense" else name
            representation = self.parts.representations[own]
            counter = self.parts.encoder.counter
            self._texts[key] = represent(representation, self.corpus, pool, counter)
        return self._texts[key]

    def reading(self, text: str, encoder: str) -> Reading:
        """What an encoder's window holds of one indexed string."""
        return self._readings([text], encoder)[0]

    def _readings(self, texts: Sequence[str], encoder: str) -> Sequence[Reading]:
        """What is not shown to be unread."""
        reader = self._prepared.reader(encoder)
        with self._cache(encoder) as cache:
            return hold(reader.encoder, reader.window, texts, cache).high

    def query_reading(self, text: str, encoder: str) -> Reading:
        """What an encoder reads of a query."""
        reader = self._prepared.reader(encoder)
        with self._cache(encoder) as cache:
            return read_queries(reader.encoder, reader.window, [text], cache)[0]

    def asked(self, text: str, encoder: str) -> Vectors:
        """The vector of a query, shape (1, dimensions)."""
        key = (text, encoder)
        if key not in self._asked:
            self._asked[key] = self.embed([text], "query", "query vector", encoder)
        return self._asked[key]

    def embed(self, texts: Sequence[str], side: Role, label: str, encoder: str) -> Vectors:
        """Vectors of `texts`, shape (texts, dimensions); the model is loaded for what is new."""
        reader = self._prepared.reader(encoder)
        with (
            self._cache(encoder) as cache,
            self._prepared.progress.stage(label, len(texts), "texts") as advance,
        ):
            return embed(
                reader.encoder,
                texts,
                side,
                reader.content,
                cache,
                Batching(counted(advance), self._prepared.suite.deterministic),
            ).vectors

    def _cache(self, encoder: str) -> VectorCache:
        return VectorCache.open(self._cache_folder, self.parts.encoders[encoder].fingerprint)

    def allowed(self, query: Query) -> Allowed | None:
        """What a query may see of the units that are ranked; `None` where that is all."""
        if not query.filter:
            return None
        documents = sight_of(self._prepared.suite, self.corpus).allowed(query)
        owners = owners_of(self.chunks, self.corpus, self.unit == "document")
        return Allowed(documents[np.newaxis], owners)

    def scored(
        self,
        fitted: Fitted,
        query: str,
        ranker: str,
        variant: Variant,
        allowed: Allowed | None = None,
    ) -> Scored:
        """One query's scores under fitted rankers; encoded where `ranker` reads vectors."""
        if not sides_of(ranker, self.parts.rankers):
            raise GoldrankError(
                f"ranker {ranker}: its order has no reason to show; inspect one of "
                f"{', '.join(looked_into(self.parts.rankers))}"
            )
        read = {v.encoder for v in dense_of(ranker, variant, self.parts.rankers)}
        vectors = {encoder: self.asked(query, encoder) for encoder in read}
        first = vectors.pop("", np.zeros((1, 0), dtype=np.float32))
        block = QueryBlock([""], [query], first, others=vectors, allowed=allowed)
        return Scored(fitted, block)
