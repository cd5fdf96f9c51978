"""Why a need fails: the diagnoses, what makes each hold, and which is named first.

Several can hold for one need under one system. The first of this table that holds is named. What
no ranking can mend comes first (2 to 4), then a query that nothing could be ranked by (5, 6), then
what keeps one chunk from its place whatever the query's words (7), then what keeps query and text
apart (8 to 10), and last where it ends, which always holds (11, 12).

| | diagnosis | holds when | what it asks for |
|---|---|---|---|
| 1 | `found` | a gold chunk ranks in the first k | nothing |
| 2 | `split` | no single chunk holds the evidence | other boundaries |
| 3 | `outside` | the gold chunk's vector read none of its evidence (vector, rrf) | shorter inputs, a longer window; where it is unknown to the tokenizer, another encoder |
| 4 | `straddling` | it read a part of its evidence only (vector, rrf) | the same |
| 5 | `query unread` | the encoder did not read all of the query: it is longer than the window, or unknown to the tokenizer (vector, rrf) | a shorter question, another encoder |
| 6 | `no subject` | the query has no word but function words, common words, and words for texts and their parts | a question that names one, or a filter |
| 7 | `twin` | chunks with nearly the gold chunk's text, and no gold of the query, are ahead, and without them it is found | a header or field that tells them apart |
| 8 | `word form` | the indexed text has the query's words in other forms only (bm25) | a stemmer, words split |
| 9 | `no shared vocabulary` | the indexed text has no telling term of the query, in no form, and the forms of words are known | synonyms, rewriting |
| 10 | `empty heading` | the chunk has a heading, its breadcrumb tells it from less than half of the corpus, and the text lacks a telling term | better headings |
| 11 | `wrong chunk` | another chunk of a gold document is among the first k | what tells the chunks of a document apart |
| 12 | `wrong document` | none is | what tells documents apart |

Three of them hold without being named while another does. `straddling` and `query unread` are
named only where at least half of the evidence, or of the query's tokens, is unread, or all the
words that query and text share: a vector that read most of it is not blind to it. `no shared
vocabulary` is named only where the chunk's header would not bring a shared term either: where it
would, the vocabulary is there, one line above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FOUND: Final = "found"
SPLIT: Final = "split"
OUTSIDE: Final = "outside"
STRADDLING: Final = "straddling"
QUERY_UNREAD: Final = "query unread"
NO_SUBJECT: Final = "no subject"
TWIN: Final = "twin"
WORD_FORM: Final = "word form"
NO_VOCABULARY: Final = "no shared vocabulary"
EMPTY_HEADING: Final = "empty heading"
WRONG_CHUNK: Final = "wrong chunk"
WRONG_DOCUMENT: Final = "wrong document"

DIAGNOSES: Final = (
    FOUND,
    SPLIT,
    OUTSIDE,
    STRADDLING,
    QUERY_UNREAD,
    NO_SUBJECT,
    TWIN,
    WORD_FORM,
    NO_VOCABULARY,
    EMPTY_HEADING,
    WRONG_CHUNK,
    WRONG_DOCUMENT,
)
"""Every diagnosis, in the order of precedence."""

BETWEEN = "; "
"""What joins several diagnoses in a table's cell."""


MOSTLY: Final = 0.5
"""The share that must be unread for `straddling` or `query unread` to be named."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one need under one system.

    `rank` is that of its best gold chunk, `None` where it is not retrieved or there is none.
    `unread` is the share of the evidence in that chunk which its vector did not read, 0 where no
    vector is ranked by; `query_read` is the share of the query's tokens that the encoder read.
    `reached` says whether a term that the text shares is among those, if it shares any.
    `twins_ahead` counts the near-copies ahead that are no gold of the query.
    `shares` says whether the indexed text has a term of the query that tells anything, `forms`
    whether it has one in another form only, `knows_forms` whether the forms of words are known, `header_shares` whether the header has one, whatever
    was indexed. `heading_empty` says that there is a heading and that it tells nothing which the
    text lacks. `document_rank` is the rank of the first chunk of any gold document.
    """

    rank: int | None
    split: bool = False
    unread: float = 0.0
    query_read: float = 1.0
    reached: bool = True
    subject: bool = True
    twins_ahead: int = 0
    forms: bool = False
    knows_forms: bool = True
    shares: bool = True
    header_shares: bool = True
    heading_empty: bool = False
    document_rank: int | None = None

    def found(self, k: int) -> bool:
        """Whether a gold chunk ranks in the first k."""
        return self.rank is not None and self.rank <= k

    def found_without_twins(self, k: int) -> bool:
        """Whether it is not found, and would be were its twins not ahead of it.

        >>> Facts(rank=12, twins_ahead=2).found_without_twins(10)
        True
        >>> Facts(rank=697, twins_ahead=1).found_without_twins(10)
        False
        """
        if self.rank is None or self.found(k):
            return False
        return self.rank - self.twins_ahead <= k


def diagnoses_of(facts: Facts, k: int) -> tuple[str, ...]:
    """All diagnoses that hold, the named one first; `k` is the rank to which a need is found.

    >>> diagnoses_of(Facts(rank=3), k=10)
    ('found',)
    >>> diagnoses_of(Facts(rank=178, shares=False, document_rank=2), k=10)
    ('wrong chunk', 'no shared vocabulary')
    >>> diagnoses_of(Facts(rank=178, shares=False, header_shares=False), k=10)
    ('no shared vocabulary', 'wrong document')
    """
    if facts.split:
        return (SPLIT,)
    found = facts.found(k)
    right = facts.document_rank is not None and facts.document_rank <= k
    holding = {
        FOUND: found,
        OUTSIDE: facts.unread == 1,
        STRADDLING: 0 < facts.unread < 1,
        QUERY_UNREAD: facts.query_read < 1,
        NO_SUBJECT: not facts.subject,
        TWIN: facts.found_without_twins(k),
        WORD_FORM: not facts.shares and facts.forms,
        NO_VOCABULARY: not facts.shares and not facts.forms and facts.knows_forms,
        EMPTY_HEADING: facts.heading_empty,
        WRONG_CHUNK: not found and right,
        WRONG_DOCUMENT: not found and not right,
    }
    unnamed = {
        STRADDLING: facts.unread < MOSTLY,
        QUERY_UNREAD: facts.query_read > 1 - MOSTLY and facts.reached,
        NO_VOCABULARY: facts.header_shares,
    }
    held = [name for name in DIAGNOSES if holding.get(name)]
    return tuple(sorted(held, key=lambda name: unnamed.get(name, False)))
