"""The table `[[filter]]` of a suite: which field of a document a key of a query's filter asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from goldrank.errors import GoldrankError
from goldrank.settings import Settings

RuleName = Literal["equal", "any of", "in force at"]

_DATES: Final = ("begins", "ends", "series")


class FilterSettings(Settings):
    """What a key of a query's `filter` asks of the metadata of a document: only documents that fit are ranked."""

    name: str
    """The key of a query's `filter`."""
    rule: RuleName = "equal"
    """`equal`: the field is the query's value. `any of`: the field and the query share a value. `in force at`: the query's date lies between the fields `begins` and `ends`."""
    field: str | None = None
    """The field of the metadata; by default the name. Not for `in force at`."""
    begins: str | None = None
    """For `in force at`: the field with the first day on which a document holds; open where it is not filled in."""
    ends: str | None = None
    """For `in force at`: the field with the first day on which it holds no more; open where it is not filled in."""
    series: str | None = None
    """For `in force at`: the field that revisions of one document share; of those that have begun only the latest is in force."""
    missing: Literal["hidden", "allowed"] = "hidden"
    """What becomes of a document of which the metadata does not say it."""

    @property
    def asked(self) -> str:
        """The field of a rule that compares values."""
        return self.field or self.name

    @property
    def decides(self) -> tuple[str, ...]:
        """The fields of which a document must say one."""
        return tuple(name for name in self.fields if name != self.series)

    @property
    def fields(self) -> tuple[str, ...]:
        """Every field of the metadata that it reads."""
        if self.rule != "in force at":
            return (self.asked,)
        return tuple(name for name in (self.begins, self.ends, self.series) if name)


def check_filters(filters: Sequence[FilterSettings], source: str) -> None:
    """Each has a name of its own and the keys of its rule; an error says which has not."""
    names = [each.name for each in filters]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise GoldrankError(f"{source}: two filters are named {twice[0]!r}; rename one")
    for each in filters:
        if not each.name.strip() or not each.name.isprintable():
            raise GoldrankError(f"{source}: filter {each.name!r}: a name is printable text")
        if (said := _mistake(each)) is not None:
            raise GoldrankError(f"{source}: filter {each.name!r}: {said}")


def _mistake(own: FilterSettings) -> str | None:
    dated = [name for name in _DATES if getattr(own, name) is not None]
    if own.rule != "in force at":
        return (dated and f'{dated[0]} needs rule = "in force at", got {own.rule!r}') or None
    if own.field is not None:
        return "in force at reads begins and ends; expected no field, leave it out"
    if own.begins is None and own.ends is None:
        return "expected begins or ends, the fields with the dates"
    if own.series is not None and own.begins is None:
        return "series needs begins: the latest to begin is in force"
    return None
