"""CUB-200-2011: photographs of 200 bird species, of which the first 100 train."""

from pathlib import Path

from prism.data.archives.find import images_below, locate, relative
from prism.data.entry import Count, Entry
from prism.data.listed_images import ListedImages
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource

TRAIN_CLASSES = 100


def entries(files: Path) -> list[Entry]:
    """List all images, in the order of images.txt if that file is there."""
    images = locate(files, "images")
    return [_to_entry(path, files) for path in _image_paths(images)]


def _image_paths(images: Path) -> list[Path]:
    listed = images.parent / "images.txt"  # a line is: number path
    if not listed.exists():
        return images_below(images)
    lines = listed.read_text(encoding="utf-8").splitlines()
    return [images / line.split(maxsplit=1)[1] for line in lines if line.strip()]


def _to_entry(path: Path, files: Path) -> Entry:
    class_name = path.parent.name  # 001.Black_footed_Albatross
    number = int(class_name.partition(".")[0])
    return Entry(relative(path, files), class_name, "train" if number <= TRAIN_CLASSES else "test")


SOURCE = ArchiveSource(
    title="CUB-200-2011",
    files=(
        RemoteFile(
            "CUB_200_2011.tgz",
            ("https://data.caltech.edu/records/65de6-vp158/files/CUB_200_2011.tgz",),
            "sha256:0c685df5597a8b24909f6a7c9db6d11e008733779a671760afef78feb49bf081",
            1_150_585_339,
        ),
    ),
    entries=entries,
    expected={"train": Count(5_864, 100), "test": Count(5_924, 100)},
    listed_images=ListedImages(),
    licence="non-commercial research and education; the images belong to their photographers",
    citation="Wah et al., The Caltech-UCSD Birds-200-2011 Dataset, CNS-TR-2011-001, 2011",
    by_hand=(
        "download CUB_200_2011.tgz from https://data.caltech.edu/records/65de6-vp158 and set `archive` to it in "
        "params.yaml."
    ),
)
