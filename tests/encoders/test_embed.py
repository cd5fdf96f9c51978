"""From texts to vectors: each distinct input once, the same bytes however a run was disturbed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encoders.stubs import BagStub

from goldrank.encoders.base import Reading, Role, Vectors
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import Batching, embed, plan
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.errors import GoldrankError

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [f"word{n} " * (1 + n % 7) for n in range(100)]


@dataclass(frozen=True)
class ShapeStub(BagStub):
    """Its last bits depend on the company of a text, as a matrix product's do."""

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        longest = max(self.counter.count(text) for text in texts)
        return super().encode(texts, side) + np.float32(1e-6 * (len(texts) + 100 * longest))


def test_texts_that_are_equal_inside_the_window_are_encoded_once() -> None:
    stub = BagStub(window=2)
    with VectorCache.in_memory("f") as cache:
        made = embed(stub, ["a b c", "a b d", "e", "a b c"], "document", 2, cache)
    assert (made.unique, made.encoded, made.cached) == (2, 2, 0)
    assert stub.encoded == 2
    assert (made.vectors[0] == made.vectors[1]).all()
    assert (made.vectors[0] == made.vectors[3]).all()
    assert (made.vectors[0] != made.vectors[2]).any()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["", "a", "b c", "a b c d", "d", "e f g"]), max_size=20))
def test_vectors_stand_in_the_order_of_their_texts(texts: list[str]) -> None:
    stub = BagStub(window=3)
    with VectorCache.in_memory("f") as cache:
        made = embed(stub, texts, "document", 3, cache, Batching(rows=2))
    assert len(made.vectors) == len(texts)
    for text, vector in zip(texts, made.vectors, strict=True):
        assert (vector == stub.encode([text], "document")[0]).all()
    assert made.zero == texts.count("")


def test_a_second_run_encodes_nothing_and_gives_the_same_bytes(tmp_path: Path) -> None:
    stub = BagStub(noise=1e-3)
    with VectorCache.open(tmp_path, "f") as cache:
        first = embed(stub, TEXTS, "document", 8, cache)
    before = stub.encoded
    with VectorCache.open(tmp_path, "f") as cache:
        second = embed(stub, TEXTS, "document", 8, cache)
    assert stub.encoded == before == first.encoded
    assert (second.encoded, second.cached) == (0, second.unique)
    assert first.vectors.tobytes() == second.vectors.tobytes()


@given(st.lists(st.integers(0, 99), max_size=300), st.integers(1, 40))
def test_a_plan_holds_every_place_once_in_batches_of_like_length(
    lengths: list[int], rows: int
) -> None:
    batches = [batch.tolist() for batch in plan(lengths, rows)]
    assert sorted(n for batch in batches for n in batch) == list(range(len(lengths)))
    assert all(len(batch) == rows for batch in batches[:-1])
    in_order = [lengths[n] for batch in batches for n in batch]
    assert in_order == sorted(lengths, reverse=True)


def test_blocks_of_1024_inputs_are_sorted_by_themselves() -> None:
    batches = plan([1] * 1024 + [2] * 10, 32)
    assert batches[0].max() < 1024
    assert batches[-1].tolist() == list(range(1024, 1034))


def test_batches_are_the_same_whatever_is_cached() -> None:
    undisturbed = ShapeStub()
    with VectorCache.in_memory("f") as cache:
        whole = embed(undisturbed, TEXTS, "document", 8, cache)
    resumed = ShapeStub()
    with VectorCache.in_memory("f") as cache:
        for batch in undisturbed.calls[:2]:  # what a run had stored when it was killed
            keys = [reading.key for reading in resumed.read(batch, "document", 8)]
            cache.put(keys, ShapeStub().encode(batch, "document"))
        rest = embed(resumed, TEXTS, "document", 8, cache)
    assert resumed.calls == undisturbed.calls[2:]
    assert rest.cached == 64
    assert rest.vectors.tobytes() == whole.vectors.tobytes()


def test_a_batch_that_lacks_one_input_is_encoded_whole_and_the_stored_ones_stay() -> None:
    stub = ShapeStub()
    with VectorCache.in_memory("f") as cache:
        key = stub.read(TEXTS[:1], "document", 8)[0].key
        odd = np.full((1, 16), 7, dtype=np.float32)
        cache.put([key], odd)
        made = embed(stub, TEXTS[:32], "document", 8, cache)
    assert (made.cached, made.encoded) == (1, 32)
    assert (made.vectors[0] == odd[0]).all()


def test_progress_ends_at_the_number_of_inputs() -> None:
    told: list[tuple[int, int]] = []
    with VectorCache.in_memory("f") as cache:
        embed(BagStub(), TEXTS, "document", 8, cache, Batching(lambda *pair: told.append(pair)))
        embed(BagStub(), TEXTS, "document", 8, cache, Batching(lambda *pair: told.append(pair)))
    assert told[:5] == [(0, 100), (32, 100), (64, 100), (96, 100), (100, 100)]
    assert told[-1] == (100, 100)


def test_a_vector_of_zeros_is_counted() -> None:
    with VectorCache.in_memory("f") as cache:
        assert embed(BagStub(), ["a", "", " "], "document", 8, cache).zero == 2


@dataclass(frozen=True)
class BrokenStub(BagStub):
    """Returns what `breaks` says from the second call on."""

    breaks: str = "nan"

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        made = super().encode(texts, side)
        if len(self.calls) < 2:
            return made
        if self.breaks == "nan":
            made[-1, 0] = np.nan
        return {"fewer": made[1:], "wider": np.repeat(made, 2, axis=1), "flat": made[:, 0]}.get(
            self.breaks, made
        )


@pytest.mark.parametrize(
    ("breaks", "message"),
    [
        ("nan", 'NaN or infinity for the text "word7'),
        ("fewer", r"beginning with .word.*: expected 1 vectors, got an array of shape \(0, 16\)"),
        ("wider", "expected 16 dimensions, got 32"),
        ("flat", "one row for each text"),
    ],
)
def test_what_no_encoder_may_return_stops_the_run_and_names_the_text(
    breaks: str, message: str
) -> None:
    stub = BrokenStub(breaks=breaks)
    with VectorCache.in_memory("f") as cache:
        with pytest.raises(GoldrankError, match=message):
            embed(stub, [f"word{n}" for n in range(8)], "document", 8, cache, Batching(rows=7))
        keys = [reading.key for reading in stub.read([f"word{n}" for n in range(8)], "document", 8)]
        assert cache.get(keys)[1].tolist() == [True] * 7 + [False]  # the good batch is kept


def test_an_encoder_that_fails_leaves_nothing_under_its_name_and_is_asked_again() -> None:
    @dataclass(frozen=True)
    class NotReady(BagStub):
        def encode(self, texts: Sequence[str], side: Role) -> Vectors:
            raise GoldrankError("not ready")

    with VectorCache.in_memory("f") as cache:
        with pytest.raises(GoldrankError, match="not ready"):
            embed(NotReady(), ["a"], "document", 8, cache)
        assert embed(BagStub(), ["a"], "document", 8, cache).cached == 0


def test_in_a_fixed_shape_a_vector_depends_on_nothing_but_its_input() -> None:
    order = list(np.random.default_rng(3).permutation(len(TEXTS)))
    with VectorCache.in_memory("f") as cache:
        one = embed(ShapeStub(), TEXTS, "document", 8, cache, Batching(deterministic=True, rows=4))
    stub = ShapeStub()
    with VectorCache.in_memory("f") as cache:
        embed(stub, TEXTS[:3], "document", 8, cache, Batching(deterministic=True, rows=4))
        other = embed(
            stub, [TEXTS[n] for n in order], "document", 8, cache, Batching(None, True, 4)
        )
    assert {len(call) for call in stub.calls} == {4}
    assert one.vectors[order].tobytes() == other.vectors.tobytes()


def test_fixed_shapes_and_free_ones_do_not_share_vectors() -> None:
    with VectorCache.in_memory("f") as cache:
        embed(ShapeStub(), TEXTS, "document", 8, cache)
        assert (
            embed(ShapeStub(), TEXTS, "document", 8, cache, Batching(deterministic=True)).cached
            == 0
        )


def test_without_a_window_a_fixed_shape_is_one_text() -> None:
    stub = ShapeStub(window=None)
    with VectorCache.in_memory("f") as cache:
        embed(stub, TEXTS[:5], "document", None, cache, Batching(deterministic=True))
    assert [len(call) for call in stub.calls] == [1] * 5


def test_the_bundled_model_in_fixed_shapes_is_exact(tmp_path: Path) -> None:
    encoder = SentenceTransformerEncoder(cache_folder=tmp_path)
    texts = ["leave", "a scale of the second tier " * 3, "It must be requested in advance."]
    with VectorCache.in_memory("f") as cache:
        one = embed(encoder, texts, "document", 254, cache, Batching(deterministic=True, rows=4))
    with VectorCache.in_memory("f") as cache:
        two = embed(
            encoder, texts[2:], "document", 254, cache, Batching(deterministic=True, rows=4)
        )
        embed(encoder, texts, "document", 254, cache)
    assert one.vectors[2:].tobytes() == two.vectors.tobytes()


def test_the_bundled_model_agrees_with_its_library(tmp_path: Path) -> None:
    encoder = SentenceTransformerEncoder(cache_folder=tmp_path)
    texts = ["leave", "a scale of the second tier " * 3, "It must be requested in advance."]
    with VectorCache.in_memory("f") as cache:
        made = embed(encoder, texts, "document", 254, cache)
    assert np.abs(made.vectors - encoder._loaded.encode(texts)).max() < 1e-6


RUN = """
import os, sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
import numpy as np
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import Batching, embed
from tests.encoders.test_embed import ShapeStub
log, folder = open(sys.argv[2], "a"), Path(sys.argv[1])
pause, noise = float(sys.argv[3]), float(sys.argv[4])

class Slow(ShapeStub):
    def encode(self, texts, side):
        log.write(str(len(texts)) + " " + texts[0] + "\\n")
        log.flush()
        time.sleep(pause)
        return super().encode(texts, side)

own = np.random.default_rng(int.from_bytes(os.urandom(8), "big"))
texts = ["word%d " % n * (1 + n % 5) for n in range(400)]
with VectorCache.open(folder, "f") as cache:
    made = embed(Slow(noise=noise, stream=own), texts, "document", 8, cache, Batching(rows=16))
sys.stdout.buffer.write(made.vectors.tobytes())
"""


def start(folder: Path, log: Path, pause: float, noise: float = 0) -> subprocess.Popen[bytes]:
    script = RUN.format(root=str(ROOT))
    return subprocess.Popen(
        [sys.executable, "-c", script, str(folder), str(log), str(pause), str(noise)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
    )


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL on Windows")
def test_a_killed_run_resumes_without_encoding_a_stored_batch_and_ends_with_the_same_bytes(
    tmp_path: Path,
) -> None:
    undisturbed = start(tmp_path / "one", tmp_path / "log1", 0).communicate()[0]
    running = start(tmp_path / "two", tmp_path / "log2", 0.05)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if (tmp_path / "log2").exists() and len((tmp_path / "log2").read_text().splitlines()) >= 6:
            break
        time.sleep(0.005)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    begun = (tmp_path / "log2").read_text().splitlines()
    resumed = start(tmp_path / "two", tmp_path / "log3", 0).communicate()[0]
    after = (tmp_path / "log3").read_text().splitlines()
    assert len(undisturbed) == 400 * 16 * 4
    assert resumed == undisturbed
    # 400 inputs in batches of 16 are 25. Only the batch that was under way may be begun twice.
    assert len(set(begun) & set(after)) <= 1
    assert len(set(begun) | set(after)) == 25


def test_two_runs_at_once_end_with_the_same_bytes(tmp_path: Path) -> None:
    # Each of the two computes other vectors, so the bytes agree only if one of them gives way.
    running = [start(tmp_path / "both", tmp_path / f"log{n}", 0.01, 1e-3) for n in range(2)]
    one, two = (process.communicate()[0] for process in running)
    assert len(one) == 400 * 16 * 4
    assert one == two


def test_readings_that_are_known_are_taken(tmp_path: Path) -> None:
    class Unreading(BagStub):
        def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
            raise AssertionError("it was read")

    known = BagStub().read(TEXTS, "document", 8)
    with VectorCache.open(tmp_path / "one", "stub") as cache:
        made = embed(Unreading(), TEXTS, "document", 8, cache, Batching(readings=known))
    with VectorCache.open(tmp_path / "two", "stub") as cache:
        usual = embed(BagStub(), TEXTS, "document", 8, cache)
    assert made.readings == usual.readings
    assert np.array_equal(made.vectors, usual.vectors)
