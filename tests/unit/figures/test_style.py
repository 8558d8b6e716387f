import pytest

from prism.figures.style import COLOURS, COLUMN, DASHES, MARKERS, PAGE, _legend_columns, panels


@pytest.mark.parametrize(
    ("count", "across", "shape"), [(1, 3, (1, 1)), (2, 3, (1, 2)), (3, 3, (1, 3)), (4, 3, (2, 3)), (6, 3, (2, 3))]
)
def test_panels_fill_rows(count: int, across: int, shape: tuple[int, int]) -> None:
    figure, axes = panels(count, across, height=2.0)
    assert len(axes) == count
    assert axes[0].get_gridspec().get_geometry() == shape
    assert figure.get_size_inches().tolist() == [COLUMN if count == 1 else PAGE, 2.0 * shape[0]]
    assert sum(axis.axison for axis in figure.axes) == count


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        (["a"], 1),
        (["a", "b", "c", "d"], 4),  # in one row
        (["a" * 20] * 4, 2),  # in two rows, not three and one
        (["a" * 40] * 3, 1),
        (["a" * 200], 1),  # which does not fit at all
    ],
)
def test_a_legend_has_as_few_rows_as_fit_into_a_column(labels: list[str], columns: int) -> None:
    assert _legend_columns(labels, COLUMN) == columns


def test_lines_have_looks_that_differ() -> None:
    for looks in (COLOURS, MARKERS, DASHES):
        assert len(set(looks)) == len(looks) == 7
