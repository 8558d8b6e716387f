"""Food-101N: dishes with labels from the web. Its first 50 classes train, the other classes of Food-101 test."""

from pathlib import Path

from prism.data.archives.find import images_below, locate, relative
from prism.data.entry import Count, Entry, Split
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource

TRAIN_CLASSES = 50


def entries(files: Path) -> list[Entry]:
    """List the training images of Food-101N, then the test images of Food-101."""
    noisy = locate(files, "Food-101N_release/train", "Food-101N_release/images")
    clean = locate(files, "food-101/images")
    train, test = _class_folders(noisy)[:TRAIN_CLASSES], _class_folders(clean)[TRAIN_CLASSES:]
    return _list_images(train, "train", files) + _list_images(test, "test", files)


def _class_folders(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


def _list_images(classes: list[Path], split: Split, files: Path) -> list[Entry]:
    return [Entry(relative(path, files), folder.name, split) for folder in classes for path in images_below(folder)]


SOURCE = ArchiveSource(
    title="Food-101N",
    files=(
        RemoteFile(
            "Food-101N_release.zip",  # nobody has published its checksum
            (
                "https://iudata.blob.core.windows.net/food101/Food-101N_release.zip",
                "https://food101n.blob.core.windows.net/food101n/Food-101N_release.zip",
            ),
        ),
        RemoteFile(
            "food-101.tar.gz",
            ("http://data.vision.ee.ethz.ch/cvl/food-101.tar.gz",),
            "sha256:d97d15e438b7f4498f96086a4f7e2fa42a32f2712e87d3295441b2b6314053a4",
            4_996_278_331,
        ),
    ),
    entries=entries,
    expected={"train": Count(144_086, 50), "test": Count(51_000, 51)},
    licence="non-commercial research; the images belong to their owners",
    citation=(
        "Lee et al., CleanNet: Transfer Learning for Scalable Image Classifier Training with Label Noise, CVPR 2018; "
        "Bossard et al., Food-101, ECCV 2014"
    ),
    by_hand=(
        "get Food-101N_release.zip by the form on https://kuanghuei.github.io/Food-101N/ (or Kaggle's "
        "kuanghueilee/food-101n) and food-101.tar.gz from https://data.vision.ee.ethz.ch/cvl/datasets_extra/food-101/, "
        "put them into one folder and set `archive` to it in params.yaml."
    ),
)
