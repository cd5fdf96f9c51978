"""What the command line asks for, as a suite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goldrank.chunkers.registry import BUILT_IN as CHUNKERS
from goldrank.corpus.registry import EVERY
from goldrank.encoders.registry import with_model
from goldrank.errors import GoldrankError
from goldrank.representations.registry import BUILT_IN
from goldrank.suggest import unknown
from goldrank.suites.bundled import find_suite
from goldrank.suites.suite import Suite, load_suite, make_suite


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `bench run` and `bench plan` that change the suite."""

    corpus: Path | None
    queries: Sequence[Path]
    chunkers: Sequence[str]
    variants: Sequence[str]
    rankers: Sequence[str]
    models: Sequence[str]
    cutoffs: str | None


NO_OPTIONS = Options(None, (), (), (), (), (), None)
"""Nothing is changed."""


def suite_of(
    named: str | None,
    options: Options,
    working_folder: Path,
    strict: bool = False,
    deterministic: bool = False,
) -> Suite:
    """The suite that the options name: a file's, changed by them, or one made of them alone."""
    if named is None and options.corpus is not None:
        if not options.queries:
            raise GoldrankError(
                "--corpus needs --queries, the file of questions; see bench run --help"
            )
        suite = make_suite(_table(options, working_folder), "command line", working_folder)
    else:
        suite = load_suite(find_suite(named, working_folder))
    return _changed(suite, options, working_folder, strict, deterministic)


def suite_for_corpus(options: Options, working_folder: Path, strict: bool = False) -> Suite:
    """A suite without queries, for a plan; or the one of a `.toml` file that is named instead."""
    if options.corpus is not None and options.corpus.suffix.lower() == ".toml":
        suite = load_suite(working_folder / options.corpus)
        return _changed(suite, replace(options, corpus=None), working_folder, strict, False)
    suite = make_suite(_table(options, working_folder), "command line", working_folder)
    return _changed(suite, options, working_folder, strict, False)


def _table(options: Options, working_folder: Path) -> dict[str, Any]:
    corpus = (working_folder / (options.corpus or ".")).resolve()
    name = corpus.name if corpus.is_dir() else corpus.stem
    return {
        "name": name.lstrip(".") or "corpus",
        "corpus": {"path": str(corpus), "include": list(EVERY)},
        "queries": {"path": [str(working_folder / path) for path in options.queries]},
        # The abstract costs the most, so it is for who asks.
        "variant": [{"name": name, "representation": name} for name in ("raw", "breadcrumb")],
    }


def announced(suite: Suite) -> str:
    """What a run does that no suite describes, before it starts.

    >>> from goldrank.suites.suite import make_suite
    >>> table = {"name": "s", "corpus": {"path": "docs"}, "queries": {"path": "q.jsonl"}}
    >>> announced(make_suite(table, "command line", Path()))
    'no suite: chunker heading; variants raw, breadcrumb, abstract; rankers vector, bm25, rrf; bench init writes one'
    """
    asked = {"abstract", *(r.name for r in suite.representation)} & {v.name for v in suite.variant}
    more = "" if asked else " (abstract, the dearest, with --variant)"
    chunkers, variants = (
        ", ".join(each.name for each in of) for of in (suite.chunker, suite.variant)
    )
    return (
        f"no suite: chunker {chunkers}; variants {variants}{more}; rankers "
        f"{', '.join(suite.rankers)}; bench init writes one"
    )


def _changed(
    suite: Suite, options: Options, working_folder: Path, strict: bool, deterministic: bool
) -> Suite:
    table = suite.model_dump()
    if options.corpus is not None:
        table["corpus"]["path"] = str(working_folder / options.corpus)
    if options.queries:
        table["queries"]["path"] = [str(working_folder / path) for path in options.queries]
        table["queries"]["qrels"] = None  # it judges the suite's own queries
    if options.models:
        first = suite.encoder[0]
        table["encoder"] = [
            with_model(first, model, working_folder) for model in dict.fromkeys(options.models)
        ]
    if options.cutoffs is not None:
        table["cutoffs"] = _cutoffs(options.cutoffs)
    if options.rankers:
        table["rankers"] = tuple(dict.fromkeys(options.rankers))
    table["strict"] = suite.strict or strict
    table["deterministic"] = suite.deterministic or deterministic
    table["chunker"] = _chosen_chunkers(suite, options)
    table["variant"] = _chosen_variants(suite, options)
    return make_suite(table, "command line", suite.folder, working_folder)


def _chosen_chunkers(suite: Suite, options: Options) -> list[dict[str, Any]]:
    known = {c.name: c.model_dump(exclude_none=True) for c in suite.chunker}
    chosen = []
    for name in dict.fromkeys(options.chunkers or known):
        if name in known:
            chosen.append(known[name])
        elif name in CHUNKERS or ":" in name:
            chosen.append({"name": name.replace("/", "."), "kind": name})
        else:
            raise GoldrankError(f"--chunker: {unknown('chunker', name, [*known, *CHUNKERS])}")
    return chosen


def _chosen_variants(suite: Suite, options: Options) -> list[dict[str, Any]]:
    """The variants of `--variant`, under every ranker that is asked for.

    Without that option they are the suite's, each under those of its own rankers that are asked
    for; one that has none of them is left out.
    """
    # Other encoders than the suite's have variants of their own.
    kept = [v for v in suite.variant if not (options.models and v.encoder)]
    known = {v.name: v.model_dump() for v in kept}
    if not options.variants:
        asked = set(options.rankers)
        own = [{**v, "rankers": _both(v["rankers"], options.rankers)} for v in known.values()]
        return [v for v in own if v["rankers"] != ()] if asked else list(known.values())
    names = [r.name for r in suite.representation]
    made = {name: {"name": name, "representation": name} for name in (*BUILT_IN, *names)}
    chosen = []
    for name in dict.fromkeys(options.variants):
        found = known.get(name) or made.get(name)
        if found is None:
            raise GoldrankError(f"--variant: {unknown('variant', name, [*known, *made])}")
        chosen.append({**found, "rankers": None} if options.rankers else found)
    return chosen


def _both(own: Sequence[str] | None, asked: Sequence[str]) -> tuple[str, ...] | None:
    return None if own is None else tuple(ranker for ranker in own if ranker in asked)


def _cutoffs(text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise GoldrankError(
            f"--cutoffs: expected whole numbers such as 1,5,10,20; got {text!r}"
        ) from None
