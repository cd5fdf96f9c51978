"""Whether a query names a subject, or only asks for a part of a text: "the conclusion of this report"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.diagnosis.languages import Language, Tokenize
from goldrank.diagnosis.text_words import OF_TEXTS
from goldrank.diagnosis.vocabulary import Vocabulary

FEWEST_TEXTS = 20
"""With fewer texts than these, a word that half of them have may still be a subject."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """Tells queries that name a subject from those that name none."""

    language: Language
    nothing: frozenset[str]
    common: frozenset[str]
    known: bool = True

    @classmethod
    def of(
        cls, words: Vocabulary, language: Language, tokenize: Tokenize, asked: str = ""
    ) -> Subjects:
        """`words` are the terms of a corpus; `asked` is the language of the queries in question.

        Where there is no list of its words for texts, nothing is known of what a query names.
        """
        asked = asked or language.queries or language.corpus
        lists = [OF_TEXTS[asked]] if asked in OF_TEXTS else []
        if "english" in (language.corpus, language.queries) and asked != "english":
            lists.append(OF_TEXTS["english"])
        nothing = frozenset(language.stem(word) for words in lists for word in tokenize(words))
        common = words.common if words.texts >= FEWEST_TEXTS else words.function
        return cls(language, nothing, common, asked in OF_TEXTS)

    def named(self, terms: Sequence[str]) -> bool:
        """Whether any of a query's terms is a subject; so it is taken where that is not known.

        >>> words = Vocabulary.of([{"leave"}], ["a"], frozenset("what is the of this".split()))
        >>> subjects = Subjects.of(words, Language(), str.split)
        >>> subjects.named("what is the conclusion of this report".split())
        False
        >>> subjects.named("what is the conclusion of the leave report".split())
        True
        """
        if not self.known:
            return True
        telling = [term for term in terms if term not in self.common]
        return any(self.language.stem(term) not in self.nothing for term in telling)
