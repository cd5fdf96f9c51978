"""What can be wrong with a suite, said with the key, what came, and the nearest known name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from goldrank.contexts.itself import Itself
from goldrank.encoders.fixed_shape import FIXED_ROWS
from goldrank.errors import GoldrankError
from goldrank.settings import known_keys
from goldrank.suggest import listed, unknown

if TYPE_CHECKING:
    from goldrank.suites.suite import Suite

PLACES = ("folder", "working_folder")


def check_keys(table: Mapping[str, Any], source: str, suite: type[BaseModel]) -> None:
    """Places are arguments, never keys of a file; a ranker is a table, and names are `rankers`."""
    for key in PLACES:
        if key in table:
            known = listed(sorted(known_keys(suite)))
            raise GoldrankError(f"{source}: unknown key {key!r} {known}")
    rankers = table.get("ranker", ())
    if not isinstance(rankers, list | tuple) or not all(isinstance(r, Mapping) for r in rankers):
        raise GoldrankError(
            f"{source}: 'ranker': expected tables [[ranker]], got {rankers!r}; "
            "did you mean 'rankers'?"
        )


def check_names(suite: Suite, source: str) -> None:
    """Names are printable, without a slash, and given once."""
    _check_folder_name(suite.name, source)
    for what, names in (
        ("chunker", [c.name for c in suite.chunker]),
        ("variant", [v.name for v in suite.variant]),
        ("representation", [r.name for r in suite.representation]),
        ("context", [Itself().name, *(c.name for c in suite.context)]),
    ):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise GoldrankError(f"{source}: two {what}s are named {twice[0]!r}; rename one")
        bad = [name for name in names if not name.strip() or "/" in name or not name.isprintable()]
        if bad:
            raise GoldrankError(f"{source}: {what} {bad[0]!r}: a name is printable text without /")
    if not suite.chunker or not suite.variant or not suite.rankers:
        raise GoldrankError(f"{source}: expected at least one chunker, one variant and one ranker")


def check_rankers(suite: Suite, source: str) -> None:
    """Every ranker that is named is there, is of a known kind, and combines what there is."""
    try:
        _ = suite.ranker_graph
    except GoldrankError as error:
        raise GoldrankError(f"{source}: {error}") from None


def check_encoders(suite: Suite, source: str) -> None:
    """A variant's encoder is one of the suite's."""
    names = [encoder.name for encoder in suite.encoder if encoder.name]
    for variant in suite.variant:
        if variant.encoder and variant.encoder not in names:
            raise GoldrankError(
                f"{source}: variant {variant.name}: {unknown('encoder', variant.encoder, names)}"
            )


def _check_folder_name(name: str, source: str) -> None:
    # A run folder is named after the suite, so the name must not lead out of its parent.
    if not name.strip() or not name.isprintable() or set(name) & set("/\\") or name[0] == ".":
        raise GoldrankError(
            f"{source}: name: expected a name for a folder, without a slash and not beginning "
            f"with a dot, got {name!r}"
        )


def check_ranges(suite: Suite, source: str) -> None:
    """Cutoffs and budgets count from 1."""
    if any(budget < 1 for budget in suite.budgets) or not suite.budgets:
        shown = ", ".join(map(str, suite.budgets)) or "none"
        raise GoldrankError(f"{source}: budgets: expected whole numbers from 1, got {shown}")
    if any(cutoff < 1 for cutoff in suite.cutoffs) or not suite.cutoffs:
        shown = ", ".join(map(str, suite.cutoffs)) or "none"
        raise GoldrankError(f"{source}: cutoffs: expected whole numbers from 1, got {shown}")


def check_shapes(suite: Suite, source: str) -> None:
    """A batch that the encoder cuts smaller would not have the one shape that exactness needs."""
    for encoder in suite.encoder:
        rows = encoder.rows_at_once
        if suite.deterministic and not encoder.shape_is_ours:
            raise GoldrankError(
                f"{source}: deterministic = true needs an encoder whose batches are computed here, "
                f'got "{encoder.model}"; leave it out: its cached vectors make runs alike'
            )
        if suite.deterministic and rows is not None and rows < FIXED_ROWS:
            raise GoldrankError(
                f"{source}: deterministic = true encodes {FIXED_ROWS} texts at a time, so batch_size "
                f"must be {FIXED_ROWS} or more, got {rows}"
            )


def check_units(suite: Suite, source: str) -> None:
    """Options of document ranking without it would be ignored in silence, and contexts with it."""
    if suite.unit == "document":
        if suite.context:
            raise GoldrankError(
                f"{source}: context {suite.context[0].name}: what is read around a chunk needs unit = "
                '"chunk", got unit = "document"; set the unit, or leave the contexts out'
            )
        if suite.spans:
            raise GoldrankError(
                f'{source}: spans: what is read of the evidence needs unit = "chunk", got unit = '
                '"document"; set the unit, or leave [spans] out'
            )
        return
    for name, given in (
        ("document_vector = true", suite.document_vector),
        ('lexical_unit = "document"', suite.lexical_unit == "document"),
    ):
        if given:
            raise GoldrankError(
                f'{source}: {name} needs unit = "document", got unit = "chunk"; '
                "set the unit, or leave the option out"
            )
