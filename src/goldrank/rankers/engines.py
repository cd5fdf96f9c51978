"""What the rankers that ask an engine share: is it installed, and what can it rank."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from goldrank.errors import GoldrankError
from goldrank.rankers.base import Material


def version_installed(package: str) -> str:
    """The version of the engine of a kind that is named as its package and its extra are.

    Raises `GoldrankError` where it is not installed.

    >>> version_installed("no-such-engine")
    Traceback (most recent call last):
    goldrank.errors.GoldrankError: kind 'no-such-engine': expected the package no-such-engine, which is not installed; install goldrank[no-such-engine], or leave the ranker out
    """
    try:
        return version(package)
    except PackageNotFoundError:
        raise GoldrankError(
            f"kind {package!r}: expected the package {package}, which is not installed; install "
            f"goldrank[{package}], or leave the ranker out"
        ) from None


def refuse_documents(name: str, material: Material) -> None:
    """Raise where documents are ranked: of the first k chunks nobody knows how many those hold."""
    if material.ranked.by_document:
        raise GoldrankError(
            f"ranker {name}: an engine gives the first chunks of a query, and so no known number of "
            'documents; expected unit = "chunk", got "document"'
        )
