"""The verbs that collect what runs have left and render it."""

from pathlib import Path
from typing import Annotated

import typer

from prism.cli.groups import verbs
from prism.cli.options import Data, Logs, Settings, Templates, parsed

app = verbs()

Paper = Annotated[Path | None, typer.Option(help="the paper's values, if not those of this package")]
Metrics = Annotated[Path, typer.Option(help="the collected metrics.csv")]
Results = Annotated[Path, typer.Option(help="results/STUDY")]
TableOutput = Annotated[Path, typer.Option(help="path without suffix; .tex, .csv and .html are written")]


@app.command()
def collect(
    output: Annotated[Path, typer.Option(help="metrics.csv; curves.csv and a .json are written beside it")],
    runs: Annotated[list[Path], typer.Argument(help="metrics.json files")],
) -> None:
    """Put the metrics of all runs into one table, a row a run."""
    from prism.results.collect import write_collected

    write_collected(runs, output)


@app.command()
def table(
    name: str,
    metrics: Metrics,
    output: TableOutput,
    settings: Settings,
    paper: Paper = None,
) -> None:
    """Render one table of the study."""
    from prism.render.tables import render_table
    from prism.study.specs import TableSpec

    render_table(name, parsed(TableSpec, settings), metrics, paper, output)


@app.command()
def timing_table(
    name: str,
    measured: Annotated[list[Path], typer.Argument(help="what `time` wrote, a file for each dataset of the table")],
    output: TableOutput,
    settings: Settings,
    paper: Paper = None,
) -> None:
    """Render one table of training time."""
    from prism.render.timing_table import render_timing_table
    from prism.study.specs import TimingSpec

    render_timing_table(name, parsed(TimingSpec, settings), measured, paper, output)


@app.command()
def figure(
    name: str,
    results: Results,
    output: Annotated[Path, typer.Option(help="path without suffix; .pdf, .svg and .csv are written")],
    settings: Settings,
    data: Data = Path("data"),
) -> None:
    """Render one figure of the study."""
    from prism.figures.any_figure import AnyFigureSpec
    from prism.figures.render import render_figure

    render_figure(name, parsed(AnyFigureSpec, settings), results, data, output)


@app.command()
def claims(
    metrics: Metrics,
    output: Annotated[Path, typer.Option(help="path without suffix; .json and .csv are written")],
    settings: Settings,
    paper: Paper = None,
    measured: Annotated[list[Path] | None, typer.Argument(help="what `time` wrote")] = None,
) -> None:
    """Test the paper's statements on the study's runs."""
    from prism.judge.claims.write import write_claims
    from prism.study.specs import ClaimsSpec

    write_claims(parsed(ClaimsSpec, settings), metrics, measured or [], paper, output)


@app.command()
def report(
    results: Results,
    logs: Logs,
    output: Annotated[Path, typer.Option(help="path without suffix; .html and .tex are written")],
    settings: Settings,
    templates: Templates = None,
) -> None:
    """Put claims, tables, figures and provenance into one self-contained HTML page, and into a LaTeX document."""
    from prism.render.report import render_report
    from prism.study.specs import ReportSpec

    render_report(parsed(ReportSpec, settings), results, logs, templates, output)


@app.command()
def pdf(
    document: Annotated[Path, typer.Argument(help="report.tex, beside its tables and figures")],
    output: Annotated[Path, typer.Option()],
) -> None:
    """Typeset the report with LaTeX."""
    from prism.render.pdf import compile_pdf

    compile_pdf(document, output)
