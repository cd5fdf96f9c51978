"""A first suite for a folder: every choice, and why it was made, as comments of the file."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.starting.seen import Seen
from goldrank.suites.suite import make_suite
from goldrank.text.languages import WITH_STOP_WORDS, stemmed_languages

KINDS_SHOWN = 6


def suite_text(seen: Seen, suite: Path, queries: Path) -> str:
    """The suite that is written for a folder.

    `suite` is where it will stand: its paths are relative to that.
    """
    parts = [_head(seen), _corpus(seen, suite), _queries(seen, suite, queries), _encoder(seen)]
    return "\n".join([*parts, _chunkers(seen), _variants(seen), _words(seen), GATE])


def write_suite(path: Path, text: str, replace: bool = False) -> None:
    """Write a suite that was loaded first; a file that is there is not replaced unless asked for.

    Raises:
        GoldrankError: there is one, or it cannot be written; nothing is left half-written.
    """
    make_suite(tomllib.loads(text), str(path), path.parent)
    if path.exists() and not replace:
        raise GoldrankError(f"{path} is there already; name another with --suite, or say --replace")
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise GoldrankError(
            f"cannot write {path}: {error.strerror}; name another with --suite"
        ) from error


def quoted(value: str) -> str:
    r"""A text as TOML has it.

    >>> tomllib.loads('x = ' + quoted('a "b"\n\x7f\u2028ü'))["x"] == 'a "b"\n\x7f\u2028ü'
    True
    """
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def counted(suffixes: Mapping[str, int]) -> str:
    """Files by suffix, the most frequent first.

    >>> counted({".md": 3, "": 1})
    '.md 3, without suffix 1'
    """
    shown = [f"{suffix or 'without suffix'} {n:,}" for suffix, n in suffixes.items()]
    more = len(shown) - KINDS_SHOWN
    return ", ".join(shown[:KINDS_SHOWN]) + (f", and {more:,} more kinds" if more > 0 else "")


def _comment(text: str) -> str:
    """A line of comment in which nothing of a file's name ends the line."""
    return "# " + "".join(c if c.isprintable() else "?" for c in text)


def _head(seen: Seen) -> str:
    lines = [
        _comment(
            f"Made by bench init of {seen.documents:,} documents, {seen.characters:,} characters. "
            "Every key: docs/suite.md."
        ),
        f"name = {quoted(seen.name)}",
        "",
    ]
    if seen.language:
        lines += [
            "# Told from the texts. The diagnosis takes its function words and word forms from it.",
            f"language = {quoted(seen.language)}",
        ]
    else:
        lines += [
            "# No list of function words fits these texts. Say the language, if there is one: the",
            "# diagnosis takes its function words and word forms from it.",
            '# language = "english"',
        ]
    return "\n".join(
        [
            *lines,
            "",
            "# By meaning, by words, and both fused: the first two say which side a change helps.",
            'rankers = ["vector", "bm25", "rrf"]',
            "",
        ]
    )


def _corpus(seen: Seen, suite: Path) -> str:
    lines = ["[corpus]", f"path = {quoted(_relative(seen.path, suite))}"]
    if seen.path.is_dir():
        lines.append(_comment(f"Files that are read: {counted(seen.read)}."))
        if seen.unread:
            lines.append(_comment(f"Files that are not: {counted(seen.unread)}."))
        patterns = [f"*{suffix}" for suffix in seen.read if suffix] or ["*"]
        lines.append(f"include = [{', '.join(map(quoted, patterns))}]")
        lines.append(
            "# Patterns as in a .gitignore; licences and change logs answer few questions."
        )
        lines.append('# exclude = ["drafts/", "CHANGELOG.md"]')
    if seen.skipped:
        first = f"{seen.skipped[0].path} ({seen.skipped[0].reason})"
        lines.append(_comment(f"{len(seen.skipped):,} could not be read, first {first}."))
    return "\n".join([*lines, ""])


def _queries(seen: Seen, suite: Path, queries: Path) -> str:
    why = (
        "Judged questions that were found: their evidence is in these documents."
        if seen.queries
        else "One question a line, with the quote that answers it; it is not there yet."
    )
    return "\n".join(["[queries]", f"# {why}", f"path = {quoted(_relative(queries, suite))}", ""])


def _encoder(seen: Seen) -> str:
    lines = ["[encoder]", "# Comes with goldrank. Put the one here that you will search with."]
    if seen.language not in ("", "english"):
        lines.append(
            f"# It was trained on English: for {seen.language} name a model that knows it."
        )
    return "\n".join([*lines, 'model = "bundled"', ""])


def _chunkers(seen: Seen) -> str:
    share = f"{seen.headed:,} of {seen.documents:,} documents have headings"
    median, longest = seen.tokens
    lines = [
        _comment(f"{share}; half of their sections have at most {median:,} tokens, nine of ten"),
        _comment(f"at most {longest:,}. A section that the encoder cannot read whole is cut."),
    ]
    names = ["heading", "recursive"] if seen.has_headings else ["recursive", "fixed"]
    for name in names:
        lines += ["[[chunker]]", f'name = "{name}"', ""]
    return "\n".join(lines)


def _variants(seen: Seen) -> str:
    lines = [
        "# What is indexed of a chunk: its text alone; every other variant is held against this.",
        "[[variant]]",
        'name = "raw"',
        'representation = "raw"',
        "",
    ]
    if seen.has_headings:
        lines += [
            _comment(
                f"With title and headings before it. {seen.empty:,} of {seen.sections:,} section "
                "paths tell nothing: bench headings."
            ),
            "[[variant]]",
            'name = "breadcrumb"',
            'representation = "breadcrumb"',
            "",
        ]
    return "\n".join(
        [
            *lines,
            "# With an abstract of its document before it: the dearest, since it fills the window.",
            "# [[variant]]",
            '# name = "abstract"',
            '# representation = "abstract"',
            "",
        ]
    )


def _words(seen: Seen) -> str:
    lines = [
        "[bm25]",
        "# Set these as your own engine has them; here every word counts as written.",
    ]
    if seen.language in stemmed_languages():
        lines.append(f"# stemming = {quoted(seen.language)}")
    if seen.language in WITH_STOP_WORDS:
        lines.append(f"# stopwords = {quoted(seen.language)}")
    if seen.language == "chinese":
        lines.append('# segmenting = "chinese"  # words by a dictionary, not single characters')
    return "\n".join([*lines, ""])


GATE = """# When the numbers are good: bench baseline save, then bench gate in CI.
# [[gate]]
# measure = "RR"
# max_drop = 0.01
"""


def _relative(path: Path, suite: Path) -> str:
    return Path(os.path.relpath(path.resolve(), suite.parent.resolve())).as_posix()
