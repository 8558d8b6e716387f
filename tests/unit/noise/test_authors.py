from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import pytest

from prism.data.remote import RemoteFile
from prism.data.sources import all_sources
from prism.errors import PrismError
from prism.io.files import sha256
from prism.noise.authors import ListFiles, authors_labels
from prism.noise.authors_lists import AUTHORS_LISTS, AuthorsList

Release = Callable[..., ListFiles]


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """Return a function that writes a list and its companion, and registers them as released by the authors.

    `wrong` are the images that the companion leaves out.
    """

    def write(kind: str, noise: str, labels: dict[str, int], wrong: Sequence[str] = ()) -> ListFiles:
        files = ListFiles(tmp_path / f"{kind}.csv", tmp_path / f"{kind}-clean.csv")
        lines = {image: f"/data/{kind}/{image},{label}\n" for image, label in labels.items()}
        files.labels.write_text("".join(lines.values()))
        files.clean.write_text("".join(line for image, line in lines.items() if image not in wrong))
        known = [RemoteFile(path.name, (), f"sha256:{sha256(path)}") for path in files]
        monkeypatch.setitem(AUTHORS_LISTS, (kind, noise), AuthorsList(*known, AUTHORS_LISTS[kind, noise].numbering))
        return files

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


def failure(files: ListFiles, index: pd.DataFrame, kind: str = "cub", noise: str = "symmetric-20") -> str:
    with pytest.raises(PrismError) as caught:
        authors_labels(files, index, kind, noise)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message


def test_every_list_is_known_by_its_files() -> None:
    labels, clean, _ = AUTHORS_LISTS["cars", "smallcluster-25"]
    assert labels.name == "CARS_0.25smallclusternoised_train.csv"
    assert clean.name == "CARS_0.25smallclusternoised_cleaned_train.csv"
    assert clean.urls[0].endswith("/Ranking-based-Instance-Selection/master/datalist/" + clean.name)
    assert AUTHORS_LISTS["sop", "symmetric-50"].labels.name == "SOP_0.5noised_train.csv"
    assert len({file.checksum for *files, _ in AUTHORS_LISTS.values() for file in files}) == 2 * 15


def test_lists_are_known_of_the_sources_that_say_how_to_find_images_in_them() -> None:
    described = [kind for kind, source in all_sources().items() if source.listed_images is not None]
    noises = ["symmetric-10", "symmetric-20", "symmetric-50", "smallcluster-25", "smallcluster-50"]
    assert list(AUTHORS_LISTS) == [(kind, noise) for kind in described for noise in noises]


def test_a_symmetric_list_numbers_the_training_classes_from_1(release: Release) -> None:
    labels = listed(x=[1, 1, 2], y=[2, 2, 2], z=[1, 3, 3])
    files = release("cub", "symmetric-20", labels, wrong=["x/2.jpg", "z/0.jpg"])
    given = authors_labels(files, birds(), "cub", "symmetric-20")
    assert given.tolist() == [3, 4, 3, 5, 4, 3, 5, 4, 4]  # the images are of z, y, x; z, y, x; z, y, x


def test_a_class_too_many_is_kept_as_one_of_its_own(release: Release) -> None:
    files = release("cub", "symmetric-20", listed(x=[1, 1, 4], y=[2, 2, 2], z=[3, 3, 3]), wrong=["x/2.jpg"])
    assert authors_labels(files, birds(), "cub", "symmetric-20").tolist() == [5, 4, 3, 5, 4, 3, 5, 4, 6]


def test_a_small_cluster_list_is_numbered_by_its_survivors(release: Release) -> None:
    labels = listed(x=[0, 1, 0], y=[1, 1, 1], z=[0, 0, 0])
    files = release("cub", "smallcluster-25", labels, wrong=["x/0.jpg", "x/1.jpg", "x/2.jpg"])
    assert authors_labels(files, birds(), "cub", "smallcluster-25").tolist() == [5, 4, 5, 5, 4, 4, 5, 4, 5]


def products(**sizes: int) -> pd.DataFrame:
    """Return an index of training classes, such as a=2: the images sofa_final/a_0.JPG and sofa_final/a_1.JPG."""
    images = {f"SOP/sofa_final/{c}_{number}.JPG": c for c, size in sizes.items() for number in range(size)}
    return index_of(images, "".join(sizes))


@pytest.mark.parametrize("survivor", ["a", "b"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_companion_tells_which_of_two_classes_with_one_label_survived(
    release: Release, survivor: str, size: int
) -> None:
    """The two images of a class of SOP have joined, as a whole, a class of one, two or three images."""
    index = products(a=2, b=size, c=2)
    names = index["path"].str.removeprefix("SOP/")
    labels = dict(zip(names, index["class_name"].map({"a": 0, "b": 0, "c": 1}), strict=True))
    gone = "ab".replace(survivor, "")
    files = release("sop", "smallcluster-25", labels, wrong=names[index["class_name"] == gone].tolist())
    given = authors_labels(files, index, "sop", "smallcluster-25")
    survived = {"a": 0, "b": 1}[survivor]
    assert given.tolist() == [survived] * (2 + size) + [2, 2]


def test_a_survivor_without_a_readable_image_is_kept_as_a_class_of_its_own(release: Release) -> None:
    index = products(a=2, b=1, c=200)
    names = index["path"].str.removeprefix("SOP/")
    labels = dict(zip(names, index["class_name"].map({"a": 0, "b": 0, "c": 1}), strict=True))
    files = release("sop", "smallcluster-25", labels, wrong=["sofa_final/a_0.JPG", "sofa_final/a_1.JPG"])
    readable = index[index["class_name"] != "b"]
    assert authors_labels(files, readable, "sop", "smallcluster-25").tolist() == [3, 3] + [2] * 200


def test_cars_are_matched_by_class_and_number(release: Release) -> None:
    index = index_of({"cars_test/00001.jpg": "x", "cars_train/00001.jpg": "x", "cars_train/00002.jpg": "y"}, "xy")
    labels = {"x/00001.jpg": 1, "x/00001_2.jpg": 2, "y/00002.jpg": 2}
    files = release("cars", "symmetric-20", labels, wrong=["x/00001_2.jpg"])
    assert authors_labels(files, index, "cars", "symmetric-20").tolist() == [1, 0, 1]


def test_cars_in_a_folder_for_each_class(release: Release) -> None:
    index = index_of({"images/x/00001.jpg": "x", "images/x/00001_2.jpg": "x", "images/y/00002.jpg": "y"}, "xy")
    labels = {"x/00001.jpg": 1, "x/00001_2.jpg": 2, "y/00002.jpg": 2}
    files = release("cars", "symmetric-20", labels, wrong=["x/00001_2.jpg"])
    assert authors_labels(files, index, "cars", "symmetric-20").tolist() == [0, 1, 1]


def test_car_ims_cannot_be_matched_and_the_sentence_says_what_can(release: Release) -> None:
    index = index_of({"car_ims/000001.jpg": "x", "car_ims/000002.jpg": "y"}, "xy")
    files = release("cars", "symmetric-20", {"x/00001.jpg": 1, "y/00001.jpg": 2})
    assert failure(files, index, "cars") == (
        f"{files.labels} does not name x/000001.jpg (2 of 2 training images): prepare cars from a copy with a folder "
        "for each class, or with cars_train, cars_test and their devkit (not car_ims, in which images have other "
        "numbers)."
    )


def test_images_that_the_list_does_not_name_are_reported(release: Release) -> None:
    files = release("cub", "symmetric-20", listed(x=[1, 1], y=[2, 2, 2], z=[3, 3, 3]))
    assert "does not name x/2.jpg (1 of 9 training images): prepare cub from a copy with" in failure(files, birds())


def test_an_index_of_part_of_the_images_is_reported(release: Release) -> None:
    files = release("cub", "symmetric-20", listed(x=[1, 1, 1], y=[2, 2, 2], z=[3, 3, 3]))
    assert "is of 9 images, but the index has only 6" in failure(files, birds(images=2))


def test_a_few_unreadable_images_may_be_missing(release: Release) -> None:
    labels = listed(x=[1] * 40 + [2], y=[2] * 40, z=[3] * 40)
    files = release("cub", "symmetric-20", labels, wrong=["x/40.jpg"])
    assert (authors_labels(files, birds(images=40), "cub", "symmetric-20") == [5, 4, 3] * 40).all()


def test_classes_in_another_order_are_reported(release: Release) -> None:
    files = release("cub", "symmetric-20", listed(x=[2, 2, 2], y=[1, 1, 1], z=[3, 3, 3]))
    assert failure(files, birds()) == (
        f"{files.clean} says which labels of cub.csv are right, but by the classes of the index it errs on 6 of 9 "
        "images: prepare cub from a copy with the official names of folders and files."
    )


@pytest.mark.parametrize("noise", ["symmetric-20", "smallcluster-25"])
def test_a_companion_that_contradicts_the_classes_is_reported(release: Release, noise: str) -> None:
    labels = listed(x=[1, 1, 1], y=[2, 2, 2], z=[3, 3, 3])
    files = release("cub", noise, labels, wrong=["x/0.jpg"])  # although its label is that of x/1.jpg and x/2.jpg
    assert "errs on 1 of 9 images" in failure(files, birds(), noise=noise)
    labels["x/0.jpg"] = 3
    assert "errs on 1 of 9 images" in failure(release("cub", noise, labels), birds(), noise=noise)


@pytest.mark.parametrize("which", [0, 1])
def test_another_file_is_refused(release: Release, which: int) -> None:
    files = release("cub", "symmetric-20", listed(x=[1, 1, 1], y=[2, 2, 2], z=[3, 3, 3]))
    path = files[which]
    path.write_text(path.read_text().replace(",3", ",2"))
    assert f"{path} is not {path.name} as the authors released it: download it again." == failure(files, birds())


def test_a_noise_without_a_list_is_reported(tmp_path: Path) -> None:
    files = ListFiles(tmp_path / "x.csv", tmp_path / "x-clean.csv")
    assert "released no list of pairwise-20 noise for cub" in failure(files, birds(), noise="pairwise-20")
    assert "x.csv does not exist" in failure(files, birds())
