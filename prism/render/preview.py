"""The report of a study that is not finished: what there is, and what is missing."""

from pathlib import Path

from prism.errors import PrismError
from prism.figures import FigureSpec, render_figure
from prism.judge.claims.render import ClaimsSpec, render_claims
from prism.judge.paper import PAPER_VALUES
from prism.render.pdf import compile_pdf, has_latex
from prism.render.report import ReportSpec, render_report
from prism.render.tables import TableSpec, render_table
from prism.render.timing_table import TimingSpec, render_timing_table
from prism.results.collect import write_collected
from prism.study.check_results import agrees
from prism.study.params import Params
from prism.study.runs import resolve, study_runs
from prism.study.specs import claims_spec, figure_spec, report_spec, table_spec, timing_spec
from prism.study.timings import timing_settings, timing_tables


def render_so_far(params: Params, results: Path, data: Path, logs: Path, templates: Path) -> Path:
    """Render what is in `results` of the chosen study into its folder so_far, and return the page. Nothing is trained.

    Runs and times that other settings made than `params` has count as missing.
    """
    output = results / "so_far"
    output.mkdir(parents=True, exist_ok=True)
    for folder in ("runs", "noise"):
        link = output / folder
        link.unlink(missing_ok=True)
        link.symlink_to(Path("..") / folder)
    write_collected(_finished(params, results), output / "metrics.csv")
    timings = _measured(params, results)
    _tables(params, timings, output)
    _figures(params, data, output)
    claims = ClaimsSpec.model_validate(claims_spec(params))
    measured = [path for paths in timings.values() for path in paths.values()]
    render_claims(claims, output / "metrics.csv", measured, PAPER_VALUES, output / "claims")
    page = output / "report.html"
    render_report(ReportSpec.model_validate(report_spec(params)), output, logs, templates, page.with_suffix(""))
    if has_latex():
        compile_pdf(page.with_suffix(".tex"), page.with_suffix(".pdf"))
    return page


def _finished(params: Params, results: Path) -> list[Path]:
    found = []
    for run in study_runs(params):
        folder = results / "runs" / run.path
        if (folder / "metrics.json").exists() and agrees(folder / "run.json", resolve(params, run)):
            found.append(folder / "metrics.json")
    if not found:
        raise PrismError(
            f"{results} has no finished run of the study {params.study}: start it with"
            f" `snakemake --config study={params.study}`, and look again when a run has ended."
        )
    return found


def _measured(params: Params, results: Path) -> dict[str, dict[str, Path]]:
    """For each table of training time, the datasets on which it was measured."""
    found: dict[str, dict[str, Path]] = {}
    for table in timing_tables(params):
        paths = {dataset: results / "timing" / table / f"{dataset}.json" for dataset in params.chosen.tables[table]}
        found[table] = {
            dataset: path
            for dataset, path in paths.items()
            if path.exists() and agrees(path, timing_settings(params, table, dataset))
        }
    return found


def _tables(params: Params, timings: dict[str, dict[str, Path]], output: Path) -> None:
    for name in params.chosen.tables:
        stem = output / "tables" / name
        if name not in timings:
            spec = TableSpec.model_validate(table_spec(params, name))
            render_table(name, spec, output / "metrics.csv", PAPER_VALUES, stem)
        elif timings[name]:
            wanted = timing_spec(params, name)
            noise = {dataset: wanted["noise"][dataset] for dataset in timings[name]}
            timing = TimingSpec.model_validate({**wanted, "noise": noise})
            render_timing_table(name, timing, list(timings[name].values()), PAPER_VALUES, stem)
        else:
            _remove(stem, "tex", "csv", "html")


def _figures(params: Params, data: Path, output: Path) -> None:
    for name in params.chosen.figures:
        stem = output / "figures" / name
        spec = FigureSpec.model_validate(figure_spec(params, name))
        try:
            render_figure(name, spec, output, data, stem)
        except PrismError:  # something that it shows is missing
            _remove(stem, "pdf", "svg", "csv")


def _remove(stem: Path, *suffixes: str) -> None:
    """What an earlier call made, and this one cannot make."""
    for suffix in suffixes:
        stem.with_name(f"{stem.name}.{suffix}").unlink(missing_ok=True)
