"""How an inspection shows itself in a notebook: HTML that needs nothing around it.

Corpus text is untrusted: everything is escaped by jinja2. No script, and colours that are
transparent over whatever the page has, so that light and dark themes both read well. Two class
names keep MathJax, of both generations, from reading dollars as mathematics.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from goldrank.frames.rows import rows_of
from goldrank.inspection.values import Candidate, Inspection
from goldrank.inspection.what_if import WhatIf
from goldrank.inspection.words import (
    NOTHING_ANSWERS,
    elsewhere_sentence,
    indexed_title,
    rank_sentence,
    rank_text,
    same_text,
    shorten,
    source_words,
    unread_marked,
    unread_sentence,
)
from goldrank.judging.find import Finding
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.text.unsafe import visible

TEMPLATES = Path(__file__).resolve().parent / "templates"
EXCERPT = 150
WORD = re.compile(r"\w+")


class Word(NamedTuple):
    """A stretch of shown text, and whether it is a term of the query."""

    text: str
    hit: bool


@cache
def show_text_as_text() -> None:
    """Keep a notebook from reading `$5 and $6` in a table of pandas as mathematics.

    Once in a process: whoever sets `display.html.use_mathjax` afterwards is not overruled.
    """
    pd.set_option("display.html.use_mathjax", False)


def is_shown() -> bool:
    """Whether this process is a notebook's, or another front end of IPython's."""
    shell = sys.modules.get("IPython")
    return shell is not None and shell.get_ipython() is not None


def show_tables_as_text() -> None:
    """`show_text_as_text`, where this process is a notebook's."""
    if is_shown():
        show_text_as_text()


def inspection_html(inspection: Inspection) -> str:
    """The inspection as a piece of HTML with its own style."""
    return _render(
        "inspection.html",
        seen=inspection,
        rankers=list(map(str, inspection.ranks.columns)),
        ranks=rows_of(inspection.ranks.reset_index()),
        units=inspection.details[0].units if inspection.details else 0,
        words=_highlighter(inspection.query_terms),
        nothing=NOTHING_ANSWERS,
    )


def what_if_html(answer: WhatIf) -> str:
    """The answer as a piece of HTML with its own style."""
    moves: dict[str, dict[str, tuple[int, int]]] = {}
    for row in rows_of(answer.ranks):
        moves.setdefault(row["variant"], {})[row["ranker"]] = (row["before"], row["after"])
    rankers = list(dict.fromkeys(map(str, answer.ranks.ranker)))
    return _render("what_if.html", answer=answer, moves=moves, rankers=rankers)


def finding_html(finding: Finding, refused: str = "") -> str:
    """The question and the passage that a person who finds evidence looks at, and why not, if so."""
    state, passage = finding.state, None if finding.state.is_over else finding.state.passage
    terms = set(Tokenizer()(state.words))
    pieces = passage.pieces if passage else []
    sentences = [(before, list(highlight(own, terms))) for before, own in pieces]
    return _render(
        "finding.html",
        state=state,
        question="" if state.is_over else visible(state.question.text),
        passage=passage,
        where=visible(" > ".join([passage.doc_id, *passage.titles])) if passage else "",
        sentences=sentences,
        path=visible(finding.file.path),
        refused=visible(refused),
    )


def heat(rank: object) -> str:
    """The class of a rank's cell: how far down a reader would have to look.

    >>> heat(1), heat(4), heat(26), heat(0), heat(None)
    ('gr-first', 'gr-near', 'gr-far', 'gr-none', 'gr-absent')
    """
    if rank is None or pd.isna(rank):  # type: ignore[call-overload]
        return "gr-absent"
    number = int(str(rank))
    if number == 0:
        return "gr-none"
    limits = ((1, "gr-first"), (5, "gr-near"), (20, "gr-low"))
    return next((name for limit, name in limits if number <= limit), "gr-far")


def direction(before: int, after: int) -> str:
    """The class of a move: up, down or none; 0 is not retrieved.

    >>> direction(26, 1), direction(1, 0), direction(3, 3)
    ('gr-up', 'gr-down', 'gr-same')
    """
    old, new = before or float("inf"), after or float("inf")
    return "gr-up" if new < old else "gr-down" if new > old else "gr-same"


def highlight(text: str, terms: Collection[str]) -> Iterator[Word]:
    """`text` cut into stretches, the query's terms apart.

    >>> [word.text for word in highlight("Book early.", {"book"}) if word.hit]
    ['Book']
    """
    tokenize = Tokenizer()
    at = 0
    for match in WORD.finditer(text):
        if any(term in terms for term in tokenize(match.group())):
            if match.start() > at:
                yield Word(text[at : match.start()], False)
            yield Word(match.group(), True)
            at = match.end()
    if at < len(text):
        yield Word(text[at:], False)


def _highlighter(terms: Collection[str]) -> Callable[[str, Collection[str]], list[Word]]:
    return lambda text, unread: list(highlight(text, set(terms) - set(unread)))


def _bar(candidate: Candidate, candidates: Collection[Candidate], ranker: str) -> float:
    """How long the bar of a score is, in percent of the longest shown."""
    scores = [each.placed[ranker].score or 0.0 for each in candidates]
    own = candidate.placed[ranker].score or 0.0
    longest = max(scores, default=0.0)
    return round(100 * max(own, 0.0) / longest, 1) if longest > 0 else 0.0


def _render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = (rank_text, rank_sentence, same_text, unread_sentence, shorten, heat, direction)
    environment.globals.update({function.__name__: function for function in shown})
    said = (elsewhere_sentence, indexed_title, source_words, unread_marked)
    environment.globals.update({function.__name__: function for function in said})
    environment.filters["visible"] = visible
    environment.globals.update(bar=_bar, excerpt=EXCERPT)
    return environment
