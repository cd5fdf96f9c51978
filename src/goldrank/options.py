"""What the command line asks for, as a suite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldrank.bundled import find_suite
from goldrank.errors import GoldrankError
from goldrank.representations.registry import unknown
from goldrank.suite import DEFAULT_CHUNKERS, DEFAULT_VARIANTS, Suite, load_suite, make_suite

KINDS = ("heading", "section", "paragraph", "recursive", "fixed", "whole")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `bench run` and `bench plan` that change the suite."""

    corpus: Path | None
    queries: Sequence[Path]
    chunkers: Sequence[str]
    variants: Sequence[str]
    rankers: Sequence[str]
    model: str | None
    cutoffs: str | None


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
        table = _table(options, working_folder)
        suite = make_suite(table, "command line", working_folder)
    else:
        suite = load_suite(find_suite(named, working_folder))
    return _changed(suite, options, working_folder, strict, deterministic)


def suite_for_corpus(options: Options, working_folder: Path, strict: bool = False) -> Suite:
    """A suite without queries, for a plan."""
    suite = make_suite(_table(options, working_folder), "command line", working_folder)
    return _changed(suite, options, working_folder, strict, False)


def _table(options: Options, working_folder: Path) -> dict[str, Any]:
    corpus = working_folder / (options.corpus or ".")
    return {
        "name": corpus.resolve().stem or "corpus",
        "corpus": {"path": str(corpus)},
        "queries": {"path": [str(working_folder / path) for path in options.queries]},
        "chunker": DEFAULT_CHUNKERS,
        "variant": DEFAULT_VARIANTS,
    }


def _changed(
    suite: Suite, options: Options, working_folder: Path, strict: bool, deterministic: bool
) -> Suite:
    changes: dict[str, Any] = {}
    if options.corpus is not None:
        corpus = str(working_folder / options.corpus)
        changes["corpus"] = suite.corpus.model_copy(update={"path": corpus})
    if options.queries:
        paths = tuple(str(working_folder / path) for path in options.queries)
        changes["queries"] = suite.queries.model_copy(update={"path": paths})
    if options.model is not None:
        changes["encoder"] = suite.encoder.model_copy(update={"model": options.model})
    if strict:
        changes["strict"] = True
    if deterministic:
        changes["deterministic"] = True
    table = suite.model_dump(exclude_unset=False) | changes
    table["chunker"] = _chosen_chunkers(suite, options)
    table["variant"] = _chosen_variants(suite, options)
    if options.rankers:
        table["rankers"] = tuple(options.rankers)
        table["variant"] = [{**v, "rankers": None} for v in table["variant"]]
    if options.cutoffs is not None:
        table["cutoffs"] = _cutoffs(options.cutoffs)
    plain = {k: v.model_dump() if hasattr(v, "model_dump") else v for k, v in table.items()}
    return make_suite(plain, "command line", suite.folder)


def _chosen_chunkers(suite: Suite, options: Options) -> list[dict[str, Any]]:
    known = {
        c.name: {"name": c.name, "kind": c.kind or c.name, **c.settings} for c in suite.chunker
    }
    chosen = []
    for name in options.chunkers or list(known):
        if name in known:
            chosen.append(known[name])
        elif name in KINDS or ":" in name:
            chosen.append({"name": name.replace("/", "."), "kind": name})
        else:
            raise GoldrankError(f"--chunker: {unknown('chunker', name, [*known, *KINDS])}")
    return chosen


def _chosen_variants(suite: Suite, options: Options) -> list[dict[str, Any]]:
    known = {v.name: v.model_dump() for v in suite.variant}
    built_in = {
        name: {"name": name, "representation": name}
        for name in ("raw", "breadcrumb", "title", "abstract")
    }
    named = {r.name: {"name": r.name, "representation": r.name} for r in suite.representation}
    chosen = []
    for name in options.variants or list(known):
        found = known.get(name) or named.get(name) or built_in.get(name)
        if found is None:
            raise GoldrankError(f"--variant: {unknown('variant', name, [*known, *built_in])}")
        chosen.append(found)
    return chosen


def _cutoffs(text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise GoldrankError(
            f"--cutoffs: expected whole numbers such as 1,5,10,20; got {text!r}"
        ) from None
