"""A whole run of a model that declares the dot product."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from tests.tiny import FILES, NAMED, write_tiny

from goldrank.encoders.models import resolve_model
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite


def declaring(folder: Path, **declared: object) -> Path:
    """The bundled model without its last step, which makes every vector of length 1."""
    source = resolve_model("bundled")
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("model.safetensors"))
    os.link(source / "model.safetensors", folder / "model.safetensors")
    modules = json.loads((source / "modules.json").read_text())
    (folder / "modules.json").write_text(json.dumps(modules[:2]))
    # A short window is quickly measured, and longer than every text of the corpus.
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 48}))
    file = folder / "config_sentence_transformers.json"
    file.write_text(json.dumps({"prompts": {}, "default_prompt_name": None, **declared}))
    return folder


def test_a_run_ranks_by_the_dot_product_that_the_model_declares(tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    suite = write_tiny(tmp_path)
    folder = declaring(tmp_path / "model", similarity_fn_name="dot")
    named = suite.read_text().replace("tiny_encoder:encode", str(folder)).replace(NAMED, "")
    suite.write_text(named)
    run = run_suite(load_suite(suite), tmp_path / "cache", depth=None)
    model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    top = run.top[(run.top.variant == "raw") & (run.top.ranker == "vector")]
    texts = {
        chunk.chunk_id: FILES[chunk.doc_id][chunk.start : chunk.end]
        for chunk in run.chunks.itertuples()
    }
    for query in run.queries.itertuples():
        mine = top[top.query_id == query.query_id].sort_values("rank")
        given = [texts[chunk_id] for chunk_id in mine.chunk_id]
        scores = model.similarity(model.encode_query([query.text]), model.encode_document(given))
        assert scores[0].tolist() == sorted(scores[0].tolist(), reverse=True)
    assert run.fingerprints["rankers"]["vector"] == "vector dot step=1e-06"
    assert not any("similarity" in notice for notice in run.notices)
    looked = run.inspect("q1", ranker="vector", variant="raw", cache=tmp_path / "cache")
    assert "dot product 0." in str(looked)
