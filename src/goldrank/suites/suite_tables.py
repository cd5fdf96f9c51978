"""The tables of a suite file, each checked as it is read; encoders, rankers and contexts have their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
)
from pydantic_core import PydanticCustomError

from goldrank.corpus.registry import INCLUDE
from goldrank.corpus.tree import MAX_BYTES
from goldrank.measuring.measures import of_a_query
from goldrank.settings import Settings
from goldrank.text.trec import DEPTH
from goldrank.types import Variant


class CorpusSettings(Settings):
    """Where the documents are and which are read.

    `exclude` are patterns as in a `.gitignore`; with `gitignore` those of the git tree count too.
    """

    path: str
    """A folder, a file, or a `.jsonl` or `.parquet` file of documents or chunks; relative to the suite."""
    include: tuple[str, ...] = INCLUDE
    """Patterns of the files that are read, matched with the name, or with the path where they hold a `/`."""
    exclude: tuple[str, ...] = ()
    """Patterns as in a `.gitignore`: what they name is left out."""
    gitignore: bool = True
    """Whether the `.gitignore` files of the git tree leave files out too."""
    max_bytes: int = Field(default=MAX_BYTES, gt=0)
    """A larger file is skipped, and listed."""
    encoding: str = "utf-8"
    """Of the files; one that is not in it is skipped, and listed."""
    metadata: str | None = None
    """A `.csv`, `.jsonl` or `.parquet` file with a row for each document, which goes before its front matter; relative to the suite."""

    @model_serializer(mode="wrap")
    def _written(self, own: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without a file that nobody named: a suite without one is recorded as it was."""
        table: dict[str, Any] = own(self)
        return {key: value for key, value in table.items() if key != "metadata" or value}


class QuerySettings(Settings):
    """The query files, which of their queries run, and whether repeats elsewhere count too.

    `ids` are query ids, where `*` is anything; `tags` are any of which a query must have. Both
    are empty by default: all queries run. `cluster` says which queries are not independent: those
    of one `document`, each `query` for itself, or those that share a tag (`tag:PREFIX`, the first
    tag that begins so); a query's own `cluster` comes first.
    """

    path: str | tuple[str, ...]
    """One query file or several; relative to the suite."""
    qrels: str | None = None
    """A file that judges whole documents, TREC's or BEIR's, where the query files do not; relative to the suite."""
    count_repeats: bool = True
    """Whether evidence given by offsets counts where other places hold its text too."""
    tags: tuple[str, ...] = ()
    """Only queries that have one of these run; empty for all."""
    ids: tuple[str, ...] = ()
    """Only queries of these ids run, where `*` is anything; empty for all."""
    language: str | None = None
    """The language of the queries where it is not that of the corpus, as `german`; `tag:PREFIX` reads it off the first tag that begins so (`tag:lang:` and `lang:de`)."""
    cluster: str = Field(default="document", pattern=r"^(document|query|tag:.+)$")
    """Which queries are not independent: those of one `document`, each `query` for itself, or those that share a tag (`tag:PREFIX`)."""

    def wants(self, query_id: str, tags: Sequence[str]) -> bool:
        """Whether a query runs.

        >>> QuerySettings(path="q.jsonl", ids=("hr-*",)).wants("it-007", ["twin"])
        False
        """
        named = not self.ids or any(fnmatchcase(query_id, each) for each in self.ids)
        return named and (not self.tags or not set(tags).isdisjoint(self.tags))

    @property
    def choice(self) -> str:
        """What is asked of a query, for messages; empty where all run."""
        parts = [("tags", self.tags), ("ids", self.ids)]
        return " and ".join(f"{what} {', '.join(named)}" for what, named in parts if named)


class GoldSettings(Settings):
    """When a chunk is gold."""

    min_overlap: float = 1.0
    """The share of the evidence that a chunk must hold to be gold, above 0 and at most 1."""
    accept_inside: float | None = None
    """A chunk of which at least this share lies inside the evidence is gold too; not set, none is."""


class SpanSettings(Settings):
    """How much of the evidence is read, in characters and in tokens: the table `spans`.

    Where a suite has this table, even an empty one, the measures are made.
    """

    mode: Literal["exact", "chroma"] = "exact"
    """`chroma` finds chunks by their first occurrence and counts overlap as Chroma's program does."""
    cutoffs: Annotated[tuple[Annotated[int, Field(ge=1, le=DEPTH)], ...], Field(min_length=1)] = (
        5,
    )
    """How many chunks are read: from 1 to 1,000, one row for each."""


class NamedSettings(BaseModel):
    """A chunker or a representation: its name, its kind, and settings that the kind knows."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)
    name: str
    kind: str | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """Everything but name and kind."""
        return dict(self.model_extra or {})

    @property
    def target(self) -> str:
        """The `module:callable` of the user's own; empty for what is built in."""
        named = self.settings.get("callable", self.kind or self.name)
        return named if isinstance(named, str) and ":" in named else ""


class VariantSettings(Settings):
    """One representation for each side; `representation` sets both."""

    name: str
    """What tables call it."""
    representation: str | None = None
    """The representation of both sides."""
    dense: str | None = None
    """The representation that is encoded, where the sides differ."""
    lexical: str | None = None
    """The representation whose words are counted, where the sides differ."""
    encoder: str = ""
    """The name of the `[[encoder]]` of its dense side; by default the first."""
    rankers: tuple[str, ...] | None = None
    """The rankers that it is ranked by, where not by those of the suite."""

    @model_serializer(mode="wrap")
    def _recorded(self, own: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {k: v for k, v in own(self).items() if k != "encoder" or v}

    def sides(self, encoders: Mapping[str, str]) -> Variant | None:
        """Its representation on each side; `None` where one is not named.

        `encoders` are by name what variants call them.
        """
        dense, lexical = self.dense or self.representation, self.lexical or self.representation
        encoder = encoders.get(self.encoder, self.encoder)
        return Variant(self.name, dense, lexical, encoder) if dense and lexical else None


def _alpha(value: object) -> object:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if value == "off" or (number and 0 < float(value) < 1):  # type: ignore[arg-type]
        return value
    raise PydanticCustomError("alpha", 'Input should be a number between 0 and 1, or "off"')


class GateSettings(Settings):
    """One policy of the gate: what may get worse, by how much, and how sure the gate must be.

    `measure` is a measure of queries (`RR`, `recall@5`, ...), a count over the corpus
    (`coverage`, `cut_rate`, `prefix_tokens`, `chunks`), `outside` (needs that were found and are
    now outside the window) or `lost@k` (needs that were among the first k and no longer are).
    `system` is `chunker/variant/ranker` with `*` and `?`, or several of them: which systems
    decide. `floor` is the least that is allowed;
    `max_drop` the largest drop (by default .01, 0 for `outside` and `lost@k`, and none beside a
    `floor`). With `min_effect` a pass must rule out a drop of that size. `tags` restricts a policy
    to queries that have one of them. `min_compared` is the least share of the baseline's needs
    that a verdict may stand on.
    """

    measure: Annotated[str, AfterValidator(of_a_query)] = "RR"
    """A measure of queries (`RR`, `recall@5`), a count over the corpus (`coverage`, `cut_rate`, `prefix_tokens`, `chunks`), `outside` or `lost@k`."""
    system: str | Annotated[tuple[str, ...], Field(min_length=1)] = "*"
    """`chunker/variant/ranker` with `*` and `?`, or several: which systems decide."""
    floor: float | None = None
    """The least that is allowed."""
    max_drop: Annotated[float, Field(ge=0)] | None = None
    """The largest drop that is allowed: .01 by default, 0 for `outside` and `lost@k`, none beside a `floor`."""
    min_effect: Annotated[float, Field(gt=0)] | None = None
    """A pass must rule out a drop of this size."""
    alpha: Annotated[float | Literal["off"], BeforeValidator(_alpha)] = 0.05
    """How often a drop that is allowed may fail; `off` compares the numbers alone."""
    tags: tuple[str, ...] = ()
    """Only queries that have one of these are asked; empty for all."""
    min_compared: Annotated[float, Field(ge=0, le=1)] = 0.9
    """The least share of the baseline's needs that a verdict may stand on."""
    inconclusive: Literal["pass", "fail"] = "pass"
    """What an inconclusive verdict ends as."""
