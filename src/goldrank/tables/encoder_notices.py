"""What is said of several encoders in one run: whose vectors a variant has, whose window is the limit."""

from __future__ import annotations

from goldrank.running.work import Work
from goldrank.text.first_few import first_few

SHOWN = 3


def manner_notices(work: Work) -> list[str]:
    """What each endpoint whose vectors are ranked does with long texts."""
    readers = [work.prepared.reader(name) for name in work.parts.encoding()]
    return [
        said
        for reader in readers
        if reader.window is not None and reader.window.manner is not None
        for said in reader.window.manner.sentences(reader.encoder.name)
    ]


def encoder_notices(work: Work) -> list[str]:
    """Whose vectors each variant has, and the encoder whose window the chunkers follow."""
    suite, prepared = work.prepared.suite, work.prepared
    if len(suite.encoder) < 2:
        return []
    names = {name: settings.name for name, settings in suite.encoders.items()}
    mine = {
        name: [variant.name for variant in work.parts.dense().values() if variant.encoder == name]
        for name in names
    }
    said = [
        f"{names[name]} encodes {first_few(variants, SHOWN)}"
        for name, variants in mine.items()
        if variants
    ]
    by_limit: dict[str, list[str]] = {}
    for chunker in work.parts.cut_by_window():
        followed = prepared.followed(chunker)
        whose = next(name for name in names if prepared.reader(name) == followed)
        limit = "no end" if followed.room is None else f"{followed.room:,} content tokens"
        by_limit.setdefault(f"{names[whose]} ({limit})", []).append(chunker)
    said += [
        f"{', '.join(chunkers)} cuts once for all encoders, by the window of {whose}"
        for whose, chunkers in by_limit.items()
    ]
    return said
