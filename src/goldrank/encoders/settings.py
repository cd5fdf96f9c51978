"""What a kind of encoder promises to a suite: which settings it has, and the encoder they mean."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pydantic import SerializerFunctionWrapHandler, model_serializer

from goldrank.encoders.base import Encoder
from goldrank.settings import Settings


@dataclass(frozen=True, slots=True)
class SuiteFolders:
    """Where a suite lies: paths are relative to `folder`, code is looked for in `import_folders`."""

    folder: Path = Path()
    import_folders: tuple[Path, ...] = ()


class EncoderSettings(Settings, ABC):
    """The table of an encoder of one kind; `model` is what its user calls it.

    A kind is a subclass with its own settings and checks, and a line in the registry. The first
    kind of the registry that takes the `model` makes it, unless `kind` names one.
    """

    kept_for_another_model: ClassVar[tuple[str, ...]] = ()
    """Its settings that are of the machine, and hold for whatever model is asked for instead."""

    also_recorded: ClassVar[Mapping[str, Any]] = {}
    """What a record says beside them, since one form held the settings of two kinds: no more."""

    name: str = ""
    """What tables call it where a suite has several encoders; by default the last part of `model`."""
    kind: str | None = None
    """Which kind of encoder; by default the first that takes the `model`."""
    model: str
    """What the encoder is called."""

    @classmethod
    @abstractmethod
    def takes(cls, model: str) -> bool:
        """Whether `model` names an encoder of this kind."""

    @classmethod
    def holds(cls, folder: Path) -> bool:
        """Whether a folder that a user calls a model is one of this kind."""
        return False

    @abstractmethod
    def make(self, place: SuiteFolders) -> Encoder:
        """The encoder of a suite that lies in `place`; loads no weights."""

    @classmethod
    def from_anywhere(cls, model: str, folder: Path) -> str:
        """`model` as it is named in `folder`, so that it means the same in any other."""
        return model

    @property
    def own_code(self) -> str:
        """The `module:callable` of the user's own that it runs; empty where there is none."""
        return ""

    @property
    def shape_is_ours(self) -> bool:
        """Whether it computes what it is given in one go in one shape, as exactness needs."""
        return True

    @property
    def rows_at_once(self) -> int | None:
        """How many texts it encodes at most in one go; `None` where it takes what it is given."""
        return None

    @property
    def given(self) -> dict[str, Any]:
        """The settings that are not as they are by default, without `name`, `model` and `kind`."""
        unset = self.model_dump(exclude_defaults=True, exclude={"name", "model", "kind"})
        return {name: value for name, value in unset.items() if name not in self.also_recorded}

    @model_serializer(mode="wrap")
    def _recorded(self, own: SerializerFunctionWrapHandler) -> dict[str, Any]:
        recorded = {**self.also_recorded, **own(self)}
        return recorded if self.name else {k: v for k, v in recorded.items() if k != "name"}
