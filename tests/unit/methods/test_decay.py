import pytest

from prism.methods.decay import cosine


def test_cosine_falls_from_one_through_a_half_to_zero() -> None:
    assert [cosine(i, 10) for i in (0, 5, 10)] == pytest.approx([1, 0.5, 0])
