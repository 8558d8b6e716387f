"""Babenko's Landmarks: images that Yandex finds for the names of 672 landmarks; RParis6k is the test data."""

import hashlib
from pathlib import Path

from prism.data.archives import rparis
from prism.data.archives.find import images_below, locate, relative
from prism.data.entry import Entry
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource, UrlList
from prism.errors import PrismError

LIST = "landmarks_urls.txt"


def addresses(path: Path) -> dict[str, str]:
    """Return the address of each image by its path, from lines of `address landmark`.

    Many images share a file name, so each is called by a digest of its address.
    """
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        url, _, name = line.strip().partition(" ")
        if not name or "/" in name or name.startswith("."):
            raise PrismError(f"{path}, line {number}: write an address, a space and a landmark, not {line!r}.")
        found[f"landmarks/{name.strip()}/{hashlib.sha256(url.encode()).hexdigest()[:16]}.jpg"] = url
    return found


def entries(files: Path) -> list[Entry]:
    """List the images by address, then those of RParis6k."""
    folder = locate(files, "landmarks")
    train = [Entry(relative(path, files), path.parent.name, "train") for path in images_below(folder)]
    return train + rparis.entries(files)


SOURCE = ArchiveSource(
    title="Landmarks",
    files=(RemoteFile(LIST, (), unpack=False), *rparis.FILES),
    entries=entries,
    ground_truth=rparis.ground_truth,
    # It had 213,678 training images of 672 landmarks, but no complete list of them is known: they are not counted.
    expected=rparis.EXPECTED,
    licence="none stated; the images belong to their owners",
    citation="Babenko et al., Neural Codes for Image Retrieval, ECCV 2014; " + rparis.CITATION,
    by_hand=(
        "get the list of addresses from http://sites.skoltech.ru/compvision/projects/neuralcodes/ or its authors, "
        f"write it as lines of 'address landmark' into a file {LIST}, and set `archive` to the folder it is in (or "
        "`root` to a folder with landmarks/NAME/ and the files of RParis6k) in params.yaml."
    ),
    url_list=UrlList(LIST, addresses, enough=0.5),
)
