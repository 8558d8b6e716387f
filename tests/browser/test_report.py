"""The report of a half-finished study in a real browser, with names that a user might choose."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from study import ROOT, write_study

from prism.render.preview import render_preview
from prism.study import Params, load

NASTY = "<script>document.title = 'broken'</script> & 100% _a_ 猫"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    content = load(ROOT / "params.yaml").model_dump(mode="json", exclude_none=True)
    content["study"] = "laptop"
    content["studies"]["laptop"] |= {
        "tables": {"symmetric": ["cub"], "training_time": ["sop"]},
        "figures": {"headline": ["cub"], "iterations": ["cub"], "p_clean": ["cub"]},
        "title": NASTY,
    }
    content["datasets"]["cub"]["title"] = content["methods"]["coteaching"]["label"] = NASTY
    params = Params.model_validate(content)
    write_study(params, folder, keep=0.8)
    return render_preview(params, folder, folder / "data", folder / "logs")


@pytest.fixture
def opened(browser: webdriver.Chrome, page: Path) -> webdriver.Chrome:
    browser.get(page.as_uri())
    browser.execute_script("localStorage.clear()")
    browser.get_log("performance")
    browser.get(page.as_uri())
    return browser


def table(opened: webdriver.Chrome) -> WebElement:
    return opened.find_element(By.ID, "table-symmetric")


def column(opened: webdriver.Chrome, number: int) -> list[str]:
    """Return the texts of a column of the first table, from top to bottom, without the rows beyond the paper."""
    rows = table(opened).find_elements(By.CSS_SELECTOR, "tbody:not(.beyond) tr:not(.group)")
    return [row.find_elements(By.CSS_SELECTOR, "th, td")[number].text for row in rows]


def numbers(texts: list[str]) -> list[float]:
    return [float(text.split()[0]) for text in texts if text[:1].isdigit() or text[:1] in "+-"]


def show(opened: webdriver.Chrome, view: str) -> None:
    opened.find_element(By.CSS_SELECTOR, f'input[name="view"][value="{view}"]').click()


def test_it_says_nothing_on_the_console(opened: webdriver.Chrome) -> None:
    assert opened.get_log("browser") == []


def test_it_asks_no_server_for_anything(opened: webdriver.Chrome, page: Path) -> None:
    messages = [json.loads(entry["message"])["message"] for entry in opened.get_log("performance")]
    asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    assert {url for url in asked if not url.startswith("data:")} == {page.as_uri()}


def test_names_are_shown_as_they_are(opened: webdriver.Chrome) -> None:
    assert opened.title == f"PRISM, reproduced: {NASTY}"
    assert NASTY in column(opened, 0)
    assert opened.find_elements(By.CSS_SELECTOR, "script:not(:last-of-type)") == []


def test_a_column_sorts_and_its_order_comes_back(opened: webdriver.Chrome) -> None:
    given = column(opened, 1)
    head = table(opened).find_elements(By.CSS_SELECTOR, "tr.keys th")[1]
    button = head.find_element(By.TAG_NAME, "button")
    button.click()
    assert numbers(column(opened, 1)) == sorted(numbers(given), reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    button.click()
    assert numbers(column(opened, 1)) == sorted(numbers(given))
    button.click()
    assert column(opened, 1) == given
    assert head.get_attribute("aria-sort") == "none"


def test_what_is_beyond_the_paper_stays_below_whatever_is_sorted(opened: webdriver.Chrome) -> None:
    table(opened).find_element(By.CSS_SELECTOR, "tr.keys button").click()
    last = [row.text for row in table(opened).find_elements(By.TAG_NAME, "tr")[-4:]]
    assert last[0] == "Beyond the paper"
    assert last[1].startswith("Soft Triple + PRISM, R estimated")
    assert last[2].startswith("MCL + PRISM, R estimated")
    assert last[3].startswith("MCL on truly clean labels (oracle)")


def test_what_was_not_run_is_last_whichever_way_it_is_sorted(opened: webdriver.Chrome) -> None:
    button = table(opened).find_elements(By.CSS_SELECTOR, "tr.keys button")[3]
    for _ in range(2):
        button.click()
        assert column(opened, 3)[-1] == "not run"
        assert column(opened, 3)[0] != "not run"


def test_the_switch_shows_the_papers_and_the_difference(opened: webdriver.Chrome) -> None:
    ours = numbers(column(opened, 1))
    show(opened, "paper")
    assert numbers(column(opened, 1))[:2] == [53.74, 53.31]  # Table 1: Co-teaching and Co-teaching+ on CUB at 10 %
    assert opened.find_element(By.CSS_SELECTOR, ".of-paper").get_attribute("open") is not None
    show(opened, "difference")
    assert numbers(column(opened, 1))[0] == pytest.approx(ours[0] - 53.74, abs=0.11)
    show(opened, "best")
    assert numbers(column(opened, 1)) != ours
    show(opened, "all")
    assert column(opened, 1)[0].splitlines()[2] == "53.74"  # below ours and the best on test


def test_a_choice_outlasts_the_visit(opened: webdriver.Chrome) -> None:
    show(opened, "paper")
    opened.refresh()
    assert numbers(column(opened, 1))[0] == 53.74


def test_light_and_dark(opened: webdriver.Chrome) -> None:
    def luminance() -> int:
        colour = opened.find_element(By.TAG_NAME, "body").value_of_css_property("background-color")
        return sum(int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])

    before = luminance()
    opened.find_element(By.ID, "theme").click()
    assert abs(luminance() - before) > 600


def test_the_keyboard_reaches_everything(opened: webdriver.Chrome) -> None:
    opened.find_element(By.CSS_SELECTOR, 'input[name="view"]').send_keys(Keys.ARROW_RIGHT)
    assert opened.find_element(By.TAG_NAME, "html").get_attribute("data-view") == "best"
    given = column(opened, 0)
    table(opened).find_element(By.CSS_SELECTOR, "tr.keys button").send_keys(Keys.ENTER)
    assert column(opened, 0) == sorted(given, key=str.casefold) != given


def test_every_link_leads_to_a_place_in_the_page(opened: webdriver.Chrome) -> None:
    links = [link.get_dom_attribute("href") for link in opened.find_elements(By.TAG_NAME, "a")]
    ids = {part.get_dom_attribute("id") for part in opened.find_elements(By.CSS_SELECTOR, "[id]")}
    assert len(links) > 30
    assert {link for link in links if link and link.removeprefix("#") not in ids} == set()


def test_a_number_leads_to_its_runs(opened: webdriver.Chrome) -> None:
    link = table(opened).find_element(By.CSS_SELECTOR, "td a")
    opened.execute_script("arguments[0].click()", link)
    runs = opened.find_element(By.ID, str(link.get_dom_attribute("href")).removeprefix("#"))
    assert runs.is_displayed()
    assert "cub/authors-symmetric-10/coteaching/seed0" in runs.text


def test_what_is_missing_is_said_with_the_command_that_makes_it(opened: webdriver.Chrome) -> None:
    missing = opened.find_element(By.ID, "missing").text
    assert "snakemake --config study=laptop makes them all" in missing
    assert "p_clean: not drawn" in opened.find_element(By.ID, "figures").text


@pytest.mark.parametrize("width", [400, 1600])
def test_it_can_be_read_at_any_width(opened: webdriver.Chrome, width: int) -> None:
    """Wide tables scroll within the page; the page itself does not, and nothing else is wider than it."""
    metrics = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    assert opened.execute_script("return document.documentElement.scrollWidth") == width
    small = """return [...document.querySelectorAll("p, th, td, li, label")].filter(
        (part) => part.innerText && parseFloat(getComputedStyle(part).fontSize) < 12).length"""
    assert opened.execute_script(small) == 0
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize(("width", "beside"), [(400, False), (1300, True)])
def test_the_headline_stands_beside_the_verdicts_where_there_is_room(
    opened: webdriver.Chrome, width: int, beside: bool
) -> None:
    metrics = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    verdicts = opened.find_element(By.CSS_SELECTOR, "#glance .verdicts").rect
    headline = opened.find_element(By.CSS_SELECTOR, "#glance img").rect
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert (headline["x"] > verdicts["x"] + verdicts["width"]) == beside
    assert (headline["y"] > verdicts["y"] + verdicts["height"]) != beside
    assert 300 < headline["width"] <= width


def test_it_prints(opened: webdriver.Chrome) -> None:
    printed: dict[str, Any] = opened.execute_cdp_cmd("Page.printToPDF", {})
    assert base64.b64decode(printed["data"]).startswith(b"%PDF")
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not opened.find_element(By.CSS_SELECTOR, ".controls").is_displayed()
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
