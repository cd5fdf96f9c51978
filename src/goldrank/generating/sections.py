"""One maker of sections for each phenomenon of the bundled handbook, with the question it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goldrank.generating.dice import Dice
from goldrank.generating.words import DEEDS, FILLERS, OFFICES, ORDERS, REASONS, Subject, amount


@dataclass(frozen=True, slots=True)
class Made:
    """A section, as a heading and its text, and a question that its `quotes` answer."""

    heading: str
    text: str
    question: str
    quotes: tuple[str, ...]


Maker = Callable[[Subject, Dice], Made]


def _fill(dice: Dice, count: int) -> str:
    return " ".join(dice.some_of(FILLERS, count))


def pronoun(subject: Subject, dice: Dice) -> Made:
    """Begins with It, and never says what."""
    answer = f"It is {dice.one_of(DEEDS)} within {amount(dice)}, {dice.one_of(REASONS)}."
    return Made(
        subject.title,
        f"{answer} {_fill(dice, 2)}",
        f"how soon do I deal with {_one(subject)}",
        (answer,),
    )


def imperative(subject: Subject, dice: Dice) -> Made:
    """Gives instructions whose object is left out."""
    answer = f"{dice.one_of(ORDERS)} at {dice.one_of(OFFICES)} and wait {amount(dice)}."
    return Made(
        subject.title,
        f"{answer} {_fill(dice, 2)}",
        f"what must I do with {_one(subject)}?",
        (answer,),
    )


def list_item(subject: Subject, dice: Dice) -> Made:
    """A bare list; the heading is its lead-in."""
    items = [f"{deed} after {amount(dice)}" for deed in dice.some_of(DEEDS, 4)]
    text = "\n".join(f"- {item}" for item in items)
    asked = dice.number(0, len(items) - 1)
    deed = items[asked].split(" after ")[0]
    return Made(
        f"{subject.title} is to be",
        text,
        f"{_asked(subject)}: when must it be {deed}",
        (items[asked],),
    )


def underspecified(subject: Subject, dice: Dice) -> Made:
    """Says "the limit", not whose."""
    answer = f"The limit is {dice.number(3, 900)} pounds, and the deadline {amount(dice)}."
    return Made(
        subject.title,
        f"{_fill(dice, 1)} {answer} {_fill(dice, 1)}",
        f"limit for {_asked(subject)}",
        (answer,),
    )


def vocabulary_gap(subject: Subject, dice: Dice) -> Made:
    """Uses official words; the question has none of them."""
    answer = f"Entitlement lapses upon expiry of {amount(dice)}."
    return Made(
        "Lapse of entitlement",
        f"{answer} {_fill(dice, 2)}",
        f"do I lose my {subject.thing}, {subject.site}",
        (answer,),
    )


def empty_heading(subject: Subject, dice: Dice) -> Made:
    """Stands under a heading that tells nothing."""
    answer = f"The fee of {dice.number(2, 400)} pounds is due within {amount(dice)}."
    heading = dice.one_of(
        ("Details", "General", "Notes", f"Section {dice.number(1, 9)}.{dice.number(1, 9)}")
    )
    return Made(heading, f"{answer} {_fill(dice, 2)}", f"what does {_one(subject)} cost", (answer,))


def tail(subject: Subject, dice: Dice) -> Made:
    """Longer than a window of 256 tokens, the answer in its last words."""
    answer = f"Only after {amount(dice)} may {dice.one_of(OFFICES)} close the file."
    parts = [f"{_fill(dice, 5)} This was settled {dice.one_of(REASONS)}." for _ in range(5)]
    return Made(
        subject.title,
        "\n\n".join([*parts, answer]),
        f"when is the file on {_one(subject)} closed",
        (answer,),
    )


def self_contained(subject: Subject, dice: Dice) -> Made:
    """Names its subject in full."""
    answer = f"{subject.one.capitalize()} at {subject.site} is {dice.one_of(DEEDS)} within {amount(dice)}."
    return Made(
        subject.title,
        f"{answer} {_fill(dice, 2)}",
        f"{subject.site}, {subject.name}: how long?",
        (answer,),
    )


def twin(subject: Subject, dice: Dice) -> Made:
    """One of two siblings that differ in a word and a figure; the other is in the next section."""
    return _grade(subject, dice, "first")


def other_twin(subject: Subject, dice: Dice) -> Made:
    """The sibling of `twin`."""
    return _grade(subject, dice, "second")


def _grade(subject: Subject, dice: Dice, grade: str) -> Made:
    answer = (
        f"In the {grade} grade the term is {amount(dice)}, counted from the day of the request."
    )
    question = f"{_asked(subject)}, {grade} grade: what is the term"
    return Made(
        f"{subject.title}, {grade} grade",
        f"{answer} {FILLERS[0]} {FILLERS[1]}",
        question,
        (answer,),
    )


def repeated(subject: Subject, dice: Dice) -> Made:
    """A notice that stands word for word in every document."""
    answer = "Keep the slip until the register has been closed for the year."
    return Made(
        f"Notice: {subject.name}",
        f"{answer} {FILLERS[2]} {FILLERS[5]}",
        f"must I keep the slip of {_one(subject)}",
        (answer,),
    )


def split(subject: Subject, dice: Dice) -> Made:
    """Its answer is in two paragraphs that are far apart, and both are needed."""
    first = f"These may be kept for {amount(dice)}."
    second = f"Those at {subject.site} add {amount(dice)} to that."
    return Made(
        subject.title,
        f"{first}\n\n{_fill(dice, 3)}\n\n{second}",
        f"how long may I keep {_one(subject)} in all",
        (first, second),
    )


def _one(subject: Subject) -> str:
    return f"{subject.one} at {subject.site}"


def _asked(subject: Subject) -> str:
    return f"{subject.name} at {subject.site}"


MAKERS: dict[str, Maker] = {
    "pronoun": pronoun,
    "imperative": imperative,
    "list-item": list_item,
    "underspecified": underspecified,
    "twin": twin,
    "twin-other": other_twin,
    "repeated": repeated,
    "tail": tail,
    "empty-heading": empty_heading,
    "vocabulary-gap": vocabulary_gap,
    "split": split,
    "self-contained": self_contained,
}
"""By the tag of the question, in the order of a document's sections. `twin-other` has no question."""
