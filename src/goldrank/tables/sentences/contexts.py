"""What reading more than the chunk brings, at the same number of tokens: tested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.contexts.itself import Itself
from goldrank.measuring.paired import Effect, effects
from goldrank.tables.contexts import served_within
from goldrank.tables.sentences.seen import rests_on
from goldrank.text.numbers import p_words

SYSTEM = ["chunker", "variant", "ranker"]


def context_sentences(
    systems: pd.DataFrame, needs: pd.DataFrame, budgets: Sequence[int], clusters: Mapping[str, str]
) -> list[str]:
    """Of the best system: for each context, the budget at which it differs most from the chunk.

    All contexts and budgets of that system are one family of tests.
    """
    if needs.empty:
        return []
    best = [str(value) for value in systems.loc[systems.RR.max() == systems.RR, SYSTEM].iloc[0]]
    mine = needs[(needs[SYSTEM] == best).all(axis=1)]
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
    system = "/".join(best)
    return [_said(system, name, {b: found[name, b] for b in budgets}, served) for name in names]


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
