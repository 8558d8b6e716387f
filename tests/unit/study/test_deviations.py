from typing import Any

from prism.study import Params, load, parse
from prism.study.deviations import deviations


def told(params: Params) -> dict[str, tuple[str, str]]:
    return {entry.what: (entry.paper, entry.here) for entry in deviations(params)}


def test_the_shipped_study_says_what_it_does_differently(params_file: Any) -> None:
    found = told(load(params_file))
    assert found["Data"][1] == "Glyphs"
    assert found["Network"] == (
        "bn_inception, resnet50, trained end to end",
        "convnet_small, trained end to end",
    )
    assert found["Pretraining"] == ("ImageNet", "classes of Glyphs that are in neither split")
    assert found["Augmentation"] == ("random resized crop", "shift")
    assert found["Iterations"] == ("8000, 35000, 4000, 85000, 90000", "600, or as searched for a method")
    assert found["Embedding"] == ("512, 128", "128")
    assert found["Learning rate"][0].endswith("or a method's own")
    assert found["Learning rate"][1].endswith("or as searched for a method")
    assert found["Seeds"] == ("not given, one run each", "0, 1, 2")
    assert "Images of a class" not in found  # 4, here and there


def test_the_papers_study_differs_in_what_the_paper_does_not_say(params_file: Any) -> None:
    assert set(told(load(params_file).model_copy(update={"study": "paper"}))) == {"Seeds", "Iteration shown"}


def test_without_the_papers_study_there_is_nothing_to_compare_with(small_content: dict[str, Any]) -> None:
    assert set(told(parse(small_content))) == {"Seeds", "Iteration shown"}
