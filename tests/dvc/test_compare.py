"""Experiments, metrics and plots show what a change of parameters does to the scores."""

import json
import shutil
from pathlib import Path
from typing import Any

import yaml
from dvc.utils.hydra import apply_overrides
from ruamel.yaml import YAML

from plan import planned_methods
from project import ROOT
from repository import Repository

SCORES = {"precision_at_1", "map_at_r"}


def leaves(content: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """Return the values of nested dictionaries by the path of keys that leads to each."""
    if not isinstance(content, dict):
        return {path: content}
    return {leaf: value for key, inner in content.items() for leaf, value in leaves(inner, (*path, key)).items()}


def test_metrics_show_the_means_of_every_method(finished: Repository) -> None:
    shown = json.loads(finished.run("dvc", "metrics", "show", "--json").stdout)
    (data,) = [file["data"] for file in shown[""]["data"].values()]
    assert {path: value for path, value in leaves(data).items() if not 0 <= value <= 1} == {}
    assert data.keys() == {"mine"}
    assert {name: set(scores) for name, scores in data["mine"]["natural"].items()} == {
        "circle": SCORES,
        "mcl_prism": SCORES,
    }


def test_plots_show_both_curves(finished: Repository) -> None:
    assert "dvc_plots/index.html" in finished.do("dvc plots show")
    page = (finished.folder / "dvc_plots/index.html").read_text()
    for title in ("Precision@1 against iterations", "Precision@1 against the window size"):
        assert title in page
    vega = json.loads(finished.run("dvc", "plots", "show", "iterations", "--show-vega").stdout)
    assert {(point["label"], point["iteration"]) for point in vega["data"]["values"]} == {
        (label, iteration) for label in ("Circle", "PRISM") for iteration in ("0", "2", "4")
    }
    assert {key: vega["encoding"][key]["field"] for key in ("x", "y", "color")} == {
        "x": "iteration",
        "y": "mean",
        "color": "label",
    }


def test_a_plot_without_its_file_does_not_hide_the_other(changed: Repository) -> None:
    shutil.rmtree(changed.folder / "dvc_plots", ignore_errors=True)
    (changed.folder / "dvc.lock").unlink()  # by which DVC would find the file in its cache
    (changed.folder / "results/tiny/figures/window.csv").unlink()
    changed.do("dvc plots show")
    page = (changed.folder / "dvc_plots/index.html").read_text()
    assert "against iterations" in page
    assert "against the window size" not in page


def test_an_experiment_trains_the_changed_method_and_is_compared(changed: Repository) -> None:
    output = changed.do("dvc exp run -S methods.circle.settings.m=0.3")
    assert planned_methods(output) == {"circle"}
    diff = json.loads(changed.run("dvc", "metrics", "diff", "--json").stdout)
    assert {name.rpartition(".")[0] for name in diff["results/tiny/metrics.json"]} == {"mine.natural.circle"}
    changed.do("dvc plots diff HEAD")
    page = (changed.folder / "dvc_plots/index.html").read_text()
    assert all(f'"rev": "{revision}"' in page for revision in ("HEAD", "workspace"))


def test_an_experiment_changes_nothing_else_in_params_yaml(tmp_path: Path) -> None:
    """DVC writes the file anew, in another layout: both readers must find the same values in it."""
    params = Path(shutil.copy(ROOT / "params.yaml", tmp_path))
    apply_overrides(params, ["methods.circle.settings.m=0.3"])
    for read in (yaml.safe_load, YAML(typ="safe").load):
        before, after = (leaves(read(path.read_text())) for path in (ROOT / "params.yaml", params))
        assert {key: after[key] for key in before | after if before.get(key) != after.get(key)} == {
            ("methods", "circle", "settings", "m"): 0.3
        }
