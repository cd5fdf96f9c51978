"""What `import goldrank` offers."""

import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files

import goldrank


def test_the_public_names_are_all_that_dir_shows():
    assert dir(goldrank) == sorted(goldrank.__all__)
    assert all(getattr(goldrank, name) is not None for name in goldrank.__all__)


def test_the_version_is_that_of_the_installed_package():
    assert goldrank.__version__ == version("goldrank")


def test_type_checkers_are_told_that_the_package_is_typed():
    assert files("goldrank").joinpath("py.typed").is_file()


def test_importing_the_package_imports_nothing_heavy():
    code = "import sys, goldrank; print(sorted({'numpy', 'pandas', 'torch', 'scipy'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"
