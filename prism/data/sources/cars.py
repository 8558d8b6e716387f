"""Stanford Cars (CARS196): photographs of 196 models, of which the official numbers 1-98 train."""

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from prism.data.archives.find import find, images_below, locate, relative
from prism.data.entry import Count, Entry
from prism.data.listed_images import ListedImages
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource
from prism.errors import PrismError

TRAIN_CLASSES = 98
CLASSES = 196


def entries(files: Path) -> list[Entry]:
    """List the images of any of the three layouts in which copies are in use since the official host is gone."""
    if annotations := find(files, "cars_annos.mat"):
        return _list_official(files, annotations)
    if meta := find(files, "cars_meta.mat"):
        return _list_devkit(files, meta)
    return _list_by_folder(files)


def names_in_lists(paths: Sequence[str], class_names: Sequence[str]) -> list[str]:
    """Return the names that the released lists have for images, such as Acura RL Sedan 2012/00001.jpg.

    The lists were made of a copy with a folder for each class, in which both official splits were merged. Where two
    images had the same name, the second was renamed to NAME_2. It is not known which was: here it is the test image.
    """
    names: dict[str, str] = {}
    taken = set()
    for path, class_name in sorted(zip(paths, class_names, strict=True), reverse=True):  # cars_train before cars_test
        name = f"{class_name}/{PurePosixPath(path).stem}"
        names[path] = f"{name}_2.jpg" if name in taken else f"{name}.jpg"
        taken.add(name)
    return [names[path] for path in paths]


def _list_official(files: Path, annotations: Path) -> list[Entry]:
    """List the images of car_ims.tgz, in which both official splits are merged, by cars_annos.mat."""
    content = _load_mat(annotations)
    names = _class_names(content)
    images = content["annotations"]
    first = str(images["relative_im_path"][0])  # car_ims/000001.jpg
    root = locate(files, first).parents[1]
    return [
        _entry(root / str(path), files, int(number), names)
        for path, number in zip(images["relative_im_path"], images["class"], strict=True)
    ]


def _list_devkit(files: Path, meta: Path) -> list[Entry]:
    """List the images of cars_train/ and cars_test/ by devkit/, as torchvision has them."""
    names = _class_names(_load_mat(meta))
    found = []
    # A popular copy on Kaggle calls the second "cars_test_annos_withlabels (1).mat".
    for folder, annotations in [
        ("cars_train", "cars_train_annos.mat"),
        ("cars_test", "cars_test_annos_withlabels*.mat"),
    ]:
        images = _load_mat(locate(files, annotations))["annotations"]
        root = locate(files, f"{folder}/{images['fname'][0]}").parent
        pairs = zip(images["fname"], images["class"], strict=True)
        found += [_entry(root / str(name), files, int(number), names) for name, number in pairs]
    return found


def _list_by_folder(files: Path) -> list[Entry]:
    """List the images of a copy with a folder for each class, such as car_data/train/Acura RL Sedan 2012/.

    The lists that the paper's authors released were made of this layout.
    """
    paths = [path for path in images_below(files) if re.fullmatch(r".+ \d{4}", path.parent.name)]
    names = sorted({path.parent.name for path in paths})
    if len(names) != CLASSES:
        raise PrismError(
            f"{files} has neither cars_annos.mat nor devkit/cars_meta.mat nor a folder for each of the {CLASSES} "
            f"models (it has {len(names)}): {SOURCE.by_hand}"
        )
    # Within a make, names are ordered differently from the official numbers, but the first 98 models are the same.
    train = set(names[:TRAIN_CLASSES])
    return [
        Entry(relative(path, files), path.parent.name, "train" if path.parent.name in train else "test")
        for path in paths
    ]


def _entry(path: Path, files: Path, number: int, names: list[str]) -> Entry:
    return Entry(relative(path, files), names[number - 1], "train" if number <= TRAIN_CLASSES else "test")


def _load_mat(path: Path) -> Any:
    from scipy.io import loadmat

    try:
        return loadmat(path, squeeze_me=True)
    except (ValueError, NotImplementedError, TypeError, OSError) as error:
        raise PrismError(f"{path} is not a MATLAB file that can be read ({error}): get it again.") from error


def _class_names(content: Any) -> list[str]:
    return [str(name).replace("/", "-") for name in content["class_names"]]  # as in the names of folders: Ram C-V


SOURCE = ArchiveSource(
    title="Stanford Cars",
    files=(
        RemoteFile("car_ims.tgz", (), "md5:d5c8f0aa497503f355e17dc7886c3f14"),
        RemoteFile("cars_annos.mat", (), "md5:b407c6086d669747186bd1d764ff9dbc", unpack=False),
    ),
    entries=entries,
    expected={"train": Count(8_054, 98), "test": Count(8_131, 98)},
    listed_images=ListedImages(names=names_in_lists),
    licence="non-commercial research; the images belong to their owners",
    citation="Krause et al., 3D Object Representations for Fine-Grained Categorization, 3DRR 2013",
    by_hand=(
        "Stanford's host is gone, so get a copy (car_ims.tgz and cars_annos.mat; or from Kaggle the archive of "
        "jutrera/stanford-car-dataset-by-classes-folder or rickyyyyyyy/torchvision-stanford-cars) and set `archive` to "
        "it, or `root` to the folder it is unpacked in, in params.yaml."
    ),
)
