"""Files of a folder that are no documents, and documents that are not Markdown: counted, said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from goldrank.corpus.registry import own_reader
from goldrank.formats.registry import format_named

SHOWN = 8
"""How many suffixes are named."""

_PICTURES = frozenset({".avif", ".bmp", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp"})
_SOUNDS = frozenset({".mov", ".mp3", ".mp4", ".ogg", ".wav", ".webm"})
_FONTS = frozenset({".eot", ".otf", ".ttf", ".woff", ".woff2"})
MEDIA = _PICTURES | _SOUNDS | _FONTS
"""Pictures, sounds, films and fonts: no text is lost where they are not read."""

MARKUP = frozenset({".xml", ".svg", ".json", ".rtf", ".tex", ".vue"})


@dataclass(frozen=True, slots=True)
class Unread:
    """What was left out of a folder, hidden files not counted.

    `suffixes` says how many of `files` no pattern names, by suffix; files of a suffix that is read
    in other places are in neither, since patterns that name places leave them out on purpose.
    `excluded` and `ignored` are how many files a pattern names and `exclude` or a `.gitignore`
    leaves out; `places` are the first of the files and folders that a `.gitignore` names. `idle`
    says that there are patterns of `exclude` and that they name nothing.
    """

    files: int = 0
    suffixes: Mapping[str, int] = field(default_factory=dict)
    excluded: int = 0
    ignored: int = 0
    places: tuple[str, ...] = ()
    idle: bool = False

    @property
    def unnamed(self) -> str:
        """What is said of the files that no pattern names, empty where there are none.

        >>> Unread(7, {".rst": 1, ".html": 4}).unnamed
        '5 of 7 files are not read, for no pattern of include names them: .html 4, .rst 1'
        """
        if not (count := sum(self.suffixes.values())):
            return ""
        return (
            f"{count:,} of {_files(self.files)} {_are(count)} not read, for no pattern of include "
            f"names {_them(count)}: {_by_count(self.suffixes)}"
        )

    @property
    def may_hold_text(self) -> bool:
        """Whether a file that no pattern names is anything but a picture, a sound, a font.

        >>> Unread(2, {".png": 1}).may_hold_text, Unread(2, {".rst": 1}).may_hold_text
        (False, True)
        """
        return not MEDIA.issuperset(self.suffixes)

    @property
    def chosen(self) -> tuple[str, ...]:
        """What is said of the files that `exclude` or a `.gitignore` leaves out."""
        said = []
        if self.ignored:
            said.append(
                f".gitignore leaves out {_files(self.ignored)} ({', '.join(self.places)}); gitignore "
                f"= false in [corpus] reads {_them(self.ignored)}"
            )
        if self.excluded:
            said.append(f"exclude leaves out {_files(self.excluded)}")
        if self.idle:
            said.append("exclude names nothing that is there")
        return tuple(said)

    @property
    def remarks(self) -> tuple[str, ...]:
        """One sentence for each reason for which files are left out."""
        return (*([self.unnamed] if self.unnamed else []), *self.chosen)


def read_as_markdown(names: Iterable[str]) -> tuple[str, ...]:
    """What is said of documents that are read as Markdown although their names say otherwise.

    >>> read_as_markdown(["a.md", "b.xml"])
    ('1 file is indexed as markup, with its tags or code as text: .xml 1; convert it to Markdown',)
    """
    named = ((name, suffix_of(name)) for name in names)
    suffixes = Counter(suffix for name, suffix in named if suffix and not _is_read(name))
    markup = {each: count for each, count in suffixes.items() if each in MARKUP}
    other = {each: count for each, count in suffixes.items() if each not in MARKUP}
    said = []
    if count := sum(markup.values()):
        said.append(
            f"{_files(count)} {_are(count)} indexed as markup, with {_its(count)} tags or code as "
            f"text: {_by_count(markup)}; convert {_them(count)} to Markdown"
        )
    if count := sum(other.values()):
        said.append(
            f"{_files(count)} {_are(count)} read as Markdown: {_by_count(other)}; headings of any "
            "other form are not seen, and a line that begins with # is one"
        )
    return tuple(said)


def _is_read(name: str) -> bool:
    return own_reader(name) is not None or format_named(name) is not None


def suffix_of(name: str) -> str:
    """The last suffix of a file's name in small letters, `""` where it has none."""
    return PurePosixPath(name).suffix.lower()


def _by_count(suffixes: Mapping[str, int]) -> str:
    listed = sorted(suffixes.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = [f"{suffix or 'without suffix'} {count:,}" for suffix, count in listed[:SHOWN]]
    more = len(listed) - SHOWN
    return ", ".join(shown) + (f", and {_kinds(more)}" if more > 0 else "")


def _kinds(count: int) -> str:
    return "1 more kind" if count == 1 else f"{count:,} more kinds"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


def _its(count: int) -> str:
    return "its" if count == 1 else "their"
