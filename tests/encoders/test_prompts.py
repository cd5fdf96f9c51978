"""Prompts that a model seems to want, and that a run leaves out, are said."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.encoders.tiny_onnx import write_onnx
from tests.tiny import run_tiny, write_tiny

from goldrank.encoders.declared import read_declared
from goldrank.encoders.prompts import prompt_remarks

MODULES = [{"type": "sentence_transformers.models.Transformer", "path": ""}]


def said(
    folder: Path,
    prompts: Mapping[str, str],
    given: tuple[str | None, str | None] = (None, None),
    config: Mapping[str, str] | None = None,
    called: str = "mine",
) -> list[str]:
    """What is said of a folder of these prompts; each sentence from the side on that it is of."""
    (folder / "modules.json").write_text(json.dumps(MODULES))
    file = folder / "config_sentence_transformers.json"
    file.write_text(json.dumps({"prompts": prompts}))
    (folder / "config.json").write_text(json.dumps(config or {}))
    return list(prompt_remarks(called, read_declared(folder), *given))


def test_prompts_that_are_put_before_both_sides_need_no_word(tmp_path: Path) -> None:
    assert said(tmp_path, {"query": "q: ", "document": "d: "}) == []
    assert said(tmp_path, {}) == []
    # Another prompt than the declared one is a choice.
    assert said(tmp_path, {"query": "q: "}, ("Q: ", None)) == []


def test_a_declared_prompt_that_the_suite_takes_away_is_said(tmp_path: Path) -> None:
    [query] = said(tmp_path, {"query": "q: "}, ("", None))
    assert query.startswith('the model declares "q: " before each query and is run without it')
    [document] = said(tmp_path, {"document": "d: "}, (None, ""))
    assert document.startswith('the model declares "d: " before each document and is run')


@pytest.mark.parametrize(
    ("prompts", "sets"),
    [
        ({"query": "q: ", "passage": "p: "}, ['document_prompt = "p: "']),
        ({"search_query": "s: "}, ['query_prompt = "s: "']),
        (
            {"Retrieval-Query": "r: ", "Retrieval-Document": "t: ", "sts": "x"},
            ['query_prompt = "r: "', 'document_prompt = "t: "'],
        ),
        ({"clustering": "c: "}, []),
    ],
)
def test_prompts_under_other_names_are_told_with_what_to_write(
    tmp_path: Path, prompts: Mapping[str, str], sets: list[str]
) -> None:
    remarks = said(tmp_path, prompts)
    assert [remark.rpartition("set ")[2] for remark in remarks] == sets
    assert said(tmp_path, prompts, ("", "")) == [
        r for r in said(tmp_path, prompts, ("", "")) if "takes" in r or "is run without" in r
    ]


E5 = ['"query: " before each query', '"passage: " before each document']


@pytest.mark.parametrize(
    ("name", "wants"),
    [
        ("intfloat/e5-small-v2", E5),
        ("intfloat/multilingual-e5-large", E5),
        ("BAAI/bge-small-en-v1.5", ['"Represent this sentence for searching relevant passages: "']),
        ("nomic-ai/nomic-embed-text-v1.5", ['"search_query: "', '"search_document: "']),
        # One prompt for each task, or none, or nothing that is known.
        ("intfloat/e5-mistral-7b-instruct", []),
        ("intfloat/multilingual-e5-large-instruct", []),
        ("BAAI/bge-m3", []),
        ("sentence-transformers/all-MiniLM-L6-v2", []),
        ("some5-small", []),
    ],
)
def test_a_name_of_a_family_is_a_suspicion_and_is_told_as_one(
    tmp_path: Path, name: str, wants: list[str]
) -> None:
    by_config = said(tmp_path, {}, config={"_name_or_path": name})
    by_name = said(tmp_path, {}, called=f"models/{name}")
    for remarks, where in ((by_config, "its config.json names"), (by_name, "it is called")):
        assert len(remarks) == len(wants)
        for remark, want in zip(remarks, wants, strict=True):
            assert remark.startswith(where)
            assert want in remark
            assert "if it is one of them, set" in remark
    assert said(tmp_path, {}, ("", ""), {"_name_or_path": name}) == []
    assert said(tmp_path, {"query": "q: "}, config={"_name_or_path": name}) == []


def test_what_is_said_stands_in_the_notices_of_a_run(tmp_path: Path) -> None:
    write_onnx(tmp_path / "e5-tiny", pooling="mean_tokens")
    suite = write_tiny(tmp_path, top='rankers = ["bm25", "vector"]\n')
    head, _, _ = suite.read_text().partition("[encoder]")
    suite.write_text(head + '[encoder]\nmodel = "e5-tiny"\n')
    run = run_tiny(suite, tmp_path / "cache")
    assert [n for n in run.notices if "e5-tiny" in n and "passage: " in n]
