"""Static embeddings: a mean of rows by hand, the libraries that the folders are of, and no window."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model2vec import StaticModel
from safetensors.numpy import load_file, save_file
from tests.encoders.tiny_onnx import FEW as WORDS
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import embed
from goldrank.encoders.registry import encoder_settings, with_model
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.encoders.settings import SuiteFolders
from goldrank.encoders.static import StaticEncoder
from goldrank.encoders.static_files import static_files
from goldrank.errors import GoldrankError
from goldrank.window.measured import measure_window

SRC = Path(__file__).resolve().parents[2] / "src"
TABLE = np.random.default_rng(5).normal(size=(len(WORDS), 6)).astype(np.float32)
TEXTS = ["leave pay", "pay unheard bonus", "sick " * 700, "unheard", ""]
WITHOUT_TORCH = """
import sys
import goldrank.encoders.registry
from goldrank.encoders.static import StaticEncoder
StaticEncoder("wordllama").encode(["leave"], "document")
print(sorted({"torch", "transformers", "wordllama", "model2vec"} & set(sys.modules)))
"""


def words(cut: int | None = None) -> Tokenizer:
    made = Tokenizer(WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.pre_tokenizer = WhitespaceSplit()
    if cut is not None:
        made.enable_truncation(cut)
        made.enable_padding(length=cut)
    return made


def model2vec(folder: Path, **given: Any) -> Path:
    StaticModel(given.pop("table", TABLE), words(), **given).save_pretrained(folder)
    return folder


def sentence_transformers(folder: Path, cut: int | None = None, more: str = "") -> Path:
    home = folder / "0_StaticEmbedding"
    home.mkdir(parents=True)
    save_file({"embedding.weight": TABLE}, home / "model.safetensors")
    words(cut).save(str(home / "tokenizer.json"))
    kinds = [("StaticEmbedding", home.name), *([(more, "1")] if more else [])]
    modules = [
        {"idx": n, "name": str(n), "path": p, "type": f"sentence_transformers.models.{k}"}
        for n, (k, p) in enumerate(kinds)
    ]
    (folder / "modules.json").write_text(json.dumps(modules))
    return folder


def by_hand(table: np.ndarray, tokens: list[int]) -> np.ndarray:
    mean = np.zeros(table.shape[1])
    for token in tokens:
        mean = mean + table[token].astype(np.float64) / len(tokens)
    return mean / (np.linalg.norm(mean) or 1)


def test_real_weights_give_the_mean_of_the_rows_of_the_tokens_as_long_as_one() -> None:
    files = static_files("wordllama", None, False)
    table = load_file(files.table)["embedding.weight"]
    tokenizer = Tokenizer.from_file(str(files.tokenizer))
    texts = ["Leave must be requested in writing.", "Å 日本 👍", "pay " * 3000]
    ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
    expected = [by_hand(table, row) for row in ids]
    made = StaticEncoder("wordllama").encode(texts, "document")
    np.testing.assert_allclose(made, expected, atol=1e-6)


def test_the_real_model_has_no_window_and_the_measurement_says_so() -> None:
    encoder = StaticEncoder("wordllama")
    window = measure_window(encoder, longest=200)
    assert (window.tokens, window.tested, window.warnings) == (None, 200, ())
    assert encoder.read(["pay " * 900], "document", None)[0].is_cut is False


def test_neither_torch_nor_the_models_own_library_is_loaded() -> None:
    call = [sys.executable, "-c", WITHOUT_TORCH]
    done = subprocess.run(call, capture_output=True, text=True, env={"PYTHONPATH": str(SRC)})
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "[]", "")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"normalize": True},
        {"max_length": 2, "normalize": True},
        {"max_length": None},
        {"weights": np.arange(1, 9, dtype=np.float32)},
        {"table": TABLE[:3], "token_mapping": np.array([0, 1, 2, 0, 1, 2, 0, 1])},
        {"table": TABLE.astype(np.float16)},
        {"table": (TABLE * 40).astype(np.int8), "normalize": True},
    ],
)
def test_a_folder_of_model2vec_has_the_vectors_of_its_library(tmp_path: Path, given: Any) -> None:
    library = StaticModel.from_pretrained(model2vec(tmp_path, **given))
    made = StaticEncoder(str(tmp_path), normalize=library.normalize).encode(TEXTS, "document")
    # The library sums in the type of its table.
    half = library.embedding.dtype == np.float16
    np.testing.assert_allclose(made, library.encode(TEXTS), rtol=1e-5, atol=2e-3 if half else 1e-5)
    assert made.any(axis=1).tolist() == [True, True, True, False, False]


def test_what_model2vec_cuts_is_cut_and_declared(tmp_path: Path) -> None:
    encoder = StaticEncoder(str(model2vec(tmp_path)))
    text = " ".join(["sick"] * 512 + ["pay"] * 9)
    made = encoder.encode([text, "sick"], "document")
    np.testing.assert_allclose(made[0], made[1], atol=1e-6)
    assert encoder.declared_windows["model2vec max_length"] == 512
    told = StaticEncoder(str(tmp_path), max_tokens=600)
    assert np.abs(told.encode([text], "document") - made[1]).max() > 1e-3
    assert told.fingerprint != encoder.fingerprint


@pytest.mark.parametrize("cut", [None, 3])
@pytest.mark.parametrize("more", ["", "Normalize"])
def test_a_folder_of_sentence_transformers_has_the_vectors_of_its_library(
    tmp_path: Path, cut: int | None, more: str
) -> None:
    folder = sentence_transformers(tmp_path / "m", cut, more)
    if more:
        (folder / "1").mkdir()
    texts = [*TEXTS[:4], "leave leave leave pay pay pay"]
    library = SentenceTransformerEncoder(str(folder)).encode(texts, "document")
    np.testing.assert_allclose(
        StaticEncoder(str(folder)).encode(texts, "document"), library, atol=1e-5
    )


def test_texts_without_a_known_token_are_counted_as_zero_and_never_nan(tmp_path: Path) -> None:
    encoder = StaticEncoder(str(model2vec(tmp_path / "m")))
    with VectorCache.open(tmp_path / "cache", encoder.fingerprint) as cache:
        made = embed(encoder, TEXTS, "document", None, cache)
    assert made.zero == 2
    assert np.isfinite(made.vectors).all()


def test_prompts_stand_before_each_side(tmp_path: Path) -> None:
    encoder = StaticEncoder(str(model2vec(tmp_path)), query_prompt="pay ")
    made = encoder.encode(["leave"], "query"), encoder.encode(["pay leave"], "document")
    np.testing.assert_array_equal(*made)


def test_a_folder_is_known_by_what_it_holds_and_other_modules_are_for_the_library(
    tmp_path: Path,
) -> None:
    model2vec(tmp_path / "a")
    sentence_transformers(tmp_path / "b")
    sentence_transformers(tmp_path / "c", more="Dense")
    kinds = [encoder_settings({"model": name}, tmp_path).kind for name in ("a", "b", "c", "d")]
    assert kinds == ["static", "static", None, None]
    settings = encoder_settings({"model": "a", "max_tokens": 9}, tmp_path)
    assert settings.make(SuiteFolders(tmp_path)) == StaticEncoder(str(tmp_path / "a"), 9)
    recorded = settings.model_dump(mode="json", exclude_none=True)
    assert encoder_settings(recorded) == settings
    first = encoder_settings({"model": "bundled", "batch_size": 8, "normalize": True})
    # What is of the machine is kept where the other kind has it too.
    assert with_model(first, "wordllama", tmp_path) == {"model": "wordllama", "normalize": True}
    (tmp_path / "wordllama").mkdir()
    assert with_model(first, "wordllama", tmp_path)["model"] == "wordllama"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("rm model.safetensors", "expected model.safetensors in .*, found none"),
        ("rm tokenizer.json", "expected tokenizer.json in .*, found none"),
        ("echo junk > model.safetensors", "expected a table in safetensors, got SafetensorError"),
        (": > model.safetensors", "expected a table in safetensors"),
        ("echo { > tokenizer.json", "expected tokenizer.json or files"),
        ("echo 3 > config.json", "config.json: expected an object, got '3'"),
        ("""echo '{"model_type": "model2vec", "max_length": 0}' > config.json""", "from 1, got 0"),
        ("mv model.safetensors pytorch_model.bin", "expected model.safetensors in .*, found none"),
    ],
)  # fmt: skip
def test_a_folder_that_is_none_of_a_static_model_is_named(
    tmp_path: Path, change: str, message: str
) -> None:
    folder = model2vec(tmp_path / "m")
    subprocess.run(change, shell=True, check=True, cwd=folder)
    with pytest.raises(GoldrankError, match=message) as error:
        StaticEncoder(str(folder)).encode(["pay"], "query")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ({"other": TABLE}, r'"embeddings" or "embedding.weight" .*, got other'),
        ({"embeddings": TABLE[0]}, r"got embeddings \(6,\)"),
        ({"embeddings": TABLE[:7]}, r"up to number 7 .* got embeddings \(7, 6\)"),
        ({"embeddings": TABLE, "mapping": np.arange(1, 9)}, r"got embeddings \(8, 6\), mapping \(8,\)"),
        ({"embeddings": TABLE, "mapping": np.arange(8) - 1}, "not of one model"),
        ({"embeddings": TABLE, "weights": TABLE[0]}, r"weights \(6,\)"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit_its_tokenizer_is_refused(
    tmp_path: Path, held: dict[str, Any], message: str
) -> None:
    folder = model2vec(tmp_path / "m")
    save_file({k: np.ascontiguousarray(v) for k, v in held.items()}, folder / "model.safetensors")
    with pytest.raises(GoldrankError, match=message):
        StaticEncoder(str(folder)).encode(["pay"], "query")


def test_rows_that_are_no_numbers_are_told_as_of_any_encoder(tmp_path: Path) -> None:
    table = TABLE.copy()
    table[5] = np.nan
    encoder = StaticEncoder(str(model2vec(tmp_path / "m", table=table)))
    with (
        VectorCache.open(tmp_path / "cache", encoder.fingerprint) as cache,
        pytest.raises(GoldrankError, match="got NaN or infinity for the text"),
    ):
        embed(encoder, TEXTS, "document", None, cache)


def test_a_missing_package_says_how_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldrank.encoders.static_files.find_spec", lambda name: None)
    with pytest.raises(GoldrankError, match=r"pip install 'goldrank\[static\]'"):
        StaticEncoder("wordllama").encode(["pay"], "query")


def test_another_table_is_another_encoder(tmp_path: Path) -> None:
    model2vec(tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    prints = [StaticEncoder(str(tmp_path / name)).fingerprint for name in "ab"]
    assert prints[0] == prints[1]
    model2vec(tmp_path / "b", table=TABLE + 1)
    assert StaticEncoder(str(tmp_path / "b")).fingerprint != prints[0]
