"""The jobs that render tables, figures, claims and the report; their rules are in workflow/rules/render.smk."""

from prism.study.code_digest import modules_in
from prism.study.describe import claims_spec, figure_spec, report_spec, table_spec, timing_spec
from prism.study.graph.context import StudyContext
from prism.study.graph.job import File, Inputs, Job
from prism.study.runs import figure_runs
from prism.study.timings import timing_tables

PAPER_VALUES = File("prism/judge/paper_values.yaml")
# Their labels stand in tables, figures, claims and the report, which find them by name.
LABELLED = [*modules_in("prism.noise.models"), *modules_in("prism.metrics.scores")]
TEMPLATES = [File(f"prism/render/templates/{name}") for name in ("page.html", "page.css", "page.js", "report.tex")]


def table(context: StudyContext, table: str) -> Job:
    """Return the job that renders one table of scores."""
    return context.job(
        "table",
        {"table": table},
        inputs={"metrics": context.output("collect", "metrics"), "paper": PAPER_VALUES},
        code=["prism.render.tables", *LABELLED],
        settings=table_spec(context.params, table),
    )


def timing_table(context: StudyContext, table: str) -> Job:
    """Return the job that renders one table of training time."""
    return context.job(
        "timing_table",
        {"table": table},
        inputs={"measured": _measured(context, table), "paper": PAPER_VALUES},
        code=["prism.render.timing_table"],
        settings=timing_spec(context.params, table),
    )


def figure(context: StudyContext, figure: str) -> Job:
    """Return the job that draws one figure."""
    entry = context.params.figures[figure]
    return context.job(
        "figure",
        {"figure": figure},
        inputs={source: _figure_inputs(context, figure, source) for source in entry.sources},
        code=["prism.figures.render", f"prism.figures.{entry.kind}", *LABELLED],
        settings=figure_spec(context.params, figure),
    )


def claims(context: StudyContext) -> Job:
    """Return the job that tests the paper's statements."""
    tables = timing_tables(context.params)
    return context.job(
        "claims",
        {},
        inputs={
            "metrics": context.output("collect", "metrics"),
            "measured": [file for table in tables for file in _measured(context, table)],
            "paper": PAPER_VALUES,
        },
        code=["prism.judge.claims.write", *modules_in("prism.judge.claims.statements"), *LABELLED],
        settings=claims_spec(context.params),
    )


def report(context: StudyContext) -> Job:
    """Return the job that puts everything into one page."""
    return context.job(
        "report",
        {},
        inputs={
            "parts": tables_and_figures(context),
            "claims": context.all_outputs("claims"),
            "metrics": context.output("collect", "metrics"),
            "templates": TEMPLATES,
        },
        code=["prism.render.report", *LABELLED],
        settings=report_spec(context.params),
    )


def pdf(context: StudyContext) -> Job:
    """Return the job that typesets the report."""
    inputs: Inputs = {"document": context.output("report", "document"), "parts": tables_and_figures(context)}
    return context.job("pdf", {}, inputs, code=["prism.render.pdf"])


def table_files(context: StudyContext) -> list[File]:
    """Return the files of all tables of the study."""
    timed = timing_tables(context.params)
    return [
        file
        for table in context.study.tables
        for file in context.all_outputs("timing_table" if table in timed else "table", table=table)
    ]


def figure_files(context: StudyContext) -> list[File]:
    """Return the files of all figures of the study."""
    return [file for figure in context.study.figures for file in context.all_outputs("figure", figure=figure)]


def tables_and_figures(context: StudyContext) -> list[File]:
    """Return the files of all tables and figures of the study."""
    return table_files(context) + figure_files(context)


def _measured(context: StudyContext, table: str) -> list[File]:
    """Return what was measured for a table of training time, a file for each of its datasets."""
    datasets = context.study.tables[table]
    return [context.output("timing", "measured", table=table, dataset=dataset) for dataset in datasets]


def _figure_inputs(context: StudyContext, figure: str, source: str) -> list[File]:
    """Return the files of one of the sources that a figure is drawn from."""
    if source == "curves":
        return [context.output("collect", "curves")]
    if source == "p_clean":
        runs = figure_runs(context.params, figure)
        settings = [context.settings_of(run) for run in runs]
        places = dict.fromkeys((run.dataset, run.labels or run.noise) for run in settings)
        noise = [context.output("noise", "labels", dataset=dataset, noise=noise) for dataset, noise in places]
        return context.run_outputs("verdicts", runs) + noise
    return [context.output("prepare", source, dataset=dataset) for dataset in context.study.figures[figure]]
