"""The rankers of a suite by name: its tables checked, and what they combine resolved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from goldrank.errors import GoldrankError
from goldrank.own_code.named import TARGET
from goldrank.rankers.base import Named
from goldrank.rankers.registry import KINDS, OWN
from goldrank.settings import first_mistake, known_keys
from goldrank.suggest import did_you_mean, listed, unknown

COLUMNS = ("chunker", "variant", "ranker", "query_id", "need", "better", "harm")
"""Names that columns have beside those of rankers."""


class RankerTable(BaseModel):
    """A ranker under a name of its own: its kind, what it combines, and settings of the kind."""

    model_config = ConfigDict(
        extra="allow", frozen=True, strict=True, use_attribute_docstrings=True
    )
    name: str
    """What systems, tables and other rankers call it."""
    kind: str | None = None
    """What it is; by default the kind that is called as it is."""
    of: str | tuple[str, ...] | None = None
    """The rankers that it combines, by name."""
    encoder: str | None = None
    """The `[[encoder]]` whose vectors it reads, by name; by default the variant's."""

    @property
    def target(self) -> str:
        """The `module:callable` of the user's own; empty for what is built in."""
        named = (self.model_extra or {}).get("callable", self.kind)
        return named if isinstance(named, str) and ":" in named else ""

    @property
    def inputs(self) -> tuple[str, ...] | None:
        """What it combines; `None` where it does not say."""
        return (self.of,) if isinstance(self.of, str) else self.of


def named_rankers(
    tables: Iterable[RankerTable],
    mentioned: Iterable[str],
    usual: Mapping[str, Mapping[str, Any]],
    encoders: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Named]:
    """Every ranker of a suite, each after those that it combines.

    `mentioned` are names that are ranked by: one that no table has is the kind of that name.
    `usual` are by kind the settings of what names none, `encoders` by name what variants call
    them. Raises `GoldrankError` for a table that
    makes no ranker, a name that there is not, and a circle.

    >>> found = named_rankers([RankerTable(name="flat", kind="rrf", k=600)], ["flat"], {})
    >>> list(found), found["flat"].settings.k
    (['vector', 'bm25', 'flat'], 600.0)
    """
    by_name: dict[str, RankerTable] = {}
    for table in tables:
        if table.name in by_name:
            raise GoldrankError(f"two rankers are named {table.name!r}; rename one")
        by_name[table.name] = _under(table, encoders)
    found: dict[str, Named] = {}
    for name in dict.fromkeys([*mentioned, *by_name]):
        _resolve(name, by_name, usual, found, ())
    return found


def _resolve(
    name: str,
    tables: Mapping[str, RankerTable],
    usual: Mapping[str, Mapping[str, Any]],
    found: dict[str, Named],
    above: tuple[str, ...],
) -> None:
    """Put a ranker behind everything that it combines; `above` is what is being resolved."""
    if name in above:
        circle = " -> ".join([*above[above.index(name) :], name])
        raise GoldrankError(f"{_table(name)}: of: it combines itself: {circle}")
    if name in found:
        return
    if name not in tables and name not in KINDS:
        known = [*tables, *KINDS]
        where = f"{_table(above[-1])}: of: " if above else ""
        raise GoldrankError(f"{where}{unknown('ranker', name, known, alike=0.3)}")
    made = _named(tables.get(name) or RankerTable(name=name), usual)
    for each in made.combines:
        _resolve(each, tables, usual, found, (*above, name))
        if found[each].is_reference:
            raise GoldrankError(
                f"{_table(name)}: of: {each} is there to be compared with and finds nothing; "
                "combine rankers that search"
            )
    found[name] = made


def _under(table: RankerTable, encoders: Mapping[str, str]) -> RankerTable:
    """With its encoder by the name that variants call it."""
    if table.encoder is None:
        return table
    if table.encoder not in encoders:
        wrong = unknown("encoder", table.encoder, encoders)
        raise GoldrankError(f"{_table(table.name)}: encoder: {wrong}")
    return table.model_copy(update={"encoder": encoders[table.encoder]})


def _named(table: RankerTable, usual: Mapping[str, Mapping[str, Any]]) -> Named:
    where, kind = _table(table.name), table.kind or table.name
    _check_name(table.name)
    own_code = ":" in kind
    if not own_code and kind not in KINDS:
        known = [*KINDS, "module:callable"]
        raise GoldrankError(f"{where}: kind: {unknown('kind', kind, known, alike=0.3)}")
    if own_code and not TARGET.fullmatch(kind):
        raise GoldrankError(f"{where}: kind: expected module:callable, got {kind!r}")
    made_by = OWN if own_code else KINDS[kind]
    combines = made_by.usual_inputs if table.inputs is None else table.inputs
    known, given = known_keys(made_by.settings), dict(table.model_extra or {})
    wrong = [key for key in given if key not in known]
    if table.inputs is not None and not made_by.usual_inputs:
        wrong.append("of")
    if table.encoder is not None and made_by.reads != "dense":
        wrong.append("encoder")
    if wrong:
        hint = did_you_mean(wrong[0], known, alike=0.5)
        raise GoldrankError(f"{where}: {wrong[0]}: no setting of kind {kind}{hint} {listed(known)}")
    if made_by.usual_inputs and not combines:
        raise GoldrankError(f"{where}: of: expected the names of rankers to combine, got none")
    if len(set(combines)) < len(combines):
        raise GoldrankError(f"{where}: of: expected each ranker once, got {', '.join(combines)}")
    rest = dict(usual.get(kind, {}))
    if table.inputs is not None:
        rest.pop("weights", None)  # they are of other inputs
    try:
        settings = made_by.settings.model_validate({**rest, **given})
    except ValidationError as error:
        raise GoldrankError(f"{where}: {first_mistake(error, made_by.settings)}") from None
    return Named(table.name, kind, made_by, combines, settings, table.encoder)


def _check_name(name: str) -> None:
    if not name.strip() or "/" in name or not name.isprintable() or name in COLUMNS:
        raise GoldrankError(
            f"{_table(name)}: name: expected printable text without / that is no column of a "
            f"table ({', '.join(COLUMNS)})"
        )


def _table(name: str) -> str:
    return f"[[ranker]] {name!r}"
