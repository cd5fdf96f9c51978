"""The working parts of a suite: everything it names, made and checked before any work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from goldrank.chunkers.base import Chunker
from goldrank.chunkers.registry import make_chunker
from goldrank.chunkers.user import UserChunker
from goldrank.contexts.base import Context
from goldrank.contexts.registry import make_context
from goldrank.encoders.base import Encoder
from goldrank.encoders.settings import SuiteFolders
from goldrank.errors import GoldrankError
from goldrank.evidence.gold import GoldRule
from goldrank.measuring.measures import Measure, parse_measure
from goldrank.own_code.importing import beside, importing_from
from goldrank.own_code.named import module_of
from goldrank.own_code.own_files import own_files
from goldrank.rankers.base import Ranker, RunSettings
from goldrank.rankers.graph import dense_of, sides_of
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.representations.base import Representation
from goldrank.representations.registry import BUILT_IN, make_representation
from goldrank.suggest import unknown
from goldrank.suites.policy import stored_measures
from goldrank.suites.suite import Suite
from goldrank.suites.suite_tables import NamedSettings, VariantSettings
from goldrank.types import System, Variant


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a suite; `imported` says which modules beside it were imported for it.

    `encoders` are by the names that variants call them, the first by the empty name. `follows`
    names, by chunker, the encoder whose window is its limit, where the suite says which.
    `ranked_by` has the rankers by encoder, since models differ in the similarity that they were
    trained for.
    """

    encoders: Mapping[str, Encoder]
    chunkers: Sequence[Chunker]
    representations: Mapping[str, Representation]
    variants: Sequence[Variant]
    ranked_by: Mapping[str, Mapping[str, Ranker[Any, Any]]]
    tokenizer: Tokenizer
    systems: Sequence[tuple[System, Variant]]
    measures: Sequence[Measure]
    rule: GoldRule
    contexts: Sequence[Context]
    imported: Sequence[str]
    follows: Mapping[str, str] = field(default_factory=dict)

    @property
    def encoder(self) -> Encoder:
        """The first encoder: by its tokens chunks are counted and prefixes are cut."""
        return self.encoders[""]

    @property
    def rankers(self) -> Mapping[str, Ranker[Any, Any]]:
        """The rankers by name, as they are under the first encoder."""
        return self.ranked_by[""]

    def systems_of(self, chunker: str) -> list[tuple[System, Variant]]:
        """The systems that share a chunker."""
        return [(system, variant) for system, variant in self.systems if system.chunker == chunker]

    def dense_names(self) -> list[str]:
        """What is encoded, by the name of a variant's vector side, in the order of the variants."""
        return list(self.encoded())

    def dense(self) -> dict[str, Variant]:
        """What is encoded, and the first variant that has it on its vector side."""
        found: dict[str, Variant] = {}
        for system, variant in self.systems:
            for read in dense_of(system.ranker, variant, self.rankers):
                found.setdefault(read.encoded, read)
        return found

    def encoding(self) -> list[str]:
        """The encoders whose vectors are ranked, by name, in the order of the suite."""
        used = {variant.encoder for variant in self.dense().values()}
        return [name for name in self.encoders if name in used]

    def encoded(self) -> dict[str, str]:
        """Each representation that is encoded, and the variant that tables call it by.

        That is the first of the variants which a ranker of vectors reads.
        """
        return {name: variant.name for name, variant in self.dense().items()}

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
    folders = SuiteFolders(suite.folder, suite.import_folders)
    encoders = {name: settings.make(folders) for name, settings in suite.encoders.items()}
    representations = _representations(suite)
    variants = [_variant(v, suite.encoder_names, representations) for v in suite.variant]
    follows = _follows(suite)
    chunkers = [_chunker(c, suite, c.name in follows) for c in suite.chunker]
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
        encoders=encoders,
        chunkers=chunkers,
        representations=representations,
        variants=variants,
        ranked_by={name: _rankers(suite, encoders, name) for name in encoders},
        tokenizer=suite.tokenizer,
        systems=systems,
        measures=[parse_measure(name) for name in names],
        rule=GoldRule(suite.gold.min_overlap, suite.gold.accept_inside),
        contexts=[make_context(settings) for settings in suite.context],
        imported=_imported(suite),
        follows=follows,
    )


def _rankers(
    suite: Suite, encoders: Mapping[str, Encoder], under: str
) -> dict[str, Ranker[Any, Any]]:
    """The rankers as they are under an encoder, and those that name one under that."""
    own = {table.name for table in suite.ranker}
    made = {}
    for name, named in suite.ranker_graph.items():
        encoder = encoders[under if named.encoder is None else named.encoder]
        shared = RunSettings(suite.seed, encoder.about.similarity, suite.import_folders)
        try:
            made[name] = named.made_by.made_of(named, shared)
        except GoldrankError as error:
            raise GoldrankError(
                f"[[ranker]] {name!r}: {error}" if name in own else str(error)
            ) from None
    return made


def _follows(suite: Suite) -> dict[str, str]:
    """The encoder that a chunker's `limit` names, by chunker, where there are several."""
    if len(suite.encoder) < 2:
        return {}
    names = {settings.name: name for name, settings in suite.encoders.items() if settings.name}
    named = {c.name: c.settings.get("limit") for c in suite.chunker}
    found = {chunker: limit for chunker, limit in named.items() if isinstance(limit, str)}
    for chunker, limit in found.items():
        if limit not in names:
            raise GoldrankError(
                f"chunker {chunker}: limit: expected a number, or the name of an encoder whose "
                f"window it follows; {unknown('encoder', limit, names)}"
            )
    return {chunker: names[limit] for chunker, limit in found.items()}


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


def _chunker(named: NamedSettings, suite: Suite, follows: bool) -> Chunker:
    target, folders = named.target, suite.import_folders
    module = module_of(target)
    with importing_from(folders, module) if target else nullcontext():
        settings = named.settings
        if follows:  # the limit is the window of the encoder that it names
            del settings["limit"]
        if (named.kind or named.name) == "given":
            settings["path"] = str(suite.path(str(settings.get("path", suite.corpus.path))))
        made = make_chunker(named.kind or named.name, named.name, **settings)
    if isinstance(made, UserChunker):
        return replace(made, files=own_files(folders, module), folders=tuple(folders))
    return made


def _imported(suite: Suite) -> list[str]:
    """What is said of the modules that lie beside the suite: their code runs."""
    targets = [("chunker", c.target) for c in suite.chunker]
    targets += [("ranker", table.target) for table in suite.ranker]
    targets += [("encoder", encoder.own_code) for encoder in suite.encoder]
    said = []
    for what, target in targets:
        module = module_of(target)
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


def _variant(
    settings: VariantSettings, encoders: Mapping[str, str], known: Mapping[str, Representation]
) -> Variant:
    variant = settings.sides(encoders)
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
