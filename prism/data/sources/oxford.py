"""Oxford Buildings: all images train, by the landmark they were searched for; RParis6k is the test data."""

from pathlib import Path

from prism.data.archives import rparis
from prism.data.archives.find import images_below, relative
from prism.data.entry import Count, Entry
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource


def entries(files: Path) -> list[Entry]:
    """List the images of Oxford, then those of RParis6k.

    The paper does not say what its classes are: here they are the beginnings of the file names.
    """
    train = [
        Entry(relative(path, files), rparis.landmark(path.stem), "train")
        for path in images_below(files)
        if not path.stem.startswith("paris_")
    ]
    return train + rparis.entries(files)


SOURCE = ArchiveSource(
    title="Oxford Buildings",
    files=(
        RemoteFile(
            "oxbuild_images-v1.tgz",  # nobody has published its checksum
            (
                "https://www.robots.ox.ac.uk/~vgg/data/oxbuildings/oxbuild_images-v1.tgz",
                "https://thor.robots.ox.ac.uk/oxbuildings/oxbuild_images-v1.tgz",
            ),
            size=1_938_238_004,
        ),
        *rparis.FILES,
    ),
    entries=entries,
    ground_truth=rparis.ground_truth,
    # The paper says 5,062 images of 11 landmarks; the archive has one image more, and names with 17 beginnings.
    expected={"train": Count(5_063, 17), **rparis.EXPECTED},
    licence=rparis.LICENCE,
    citation=(
        "Philbin et al., Object Retrieval with Large Vocabularies and Fast Spatial Matching, CVPR 2007; "
        + rparis.CITATION
    ),
    by_hand=(
        "get oxbuild_images-v1.tgz from https://www.robots.ox.ac.uk/~vgg/data/oxbuildings/, "
        f"{rparis.BY_HAND}, put them into one folder and set `archive` to it in params.yaml."
    ),
)
