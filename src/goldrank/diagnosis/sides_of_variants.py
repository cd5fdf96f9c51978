"""Which representation each variant of a saved run puts on which side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class VariantSides(NamedTuple):
    """The names of the representations on the vector side and on the lexical side."""

    dense: str
    lexical: str


def sides_of_variants(settings: Mapping[str, Any]) -> dict[str, VariantSides]:
    """The sides of every variant in a run's settings, in their order.

    >>> sides_of_variants({"variant": [{"name": "mixed", "dense": "raw", "lexical": "title"},
    ...                                {"name": "raw", "representation": "raw"}]})
    {'mixed': VariantSides(dense='raw', lexical='title'),
     'raw': VariantSides(dense='raw', lexical='raw')}
    """
    return {
        v["name"]: VariantSides(
            v.get("dense") or v["representation"], v.get("lexical") or v["representation"]
        )
        for v in settings["variant"]
    }
