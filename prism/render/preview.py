"""Render the report of a study that is not finished: what there is, and what is missing."""

from pathlib import Path

from prism.errors import PrismError
from prism.figures.render import render_figure
from prism.judge.claims.write import write_claims
from prism.render.pdf import compile_pdf, has_latex
from prism.render.report import render_report
from prism.render.tables import render_table
from prism.render.timing_table import render_timing_table
from prism.results.collect import write_collected
from prism.study.check_results import timed_with, trained_with
from prism.study.describe import claims_spec, figure_spec, report_spec, table_spec, timing_spec
from prism.study.params import Params
from prism.study.runs import resolve, study_runs
from prism.study.timings import timing_settings, timing_tables


def render_preview(params: Params, results: Path, data: Path, logs: Path, templates: Path | None = None) -> Path:
    """Render the files that `results` has of the chosen study into its folder preview, and return the page.

    Nothing is trained. Runs and times that other settings made than `params` has count as missing.
    """
    output = results / "preview"
    output.mkdir(parents=True, exist_ok=True)
    for folder in ("runs", "noise"):
        link = output / folder
        link.unlink(missing_ok=True)
        link.symlink_to(Path("..") / folder)
    write_collected(_finished_runs(params, results), output / "metrics.csv")
    timings = _measured_times(params, results)
    _render_tables(params, timings, output)
    _render_figures(params, data, output)
    measured = [path for paths in timings.values() for path in paths.values()]
    write_claims(claims_spec(params), output / "metrics.csv", measured, None, output / "claims")
    page = output / "report.html"
    render_report(report_spec(params), output, logs, templates, page.with_suffix(""))
    if has_latex():
        compile_pdf(page.with_suffix(".tex"), page.with_suffix(".pdf"))
    return page


def _finished_runs(params: Params, results: Path) -> list[Path]:
    """Return metrics.json of every run that has ended and was trained with the settings of `params`."""
    found = []
    for run in study_runs(params):
        folder = results / "runs" / run.path
        if (folder / "metrics.json").exists() and trained_with(folder, resolve(params, run)):
            found.append(folder / "metrics.json")
    if not found:
        raise PrismError(
            f"{results} has no finished run of the study {params.study}: start it with"
            f" `snakemake --config study={params.study}`, and look again when a run has ended."
        )
    return found


def _measured_times(params: Params, results: Path) -> dict[str, dict[str, Path]]:
    """Return, for each table of training time, the file of each dataset on which it was measured."""
    found: dict[str, dict[str, Path]] = {}
    for table in timing_tables(params):
        datasets = params.active_study.tables[table]
        paths = {dataset: results / "timing" / table / f"{dataset}.json" for dataset in datasets}
        found[table] = {
            dataset: path
            for dataset, path in paths.items()
            if path.exists() and timed_with(path, timing_settings(params, table, dataset))
        }
    return found


def _render_tables(params: Params, timings: dict[str, dict[str, Path]], output: Path) -> None:
    for name in params.active_study.tables:
        stem = output / "tables" / name
        if name not in timings:
            render_table(name, table_spec(params, name), output / "metrics.csv", None, stem)
        elif timings[name]:
            spec = timing_spec(params, name)
            measured = spec.model_copy(update={"noise": {dataset: spec.noise[dataset] for dataset in timings[name]}})
            render_timing_table(name, measured, list(timings[name].values()), None, stem)
        else:
            _remove_files(stem, "tex", "csv", "html")


def _render_figures(params: Params, data: Path, output: Path) -> None:
    for name in params.active_study.figures:
        stem = output / "figures" / name
        try:
            render_figure(name, figure_spec(params, name), output, data, stem)
        except PrismError:  # a file that it is drawn from is missing
            _remove_files(stem, "pdf", "svg", "csv")


def _remove_files(stem: Path, *suffixes: str) -> None:
    """Remove files that an earlier call made and this one cannot make."""
    for suffix in suffixes:
        stem.with_name(f"{stem.name}.{suffix}").unlink(missing_ok=True)
