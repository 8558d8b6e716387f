from pathlib import Path

import pytest

from prism.errors import PrismError
from prism.render.publish import BEGIN, END, all_methods_table, publish_study, with_results

HEAD = "method,noise,metric,cell,seeds,seconds_per_1000_iterations\n"
SYMMETRIC = HEAD + "mcl,symmetric-10,precision_at_1,50.0 ± 1.0,3,5.25\nmcl,symmetric-10,map_at_r,40.0 ± 2.0,3,5.25\n"
SMALL_CLUSTER = HEAD + "mcl,smallcluster-25,precision_at_1,30.0,1,4\nmcl,smallcluster-25,map_at_r,not run,0,\n"
TABLE = """\
| P@1 / MAP@R (%) | symmetric-10 | smallcluster-25 |
|---|---|---|
| `mcl` | 50.0 ± 1.0 / 40.0 ± 2.0 | 30.0 / not run |
"""
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
        "metrics.csv": "a",
        "claims.csv": "b",
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
def pages(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/mcl.md").write_text(MARKED)
    return tmp_path / "pages"


def test_the_table_has_a_row_a_method_and_a_column_a_noise(results: Path) -> None:
    assert all_methods_table(results) == TABLE


def test_a_method_may_be_in_one_table_only(results: Path) -> None:
    with (results / "tables/symmetric.csv").open("a") as stream:
        stream.write("contrastive,symmetric-10,precision_at_1,20.0,1,1\ncontrastive,symmetric-10,map_at_r,10.0,1,1\n")
    assert "| `contrastive` | 20.0 / 10.0 |" in all_methods_table(results)


def test_the_table_stands_between_the_marks(results: Path, readme: Path) -> None:
    expected = f"Before\n{BEGIN}\n{TABLE}{END}\nAfter\n"
    assert with_results(readme, results) == expected
    readme.write_text(expected)
    assert with_results(readme, results) == expected


def test_the_page_of_a_method_has_its_own_rows(results: Path, pages: Path) -> None:
    assert with_results(pages / "mcl.md", results) == f"Before\n{BEGIN}\n{PAGE_TABLE}{END}\nAfter\n"


WITHOUT_MARKS = ["", "neither", f"{BEGIN}\nno end", f"no beginning\n{END}", f"{END}\nturned round\n{BEGIN}\n"]


@pytest.mark.parametrize("text", WITHOUT_MARKS)
def test_missing_marks_are_reported_in_one_sentence(results: Path, readme: Path, text: str) -> None:
    readme.write_text(text)
    with pytest.raises(PrismError, match=f"README.md has no lines {BEGIN} and {END}: put them where .*\\.$"):
        with_results(readme, results)


def test_what_is_small_is_copied(results: Path, readme: Path, pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "report"
    (output / "tables").mkdir(parents=True)
    (output / "tables/old.csv").write_text("of an earlier study")
    publish_study(results, output, readme, pages)
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
    assert readme.read_text() == f"Before\n{BEGIN}\n{TABLE}{END}\nAfter\n"
    assert PAGE_TABLE in (pages / "mcl.md").read_text()


def test_an_unfinished_study_is_not_published(results: Path, readme: Path, pages: Path, tmp_path: Path) -> None:
    (results / "report.html").unlink()
    with pytest.raises(PrismError, match=r"report\.html does not exist"):
        publish_study(results, tmp_path / "report", readme, pages)
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize("text", [None, "no marks"])
def test_a_readme_that_cannot_be_written_leaves_the_old_copy(results: Path, tmp_path: Path, text: str | None) -> None:
    (tmp_path / "report").mkdir()
    (tmp_path / "report/metrics.csv").write_text("old")
    if text is not None:
        (tmp_path / "README.md").write_text(text)
    with pytest.raises(PrismError):
        publish_study(results, tmp_path / "report", tmp_path / "README.md", tmp_path / "pages")
    assert (tmp_path / "report/metrics.csv").read_text() == "old"


def test_a_page_without_marks_leaves_the_old_copy(results: Path, readme: Path, pages: Path, tmp_path: Path) -> None:
    (pages / "ms.md").write_text("no marks")
    with pytest.raises(PrismError, match=r"ms\.md has no lines"):
        publish_study(results, tmp_path / "report", readme, pages)
    assert readme.read_text() == MARKED
    assert not (tmp_path / "report").exists()
