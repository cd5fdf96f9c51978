"""English words that tell nothing of a subject, in a query, a text or a heading."""

from __future__ import annotations

FUNCTION_WORDS = (
    "a am an and are as at be been but by can could did do does don doing for from had has have how "
    "i if in into is it its just may me might must my no not of on or our shall should so such t "
    "than that the their them then there these they this those to us was we were what when where "
    "which who whom whose why will with would you your"
)
"""Articles, pronouns, prepositions, conjunctions, auxiliaries and question words: a closed class."""
