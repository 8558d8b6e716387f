from pathlib import Path
from typing import Any

import pytest

from prism.errors import PrismError
from prism.study import parse
from prism.study.check_copies import check_copies

CAR_IMS = {"archive": "my/car_ims.tgz"}


def check(content: dict[str, Any], cars: dict[str, str], **study: Any) -> None:
    """Check the small configuration with a copy of Cars and these keys of its study."""
    content["datasets"]["cars"] = {"kind": "cars", "title": "CARS"} | cars
    content["studies"]["main"] |= {"tables": {"symmetric": ["cars"]}, "figures": {}, "authors_lists": True} | study
    check_copies(parse(content))


def test_a_copy_that_the_lists_do_not_fit_is_told_in_one_sentence(small_content: dict[str, Any]) -> None:
    with pytest.raises(PrismError) as caught:
        check(small_content, CAR_IMS)
    assert str(caught.value) == (
        "params.yaml: datasets.cars.archive is my/car_ims.tgz, a copy with car_ims.tgz, in which the authors' lists of "
        "study main cannot find their images: set it to a copy with a folder for each class, or with cars_train, "
        "cars_test and their devkit (not car_ims, in which images have other numbers), or let the study do without the "
        "lists (authors_lists: false)."
    )


@pytest.mark.parametrize(("key", "file"), [("root", "cars_annos.mat"), ("archive", "car_ims.tgz")])
def test_a_folder_is_looked_into(small_content: dict[str, Any], tmp_path: Path, key: str, file: str) -> None:
    check(small_content, {key: str(tmp_path)})
    (tmp_path / file).touch()
    with pytest.raises(PrismError, match=rf"^params\.yaml: datasets\.cars\.{key} is {tmp_path}, a copy with {file},"):
        check(small_content, {key: str(tmp_path)})


def test_a_study_without_the_lists_may_have_any_copy(small_content: dict[str, Any]) -> None:
    check(small_content, CAR_IMS, authors_lists=False)


def test_clean_labels_need_no_list(small_content: dict[str, Any]) -> None:
    check(small_content, CAR_IMS, noise={"symmetric": ["clean"]})


def test_a_study_that_lacks_the_dataset_does_not_mind_its_copy(small_content: dict[str, Any]) -> None:
    check(small_content, CAR_IMS, tables={"symmetric": ["emoji"]})


def test_a_list_that_a_table_names_is_seen_too(small_content: dict[str, Any]) -> None:
    noise = {"symmetric": ["authors-symmetric-20"]}
    with pytest.raises(PrismError, match="cannot find their images"):
        check(small_content, CAR_IMS, noise=noise, authors_lists=False)


def test_a_list_of_a_timed_run_is_seen_too(small_content: dict[str, Any]) -> None:
    times = {"kind": "timing", "caption": "", "rows": ["mcl"], "noise": "symmetric-20", "baseline": "mcl"}
    small_content["tables"]["times"] = times
    with pytest.raises(PrismError, match="cannot find their images"):
        check(small_content, CAR_IMS, tables={"symmetric": ["emoji"], "times": ["cars"]})
