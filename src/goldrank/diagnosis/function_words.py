"""English words that tell nothing of a subject, in a query, a text or a heading."""

from __future__ import annotations

FUNCTION_WORDS = (
    "a about above across after again against all along also although am among an and another any "
    "are around as at be because been before behind being below beneath beside between beyond "
    "both but by can could despite did do does doing don during each either else even ever "
    "every few for from had has have having he her here hers herself him himself his how however "
    "i if in into is it its itself just less like ll many may me might more most much must my "
    "neither never no nor not of on once one only onto or other others otherwise our ours "
    "ourselves out over per rather re s same several shall she should since so some still "
    "such t than that the their theirs them themselves then there these they this those though "
    "through throughout till to too toward towards two under unless until up upon us ve very via "
    "was we were what whatever when where whether which whichever while who whoever whom whose "
    "why will with within without would yet you your yourself yourselves"
)
"""Articles, pronouns, prepositions, conjunctions, auxiliaries, question words, quantifiers,
and what an apostrophe leaves: closed classes."""
