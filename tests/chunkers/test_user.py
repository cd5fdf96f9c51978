from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chunkers.contract import TEXTS, cut, texts

from goldrank.chunkers.load import make_user_chunker
from goldrank.chunkers.registry import make_chunker
from goldrank.chunkers.splitters import as_splitter
from goldrank.errors import GoldrankError

TEXT = "---\ntitle: T\n---\n\n# Leave\n\nIt must be  requested\nin writing.\n\nIt is 30 days.\n"
BODY = TEXT[TEXT.index("# Leave") :]


@dataclass
class ChonkieChunk:
    text: str
    start_index: int
    end_index: int
    token_count: int = 0


@dataclass
class ChonkieLike:
    """Callable, and with `chunk`; its chunks know where they start."""

    size: int = 10

    def chunk(self, text: str) -> list[ChonkieChunk]:
        starts = range(0, len(text), self.size)
        return [ChonkieChunk(text[at : at + self.size], at, at + self.size) for at in starts]

    def __call__(self, text: str) -> list[ChonkieChunk]:
        return self.chunk(text)


class LangChainLike:
    """Not callable; splits text into texts without their outer white space."""

    def split_text(self, text: str) -> list[str]:
        return [part.strip() for part in text.split("\n\n") if part.strip()]


@dataclass
class PageDocument:
    page_content: str
    metadata: dict[str, object] = field(default_factory=dict)


class HeaderLike:
    """LangChain's header splitter returns documents, lines joined with two spaces."""

    def split_text(self, text: str) -> list[PageDocument]:
        kept = [line.strip() for line in text.splitlines() if line.strip()[:1] not in ("", "#")]
        return [PageDocument("  \n".join(kept), {"Header 1": "Leave", "start_index": -1})]


class LlamaLike:
    """Callable, but on nodes; splits text by `split_text`."""

    def split_text(self, text: str) -> list[str]:
        return re.findall(r"[^.]+\.", text)

    def __call__(self, nodes: list[object], **kwargs: object) -> list[object]:
        raise TypeError("expected nodes")


@dataclass
class Node:
    text: str
    start_char_idx: int | None = None


def chunker(split):
    return make_chunker("user", "mine", callable=split)


def fails(split, text=TEXT):
    with pytest.raises(GoldrankError) as caught:
        cut(chunker(split), text)
    message = str(caught.value)
    assert "'mine'" in message
    assert "doc.md" in message
    return message


def test_texts_are_found_where_they_stand():
    chunks = cut(chunker(lambda text: text.split("\n\n")), TEXT)
    assert chunks[0].start == TEXT.index("# Leave")
    assert [TEXT[c.start : c.end] for c in chunks] == [
        "# Leave",
        "It must be  requested\nin writing.",
        "It is 30 days.",
    ]


def test_pairs_are_offsets_into_the_text_that_was_handed_over():
    chunks = cut(chunker(lambda text: [(0, 7), (9, len(text))]), TEXT)
    assert [TEXT[c.start : c.end] for c in chunks] == ["# Leave", BODY[9:].strip()]


def test_pairs_of_numpy_are_pairs():
    assert texts(chunker(lambda text: np.array([[0, 3], [4, 7]]).tolist()), "one two") == [
        "one",
        "two",
    ]
    assert texts(chunker(lambda text: [tuple(np.array([0, 3]))]), "one two") == ["one"]


def test_a_generator_is_a_list_of_chunks():
    assert texts(chunker(lambda text: (word for word in text.split())), "a b") == ["a", "b"]


@pytest.mark.parametrize("size", [3, 10, 1000])
def test_a_chonkie_like_chunker_is_called_by_chunk(size):
    chunks = cut(chunker(ChonkieLike(size)), TEXT)
    expected = [BODY[at : at + size].strip() for at in range(0, len(BODY), size)]
    assert [TEXT[c.start : c.end] for c in chunks] == [part for part in expected if part]


def test_a_langchain_like_splitter_is_called_by_split_text():
    assert texts(chunker(LangChainLike()), TEXT)[0] == "# Leave"


def test_a_llamaindex_like_splitter_is_not_called_like_a_function():
    assert texts(chunker(LlamaLike()), TEXT) == [
        BODY[: BODY.index(".") + 1],
        "It is 30 days.",
    ]


def test_white_space_that_was_normalised_matches_any_white_space():
    assert texts(chunker(HeaderLike()), TEXT) == [BODY[9:].strip()]


def test_but_words_do_not_run_together():
    assert "not in the document" in fails(lambda text: ["Itmust"])
    assert "not in the document" in fails(lambda text: ["wri ting"])


def test_repeated_texts_are_found_one_after_the_other():
    assert [(c.start, c.end) for c in cut(chunker(str.split), "beep beep  beep")] == [
        (0, 4),
        (5, 9),
        (11, 15),
    ]


@pytest.mark.parametrize(
    ("text", "pieces", "starts"),
    [
        ("aaaaaaaa", ["aaaa", "aaaa"], [0, 4]),
        ("ab ab ab ab", ["ab ab", "ab ab", "ab ab"], [0, 3, 6]),
        ("ab ab ab ab a b", ["ab ab", "ab ab", "ab ab"], [0, 3, 6]),
        ("red fox ran. blue owl", ["red fox ran.", "ran. blue owl"], [0, 8]),
        ("abc---b---", ["abc", "b"], [0, 6]),
        ("one two one two three", ["one two", "one two three"], [0, 8]),
        ("x one x two", ["x one", "one x two"], [0, 2]),
    ],
)
def test_overlap_is_found_by_walking_on(text, pieces, starts):
    assert [c.start for c in cut(chunker(lambda _: pieces), text)] == starts


def test_a_true_start_decides_between_two_places():
    node = [Node("ab", 0), Node("ab", 6)]
    assert [c.start for c in cut(chunker(lambda text: node), "ab ab ab")] == [0, 6]


@pytest.mark.parametrize("start", [-1, 0, 1, 5, 99, None, True])
def test_a_start_that_is_not_true_is_not_believed(start):
    nodes = [Node("one", 0), Node("two", start)]
    assert [c.start for c in cut(chunker(lambda text: nodes), "one  two")] == [0, 5]


def test_empty_chunks_are_left_out():
    assert texts(chunker(lambda text: ["", "one", " \n", "two"]), "one two") == ["one", "two"]
    assert texts(chunker(lambda text: [(0, 0), (0, 3), (3, 4)]), "one two") == ["one"]


def test_an_empty_document_is_not_handed_over():
    assert cut(chunker(lambda text: 1 / 0), "---\ntitle: T\n---\n \n") == []


def test_text_that_is_not_in_the_document_is_an_error_that_shows_it():
    message = fails(lambda text: ["# Leave", "It could be requested " + "z" * 90])
    assert "chunk 2 ('It could be requested zzz" in message
    assert "z" * 50 not in message
    assert "not in the document" in message


def test_the_number_of_a_chunk_counts_empty_ones():
    assert "chunk 3 ('nowhere')" in fails(lambda text: ["# Leave", " ", "nowhere"])


@pytest.mark.parametrize("pieces", [["two", "one"], ["one", "one"], ["one two", "one"]])
def test_texts_that_do_not_go_forwards_are_an_error(pieces):
    message = fails(lambda text: pieces, "one two three")
    assert "chunk 2" in message
    assert "not after the chunk before" in message


@pytest.mark.parametrize("pairs", [[(4, 7), (0, 3)], [(4, 13), (0, 13)]])
def test_pairs_that_go_backwards_are_an_error(pairs):
    assert "chunk 2" in fails(lambda text: pairs, "one two three")


@pytest.mark.parametrize(("size", "step"), [(40, 20), (40, 10), (17, 5)])
@pytest.mark.parametrize("as_texts", [False, True])
def test_a_sliding_window_is_taken_to_its_end(size: int, step: int, as_texts: bool):
    text = "".join(f"w{n:03} " for n in range(37)).rstrip()
    windows = [(at, min(at + size, len(text))) for at in range(0, len(text), step)]
    returned = [text[a:b] for a, b in windows] if as_texts else windows
    # The last windows all end where the text does, so each lies inside the one before.
    assert sum(b == len(text) for _, b in windows) > 1
    expected = {(a + (text[a] == " "), b - (text[b - 1] == " ")) for a, b in windows}
    found = cut(chunker(lambda text: returned), text)
    assert [(c.start, c.end) for c in found] == sorted(expected)


def test_pairs_that_share_their_start_are_chunks_in_order_and_the_same_twice_is_one():
    pairs = [(0, 13), (0, 3), (0, 13), (4, 7)]
    found = cut(chunker(lambda text: pairs), "one two three")
    assert [(c.start, c.end) for c in found] == [(0, 3), (0, 13), (4, 7)]


@pytest.mark.parametrize("pair", [(-1, 3), (3, 1), (0, 99)])
def test_pairs_outside_the_text_are_an_error(pair):
    message = fails(lambda text: [pair], "one two three")
    assert "chunk 1" in message
    assert "0 <= start <= end <= 13" in message


@pytest.mark.parametrize(
    "result",
    [None, "one", b"one", {"text": "one"}, 7, [1], [None], [(0, 1.5)], [(0, True)], [(1, 2, 3)]],
)
def test_other_results_are_an_error_that_says_what_came(result):
    assert "TypeError" in fails(lambda text: result, "one two")


def test_texts_and_pairs_together_are_an_error():
    assert "got both" in fails(lambda text: ["one", (4, 7)], "one two")


def test_an_error_in_the_callable_names_callable_and_document():
    def broken(text: str) -> list[str]:
        raise KeyError("no tokenizer")

    message = fails(broken)
    assert "KeyError" in message
    assert "no tokenizer" in message
    assert "broken" in message


def test_an_error_while_the_chunks_are_listed_is_one_of_the_callable():
    def broken(text: str):
        yield "# Leave"
        raise RuntimeError("late")

    assert "RuntimeError: late" in fails(broken)


def test_a_callable_that_returns_nothing_gives_no_chunks():
    assert cut(chunker(lambda text: []), TEXT) == []


def test_an_object_without_a_known_call_is_refused():
    with pytest.raises(GoldrankError, match="split_text or chunk, got object"):
        as_splitter("it", object())


def test_a_class_is_made_with_its_options_and_a_function_called_with_them():
    made = make_user_chunker("mine", ChonkieLike, {"size": 4})
    assert texts(made, "abcdefgh") == ["abcd", "efgh"]
    by_comma = make_user_chunker("mine", "builtins:str.split", {"sep": ","})
    assert texts(by_comma, "a b,c") == ["a b", "c"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("builtins", "module:callable"),
        (":split", "module:callable"),
        ("no_such_module_here:split", "could not be imported"),
        ("re:spllit", "did you mean 'split'"),
        ("string:digits", "got str"),
    ],
)
def test_a_name_that_leads_nowhere_is_an_error_that_says_where_it_ends(name, message):
    with pytest.raises(GoldrankError, match=message):
        make_user_chunker("mine", name)


def test_options_that_the_class_does_not_know_are_an_error():
    with pytest.raises(GoldrankError, match="sise"):
        make_user_chunker("mine", ChonkieLike, {"sise": 4})


@given(
    text=TEXTS,
    size=st.integers(1, 6),
    overlap=st.integers(0, 5),
    joined=st.sampled_from([None, " "]),
)
@settings(max_examples=200, deadline=None)
def test_texts_of_any_overlapping_splitter_are_located(text, size, overlap, joined):
    def split(body: str) -> list[str]:
        words = list(re.finditer(r"\S+", body))
        step = max(1, size - overlap)
        runs = [words[at : at + size] for at in range(0, max(len(words) - size, 0) + step, step)]
        runs = [
            run for at, run in enumerate(runs) if run and (not at or run[-1] != runs[at - 1][-1])
        ]
        pieces = [body[run[0].start() : run[-1].end()] for run in runs]
        return [joined.join(piece.split()) for piece in pieces] if joined else pieces

    returned: list[str] = []
    found = texts(chunker(lambda body: returned.extend(split(body)) or returned), text)
    assert [piece.split() for piece in found] == [piece.split() for piece in returned]
