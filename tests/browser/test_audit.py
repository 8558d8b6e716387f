"""The page of an audit in a real browser: decisions by keys and buttons, and names that try to break out."""

import json
import re
import secrets
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from audits import make_issues, make_summary, write_images
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from prism.audit.decisions import apply_decisions
from prism.audit.page import write_page
from prism.audit.tables import write_csv

SCRIPT = "</script><img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"
HOSTILE = [SCRIPT, "=cmd|'/c calc'!A1", '\'@a, b;"c"', "猫\u202e gnp.\n", "-plain"]
CLASSES = ["ant", "bee", *HOSTILE]
# Rows 0, 3, 6 ...: the first image of each class. All of them are suspicious, the first most of all.
WRONG = [3 * number for number in range(len(CLASSES))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of photos with an audit beside them, in which the first image of each class is suspicious."""
    folder = tmp_path_factory.mktemp("audit")
    labels = {}
    for number, name in enumerate(CLASSES):
        for image in range(3):
            # A class becomes a folder here, so no name may have a slash; the file has the rest of the nastiness.
            labels[f"{name.replace('/', '∕')}/{image}{HOSTILE[number % 5].replace('/', '∕')}.png"] = name.replace(
                "/", "∕"
            )
    images = write_images(folder / "photos", labels)
    found: dict[int, dict[str, Any]] = {}
    given = [images.classes[label] for label in images.labels]
    for place, row in enumerate(WRONG):
        found[row] = {
            "is_label_issue": True,
            "label_score": 0.01 * (place + 1),
            "p_given": 0.01,
            "predicted_label": given[(row + 3) % len(given)],
            "predicted_2": given[(row + 6) % len(given)],
            "predicted_3": given[(row + 9) % len(given)],
            "nearest_label_1": given[(row + 3) % len(given)],
        }
    found[WRONG[4]] |= {"is_label_issue": False, "is_outlier": True}
    found[WRONG[5]] |= {"is_label_issue": False, "is_near_duplicate": True, "near_duplicate_of": 0}
    issues = make_issues(images, found)
    write_page(folder / "audit.html", images, issues, make_summary(images, issues, folder=f"{folder}/{SCRIPT}"))
    return folder


@pytest.fixture
def opened(browser: webdriver.Chrome, folder: Path) -> webdriver.Chrome:
    """The page of an audit of its own, because the browser keeps the decisions of earlier tests."""
    written = (folder / "audit.html").read_text(encoding="utf-8")
    (key,) = set(re.findall(r'"audit": ?"([0-9a-f]{16})"', written))
    page = folder / f"audit-{secrets.token_hex(4)}.html"
    page.write_text(written.replace(key, secrets.token_hex(8)), encoding="utf-8")
    browser.get_log("performance")
    browser.get(page.as_uri())
    return browser


def press(opened: webdriver.Chrome, *keys: str) -> None:
    for key in keys:
        ActionChains(opened).send_keys(key).perform()


def cards(opened: webdriver.Chrome) -> list[WebElement]:
    return opened.find_elements(By.CSS_SELECTOR, "#cards .card")


def paths(opened: webdriver.Chrome) -> list[str]:
    return list(opened.execute_script("return list.map((card) => card.path)"))


def made(opened: webdriver.Chrome) -> list[str | None]:
    return [card.get_dom_attribute("data-decision") for card in cards(opened)]


def current(opened: webdriver.Chrome) -> int:
    return [card.get_dom_attribute("aria-current") for card in cards(opened)].index("true")


def progress(opened: webdriver.Chrome) -> str:
    return opened.find_element(By.ID, "progress").text


def choose(opened: webdriver.Chrome, field: str, value: str) -> None:
    Select(opened.find_element(By.NAME, field)).select_by_value(value)


def exported(opened: webdriver.Chrome, folder: Path) -> Path:
    """Export the decisions by a click, and return the file."""
    (folder / "decisions.csv").unlink(missing_ok=True)
    opened.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    opened.find_element(By.ID, "export").click()
    WebDriverWait(opened, 30).until(lambda _: (folder / "decisions.csv").exists())
    return folder / "decisions.csv"


def decide_all(opened: webdriver.Chrome) -> None:
    """Decide about six of the seven images, in every way there is."""
    press(opened, "k", "r", "d", "2", "1", "t")
    opened.find_element(By.ID, "typed").send_keys("=new", Keys.ENTER, Keys.ENTER)
    WebDriverWait(opened, 30).until(lambda _: progress(opened) == "6 of 7 decided")


def test_it_says_nothing_on_the_console(opened: webdriver.Chrome) -> None:
    decide_all(opened)
    assert opened.get_log("browser") == []


def test_it_asks_no_server_for_anything(opened: webdriver.Chrome, folder: Path) -> None:
    messages = [json.loads(entry["message"])["message"] for entry in opened.get_log("performance")]
    asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    assert {url for url in asked if not url.startswith("data:")} == {opened.current_url}


def test_names_are_shown_and_do_not_run(opened: webdriver.Chrome, folder: Path) -> None:
    assert opened.title == f"Label audit: {folder}/{SCRIPT}"
    body = opened.find_element(By.TAG_NAME, "body").text
    assert SCRIPT.replace("/", "∕") in body
    assert "猫\u202e gnp.␊" in body
    assert len(opened.find_elements(By.TAG_NAME, "script")) == 2
    assert opened.find_elements(By.CSS_SELECTOR, "[onerror], img[src='x']") == []


def test_a_script_from_elsewhere_is_refused(opened: webdriver.Chrome) -> None:
    """Even if a name did break out, the page's policy would not let it run."""
    opened.execute_script("""const script = document.createElement("script");
        script.textContent = "document.title = 'broken'"; document.body.append(script);""")
    assert opened.title != "broken"
    assert any("Content Security Policy" in entry["message"] for entry in opened.get_log("browser"))


def test_images_are_shown(opened: webdriver.Chrome) -> None:
    pictures = opened.find_elements(By.CSS_SELECTOR, "img.picture")
    assert len(pictures) >= 7 * (1 + 2 + 2)
    loaded = "return [...document.querySelectorAll('img.picture')].every((one) => one.complete && one.naturalWidth > 0)"
    WebDriverWait(opened, 30).until(lambda _: opened.execute_script(loaded))


def test_keys_decide_and_undo(opened: webdriver.Chrome) -> None:
    press(opened, "k", "r", "d")
    assert made(opened)[:4] == ["keep", "relabel", "drop", None]
    assert current(opened) == 3
    assert progress(opened) == "3 of 7 decided"
    press(opened, "u")
    assert made(opened)[:4] == ["keep", "relabel", None, None]
    assert current(opened) == 2
    press(opened, Keys.ARROW_LEFT, Keys.ARROW_LEFT, "d", "u")
    assert made(opened)[:3] == ["keep", "relabel", None]
    press(opened, "u", "u", "u", "u")
    assert made(opened) == [None] * 7
    assert not opened.find_element(By.ID, "export").is_enabled()


def test_number_keys_choose_among_the_classes_that_fit(opened: webdriver.Chrome) -> None:
    press(opened, "3", "5")  # there is no fifth, so nothing happens
    assert progress(opened) == "1 of 7 decided"
    chosen = "const card = audit.cards[0]; return decisions.get(card.row)[1] === audit.classes[card.fitting[2]]"
    assert opened.execute_script(chosen)


def test_a_new_class_must_be_typed_and_confirmed(opened: webdriver.Chrome) -> None:
    press(opened, "t")
    typed = opened.find_element(By.ID, "typed")
    note = opened.find_element(By.ID, "typing-note")
    typed.send_keys(Keys.ENTER)
    WebDriverWait(opened, 30).until(lambda _: note.text == "Type the name of a class.")
    typed.send_keys("k", Keys.ENTER)
    WebDriverWait(opened, 30).until(lambda _: "No class has this name" in note.text)
    assert progress(opened) == "0 of 7 decided"
    typed.send_keys(Keys.ENTER)
    WebDriverWait(opened, 30).until(lambda _: progress(opened) == "1 of 7 decided")
    assert cards(opened)[0].find_element(By.CSS_SELECTOR, ".decided").text == "Relabelled as k"


def test_buttons_decide(opened: webdriver.Chrome) -> None:
    cards(opened)[1].find_element(By.CSS_SELECTOR, "button.drop").click()
    assert made(opened)[:3] == [None, "drop", None]
    assert cards(opened)[1].find_element(By.CSS_SELECTOR, "button.drop").get_dom_attribute("aria-pressed") == "true"
    opened.find_element(By.ID, "undo").click()
    assert made(opened)[1] is None


def test_the_help_opens_and_closes(opened: webdriver.Chrome) -> None:
    press(opened, "?")
    assert opened.find_element(By.ID, "help").is_displayed()
    press(opened, "d", "?")
    assert not opened.find_element(By.ID, "help").is_displayed()
    assert progress(opened) == "0 of 7 decided"


def test_decisions_outlast_the_visit(opened: webdriver.Chrome) -> None:
    decide_all(opened)
    before = made(opened)

    def are_back(_: object) -> bool:  # a browser that is busy stores them a moment later
        opened.refresh()
        return made(opened) == before

    WebDriverWait(opened, 30).until(are_back)
    assert progress(opened) == "6 of 7 decided"
    press(opened, "u")
    assert progress(opened) == "5 of 7 decided"


def test_decisions_of_another_audit_stay_away(opened: webdriver.Chrome) -> None:
    decide_all(opened)
    page = Path(opened.execute_script("return decodeURIComponent(location.pathname)"))
    key = opened.execute_script("return audit.audit")
    other = page.with_name("other.html")
    other.write_text(page.read_text(encoding="utf-8").replace(key, "0" * 16), encoding="utf-8")
    opened.get(other.as_uri())
    assert progress(opened) == "0 of 7 decided"


def test_the_export_is_what_python_writes(opened: webdriver.Chrome, folder: Path, tmp_path: Path) -> None:
    decide_all(opened)
    state = """return audit.cards.filter((card) => decisions.has(card.row))
        .map((card) => [card.path, audit.classes[card.given], ...decisions.get(card.row)])"""
    rows = opened.execute_script(state)
    assert [row[2] for row in rows] == ["keep", "relabel", "drop", "relabel", "relabel", "relabel"]
    write_csv(tmp_path / "python.csv", pd.DataFrame(rows, columns=["path", "given_label", "decision", "label"]))
    assert exported(opened, folder).read_bytes() == (tmp_path / "python.csv").read_bytes()


def test_the_export_applies(opened: webdriver.Chrome, folder: Path, tmp_path: Path) -> None:
    decide_all(opened)
    said = apply_decisions(exported(opened, folder), folder / "photos", None, tmp_path / "new", None)
    assert "20 images copied, 4 relabelled, 1 dropped" in said
    assert len(list((tmp_path / "new/=new").iterdir())) == 1


def test_names_that_are_no_utf8_are_exported_as_they_are(opened: webdriver.Chrome, tmp_path: Path) -> None:
    text = "a\udce4b\udcff猫"
    script = "return new Blob(asBytes(arguments[0])).arrayBuffer().then((all) => [...new Uint8Array(all)])"
    written = opened.execute_script(script.replace("arguments[0]", json.dumps(text)))
    assert bytes(written) == text.encode("utf-8", "surrogateescape")


def test_an_import_brings_decisions_back(opened: webdriver.Chrome, folder: Path) -> None:
    decide_all(opened)
    before, file = made(opened), exported(opened, folder)
    opened.execute_script("localStorage.clear()")
    opened.refresh()
    assert made(opened) == [None] * 7
    opened.find_element(By.ID, "file").send_keys(str(file))
    WebDriverWait(opened, 30).until(lambda _: progress(opened) == "6 of 7 decided")
    assert made(opened) == before
    assert opened.find_element(By.ID, "message").text == "6 decisions were taken from the file."
    assert exported(opened, folder).read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("path,label\na,b\n", "it needs the columns path, given_label, decision and label"),
        ("path,given_label,decision,label\r\nx.png,ant,drop,\r\n", "1 of its rows do"),
        ('path\n"a"b\n', "a quote in a wrong place"),
    ],
)
def test_an_import_that_does_not_fit(opened: webdriver.Chrome, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "decisions.csv").write_text(text)
    opened.find_element(By.ID, "file").send_keys(str(tmp_path / "decisions.csv"))
    WebDriverWait(opened, 30).until(lambda _: said in opened.find_element(By.ID, "message").text)
    assert progress(opened) == "0 of 7 decided"


def test_filters_and_order(opened: webdriver.Chrome) -> None:
    everything = paths(opened)
    choose(opened, "order", "path")
    assert paths(opened) == sorted(everything) != everything
    choose(opened, "order", "score")
    assert paths(opened) == everything
    for kind, place in {"none fits": 4, "near duplicate": 5}.items():
        choose(opened, "kind", kind)
        assert paths(opened) == [everything[place]]
    choose(opened, "kind", "")
    cards(opened)[2].find_element(By.CSS_SELECTOR, "button.drop").click()
    choose(opened, "decided", "drop")
    assert paths(opened) == [everything[2]]
    choose(opened, "decided", "no")
    assert paths(opened) == everything[:2] + everything[3:]
    opened.find_element(By.CSS_SELECTOR, "#filters button[type=reset]").click()
    WebDriverWait(opened, 30).until(lambda _: paths(opened) == everything)


def test_a_click_on_a_confusion_shows_its_images(opened: webdriver.Chrome) -> None:
    opened.find_element(By.CSS_SELECTOR, "#confusions tbody tr:first-child button").click()
    [given, predicted, count] = opened.execute_script("return audit.confusions[0]")
    found = opened.execute_script("return list.map((card) => [card.given, card.predicted])")
    assert found == [[given, predicted]] * count
    opened.find_element(By.CSS_SELECTOR, "#classes tbody tr:last-child button").click()
    assert opened.execute_script("return list.every((card) => card.given === audit.class_table.at(-1)[0])")


def test_light_and_dark(opened: webdriver.Chrome) -> None:
    def luminance() -> int:
        colour = opened.find_element(By.TAG_NAME, "body").value_of_css_property("background-color")
        return sum(int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])

    before = luminance()
    opened.find_element(By.ID, "theme").click()
    assert abs(luminance() - before) > 600


@pytest.mark.parametrize("width", [400, 800, 1300])
def test_it_can_be_read_at_any_width(opened: webdriver.Chrome, width: int) -> None:
    metrics = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    assert opened.execute_script("return document.documentElement.scrollWidth") == width
    small = """return [...document.querySelectorAll("p, th, td, li, label, button, svg text")].filter((part) => {
        const scale = part.closest("svg") ? part.closest("svg").getBoundingClientRect().width / 380 : 1;
        return part.textContent && scale * parseFloat(getComputedStyle(part).fontSize) < 10 }).length"""
    assert opened.execute_script(small) == 0
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_every_field_has_a_name_for_screen_readers(opened: webdriver.Chrome) -> None:
    # Chromium names what lies in a card below the window only when it comes into sight.
    opened.execute_script(
        "for (const card of document.querySelectorAll('.card')) card.style.contentVisibility = 'visible'"
    )
    fields = opened.find_elements(By.CSS_SELECTOR, "button, select, input:not([hidden]), dialog, article, svg")
    assert [
        field.get_attribute("outerHTML") for field in fields if not field.accessible_name and field.is_displayed()
    ] == []
