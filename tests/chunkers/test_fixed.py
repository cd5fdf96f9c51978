from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

import pytest
from tests.chunkers.contract import PairCounter, budget, cut, texts
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from goldrank.chunkers.base import Budget
from goldrank.chunkers.fixed import FixedChunker
from goldrank.errors import GoldrankError
from goldrank.types import Span


@dataclass(frozen=True)
class SpaceCounter:
    """What stands between spaces is a token."""

    fingerprint: str = "spaces"

    def count(self, text: str) -> int:
        return len(text.split())

    def spans(self, text: str) -> list[Span]:
        return [Span(*word.span()) for word in re.finditer(r"\S+", text)]


@dataclass(frozen=True)
class BpeCounter:
    """Byte-pair encoding over bytes."""

    tokenizer: Tokenizer
    fingerprint: str = "bpe"

    def count(self, text: str) -> int:
        return len(self.tokenizer.encode(text).ids)

    def spans(self, text: str) -> list[Span]:
        return [Span(*offsets) for offsets in self.tokenizer.encode(text).offsets]


@pytest.fixture(scope="module")
def bpe() -> BpeCounter:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    trainer = trainers.BpeTrainer(
        vocab_size=320,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(["unbelievable naive belief 12345 1234 naïve"] * 9, trainer)
    return BpeCounter(tokenizer)


def test_windows_share_the_overlap_and_start_at_tokens():
    text = "red fox ran. blue owl sat. green cod swam."
    chunker = FixedChunker("fixed", limit=3, overlap=1)
    chunks = cut(chunker, text, budget(counter=SpaceCounter()))
    assert [c.start for c in chunks] == [0, 8, 18, 27]
    assert texts(chunker, text, budget(counter=SpaceCounter())) == [
        "red fox ran.",
        "ran. blue owl",
        "owl sat. green",
        "green cod swam.",
    ]


@pytest.mark.parametrize(
    ("limit", "overlap", "expected"),
    [
        (4, 1, ["klmn", "nopq", "qr"]),
        (4, 0, ["klmn", "opqr"]),
        (4, 3, ["klmn", "lmno", "mnop", "nopq", "opqr"]),
        (8, 2, ["klmnopqr"]),
    ],
)
def test_characters_overlap_like_tokens(limit, overlap, expected):
    assert texts(FixedChunker("f", limit, "characters", overlap=overlap), "klmnopqr") == expected


@pytest.mark.parametrize(
    "text",
    [
        "unbelievable-ness — naïvetés of 12345678901234567890",
        "x1234512345belief-unbelievable.naive naïve",
        "12345" * 40,
    ],
)
@pytest.mark.parametrize("overlap", [0, 4])
def test_a_window_is_counted_again_after_the_cut(bpe, text, overlap):
    chunks = texts(FixedChunker("f", 10, overlap=overlap), text, budget(counter=bpe))
    assert len(chunks) > 1
    assert all(bpe.count(chunk) <= 10 for chunk in chunks)
    if not overlap:
        assert "".join(chunks).replace(" ", "") == text.replace(" ", "")


def test_a_window_that_begins_inside_a_pair_still_fits():
    # The prefix has an odd length, so prefix and text together shift every pair.
    prefixed = Budget(PairCounter(), None, lambda document, outline, offset: "abc")
    found = texts(FixedChunker("f", 4), "defghijklmno", prefixed)
    assert all(PairCounter().count("abc" + chunk) <= 4 for chunk in found)
    assert "".join(found) == "defghijklmno"


def test_the_overlap_gives_way_where_a_longer_prefix_leaves_no_room():
    prefixes = {False: "", True: "a b c d e\n\n"}
    given = Budget(SpaceCounter(), 7, lambda document, outline, at: prefixes[at >= 14])
    text = " ".join(str(n) for n in range(10, 30))
    chunks = cut(FixedChunker("f", overlap=3), text, given)
    assert all(a.end < b.end for a, b in pairwise(chunks))
    assert {word for c in chunks for word in text[c.start : c.end].split()} == set(text.split())
    assert len(chunks) < 20


def test_an_overlap_as_large_as_the_limit_is_refused():
    with pytest.raises(GoldrankError, match="overlap: expected less than the limit of 4, got 4"):
        FixedChunker("f", 4, overlap=4)


def test_an_overlap_larger_than_the_room_keeps_its_share_of_the_limit():
    # A prefix of 4 leaves 6 of 10, and 8 tenths of 6 are 4: each window is 2 tokens further.
    given = Budget(SpaceCounter(), None, lambda document, outline, at: "a b c d ")
    text = " ".join("efghijklmn")
    assert texts(FixedChunker("f", 10, overlap=8), text, given) == [
        "e f g h i j",
        "g h i j k l",
        "i j k l m n",
    ]


def test_an_overlap_as_large_as_the_window_is_refused_when_the_window_is_known():
    with pytest.raises(GoldrankError, match="overlap"):
        cut(FixedChunker("f", overlap=8), "text", budget(8))


def test_no_front_matter_is_in_a_window():
    assert texts(FixedChunker("f", 2), "---\ntitle: T\n---\n\none two three\n") == [
        "one two",
        "three",
    ]


def test_without_any_limit_the_document_is_one_window():
    assert texts(FixedChunker("f"), "one two three") == ["one two three"]
