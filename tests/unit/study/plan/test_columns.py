from prism.study.plan.columns import columns


def test_names_are_flush_left_and_numbers_flush_right() -> None:
    assert columns([["", "n"], ["ab", "10"], ["a", "2"]]) == ["     n", "ab  10", "a    2"]


def test_other_columns_may_be_flush_left_too() -> None:
    assert columns([["a", "long"], ["bc", "d"]], left=(0, 1)) == ["a   long", "bc  d"]
