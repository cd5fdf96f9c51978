"""What `bench run` runs: a TOML file, checked whole before any work."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from goldrank.errors import GoldrankError

DEFAULT_CUTOFFS = (1, 5, 10, 20)
RANKERS = ("vector", "bm25", "rrf", "random", "oracle")


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CorpusSettings(_Settings):
    """Where the documents are and which are read."""

    path: str
    include: tuple[str, ...] = ("*.md", "*.markdown", "*.txt")
    max_bytes: int = Field(default=2 * 1024 * 1024, gt=0)
    encoding: str = "utf-8"


class QuerySettings(_Settings):
    """The query files, and whether repeats of a judged text elsewhere count too."""

    path: str | tuple[str, ...]
    count_repeats: bool = True
    tags: tuple[str, ...] = ()


class GoldSettings(_Settings):
    """When a chunk is gold."""

    min_overlap: float = 1.0
    accept_inside: float | None = None


class EncoderSettings(_Settings):
    """The encoder. `model` is `bundled`, a folder, a sentence-transformers name, or module:callable.

    Only what is set is handed to the encoder; `version` is for a callable, the rest for a model.
    """

    model: str = "bundled"
    device: Literal["cpu", "cuda", "auto"] = "cpu"
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"
    batch_size: int = Field(default=32, gt=0)
    normalize: bool = True
    query_prompt: str | None = None
    document_prompt: str | None = None
    revision: str | None = None
    download: bool = False
    version: str = ""


class NamedSettings(BaseModel):
    """A chunker or a representation: its name, its kind, and settings that the kind knows."""

    model_config = ConfigDict(extra="allow", frozen=True)
    name: str
    kind: str | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """Everything but name and kind."""
        return dict(self.model_extra or {})


class VariantSettings(_Settings):
    """One representation for each side; `representation` sets both."""

    name: str
    representation: str | None = None
    dense: str | None = None
    lexical: str | None = None
    rankers: tuple[str, ...] | None = None


class Bm25Settings(_Settings):
    """BM25 as Lucene computes it, and the tokenizer of both sides."""

    k1: float = 1.5
    b: float = 0.75
    engine: Literal["bm25s", "rank_bm25"] = "bm25s"
    stopwords: tuple[str, ...] | Literal["english"] = ()
    stemming: str | None = None


class RrfSettings(_Settings):
    """Reciprocal rank fusion."""

    k: float = 60


class GateSettings(_Settings):
    """One policy of the gate."""

    measure: str = "RR"
    system: str = "*"
    floor: float | None = None
    max_drop: float | None = None
    min_effect: float = 0.0
    alpha: float | Literal["off"] = 0.05
    tags: tuple[str, ...] = ()
    inconclusive: Literal["pass", "fail"] = "pass"


class Suite(_Settings):
    """A whole suite; relative paths are relative to the file that holds it."""

    name: str
    corpus: CorpusSettings
    queries: QuerySettings
    gold: GoldSettings = GoldSettings()
    encoder: EncoderSettings = EncoderSettings()
    chunker: tuple[NamedSettings, ...] = Field(default=(), alias="chunker")
    representation: tuple[NamedSettings, ...] = ()
    variant: tuple[VariantSettings, ...] = ()
    rankers: tuple[str, ...] = ("vector", "bm25", "rrf")
    bm25: Bm25Settings = Bm25Settings()
    rrf: RrfSettings = RrfSettings()
    unit: Literal["chunk", "document"] = "chunk"
    document_vector: bool = False
    lexical_unit: Literal["chunk", "document"] = "chunk"
    cutoffs: tuple[int, ...] = DEFAULT_CUTOFFS
    measures: tuple[str, ...] = ("RR", "nDCG@10")
    baseline_variant: str = "raw"
    seed: int = 0
    deterministic: bool = False
    strict: bool = False
    gate: tuple[GateSettings, ...] = ()
    folder: Path = Field(default=Path(), exclude=True)

    def path(self, named: str) -> Path:
        """A path of the suite, relative to its file."""
        return self.folder / named

    @property
    def query_paths(self) -> tuple[Path, ...]:
        """The query files."""
        paths = self.queries.path
        return tuple(self.path(p) for p in ([paths] if isinstance(paths, str) else paths))


DEFAULT_CHUNKERS = ({"name": "heading", "kind": "heading", "include_heading": False},)
DEFAULT_VARIANTS = (
    {"name": "raw", "representation": "raw"},
    {"name": "breadcrumb", "representation": "breadcrumb"},
    {"name": "abstract", "representation": "abstract"},
)


def load_suite(path: Path, overrides: Mapping[str, Any] | None = None) -> Suite:
    """Read and check a suite file; `overrides` replace its top-level keys.

    Errors say which key of which file, and suggest the nearest known one.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise GoldrankError(f"no such suite: {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise GoldrankError(f"cannot read the suite {path}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise GoldrankError(f"{path}: not valid TOML: {error}") from error
    table.setdefault("name", path.stem)
    return make_suite({**table, **(overrides or {})}, str(path), path.resolve().parent)


def make_suite(table: Mapping[str, Any], source: str, folder: Path) -> Suite:
    """A suite of a table, with the default chunker and variants where it names none."""
    filled = {"chunker": DEFAULT_CHUNKERS, "variant": DEFAULT_VARIANTS, **table, "folder": folder}
    try:
        suite = Suite.model_validate(filled)
    except ValidationError as error:
        raise GoldrankError(f"{source}: {_first(error)}") from None
    _check_names(suite, source)
    return suite


def _first(error: ValidationError) -> str:
    detail = error.errors()[0]
    where = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == "extra_forbidden":
        key = str(detail["loc"][-1])
        known = _known_keys(detail["loc"][:-1])
        near = get_close_matches(key, known, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        return f"unknown key {where!r}{hint} (known: {', '.join(sorted(known))})"
    if detail["type"] == "missing":
        return f"{where!r} is missing"
    return f"{where!r}: {detail['msg'][0].lower()}{detail['msg'][1:]}, got {detail['input']!r}"


def _known_keys(location: Sequence[int | str]) -> list[str]:
    tables: dict[str, type[BaseModel]] = {
        "corpus": CorpusSettings,
        "queries": QuerySettings,
        "gold": GoldSettings,
        "encoder": EncoderSettings,
        "variant": VariantSettings,
        "bm25": Bm25Settings,
        "rrf": RrfSettings,
        "gate": GateSettings,
    }
    model = tables.get(str(location[0]), Suite) if location else Suite
    return [key for key in model.model_fields if key != "folder"]


def _check_names(suite: Suite, source: str) -> None:
    for what, names in (
        ("chunker", [c.name for c in suite.chunker]),
        ("variant", [v.name for v in suite.variant]),
        ("representation", [r.name for r in suite.representation]),
    ):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise GoldrankError(f"{source}: two {what}s are named {twice[0]!r}; rename one")
        bad = [name for name in names if not name or "/" in name or not name.isprintable()]
        if bad:
            raise GoldrankError(f"{source}: {what} {bad[0]!r}: a name is printable text without /")
    if not suite.chunker or not suite.variant or not suite.rankers:
        raise GoldrankError(f"{source}: expected at least one chunker, one variant and one ranker")
    chosen = [*suite.rankers, *(r for v in suite.variant for r in v.rankers or ())]
    for ranker in chosen:
        if ranker not in RANKERS:
            near = get_close_matches(ranker, RANKERS, n=1, cutoff=0.3)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise GoldrankError(
                f"{source}: unknown ranker {ranker!r}{hint} (known: {', '.join(RANKERS)})"
            )
    if any(cutoff < 1 for cutoff in suite.cutoffs) or not suite.cutoffs:
        raise GoldrankError(
            f"{source}: cutoffs: expected whole numbers from 1, got {suite.cutoffs}"
        )
