"""Word lists of English by which the rule of an audit tells how a chunk begins."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRONOUNS: Final = _words(
    "it they he she this that these those both neither each either none some such"
)
"""What may stand for a subject; those that may also stand before one count only before a verb."""

ALONE: Final = _words("it they he she")
"""Pronouns that stand before no noun."""

VERBS: Final = _words(
    "is are was were be been has have had does do did can could may might must shall should will "
    "would applies apply lasts last ends end starts start begins begin lapses lapse covers cover "
    "includes include needs need takes take runs run comes come goes go costs cost requires require "
    "depends depend counts count stays stay remains remain holds hold expires expire opens open "
    "closes close also only never always"
)
"""What follows a pronoun that is a subject, or a noun that opens a sentence."""

OPENERS: Final = _words(
    "if when where before after once for to in on at by until unless while during within without "
    "from with as because since although though"
)
"""What begins a clause before the main one."""

ADVERBS: Final = _words("please always never then first finally also only do not don't")
"""What stands before an instruction's verb."""

IMPERATIVES: Final = _words(
    "accept add agree allow announce apply arrange ask assign attach avoid be begin book bring "
    "buy call cancel carry change check choose claim clean clear close collect complete confirm "
    "connect consult contact copy count create declare decide delete deliver describe disconnect "
    "discuss dispose document download draw email empty enable enclose ensure enter escalate "
    "estimate explain fasten fetch file fill find finish fit fix follow forward get give go hand "
    "hang have hold identify import include inform inspect install invite issue keep label leave "
    "let limit list load lock log look mail make mark measure meet mention move name note notify "
    "obtain offer open order paste pay photograph pick place plan plug prepare present press print "
    "provide pull push put quote raise read record register release remove renew repeat replace "
    "reply report request reset restart return review ring run save scan schedule seal select send set "
    "share show sign sort speak split start state stay stop store submit swap switch take tape tell test "
    "tick transfer treat try turn type unplug update upload use verify wait warn wash wear wipe "
    "withdraw write"
)
"""Verbs, as an instruction begins with them."""

CATEGORIES: Final = _words(
    "account allowance amount answer application appointment approval approver authority balance "
    "budget cap case ceiling certificate charge claim condition contract cost coverage deadline "
    "decision deposit desk device discount duration exception expense fee figure form grace limit "
    "list maximum minimum notice office officer order owner payment penalty period permit person "
    "place policy price procedure process programme quota quote rate reason receipt refund reminder "
    "report request requirement response review rule scheme service share sum supplement tariff "
    "team term threshold ticket time total unit value visit waiver window"
)
"""Nouns that name a kind of thing and not which: "the limit"."""
