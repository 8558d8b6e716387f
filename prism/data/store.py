"""Images decoded once: `images.bin` holds their pixels one after another, `index.parquet` says what they are."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prism.errors import PrismError
from prism.files import atomic, existing

COLUMNS = ["path", "class_name", "label", "split", "sha256", "offset", "height", "width"]


class StoredImage(NamedTuple):
    path: str
    class_name: str
    sha256: str
    pixels: NDArray[np.uint8]  # (H, W, 3)


class ImageStore:
    """Read-only access to a prepared dataset; pixels stay on disk until they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.index = read_index(folder / "index.parquet")
        self._pixels = np.memmap(existing(folder / "images.bin"), dtype=np.uint8, mode="r")
        row = self.index.iloc[-1]
        expected = int(row["offset"] + row["height"] * row["width"] * 3)
        if len(self._pixels) != expected:
            raise PrismError(
                f"{folder}/images.bin does not belong to its index.parquet: delete both and prepare again."
            )

    def __len__(self) -> int:
        return len(self.index)

    def __getitem__(self, row: int) -> NDArray[np.uint8]:
        """Pixels (H, W, 3) of the image in this row of the index."""
        offset, height, width = (int(self.index[column].iloc[row]) for column in ("offset", "height", "width"))
        return self._pixels[offset : offset + height * width * 3].reshape(height, width, 3)


def read_index(path: Path) -> pd.DataFrame:
    """One row an image: its path, class_name, label (0 .. classes - 1), split (train or test), sha256 and place."""
    index = pd.read_parquet(existing(path))
    missing = [column for column in COLUMNS if column not in index]
    if missing:
        raise PrismError(f"{path} has no column {', '.join(missing)}: delete it and prepare the dataset again.")
    return index


def write_store(folder: Path, images: Iterable[StoredImage], train_classes: set[str]) -> pd.DataFrame:
    """Write images.bin and index.parquet; classes are numbered in the order of their names."""
    rows = []
    offset = 0
    with atomic(folder / "index.parquet") as index_path, atomic(folder / "images.bin") as pixel_path:
        with pixel_path.open("wb") as stream:
            for image in images:
                height, width, _ = image.pixels.shape
                stream.write(np.ascontiguousarray(image.pixels).tobytes())
                rows.append((image.path, image.class_name, image.sha256, offset, height, width))
                offset += image.pixels.size
        index = pd.DataFrame(rows, columns=["path", "class_name", "sha256", "offset", "height", "width"])
        index["label"] = index["class_name"].rank(method="dense").astype("int64") - 1
        index["split"] = np.where(index["class_name"].isin(train_classes), "train", "test")
        index[COLUMNS].to_parquet(index_path, index=False)
    return index
