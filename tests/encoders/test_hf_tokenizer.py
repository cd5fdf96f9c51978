"""The tokenizer of a model folder: it counts everything, and says what a window holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from tokenizers.processors import TemplateProcessing

from goldrank.encoders.hf_tokenizer import HfTokenizer
from goldrank.encoders.models import resolve_model
from goldrank.errors import GoldrankError

W20 = " ".join(f"w{n}" for n in range(20))


def word_level(folder: Path, truncation: int | None) -> HfTokenizer:
    """50 words, [CLS] and [SEP], with truncation and padding left on in the file."""
    names = ["[UNK]", "[CLS]", "[SEP]", *(f"w{n}" for n in range(50))]
    tokenizer = Tokenizer(WordLevel({name: n for n, name in enumerate(names)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = WhitespaceSplit()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    if truncation is not None:
        tokenizer.enable_truncation(truncation)
        tokenizer.enable_padding(length=truncation)
    tokenizer.save(str(folder / "tokenizer.json"))
    return HfTokenizer(folder, "f")


@pytest.fixture(scope="module")
def minilm() -> HfTokenizer:
    return HfTokenizer(resolve_model("bundled"), "f")


def test_a_tokenizer_that_truncates_at_8_still_counts_20_words(tmp_path: Path) -> None:
    counter = word_level(tmp_path, truncation=8)
    assert counter.count(W20) == 20
    assert counter.count(W20) + counter.special_tokens == 22
    assert counter.declared_truncation == 8
    # As sentence-transformers would cut at 8: 6 words and two special tokens.
    [reading] = counter.read([W20], "", 6, "salt")
    assert (reading.tokens, reading.read, reading.tokens - reading.read) == (20, 6, 14)
    assert W20[: reading.end] == "w0 w1 w2 w3 w4 w5"


def test_a_count_grows_with_the_text_past_every_declared_limit(minilm: HfTokenizer) -> None:
    assert minilm.declared_truncation == 128
    assert [minilm.count("word " * n) for n in (100, 200, 1000)] == [100, 200, 1000]


def test_padding_in_the_file_adds_nothing_to_a_short_text(tmp_path: Path) -> None:
    assert word_level(tmp_path, truncation=8).count("w1") == 1


def test_spans_are_code_points_also_after_characters_outside_the_basic_plane(
    minilm: HfTokenizer,
) -> None:
    text = "👍 naïve 日本 x"
    # MiniLM strips accents and cuts Chinese characters apart; an emoji is one unknown token.
    assert [text[s.start : s.end] for s in minilm.spans(text)] == [
        "👍",
        "naive"[:2] + "ïve",
        "日",
        "本",
        "x",
    ]


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_one_span_a_token_in_order_inside_the_text(text: str) -> None:
    counter = HfTokenizer(resolve_model("bundled"), "f") if not KEEP else KEEP[0]
    KEEP[:] = [counter]
    spans = counter.spans(text)
    assert len(spans) == counter.count(text)
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    assert [s.start for s in spans] == sorted(s.start for s in spans)


KEEP: list[HfTokenizer] = []


def test_a_prompt_is_read_first_and_once_and_takes_its_part_of_the_window(tmp_path: Path) -> None:
    counter = word_level(tmp_path, truncation=None)
    [reading] = counter.read(["w3 w4 w5"], "w1 w2 ", 4, "salt")
    assert (reading.tokens, reading.read) == (5, 4)
    assert "w3 w4 w5"[: reading.end] == "w3 w4"


def test_a_prompt_longer_than_the_window_leaves_nothing_of_the_text(tmp_path: Path) -> None:
    counter = word_level(tmp_path, truncation=None)
    [reading] = counter.read(["w3"], "w1 w2 ", 2, "salt")
    assert (reading.read, reading.end) == (2, 0)


def test_texts_that_differ_only_beyond_the_window_have_one_key(tmp_path: Path) -> None:
    counter = word_level(tmp_path, truncation=None)
    keys = [r.key for r in counter.read(["w1 w2 w3", "w1 w2 w4", "w1 w4"], "", 2, "salt")]
    assert keys[0] == keys[1] != keys[2]
    assert len(keys[0]) == 32
    assert counter.read(["w1 w2"], "", 2, "other")[0].key != keys[0]


def test_a_character_of_which_one_token_is_lost_is_not_read(tmp_path: Path) -> None:
    from tokenizers.decoders import ByteLevel as Decoder
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel

    letters = sorted(ByteLevel.alphabet())
    tokenizer = Tokenizer(BPE({letter: n for n, letter in enumerate(letters)}, []))
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    tokenizer.decoder = Decoder()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    counter = HfTokenizer(tmp_path, "f")
    # "é" is two bytes, so two tokens: a window of 2 ends in the middle of it.
    assert counter.count("aéb") == 4
    assert [counter.read(["aéb"], "", w, "")[0].end for w in (1, 2, 3, 4)] == [1, 1, 2, 3]


def test_lower_casing_that_the_model_asks_for_is_done(tmp_path: Path) -> None:
    word_level(tmp_path, truncation=None)
    assert HfTokenizer(tmp_path, "f", lower_case=True).ids("W1") == HfTokenizer(tmp_path, "f").ids(
        "w1"
    )


def test_a_folder_without_a_tokenizer_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldrankError, match=r"expected tokenizer\.json"):
        HfTokenizer(tmp_path, "f").count("x")


def test_a_lone_surrogate_is_an_error_that_says_where(minilm: HfTokenizer) -> None:
    with pytest.raises(GoldrankError, match=r"text 1 .*lone surrogate at offset 2"):
        minilm.read(["fine", "ab\ud83d"], "", 10, "")
