"""A tokenizer that a user hands in with her encoder: a function, a library's object, a file, a folder."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer

from goldrank.encoders.models import resolve_model
from goldrank.encoders.user_tokenizer import CallableTokenizer, FastTokenizer, read_user_tokenizer
from goldrank.errors import GoldrankError

TEXT = "Measure twice, cut once; ask Naïve Zoë."


def bundled() -> Path:
    return resolve_model("bundled")


@pytest.mark.parametrize(
    "named",
    ["folder", "file", "object", "transformers"],
)
def test_the_bundled_models_tokenizer_counts_the_same_however_it_is_handed_in(
    tmp_path: Path, named: str
) -> None:
    file = bundled() / "tokenizer.json"
    (tmp_path / "handed_in.py").write_text(
        "from tokenizers import Tokenizer\n"
        f"plain = Tokenizer.from_file({str(file)!r})\n"
        "class Wrapping:\n    backend_tokenizer = plain\n",
        encoding="utf-8",
    )
    target = {
        "folder": str(bundled()),
        "file": str(file),
        "object": "handed_in:plain",
        "transformers": "handed_in:Wrapping",
    }[named]
    made = read_user_tokenizer(target, [str(tmp_path)])
    plain = Tokenizer.from_file(str(file))
    plain.no_padding()
    library = plain.encode(TEXT, add_special_tokens=False)
    assert isinstance(made, FastTokenizer)
    assert [tuple(span) for span in made.spans(TEXT)] == library.offsets
    assert (made.count(TEXT), made.special_tokens) == (len(library.ids), 2)


def test_truncation_of_the_users_tokenizer_is_left_off_and_stays_hers(tmp_path: Path) -> None:
    mine = Tokenizer.from_file(str(bundled() / "tokenizer.json"))
    mine.no_padding()
    mine.enable_truncation(8)
    mine.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "cutting.py").write_text(
        "from tokenizers import Tokenizer\n"
        f"mine = Tokenizer.from_file({str(tmp_path / 'tokenizer.json')!r})\n",
        encoding="utf-8",
    )
    for named in (str(tmp_path / "tokenizer.json"), "cutting:mine"):
        assert read_user_tokenizer(named, [str(tmp_path)]).count("word " * 50) == 50
    import cutting  # type: ignore[import-not-found]

    assert len(cutting.mine.encode("word " * 50).ids) == 8


@pytest.mark.parametrize(
    "function",
    [
        lambda text: re.findall(r"\w+", text),
        lambda text: [m.span() for m in re.finditer(r"\w+", text)],
    ],
    ids=["tokens", "offsets"],
)
def test_a_function_may_give_tokens_or_their_offsets(function: Callable[[str], Any]) -> None:
    made = CallableTokenizer(function, "mine:tokens")
    assert [TEXT[s.start : s.end] for s in made.spans(TEXT)] == re.findall(r"\w+", TEXT)


def test_tokens_that_are_alike_stand_at_their_own_places() -> None:
    assert CallableTokenizer(str.split, "mine:t").spans("a b a") == [(0, 1), (2, 3), (4, 5)]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (["absent"], 'got the token "absent", which does not stand there'),
        ([(0, 3), (1, 999)], "outside it or go back"),
        ([(4, 6), (0, 3)], "outside it or go back"),
        ([7], "got 7"),
    ],
)
def test_tokens_that_do_not_stand_in_the_text_are_refused(made: list[Any], said: str) -> None:
    with pytest.raises(GoldrankError, match=re.escape(said)):
        CallableTokenizer(lambda text: made, "mine:tokens").spans(TEXT)


def test_what_a_function_raises_is_said_with_the_text() -> None:
    with pytest.raises(GoldrankError, match=r'"mine:t" failed on .*"Measure.*ZeroDivisionError'):
        CallableTokenizer(lambda text: [1 / 0], "mine:t").spans(TEXT)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("nowhere.json", "found no such file"),
        ("not_a_module_here:tokens", "could not be imported"),
        ("re:absent", "found NoneType"),
    ],
)
def test_what_is_no_tokenizer_is_refused(named: str, said: str) -> None:
    with pytest.raises(GoldrankError, match=said):
        read_user_tokenizer(named, [])


def test_that_of_the_bundled_model_has_a_name():
    named = read_user_tokenizer("bundled", [])
    folder = read_user_tokenizer(str(resolve_model("bundled")), [])
    assert isinstance(named, FastTokenizer)
    assert named.fingerprint == folder.fingerprint
    assert named.count("unbelievably") == folder.count("unbelievably") > 1
