"""What the rendering verbs are told: everything of `params.yaml` that a table, a figure or the report shows."""

from typing import Any

from prism.params.models import METRIC_LABELS, Params, SweepFigure
from prism.params.noise_name import parse_noise
from prism.params.runs import figure_methods, noise_on, split_method, study_runs, table_methods, why_undefined


def table_spec(params: Params, name: str) -> dict[str, Any]:
    table = params.tables[name]
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


def _label(noise: str, one_kind: bool) -> str:
    parsed = parse_noise(noise)
    return f"{parsed.rate:.0%}" if one_kind and parsed.rate else parsed.label


def figure_spec(params: Params, name: str) -> dict[str, Any]:
    figure = params.figures[name]
    return {
        "kind": figure.kind,
        "metric": figure.metric,
        "noise": {dataset: noise_on(params, dataset, figure.noise) for dataset in params.chosen.figures[name]},
        "datasets": {dataset: params.datasets[dataset].title for dataset in params.chosen.figures[name]},
        "methods": figure_methods(params, name),
        "setting": figure.setting if isinstance(figure, SweepFigure) else None,
    }


def report_spec(params: Params) -> dict[str, Any]:
    return {
        "study": params.study,
        "title": params.chosen.title,
        "tables": list(params.chosen.tables),
        "figures": {name: params.figures[name].caption for name in params.chosen.figures},
        "labels": {name: method.label for name, method in params.methods.items()},
        "runs": [run.path for run in study_runs(params)],
    }
