"""The working parts of a suite: everything it names, made and checked before any work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goldrank.chunkers.base import Chunker
from goldrank.chunkers.registry import make_chunker
from goldrank.chunkers.user import UserChunker
from goldrank.encoders.base import Encoder
from goldrank.encoders.settings import SuiteFolders
from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldRule
from goldrank.measuring.measures import Measure, parse_measure
from goldrank.own_code.importing import beside, importing_from
from goldrank.own_code.own_files import own_files
from goldrank.rankers.base import Ranker, RunSettings
from goldrank.rankers.graph import sides_of
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.representations.base import Representation
from goldrank.representations.registry import BUILT_IN, make_representation
from goldrank.suggest import unknown
from goldrank.suites.policy import stored_measures
from goldrank.suites.suite import NamedSettings, Suite, VariantSettings
from goldrank.types import System, Variant


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a suite; `imported` says which modules beside it were imported for it."""

    encoder: Encoder
    chunkers: Sequence[Chunker]
    representations: Mapping[str, Representation]
    variants: Sequence[Variant]
    rankers: Mapping[str, Ranker[Any, Any]]
    tokenizer: Tokenizer
    systems: Sequence[tuple[System, Variant]]
    measures: Sequence[Measure]
    rule: GoldRule
    imported: Sequence[str]

    def systems_of(self, chunker: str) -> list[tuple[System, Variant]]:
        """The systems that share a chunker."""
        return [(system, variant) for system, variant in self.systems if system.chunker == chunker]

    def dense_names(self) -> list[str]:
        """The representations that are encoded, in the order of the variants."""
        return list(self.encoded())

    def encoded(self) -> dict[str, str]:
        """Each representation that is encoded, and the variant that tables call it by.

        That is the first of the variants which a ranker of vectors reads.
        """
        named: dict[str, str] = {}
        for system, variant in self.systems:
            if "dense" in sides_of(system.ranker, self.rankers):
                named.setdefault(variant.dense, variant.name)
        return named

    def needs_window(self) -> bool:
        """Whether the encoder's window matters: vectors are ranked, or it is a chunker's limit."""
        return bool(self.dense_names()) or bool(self.cut_by_window())

    def cut_by_window(self) -> list[str]:
        """The chunkers whose limit is the encoder's window, whatever ranks their chunks."""
        return [c.name for c in self.chunkers if c.limits and c.limits.takes_window]

    def lexical_names(self) -> list[str]:
        """The representations whose words are indexed, in the order of the variants."""
        reads = {s.ranker: "lexical" in sides_of(s.ranker, self.rankers) for s, _ in self.systems}
        return list(dict.fromkeys(v.lexical for s, v in self.systems if reads[s.ranker]))


def make_parts(suite: Suite) -> Parts:
    """Make everything that `suite` names; a wrong name or setting is an error that says which."""
    encoder = suite.encoder.make(SuiteFolders(suite.folder, suite.import_folders))
    representations = _representations(suite)
    variants = [_variant(v, representations) for v in suite.variant]
    chunkers = [_chunker(c, suite.import_folders) for c in suite.chunker]
    systems = [
        (System(chunker.name, variant.name, ranker), variant)
        for chunker in chunkers
        for variant, settings in zip(variants, suite.variant, strict=True)
        for ranker in dict.fromkeys(settings.rankers or suite.rankers)
    ]
    cutoffs = [f"recall@{cutoff}" for cutoff in suite.cutoffs]
    names = list(
        dict.fromkeys(["RR", *cutoffs, "nDCG@10", *suite.measures, *stored_measures(suite.gate)])
    )
    return Parts(
        encoder=encoder,
        chunkers=chunkers,
        representations=representations,
        variants=variants,
        rankers=_rankers(suite, encoder),
        tokenizer=suite.tokenizer,
        systems=systems,
        measures=[parse_measure(name) for name in names],
        rule=GoldRule(suite.gold.min_overlap, suite.gold.accept_inside),
        imported=_imported(suite),
    )


def _rankers(suite: Suite, encoder: Encoder) -> dict[str, Ranker[Any, Any]]:
    shared = RunSettings(suite.seed, getattr(encoder, "similarity", "cosine"))
    own = {table.name for table in suite.ranker}
    made = {}
    for name, named in suite.ranker_graph.items():
        try:
            made[name] = named.made_by.made_of(named, shared)
        except GoldrankError as error:
            raise GoldrankError(
                f"[[ranker]] {name!r}: {error}" if name in own else str(error)
            ) from None
    return made


def _representations(suite: Suite) -> dict[str, Representation]:
    made = {name: make_representation(name, name) for name in BUILT_IN}
    for settings in suite.representation:
        made[settings.name] = _representation(settings, suite.folder)
    return made


def _representation(named: NamedSettings, folder: Path) -> Representation:
    settings: dict[str, Any] = named.settings
    if "path" in settings:
        settings["path"] = folder / str(settings["path"])
    try:
        return make_representation(named.kind or named.name, named.name, **settings)
    except TypeError as error:
        raise GoldrankError(f"representation {named.name}: {error}") from None


def _chunker(named: NamedSettings, folders: Sequence[Path]) -> Chunker:
    target = named.target
    module = target.partition(":")[0]
    with importing_from(folders, module) if target else nullcontext():
        made = make_chunker(named.kind or named.name, named.name, **named.settings)
    if isinstance(made, UserChunker):
        return replace(made, files=own_files(folders, module), folders=tuple(folders))
    return made


def _imported(suite: Suite) -> list[str]:
    """What is said of the modules that lie beside the suite: their code runs."""
    targets = [("chunker", c.target) for c in suite.chunker]
    targets.append(("encoder", suite.encoder.own_code))
    said = []
    for what, target in targets:
        module = target.partition(":")[0]
        file = beside(suite.import_folders, module) if target else None
        if file is not None:
            rest = [f for f in own_files(suite.import_folders, module) if not _within(f.path, file)]
            more = f" and of {', '.join(f.label for f in rest)}" if rest else ""
            said.append(
                f"{what} {target} is the code in {file.name}{more}, imported from beside the suite"
            )
    return said


def _within(path: Path, place: Path) -> bool:
    return path == place or path.is_relative_to(place)


def _variant(settings: VariantSettings, known: Mapping[str, Representation]) -> Variant:
    variant = settings.sides
    if variant is None:
        raise GoldrankError(
            f'variant {settings.name}: name a "representation", or one for each side ("dense" and '
            f'"lexical"); known: {", ".join(known)}'
        )
    for name in (variant.dense, variant.lexical):
        if name not in known:
            raise GoldrankError(
                f"variant {settings.name}: {unknown('representation', name, known)}"
            )
    return variant
