import pytest

from prism.errors import PrismError
from prism.study import Params
from prism.study.read import with_study


def test_another_study(small: Params) -> None:
    assert with_study(small, None).study == "main"
    assert with_study(small, "frozen").study == "frozen"


def test_an_unknown_study_is_told_with_those_there_are(small: Params) -> None:
    with pytest.raises(PrismError, match="no study 'mian': --study is one of main, frozen"):
        with_study(small, "mian")


def test_data_that_the_other_study_does_not_have_are_told(small: Params) -> None:
    with pytest.raises(PrismError, match="only names 'mine'"):
        with_study(small.model_copy(update={"only": ["mine"]}), "frozen")
