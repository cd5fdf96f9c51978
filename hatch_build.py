"""Puts the bundled suites and datasets into wheels; an editable install finds them in the checkout."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundledData(BuildHookInterface):  # type: ignore[misc]
    """`bench/` and `datasets/` become `goldrank/bundled/`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders, unless the install is editable."""
        if version != "editable":
            for folder in ("bench", "datasets"):
                build_data["force_include"][folder] = f"goldrank/bundled/{folder}"
