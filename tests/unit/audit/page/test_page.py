"""The page as a file: what it holds, and that nothing in it can break out."""

import json
import re
from pathlib import Path
from typing import Any

from audits import make_issues, make_summary, write_images

from prism.audit.images import Problem
from prism.audit.page import write_page
from prism.audit.page.content import as_script_data, page_content
from prism.audit.summary import AuditSummary, UsedRate

HOSTILE = "</script><script>alert(1)</script> \"'&\n\u2028\u202e"


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_every_image_is_stored_once(tmp_path: Path) -> None:
    images = write_images(tmp_path, {f"{name}/{number}.png": name for name in "ab" for number in range(5)})
    wrong = {row: {"is_label_issue": True, "label_score": 0.1, "predicted_label": "b"} for row in (0, 1)}
    content = page_content(tmp_path / "audit.html", images, make_issues(images, wrong), 200)
    assert len(content["cards"]) == 2
    assert content["cards"][0]["like_given"] == content["cards"][1]["like_given"]
    assert len(content["pictures"]) == 2 + 3 + 3
    assert len(set(content["pictures"])) == 8


def test_two_audits_have_two_checksums(tmp_path: Path) -> None:
    images = write_images(tmp_path, {"a/1.png": "a", "a/2.png": "a"})
    page = tmp_path / "audit.html"
    first = page_content(page, images, make_issues(images, {}), 5)["audit"]
    assert first == page_content(page, images, make_issues(images, {}), 1)["audit"]
    assert first != page_content(page, images, make_issues(images, {0: {"label_score": 0.3}}), 5)["audit"]


def test_an_image_is_linked_from_where_the_page_lies(tmp_path: Path) -> None:
    images = write_images(tmp_path / "photos", {"a b/1#.png": "a b"})
    issues = make_issues(images, {0: {"is_outlier": True}})
    content = page_content(tmp_path / "audit/audit.html", images, issues, 5)
    assert content["cards"][0]["href"] == "../photos/a%20b/1%23.png"


def test_the_given_class_is_no_choice_to_relabel(tmp_path: Path) -> None:
    images = write_images(tmp_path, {"a/1.png": "a", "b/1.png": "b", "c/1.png": "c"})
    found = {0: {"is_outlier": True, "predicted_2": "c", "predicted_3": "b"}}
    [card] = page_content(tmp_path / "audit.html", images, make_issues(images, found), 5)["cards"]
    assert [images.classes[label] for label in card["fitting"]] == ["c", "b"]


def test_names_cannot_end_the_data(tmp_path: Path) -> None:
    text = as_script_data([HOSTILE, "<!--"])
    assert json.loads(text) == [HOSTILE, "<!--"]
    assert not re.search(r"[<>&]|[^ -~]", text)


def test_hostile_names_anywhere(tmp_path: Path) -> None:
    images = write_images(tmp_path, {"a.png": HOSTILE, "b.png": "b"})
    images.problems.append(Problem(HOSTILE, HOSTILE))
    issues = make_issues(images, {0: {"is_label_issue": True, "predicted_label": "b", "label_score": 0.1}})
    named = {"folder": HOSTILE, "labels": HOSTILE, "sha256": {HOSTILE: HOSTILE}, "versions": {HOSTILE: HOSTILE}}
    write_page(tmp_path / "audit.html", images, issues, make_summary(images, issues, **named))
    page = (tmp_path / "audit.html").read_text()
    assert page.count("<script") == page.count("</script>") == 2
    assert HOSTILE in data_of(page)["classes"]


def test_file_names_that_are_no_utf8(tmp_path: Path) -> None:
    images = write_images(tmp_path, {"a/k\udce4se.png": "a"})
    issues = make_issues(images, {0: {"is_outlier": True}})
    write_page(tmp_path / "audit.html", images, issues, make_summary(images, issues, folder="\udce4"))
    card = data_of((tmp_path / "audit.html").read_text())["cards"][0]
    assert card["path"] == "a/k\udce4se.png"
    assert card["href"] == "a/k%E4se.png"


def test_nothing_is_suspicious(tmp_path: Path) -> None:
    images = write_images(tmp_path, {"a/1.png": "a"})
    issues = make_issues(images, {})
    write_page(tmp_path / "audit.html", images, issues, make_summary(images, issues, threshold=None))
    page = (tmp_path / "audit.html").read_text()
    assert "Nothing is suspicious." in page
    assert data_of(page)["cards"] == []


def test_a_rate_that_was_given_is_said_to_be(tmp_path: Path) -> None:
    images = write_images(tmp_path, {"a/1.png": "a"})
    issues = make_issues(images, {})
    rate = UsedRate(value=0.1, source="given", method="given by --noise-rate")
    write_page(tmp_path / "audit.html", images, issues, make_summary(images, issues, noise_rate=rate))
    assert "10.0&nbsp;% of the labels are taken to be wrong" in (tmp_path / "audit.html").read_text()


def test_a_summary_is_read_back(tmp_path: Path) -> None:
    images = write_images(tmp_path, {"a/1.png": "a"})
    summary = make_summary(images, make_issues(images, {}))
    assert AuditSummary.model_validate_json(json.dumps(summary.recorded())) == summary
