from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from prism.data.remote import RemoteFile
from prism.errors import PrismError
from prism.io.files import sha256
from prism.noise.authors import AUTHORS_LISTS, AuthorsList, authors_labels

Release = Callable[..., Path]


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """Return a function that writes a list and registers it as the one that the authors released."""

    def write(kind: str, noise: str, labels: dict[str, int], wrong: int = 0) -> Path:
        path = tmp_path / f"{kind}.csv"
        path.write_text("".join(f"/data/{kind}/{image},{label}\n" for image, label in labels.items()))
        numbering = AUTHORS_LISTS[kind, noise].numbering
        known = AuthorsList(RemoteFile(path.name, (), f"sha256:{sha256(path)}"), wrong, numbering)
        monkeypatch.setitem(AUTHORS_LISTS, (kind, noise), known)
        return path

    return write


def index_of(images: dict[str, str], train_classes: str) -> pd.DataFrame:
    """Return an index of images, given as {path: class}; every letter of `train_classes` is a training class."""
    index = pd.DataFrame({"path": list(images), "class_name": list(images.values())})
    index["label"] = index["class_name"].rank(method="dense").astype("int64") - 1
    index["split"] = index["class_name"].isin(list(train_classes)).map({True: "train", False: "test"})
    return index


def birds(images: int = 3) -> pd.DataFrame:
    """Return an index of the test classes a, b, c and the training classes x, y, z, whose labels are 3, 4, 5."""
    paths = {f"CUB/images/{name}/{number}.jpg": name for number in range(images) for name in "zyxcba"}
    return index_of(paths, "xyz")


def listed(x: list[int], y: list[int], z: list[int]) -> dict[str, int]:
    """Return the labels that a list gives to the images of the training classes."""
    return {f"{c}/{i}.jpg": label for c, labels in zip("xyz", (x, y, z), strict=True) for i, label in enumerate(labels)}


def failure(path: Path, index: pd.DataFrame, kind: str = "cub", noise: str = "symmetric-20") -> str:
    with pytest.raises(PrismError) as caught:
        authors_labels(path, index, kind, noise)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message


def test_every_list_is_known_by_its_file() -> None:
    assert len(AUTHORS_LISTS) == 15
    file = AUTHORS_LISTS["cars", "smallcluster-25"].file
    assert file.name == "CARS_0.25smallclusternoised_train.csv"
    assert file.urls[0].endswith("/Ranking-based-Instance-Selection/master/datalist/" + file.name)
    assert AUTHORS_LISTS["sop", "symmetric-50"].file.name == "SOP_0.5noised_train.csv"
    assert len({released.file.checksum for released in AUTHORS_LISTS.values()}) == 15


def test_a_symmetric_list_numbers_the_training_classes_from_1(release: Release) -> None:
    path = release("cub", "symmetric-20", listed(x=[1, 1, 2], y=[2, 2, 2], z=[1, 3, 3]), wrong=2)
    given = authors_labels(path, birds(), "cub", "symmetric-20")
    assert given.tolist() == [3, 4, 3, 5, 4, 3, 5, 4, 4]  # the images are of z, y, x; z, y, x; z, y, x


def test_a_class_too_many_is_kept_as_one_of_its_own(release: Release) -> None:
    path = release("cub", "symmetric-20", listed(x=[1, 1, 4], y=[2, 2, 2], z=[3, 3, 3]), wrong=1)
    assert authors_labels(path, birds(), "cub", "symmetric-20").tolist() == [5, 4, 3, 5, 4, 3, 5, 4, 6]


def test_a_small_cluster_list_is_numbered_by_its_survivors(release: Release) -> None:
    path = release("cub", "smallcluster-25", listed(x=[0, 1, 0], y=[1, 1, 1], z=[0, 0, 0]))
    assert authors_labels(path, birds(), "cub", "smallcluster-25").tolist() == [5, 4, 5, 5, 4, 4, 5, 4, 5]


def test_the_larger_of_two_classes_with_one_label_is_the_survivor(release: Release) -> None:
    index = birds()[lambda images: images["path"] != "CUB/images/x/2.jpg"]
    path = release("cub", "smallcluster-25", listed(x=[0, 0], y=[0, 0, 0], z=[1, 1, 1]))
    assert authors_labels(path, index, "cub", "smallcluster-25").tolist() == [5, 4, 4] * 2 + [5, 4]


def test_cars_are_matched_by_class_and_number(release: Release) -> None:
    index = index_of({"cars_test/00001.jpg": "x", "cars_train/00001.jpg": "x", "cars_train/00002.jpg": "y"}, "xy")
    path = release("cars", "symmetric-20", {"x/00001.jpg": 1, "x/00001_2.jpg": 2, "y/00002.jpg": 2}, wrong=1)
    assert authors_labels(path, index, "cars", "symmetric-20").tolist() == [1, 0, 1]


def test_cars_in_a_folder_for_each_class(release: Release) -> None:
    index = index_of({"images/x/00001.jpg": "x", "images/x/00001_2.jpg": "x", "images/y/00002.jpg": "y"}, "xy")
    path = release("cars", "symmetric-20", {"x/00001.jpg": 1, "x/00001_2.jpg": 2, "y/00002.jpg": 2}, wrong=1)
    assert authors_labels(path, index, "cars", "symmetric-20").tolist() == [0, 1, 1]


def test_images_that_the_list_does_not_name_are_reported(release: Release) -> None:
    path = release("cub", "symmetric-20", listed(x=[1, 1], y=[2, 2, 2], z=[3, 3, 3]))
    assert "does not name x/2.jpg (1 of 9 training images)" in failure(path, birds())


def test_an_index_of_part_of_the_images_is_reported(release: Release) -> None:
    path = release("cub", "symmetric-20", listed(x=[1, 1, 1], y=[2, 2, 2], z=[3, 3, 3]))
    assert "is of 9 images, but the index has only 6" in failure(path, birds(images=2))


def test_a_few_unreadable_images_may_be_missing(release: Release) -> None:
    labels = listed(x=[1] * 40 + [2], y=[2] * 40, z=[3] * 40)
    path = release("cub", "symmetric-20", labels, wrong=1)
    assert (authors_labels(path, birds(images=40), "cub", "symmetric-20") == [5, 4, 3] * 40).all()


def test_classes_in_another_order_are_reported(release: Release) -> None:
    path = release("cub", "symmetric-20", listed(x=[2, 2, 2], y=[1, 1, 1], z=[3, 3, 3]), wrong=1)
    assert "has 1 wrong labels, but by the classes of the index it would have 6" in failure(path, birds())
    path = release("cub", "smallcluster-25", listed(x=[0, 1, 0], y=[0, 0, 1], z=[1, 2, 1]))
    assert "gives 3 labels that no whole class of the index has" in failure(path, birds(), noise="smallcluster-25")


def test_another_file_is_refused(release: Release) -> None:
    path = release("cub", "symmetric-20", listed(x=[1, 1, 1], y=[2, 2, 2], z=[3, 3, 3]))
    path.write_text(path.read_text().replace(",3", ",2"))
    assert f"{path} is not cub.csv as the authors released it: download it again." == failure(path, birds())


def test_a_noise_without_a_list_is_reported(tmp_path: Path) -> None:
    assert "released no list of pairwise-20 noise for cub" in failure(tmp_path / "x", birds(), noise="pairwise-20")
    assert "x.csv does not exist" in failure(tmp_path / "x.csv", birds())
