"""Small files that stand for a file that is kept elsewhere: they hold none of its text."""

from __future__ import annotations

import re
from pathlib import Path

LONGEST = 1024
"""Bytes: a Git LFS pointer is shorter (its specification, v1), and so is a git-annex one."""

_LFS = re.compile(
    rb"version https?://(?:git-lfs\.github\.com/spec|hawser\.github\.com/spec|git-media\.io)/\S+\r?\n"
    rb"(?:.*\n)*?oid \w+:[0-9a-f]+\r?\n(?:.*\n)*?size (?P<size>\d+)\r?\n?"
)
_ANNEX = re.compile(
    rb"(?:\S*/)?annex[/\\]objects[/\\](?:\S*[/\\])?[A-Z0-9_]+(?:-s(?P<size>\d+))?\S*--\S+\s*"
)


def stand_in(path: Path) -> str | None:
    """What the file at `path` is, where it only stands for another; `None` for every other file.

    Source: the Git LFS specification (docs/spec.md there) and git-annex's page on pointer files.
    """
    with path.open("rb") as file:
        data = file.read(LONGEST + 1)
    return None if len(data) > LONGEST else stands_for(data)


def stands_for(data: bytes) -> str | None:
    r"""The same for the whole content of a file.

    >>> oid = b"oid sha256:" + b"0" * 64
    >>> stands_for(b"version https://git-lfs.github.com/spec/v1\n" + oid + b"\nsize 12345\n")
    'a Git LFS pointer for a file of 12,345 bytes, which git lfs pull fetches'
    >>> stands_for(b"/annex/objects/SHA256E-s77--1f0c.md\n")
    'a git-annex pointer for a file of 77 bytes, which git annex get fetches'
    >>> stands_for(b"# Git LFS pointers\n") is None
    True
    """
    for pattern, kind, command in (
        (_LFS, "Git LFS", "git lfs pull"),
        (_ANNEX, "git-annex", "git annex get"),
    ):
        if found := pattern.fullmatch(data):
            size = found["size"]
            file = f"a file of {int(size):,} bytes" if size else "a file"
            return f"a {kind} pointer for {file}, which {command} fetches"
    return None
