"""Stanford Cars (CARS196): photographs of 196 models, of which the official numbers 1-98 train."""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from prism.data.archives.find import find, images_below, locate, relative
from prism.data.entry import Count, Entry
from prism.data.listed_images import ListedImages
from prism.data.remote import RemoteFile
from prism.data.settings import DatasetSettings
from prism.data.source import ArchiveSource
from prism.errors import PrismError

TRAIN_CLASSES = 98
CLASSES = 196
CLASS_FOLDER = "* [12][0-9][0-9][0-9]"  # such as Acura RL Sedan 2012


def entries(files: Path) -> list[Entry]:
    """List the images of any of the three layouts in which copies are in use since the official host is gone."""
    if annotations := _annotations_of_car_ims(files):
        return _list_car_ims(files, annotations)
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


def sign_of_car_ims(settings: DatasetSettings) -> str | None:
    """Return the file that shows that the user's copy is car_ims, which numbers the images of both splits as one."""
    if settings.local_path is None:
        return None
    key, path = settings.local_path
    if key == "root":
        annotations = _annotations_of_car_ims(Path(path))
        return None if annotations is None else annotations.name
    return None if SOURCE.files_of(Path(path)) == SOURCE.files else SOURCE.other_files[0].name


def _annotations_of_car_ims(files: Path) -> Path | None:
    """Return cars_annos.mat, unless it is an addition to one of the other layouts, which all studies can use."""
    if find(files, "cars_train", CLASS_FOLDER):
        return None
    return find(files, "cars_annos.mat")


def _list_car_ims(files: Path, annotations: Path) -> list[Entry]:
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
    """List the images of a copy with a folder for each class, such as car_data/train/Acura RL Sedan 2012/."""
    paths = [path for path in images_below(files) if path.parent.match(CLASS_FOLDER)]
    names = sorted({path.parent.name for path in paths})
    if len(names) != CLASSES:
        raise PrismError(
            f"{files} has neither a folder for each of the {CLASSES} models (it has {len(names)}) nor "
            f"devkit/cars_meta.mat nor car_ims with cars_annos.mat: {SOURCE.by_hand}"
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
        RemoteFile("cars_train.tgz", (), "md5:065e5b463ae28d29e77c1b4b166cfe61", 979_269_282),
        RemoteFile("cars_test.tgz", (), "md5:4ce7ebf6a94d07f1952d94dd34c4d501", 977_350_468),
        RemoteFile("car_devkit.tgz", (), "md5:c3b158d763b6e2245038c8ad08e45376"),
        RemoteFile("cars_test_annos_withlabels.mat", (), "md5:b0a2b23655a3edd16d84508592a98d10", unpack=False),
    ),
    other_files=(
        RemoteFile("car_ims.tgz", (), "md5:d5c8f0aa497503f355e17dc7886c3f14"),
        RemoteFile("cars_annos.mat", (), "md5:b407c6086d669747186bd1d764ff9dbc", unpack=False),
    ),
    entries=entries,
    expected={"train": Count(8_054, 98), "test": Count(8_131, 98)},
    listed_images=ListedImages(
        names=names_in_lists,
        copy=(
            "a copy with a folder for each class, or with cars_train, cars_test and their devkit (not car_ims, in "
            "which images have other numbers)"
        ),
        sign_of_other_names=sign_of_car_ims,
    ),
    licence="non-commercial research; the images belong to their owners",
    citation="Krause et al., 3D Object Representations for Fine-Grained Categorization, 3DRR 2013",
    by_hand=(
        "Stanford's host is gone, so get a copy (from Kaggle the archive of "
        "jutrera/stanford-car-dataset-by-classes-folder or rickyyyyyyy/torchvision-stanford-cars; or a folder of "
        "cars_train.tgz, cars_test.tgz, car_devkit.tgz and cars_test_annos_withlabels.mat; or, for studies without "
        "the authors' lists alone, of car_ims.tgz and cars_annos.mat) and set `archive` to it, or `root` to the folder "
        "it is unpacked in, in params.yaml."
    ),
)
