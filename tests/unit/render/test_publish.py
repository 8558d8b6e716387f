from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.render.publish import BEGIN, END, publish_study, with_results

HEAD = "method,noise,metric,mean,cell,seeds,seconds_per_1000_iterations\n"
SYMMETRIC = HEAD + (
    "mcl,symmetric-10,precision_at_1,0.5,50.0 ± 1.0,3,5.25\nmcl,symmetric-10,map_at_r,0.4,40.0 ± 2.0,3,5.25\n"
)
SMALL_CLUSTER = HEAD + ("mcl,smallcluster-25,precision_at_1,0.3,30.0,1,4\nmcl,smallcluster-25,map_at_r,,not run,0,\n")
METRICS = (
    "dataset,noise,method,seed,precision_at_1\nemoji,symmetric-10,mcl,0,0.5\nemoji,symmetric-10,mcl_prism,0,0.53\n"
)
CLAIMS = "id,verdict\na,holds\nb,not run\n"
CONCLUSION = (
    "MCL + PRISM is above MCL in 1 of 1 comparison (P@1, 1 noise), by 3.0 points, from one seed each; of the 1"
    " statement of the paper that this study can test, 1 holds, 0 fail and 0 stay open."
)
TABLE = """\
| P@1 / MAP@R (%) | symmetric-10 | smallcluster-25 |
|---|---|---|
| `mcl` | 50.0 ± 1.0 / 40.0 ± 2.0 | 30.0 / not run |
"""
OVERVIEW = f"**{CONCLUSION}**\n\n{TABLE.replace('`mcl`', 'MCL')}"
PAGE_TABLE = """\
| noise | P@1 (%) | MAP@R (%) | seeds | s per 1,000 iterations |
|---|---|---|---|---|
| symmetric-10 | 50.0 ± 1.0 | 40.0 ± 2.0 | 3 | 5.2 |
| smallcluster-25 | 30.0 | not run | 1 | 4.0 |
"""
MARKED = f"Before\n{BEGIN}\nold\n{END}\nAfter\n"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    files = {
        "tables/symmetric.csv": SYMMETRIC,
        "tables/small_cluster.csv": SMALL_CLUSTER,
        "tables/training_time.csv": "source,dataset,method,ratio\nours,emoji,mcl,1.0\n",
        "tables/symmetric.tex": "tex",
        "timing/training_time/emoji.json": "{}",
        "figures/window.svg": "svg",
        "noise/emoji/symmetric-10.json": "{}",
        "noise/emoji/symmetric-10.parquet": "large",
        "runs/a/model.safetensors": "large",
        "metrics.csv": METRICS,
        "claims.csv": CLAIMS,
        "report.pdf": "p",
        "report.html": "<p>",
    }
    for name, text in files.items():
        (tmp_path / "results" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "results" / name).write_text(text)
    return tmp_path / "results"


@pytest.fixture
def readme(tmp_path: Path) -> Path:
    path = tmp_path / "README.md"
    path.write_text(MARKED)
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "results.md"
    path.write_text(MARKED)
    return path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/mcl.md").write_text(MARKED)
    return tmp_path / "pages"


def test_results_stand_between_the_marks(results: Path, readme: Path, table: Path) -> None:
    for document, found in ((readme, OVERVIEW), (table, TABLE)):
        expected = f"Before\n{BEGIN}\n{found}{END}\nAfter\n"
        assert with_results(document, results) == expected
        document.write_text(expected)
        assert with_results(document, results) == expected


def test_the_picture_is_a_link_from_the_document_to_the_report(results: Path, readme: Path) -> None:
    (results / "figures/headline.svg").write_text("svg")
    text = with_results(readme, results)
    assert '<a href="results/report.html"><img src="results/figures/headline.svg" width="460"' in text


def test_the_page_of_a_method_has_its_own_rows(results: Path, pages: Path) -> None:
    assert with_results(pages / "mcl.md", results) == f"Before\n{BEGIN}\n{PAGE_TABLE}{END}\nAfter\n"


def test_the_page_of_a_method_that_the_study_lacks_says_so(results: Path, pages: Path) -> None:
    (pages / "ms.md").write_text(MARKED)
    assert f"{BEGIN}\nThe published study has no run of it.\n{END}" in with_results(pages / "ms.md", results)


WITHOUT_MARKS = ["", "neither", f"{BEGIN}\nno end", f"no beginning\n{END}", f"{END}\nturned round\n{BEGIN}\n"]


@pytest.mark.parametrize("text", WITHOUT_MARKS)
def test_missing_marks_are_reported_in_one_sentence(results: Path, readme: Path, text: str) -> None:
    readme.write_text(text)
    with pytest.raises(PrismError, match=f"README.md has no lines {BEGIN} and {END}: put them where .*\\.$"):
        with_results(readme, results)


def test_what_is_small_is_copied(results: Path, readme: Path, table: Path, pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "report"
    (output / "tables").mkdir(parents=True)
    (output / "tables/old.csv").write_text("of an earlier study")
    publish_study(results, output, readme, table, pages)
    copied = sorted(str(path.relative_to(output)) for path in output.rglob("*") if path.is_file())
    assert copied == [
        "claims.csv",
        "figures/window.svg",
        "metrics.csv",
        "noise/emoji/symmetric-10.json",
        "report.html",
        "report.pdf",
        "tables/small_cluster.csv",
        "tables/symmetric.csv",
        "tables/symmetric.tex",
        "tables/training_time.csv",
        "timing/training_time/emoji.json",
    ]
    assert OVERVIEW in readme.read_text()
    assert TABLE in table.read_text()
    assert PAGE_TABLE in (pages / "mcl.md").read_text()


def test_an_unfinished_study_is_not_published(
    results: Path, readme: Path, table: Path, pages: Path, tmp_path: Path
) -> None:
    (results / "report.html").unlink()
    with pytest.raises(PrismError, match=r"report\.html does not exist"):
        publish_study(results, tmp_path / "report", readme, table, pages)
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize("text", [None, "no marks"])
def test_a_readme_that_cannot_be_written_leaves_the_old_copy(
    results: Path, table: Path, tmp_path: Path, text: str | None
) -> None:
    (tmp_path / "report").mkdir()
    (tmp_path / "report/metrics.csv").write_text("old")
    if text is not None:
        (tmp_path / "README.md").write_text(text)
    with pytest.raises(PrismError):
        publish_study(results, tmp_path / "report", tmp_path / "README.md", table, tmp_path / "pages")
    assert (tmp_path / "report/metrics.csv").read_text() == "old"


def test_a_page_without_marks_leaves_the_old_copy(
    results: Path, readme: Path, table: Path, pages: Path, tmp_path: Path
) -> None:
    (pages / "ms.md").write_text("no marks")
    with pytest.raises(PrismError, match=r"ms\.md has no lines"):
        publish_study(results, tmp_path / "report", readme, table, pages)
    assert readme.read_text() == MARKED
    assert not (tmp_path / "report").exists()
