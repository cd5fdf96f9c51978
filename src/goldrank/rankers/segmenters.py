"""Where words end in scripts that are written without spaces, by a dictionary of the language."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.text.languages import language_named

Segment = Callable[[str], list[str]]
"""A stretch of one script to its words, in order; some may lie inside others."""


@dataclass(frozen=True, slots=True)
class Segmenter:
    """What segments one language: its package, its extra, and the scripts of its words."""

    package: str
    extra: str
    scripts: str
    load: Callable[[], Segment]

    def __str__(self) -> str:
        return f"{self.package} {version(self.package)}"


def _jieba() -> Segment:
    """Words by jieba's dictionary, and the words inside long ones, as its mode for search has them.

    What is in no word of the dictionary is single characters: nothing is guessed.
    """
    with warnings.catch_warnings():
        # It asks for a package of its own resources in a way that is on its way out.
        warnings.simplefilter("ignore")
        import jieba

        made = jieba.Tokenizer()
        # Read from the package: its cache would lie where others may write.
        with made.get_dict_file() as dictionary:
            made.FREQ, made.total = made.gen_pfdict(dictionary)
    made.initialized = True
    return lambda text: list(made.cut_for_search(text, HMM=False))


def _janome() -> Segment:
    """Words by janome, with the IPADIC dictionary, as they stand."""
    from janome.tokenizer import Tokenizer

    made: Any = Tokenizer(wakati=True)
    return lambda text: list(made.tokenize(text))


SEGMENTERS: Mapping[str, Segmenter] = {
    "chinese": Segmenter("jieba", "chinese", r"\p{Han}", _jieba),
    "japanese": Segmenter(
        "janome",
        "japanese",
        r"\p{Han}\p{Hiragana}\p{Katakana}\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}",
        _janome,
    ),
}


def segmenter_of(named: str) -> Segmenter:
    """The segmenter of a language; an error says which languages have one."""
    language = language_named(named, "segmenting")
    if language not in SEGMENTERS:
        raise GoldrankError(f"segmenting: expected {' or '.join(SEGMENTERS)}, got {named!r}")
    return SEGMENTERS[language]


@cache
def loaded(segmenter: Segmenter) -> Segment:
    """Its function, with its dictionary read; an error says what to install."""
    try:
        return segmenter.load()
    except ImportError as error:
        raise GoldrankError(
            f"segmenting {segmenter.extra!r}: expected the package {segmenter.package}, which is not "
            f"installed; install goldrank[{segmenter.extra}], or leave segmenting out"
        ) from error
