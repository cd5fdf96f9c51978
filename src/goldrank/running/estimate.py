"""What a run would send for money: counted by doing everything up to the sending."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from goldrank.encoders.base import Encoder, Reading
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import lacking
from goldrank.errors import GoldrankError
from goldrank.progress import Silent
from goldrank.running.cutting import chunk_corpus
from goldrank.running.indexing import represent
from goldrank.running.measured_encoder import MeasuredEncoder
from goldrank.running.pools import pools_of
from goldrank.running.prepared import Prepared
from goldrank.running.stand_in import Rehearsed, StandIn
from goldrank.window.characters import surely_longer
from goldrank.window.input_checks import check_inputs, check_queries
from goldrank.window.measured import Window, window_of
from goldrank.window.readings import hold


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one encoder would be sent: `texts` that the cache lacks, and `tokens` in all.

    `probing` of these tokens are for measuring and checking what it reads. `counts` says how they
    are counted, `cost` is in the currency of its price and `None` where there is none.
    """

    encoder: str
    texts: int
    tokens: int
    probing: int
    counts: str
    cost: float | None

    @property
    def line(self) -> str:
        """In words.

        >>> Estimate("small", 12, 3_400, 400, "counted by its tokenizer", None).line
        'small: about 3,400 tokens would be sent (12 texts, and 400 tokens to measure what it reads), counted by its tokenizer'
        """
        cost = "" if self.cost is None else f", which cost {self.cost:.4f}"
        texts = "1 text" if self.texts == 1 else f"{self.texts:,} texts"
        probing = f", and {self.probing:,} tokens to measure what it reads" if self.probing else ""
        return (
            f"{self.encoder}: about {self.tokens:,} tokens would be sent ({texts}{probing}), "
            f"{self.counts}{cost}"
        )

    def to_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        return asdict(self)


def metered(prepared: Prepared) -> list[str]:
    """The encoders of a suite that send for money, by name."""
    parts = prepared.parts
    wanted = set(parts.encoders) if parts.needs_window() else set()
    return [name for name in parts.encoders if name in wanted and parts.encoders[name].about.meter]


def estimates(
    prepared: Prepared, queries: Sequence[str], caches: Mapping[str, VectorCache]
) -> list[Estimate]:
    """What each encoder that sends for money would be sent.

    `prepared` knows the windows of the others. What the cache has is not counted. Of what is not
    measured yet, it is taken to read what is declared.

    Raises:
        GoldrankError: what it refuses is known, and a text is surely longer.
    """
    rehearsed = {name: _Rehearsal.of(prepared, name, caches[name]) for name in metered(prepared)}
    known = {
        name: MeasuredEncoder.of(prepared.parts.encoders[name], each.window)
        for name, each in rehearsed.items()
    }
    quiet = replace(prepared, progress=Silent(), known={**prepared.known, **known})
    inputs = _inputs(quiet, list(rehearsed))
    asked = set(prepared.parts.encoding())
    for name, each in rehearsed.items():
        for texts in inputs[name]:
            each.documents(texts)
        if name in asked:
            each.queries(queries)
    return [each.estimate for each in rehearsed.values()]


def estimated(
    prepared: Prepared, queries: Sequence[str], cache_folder: Path | None
) -> list[Estimate]:
    """`estimates`, with caches that are opened for it."""
    names = metered(prepared)
    with caches_of({name: prepared.parts.encoders[name] for name in names}, cache_folder) as caches:
        return estimates(prepared, queries, caches)


@contextmanager
def caches_of(
    encoders: Mapping[str, Encoder], folder: Path | None
) -> Iterator[dict[str, VectorCache]]:
    """The open cache of each encoder."""
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(VectorCache.open(folder, encoder.fingerprint))
            for name, encoder in encoders.items()
        }


def refuse_beyond_caps(prepared: Prepared, found: Sequence[Estimate]) -> None:
    """Raise where an encoder would be sent more than its caps allow, with what it was sent before."""
    for name, estimate in zip(metered(prepared), found, strict=True):
        meter = prepared.parts.encoders[name].about.meter
        if meter is not None:
            meter.refuse(estimate.tokens)


def _inputs(prepared: Prepared, names: Sequence[str]) -> dict[str, list[list[str]]]:
    """What each of the encoders would encode of every chunker, by variant."""
    made: dict[str, list[list[str]]] = {name: [] for name in names}
    parts, corpus = prepared.parts, prepared.corpus
    variants = [variant for variant in parts.dense().values() if variant.encoder in made]
    for chunker in parts.chunkers if variants else ():
        chunks = chunk_corpus(prepared, chunker)
        pool = pools_of(chunks, corpus, prepared.suite).by_side["dense"]
        for variant in variants:
            representation = parts.representations[variant.dense]
            texts = represent(representation, corpus, pool, parts.encoder.counter)
            made[variant.encoder].append([text.text for text in texts])
    return made


class _Rehearsal:
    """One encoder's part of a run, with a stand-in for it."""

    def __init__(
        self, encoder: StandIn, cache: VectorCache, window: Window | None, notes: Rehearsed
    ) -> None:
        self.window = window
        self._encoder, self._cache, self._notes = encoder, cache, notes
        self._fixed = False
        self._sent: dict[bytes, int] = {}

    @classmethod
    def of(cls, prepared: Prepared, name: str, cache: VectorCache) -> _Rehearsal:
        """With its window, measured in this rehearsal where it was not before."""
        encoder, notes = StandIn.of(prepared.parts.encoders[name]), Rehearsed(cache)
        window = window_of(encoder, notes, [d.text for d in prepared.corpus.documents])
        made = cls(replace(encoder, content=window.content_tokens), cache, window, notes)
        made._fixed = prepared.suite.deterministic
        return made

    def documents(self, texts: Sequence[str]) -> None:
        """Count what is missing of the texts of one vector side, and what is asked to check them."""
        _refuse_longer(self._encoder, self.window, texts)
        held = hold(self._encoder, self.window, texts, self._notes)
        readings = self._encoder.read(texts, "document", self._content)
        if self._count(texts, readings):
            check_inputs(self._encoder, self.window, texts, held.low, True, self._notes)

    def queries(self, texts: Sequence[str]) -> None:
        """The same of queries."""
        readings = self._encoder.read(texts, "query", self._content)
        if self._count(texts, readings):
            check_queries(self._encoder, self.window, texts, readings, self._notes)

    @property
    def estimate(self) -> Estimate:
        """What was counted."""
        meter, caps = self._encoder.meter, self._encoder.encoder.about.meter
        tokens = sum(self._sent.values()) + meter.sent
        cost = None if caps is None else caps.caps.cost(tokens)
        name = self._encoder.name
        return Estimate(name, len(self._sent), tokens, meter.sent, meter.counts, cost)

    @property
    def _content(self) -> int | None:
        return self.window.content_tokens if self.window else None

    def _count(self, texts: Sequence[str], readings: Sequence[Reading]) -> bool:
        places = lacking(self._encoder, readings, self._content, self._cache, self._fixed)
        for n in places:
            self._sent[readings[n].key] = self._tokens(texts[n], readings[n])
        return bool(places)

    def _tokens(self, text: str, reading: Reading) -> int:
        if not self._encoder.has_tokenizer:
            return self._encoder.meter.tokens(text)
        cut = self.window is not None and self.window.refuses
        return (reading.read if cut else reading.tokens) + self._encoder.special_tokens


def _refuse_longer(encoder: Encoder, window: Window | None, texts: Sequence[str]) -> None:
    """Without its tokenizer nobody can cut for an endpoint that refuses: then nothing is sent."""
    if window is None or window.text is None or not window.refuses:
        return
    long = [text for text in texts if surely_longer(text, window.text)]
    if long:
        longest = max(long, key=len)
        raise GoldrankError(
            f'encoder "{encoder.name}": it refuses texts of more than about {window.text.high:,} '
            f"characters, and {len(long):,} of {len(texts):,} chunks are surely longer, the longest "
            f'of {len(longest):,} characters, "{longest[:60]}"; none was sent: hand in its '
            "tokenizer, then chunks are cut to its window and what is cut off counts as unread, or "
            "give the chunkers a smaller limit"
        )
