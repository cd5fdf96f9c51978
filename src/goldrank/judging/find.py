"""Finding evidence for a list of questions: the session, its corpus, and the file that it writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.evidence.locate import Locator
from goldrank.evidence.queries import QUERY_KEYS, RawQuery, query_lines, query_of_object
from goldrank.judging.answers import REJECTED, UNFINISHED, Answer
from goldrank.judging.line_file import LineFile
from goldrank.judging.questions import QUERY_FILES, read_questions
from goldrank.judging.search import PassageSearch
from goldrank.judging.session import Action, Done, Known, Nothing, State, begun, step


@dataclass(slots=True)
class Finding:
    """A session of `bench evidence find`; what is said is in its file before `do` returns.

    `others` are the keys of each query that are no query file's, which stay with it. `in_place`
    where the list of questions itself is written: then no line of it goes.
    """

    state: State
    known: Known
    file: LineFile
    locator: Locator
    others: Mapping[str, dict[str, Any]]
    in_place: bool

    def do(self, action: Action) -> None:
        """Take one action, and write what it changes of the answer.

        Raises `GoldrankError` for an action that is not possible, or an answer that cannot be
        written; the session is then where it was.
        """
        after = step(self.state, action, self.known)
        self._save(action, after)
        self.state = after

    def _save(self, action: Action, after: State) -> None:
        """Only what differs from what the file says is written."""
        if self.state.is_over:
            return
        answer = self.state.answer
        if isinstance(action, Done | Nothing):
            answer = replace(answer, finished=True, answerable=isinstance(action, Done))
            self._put(self.state.question, answer)
        elif not after.is_over and after.at != self.state.at:
            if after.question.query_id in self.state.finished:  # opened again
                self._put(after.question, after.answer)
        elif after.answer != answer:
            self._put(self.state.question, after.answer)

    def _put(self, question: RawQuery, answer: Answer) -> None:
        others = self.others.get(question.query_id, {})
        entry = {**answer.entry(question, self.locator), **others}
        self.file.put(question.query_id, entry if answer.is_said or self.in_place else None)


def open_finding(questions: Path, corpus: Corpus, out: Path | None = None) -> Finding:
    """Go on where the last session of `questions` stopped, or begin.

    `out` is the query file that is written, by default beside the questions under the name
    `NAME.judged.jsonl`. Questions that come with evidence, or with `"answerable": false`, are not
    asked, and are copied. Raises `GoldrankError` for files that cannot be read, and where `out`
    has a question's id with another text.
    """
    file = LineFile.open(out or judged_name(questions))
    said = {query_id: _object(line) for query_id, line in file.known.items()}
    texts = {query_id: str(each.get("text", each.get("query"))) for query_id, each in said.items()}
    asked = read_questions(questions, texts)
    _refuse_other_texts(file.path, asked, texts)
    _copy_judged(questions, asked, file)
    locator = Locator.of(corpus)
    known = Known(PassageSearch.of(corpus), _said_in(file, locator))
    finished = frozenset(
        question.query_id
        for question in asked
        if question.query_id in file.known and _is_answered(_object(file.known[question.query_id]))
    )
    state = begun(tuple(asked), finished, known)
    in_place = file.path.resolve() == questions.resolve()
    return Finding(state, known, file, locator, _others(questions, said), in_place)


def _others(questions: Path, said: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """By query, the keys that are none of a query file's, in the list and in the file written."""
    listed: list[dict[str, Any]] = []
    if questions.suffix.lower() in QUERY_FILES:
        listed = [json.loads(text) for _, text in query_lines(questions)]
    found: dict[str, dict[str, Any]] = {}
    for entry in (*listed, *said.values()):
        query_id = str(entry.get("query_id", entry.get("_id", entry.get("id"))))
        own = {k: v for k, v in entry.items() if k not in (*QUERY_KEYS, UNFINISHED, REJECTED)}
        found.setdefault(query_id, {}).update(own)
    return found


def _copy_judged(questions: Path, asked: list[RawQuery], file: LineFile) -> None:
    """Questions that come with an answer: the file that is written shall be whole."""
    missing = {
        question.line: question.query_id
        for question in asked
        if question.query_id not in file.known and (question.needs or not question.answerable)
    }
    if missing:
        for line, text in query_lines(questions):
            if line in missing:
                file.put(missing[line], json.loads(text))


def _is_answered(entry: dict[str, Any]) -> bool:
    if entry.get(UNFINISHED):
        return False
    return bool(entry.get("evidence") or entry.get("needs")) or entry.get("answerable") is False


def _object(line: bytes) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads(line.decode("utf-8-sig"))
    return entry


def judged_name(questions: Path) -> Path:
    """The query file of a list of questions.

    >>> judged_name(Path("q/questions.txt")).as_posix()
    'q/questions.judged.jsonl'
    """
    return questions.with_name(f"{questions.stem}.judged.jsonl")


def _refuse_other_texts(path: Path, asked: list[RawQuery], texts: dict[str, str]) -> None:
    for question in asked:
        there = texts.get(question.query_id)
        if there is not None and there != question.text:
            raise GoldrankError(
                f"{path}: query {question.query_id} asks {there!r} there and {question.text!r} in "
                f"{question.source}; give one of them another id, or name another file with --out"
            )


def _said_in(file: LineFile, locator: Locator) -> Callable[[RawQuery], Answer]:
    def said(question: RawQuery) -> Answer:
        line = file.known.get(question.query_id)
        if line is None:
            return Answer()
        entry = _object(line)
        return Answer.read(query_of_object(entry, 0, file.path), entry, locator)

    return said
