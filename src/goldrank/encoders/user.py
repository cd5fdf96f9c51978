"""An encoder made of the user's own function."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from goldrank.encoders.base import About, Reading, Role, Vectors
from goldrank.encoders.detached import detached
from goldrank.encoders.outside import OutsideReader
from goldrank.encoders.settings import EncoderSettings, SuiteFolders
from goldrank.encoders.user_tokenizer import CallableTokenizer, read_user_tokenizer
from goldrank.errors import GoldrankError
from goldrank.own_code.importing import finding_in, importing_from
from goldrank.own_code.named import TARGET, module_of, own_object
from goldrank.own_code.own_files import OwnFile, own_files
from goldrank.text.tokens import TokenCounter, WordCounter


class UserSettings(EncoderSettings):
    """`model` is `module:callable`; `tokenizer` may be a path beside the suite."""

    also_recorded: ClassVar[Mapping[str, Any]] = {
        "device": "cpu",
        "dtype": "float32",
        "batch_size": 32,
        "download": False,
    }

    version: str = ""
    """What is yours to change where the code cannot show that its vectors are others."""
    query_prompt: str | None = None
    """What is put before every query."""
    document_prompt: str | None = None
    """What is put before every chunk."""
    tokenizer: str = ""
    """Its tokenizer: `module:callable`, a `tokenizer.json`, the folder of a model, or `bundled`."""

    @classmethod
    def takes(cls, model: str) -> bool:
        """Whether it is `module:callable`."""
        return TARGET.fullmatch(model) is not None

    @property
    def own_code(self) -> str:
        """The callable."""
        return self.model

    def make(self, place: SuiteFolders) -> UserEncoder:
        """The encoder; its tokenizer is looked for beside the suite first."""
        given, beside = self.given, place.folder / self.tokenizer
        if self.tokenizer and beside.exists():
            given["tokenizer"] = str(beside)
        return UserEncoder(self.model, **given, folders=tuple(map(str, place.import_folders)))


@dataclass(frozen=True)
class UserEncoder:
    """`target` is `module:callable`; it takes a list of texts and returns one row for each.

    It is imported at the first `encode`. `tokenizer` is what `read_user_tokenizer` takes; without
    one, tokens are counted as words and its window is measured in characters. The fingerprint
    holds the module's source, that of what it imports from beside it, and `version`; what the
    function reads from elsewhere (weights, a service, an installed package) is not seen: change
    `version` when that changes. Its module is looked for in `folders` first.

    >>> UserEncoder("my_encoder:encode").name
    'my_encoder:encode'
    """

    target: str
    version: str = ""
    query_prompt: str = ""
    document_prompt: str = ""
    tokenizer: str = ""
    folders: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        module, _, attribute = self.target.partition(":")
        if not module or not attribute:
            raise GoldrankError(
                f'encoder "{self.target}": expected module:callable, such as my_encoder:encode'
            )

    @property
    def name(self) -> str:
        """The target."""
        return self.target

    @cached_property
    def fingerprint(self) -> str:
        """A sha256 of the target, the user's own source, the version and the prompts."""
        identity: dict[str, Any] = {
            "backend": "user",
            "target": self.target,
            "source": self._source_sha256(),
            "version": self.version,
            "prompts": [self.query_prompt, self.document_prompt],
        }
        if imported := {f.label: f.sha256 for f in self._files if f.module != self._module}:
            identity["imports"] = imported
        if self.has_tokenizer:
            identity["tokenizer"] = self.counter.fingerprint
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    @property
    def about(self) -> About:
        """The code that it is made of."""
        return About(code=self.code)

    @property
    def code(self) -> dict[str, str]:
        """The user's own files that it is made of, with the sha256 of each."""
        tokenizer = self.counter.files if isinstance(self.counter, CallableTokenizer) else ()
        return {file.label: file.sha256 for file in (*self._files, *tokenizer)}

    @property
    def has_tokenizer(self) -> bool:
        """Whether one was handed in."""
        return bool(self.tokenizer)

    @cached_property
    def counter(self) -> TokenCounter:
        """Counts as the tokenizer does; without one, words and punctuation marks."""
        if not self.tokenizer:
            return WordCounter()
        return read_user_tokenizer(self.tokenizer, self.folders)

    @property
    def special_tokens(self) -> int:
        """How many the tokenizer adds to every input; without one, none are known."""
        return self._reader.special_tokens

    @property
    def declared_windows(self) -> Mapping[str, int | None]:
        """None is declared."""
        return {}

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        """What a window of `window` tokens holds of each text."""
        return self._reader.read(self._prompt(side), texts, window)

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """What the callable returns, as float32."""
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        made = self._called([self._prompt(side) + text for text in texts])
        try:
            return np.asarray(detached(made), dtype=np.float32)
        except (TypeError, ValueError, RuntimeError) as error:
            raise GoldrankError(
                f'encoder "{self.target}": expected an array of numbers, got '
                f"{type(made).__name__} ({error}); return one row of numbers for each text"
            ) from error

    def _called(self, texts: list[str]) -> Any:
        try:
            function = self._callable
            with finding_in(self.folders, self._files):
                return function(texts)
        except GoldrankError:
            raise
        except Exception as error:  # it is foreign code: it may raise anything
            raise GoldrankError(
                f'encoder "{self.target}" failed on {len(texts)} texts: '
                f"{type(error).__name__}: {error}"
            ) from error

    def _prompt(self, side: Role) -> str:
        return self.query_prompt if side == "query" else self.document_prompt

    @cached_property
    def _reader(self) -> OutsideReader:
        return OutsideReader(self.counter, self.has_tokenizer, self.fingerprint)

    @property
    def _module(self) -> str:
        return module_of(self.target)

    def _source_sha256(self) -> str:
        spec = self._spec()
        if spec.origin is None or not Path(spec.origin).is_file():
            return ""
        return hashlib.sha256(Path(spec.origin).read_bytes()).hexdigest()

    def _spec(self) -> Any:
        try:
            with importing_from(self.folders, self._module):
                spec = find_spec(self._module)
        except (ImportError, ValueError):
            spec = None
        if spec is None:
            raise GoldrankError(
                f'encoder "{self.target}": expected a module "{self._module}", found none; '
                "put it beside the suite, install it, or put its folder on PYTHONPATH"
            )
        return spec

    @cached_property
    def _files(self) -> tuple[OwnFile, ...]:
        return own_files(self.folders, self._module)

    @cached_property
    def _callable(self) -> Callable[[list[str]], Any]:
        module, _, attribute = self.target.partition(":")
        self._spec()
        self._refuse_changed()
        found = own_object(f'encoder "{self.target}"', self.target, self.folders, None)
        if not callable(found):
            raise GoldrankError(
                f'encoder "{self.target}": expected a callable "{attribute}" in {module}, found '
                f"{type(found).__name__}; name a function that takes texts and returns rows"
            )
        return found  # type: ignore[no-any-return]

    def _refuse_changed(self) -> None:
        """Vectors of new code must not be stored under the fingerprint of the old one."""
        known, now = set(self._files), set(own_files(self.folders, self._module))
        if changed := sorted({file.label for file in known ^ now}):
            raise GoldrankError(
                f'encoder "{self.target}": expected its code as it was when the run began, and '
                f"{', '.join(changed)} changed since; run it again"
            )
