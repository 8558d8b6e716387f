import pytest

from prism.errors import PrismError
from prism.study import Params
from prism.study.plan.arguments import chosen, gpu_counts


def test_another_study(small: Params) -> None:
    assert chosen(small, None).study == "main"
    assert chosen(small, "frozen").study == "frozen"


def test_an_unknown_study_is_told_with_those_there_are(small: Params) -> None:
    with pytest.raises(PrismError, match="no study 'mian': --study is one of main, frozen"):
        chosen(small, "mian")


def test_data_that_the_other_study_does_not_have_are_told(small: Params) -> None:
    with pytest.raises(PrismError, match="only names 'mine'"):
        chosen(small.model_copy(update={"only": ["mine"]}), "frozen")


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
