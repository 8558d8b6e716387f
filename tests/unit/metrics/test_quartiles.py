import pytest

from prism.metrics.quartiles import quartiles


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([5.0, 1.0, 4.0, 2.0, 3.0], (3.0, 2.0, 4.0)),
        ([1.0, 2.0, 3.0, 4.0], (2.5, 1.75, 3.25)),
        ([1.0, 3.0], (2.0, 1.5, 2.5)),
        ([1.0, 1.0, 1.0, 1.0, 100.0], (1.0, 1.0, 1.0)),  # one disturbed measurement does not move them
    ],
)
def test_hand_checked(values: list[float], expected: tuple[float, float, float]) -> None:
    assert quartiles(values) == pytest.approx(expected)
