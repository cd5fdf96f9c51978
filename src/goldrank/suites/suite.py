"""What `bench run` runs: a TOML file, checked whole before any work."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    Field,
    SerializeAsAny,
    SerializerFunctionWrapHandler,
    ValidationError,
    field_serializer,
    model_serializer,
)

from goldrank.contexts.registry import ContextSettings
from goldrank.encoders.registry import encoder_settings
from goldrank.encoders.settings import EncoderSettings
from goldrank.errors import GoldrankError
from goldrank.filters.settings import FilterSettings, check_filters
from goldrank.measuring.measures import of_a_query
from goldrank.rankers.base import Named
from goldrank.rankers.bm25 import Bm25Settings
from goldrank.rankers.graph import rests_on, sides_of
from goldrank.rankers.named import RankerTable, named_rankers
from goldrank.rankers.registry import DEFAULT
from goldrank.rankers.rrf import RrfSettings
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.settings import Settings, first_mistake
from goldrank.suites.extended import table_of
from goldrank.suites.several_encoders import crossed, encoders_of
from goldrank.suites.suite_errors import (
    check_encoders,
    check_keys,
    check_names,
    check_ranges,
    check_rankers,
    check_shapes,
    check_units,
)
from goldrank.suites.suite_tables import (
    CorpusSettings,
    GateSettings,
    GoldSettings,
    NamedSettings,
    QuerySettings,
    SpanSettings,
    VariantSettings,
)
from goldrank.types import Variant

DEFAULT_CUTOFFS = (1, 5, 10, 20)
DEFAULT_BUDGETS = (500, 1000, 2000, 4000)


class Suite(Settings):
    """A whole suite; relative paths are relative to the file that holds it.

    The user's own callables are looked for beside that file, then in `working_folder`.
    """

    name: str
    """What the run is called."""
    language: str | None = None
    """What the corpus is written in, as `german` or `de`: the diagnosis takes its words from there; without, it tells the language from the texts."""
    corpus: CorpusSettings
    queries: QuerySettings
    gold: GoldSettings = GoldSettings()
    encoder: Annotated[tuple[SerializeAsAny[EncoderSettings], ...], Field(min_length=1)] = (
        encoder_settings({}),
    )
    chunker: tuple[NamedSettings, ...] = ()
    representation: tuple[NamedSettings, ...] = ()
    variant: tuple[VariantSettings, ...] = ()
    rankers: tuple[str, ...] = DEFAULT
    """What ranks every variant: names of `[[ranker]]`, or of kinds as they are by default."""
    ranker: tuple[RankerTable, ...] = ()
    bm25: Bm25Settings = Bm25Settings()
    rrf: RrfSettings = RrfSettings()
    context: tuple[ContextSettings, ...] = ()
    budgets: tuple[int, ...] = DEFAULT_BUDGETS
    """The numbers of tokens read at which contexts are held against each other."""
    spans: SpanSettings | None = None
    """Asks for the measures of how much of the evidence is read; not set, they are not made."""
    unit: Literal["chunk", "document"] = "chunk"
    """What is ranked: chunks, or whole documents by their best chunk."""
    document_vector: bool = False
    """Whether a vector of the whole document joins those of its chunks, where documents are ranked."""
    lexical_unit: Literal["chunk", "document"] = "chunk"
    """What BM25 indexes where documents are ranked."""
    cutoffs: tuple[int, ...] = DEFAULT_CUTOFFS
    """The k of recall@k."""
    found_at: int = Field(default=10, gt=0)
    """A need is found where gold is among the first so many."""
    measures: tuple[Annotated[str, AfterValidator(of_a_query)], ...] = ("RR", "nDCG@10")
    """Measures beside recall, as ir_measures writes them; MRR is RR, and MAP is AP."""
    baseline_variant: str = "raw"
    """The variant that the others are held against."""
    seed: int = Field(default=0, ge=0)
    """Of all that is random."""
    deterministic: bool = False
    """Encode in one fixed shape: slower, and the same bytes whatever is encoded beside."""
    strict: bool = False
    """Whether text that cannot be read is an error."""
    filter: tuple[FilterSettings, ...] = ()
    gate: tuple[GateSettings, ...] = ()
    folder: Path = Field(default=Path(), exclude=True)
    working_folder: Path | None = Field(default=None, exclude=True)

    @field_serializer("encoder", mode="wrap")
    def _one_or_several(self, _: object, own: SerializerFunctionWrapHandler) -> Any:
        recorded = own(self.encoder)
        return recorded[0] if len(recorded) == 1 else recorded

    @property
    def encoders(self) -> dict[str, EncoderSettings]:
        """Its encoders by the names that variants call them: the first one is the empty name."""
        return {"" if n == 0 else each.name: each for n, each in enumerate(self.encoder)}

    @property
    def encoder_names(self) -> dict[str, str]:
        """By the names that are written what variants call its encoders."""
        return {each.name: name for name, each in self.encoders.items() if each.name}

    def path(self, named: str) -> Path:
        """A path of the suite, relative to its file."""
        return self.folder / named

    @property
    def query_paths(self) -> tuple[Path, ...]:
        """The query files."""
        paths = self.queries.path
        return tuple(self.path(p) for p in ([paths] if isinstance(paths, str) else paths))

    @property
    def qrels_path(self) -> Path | None:
        """The file of judgments beside the queries, where there is one."""
        return None if self.queries.qrels is None else self.path(self.queries.qrels)

    @property
    def metadata_path(self) -> Path | None:
        """The file of metadata beside the corpus, where there is one."""
        return None if self.corpus.metadata is None else self.path(self.corpus.metadata)

    @property
    def variants(self) -> dict[str, Variant]:
        """Its variants by name, in order."""
        made = {v.name: v.sides(self.encoder_names) for v in self.variant}
        return {name: variant for name, variant in made.items() if variant is not None}

    @model_serializer(mode="wrap")
    def _written(self, own: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without tables that nobody wrote: a suite of the short form is recorded as it was."""
        table: dict[str, Any] = own(self)
        return {k: v for k, v in table.items() if k not in ("ranker", "filter", "spans") or v}

    @property
    def ranked_by(self) -> tuple[str, ...]:
        """The names of the rankers that rank some variant, in order."""
        own = [name for variant in self.variant for name in variant.rankers or self.rankers]
        return tuple(dict.fromkeys([*self.rankers, *own]))

    @property
    def ranker_graph(self) -> dict[str, Named]:
        """Its rankers by name, each after those that it combines, and those that are the default."""
        usual = {"bm25": self.bm25.model_dump(), "rrf": self.rrf.model_dump()}
        mentioned = [*DEFAULT, *self.ranked_by]
        return named_rankers(self.ranker, mentioned, usual, self.encoder_names)

    @property
    def tokenizers(self) -> dict[str, Tokenizer]:
        """By name what each BM25 that ranks, by itself or in a fusion, cuts texts into terms with."""
        graph = self.ranker_graph
        names = dict.fromkeys(each for name in self.ranked_by for each in rests_on(name, graph))
        found = {name: graph[name].settings for name in names}
        return {n: each.tokenizer for n, each in found.items() if isinstance(each, Bm25Settings)}

    @property
    def tokenizer(self) -> Tokenizer:
        """What the diagnosis counts with: as the first BM25 that ranks, else as `[bm25]` says."""
        return next(iter(self.tokenizers.values()), None) or self.bm25.tokenizer

    @property
    def import_folders(self) -> tuple[Path, ...]:
        """Where the user's own callables are looked for first."""
        folders = [self.folder, *([self.working_folder] if self.working_folder else [])]
        return tuple(dict.fromkeys(folder.resolve() for folder in folders))


DEFAULT_CHUNKERS = ({"name": "heading", "kind": "heading", "include_heading": False},)
DEFAULT_VARIANTS = (
    {"name": "raw", "representation": "raw"},
    {"name": "breadcrumb", "representation": "breadcrumb"},
    {"name": "abstract", "representation": "abstract"},
)


def load_suite(path: Path | str, overrides: Mapping[str, Any] | None = None) -> Suite:
    """Read and check a suite file, with what it extends; `overrides` replace its top-level keys.

    Errors say which key of which file, and suggest the nearest known one.
    """
    path = Path(path)
    table = table_of(path)
    table.setdefault("name", path.stem)
    suite = make_suite({**table, **(overrides or {})}, str(path), path.resolve().parent)
    names = [variant.name for variant in suite.variant]
    # Only a file that names it must be right: --variant may leave the baseline out.
    if "baseline_variant" in table and suite.baseline_variant not in names:
        raise GoldrankError(
            f"{path}: baseline_variant: expected one of {', '.join(names)}, got "
            f"{suite.baseline_variant!r}"
        )
    return suite


def make_suite(
    table: Mapping[str, Any], source: str, folder: Path, working_folder: Path | None = None
) -> Suite:
    """A suite of a table, with the default chunker and variants where it names none."""
    check_keys(table, source, Suite)
    filled = _with_tuples({"chunker": DEFAULT_CHUNKERS, "variant": DEFAULT_VARIANTS, **table})
    if tables := _encoder_tables(filled.get("encoder")):
        filled["encoder"] = encoders_of(tables, source, folder)
    try:
        made = Suite.model_validate(filled)
    except ValidationError as error:
        raise GoldrankError(f"{source}: {first_mistake(error, Suite)}") from None
    suite = made.model_copy(update={"folder": folder, "working_folder": working_folder})
    check_rankers(suite, source)
    suite = _crossed(suite)
    check_names(suite, source)
    check_encoders(suite, source)
    check_ranges(suite, source)
    check_shapes(suite, source)
    check_units(suite, source)
    check_filters(suite.filter, source)
    return suite


def _crossed(suite: Suite) -> Suite:
    """With every variant under each of its encoders, where nothing says under which."""
    if any(table.encoder is not None for table in suite.ranker):
        return suite
    rankers = suite.ranker_graph
    dense = [name for name in rankers if "dense" in sides_of(name, rankers)]
    made = crossed([v.model_dump() for v in suite.variant], suite.encoder, suite.rankers, dense)
    return suite.model_copy(update={"variant": tuple(map(VariantSettings.model_validate, made))})


def _encoder_tables(value: object) -> list[Mapping[str, Any]]:
    """The tables of the encoders, `[encoder]` or `[[encoder]]`; none where it is not that."""
    tables = [value] if isinstance(value, Mapping) else value
    if isinstance(tables, list | tuple) and all(isinstance(each, Mapping) for each in tables):
        return list(tables)
    return []


def _with_tuples(value: Any) -> Any:
    """A table with its lists as tuples: the settings are values that nobody changes."""
    if isinstance(value, Mapping):
        return {key: _with_tuples(entry) for key, entry in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, list | tuple) else value
