"""The words that made documents are put together from. Their firm is invented."""

from __future__ import annotations

from dataclasses import dataclass

from goldrank.generating.dice import Dice

AREAS = ("facilities", "hr", "it", "procurement")

SITES = (
    "Ashby", "Brook End", "Carrow", "Dunmere", "Eastholm", "Fenwick", "Garth", "Holloway",
    "Inver", "Jarrow Lane", "Kelby", "Langrick", "Marsh Gate", "Norwell", "Oakhanger", "Penmoor",
    "Quay Street", "Redmire", "Saltby", "Thornham", "Ulverby", "Viewfield", "Westow", "Yarnton",
)  # fmt: skip
KINDS = (
    "annual", "archived", "borrowed", "certified", "daily", "deferred", "delegated", "disputed",
    "early", "external", "foreign", "frozen", "handwritten", "imported", "internal", "joint",
    "late", "leased", "linked", "local", "managed", "merged", "mobile", "monthly",
    "nightly", "open", "partial", "pooled", "portable", "printed", "private", "recurring",
    "refused", "remote", "reserved", "returned", "seasonal", "shared", "spare", "special",
    "split", "standing", "temporary", "tested", "unpaid", "urgent", "weekly", "withdrawn",
)  # fmt: skip
THINGS = (
    "account", "allowance", "appraisal", "badge", "balance", "bicycle", "bonus", "booking",
    "cabinet", "calendar", "carpet", "certificate", "claim", "contract", "course", "courier",
    "deposit", "desk", "detector", "device", "discount", "door", "drawer", "expense",
    "forklift", "grant", "guest", "handset", "holiday", "induction", "instrument", "invoice",
    "key", "laboratory", "ladder", "laptop", "licence", "locker", "mailbox", "meeting",
    "meter", "mentor", "mileage", "monitor", "offer", "order", "oven", "parcel",
    "parking space", "password", "pension", "permit", "phone", "plate", "printer", "probation",
    "projector", "quote", "receipt", "refund", "rota", "sample", "scale", "secondment",
    "server", "shift", "sickness note", "signature", "stipend", "subscription", "supplier", "tender",
    "token", "tool", "trailer", "transfer", "trolley", "uniform", "vehicle", "visitor",
    "voucher", "warranty", "waste bin", "workbench",
)  # fmt: skip
OFFICES = ("the desk on the ground floor", "the duty manager", "the registry", "the area lead")
UNITS = ("working days", "weeks", "hours", "calendar days")
DEEDS = ("reported", "renewed", "signed for", "checked", "handed back", "approved", "logged")
ORDERS = ("Report", "Renew", "Sign for", "Check", "Hand back", "Approve", "Log")
REASONS = (
    "because an audit found two that nobody could account for",
    "since the insurer asks for it every spring",
    "after a complaint that took a year to settle",
    "so that the next shift finds what it needs",
    "as the landlord has agreed in writing",
    "because the old form left the question open",
)
FILLERS = (
    "Nothing in this part takes away a right that a contract gives.",
    "Whoever is unsure asks before acting, and notes the answer.",
    "Copies are kept with the papers of the same quarter.",
    "An exception is asked for in writing and lasts until the end of the year.",
    "The wording was revised when the two sites were joined.",
    "What is said here of employees holds for agency staff too.",
    "A reminder goes out once, and only to the address on file.",
    "Figures are rounded to the next whole unit.",
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a section is about: a kind of thing at a site."""

    kind: str
    thing: str
    site: str

    @property
    def name(self) -> str:
        """As a text names it: `borrowed laptop`."""
        return f"{self.kind} {self.thing}"

    @property
    def one(self) -> str:
        """With its article: `an open door`."""
        return f"{'an' if self.kind[0] in 'aeiou' else 'a'} {self.name}"

    @property
    def title(self) -> str:
        """As a heading names it: `Borrowed laptop at Carrow`."""
        return f"{self.name.capitalize()} at {self.site}"


SUBJECTS = len(KINDS) * len(THINGS) * len(SITES)


def subject_of(number: int) -> Subject:
    """The subject of this number, which wraps at `SUBJECTS`. Neighbours share the least.

    >>> subject_of(0).title
    'Annual account at Ashby'
    >>> len({subject_of(each) for each in range(SUBJECTS)}) == SUBJECTS
    True
    """
    # A stride without a common divisor visits each combination once before it comes back.
    at = number * 7919 % SUBJECTS
    at, kind = divmod(at, len(KINDS))
    site, thing = divmod(at, len(THINGS))
    return Subject(KINDS[kind], THINGS[thing], SITES[site])


def amount(dice: Dice) -> str:
    """A term, as `14 working days`."""
    return f"{dice.number(2, 90)} {dice.one_of(UNITS)}"
