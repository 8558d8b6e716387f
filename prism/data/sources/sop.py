"""Stanford Online Products: photographs of 22,634 products for sale, split by its own lists."""

from pathlib import Path

from prism.data.archives.find import locate, relative
from prism.data.entry import Count, Entry, Split
from prism.data.listed_images import ListedImages
from prism.data.remote import RemoteFile
from prism.data.source import ArchiveSource


def entries(files: Path) -> list[Entry]:
    """List the images of both of its lists."""
    return _read_list(files, "train") + _read_list(files, "test")


def _read_list(files: Path, split: Split) -> list[Entry]:
    """List the images of Ebay_{split}.txt: a header, then lines of image_id class_id super_class_id path."""
    file = locate(files, f"Ebay_{split}.txt")
    rows = (line.split() for line in file.read_text(encoding="utf-8").splitlines()[1:])
    # Leading zeros, so that sorting the names sorts the numbers.
    return [Entry(relative(file.parent / row[3], files), f"{int(row[1]):05}", split) for row in rows if row]


SOURCE = ArchiveSource(
    title="Stanford Online Products",
    files=(
        RemoteFile(
            "Stanford_Online_Products.zip",
            (
                "ftp://cs.stanford.edu/cs/cvgl/Stanford_Online_Products.zip",
                "http://ftp.cs.stanford.edu/cs/cvgl/Stanford_Online_Products.zip",
            ),
            "sha256:b04fa78210e69fab050ce73939550e1cd0f96890bdd98ec9fee732c3b756ef48",
            3_083_860_082,
        ),
    ),
    entries=entries,
    expected={"train": Count(59_551, 11_318), "test": Count(60_502, 11_316)},
    listed_images=ListedImages(),
    licence="none stated; for research, the images belong to their sellers",
    citation="Song et al., Deep Metric Learning via Lifted Structured Feature Embedding, CVPR 2016",
    by_hand=(
        "download Stanford_Online_Products.zip by the link on https://cvgl.stanford.edu/projects/lifted_struct/ and "
        "set `archive` to it in params.yaml."
    ),
)
