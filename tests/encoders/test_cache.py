"""A stored vector comes back byte for byte, or not at all."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.cache_file import in_one_transaction
from goldrank.errors import GoldrankError

SRC = Path(__file__).resolve().parents[2] / "src"


def sha(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def vectors_of(*rows: list[float]) -> np.ndarray:
    return np.array(rows, dtype=np.float32)


def file_of(folder: Path) -> Path:
    [file] = (folder / "vectors").glob("*.sqlite")
    return file


def fill(folder: Path, count: int = 200, width: int = 32) -> tuple[list[bytes], np.ndarray]:
    keys = [sha(str(n)) for n in range(count)]
    vectors = np.random.default_rng(1).standard_normal((count, width)).astype(np.float32)
    with VectorCache.open(folder, "f") as cache:
        cache.put(keys, vectors)
    return keys, vectors


def never_wrong(folder: Path, keys: list[bytes], vectors: np.ndarray) -> int:
    """How many are found; every one found is right."""
    with VectorCache.open(folder, "f") as cache:
        got, found = cache.get(keys)
        if found.any():
            assert got[found].tobytes() == vectors[found].tobytes()
        assert (cache.put(keys, vectors) == vectors).all()
    return int(found.sum())


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_what_was_stored_comes_back_in_the_order_asked(data: st.DataObject) -> None:
    stored = data.draw(st.lists(st.integers(0, 50), unique=True, min_size=1))
    asked = data.draw(st.lists(st.integers(0, 60), max_size=80))
    rows = {n: np.array([n, -n], dtype=np.float32) for n in stored}
    with VectorCache.in_memory("f") as cache:
        cache.put([sha(str(n)) for n in stored], np.array([rows[n] for n in stored]))
        vectors, found = cache.get([sha(str(n)) for n in asked])
    assert found.tolist() == [n in rows for n in asked]
    assert vectors.tolist() == [rows.get(n, np.zeros(2)).tolist() for n in asked]


def test_every_bit_of_a_float_survives_a_new_process_of_the_cache(tmp_path: Path) -> None:
    odd = vectors_of([np.float32(1e-45), -0.0, np.finfo(np.float32).max, 1 / 3])
    with VectorCache.open(tmp_path, "f") as cache:
        cache.put([sha("a")], odd)
    with VectorCache.open(tmp_path, "f") as cache:
        assert cache.get([sha("a")])[0].tobytes() == odd.tobytes()


@pytest.mark.parametrize(
    "pair",
    [("section 4551 body", "section 28672 body"), ("chunk 5340 text", "chunk 23648 text")],
)
def test_texts_whose_short_hashes_collide_have_their_own_vectors(pair: tuple[str, str]) -> None:
    with VectorCache.in_memory("f") as cache:
        cache.put([sha(text) for text in pair], vectors_of([1, 0], [0, 1]))
        assert cache.get([sha(text) for text in pair])[0].tolist() == [[1, 0], [0, 1]]


def test_keys_that_differ_in_their_last_byte_are_two() -> None:
    first, second = bytes(31) + b"\0", bytes(31) + b"\1"
    with VectorCache.in_memory("f") as cache:
        cache.put([first], vectors_of([1, 0]))
        assert cache.get([first, second])[1].tolist() == [True, False]


def test_another_model_of_the_same_width_finds_nothing_and_the_first_keeps_its_own(
    tmp_path: Path,
) -> None:
    with VectorCache.open(tmp_path, "m1") as cache:
        cache.put([sha("a")], vectors_of([1, 0]))
    with VectorCache.open(tmp_path, "m2") as cache:
        assert not cache.get([sha("a")])[1].any()
        cache.put([sha("a")], vectors_of([0, 1]))
    with VectorCache.open(tmp_path, "m1") as cache:
        assert cache.get([sha("a")])[0].tolist() == [[1, 0]]


def test_a_file_under_another_encoders_name_holds_nothing(tmp_path: Path) -> None:
    keys, vectors = fill(tmp_path, 3)
    with VectorCache.open(tmp_path, "g") as cache:
        place = cache._file.path
    file_of_f = next(p for p in (tmp_path / "vectors").glob("*.sqlite") if p != place)
    file_of_f.replace(place)
    with VectorCache.open(tmp_path, "g") as cache:
        assert not cache.get(keys)[1].any()
        assert (cache.put(keys, -vectors) == -vectors).all()


def test_vectors_that_were_swapped_between_keys_are_missing_and_replaced(tmp_path: Path) -> None:
    a, b = sha("a"), sha("b")
    with VectorCache.open(tmp_path, "f") as cache:
        cache.put([a, b], vectors_of([1, 0], [0, 1]))
    with sqlite3.connect(file_of(tmp_path)) as file:
        [(one,), (two,)] = [
            file.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
            for key in (a, b)
        ]
        file.execute("UPDATE vectors SET vector = ? WHERE key = ?", (two, a))
        file.execute("UPDATE vectors SET vector = ? WHERE key = ?", (one, b))
    file.close()
    with VectorCache.open(tmp_path, "f") as cache:
        assert cache.get([a, b])[1].tolist() == [False, False]
        assert cache.put([a, b], vectors_of([1, 0], [0, 1])).tolist() == [[1, 0], [0, 1]]
        assert cache.notices == ()  # two entries were replaced, the file stayed


def test_a_whole_entry_under_another_key_is_missing(tmp_path: Path) -> None:
    keys, vectors = fill(tmp_path, 2)
    with sqlite3.connect(file_of(tmp_path)) as file:
        row = file.execute("SELECT vector, checksum FROM vectors WHERE key = ?", keys[:1])
        file.execute(
            "UPDATE vectors SET vector = ?, checksum = ? WHERE key = ?", (*row.fetchone(), keys[1])
        )
    file.close()
    assert never_wrong(tmp_path, keys, vectors) == 1


@settings(max_examples=40, deadline=None)
@given(places=st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=3))
def test_flipped_bits_anywhere_never_give_a_wrong_vector(
    tmp_path_factory: pytest.TempPathFactory, places: list[float]
) -> None:
    folder = tmp_path_factory.mktemp("flip")
    keys, vectors = fill(folder, 60, 16)
    content = bytearray(file_of(folder).read_bytes())
    for place in places:
        content[int(place * len(content))] ^= 1 << int(place * 1e6) % 8
    file_of(folder).write_bytes(content)
    never_wrong(folder, keys, vectors)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_never_gives_a_wrong_vector(tmp_path: Path, share: float) -> None:
    keys, vectors = fill(tmp_path)
    content = file_of(tmp_path).read_bytes()
    file_of(tmp_path).write_bytes(content[: int(share * len(content))])
    never_wrong(tmp_path, keys, vectors)


@pytest.mark.parametrize("kept", [1, 99, 100, 5000, -4096, -1])
def test_a_cut_anywhere_is_told(tmp_path: Path, kept: int) -> None:
    keys, _ = fill(tmp_path)
    content = file_of(tmp_path).read_bytes()
    file_of(tmp_path).write_bytes(content[:kept])
    with VectorCache.open(tmp_path, "f") as cache:
        assert not cache.get(keys)[1].any()
        [notice] = cache.notices
    assert "is damaged" in notice


def test_an_empty_file_is_a_new_cache_and_no_damage(tmp_path: Path) -> None:
    keys, vectors = fill(tmp_path, 3)
    file_of(tmp_path).write_bytes(b"")
    with VectorCache.open(tmp_path, "f") as cache:
        cache.put(keys, vectors)
        assert list(cache.notices) == []


def test_a_file_that_is_no_database_is_renamed_kept_and_told(tmp_path: Path) -> None:
    keys, vectors = fill(tmp_path, 3)
    place = file_of(tmp_path)
    place.write_bytes(b"something of the user's" * 500)
    with VectorCache.open(tmp_path, "f") as cache:
        assert not cache.get(keys)[1].any()
        cache.put(keys, vectors)
        [notice] = cache.notices
    [kept] = (tmp_path / "vectors").glob("*.damaged-*")
    assert kept.read_bytes() == b"something of the user's" * 500
    assert kept.name in notice
    assert str(place) in notice


def test_an_open_cache_that_another_process_set_aside_is_not_set_aside_twice(
    tmp_path: Path,
) -> None:
    fill(tmp_path, 3)
    with VectorCache.open(tmp_path, "f") as one, VectorCache.open(tmp_path, "f") as two:
        one._file.set_aside("test")
        one.put([sha("new")], vectors_of([1, 0]))
        two._file.set_aside("test")
        assert two.get([sha("new")])[0].tolist() == [[1, 0]]
        assert two.notices == ()


def test_a_batch_that_does_not_fit_on_the_disk_is_not_stored_by_half(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "f") as cache:
        cache.put([sha("first")], np.ones((1, 64), dtype=np.float32))
        cache._file.run(lambda connection: connection.execute("PRAGMA max_page_count = 12"))
        keys = [sha(str(n)) for n in range(500)]
        with pytest.raises(GoldrankError, match="disk is full") as error:
            cache.put(keys, np.ones((500, 64), dtype=np.float32))
        assert str(tmp_path) in str(error.value)
        assert "GOLDRANK_CACHE" in str(error.value)
        assert not cache.get(keys)[1].any()
        assert cache.get([sha("first")])[1].all()


def test_a_cache_that_cannot_be_written_names_its_folder(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "f") as cache:
        cache._file.run(lambda connection: connection.execute("PRAGMA query_only = 1"))
        with pytest.raises(GoldrankError, match="readonly") as error:
            cache.put([sha("a")], vectors_of([1]))
    assert str(tmp_path) in str(error.value)


def test_a_folder_that_cannot_be_made_names_itself(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GoldrankError, match="another folder with --cache or GOLDRANK_CACHE"):
        VectorCache.open(tmp_path / "file", "f")


def test_an_interrupt_in_a_batch_leaves_nothing_of_it(tmp_path: Path) -> None:
    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO vectors VALUES (x'00', x'00', x'00')")
        raise KeyboardInterrupt

    with VectorCache.open(tmp_path, "f") as cache:
        with pytest.raises(KeyboardInterrupt):
            cache._file.run(lambda connection: in_one_transaction(connection, half))
        count = cache._file.run(lambda c: c.execute("SELECT count(*) FROM vectors").fetchone())
    assert count == (0,)


def test_the_first_vector_under_a_key_stays_and_is_given_back(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "f") as one, VectorCache.open(tmp_path, "f") as two:
        one.put([sha("a")], vectors_of([1, 0]))
        assert two.put([sha("a"), sha("b")], vectors_of([9, 9], [0, 1])).tolist() == [
            [1, 0],
            [0, 1],
        ]
        assert one.get([sha("a"), sha("b")])[0].tolist() == [[1, 0], [0, 1]]


def test_a_reader_keeps_what_it_read_while_another_writes(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "f") as reader, VectorCache.open(tmp_path, "f") as writer:
        writer.put([sha("a")], vectors_of([1, 2, 3, 4]))
        held = reader.get([sha("a")])[0]
        writer.put([sha("a")], vectors_of([0, 0, 0, 0]))
        assert held.tolist() == reader.get([sha("a")])[0].tolist() == [[1, 2, 3, 4]]


def test_nothing_is_dropped_however_much_is_added(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "f") as cache:
        for n in range(50):
            cache.put([sha(str(n))], vectors_of([n]))
        vectors, found = cache.get([sha(str(n)) for n in range(50)])
    assert found.all()
    assert vectors[:, 0].tolist() == list(range(50))


def test_another_width_is_an_error(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "f") as cache:
        cache.put([sha("a")], vectors_of([1, 0]))
    with (
        VectorCache.open(tmp_path, "f") as cache,
        pytest.raises(GoldrankError, match="2 dimensions, as before, got 3"),
    ):
        cache.put([sha("b")], vectors_of([1, 0, 0]))


def test_fewer_vectors_than_keys_are_an_error() -> None:
    with VectorCache.in_memory("f") as cache, pytest.raises(GoldrankError, match="expected 2"):
        cache.put([sha("a"), sha("b")], vectors_of([1, 0]))


def test_notes_are_remembered_and_the_last_one_stays(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "f") as cache:
        assert cache.note("window") is None
        cache.remember("window", {"tokens": 256})
        cache.remember("window", {"tokens": 8, "é": [None, 0.1]})
    with VectorCache.open(tmp_path, "f") as cache:
        assert cache.note("window") == {"tokens": 8, "é": [None, 0.1]}


@pytest.mark.parametrize("kept", [1, 99, 100, -1, -4096, "half"])
def test_a_file_that_ends_too_early_is_set_aside_and_said(tmp_path: Path, kept: int | str) -> None:
    keys, vectors = fill(tmp_path)
    file = file_of(tmp_path)
    size = file.stat().st_size
    with file.open("r+b") as cut:
        cut.truncate(size // 2 if kept == "half" else int(kept) % size)
    with VectorCache.open(tmp_path, "f") as cache:
        found = cache.get(keys)[1]
        assert not found.any()
        assert (cache.put(keys, vectors) == vectors).all()
        [notice] = cache.notices
    assert "is damaged (" in notice
    assert "its vectors are computed again" in notice


def test_a_whole_file_and_one_whose_end_is_in_the_log_are_kept(tmp_path: Path) -> None:
    keys, _ = fill(tmp_path)
    with VectorCache.open(tmp_path, "f") as cache:
        assert cache.get(keys)[1].all()
        cache.put([sha("more")], vectors_of([1.0] * 32))  # in the log until all have closed
        with VectorCache.open(tmp_path, "f") as other:
            assert other.get([*keys, sha("more")])[1].all()
            assert not other.notices
        assert not cache.notices


def test_a_damaged_note_counts_as_missing(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "f") as cache:
        cache.remember("window", 256)
    with sqlite3.connect(file_of(tmp_path)) as file:
        file.execute("UPDATE notes SET value = '128'")
    file.close()
    with VectorCache.open(tmp_path, "f") as cache:
        assert cache.note("window") is None


WRITER = """
import hashlib, sys
import numpy as np
from pathlib import Path
from goldrank.encoders.cache import VectorCache
folder, who = Path(sys.argv[1]), float(sys.argv[2])
keys = [hashlib.sha256(str(n).encode()).digest() for n in range(600)]
with VectorCache.open(folder, "f") as cache:
    for start in range(0, 600, 20):
        cache.put(keys[start:start + 20], np.full((20, 8), who, dtype=np.float32))
    vectors, found = cache.get(keys)
    print(found.all(), hashlib.sha256(vectors.tobytes()).hexdigest())
"""


def test_two_processes_on_one_new_cache_end_with_the_same_bytes(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), who],
            env=environment, stdout=subprocess.PIPE, text=True,
        )
        for who in ("1", "2", "3")
    ]  # fmt: skip
    told = [process.communicate()[0].split() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert {found for found, _ in told} == {"True"}
    assert len({digest for _, digest in told}) == 1
    assert not list((tmp_path / "vectors").glob("*.damaged-*"))


def test_many_threads_that_open_a_new_cache_at_once_all_succeed(tmp_path: Path) -> None:
    failed: list[BaseException] = []

    def work(n: int) -> None:
        try:
            with VectorCache.open(tmp_path, "f") as cache:
                cache.put([sha(str(n))], vectors_of([n]))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with VectorCache.open(tmp_path, "f") as cache:
        assert cache.get([sha(str(n)) for n in range(8)])[1].all()
