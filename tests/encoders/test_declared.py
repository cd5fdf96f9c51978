"""What model files declare, and which of it is a placeholder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldrank.encoders.declared import read_declared, smallest_window
from goldrank.encoders.models import resolve_model
from goldrank.errors import GoldrankError

TRANSFORMER = [
    {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"}
]


def folder_with(folder: Path, **files: Any) -> Path:
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def test_a_placeholder_of_1e30_is_no_window(tmp_path: Path) -> None:
    folder_with(
        tmp_path,
        tokenizer_config={"model_max_length": int(1e30)},
        config={"max_position_embeddings": 512},
        sentence_bert_config={"max_seq_length": None},
    )
    windows = read_declared(tmp_path).windows(truncation=None)
    assert windows["tokenizer model_max_length"] is None
    assert smallest_window(windows) == 512


@pytest.mark.parametrize(("kind", "window"), [("roberta", 512), ("mpnet", 512), ("bert", 514)])
def test_position_embeddings_of_roberta_lose_the_padding_offset(
    tmp_path: Path, kind: str, window: int
) -> None:
    folder_with(
        tmp_path,
        config={"model_type": kind, "max_position_embeddings": 514, "pad_token_id": 1},
    )
    assert read_declared(tmp_path).windows(None)["position embeddings"] == window


def test_the_bundled_model_declares_three_windows_and_a_truncation() -> None:
    assert read_declared(resolve_model("bundled")).windows(128) == {
        "tokenizer truncation": 128,
        "sentence-transformers max_seq_length": 256,
        "tokenizer model_max_length": 512,
        "position embeddings": 512,
    }


def test_nothing_declared_is_no_window(tmp_path: Path) -> None:
    assert smallest_window(read_declared(tmp_path).windows(None)) is None


def test_declared_prompts_are_found_by_side(tmp_path: Path) -> None:
    folder_with(
        tmp_path,
        modules=TRANSFORMER,
        config_sentence_transformers={"prompts": {"query": "query: ", "document": "passage: "}},
    )
    declared = read_declared(tmp_path)
    assert (declared.prompt("query"), declared.prompt("document")) == ("query: ", "passage: ")


def test_a_default_prompt_that_is_not_there_is_refused_as_the_library_does(tmp_path: Path) -> None:
    folder_with(
        tmp_path,
        modules=TRANSFORMER,
        config_sentence_transformers={"prompts": {"sts": "same? "}, "default_prompt_name": "cls"},
    )
    with pytest.raises(GoldrankError, match=r'one of document, query, sts, got "cls"'):
        read_declared(tmp_path)


def test_a_static_model_declares_only_its_tokenizers_truncation(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text(
        json.dumps([{"type": "sentence_transformers.models.StaticEmbedding", "path": "0_Static"}])
    )
    declared = read_declared(tmp_path)
    assert declared.windows(None) == {"tokenizer truncation": None}
    assert declared.folder == tmp_path / "0_Static"


def test_truncation_at_the_left_is_refused(tmp_path: Path) -> None:
    folder_with(tmp_path, tokenizer_config={"truncation_side": "left"})
    with pytest.raises(GoldrankError, match="truncation at the right"):
        read_declared(tmp_path)


def test_a_file_that_is_not_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(GoldrankError, match=r"config\.json: expected JSON"):
        read_declared(tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("modules", {"a": 1}, r"modules\.json: expected a list, got"),
        ("modules", [1], r"modules\.json: expected modules with a type and a path, got '1'"),
        ("modules", [{"path": 7}], r"modules\.json: expected modules with a type and a path"),
        ("config", [], r"config\.json: expected an object, got '\[\]'"),
        (
            "config_sentence_transformers",
            {"prompts": {"query": 5}},
            "a text for each of its prompts",
        ),
        ("config_sentence_transformers", {"prompts": 5}, "a text for each of its prompts, got '5'"),
        ("config_sentence_transformers", {"default_prompt_name": ["a"]}, r"got \"\['a'\]\""),
    ],
)
def test_json_of_another_shape_is_named(
    tmp_path: Path, name: str, content: object, message: str
) -> None:
    folder_with(tmp_path, **{"modules": TRANSFORMER, name: content})
    with pytest.raises(GoldrankError, match=message):
        read_declared(tmp_path)


def test_values_that_make_no_sense_are_as_if_not_there(tmp_path: Path) -> None:
    config = {"max_position_embeddings": 514, "model_type": "roberta", "pad_token_id": "x"}
    folder_with(tmp_path, config=config)
    assert read_declared(tmp_path).windows(None)["position embeddings"] == 512
    folder_with(tmp_path, config={**config, "model_type": ["roberta"]})
    assert read_declared(tmp_path).windows(None)["position embeddings"] == 514
