"""What every representation promises, and what each puts before a chunk."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.corpus.corpus import parse_document
from goldrank.errors import GoldrankError
from goldrank.outline import parse_outline
from goldrank.representations.abstract import Abstract
from goldrank.representations.base import Represented
from goldrank.representations.breadcrumb import Breadcrumb, Title
from goldrank.representations.contexts import Contexts, read_contexts
from goldrank.representations.prefix import with_prefix
from goldrank.representations.raw import Raw
from goldrank.representations.registry import make_representation
from goldrank.text.tokens import RememberingCounter, WordCounter
from goldrank.types import Chunk, Document, Span

TEXT = "# Leave\n\nLead of leave.\n\n## Parental\n\n### How to ask\n\nIn writing.\n\n#### By\n\nMail.\n"
ALL = [
    Raw(),
    Title(),
    Title(position="tail"),
    Breadcrumb(),
    Breadcrumb(style="prose", position="tail"),
    Breadcrumb(depth=0),
    Abstract(max_tokens=2),
    Abstract(position="tail"),
    Contexts({("a.md", 0, 3): "of a place"}, {}),
]


def _made(text: str, name: str = "a.md"):
    return parse_document(name, text.encode(), f"file:///{name}")


def _of(representation, text: str, words: str) -> Represented:
    document, outline = _made(text)
    start = text.index(words)
    return representation(
        document, outline, Chunk("a.md", start, start + len(words)), WordCounter()
    )


@given(
    st.sampled_from(ALL),
    st.text(alphabet="# abc\n-é{}👍", min_size=1, max_size=60),
    st.integers(0, 59),
    st.integers(1, 60),
)
def test_the_chunk_stands_in_the_result_byte_for_byte(representation, text, start, size):
    document = Document("a.md", text, "T")
    end = min(len(text), start + size)
    if start >= end:
        return
    chunk = Chunk("a.md", start, end)
    made = representation(document, parse_outline(text), chunk, WordCounter())
    assert made.text[made.body.start : made.body.end] == text[start:end]
    assert made == representation(document, parse_outline(text), chunk, WordCounter())
    around = made.prefix
    # The prefix and its blank line stand at one end; without a prefix there is nothing.
    assert around == "" or around.startswith("\n\n") or around.endswith("\n\n")


def test_raw_is_the_chunk():
    assert _of(Raw(), TEXT, "In writing.") == Represented("In writing.", Span(0, 11))


@pytest.mark.parametrize(
    ("settings", "prefix"),
    [
        ({}, "Leave > Parental > How to ask > By\n\n"),
        ({"depth": 2}, "Leave > How to ask > By\n\n"),
        ({"depth": 0}, "Leave\n\n"),
        ({"separator": " / "}, "Leave / Parental / How to ask / By\n\n"),
        ({"position": "tail"}, "\n\nLeave > Parental > How to ask > By"),
        (
            {"style": "prose"},
            'From the section "By", under "How to ask", under "Parental", in Leave.\n\n',
        ),
    ],
)
def test_a_breadcrumb_is_the_title_and_the_last_headings(settings, prefix: str):
    assert _of(Breadcrumb(**settings), TEXT, "Mail.").prefix == prefix


def test_a_title_that_is_the_first_heading_is_said_once():
    assert _of(Breadcrumb(), TEXT, "Lead of leave.").prefix == "Leave\n\n"
    other = "---\ntitle: Handbook\n---\n# Leave\n\nbody\n"
    assert _of(Breadcrumb(), other, "body").prefix == "Handbook > Leave\n\n"


def test_empty_headings_leave_no_separator_dangling():
    assert _of(Breadcrumb(), "# Top\n\n##\n\nbody\n", "body").prefix == "Top\n\n"


def test_an_anchor_is_no_part_of_a_breadcrumb_and_code_that_looks_like_one_is():
    assert _of(Breadcrumb(), "# Install {#setup}\n\nx\n", "x").prefix == "Install\n\n"
    assert _of(Breadcrumb(), "# T\n\n## The `{#id}`\n\nx\n", "x").prefix == "T > The {#id}\n\n"


def test_titles_that_hold_the_separator_do_not_change_what_is_kept():
    text = "# Net\n\n## A > B\n\n### TCP/IP\n\nx\n"
    assert _of(Breadcrumb(depth=1), text, "x").prefix == "Net > TCP/IP\n\n"


def test_title_is_the_documents_and_the_chunks_own_heading():
    assert _of(Title(), TEXT, "In writing.").prefix == "Leave > How to ask\n\n"


def test_a_chunk_over_several_sections_has_the_path_of_its_start():
    made = _of(Breadcrumb(), TEXT, TEXT[TEXT.index("Lead") : TEXT.index("Mail")])
    assert made.prefix == "Leave\n\n"


def test_an_abstract_is_the_front_matters_else_the_lead():
    assert _of(Abstract(), TEXT, "Mail.").prefix == "Lead of leave.\n\n"
    for key in ("abstract", "summary", "description"):
        text = f"---\n{key}: About it.\n---\n{TEXT}"
        assert _of(Abstract(), text, "Mail.").prefix == "About it.\n\n"
    assert _of(Abstract(), "Before.\n\n# A\n\nafter\n", "after").prefix == "Before.\n\n"


def test_an_abstract_is_cut_at_its_tokens():
    assert _of(Abstract(max_tokens=2), TEXT, "Mail.").prefix == "Lead of\n\n"
    assert _of(Abstract(max_tokens=1), TEXT, "Mail.").prefix == "Lead\n\n"


def test_an_abstract_with_much_white_space_is_cut_too():
    # Ten words, each far beyond the forty characters that are looked at first.
    lead = (" " * 99).join(f"w{n}" for n in range(10))
    made = _of(Abstract(max_tokens=2), f"# A\n\n{lead}\n\n## B\n\nbody\n", "body")
    assert made.prefix.split() == ["w0", "w1"]


def test_a_prefix_costs_its_separator_only_where_there_is_one():
    assert with_prefix("", "body", "tail") == Represented("body", Span(0, 4))


def test_an_abstract_is_counted_once_for_a_document():
    class Counting(WordCounter):
        calls = 0

        def spans(self, text: str) -> list[Span]:
            Counting.calls += 1
            return WordCounter.spans(self, text)

    counter = RememberingCounter(Counting())
    document, outline = _made(TEXT)
    for start in (9, 20, 30):
        Abstract()(document, outline, Chunk("a.md", start, start + 2), counter)
    assert Counting.calls == 1


@given(st.lists(st.text(max_size=20), max_size=8))
def test_a_remembering_counter_says_what_the_other_says(texts: list[str]):
    counter = RememberingCounter(WordCounter())
    for text in [*texts, *texts]:
        assert counter.count(text) == WordCounter().count(text)
        assert counter.spans(text) == WordCounter().spans(text)
    assert counter.fingerprint == WordCounter().fingerprint


def _contexts(tmp_path: Path, *entries: object) -> Contexts:
    path = tmp_path / "contexts.jsonl"
    path.write_text("\ufeff" + "\n".join(json.dumps(entry) for entry in entries) + "\n\n")
    return read_contexts(path)


def test_a_context_is_found_by_its_place_and_else_by_the_chunks_text(tmp_path: Path):
    sha256 = hashlib.sha256(b"Mail.").hexdigest()
    start = TEXT.index("In writing.")
    contexts = _contexts(
        tmp_path,
        {"doc_id": "a.md", "start": start, "end": start + 11, "context": " By place. "},
        {"sha256": sha256, "context": "By text."},
    )
    assert _of(contexts, TEXT, "In writing.").prefix == "By place.\n\n"
    assert _of(contexts, TEXT, "Mail.").prefix == "By text.\n\n"
    assert _of(contexts, TEXT, "Lead of leave.").prefix == ""
    chunks = [Chunk("a.md", start, start + 11), Chunk("a.md", 9, 23)]
    texts = [_of(contexts, TEXT, "In writing."), _of(contexts, TEXT, "Lead of leave.")]
    left = contexts.left_over(chunks, texts)
    assert left == (1, 2, 1, 2)
    assert str(left) == (
        "1 of 2 chunks have no context and are indexed raw; 1 of 2 contexts belong to no chunk"
    )
    assert str(contexts.left_over(chunks[:1], texts[:1])) == "1 of 2 contexts belong to no chunk"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", ":1: expected a JSON object"),
        ("[1]", 'expected an object with a text "context"'),
        ('{"sha256": "a"}', 'expected an object with a text "context"'),
        ('{"context": "x"}', 'expected "doc_id", "start" and "end"'),
        ('{"context": "x", "doc_id": "a", "start": "1", "end": 2}', 'expected "doc_id", "start"'),
        ('{"context": "x", "doc_id": "a", "start": 1.5, "end": 2}', 'expected "doc_id", "start"'),
        (
            '{"context": "x", "sha256": "a"}\n{"context": "y", "sha256": "a"}',
            ":2: sha256 a has two different contexts",
        ),
        (
            '{"context": "x", "doc_id": "a", "start": 1, "end": 2}\n'
            '{"context": "y", "doc_id": "a", "start": 1, "end": 2}',
            ":2: a[1:2] has two contexts",
        ),
    ],
)
def test_a_wrong_line_of_contexts_is_named(tmp_path: Path, line: str, said: str):
    path = tmp_path / "c.jsonl"
    path.write_text(line)
    with pytest.raises(GoldrankError) as error:
        read_contexts(path)
    assert said in str(error.value)


def test_contexts_that_are_not_there_or_no_text_are_errors(tmp_path: Path):
    with pytest.raises(GoldrankError, match="representation mine: no such file of contexts"):
        make_representation("contexts", "mine", path=tmp_path / "none")
    (tmp_path / "latin").write_bytes(b"\xe9")
    with pytest.raises(GoldrankError, match="representation mine: cannot read"):
        make_representation("contexts", "mine", path=tmp_path / "latin")
    with pytest.raises(GoldrankError, match="unknown setting 'pos'"):
        make_representation("contexts", "mine", path=tmp_path / "latin", pos=1)
