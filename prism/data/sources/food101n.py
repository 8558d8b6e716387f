"""Food-101N: dishes with labels that the web gave them; trains on its first 50 classes, tests on Food-101's others."""

from pathlib import Path

from prism.data.archives.find import images_below, located, relative
from prism.data.entry import Count, Entry, Split
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource

TRAIN_CLASSES = 50


def entries(files: Path) -> list[Entry]:
    noisy = located(files, "Food-101N_release/train", "Food-101N_release/images")
    clean = located(files, "food-101/images")
    train, test = _classes(noisy)[:TRAIN_CLASSES], _classes(clean)[TRAIN_CLASSES:]
    return _of(train, "train", files) + _of(test, "test", files)


def _classes(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


def _of(classes: list[Path], split: Split, files: Path) -> list[Entry]:
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
