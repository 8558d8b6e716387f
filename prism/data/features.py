"""Read and write the file of features, which has one row for each row of the dataset's index."""

import json
from pathlib import Path

from safetensors.torch import load_file, save_file
from torch import Tensor

from prism.errors import PrismError
from prism.io.files import atomic, existing, sha256


def write_features(path: Path, features: Tensor, folder: Path) -> None:
    """Store features of the dataset in `folder`, with the checksums of the index and images they were made from."""
    checksums = {"images": sha256(folder / "images.bin"), "index": sha256(folder / "index.parquet")}
    with atomic(path) as temporary:
        # A single entry: safetensors writes several in an order that changes from process to process.
        save_file({"features": features.contiguous()}, temporary, metadata={"made_from": json.dumps(checksums)})


def read_features(path: Path, rows: int) -> Tensor:
    """Return features (N, D); `rows` is the number N of rows that the dataset's index has."""
    features = load_file(existing(path))["features"]
    if len(features) != rows:
        raise PrismError(f"{path} has {len(features)} rows for an index of {rows}: delete it and extract again.")
    return features
