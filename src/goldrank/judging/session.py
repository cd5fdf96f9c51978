"""A session in which a person finds evidence: a state, an action, the next state. Nothing is shown here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import RawQuery
from goldrank.judging.answers import Answer, Place
from goldrank.judging.passages import Passage
from goldrank.types import Span


@dataclass(frozen=True, slots=True)
class Accept:
    """This passage answers; with `span`, only that stretch of its document."""

    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """This passage does not answer."""


@dataclass(frozen=True, slots=True)
class Move:
    """Look at the passage so many further on, or back, and say nothing of this one."""

    by: int = 1


@dataclass(frozen=True, slots=True)
class NextNeed:
    """What is accepted from now on answers another thing that the question requires."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last accepted passage back; where there is none, the last rejected one."""


@dataclass(frozen=True, slots=True)
class Look:
    """Search by other words."""

    words: str


@dataclass(frozen=True, slots=True)
class Done:
    """All that answers this question is accepted."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing in the corpus answers this question."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave this question for another time."""


@dataclass(frozen=True, slots=True)
class Back:
    """Open the question before this one again."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave; the next session goes on here."""


NOTHING_SAID = Answer()
Action = Accept | Reject | Move | NextNeed | Undo | Look | Done | Nothing | Skip | Back | Quit


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What a session asks: passages by words, and what was said of a question before."""

    search: Callable[[str], tuple[Passage, ...]]
    said: Callable[[RawQuery], Answer]


@dataclass(frozen=True, slots=True)
class State:
    """Where a person is: at which question, at which passage, and what is said of the question.

    `finished` are the ids of the questions that need no answer any more. `at` is behind the last
    question, or `left` is true, when it is over; `shown` is behind the last passage of `found`
    when all were looked at.
    """

    questions: tuple[RawQuery, ...]
    finished: frozenset[str]
    at: int = 0
    answer: Answer = NOTHING_SAID
    found: tuple[Passage, ...] = ()
    shown: int = 0
    words: str = ""
    left: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.left or self.at >= len(self.questions)

    @property
    def question(self) -> RawQuery:
        """The question that is asked."""
        return self.questions[self.at]

    @property
    def passage(self) -> Passage | None:
        """The passage that is shown; `None` behind the last."""
        return self.found[self.shown] if self.shown < len(self.found) else None

    @property
    def open_questions(self) -> int:
        """How many are not answered."""
        return sum(question.query_id not in self.finished for question in self.questions)


def begun(questions: tuple[RawQuery, ...], finished: frozenset[str], known: Known) -> State:
    """A session at the first question that is not answered."""
    return _at_open(State(questions, finished), 0, known)


def step(state: State, action: Action, known: Known) -> State:
    """The state after an action. Raises `GoldrankError` for one that is not possible there."""
    match action:
        case Quit():
            return replace(state, left=True)
        case Skip():
            return _at_open(state, state.at + 1, known)
        case Back():
            return _back(state, known)
        case Look(words):
            return _looked(state, words, known)
        case Move(by):
            shown = state.shown + by
            if not 0 <= shown <= len(state.found):
                where = "before the first" if shown < 0 else "behind the last"
                raise GoldrankError(f"there is no passage {where}; search by other words: / WORDS")
            return replace(state, shown=shown)
        case Done() | Nothing():
            return _finish(state, action, known)
        case _:
            return _said(state, action)


def _said(state: State, action: Action) -> State:
    """After an action that says something of a passage, or of the need that the next is for."""
    answer = state.answer
    match action:
        case Accept(span):
            passage = _passage(state)
            start, end = span or passage.span
            place = Place(passage.doc_id, start, end, answer.need)
            return replace(state, answer=answer.with_place(place), shown=state.shown + 1)
        case Reject():
            passage = _passage(state)
            if any(
                each.doc_id == passage.doc_id and _overlap(each, passage) for each in answer.places
            ):
                raise GoldrankError("this passage is accepted already; take it back first: u")
            place = Place(passage.doc_id, passage.start, passage.end)
            rejected = (*(each for each in answer.rejected if each != place), place)
            return replace(state, answer=replace(answer, rejected=rejected), shown=state.shown + 1)
        case NextNeed():
            if not any(place.need == answer.need for place in answer.places):
                raise GoldrankError(
                    "nothing is accepted for this need yet; accept a passage first: a"
                )
            return replace(state, answer=replace(answer, need=answer.need + 1))
        case _:
            return _undone(state)


def _undone(state: State) -> State:
    answer = state.answer
    if answer.places:
        last = answer.places[-1]
        return replace(state, answer=replace(answer, places=answer.places[:-1], need=last.need))
    if answer.rejected:
        return replace(state, answer=replace(answer, rejected=answer.rejected[:-1]))
    raise GoldrankError("there is nothing to take back for this question; b opens the one before")


def _finish(state: State, action: Done | Nothing, known: Known) -> State:
    if isinstance(action, Done) and not state.answer.places:
        raise GoldrankError(
            "nothing is accepted yet; accept a passage (a), say that nothing answers (0), or skip "
            "the question (s)"
        )
    if isinstance(action, Nothing) and state.answer.places:
        raise GoldrankError("a passage is accepted already; take it back first: u")
    finished = state.finished | {state.question.query_id}
    return _at_open(replace(state, finished=finished), state.at + 1, known)


def _back(state: State, known: Known) -> State:
    if state.at == 0:
        raise GoldrankError("this is the first question")
    before = state.questions[state.at - 1]
    return _opened(replace(state, finished=state.finished - {before.query_id}), state.at - 1, known)


def _looked(state: State, words: str, known: Known) -> State:
    found = known.search(words)
    if not found:
        raise GoldrankError(f"no passage has a word of {words!r}")
    return replace(state, found=found, shown=0, words=words)


def _at_open(state: State, start: int, known: Known) -> State:
    """At the first question from `start` on that is not answered."""
    for at in range(start, len(state.questions)):
        if state.questions[at].query_id not in state.finished:
            return _opened(state, at, known)
    return replace(state, at=len(state.questions), answer=Answer(), found=(), shown=0, words="")


def _opened(state: State, at: int, known: Known) -> State:
    """At a question, before the first passage of which nothing is said."""
    question = state.questions[at]
    answer = replace(known.said(question), finished=False, answerable=True)
    found = known.search(question.text)
    said = {(place.doc_id, place.start) for place in (*answer.places, *answer.rejected)}
    shown = next((n for n, each in enumerate(found) if (each.doc_id, each.start) not in said), 0)
    return replace(state, at=at, answer=answer, found=found, shown=shown, words=question.text)


def _passage(state: State) -> Passage:
    if state.passage is None:
        raise GoldrankError(
            "all passages were shown; go back (p), search by other words (/ WORDS), or finish (d)"
        )
    return state.passage


def _overlap(place: Place, passage: Passage) -> bool:
    return place.start < passage.end and passage.start < place.end
