"""An encoder made of a function that the user wrote."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import embed
from goldrank.encoders.user import UserEncoder
from goldrank.errors import GoldrankError
from goldrank.window.measured import measure_window

SOURCE = """
import numpy as np

not_callable = 3

class Api:
    @staticmethod
    def encode(texts):
        return lengths(texts)

def lengths(texts):
    return [[len(text), 1] for text in texts]

def ragged(texts):
    return [[0] * (n + 1) for n in range(len(texts))]

def bag(texts):
    made = np.zeros((len(texts), 64))
    for row, text in zip(made, texts):
        for word in text.split()[:20]:
            row[sum(map(ord, word)) * 31 % 64] += 1 + ord(word[0]) / 128 + ord(word[-1]) / 1e4
    return made
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"users_{abs(hash(tmp_path)) % 10**9}"
    (tmp_path / f"{name}.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_the_function_is_given_the_texts_and_its_rows_are_the_vectors(module: str) -> None:
    made = UserEncoder(f"{module}:lengths").encode(["ab", "c"], "document")
    assert (made.tolist(), made.dtype) == ([[2, 1], [1, 1]], np.float32)
    assert UserEncoder(f"{module}:Api.encode").encode(["ab"], "query").tolist() == [[2, 1]]


def test_a_prompt_is_put_before_each_text_of_its_side(module: str) -> None:
    encoder = UserEncoder(f"{module}:lengths", query_prompt="q: ")
    assert encoder.encode(["ab"], "query")[0, 0] == 5
    assert encoder.encode(["ab"], "document")[0, 0] == 2
    assert encoder.read(["ab"], "query", None)[0].tokens == 3


def test_nothing_of_it_is_imported_before_it_encodes(tmp_path: Path, module: str) -> None:
    (tmp_path / f"{module}.py").write_text("raise RuntimeError('imported')")
    encoder = UserEncoder(f"{module}:lengths")
    assert encoder.read(["one two three"], "document", 2)[0].end == 7
    assert len(encoder.fingerprint) == 64


def test_changed_source_or_version_or_prompt_changes_the_fingerprint(
    tmp_path: Path, module: str
) -> None:
    target = f"{module}:lengths"
    before = UserEncoder(target).fingerprint
    assert UserEncoder(target).fingerprint == before
    assert UserEncoder(target, version="2").fingerprint != before
    assert UserEncoder(target, document_prompt="p").fingerprint != before
    assert UserEncoder(f"{module}:ragged").fingerprint != before
    (tmp_path / f"{module}.py").write_text(SOURCE + "\n")
    assert UserEncoder(target).fingerprint != before


def test_its_key_is_of_the_whole_text_since_nobody_knows_where_it_cuts(module: str) -> None:
    one, two = UserEncoder(f"{module}:lengths").read(["a b c", "a b d"], "document", 2)
    assert one.is_cut
    assert one.key != two.key


def test_its_window_is_measured_in_words(module: str) -> None:
    window = measure_window(UserEncoder(f"{module}:bag"))
    assert (window.tokens, window.special_tokens) == (20, 0)


def test_it_embeds_as_any_other_encoder_does(module: str) -> None:
    encoder = UserEncoder(f"{module}:lengths")
    with VectorCache.in_memory(encoder.fingerprint) as cache:
        assert embed(encoder, ["ab", "c", "ab"], "document", None, cache).unique == 2
        assert embed(encoder, [], "document", None, cache).vectors.shape[0] == 0


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("no_such_module_at_all:f", "put its folder on PYTHONPATH"),
        ("no.such.module:f", "PYTHONPATH"),
        ("{module}:absent", 'expected a callable "absent"'),
        ("{module}:not_callable", "found int"),
        ("{module}:ragged", "one row of numbers for each text"),
        ("{module}", "expected module:callable"),
    ],
)
def test_what_cannot_be_used_is_said(module: str, target: str, message: str) -> None:
    with pytest.raises(GoldrankError, match=message):
        UserEncoder(target.format(module=module)).encode(["a", "b"], "document")
