"""Writes docs/api.md, the reference of what `import goldrank` shows, from its docstrings.

python scripts/api.py            # write it
python scripts/api.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import goldrank
from goldrank.above import ABOVE, above
from goldrank.frames.schema import SCHEMA

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"
INTRODUCTION = """\
# In Python

Written by `python scripts/api.py` from the docstrings.

`import goldrank` shows these names; what else a module holds may change. Everything is typed.
"""
LONG = 60  # characters of a default, before it is left out
ASKED = ("inspect", "what_if")
"""The functions behind `Run`'s methods of these names, which hold the options."""


def page() -> str:
    """The whole page."""
    names = [name for name in goldrank.__all__ if not name.startswith("_")]
    return "\n\n".join([INTRODUCTION.rstrip(), *(section(name) for name in names)]) + "\n"


def section(name: str) -> str:
    """One public name."""
    found = getattr(goldrank, name)
    parts = [f"## goldrank.{name}"]
    if not inspect.isclass(found):
        return "\n\n".join([*parts, signature(name, found), docstring(found)])
    parts.append(docstring(found))
    if found is goldrank.Run:
        tables = ", ".join(f"`{table}`" for table in SCHEMA)
        parts.append(f"Tables ([docs/tables.md](tables.md)): {tables}.")
    parts += [f"### {name}.{own}\n\n{said}" for own, said in members(found)]
    return "\n\n".join(parts)


def members(of: type[Any]) -> Iterable[tuple[str, str]]:
    """The public methods and properties that a class has of its own, in order."""
    for name, member in vars(of).items():
        if name.startswith("_") or (dataclasses.is_dataclass(of) and name in SCHEMA):
            continue
        if isinstance(member, property):
            yield name, docstring(member)
        elif inspect.isfunction(member):
            called = above(name) if of is goldrank.Run and name in ASKED else member
            yield (
                name,
                f"{signature(name, member)}\n\n{docstring(member)}"
                + (
                    f"\n\n{signature(f'{ABOVE[name]}.{name}', called)}\n\n{docstring(called)}"
                    if called is not member
                    else ""
                ),
            )


def signature(name: str, function: Callable[..., Any]) -> str:
    """How it is called, one parameter a line where there are many."""
    own = inspect.signature(function)
    parameters = [written(each) for each in own.parameters.values() if each.name != "self"]
    line = f"{name}({', '.join(parameters)}) -> {own.return_annotation}"
    if len(line) > 88:
        line = f"{name}(\n    {f',{chr(10)}    '.join(parameters)},\n) -> {own.return_annotation}"
    return f"```python\n{line}\n```"


def written(parameter: inspect.Parameter) -> str:
    """A parameter as it stands in a file: its annotation is text already."""
    stars = {parameter.VAR_KEYWORD: "**", parameter.VAR_POSITIONAL: "*"}.get(parameter.kind, "")
    named = f"{stars}{parameter.name}: {parameter.annotation}"
    if parameter.default is parameter.empty:
        return named
    said = repr(parameter.default)
    return f"{named} = {said if len(said) < LONG else '...'}"


def docstring(of: Any) -> str:
    """A docstring as Markdown: what it raises as a paragraph, its examples as code."""
    lines, made, in_example = inspect.getdoc(of), [], False
    for line in (lines or "").splitlines():
        if line.startswith(">>>") and not in_example:
            in_example = True
            made.append("```python")
        elif in_example and not line.strip():
            in_example = False
            made.append("```")
        made.append(line.strip() if not in_example else line)
    return "\n".join([*made, *(["```"] if in_example else [])])


def main() -> int:
    """Write the page, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    sys.stdout.write(f"{PAGE} is not what the docstrings say; run python scripts/api.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
