"""The report: one HTML page that needs nothing but itself."""

from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from prism.files import existing, read_json, write_text
from prism.params.noise_name import parse_noise
from prism.params.settings import Model
from prism.render.comparison import filtered_against_plain


class ReportSpec(Model):
    study: str
    title: str
    tables: list[str]
    figures: dict[str, str]  # name: caption
    labels: dict[str, str]  # method: label
    runs: list[str]  # paths below results/STUDY/runs


def render_report(spec: ReportSpec, results: Path, template: Path, output: Path) -> None:
    metrics = pd.read_csv(existing(results / "metrics.csv"))
    provenance = [read_json(results / "runs" / run / "run.json") for run in spec.runs]
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    page = environment.from_string(existing(template).read_text(encoding="utf-8")).render(
        spec=spec,
        runs=metrics.to_dict("records"),
        comparisons=filtered_against_plain(metrics, spec.labels),
        tables={name: _inline(results / "tables" / f"{name}.html") for name in spec.tables},
        figures={name: _inline(results / "figures" / f"{name}.svg") for name in spec.figures},
        noises=[_noise(path) for path in sorted((results / "noise").glob("*/*.json"))],
        facts=_facts(provenance),
    )
    write_text(output, page)


def _inline(path: Path) -> Markup:
    """HTML or SVG of our own making, to stand in the page as it is (an SVG without its XML header)."""
    text = existing(path).read_text(encoding="utf-8")
    return Markup(text[text.index("<svg") :] if path.suffix == ".svg" else text)


def _noise(path: Path) -> dict[str, Any]:
    description = read_json(path)
    return {**description, "dataset": path.parent.name, "label": parse_noise(description["name"]).label}


def _facts(provenance: list[dict[str, Any]]) -> dict[str, Any]:
    """What all runs have in common; what differs between them is listed with every value."""
    commits = sorted({f"{p['commit']}{' (modified)' if p['modified'] else ''}" for p in provenance})
    versions = {name: sorted({p["versions"][name] for p in provenance}) for name in provenance[0]["versions"]}
    budget = provenance[0]["settings"]["training"]
    return {
        "commits": commits,
        "versions": {name: ", ".join(found) for name, found in versions.items()},
        "systems": sorted({p["machine"]["system"] for p in provenance}),
        "seeds": sorted({p["settings"]["seed"] for p in provenance}),
        "iterations": budget["iterations"],
        "batch": budget["classes_per_batch"] * budget["images_per_class"],
        "dim": budget["embedding_dim"],
    }
