"""The user's own files that a module is made of: itself, and what it imports from beside it."""

from __future__ import annotations

import ast
import hashlib
import importlib
import sysconfig
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

PACKAGES = {"site-packages", "dist-packages"}


@dataclass(frozen=True, slots=True)
class OwnFile:
    """One file: the name of its module, its path from the folder that it is imported from, where
    it lies, and the sha256 of its bytes."""

    module: str
    label: str
    path: Path
    sha256: str


def own_files(folders: Sequence[str | Path], module: str) -> tuple[OwnFile, ...]:
    """`module` and every module that it imports from `folders`, at any remove, by label.

    Nothing is run: the sources are read, and an import counts wherever it stands, also in a
    function that runs later. A module that lies in none of `folders` is followed in the folder
    that Python finds it in, unless it is installed. What is not seen: a name that is only made
    while the code runs, files that are read as data, and installed packages.
    """
    importlib.invalidate_caches()
    roots = _roots([str(folder) for folder in folders], module)
    found: dict[str, OwnFile] = {}
    wanted, seen = list(_with_parents(module)), set()
    while wanted:
        name = wanted.pop()
        if name in seen:
            continue
        seen.add(name)
        spec, root = _find(roots, name)
        if spec is None or spec.origin is None or not (path := Path(spec.origin)).is_file():
            continue
        data = path.read_bytes()
        label = path.relative_to(root).as_posix()
        found[name] = OwnFile(name, label, path, hashlib.sha256(data).hexdigest())
        package = name if _places(spec) else name.rpartition(".")[0]
        for imported in _imports(data, package) if path.suffix == ".py" else ():
            wanted += _with_parents(imported)
    return tuple(sorted(found.values(), key=lambda file: file.label))


def is_installed(path: Path) -> bool:
    """Whether a file belongs to Python or to an installed package."""
    if not PACKAGES.isdisjoint(path.parts):
        return True
    places = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
    return any(path.is_relative_to(place) for place in places)


def _roots(folders: list[str], module: str) -> list[str]:
    top = module.partition(".")[0]
    if PathFinder.find_spec(top, folders) is not None:
        return folders
    spec = PathFinder.find_spec(top)
    if spec is None or spec.origin is None:
        return folders
    origin = Path(spec.origin)
    root = origin.parent.parent if origin.name == "__init__.py" else origin.parent
    return folders if is_installed(origin) else [*folders, str(root)]


def _find(roots: Sequence[str], module: str) -> tuple[ModuleSpec | None, str]:
    """The module in the first of the folders that has it."""
    for root in roots:
        places: Sequence[str] = [root]
        spec = None
        parts = module.split(".")
        for n in range(len(parts)):
            # Each folder is looked in by itself: a namespace would ask for its loaded parent.
            spec = PathFinder.find_spec(parts[n], list(places))
            if spec is None:
                break
            places = _places(spec)
        if spec is not None:
            return spec, root
    return None, ""


def _places(spec: ModuleSpec) -> list[str]:
    """Where the modules of a package lie; none for a module."""
    return list(spec.submodule_search_locations or [])


def _with_parents(module: str) -> Iterator[str]:
    """`a.b.c` runs `a` and `a.b` first."""
    parts = module.split(".")
    yield from (".".join(parts[: n + 1]) for n in range(len(parts)))


def _imports(source: bytes, package: str) -> Iterator[str]:
    """Every name that may be a module, absolute.

    >>> list(_imports(b"import a.b, c\\nfrom . import d", "pack"))
    ['a.b', 'c', 'pack', 'pack.d']
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return  # importing it will say so
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute("." * node.level + (node.module or ""), package)
            yield from _nonempty(base, *(f"{base}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Call) and (name := _called_for(node)):
            yield from _nonempty(_absolute(name, package))


def _called_for(call: ast.Call) -> str:
    """The module of `import_module("name")`, where the name is written out."""
    function = call.func
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if called not in ("import_module", "__import__") or not call.args:
        return ""
    name = getattr(call.args[0], "value", None)
    return name if isinstance(name, str) else ""


def _absolute(name: str, package: str) -> str:
    level = len(name) - len(name.lstrip("."))
    if not level:
        return name
    parents = package.split(".")
    kept = parents[: len(parents) - level + 1]
    return ".".join([*kept, name[level:]] if name[level:] else kept)


def _nonempty(*names: str) -> Iterator[str]:
    yield from (name for name in names if name and not name.startswith(".") and "*" not in name)
