"""Prompts and similarity against sentence-transformers itself, for every shape of its configuration."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder

WORDS = ("[UNK]", "leave", "Q", "D", "P", "C")
SHAPES = [
    {"prompts": {name: text for name, text in zip(("query", "document"), own, strict=True) if text is not None}
     | extra, **default}
    for own in itertools.product((None, "", "Q ", "D "), repeat=2)
    for extra in ({"cls": "C "}, {"passage": "P ", "cls": "C "}, {"corpus": "P ", "cls": ""})
    for default in ({}, {"default_prompt_name": "cls"}, {"default_prompt_name": "query"})
]  # fmt: skip


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static model of six words, whose vectors have different lengths."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    tokenizer = Tokenizer(WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    weights = np.random.default_rng(1).normal(size=(len(WORDS), 8)).astype(np.float32)
    folder = tmp_path_factory.mktemp("static")
    static = StaticEmbedding(tokenizer, embedding_weights=weights)
    SentenceTransformer(modules=[static], device="cpu").save(str(folder))
    return folder


def loaded(folder: Path, **declared: Any) -> Any:
    from sentence_transformers import SentenceTransformer

    file = folder / "config_sentence_transformers.json"
    file.write_text(json.dumps(declared))
    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)


def test_every_shape_of_prompts_gives_the_vectors_of_the_librarys_own_calls(model: Path) -> None:
    seen = set()
    for shape in SHAPES:
        library, ours = loaded(model, **shape), SentenceTransformerEncoder(str(model))
        for side, call in (("query", library.encode_query), ("document", library.encode_document)):
            expected = call(["leave"], normalize_embeddings=True)
            made = ours.encode(["leave"], side)  # type: ignore[arg-type]
            np.testing.assert_allclose(made, expected, atol=1e-6, err_msg=f"{side} of {shape}")
            seen.add(made.tobytes())
    # "leave" alone and after Q or D: the shapes do differ.
    assert len(seen) == 3


@pytest.mark.parametrize("declared", [{"model_type": "SparseEncoder"}, {"prompts": None}, {}])
def test_prompts_are_empty_where_the_library_takes_none(model: Path, declared: Any) -> None:
    file = model / "config_sentence_transformers.json"
    file.write_text(json.dumps({"prompts": {"query": "Q "}, **declared}))
    expected = "" if declared else "Q "
    assert SentenceTransformerEncoder(str(model)).prompt("query") == expected


def test_a_prompt_that_the_library_leaves_out_is_said(model: Path) -> None:
    loaded(model, prompts={"query": "Q ", "passage": "P "})
    (remark,) = SentenceTransformerEncoder(str(model)).remarks
    assert 'declares a prompt "passage"' in remark
    assert SentenceTransformerEncoder(str(model), document_prompt="P ").remarks == ()
    loaded(model, prompts={"query": "Q ", "document": "D ", "passage": "P "})
    assert SentenceTransformerEncoder(str(model)).remarks == ()


def test_a_model_that_declares_the_dot_product_keeps_the_lengths_of_its_vectors(
    model: Path,
) -> None:
    library = loaded(model, similarity_fn_name="dot")
    ours = SentenceTransformerEncoder(str(model))
    assert (ours.similarity, library.similarity_fn_name) == ("dot", "dot")
    made = ours.encode(["leave", "Q"], "document")
    np.testing.assert_allclose(made, library.encode_document(["leave", "Q"]), atol=1e-6)
    assert abs(np.linalg.norm(made, axis=1) - 1).min() > 0.1
    told = SentenceTransformerEncoder(str(model), normalize=True)
    assert (told.similarity, told.fingerprint != ours.fingerprint) == ("cosine", True)


@pytest.mark.parametrize("name", ["euclidean", "manhattan"])
def test_a_similarity_that_nothing_is_ranked_by_is_said(model: Path, name: str) -> None:
    assert loaded(model, similarity_fn_name=name).similarity_fn_name == name
    encoder = SentenceTransformerEncoder(str(model))
    assert encoder.similarity == "cosine"
    assert encoder.remarks == (
        f'the model declares "{name}" as its similarity; it is ranked by the cosine',
    )
