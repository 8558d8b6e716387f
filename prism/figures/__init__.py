"""The figures of a study: vector graphics with the same bytes every time, and their data beside them.

A kind of figure is one small file here, found by its name; what `params.yaml` may say of it is in
prism/study/figures.py.
"""

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import matplotlib
import pandas as pd
from matplotlib.figure import Figure

from prism.errors import PrismError
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import STYLE, save
from prism.io.files import write_text

__all__ = ["FigureSpec", "Kind", "figure_kind", "render_figure"]


class Kind(Protocol):
    """What the file of a kind has."""

    def points(self, spec: FigureSpec, files: StudyFiles) -> pd.DataFrame:
        """Everything that the figure shows, as it stands in the CSV."""

    def draw(self, spec: FigureSpec, points: pd.DataFrame, files: StudyFiles) -> Figure:
        """The figure of these points."""


def render_figure(name: str, spec: FigureSpec, results: Path, data: Path, output: Path) -> None:
    """Write `output`.pdf, .svg and .csv from the study's folder `results` and the prepared datasets below `data`."""
    kind, files = figure_kind(spec.kind), StudyFiles(results, data)
    points = kind.points(spec, files)
    if points.empty:
        methods = ", ".join(spec.methods.values())
        raise PrismError(
            f"figure {name} is empty: {methods} recorded nothing of it; name other methods in params.yaml."
        )
    with matplotlib.rc_context(STYLE):
        save(kind.draw(spec, points, files), output)
    write_text(output.with_suffix(".csv"), points.to_csv(index=False))


def figure_kind(name: str) -> Kind:
    """The kind in `prism/figures/{name}.py`."""
    files = [module.name for module in pkgutil.iter_modules(__path__)]
    module = import_module(f"{__name__}.{name}") if name in files else None
    if not hasattr(module, "draw"):
        raise PrismError(f"there is no kind of figure prism/figures/{name}.py: check `kind` in params.yaml.")
    return cast(Kind, module)
