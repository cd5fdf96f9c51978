"""Which encoder a suite's settings mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldrank.encoders.registry import make_encoder
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.encoders.user import UserEncoder
from goldrank.errors import GoldrankError


def test_the_bundled_model_is_the_default() -> None:
    assert make_encoder() == SentenceTransformerEncoder("bundled")


@pytest.mark.parametrize("model", ["a/b", "./models/x", "C:\\models\\x", "all-MiniLM-L6-v2"])
def test_names_and_folders_are_sentence_transformers(model: str) -> None:
    assert make_encoder(model, batch_size=8) == SentenceTransformerEncoder(model, batch_size=8)


def test_module_and_callable_are_the_users_own() -> None:
    made = make_encoder("pack.mine:Thing.encode", version="3")
    assert made == UserEncoder("pack.mine:Thing.encode", version="3")


@pytest.mark.parametrize(
    ("model", "setting", "hint"),
    [
        ("bundled", "dtyp", 'mean "dtype"'),
        ("m:f", "device", "it has version"),
        ("bundled", "model_", 'mean "model"'),
        ("bundled", "zzz", "it has device, dtype"),
    ],
)
def test_a_setting_that_the_encoder_lacks_is_an_error_that_helps(
    model: str, setting: str, hint: str, tmp_path: Path
) -> None:
    with pytest.raises(GoldrankError, match=hint):
        make_encoder(model, **{setting: "x"})
