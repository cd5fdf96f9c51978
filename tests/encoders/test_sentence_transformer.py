"""The bundled model as the workbench uses it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from goldrank.encoders.models import resolve_model
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.errors import GoldrankError

SRC = Path(__file__).resolve().parents[2] / "src"
TOKENIZER_ONLY = """
import sys
import goldrank.window.coverage, goldrank.window.measured, goldrank.window.check
import goldrank.encoders.cache, goldrank.encoders.embed, goldrank.encoders.registry
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
encoder = SentenceTransformerEncoder()
encoder.fingerprint, encoder.declared_windows, encoder.special_tokens
encoder.counter.spans("a few words")
encoder.read(["a few words"] * 3, "document", 2)
print(sorted({"torch", "transformers", "sentence_transformers"} & set(sys.modules)))
"""


@pytest.fixture(scope="module")
def encoder() -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The bundled model's folder, its weights linked, everything else free to change."""
    source, folder = resolve_model("bundled"), tmp_path / "copy"
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("model.safetensors"))
    os.link(source / "model.safetensors", folder / "model.safetensors")
    return folder


def test_counting_and_reading_import_no_torch() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TOKENIZER_ONLY],
        env={**os.environ, "PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_the_bundled_model_makes_unit_vectors_of_384_floats(
    encoder: SentenceTransformerEncoder,
) -> None:
    vectors = encoder.encode(["parental leave", "a scale"], "document")
    assert (vectors.shape, vectors.dtype) == ((2, 384), np.float32)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1], abs=1e-5)


def test_no_text_makes_no_vector(encoder: SentenceTransformerEncoder) -> None:
    assert len(encoder.encode([], "query")) == 0


def test_loading_shows_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    SentenceTransformerEncoder().encode(["x"], "query")
    assert capfd.readouterr() == ("", "")


def test_the_librarys_own_tokenizer_reads_as_ours_does(encoder: SentenceTransformerEncoder) -> None:
    for text in ("[SEP] \u200bzero\x00", "İstanbul ǅ ﬁ", "e\u0301\u0301", "1,000.50€ – 日本語"):
        theirs = encoder._loaded.tokenizer(text, add_special_tokens=False)["input_ids"]
        assert encoder.counter.ids(text) == theirs


def test_a_prompt_stands_before_the_text_once(encoder: SentenceTransformerEncoder) -> None:
    prompted = replace(encoder, query_prompt="query: ")
    given, made = prompted.encode(["leave"], "query"), encoder.encode(["query: leave"], "query")
    assert np.abs(given - made).max() < 1e-6
    assert np.abs(prompted.encode(["leave"], "document") - made).max() > 1e-3
    # "query" and ":" are two tokens before the one of "leave".
    assert prompted.read(["leave"], "query", None)[0].tokens == 3


def test_an_empty_prompt_switches_the_models_own_off(copy: Path) -> None:
    file = copy / "config_sentence_transformers.json"
    file.write_text(json.dumps({"prompts": {"query": "query: "}, "default_prompt_name": "query"}))
    declared = SentenceTransformerEncoder(str(copy))
    off = replace(declared, query_prompt="", document_prompt="")
    assert declared.prompt("query") == "query: "
    bare = SentenceTransformerEncoder().encode(["leave"], "query")
    assert np.abs(off.encode(["leave"], "query") - bare).max() < 1e-6
    assert np.abs(declared.encode(["leave"], "query") - bare).max() > 1e-3


@pytest.mark.parametrize(
    "setting",
    [
        {"dtype": "bfloat16"},
        {"normalize": False},
        {"query_prompt": "query: "},
        {"document_prompt": "passage: "},
        {"device": "cuda"},
    ],
)
def test_whatever_changes_a_vector_changes_the_fingerprint(setting: dict[str, object]) -> None:
    assert (
        SentenceTransformerEncoder(**setting).fingerprint
        != SentenceTransformerEncoder().fingerprint
    )  # type: ignore[arg-type]


def test_what_changes_no_vector_leaves_the_fingerprint(copy: Path) -> None:
    encoder = SentenceTransformerEncoder()
    assert SentenceTransformerEncoder(str(copy)).fingerprint == encoder.fingerprint
    assert (
        SentenceTransformerEncoder(batch_size=8, download=True).fingerprint == encoder.fingerprint
    )


def test_one_changed_setting_in_the_models_folder_changes_the_fingerprint(copy: Path) -> None:
    before = SentenceTransformerEncoder(str(copy)).fingerprint
    file = copy / "sentence_bert_config.json"
    file.write_text(file.read_text().replace("256", "128"))
    assert SentenceTransformerEncoder(str(copy)).fingerprint != before


def test_keys_differ_between_models_and_between_sides() -> None:
    first, second = SentenceTransformerEncoder(), SentenceTransformerEncoder(normalize=False)
    keys = [
        e.read(["a"], side, None)[0].key for e in (first, second) for side in ("query", "document")
    ]  # type: ignore[arg-type]
    assert len(set(keys)) == 4


def test_a_tokenizer_that_the_library_reads_otherwise_is_refused(copy: Path) -> None:
    # transformers 5 makes a BERT tokenizer of the vocabulary, and lower-cases unless told not to.
    file = copy / "tokenizer.json"
    assert '"lowercase":true' in file.read_text()
    file.write_text(file.read_text().replace('"lowercase":true', '"lowercase":false'))
    for name in ("tokenizer_config.json", "vocab.txt"):
        (copy / name).unlink()
    with pytest.raises(GoldrankError, match="they differ"):
        SentenceTransformerEncoder(str(copy)).encode(["x"], "query")


@pytest.mark.parametrize("setting", [{"dtype": "int8"}, {"batch_size": 0}])
def test_a_setting_out_of_range_says_what_was_expected(setting: dict[str, object]) -> None:
    with pytest.raises(GoldrankError, match="expected"):
        SentenceTransformerEncoder(**setting)  # type: ignore[arg-type]


def test_a_gpu_that_is_not_there_is_an_error_that_says_what_to_do() -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("this machine has a GPU")
    with pytest.raises(GoldrankError, match='set device = "cpu"'):
        SentenceTransformerEncoder(device="cuda").encode(["x"], "query")


def test_a_folder_that_the_library_does_not_load_is_told_in_one_line(tmp_path: Path) -> None:
    shutil.copy(resolve_model("bundled") / "tokenizer.json", tmp_path)
    with pytest.raises(GoldrankError, match="sentence-transformers does not load") as error:
        SentenceTransformerEncoder(str(tmp_path)).encode(["leave"], "query")
    assert "\n" not in str(error.value)
