import pytest

from prism.figures.end_labels import spread


@pytest.mark.parametrize(
    ("heights", "expected"),
    [
        ([10, 30, 20], [10, 30, 20]),  # far enough apart
        ([10, 14], [7, 17]),  # six points lack, three for each
        ([14, 10], [17, 7]),
        ([10, 10, 40], [5, 15, 40]),  # of two at one height, the first is below
        ([1, 2], [0, 10]),  # not below the axis
        ([99, 98], [100, 90]),  # not above it
        ([50], [50]),
    ],
)
def test_names_move_no_farther_than_they_must(heights: list[float], expected: list[float]) -> None:
    assert spread(heights, gap=10, low=0, high=100) == pytest.approx(expected)


def test_names_that_find_no_room_start_at_the_bottom() -> None:
    assert spread([5, 5, 5], gap=10, low=0, high=15) == pytest.approx([0, 10, 20])
