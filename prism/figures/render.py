"""Draw a figure of any kind, and write it with its data."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from prism.errors import PrismError
from prism.figures import figure_kind
from prism.figures.files import StudyFiles
from prism.figures.spec import FigureSpec
from prism.figures.style import STYLE, save
from prism.io.files import write_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Kind(Protocol):
    """The functions of a kind's file."""

    def points(self, spec: FigureSpec[Any], files: StudyFiles) -> "pd.DataFrame":
        """Return everything that the figure shows, as it stands in the CSV."""

    def draw(self, spec: FigureSpec[Any], points: "pd.DataFrame", files: StudyFiles) -> "Figure":
        """Draw the points."""


def render_figure(name: str, spec: FigureSpec[Any], results: Path, data: Path, output: Path) -> None:
    """Write `output`.pdf, .svg and .csv from the study's folder `results` and the prepared datasets below `data`."""
    import matplotlib

    kind, files = cast(Kind, figure_kind(spec.entry.kind)), StudyFiles(results, data)
    points = kind.points(spec, files)
    if points.empty:
        methods = ", ".join(spec.methods.values())
        raise PrismError(
            f"figure {name} is empty: {methods} recorded nothing of it; name other methods in params.yaml."
        )
    with matplotlib.rc_context(STYLE):
        save(kind.draw(spec, points, files), output)
    write_text(output.with_suffix(".csv"), points.to_csv(index=False))
