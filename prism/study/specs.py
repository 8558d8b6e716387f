"""What the rendering verbs are told: everything of `params.yaml` that a table, a figure or the report shows."""

from typing import Any

from prism.metrics.labels import METRIC_LABELS
from prism.noise.name import parse_noise
from prism.study.deviations import deviations
from prism.study.figures import FigureEntry, RunsFigure
from prism.study.params import Params, Table
from prism.study.runs import (
    figure_methods,
    figure_runs,
    figure_seeds,
    noise_on,
    split_method,
    study_runs,
    table_methods,
    variant,
    why_undefined,
)
from prism.study.timings import timing_tables


def table_spec(params: Params, name: str) -> dict[str, Any]:
    table = params.tables[name]
    assert isinstance(table, Table)
    rows = [
        {
            "method": method,
            "label": label,
            "group": params.methods[split_method(method)[0]].group,
            "undefined": {
                noise_on(params, dataset, noise): why
                for dataset in params.chosen.tables[name]
                for noise in table.noise
                if (why := why_undefined(params, method, noise))
            },
        }
        for label, method in table_methods(params, table).items()
    ]
    one_kind = len({parse_noise(noise).kind for noise in table.noise}) == 1
    columns = [
        {
            "dataset": dataset,
            "noise": noise_on(params, dataset, noise),
            "metric": metric,
            "head": f"{params.datasets[dataset].title}, {METRIC_LABELS[metric]}",
            "label": _label(noise, one_kind),
        }
        for dataset in params.chosen.tables[name]
        for metric in table.metrics
        for noise in table.noise
    ]
    return {"caption": table.caption, "rows": rows, "columns": columns}


def timing_spec(params: Params, name: str) -> dict[str, Any]:
    table = timing_tables(params)[name]
    rows = [
        {"method": method, "label": label, "group": params.methods[split_method(method)[0]].group}
        for label, method in table_methods(params, table).items()
    ]
    return {
        "caption": table.caption,
        "rows": rows,
        "baseline": variant(params, *split_method(table.baseline)),
        "noise": {dataset: noise_on(params, dataset, table.noise) for dataset in params.chosen.tables[name]},
        "titles": {dataset: entry.title for dataset, entry in params.datasets.items()},
    }


def _label(noise: str, one_kind: bool) -> str:
    parsed = parse_noise(noise)
    return f"{parsed.rate:.0%}" if one_kind and parsed.rate else parsed.label


def figure_spec(params: Params, name: str) -> dict[str, Any]:
    figure = params.figures[name]
    datasets = params.chosen.figures[name]
    noise = {d: noise_on(params, d, figure.noise) for d in datasets} if isinstance(figure, RunsFigure) else {}
    return {
        "kind": figure.kind,
        "datasets": {dataset: params.datasets[dataset].title for dataset in datasets},
        "noise": noise,
        "methods": figure_methods(params, name),
        "seeds": figure_seeds(params, name),
        **figure.model_dump(include={"metric", "setting", "count"}),
    }


def figure_files(params: Params, name: str, results: str, data: str) -> list[str]:
    """What a figure is drawn from, below the study's folder `results` and below `data`."""
    datasets = params.chosen.figures[name]
    runs = figure_runs(params, name)
    noises = dict.fromkeys(f"{run.dataset}/{run.noise}" for run in runs)
    files = {
        "curves": [f"{results}/curves.csv"],
        "p_clean": [
            *(f"{results}/runs/{run.path}/p_clean.parquet" for run in runs),
            *(f"{results}/noise/{noise}.parquet" for noise in noises),
        ],
        "index": [f"{data}/{dataset}/index.parquet" for dataset in datasets],
        "images": [f"{data}/{dataset}/images.bin" for dataset in datasets],
    }
    return [file for source in params.figures[name].sources for file in files[source]]


def report_spec(params: Params) -> dict[str, Any]:
    return {
        "study": params.study,
        "title": params.chosen.title,
        "tables": list(params.chosen.tables),
        "figures": {name: _below(params.figures[name]) for name in params.chosen.figures},
        "methods": {name: method.label for name, method in params.methods.items()},
        "datasets": {name: dataset.title for name, dataset in params.datasets.items()},
        "runs": [run.path for run in study_runs(params)],
        "deviations": deviations(params),
    }


def claims_spec(params: Params) -> dict[str, Any]:
    return {key: report_spec(params)[key] for key in ("methods", "datasets")}


def _below(figure: FigureEntry) -> str:
    """What a figure says, and what its kind has to add."""
    return f"{figure.caption} {figure.note}".rstrip()
