import pytest

from prism.study.plan.format import UNKNOWN, Amount, columns, duration, hours, size, total


def test_a_sum_knows_whether_it_is_whole() -> None:
    assert total([Amount(1), Amount(2)]) == Amount(3)
    assert total([Amount(1), UNKNOWN]) == Amount(1, whole=False)
    assert total([]) == Amount(0)


def test_what_is_not_whole_says_so() -> None:
    assert [amount.written(str) for amount in (Amount(3), Amount(3, whole=False), UNKNOWN)] == ["3", "> 3", "unknown"]


@pytest.mark.parametrize(
    ("seconds", "as_hours", "as_duration"),
    [
        (36, "0.01", "36 s"),
        (90, "0.03", "1.5 min"),
        (5_400, "1.5", "1.5 h"),
        (3_600_000, "1,000", "1,000 h"),
    ],
)
def test_times_are_written_with_what_digits_they_need(seconds: float, as_hours: str, as_duration: str) -> None:
    assert (hours(seconds), duration(seconds)) == (as_hours, as_duration)


def test_sizes() -> None:
    assert (size(54_640_896), size(1.5e9)) == ("55 MB", "1.5 GB")


def test_names_are_flush_left_and_numbers_flush_right() -> None:
    assert columns([["", "n"], ["ab", "10"], ["a", "2"]]) == ["     n", "ab  10", "a    2"]


def test_other_columns_may_be_flush_left_too() -> None:
    assert columns([["a", "long"], ["bc", "d"]], left=(0, 1)) == ["a   long", "bc  d"]
