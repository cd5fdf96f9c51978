"""What a suite's `exclude` and a git tree's `.gitignore` files leave out of a corpus.

Both are patterns as git knows them, parsed by pathspec. Git itself is never run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex
from pathspec import GitIgnoreSpec

from goldrank.errors import GoldrankError

MAX_BYTES = 1 << 20  # of a .gitignore; what is longer was not written by hand
_FOLDER = "ps_d"  # pathspec's group for the slash of a folder that a pattern names
SECONDS = 2.0  # for one pattern and one path: a hostile one could take years


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns of one place in order; the last that matches a path decides."""

    rules: tuple[tuple[regex.Pattern[str], bool], ...]  # each with whether it leaves out

    @classmethod
    def of(cls, lines: Iterable[str]) -> Patterns:
        """The patterns of `lines`; as in git, a line that is none says nothing.

        >>> Patterns.of(["build/", "*.tmp.md", "!keep.tmp.md"]).decides("x/keep.tmp.md")
        False
        """
        return cls(tuple(rule for line in lines for rule in _rules(line)))

    def decides(self, path: str) -> bool | None:
        """Whether `path` is left out, `None` where no pattern says; a folder ends with `/`."""
        for pattern, leaves_out in reversed(self.rules):
            try:
                found = pattern.search(path, timeout=SECONDS)
                # A pattern that names a folder above says nothing here: it had its say there.
                if found and (found.end() == len(path) or not found.groupdict().get(_FOLDER)):
                    return bool(leaves_out)
            except TimeoutError:
                raise GoldrankError(
                    f"a pattern takes more than {SECONDS:g} s to be matched with {path[:80]!r}; use "
                    "fewer * in one pattern, or read with gitignore = false"
                ) from None
        return None


def _rules(line: str) -> list[tuple[regex.Pattern[str], bool]]:
    try:
        parsed = GitIgnoreSpec.from_lines([line]).patterns
        return [
            (regex.compile(_anchored(each.regex.pattern)), bool(each.include))
            for each in parsed
            if each.regex is not None and each.include is not None
        ]
    except (ValueError, regex.error):
        return []


def _anchored(pattern: str) -> str:
    """`pattern` from the beginning of a path, so that it reaches as far as it can."""
    return pattern if pattern.startswith("^") else f"^.*{pattern}"


def excluding(patterns: Sequence[str]) -> Patterns:
    """The patterns of a suite's `exclude`, in small letters; one that is none is an error."""
    lowered = [pattern.lower() for pattern in patterns]
    for given, pattern in zip(patterns, lowered, strict=True):
        if not _rules(pattern):
            raise GoldrankError(
                f"exclude: expected a pattern as in a .gitignore, such as drafts/ or *.tmp.md, got "
                f"{given!r}"
            )
    return Patterns.of(lowered)


@dataclass(frozen=True, slots=True)
class Ignored:
    """The `.gitignore` files that count in a folder, each with its folder, outermost first."""

    inside_git: bool = False
    files: tuple[tuple[str, Patterns], ...] = ()

    @classmethod
    def above(cls, root: str) -> Ignored:
        """What counts in `root`: nothing outside a git tree.

        Files above `root` do not count where they leave `root` itself out: it was asked for.
        """
        folder = Path(root)
        tree = next((each for each in (folder, *folder.parents) if _holds_git(each)), None)
        if tree is None:
            return cls()
        ignored = cls(inside_git=True)
        for parent in reversed([folder, *folder.parents][: len(folder.relative_to(tree).parts)]):
            ignored = ignored.within(str(parent.parent))
            if ignored.leaves_out(f"{parent}/"):
                return cls(inside_git=True)
        return ignored

    def within(self, folder: str) -> Ignored:
        """What counts in `folder`, which lies in the last one."""
        if not self.inside_git:
            return self
        patterns = Patterns.of(_lines(Path(folder) / ".gitignore"))
        if not patterns.rules:
            return self
        return Ignored(True, (*self.files, (folder.rstrip("/") + "/", patterns)))

    def leaves_out(self, location: str) -> bool:
        """Whether the file, or the folder that ends with `/`, at `location` is ignored."""
        for folder, patterns in reversed(self.files):
            decided = patterns.decides(location.removeprefix(folder))
            if decided is not None:
                return decided
        return False


def _holds_git(folder: Path) -> bool:
    try:
        return (folder / ".git").exists()
    except OSError:
        return False


def _lines(path: Path) -> list[str]:
    """The lines of a `.gitignore`; as in git, one that is a link does not count."""
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
            return []
        return path.read_bytes().decode("utf-8", "surrogateescape").splitlines()
    except OSError:
        return []
