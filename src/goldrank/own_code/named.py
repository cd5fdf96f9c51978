"""The user's own object by its name, `module:attribute`: of a chunker, an encoder, a tokenizer."""

from __future__ import annotations

import importlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.own_code.importing import importing_from
from goldrank.suggest import did_you_mean

TARGET = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")


def module_of(target: str) -> str:
    """The module of `module:attribute`.

    >>> module_of("my_search:Engine.search")
    'my_search'
    """
    return target.partition(":")[0]


def own_object(
    called: str, target: str, folders: Sequence[str | Path] = (), *absent: object
) -> Any:
    """What `target` names, `module:attribute`, imported from `folders` first.

    `called` is how errors begin. `absent` is what stands for an attribute that is not there.

    Raises:
        GoldrankError: the module cannot be imported, or has no such attribute and `absent` is not
            given; the nearest name is said.

    >>> own_object("search", "math:floor")(2.5)
    2
    """
    module, _, path = target.partition(":")
    try:
        with importing_from(folders, module):
            found: Any = importlib.import_module(module)
    except Exception as error:  # importing runs foreign code
        raise GoldrankError(
            f"{called}: the module {module!r} could not be imported: "
            f"{type(error).__name__}: {error}"
        ) from error
    for part in path.split("."):
        if not hasattr(found, part):
            if absent:
                return absent[0]
            raise GoldrankError(
                f"{called}: there is no {part!r} there{did_you_mean(part, dir(found))}"
            )
        found = getattr(found, part)
    return found
