"""What reading more than the chunk brings, at the same number of tokens: tested."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from goldrank.contexts.itself import Itself
from goldrank.frames.systems import rows_of_system
from goldrank.measuring.paired import Effect, effects
from goldrank.suites.suite import Suite
from goldrank.tables.best import best_system
from goldrank.tables.by_run import ByRun
from goldrank.tables.contexts import served_within
from goldrank.tables.sentences.seen import rests_on
from goldrank.text.numbers import p_words


def context_sentences(tables: ByRun, suite: Suite, clusters: Mapping[str, str]) -> list[str]:
    """Of the best system: for each context, the budget at which it differs most from the chunk.

    All contexts and budgets of that system are one family of tests.
    """
    needs, budgets = tables["context_needs"], suite.budgets
    if needs.empty:
        return []
    best = best_system(tables["systems"], suite.ranker_graph)
    mine = rows_of_system(needs, best)
    names = [name for name in mine.context.unique() if name != Itself().name]
    served = {
        (name, budget): served_within(mine[mine.context == name], budget)
        for name in (Itself().name, *names)
        for budget in budgets
    }
    asked = [(name, budget) for name in names for budget in budgets]
    gains = [served[name, b] - served[Itself().name, b] for name, b in asked]
    labels = [clusters[str(query)] for query in gains[0].index]
    found = dict(
        zip(asked, effects(np.stack([g.to_numpy() for g in gains], axis=1), labels), strict=True)
    )
    return [_said(str(best), name, {b: found[name, b] for b in budgets}, served) for name in names]


def _said(
    system: str,
    name: str,
    effects_of: Mapping[int, Effect],
    served: Mapping[tuple[str, int], pd.Series],
) -> str:
    real = {budget: each for budget, each in effects_of.items() if each.is_real}
    shown = real or effects_of
    budget = max(shown, key=lambda b: abs(shown[b].mean))
    effect, plain = shown[budget], served[Itself().name, budget].mean()
    how = "more" if effect.mean > 0 else "fewer"
    says = f"serves {how} needs than" if real else "is not shown to differ from"
    return (
        f"At {budget:,} tokens read, {system} with {name} {says} the chunk alone: "
        f"{served[name, budget].mean():.1%} against {plain:.1%} ({p_words(effect.p_corrected)}, "
        f"{rests_on(effect)})."
    )
