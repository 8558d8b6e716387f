"""Chromium without a window, for the tests of pages."""

import shutil
from collections.abc import Iterator

import pytest
from selenium import webdriver


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    """A browser that logs what a page says and what it asks for."""
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("Chromium and its driver are not installed")
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    options.binary_location = binary
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield chrome
    chrome.quit()
