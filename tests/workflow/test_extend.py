"""Follow docs/extend.md to the letter, a walk for each thing that can be added."""

import csv
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from archives import write_tar
from project import ROOT, Project
from tiny import write_images

PAGE = (ROOT / "docs/extend.md").read_text(encoding="utf-8")
FILES_BY_HAND = dict(re.findall(r"^\| \[(.+?)\]\(#.+?\) \| .* \| (\d) \|$", PAGE, flags=re.MULTILINE))
GENERATED = {"prism/study/params.schema.json"}
RESULTS = "results/smoke"


@dataclass(frozen=True)
class Walk:
    """The steps that a section of the page asks for."""

    file: str
    code: str
    entries: dict[str, Any]  # to be merged into params.yaml
    command: list[str]


def read_walk(name: str) -> Walk:
    """Read the section that the table of the page links under this name."""
    heading = f"## {name.capitalize()}\n"
    section = PAGE.partition(heading)[2].partition("\n## ")[0]
    (file,) = re.findall(r"Save this as\s+`([\w./]+)`", section)
    (code,) = re.findall(r"```python\n(.*?)```", section, flags=re.DOTALL)
    entries = "".join(re.findall(r"```yaml\n(.*?)```", section, flags=re.DOTALL))
    (command,) = re.findall(r"^    (snakemake .*)$", section, flags=re.MULTILINE)
    return Walk(file, code, yaml.safe_load(entries) or {}, command.split())


def merge(content: dict[str, Any], entries: dict[str, Any]) -> None:
    """Add the entries to the content; mappings that are there already keep their other keys."""
    for key, value in entries.items():
        if isinstance(value, dict) and isinstance(content.get(key), dict):
            merge(content[key], value)
        else:
            assert key not in content, f"the page replaces {key}"
            content[key] = value


def sources(folder: Path) -> dict[str, str]:
    """Return the text of every file that a reader could have edited."""
    paths = [folder / "params.yaml", *(path for part in ("prism", "workflow") for path in (folder / part).rglob("*"))]
    files = [path for path in paths if path.is_file() and not path.is_symlink() and path.suffix != ".pyc"]
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in files}


def follow(project: Project, name: str) -> str:
    """Do what the page says, and return what Snakemake prints; count the files that were touched by hand."""
    walk, before = read_walk(name), sources(project.folder)
    (project.folder / walk.file).write_text(walk.code, encoding="utf-8")
    params = project.folder / "params.yaml"
    if walk.entries:
        content = yaml.safe_load(params.read_text(encoding="utf-8"))
        merge(content, walk.entries)
        params.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8")
    schema = project.run("python", "-m", "prism", "schema")
    assert schema.returncode == 0, schema.stderr
    result = project.run(*walk.command)
    assert result.returncode == 0, result.stderr
    after = sources(project.folder)
    touched = {file for file in after if after[file] != before.get(file)} - GENERATED
    assert touched == {walk.file} | ({"params.yaml"} if walk.entries else set())
    assert len(touched) == int(FILES_BY_HAND[name])
    return result.stderr


def trained_methods(printed: str) -> set[str]:
    """Return the methods that Snakemake trained, by what it printed."""
    return set(re.findall(r"/runs/[^/]+/[^/]+/([^/]+)/seed0/run\.json", printed))


def cells(folder: Path, table: str) -> list[dict[str, str]]:
    """Return the cells of a table."""
    with (folder / f"{table}.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_the_page_has_a_walk_for_everything_that_can_be_added() -> None:
    assert FILES_BY_HAND == {
        "a method": "2", "a dataset": "2", "a noise model": "2", "a metric": "2", "a backbone": "2",
        "a kind of figure": "2", "a claim": "1",
    }  # fmt: skip


def test_a_method(changed: Project) -> None:
    printed = follow(changed, "a method")
    assert trained_methods(printed) == {"triplet"}  # "the new row and nothing else"
    (run,) = changed.folder.glob(f"{RESULTS}/runs/*/smallcluster-25/triplet/seed0/metrics.json")
    assert json.loads(run.read_text())["settings"]["settings"] == {"margin": 0.1}
    assert "\nTriplet &" in (changed.folder / RESULTS / "tables/losses.tex").read_text()


def test_a_dataset(changed: Project) -> None:
    write_images(changed.folder / "made/flowers")
    images = (changed.folder / "made").rglob("*.jpg")
    files = {str(path.relative_to(changed.folder / "made")): path.read_bytes() for path in images}
    write_tar(changed.folder / "flowers.tgz", files)
    follow(changed, "a dataset")
    shown = cells(changed.folder / "results/flowers/tables", "flowers")
    assert [(cell["dataset"], cell["seeds"]) for cell in shown] == [("flowers", "1")] * 2


def test_a_noise_model(changed: Project) -> None:
    printed = follow(changed, "a noise model")
    assert trained_methods(printed) == {"mcl", "mcl_prism"}
    description = json.loads((changed.folder / RESULTS / "noise/glyphs_slice/funnel-30.json").read_text())
    assert description["realised_rate"] == pytest.approx(0.3, abs=0.06)
    assert {cell["noise"] for cell in cells(changed.folder / RESULTS / "tables", "funnel")} == {"funnel-30"}


def test_a_metric(changed: Project) -> None:
    follow(changed, "a metric")
    shown = {cell["metric"]: float(cell["mean"]) for cell in cells(changed.folder / "results/recall/tables", "recall")}
    assert shown["precision_at_1"] <= shown["recall_at_10"] <= 1
    assert "R@10" in (changed.folder / "results/recall/tables/recall.html").read_text()


def test_a_backbone(changed: Project) -> None:
    follow(changed, "a backbone")
    (record,) = changed.folder.glob("results/mobilenet/runs/*/*/mcl/seed0/run.json")
    assert json.loads(record.read_text())["settings"]["network"]["architecture"] == "mobilenet_v3_small"


def test_a_kind_of_figure(changed: Project) -> None:
    printed = follow(changed, "a kind of figure")
    assert trained_methods(printed) == set()
    assert (changed.folder / RESULTS / "figures/final_scores.svg").exists()
    assert [row["label"] for row in cells(changed.folder / RESULTS / "figures", "final_scores")] == [
        "MCL",
        "MCL + PRISM",
    ]


def test_a_claim(changed: Project) -> None:
    printed = follow(changed, "a claim")
    assert trained_methods(printed) == set()
    claims = {row["id"]: row["verdict"] for row in cells(changed.folder / RESULTS, "claims")}
    assert claims["small_cluster_ms"] == "can't tell"  # smoke has one seed
    assert "MCL + PRISM is above MS" in (changed.folder / RESULTS / "report.html").read_text()
