"""The image store: `images.bin` has the pixels of decoded images one after another, `index.parquet` describes them."""

import shutil
from collections.abc import Iterable, Set
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prism.data.entry import Split
from prism.errors import PrismError
from prism.io.files import atomic, existing
from prism.io.tables import read_parquet

COLUMNS = ["path", "class_name", "label", "split", "sha256", "offset", "height", "width"]


class StoredImage(NamedTuple):
    path: str
    class_name: str
    sha256: str
    pixels: NDArray[np.uint8]  # (H, W, 3)
    split: Split = "test"


class ImageStore:
    """Read-only access to a prepared dataset; pixels are read from disk when an image is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.index = read_index(folder / "index.parquet")
        self._pixels = np.memmap(existing(folder / "images.bin"), dtype=np.uint8, mode="r")
        # An array, because reading single values from a DataFrame is slow.
        self._places = self.index[["offset", "height", "width"]].to_numpy()
        offset, height, width = self._places[-1]
        if len(self._pixels) != offset + height * width * 3:
            raise PrismError(
                f"{folder}/images.bin does not belong to its index.parquet: delete both and prepare again."
            )

    def __reduce__(self) -> tuple[type["ImageStore"], tuple[Path]]:
        """Let a process that is sent this store open the files itself, instead of sending it all pixels."""
        return ImageStore, (self.folder,)

    def __len__(self) -> int:
        return len(self.index)

    def __getitem__(self, row: int) -> NDArray[np.uint8]:
        """Return the pixels (H, W, 3) of the image in this row of the index."""
        offset, height, width = self._places[row]
        return self._pixels[offset : offset + height * width * 3].reshape(height, width, 3)


def read_index(path: Path) -> pd.DataFrame:
    """Return a row for each image: path, class_name, label (0 .. classes - 1), split, sha256, place in images.bin."""
    return read_parquet(path, COLUMNS, "delete it and prepare the dataset again")


def write_store(folder: Path, images: Iterable[StoredImage], train_classes: Set[str] = frozenset()) -> pd.DataFrame:
    """Write images.bin and index.parquet; images of `train_classes` are training images, others keep their split."""
    rows = []
    offset = 0
    with atomic(folder / "index.parquet") as index_path, atomic(folder / "images.bin") as pixel_path:
        with pixel_path.open("wb") as stream:
            for image in images:
                height, width, _ = image.pixels.shape
                stream.write(np.ascontiguousarray(image.pixels).tobytes())
                split = "train" if image.class_name in train_classes else image.split
                rows.append((image.path, image.class_name, split, image.sha256, offset, height, width))
                offset += image.pixels.size
        return _write_index(index_path, pd.DataFrame(rows, columns=[name for name in COLUMNS if name != "label"]))


def join_stores(folder: Path, parts: Iterable[Path]) -> pd.DataFrame:
    """Write one store of the images of several stores, in their order, without holding all pixels in memory."""
    indexes = []
    with atomic(folder / "index.parquet") as index_path, atomic(folder / "images.bin") as pixel_path:
        with pixel_path.open("wb") as stream:
            for part in parts:
                index = read_index(part / "index.parquet")
                index["offset"] += stream.tell()
                indexes.append(index)
                with (part / "images.bin").open("rb") as pixels:
                    shutil.copyfileobj(pixels, stream)
        filled = [index for index in indexes if len(index)]  # columns of an empty index have no useful types
        return _write_index(index_path, pd.concat(filled, ignore_index=True))


def _write_index(path: Path, index: pd.DataFrame) -> pd.DataFrame:
    """Add labels, which number the classes in the order of their names, and write the index."""
    index["label"] = index["class_name"].rank(method="dense").astype("int64") - 1
    index[COLUMNS].to_parquet(path, index=False)
    return index
