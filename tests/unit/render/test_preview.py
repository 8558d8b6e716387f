"""Render the report of a study of which a part was run, from the files of its runs."""

import json
from pathlib import Path

import pandas as pd
import pytest
from study import ROOT, write_study

from prism.errors import PrismError
from prism.judge.conclusion import conclusion
from prism.render.preview import render_preview
from prism.results.collect import read_metrics_table
from prism.study import Params, load
from prism.study.runs import study_runs


@pytest.fixture(scope="module")
def params() -> Params:
    shipped = load(ROOT / "params.yaml")
    small = {
        "tables": {"symmetric": ["emoji"], "training_time": ["emoji"]},
        "figures": {"headline": ["emoji"], "window": ["emoji"]},
    }
    return shipped.model_copy(update={"studies": {"mini": shipped.studies["mini"].model_copy(update=small)}})


def render(params: Params, results: Path) -> Path:
    return render_preview(params, results, results / "data", results / "logs")


@pytest.fixture(scope="module")
def page(params: Params, tmp_path_factory: pytest.TempPathFactory) -> Path:
    results = tmp_path_factory.mktemp("results")
    write_study(params, results, keep=0.5)
    return render(params, results)


def test_every_part_is_there(page: Path) -> None:
    folder = page.parent
    for name in ("report.html", "report.tex", "claims.csv", "claims.json", "tables/symmetric.tex", "metrics.csv"):
        assert (folder / name).stat().st_size > 0
    assert (folder / "tables/training_time.html").exists()


def test_missing_runs_are_counted_and_named(params: Params, page: Path) -> None:
    text, runs = page.read_text(encoding="utf-8"), study_runs(params)
    half = round(0.5 * len(runs))
    assert len(pd.read_csv(page.with_name("metrics.csv"))) == half
    assert f"{half} of {len(runs)} runs" in text
    assert f"{len(runs) - half} of {len(runs)} runs are missing." in " ".join(text.split())
    assert runs[-1].path in text
    assert "<code>snakemake --config study=mini</code>" in text


def test_the_first_page_is_filled_with_what_was_computed(page: Path) -> None:
    text = " ".join(page.read_text(encoding="utf-8").split())
    claims = json.loads(page.with_name("claims.json").read_text())
    for heading in ("Scope of reproducibility", "Methodology", "Results", "What was easy", "What was difficult"):
        assert f"<h3>{heading}</h3>" in text
    run = sum(claim["verdict"] != "not run" for claim in claims)
    assert f"{len(claims)} of its statements are tested here one by one" in text
    assert f"can speak to {run} of them" in text
    assert "The paper has no scores on these data" in text


def test_the_first_screen_has_the_conclusion_the_verdicts_and_the_headline(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = [
        text.index(part) for part in ('id="glance"', 'class="conclusion"', 'id="figure-headline"', 'id="summary"')
    ]
    assert places == sorted(places)
    verdicts = [claim["verdict"] for claim in json.loads(page.with_name("claims.json").read_text())]
    sentence = conclusion(read_metrics_table(page.with_name("metrics.csv")), verdicts)
    assert f'<p class="conclusion">{sentence}</p>' in text
    for verdict in ("holds", "fails", "not run"):
        assert f'<dt data-verdict="{verdict}"><strong>{verdicts.count(verdict)}</strong> {verdict}</dt>' in text
    assert text.count('id="figure-headline"') == 1
    document = page.with_suffix(".tex").read_text(encoding="utf-8")
    assert document.count("figures/headline.pdf") == 1
    assert document.index("figures/headline.pdf") < document.index("Reproducibility summary")


def test_a_study_without_the_headline_has_none(params: Params, tmp_path: Path) -> None:
    shown = params.studies["mini"].model_copy(update={"figures": {"window": ["emoji"]}})
    without = params.model_copy(update={"studies": {"mini": shown}})
    write_study(without, tmp_path, keep=0.5)
    page = render(without, tmp_path)
    text = page.read_text(encoding="utf-8")
    assert '<p class="conclusion">' in text
    assert "headline" not in text
    assert "headline" not in page.with_suffix(".tex").read_text(encoding="utf-8")


def test_each_run_can_be_followed_back(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "cccccccc" in text  # the commit
    assert "emoji/symmetric-10/coteaching/seed0" in text
    assert "4" * 64 in text  # the lock
    assert "2" * 64 in text  # the features


def test_a_run_of_other_settings_counts_as_missing(params: Params, tmp_path: Path) -> None:
    write_study(params, tmp_path, keep=0.1)
    record = tmp_path / "runs" / study_runs(params)[0].path / "run.json"
    content = json.loads(record.read_text())
    content["settings"]["training"]["iterations"] += 1
    record.write_text(json.dumps(content))
    there = len(list(tmp_path.glob("runs/*/*/*/*")))
    assert len(pd.read_csv(render(params, tmp_path).with_name("metrics.csv"))) == there - 1


def test_a_table_that_was_not_measured_is_named(params: Params, tmp_path: Path) -> None:
    write_study(params, tmp_path, keep=0.1)
    (tmp_path / "timing/training_time/emoji.json").unlink()
    page = render(params, tmp_path)
    assert "training_time: not measured yet." in page.read_text(encoding="utf-8")
    assert not (page.parent / "tables/training_time.html").exists()


def test_a_study_that_has_not_begun_is_reported(params: Params, tmp_path: Path) -> None:
    with pytest.raises(PrismError, match="has no finished run of the study mini: start it with `snakemake"):
        render(params, tmp_path)


def test_rendering_again_gives_the_same_bytes(params: Params, page: Path) -> None:
    before = {path: path.read_bytes() for path in page.parent.rglob("*.*") if path.is_file()}
    render(params, page.parents[1])
    assert {path: path.read_bytes() for path in before} == before
