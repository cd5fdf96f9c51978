"""The headers of some places of a corpus: section paths, breadcrumbs, and what those tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.corpus.corpus import Corpus
from goldrank.diagnosis.forms import Phrased
from goldrank.diagnosis.headings import Lexicon, Quality, qualities
from goldrank.diagnosis.languages import Language, Tokenize
from goldrank.diagnosis.vocabulary import TermSets, Vocabulary
from goldrank.representations.breadcrumb import Breadcrumb, title_path
from goldrank.suites.languages import Stated
from goldrank.types import Chunk, Document


@dataclass(frozen=True, slots=True, eq=False)
class Headers:
    """By position: section paths, breadcrumbs and their quality; `own` and `words` are the terms
    of the places' texts, each and in all."""

    paths: Sequence[tuple[str, ...]]
    breadcrumbs: Sequence[str]
    quality: Sequence[Quality]
    own: TermSets
    words: Vocabulary
    language: Language


def headers_of(
    places: Sequence[Chunk],
    corpus: Corpus,
    tokenize: Tokenize,
    queries: Sequence[str] = (),
    stated: Stated | None = None,
) -> Headers:
    """The headers of `places`, told apart from each other; `queries` may tell the language, if it is not stated."""
    language = Language.of([d.text for d in corpus.documents], queries, tokenize, stated)
    read = Phrased(tokenize)
    documents = {document.doc_id: document for document in corpus.documents}
    own = TermSets([documents[p.doc_id].text[p.start : p.end] for p in places], read, language.stem)
    owners = [p.doc_id for p in places]
    every = (own.terms(n) for n in range(len(places)))
    words = Vocabulary.of(every, owners, language.function_words(read))
    parts = [breadcrumb_parts(documents[p.doc_id], corpus, p) for p in places]
    return Headers(
        paths=[corpus.outlines[p.doc_id].path_at(p.start) for p in places],
        breadcrumbs=[Breadcrumb().separator.join(part) for part in parts],
        quality=qualities(parts, Lexicon.of(read, words.in_half_of_texts, language)),
        own=own,
        words=words,
        language=language,
    )


def breadcrumb_parts(document: Document, corpus: Corpus, place: Chunk) -> list[str]:
    """The title and the last three headings above a place."""
    parts = title_path(document, corpus.outlines[document.doc_id], place.start)
    depth = Breadcrumb().depth
    return [*parts[:1], *parts[1:][-depth:]]
