from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.chunkers.contract import ByteCounter, PairCounter, budget, document_of

from goldrank.chunkers.base import Budget
from goldrank.chunkers.heading import HeadingChunker
from goldrank.chunkers.room import Room
from goldrank.chunkers.ruler import SEGMENT, read_ruler
from goldrank.chunkers.settings import Limits
from goldrank.errors import GoldrankError
from goldrank.outline import parse_outline
from goldrank.text.tokens import WordCounter
from goldrank.types import Span


@dataclass
class Watched:
    """Counts how many characters it was given."""

    fingerprint: str = "watched"
    seen: list[int] = field(default_factory=list)

    def count(self, text: str) -> int:
        self.seen.append(len(text))
        return len(text.split())

    def spans(self, text: str) -> list[Span]:
        self.seen.append(len(text))
        return WordCounter().spans(text)


def room(text: str, given: Budget, **settings: object) -> Room:
    return Room(document_of(text), parse_outline(text), given, Limits(**settings))


def test_prefix_and_text_are_counted_as_one_string():
    # "abc" and "defgh" are two pairs and three, and "abcdefgh" is four.
    pairs = Budget(PairCounter(), 4, lambda document, outline, at: "abc")
    assert room("defghi", pairs).fits(0, 5)
    assert not room("defghi", pairs).fits(0, 6)


def test_characters_are_code_points():
    characters = room("cafe\u0301", budget(), limit=5, unit="characters")
    assert characters.fits(0, 5)
    assert not room("cafe\u0301", budget(), limit=4, unit="characters").fits(0, 5)


def test_there_is_no_end_of_room_without_a_window():
    assert room("one two", budget(None)).fits(0, 7)
    assert next(room("one two", budget(None)).reaches(0, 7)) == 7


def test_a_reserve_as_large_as_the_window_is_refused_when_the_window_is_known():
    with pytest.raises(GoldrankError, match="reserve of 8 tokens leaves nothing of the limit of 8"):
        room("text", budget(8), reserve=8)


def test_reaches_draw_in_to_one_grapheme():
    text = "\U0001f468\u200d\U0001f469 b"  # 4 + 3 + 4 bytes, then 2
    reaches = list(room(text, budget(5, ByteCounter())).reaches(0, len(text)))
    assert reaches[-1] == 3
    assert reaches == sorted(reaches, reverse=True)


@pytest.mark.parametrize("text", ["word " * 60_000, "wörd\n" * 60_000, "word" + " . " * 100_000])
def test_a_ruler_read_in_segments_is_that_of_the_whole(text):
    assert len(text) > 3 * SEGMENT
    ruler = read_ruler(text, 0, WordCounter())
    whole = WordCounter().spans(text)
    assert list(zip(ruler.starts, ruler.ends, strict=True)) == whole


def test_a_ruler_of_a_text_without_spaces_ends():
    ruler = read_ruler("人" * (2 * SEGMENT + 5), 0, ByteCounter())
    assert ruler.ends[-1] == 2 * SEGMENT + 5
    assert len(ruler.ends) == 3 * (2 * SEGMENT + 5)


@pytest.mark.parametrize("size", [40_000, 160_000])
def test_cutting_counts_a_text_a_few_times_however_long_it_is(size):
    counter = Watched()
    text = "# A\n\n" + "one two three. " * (size // 15)
    chunks = HeadingChunker("h")(document_of(text), parse_outline(text), budget(64, counter))
    assert len(chunks) > size // 500
    assert sum(counter.seen) < 4 * len(text)
    assert max(counter.seen) <= SEGMENT
