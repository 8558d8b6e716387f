from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from prism.errors import PrismError
from prism.render.figures import FigureSpec, figure_points, render_figure

CURVES = pd.DataFrame(
    [
        (dataset, "smallcluster-25", method, seed, iteration, score + 0.02 * seed + 0.01 * iteration, 0.1)
        for dataset in ("emoji", "other")
        for method, score in (("mcl", 0.3), ("mcl@window=1", 0.4))
        for seed in (0, 1)
        for iteration in (0, 10)
    ]
    + [("emoji", "symmetric-20", "mcl", 0, 10, 0.99, 0.1)],
    columns=["dataset", "noise", "method", "seed", "iteration", "precision_at_1", "map_at_r"],
)


def spec(kind: str, **changes: Any) -> FigureSpec:
    content = {
        "kind": kind,
        "metric": "precision_at_1",
        "noise": {"emoji": "smallcluster-25", "other": "smallcluster-25"},
        "datasets": {"emoji": "Emoji"},
        "methods": {"window 1": "mcl@window=1", "plain": "mcl", "absent": "softtriple"},
        "setting": "window" if kind == "sweep" else None,
    }
    return FigureSpec.model_validate(content | changes)


def render(folder: Path, figure: FigureSpec) -> dict[str, bytes]:
    CURVES.to_csv(folder / "curves.csv", index=False)
    render_figure("main", figure, folder / "curves.csv", folder / "main")
    return {suffix: (folder / f"main.{suffix}").read_bytes() for suffix in ("pdf", "svg", "csv")}


def test_a_line_has_a_point_for_each_evaluation() -> None:
    points = figure_points(spec("iterations"), CURVES)
    assert points[["label", "iteration"]].to_numpy().tolist() == [
        ["window 1", 0],
        ["window 1", 10],
        ["plain", 0],
        ["plain", 10],
    ]
    assert points["mean"].tolist() == pytest.approx([0.41, 0.51, 0.31, 0.41])
    assert points["interval_95"].tolist() == pytest.approx([12.706 * 0.01] * 4, rel=1e-4)
    assert set(points["seeds"]) == {2}


def test_a_sweep_has_a_point_for_the_end_of_each_run() -> None:
    points = figure_points(spec("sweep"), CURVES)
    assert points["label"].tolist() == ["window 1", "plain"]
    assert points["iteration"].tolist() == [10, 10]
    assert points["mean"].tolist() == pytest.approx([0.51, 0.41])


@pytest.mark.parametrize("kind", ["iterations", "sweep"])
def test_rendering_twice_gives_equal_bytes(tmp_path: Path, kind: str) -> None:
    files = render(tmp_path, spec(kind))
    assert files["pdf"].startswith(b"%PDF")
    assert b"<svg" in files["svg"]
    assert files == render(tmp_path, spec(kind))
    # Two renderings within a second would not tell a date.
    assert b"CreationDate" not in files["pdf"]
    assert b"date>" not in files["svg"]


def test_the_data_stand_beside(tmp_path: Path) -> None:
    files = render(tmp_path, spec("iterations"))
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "main.csv"), figure_points(spec("iterations"), CURVES))
    assert len(files["csv"].splitlines()) == 5


def test_texts_are_text(tmp_path: Path) -> None:
    svg = render(tmp_path, spec("iterations"))["svg"].decode()
    for text in ("Emoji", "window 1", "plain", "P@1 (%)", "iteration"):
        assert f">{text}</text>" in svg
    assert ">window</text>" in render(tmp_path, spec("sweep"))["svg"].decode()


def test_datasets_stand_side_by_side(tmp_path: Path) -> None:
    svg = render(tmp_path, spec("sweep", datasets={"emoji": "Emoji", "other": "Other"}))["svg"].decode()
    assert ">Emoji</text>" in svg
    assert ">Other</text>" in svg


def test_missing_curves_are_told(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match=r"curves\.csv does not exist"):
        render_figure("main", spec("sweep"), tmp_path / "curves.csv", tmp_path / "main")
