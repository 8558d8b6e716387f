"""CARS-98N: images that Pinterest finds for the 98 training classes of Stanford Cars, whose other 98 classes test."""

import csv
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from prism.data.archives.find import images_below, locate, relative
from prism.data.entry import Count, Entry
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource, UrlList
from prism.data.sources import cars
from prism.errors import PrismError

LIST = "CARS_98N_list.csv"
REPOSITORY = "https://raw.githubusercontent.com/alibaba-edu/Ranking-based-Instance-Selection"
COMMIT = "06e7fa2061d42f5e8181f7181fe591fc3d294f8d"
SMALL, LARGE = "https://i.pinimg.com/236x/", "https://i.pinimg.com/736x/"


def addresses(path: Path) -> dict[str, str]:
    """Return the address of each image by its path.

    The list has rows of address,folder and no header; the authors' script takes its first row for one and so loses
    an image.
    """
    try:
        with path.open(newline="", encoding="utf-8") as stream:
            rows = [(row[0], int(row[1])) for row in csv.reader(stream) if row]
    except (ValueError, IndexError) as error:
        raise PrismError(
            f"{path} is not the list of addresses of CARS-98N ({error}): delete the dataset's folder raw/ and fetch it "
            "again."
        ) from error
    return {
        f"cars98n/{folder}/{name}": LARGE + url.removeprefix(SMALL) if url.startswith(SMALL) else url
        for url, folder in rows
        if not (name := PurePosixPath(urlsplit(url).path).name).endswith(".gif")  # the authors skip them too
    }


def entries(files: Path) -> list[Entry]:
    """List the images by address, then the test images of Stanford Cars."""
    noisy = locate(files, "cars98n", "img_v3")  # the name of the folder here, and the authors' own
    train = [Entry(relative(path, files), path.parent.name, "train") for path in images_below(noisy)]
    return train + [entry for entry in cars.entries(files) if entry.split == "test"]


SOURCE = ArchiveSource(
    title="CARS-98N",
    files=(
        RemoteFile(
            LIST,
            tuple(f"{REPOSITORY}/{version}/prepare_CARS_98N/{LIST}" for version in (COMMIT, "main", "master")),
            size=809_952,
            unpack=False,
        ),
        *cars.SOURCE.files,
    ),
    other_files=cars.SOURCE.other_files,
    entries=entries,
    # The authors' list has 9,558 rows, because one image is in it twice.
    expected={"train": Count(9_557, 98), "test": cars.SOURCE.expected["test"]},
    licence="none stated; the images belong to those who pinned them",
    citation="Liu et al., Noise-resistant Deep Metric Learning with Ranking-based Instance Selection, CVPR 2021",
    by_hand=f"the test images are those of Stanford Cars: {cars.SOURCE.by_hand}",
    url_list=UrlList(LIST, addresses, enough=0.8),
)
