"""Random and broken files of every format: each is read or named, and nothing else happens."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tests.formats import test_asciidoc, test_html, test_mdx, test_notebook, test_rst
from tests.formats.samples import pdf, replaced, word

from goldrank.corpus.read import read_corpus
from goldrank.corpus.registry import EVERY
from goldrank.corpus.tree import Files
from goldrank.formats.docx import BODY
from goldrank.formats.registry import FORMATS

FILES = 70
CELL = {"cell_type": "markdown", "source": ["# A\n", "text"], "outputs": []}
WHOLE = {
    "html": test_html.PAGE.encode(),
    "rst": test_rst.PAGE.encode(),
    "asciidoc": test_asciidoc.PAGE.encode(),
    "mdx": test_mdx.PAGE.encode(),
    "notebook": test_notebook.notebook(CELL, CELL),
    "pdf": pdf([["Leave", "Ask."], ["Parental"]], [("Leave", 0), ("Parental", 1)]),
    "docx": word(),
}


def broken(data: bytes, stream: random.Random) -> bytes:
    """`data` cut, spliced, repeated, or with bytes that are others."""
    made = bytearray(data)
    for _ in range(stream.randint(1, 4)):
        start = stream.randrange(len(made) + 1)
        end = min(len(made), start + stream.choice([1, 4, 50, 500]))
        piece = bytes(made[start:end])
        match stream.randrange(6):
            case 0:
                del made[start:end]
            case 1:
                made[start:end] = stream.randbytes(end - start)
            case 2:
                made[start:start] = piece * stream.choice([2, 20, 300])
            case 3:
                made = made[:start]
            case 4:
                other = stream.choice(list(WHOLE.values()))
                made[start:end] = other[: stream.randrange(200)]
            case 5:
                made[start:start] = stream.choice(
                    [b"\0", b"\xff", b"<", b"{", b"[", b"|===\n", b"`"]
                )
    return bytes(made)


def files(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Files of every format by turns: broken ones, and a tenth of nothing but random bytes."""
    stream = random.Random(seed)
    names = sorted(FORMATS)
    for number in range(count):
        format = FORMATS[names[number % len(names)]]
        data = WHOLE[format.name]
        if format.name == "docx" and stream.random() < 0.7:
            # A zip that opens: else no more than the frame is tried.
            with zipfile.ZipFile(io.BytesIO(data)) as parts:
                part = stream.choice([BODY, "word/styles.xml", "word/numbering.xml"])
                data = replaced(data, part, broken(parts.read(part), stream))
        elif stream.random() < 0.1:
            data = stream.randbytes(stream.randrange(2000))
        else:
            data = broken(data, stream)
        yield f"{number:06}{stream.choice(format.suffixes)}", data


def check(folder: Path, count: int, seed: int) -> tuple[int, int]:
    """Every file is a document or is listed with a reason; how many of each."""
    for name, data in files(count, seed):
        (folder / name).write_bytes(data)
    corpus = read_corpus(folder, Files(include=EVERY))
    reasons = {skipped.path: skipped.reason for skipped in corpus.skipped}
    assert sorted([*reasons, *(d.doc_id for d in corpus.documents)]) == sorted(
        path.name for path in folder.iterdir()
    )
    assert all(reasons.values())
    for document in corpus.documents:
        assert document.conversion is not None
        starts = [start for start, _ in document.conversion.marks]
        assert starts == sorted(starts)
        assert all(0 <= start < len(document.text) for start in starts)
        document.text.encode()
    return len(corpus.documents), len(reasons)


def test_a_broken_file_is_read_or_named(tmp_path: Path) -> None:
    read, named = check(tmp_path, FILES, 0)
    assert min(read, named) > FILES // 10
