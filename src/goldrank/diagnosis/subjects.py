"""Whether a query names a subject, or only asks for a part of a text: "the conclusion of this report"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from goldrank.diagnosis.languages import Language, Tokenize
from goldrank.diagnosis.vocabulary import Vocabulary

OF_TEXTS: Final = (
    "abstract according answer argue argument article author book chapter claim conclude conclusion "
    "content context describe detail discuss document example explain figure file finding "
    "following give given goal here idea information key limitation list main mention name "
    "objective overview page paper paragraph part passage point purpose question reason recommend "
    "recommendation report result say section show source state statement study subject suggest "
    "summarise summarize summary table takeaway tell text thesis thing title topic write"
)
"""English words for texts, their parts, and what they do: no subject, where nothing else is named."""

FEWEST_TEXTS = 20
"""With fewer texts than these, a word that half of them have may still be a subject."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """Tells queries that name a subject from those that name none."""

    language: Language
    nothing: frozenset[str]
    common: frozenset[str]

    @classmethod
    def of(cls, words: Vocabulary, language: Language, tokenize: Tokenize) -> Subjects:
        """`words` are the terms of a corpus; of a language without a list only they decide."""
        known = "english" in (language.corpus, language.queries)
        of_texts = tokenize(OF_TEXTS) if known else []
        common = words.common if words.texts >= FEWEST_TEXTS else words.function
        return cls(language, frozenset(language.stem(word) for word in of_texts), common)

    def named(self, terms: Sequence[str]) -> bool:
        """Whether any of a query's terms is a subject.

        >>> words = Vocabulary.of([{"leave"}], ["a"], frozenset("what is the of this".split()))
        >>> subjects = Subjects.of(words, Language(), str.split)
        >>> subjects.named("what is the conclusion of this report".split())
        False
        >>> subjects.named("what is the conclusion of the leave report".split())
        True
        """
        telling = [term for term in terms if term not in self.common]
        return any(self.language.stem(term) not in self.nothing for term in telling)
