"""Where suites are: in the user's own `bench/suites`, else those that come with goldrank."""

from __future__ import annotations

from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.suggest import did_you_mean, listed

DEFAULT = "handbook"
SUITES = Path("bench") / "suites"


def bundled_root() -> Path:
    """The folder that holds the bundled `bench/` and `datasets/`: the package's, else the checkout's."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "bundled"
    return inside if inside.is_dir() else package.parents[1]


def own_suite(named: str | None, working_folder: Path) -> Path:
    """Like `find_suite`, but without a name never the bundled one, except in its own checkout.

    What judges, such as a gate, must not judge somebody else's suite because one's own is missing.
    """
    mine = working_folder / SUITES / "default.toml"
    if named is None and not mine.is_file() and working_folder.resolve() != bundled_root():
        others = sorted(path.stem for path in (working_folder / SUITES).glob("*.toml"))
        hint = f" ({', '.join(others)})" if others else ""
        raise GoldrankError(
            f"no {SUITES / 'default.toml'} in {working_folder}; make it, or name a suite{hint}"
        )
    return find_suite(named, working_folder)


def find_suite(named: str | None, working_folder: Path) -> Path:
    """The file of a suite: a path, or the name of one in `bench/suites`.

    Without a name it is the user's `bench/suites/default.toml`, else the bundled default.
    """
    if named is not None and (named.endswith(".toml") or "/" in named):
        return working_folder / named
    own = working_folder / SUITES
    if named is None:
        mine = own / "default.toml"
        return mine if mine.is_file() else bundled_root() / SUITES / f"{DEFAULT}.toml"
    for folder in (own, bundled_root() / SUITES):
        if (folder / f"{named}.toml").is_file():
            return folder / f"{named}.toml"
    known = sorted({p.stem for f in (own, bundled_root() / SUITES) for p in f.glob("*.toml")})
    hint = did_you_mean(named, known)
    raise GoldrankError(f"no suite {named!r}{hint} {listed(known)}; or give a .toml file")
