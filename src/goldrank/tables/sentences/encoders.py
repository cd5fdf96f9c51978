"""Which encoder is better, where a suite has several: every system under both, tested together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from goldrank.frames.systems import systems_of
from goldrank.measuring.paired import Effect
from goldrank.rankers.base import Named
from goldrank.rankers.graph import sides_of
from goldrank.suites.suite import Suite
from goldrank.tables.claims import Claims, Pair, System
from goldrank.tables.sentences.seen import rests_on
from goldrank.text.numbers import p_words


class Compared(NamedTuple):
    """One system under the first encoder and under another."""

    encoder: str
    before: System
    means: tuple[float, float]
    effect: Effect

    def __str__(self) -> str:
        old, new = self.means
        p = p_words(self.effect.p_corrected)
        return f"{'/'.join(self.before)} {new:.3f} against {old:.3f} ({p}, {rests_on(self.effect)})"


def encoder_sentences(systems: pd.DataFrame, suite: Suite, claims: Claims) -> list[str]:
    """For every encoder but the first: how many systems it makes better, and by how much at most.

    All systems that two encoders rank are one family of tests.
    """
    found = _compared(systems, suite, claims)
    names = [encoder.name for encoder in suite.encoder]
    return [_said(each, names[0], [c for c in found if c.encoder == each]) for each in names[1:]]


def _compared(systems: pd.DataFrame, suite: Suite, claims: Claims) -> list[Compared]:
    variants, rankers = suite.variants, suite.ranker_graph
    means: dict[System, float] = dict(zip(systems_of(systems), systems.RR, strict=True))
    first = {(v.dense, v.lexical): v.name for v in variants.values() if not v.encoder}
    pairs: list[tuple[str, Pair]] = []
    for chunker, name, ranker in means:
        variant = variants[name]
        before = (chunker, first.get((variant.dense, variant.lexical), ""), ranker)
        if variant.encoder and before in means and "dense" in sides_of(ranker, rankers):
            pairs.append((variant.encoder, (before, (chunker, name, ranker))))
    pairs += [
        (str(rankers[ranker].encoder), ((chunker, name, other), (chunker, name, ranker)))
        for chunker, name, ranker in means
        for other in _of_the_first(ranker, rankers)
        if not variants[name].encoder and (chunker, name, other) in means
    ]
    effects = claims.gains([pair for _, pair in pairs])
    return [
        Compared(encoder, before, (means[before], means[after]), effect)
        for (encoder, (before, after)), effect in zip(pairs, effects, strict=True)
    ]


def _of_the_first(ranker: str, rankers: Mapping[str, Named]) -> list[str]:
    """The first ranker that is as one that names an encoder, and reads the first encoder's."""
    mine = rankers[ranker]
    if not mine.encoder:
        return []
    alike = (mine.kind, mine.combines, mine.settings)
    found = [
        name
        for name, each in rankers.items()
        if not each.encoder and (each.kind, each.combines, each.settings) == alike
    ]
    return found[:1]


def _said(encoder: str, first: str, found: Sequence[Compared]) -> str:
    real = [each for each in found if each.effect.is_real]
    if not found:
        return f"No system is ranked both with {encoder} and with {first}."
    count = "the one system" if len(found) == 1 else f"the {len(found)} systems"
    if not real:
        widest = max(found, key=lambda each: abs(each.effect.mean))
        return (
            f"Whether {encoder} or {first} encodes makes no difference that is shown, in {count} "
            f"that both rank; the widest is MRR of {widest}."
        )
    better = [each for each in real if each.effect.mean > 0]
    worse = [each for each in real if each.effect.mean < 0]
    widest = max(real, key=lambda each: abs(each.effect.mean))
    parts = [f"better in {len(better)}"] if better else []
    parts += [f"worse in {len(worse)}"] if worse else []
    return (
        f"Of {count} that {encoder} and {first} both rank, {encoder} is {' and '.join(parts)} beyond "
        f"chance; most in MRR of {widest}."
    )
