"""A headless Chromium that reaches nothing but files, or the reason why there is none."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--force-prefers-reduced-motion",
)


def missing() -> str:
    """Why no browser can be opened; empty where one can."""
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        return (
            "chromium and chromedriver are not installed (apt-get install chromium chromium-driver)"
        )
    return "" if find_spec("selenium") else "selenium is not installed (pip install selenium)"


@contextmanager
def browser(width: int = 1280, height: int = 900, scripts: bool = True) -> Iterator[Any]:
    """A selenium driver with an empty profile; `scripts` switches JavaScript on or off."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        if not scripts:
            off = {"profile.managed_default_content_settings.javascript": 2}
            options.add_experimental_option("prefs", off)
        driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        try:
            driver.set_page_load_timeout(60)
            yield driver
        finally:
            driver.quit()


def open_page(driver: Any, page: Path, seconds: float = 20) -> None:
    """Open a file and wait until its script says that it is ready."""
    from selenium.webdriver.support.ui import WebDriverWait

    driver.get(page.resolve().as_uri())
    ready = "return document.documentElement.dataset.ready"
    WebDriverWait(driver, seconds, 0.02).until(lambda d: d.execute_script(ready))
