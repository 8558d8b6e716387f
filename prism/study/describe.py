"""Describe the tables, figures, claims and report of the active study, as the rendering verbs take them."""

from prism.figures.any_figure import AnyFigureSpec
from prism.figures.entry import FigureEntry
from prism.metrics.registry import metric_label
from prism.noise.name import parse_noise
from prism.study.deviations import deviations
from prism.study.params import Params, Table
from prism.study.runs import (
    figure_methods,
    figure_seeds,
    noise_on,
    split_method,
    study_runs,
    table_methods,
    table_noise,
    variant,
    why_undefined,
)
from prism.study.specs import ClaimsSpec, Column, ReportSpec, Row, TableSpec, TimingSpec
from prism.study.timings import timing_tables


def table_spec(params: Params, name: str) -> TableSpec:
    """Describe a table of scores."""
    table = params.tables[name]
    assert isinstance(table, Table)
    datasets, noises = params.active_study.tables[name], table_noise(params, name)
    rows = [
        Row(
            method=method,
            label=label,
            group=params.methods[split_method(method)[0]].group,
            undefined={
                noise_on(params, dataset, noise): why
                for dataset in datasets
                for noise in noises
                if (why := why_undefined(params, method, noise))
            },
        )
        for label, method in table_methods(params, table).items()
    ]
    one_kind = len({parse_noise(noise).kind for noise in noises}) == 1
    columns = [
        Column(
            dataset=dataset,
            noise=noise_on(params, dataset, noise),
            metric=metric,
            head=f"{params.datasets[dataset].title}, {metric_label(metric)}",
            label=_noise_label(noise, one_kind),
        )
        for dataset in datasets
        for metric in table.metrics
        for noise in noises
    ]
    return TableSpec(caption=table.caption, rows=rows, columns=columns, noise_per_seed=params.noise.per_seed)


def timing_spec(params: Params, name: str) -> TimingSpec:
    """Describe a table of training time."""
    table = timing_tables(params)[name]
    rows = [
        Row(method=method, label=label, group=params.methods[split_method(method)[0]].group)
        for label, method in table_methods(params, table).items()
    ]
    return TimingSpec(
        caption=table.caption,
        rows=rows,
        baseline=variant(params, *split_method(table.baseline)),
        noise={dataset: noise_on(params, dataset, table.noise) for dataset in params.active_study.tables[name]},
        titles={dataset: entry.title for dataset, entry in params.datasets.items()},
    )


def _noise_label(noise: str, one_kind: bool) -> str:
    """Return the head of a column: the rate alone if all columns have one kind of noise."""
    parsed = parse_noise(noise)
    return f"{parsed.rate:.0%}" if one_kind and parsed.rate else parsed.label


def figure_spec(params: Params, name: str) -> AnyFigureSpec:
    """Describe a figure. Its caption is left out, so that editing the caption does not draw the figure again."""
    entry, datasets = params.figures[name], params.active_study.figures[name]
    noise = entry.shown_noise()
    return AnyFigureSpec(
        entry=entry.model_copy(update={"caption": ""}),
        datasets={dataset: params.datasets[dataset].title for dataset in datasets},
        noise={dataset: noise_on(params, dataset, noise) for dataset in datasets} if noise else {},
        methods=figure_methods(params, name),
        seeds=figure_seeds(params, name),
        noise_per_seed=params.noise.per_seed,
    )


def report_spec(params: Params) -> ReportSpec:
    """Describe the report."""
    names = claims_spec(params)
    return ReportSpec(
        study=params.study,
        title=params.active_study.title,
        tables=list(params.active_study.tables),
        figures={name: _caption_and_note(params.figures[name]) for name in params.active_study.figures},
        methods=names.methods,
        datasets=names.datasets,
        runs=[run.path for run in study_runs(params)],
        deviations=deviations(params),
    )


def claims_spec(params: Params) -> ClaimsSpec:
    """Return the names by which the claims call methods and datasets."""
    return ClaimsSpec(
        methods={name: method.label for name, method in params.methods.items()},
        datasets={name: dataset.title for name, dataset in params.datasets.items()},
    )


def _caption_and_note(figure: FigureEntry) -> str:
    return f"{figure.caption} {figure.note}".rstrip()
