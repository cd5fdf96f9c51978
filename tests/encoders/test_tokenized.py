"""What a tokenizer cannot read is found; tokenizing word by word is the slow, obvious twin."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import BPE, Unigram, WordLevel, WordPiece
from tokenizers.pre_tokenizers import Whitespace

from goldrank.encoders.base import Reading
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.encoders.tokenized import unknown_id
from goldrank.encoders.user import UserEncoder
from goldrank.types import Span

WORDS = (
    "leave",
    "testing",
    "30",
    "ሰላም",
    "ነው",
    "測量",
    "水",
    "水温",
    "हिन्दी",
    "🎉",
    "great🎉",
    "።",
    "x,ሰ",
)


@cache
def encoder() -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder()


def by_words(text: str, window: int | None, prompt: str = "") -> tuple[set[int], int]:
    """The characters that become `[UNK]`, and how many tokens do, one word after the other."""
    tokenizer = encoder().counter._loaded[0]
    unknown, tokens, seen, start = set(), 0, 0, 0
    for word in (prompt + text).split(" "):
        encoding = tokenizer.encode(word, add_special_tokens=False)
        for token, (first, last) in zip(encoding.tokens, encoding.offsets, strict=True):
            if token == "[UNK]" and (window is None or seen < window):
                tokens += 1
                unknown |= {n - len(prompt) for n in range(start + first, start + last)}
            seen += 1
        start += len(word) + 1
    return {n for n in unknown if n >= 0}, tokens


@given(
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
    st.sampled_from([None, 1, 3, 8]),
    st.sampled_from(["", "query: ", "ሰላም "]),
)
def test_what_is_unknown_is_what_is_unknown_word_by_word(text, window, prompt):
    [reading] = encoder().counter.read([text], prompt, window, "")
    unknown, tokens = by_words(text, window, prompt)
    found = {n for span in reading.unknown for n in range(*span)}
    # One character may be several tokens, and is not read where the window ends among them.
    assert found == {n for n in unknown if n < reading.end}
    assert reading.unknown_tokens == tokens
    read = {n for span in reading.spans for n in range(*span)}
    assert read == set(range(reading.end)) - unknown


def test_a_chinese_text_is_read_in_part_and_an_amharic_one_not_at_all():
    # The vocabulary has 水 and not 測, and no Ethiopic letter at all.
    chinese, amharic = encoder().read(["測水", "ሰላም ነው"], "document", None)
    assert chinese.spans == (Span(1, 2),)
    assert (chinese.tokens, chinese.read, chinese.unknown_tokens) == (2, 2, 1)
    assert amharic.spans == (Span(3, 4),)
    assert amharic.unknown_tokens == amharic.tokens == 2


def test_an_unknown_token_is_not_a_cut():
    [reading] = encoder().read(["ሰላም ነው"], "document", 254)
    assert not reading.is_cut
    assert reading.in_window == (Span(0, 6),)
    assert reading.left_out == (Span(0, 3), Span(4, 6))


def test_inputs_of_as_many_unknown_words_are_one_input():
    one, other = encoder().read(["ሰላም ነው", "ፈቃድ አለ"], "document", None)
    assert one.key == other.key


@pytest.mark.parametrize(
    ("model", "found"),
    [
        (WordPiece({"a": 0, "[UNK]": 1}, unk_token="[UNK]"), 1),
        (WordLevel({"a": 0, "<unk>": 1}, unk_token="<unk>"), 1),
        (WordLevel({"a": 0}, unk_token="<unk>"), None),
        (BPE({"a": 0, "<unk>": 1}, [], unk_token="<unk>"), 1),
        (BPE({"a": 0}, []), None),
        (Unigram([("a", -1.0), ("<unk>", -2.0)], 1), 1),
        (Unigram([("a", -1.0), ("<unk>", -2.0)], 1, byte_fallback=True), None),
    ],
)
def test_the_unknown_token_of_every_kind_of_tokenizer_is_found(model, found):
    assert unknown_id(Tokenizer(model)) == found


MODULE = """
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

made = Tokenizer(WordLevel({"?": 0, "ask": 1, "your": 2, "manager": 3}, unk_token="?"))
made.pre_tokenizer = Whitespace()

def encode(texts):
    raise AssertionError("nothing is encoded here")
"""


def test_a_tokenizer_that_is_handed_in_says_what_it_does_not_know(tmp_path):
    (tmp_path / "known_words.py").write_text(MODULE, encoding="utf-8")
    encoder = UserEncoder(
        "known_words:encode", tokenizer="known_words:made", folders=(str(tmp_path),)
    )
    known, part, cut = encoder.read(
        ["ask your manager", "ask Dr. Who", "ask Who your manager"], "document", 3
    )
    assert known.spans == (Span(0, 16),)
    # Dr, the full stop and the cut Who are three words that are not known, and three tokens are read.
    assert part == Reading(4, 3, 7, part.key, None, (Span(4, 7),), 2)
    assert cut.spans == (Span(0, 4), Span(7, 12))
    assert len({known.key, part.key, cut.key}) == 3


def test_whitespace_alone_has_no_unknown_token():
    tokenizer = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    tokenizer.pre_tokenizer = Whitespace()
    assert tokenizer.encode(" \n").ids == []
