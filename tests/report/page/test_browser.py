"""The report in a browser: it sorts, filters, searches, opens a need and follows a link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser import browser, missing, open_page
from tests.tiny import random_files, run_tiny, write_tiny

from goldrank.report.page.html import report_html

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

EVIL = "<img src=x onerror=\"document.title='owned'\"> </script><script>document.title='owned'</script>"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two variants of a corpus of random words, a query of which one text is hostile."""
    folder = tmp_path_factory.mktemp("browser") / "suite"
    folder.mkdir()
    files = random_files(5) | {"evil.md": f"# {EVIL}\n\n## Under\n\nneedle {EVIL} here.\n"}
    queries: list[dict[str, Any]] = [
        {
            "query_id": f"q{n}",
            "text": f"w{n} w{n + 1} in {n}",
            "tags": ["even" if n % 2 == 0 else "odd"],
            "evidence": [{"doc_id": f"d{n % 8:02}.md", "quote": f"id{n % 8}x{n % 5}"}],
        }
        for n in range(12)
    ]
    quote = "needle"
    queries.append(
        {
            "query_id": "evil",
            "text": f"needle {EVIL}",
            "evidence": [{"doc_id": "evil.md", "quote": quote}],
        }
    )
    path = folder / "report.html"
    run = run_tiny(write_tiny(folder, files=files, queries=queries))
    path.write_text(report_html(run), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def shared() -> Iterator[Any]:
    with browser() as driver:
        yield driver


@pytest.fixture
def driver(shared: Any, page: Path) -> Iterator[Any]:
    """The opened page; whatever a test does, the console stays silent and nothing is fetched."""
    shared.get("about:blank")
    shared.get_log("browser")
    open_page(shared, page)
    yield shared
    assert [entry["message"] for entry in shared.get_log("browser")] == []
    asked = "return performance.getEntriesByType('resource').map((each) => each.name)"
    assert shared.execute_script(asked) == []


def texts(driver: Any, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)"
    found: list[str] = driver.execute_script(script, selector)
    return found


def one(driver: Any, selector: str) -> Any:
    from selenium.webdriver.common.by import By

    return driver.find_element(By.CSS_SELECTOR, selector)


def press(driver: Any, element: Any) -> None:
    """Click, with the element in the middle: the page's own menu would cover it at the top."""
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    element.click()


def choose(driver: Any, name: str, value: str) -> None:
    from selenium.webdriver.support.ui import Select

    Select(one(driver, f"#f-{name}")).select_by_value(value)


def wait_for(driver: Any, selector: str) -> Any:
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(driver, 10).until(lambda d: one(d, selector))


def test_the_grid_sorts_by_a_press_on_a_heading_and_says_so(driver: Any) -> None:
    column = "#systems tbody td:nth-child(4)"
    button = one(driver, "#systems thead th:nth-child(4) button")
    button.send_keys("\n")  # by keyboard, as by mouse
    head = one(driver, "#systems thead th:nth-child(4)")
    assert head.get_attribute("aria-sort") == "descending"
    falling = [float(text) for text in texts(driver, column)]
    assert falling == sorted(falling, reverse=True)
    press(driver, button)
    assert head.get_attribute("aria-sort") == "ascending"
    assert [float(text) for text in texts(driver, column)] == falling[::-1]


def test_the_table_of_needs_replaces_the_ones_that_stand_in_the_page(driver: Any) -> None:
    assert one(driver, "#explorer").is_displayed()
    assert not one(driver, "#static").is_displayed()
    assert texts(driver, "#count") == ["13 of 13 needs"]


def test_a_search_keeps_the_needs_that_have_every_word(driver: Any) -> None:
    one(driver, "#f-text").send_keys("W3 in")
    # w3 stands in the texts of q2 ("w2 w3 in 2") and q3 ("w3 w4 in 3").
    shown = sorted(texts(driver, "#need-table .open"))
    assert shown == ["w2 w3 in 2", "w3 w4 in 3"]
    assert texts(driver, "#count") == ["2 of 13 needs"]


def test_a_tag_and_a_rank_filter_the_needs(driver: Any) -> None:
    choose(driver, "tag", "odd")
    assert texts(driver, "#count") == ["6 of 13 needs"]
    choose(driver, "band", "split")
    assert texts(driver, "#count") == ["0 of 13 needs"]


def test_ranks_sort_both_ways(driver: Any) -> None:
    cells = "#need-table tbody td:nth-child(4)"

    def ranks() -> list[float]:
        return [float(t) if t.isdigit() else float("inf") for t in texts(driver, cells)]

    assert ranks() == sorted(ranks(), reverse=True)
    press(driver, one(driver, "#need-table thead th:nth-child(4) button"))
    assert ranks() == sorted(ranks())
    assert driver.switch_to.active_element.tag_name == "button"


def test_a_need_opens_and_shows_its_evidence_and_what_ranks_first(driver: Any) -> None:
    one(driver, "#f-text").send_keys("q4")
    opener = one(driver, "#need-table .open")
    opener.send_keys("\n")
    wait_for(driver, "tr.detail .ahead li")
    assert opener.get_attribute("aria-expanded") == "true"
    assert texts(driver, "tr.detail mark.evidence") == ["id4x4"]
    assert texts(driver, "tr.detail .ahead li.gold .chip.gold")
    choose_breadcrumb = one(driver, "tr.detail .matrix button[aria-label^='breadcrumb, vector']")
    press(driver, choose_breadcrumb)
    assert texts(driver, "tr.detail .indexed .prefix")[0].startswith("Title 4 > ")
    opener = one(driver, "#need-table .open")
    press(driver, opener)
    assert not texts(driver, "tr.detail")


def test_a_link_to_a_competitor_opens_its_text_and_the_way_back_closes_it(driver: Any) -> None:
    press(driver, one(driver, "#need-table .open"))
    link = wait_for(driver, "tr.detail .ahead a")
    press(driver, link)
    dialog = wait_for(driver, "dialog[open]")
    assert dialog.is_displayed()
    assert one(driver, "#unit-title").text == link.text
    assert one(driver, "#unit-body pre").text
    driver.back()
    wait_for(driver, "dialog:not([open])")


def test_closing_a_text_leads_back_to_the_need(driver: Any) -> None:
    press(driver, one(driver, "#need-table .open"))
    press(driver, wait_for(driver, "tr.detail .ahead a"))
    wait_for(driver, "dialog[open]")
    one(driver, "#unit-close").click()
    wait_for(driver, "dialog:not([open])")
    assert texts(driver, "tr.detail .ahead")
    assert "#c" not in driver.current_url


def test_a_page_that_is_opened_at_a_text_stays_when_the_text_is_closed(
    shared: Any, page: Path
) -> None:
    shared.get("about:blank")
    shared.get(page.as_uri() + "#c1")
    wait_for(shared, "dialog[open] #unit-body pre")
    one(shared, "#unit-close").click()
    wait_for(shared, "dialog:not([open])")
    assert shared.current_url.endswith("report.html#needs")


STORE = "def search(query, k):\n    return ['d00.md#0-2']\n"
TABLE = '[[ranker]]\nname = "store"\nkind = "tiny_store:search"\ndepth = 3\n'


def test_what_is_not_among_the_known_ranks_is_deeper_than_they_are(
    shared: Any, tmp_path: Path
) -> None:
    (tmp_path / "tiny_store.py").write_text(STORE, encoding="utf-8")
    suite = write_tiny(tmp_path, 'rankers = ["vector", "store"]\n', TABLE)
    (tmp_path / "report.html").write_text(report_html(run_tiny(suite)), encoding="utf-8")
    shared.get("about:blank")
    open_page(shared, tmp_path / "report.html")
    choose(shared, "ranker", "store")
    assert texts(shared, "#need-table tbody td:nth-child(4)") == ["> 3", "> 3"]
    press(shared, one(shared, "#need-table .open"))
    named = wait_for(shared, "tr.detail .matrix button[aria-label*='store']")
    assert named.get_attribute("aria-label").endswith("rank > 3")


def test_hostile_text_is_only_text_when_it_is_unfolded(driver: Any) -> None:
    one(driver, "#f-text").send_keys("needle")
    press(driver, one(driver, "#need-table .open"))
    press(driver, wait_for(driver, "tr.detail .ahead a"))
    wait_for(driver, "dialog[open]")
    assert driver.title == "tiny: where the gold chunks rank"
    assert driver.execute_script("return document.images.length") == 0
    assert (
        EVIL in texts(driver, "#unit-body pre")[0] or EVIL in texts(driver, "#need-table .open")[0]
    )


def test_the_page_is_no_wider_than_a_phone(driver: Any) -> None:
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    press(driver, one(driver, "#need-table .open"))
    wait_for(driver, "tr.detail .ahead a")
    width = driver.execute_script("return document.documentElement.scrollWidth")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert width <= 390


def test_every_field_and_button_has_a_name(driver: Any) -> None:
    press(driver, one(driver, "#need-table .open"))
    wait_for(driver, "tr.detail .ahead a")
    unnamed = driver.execute_script(
        "return [...document.querySelectorAll('button, select, input, a')].filter((e) =>"
        " !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length))"
        ".map((e) => e.outerHTML)"
    )
    assert unnamed == []


def test_without_javascript_needs_plots_and_tables_are_readable(page: Path) -> None:
    with browser(scripts=False) as driver:
        driver.get(page.as_uri())
        assert one(driver, "#static").is_displayed()
        assert not one(driver, "#finder").is_displayed()
        assert one(driver, "svg.plot").is_displayed()
        one(driver, "#static details.need summary").click()
        assert one(driver, "#static details.need .ahead").is_displayed()


def test_a_press_on_a_cell_opens_that_need_under_that_system(driver: Any) -> None:
    from selenium.webdriver import ActionChains

    one(driver, "#f-text").send_keys("nothing has these words")
    cells = one(driver, ".cells")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", cells)
    columns = driver.execute_async_script(
        "const done = arguments[0]; unfold('overview').then(({needs, systems, grid}) =>"
        " done([needs[grid.order[0]][0], systems[grid.columns[0]].join('/')]))"
    )
    query, system = columns
    box = cells.rect
    corner = ActionChains(driver).move_to_element_with_offset(
        cells, int(3 - box["width"] / 2), int(3 - box["height"] / 2)
    )
    corner.perform()
    assert system in one(driver, ".tip").text
    corner.click().perform()
    opened = wait_for(driver, "#need-table [aria-expanded=true]")
    row = opened.find_element("xpath", "./ancestor::tr")
    assert query in row.text
    chunker, variant, ranker = system.split("/")
    assert one(driver, "#f-variant").get_property("value") == variant
    assert one(driver, "#f-ranker").get_property("value") == ranker
    assert one(driver, "#f-chunker").get_property("value") == chunker
    assert not one(driver, ".tip").is_displayed()
