"""What the rendering verbs are told: everything of `params.yaml` that a table, a figure or the report shows."""

from typing import Any

from prism.params.models import METRIC_LABELS, Params, SweepFigure
from prism.params.noise_name import parse_noise
from prism.params.runs import figure_methods, study_runs, why_undefined


def table_spec(params: Params, name: str) -> dict[str, Any]:
    table = params.tables[name]
    rows = [
        {
            "method": method,
            "label": params.methods[method].label,
            "group": params.methods[method].group,
            "undefined": {noise: why for noise in table.noise if (why := why_undefined(params, method, noise))},
        }
        for method in table.rows
    ]
    one_kind = len({parse_noise(noise).kind for noise in table.noise}) == 1
    columns = [
        {
            "dataset": dataset,
            "noise": noise,
            "metric": metric,
            "head": f"{params.datasets[dataset].title}, {METRIC_LABELS[metric]}",
            "label": f"{parse_noise(noise).rate:.0%}" if one_kind else parse_noise(noise).label,
        }
        for dataset in params.chosen.datasets
        for metric in table.metrics
        for noise in table.noise
    ]
    return {"caption": table.caption, "rows": rows, "columns": columns}


def figure_spec(params: Params, name: str) -> dict[str, Any]:
    figure = params.figures[name]
    return {
        "kind": figure.kind,
        "metric": figure.metric,
        "noise": figure.noise,
        "datasets": {key: params.datasets[key].title for key in params.chosen.datasets},
        "methods": figure_methods(params, name),
        "setting": figure.setting if isinstance(figure, SweepFigure) else None,
    }


def report_spec(params: Params) -> dict[str, Any]:
    return {
        "study": params.study,
        "title": params.chosen.title,
        "tables": params.chosen.tables,
        "figures": {name: params.figures[name].caption for name in params.chosen.figures},
        "labels": {name: method.label for name, method in params.methods.items()},
        "runs": [run.path for run in study_runs(params)],
    }
