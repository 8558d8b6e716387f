import pytest

from prism.cli.options import gpu_counts
from prism.errors import PrismError


def test_numbers_of_gpus_stand_behind_one_option_or_several() -> None:
    assert gpu_counts(["1"], ["8", "64"]) == gpu_counts(["1", "8", "64"], []) == [1, 8, 64]
    assert gpu_counts([], []) == []


@pytest.mark.parametrize("wrong", ["0", "-1", "1.5", "many"])
def test_what_is_no_number_of_gpus_is_told(wrong: str) -> None:
    with pytest.raises(PrismError, match=f"--gpus is '{wrong}', but"):
        gpu_counts(["8"], [wrong])


def test_a_number_without_the_option_is_told() -> None:
    with pytest.raises(PrismError, match="'8' is not understood: numbers of GPUs stand behind --gpus"):
        gpu_counts([], ["8"])
