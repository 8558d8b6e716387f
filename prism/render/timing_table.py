"""Render a table of training time: seconds and their ratio to one of the rows, beside the paper's."""

from pathlib import Path
from typing import Any

import pandas as pd

from prism.judge.paper import PAPER_SECONDS, Paper, load_paper
from prism.metrics.quartiles import quartiles
from prism.render.markup import UNDEFINED, Cell, Head, Sheet, write_table
from prism.results.timing import TimingRecord, read_timing
from prism.study.specs import TimingSpec

QUARTILES = ["lower_quartile", "upper_quartile"]


def render_timing_table(
    name: str, spec: TimingSpec, measured: list[Path], paper_path: Path | None, output: Path
) -> None:
    """Write `output`.tex, .csv and .html from the measurements on each dataset."""
    measurements = {dataset: read_timing(path) for dataset, path in zip(spec.noise, measured, strict=True)}
    paper = load_paper(paper_path)
    cells = timing_cells(name, spec, measurements, paper)
    text = _printed_text(cells, spec)
    notes = [f"{UNDEFINED} The paper has no such row."] if (text == UNDEFINED).any(axis=None) else []
    caption = f"{spec.caption} {_how_measured(spec, measurements)}"
    if "paper" in set(cells["source"]):
        caption += " The paper does not name its machine."
    printed = [[Cell(cell) for cell in row] for row in text.to_numpy()]
    columns = [Head(*column) for column in text.columns.to_list()]
    write_table(output, Sheet(name, caption, spec.rows, columns, printed, notes, paper.tables.get(name)), cells)


def timing_cells(name: str, spec: TimingSpec, measurements: dict[str, TimingRecord], paper: Paper) -> pd.DataFrame:
    """Return one row a method and dataset: the seconds of 5,000 iterations and their ratio, ours or the paper's.

    The paper's rows are of our datasets, or of all its own datasets if it has none of ours.
    """
    printed = paper.tables[name].datasets if name in paper.tables else []
    cells: list[dict[str, Any]] = []
    for dataset, measurement in measurements.items():
        cells += _our_cells(spec, dataset, measurement)
        if dataset in printed:
            cells += _paper_cells(name, spec, dataset, paper)
    if not set(printed) & set(measurements):
        cells += [cell for dataset in printed for cell in _paper_cells(name, spec, dataset, paper)]
    return pd.DataFrame(cells).astype({"blocks": "Int64"})


def _our_cells(spec: TimingSpec, dataset: str, measurement: TimingRecord) -> list[dict[str, Any]]:
    """Return our rows. Ratios compare blocks of the same turn, so a machine that gets slower does not change them."""
    blocks = {row.method: measurement.methods[row.method].seconds_per_iteration.blocks for row in spec.rows}
    cells = []
    for method, seconds in blocks.items():
        total = measurement.methods[method].seconds_per_5000_iterations
        ratio = quartiles([one / other for one, other in zip(seconds, blocks[spec.baseline], strict=True)])
        cells.append(
            {
                "source": "ours",
                "dataset": dataset,
                "noise": spec.noise[dataset],
                "method": method,
                PAPER_SECONDS: total.median,
                **{quartile: getattr(total, quartile) for quartile in QUARTILES},
                "ratio": ratio.median,
                **{f"ratio_{quartile}": getattr(ratio, quartile) for quartile in QUARTILES},
                "blocks": len(seconds),
            }
        )
    return cells


def _paper_cells(name: str, spec: TimingSpec, dataset: str, paper: Paper) -> list[dict[str, Any]]:
    (noise,) = paper.tables[name].noise

    def printed(method: str) -> float | None:
        return paper.value(name, method, dataset, noise, PAPER_SECONDS)

    base = printed(spec.baseline)
    return [
        {
            "source": "paper",
            "dataset": dataset,
            "noise": noise,
            "method": row.method,
            PAPER_SECONDS: seconds,
            "ratio": seconds / base if base else None,
        }
        for row in spec.rows
        if (seconds := printed(row.method)) is not None
    ]


def _printed_text(cells: pd.DataFrame, spec: TimingSpec) -> pd.DataFrame:
    """Return the printed text: a row a method, two columns for each dataset of ours or the paper's."""
    methods = [row.method for row in spec.rows]
    columns = {}
    for (source, dataset), here in cells.groupby(["source", "dataset"], sort=False):
        head = spec.titles[str(dataset)] if source == "ours" else f"Paper, {spec.titles[str(dataset)]}"
        printed = here.set_index("method")
        columns[(head, "s / 5,000 it.")] = printed.apply(_printed_seconds, axis=1).reindex(methods)
        columns[(head, f"× {spec.baseline_label}")] = printed["ratio"].map("{:.2f}".format).reindex(methods)
    text = pd.DataFrame(columns).fillna(UNDEFINED)
    text.index = pd.Index([row.label for row in spec.rows])
    return text


def _printed_seconds(cell: "pd.Series[Any]") -> str:
    lower, upper = (cell[quartile] for quartile in QUARTILES)
    quartiles = "" if pd.isna(lower) else f" ({lower:,.1f}–{upper:,.1f})"
    return f"{cell[PAPER_SECONDS]:,.1f}{quartiles}"


def _how_measured(spec: TimingSpec, measurements: dict[str, TimingRecord]) -> str:
    """Return the part of the caption that depends on the measurements."""
    how = next(iter(measurements.values())).settings.how
    places = {dataset: _hardware(measurement) for dataset, measurement in measurements.items()}
    named = [f"{hardware} ({spec.titles[dataset]})" for dataset, hardware in places.items()]
    machine = named if len(set(places.values())) > 1 else list(places.values())[:1]
    return (
        f"Seconds for 5,000 iterations from a full memory bank on: median (and quartiles) of {how.repeats} blocks of"
        f" {how.iterations} iterations, for which the methods take turns. Ratios are to {spec.baseline_label} in the"
        f" same turn. Measured on {'; '.join(machine)}."
    )


def _hardware(measurement: TimingRecord) -> str:
    threads = measurement.threads
    cpu = f"{measurement.machine.cpu} with {threads} thread{'s' if threads > 1 else ''}"
    return cpu if measurement.device == "cpu" else f"{measurement.device} and {cpu}"
