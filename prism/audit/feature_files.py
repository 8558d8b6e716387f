"""Open features that a user has already, without reading them into memory where the format allows it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prism.errors import PrismError
from prism.io.files import existing

# The types of .safetensors that NumPy has too.
DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1"}
CHUNK = 1 << 24  # numbers that are checked at a time


def open_features(path: Path, rows: int | None = None) -> NDArray[Any]:
    """Return features (N, D) of a .npy, .safetensors or .parquet file, of which the first two are memory-mapped.

    `rows` is the number of images, of which row i must be the features of image i.
    """
    read = READERS.get(path.suffix.lower())
    if read is None:
        raise PrismError(f"{path} is no file of features: give one that ends in {', '.join(READERS)}.")
    if not existing(path).is_file():
        raise PrismError(f"{path} is not a file: give the file of the features.")
    try:
        features = read(path)
    except (ValueError, OSError, EOFError) as error:
        problem = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PrismError(f"{path} cannot be read as features ({problem}): write it again.") from error
    _check(path, features, rows)
    return features


def _check(path: Path, features: NDArray[Any], rows: int | None) -> None:
    if features.dtype.kind not in "fiu":
        raise PrismError(f"{path} has values of the type {features.dtype}: write its features as float32.")
    if features.ndim != 2 or 0 in features.shape:
        raise PrismError(f"{path} has features of the shape {features.shape}: write a row of numbers for each image.")
    if rows is not None and len(features) != rows:
        raise PrismError(
            f"{path} has {len(features)} rows for {rows} images: write one for each image, in the order of the list of "
            "images, or of class and path in a folder."
        )
    step = max(CHUNK // features.shape[1], 1)
    for start in range(0, len(features), step):
        finite = np.isfinite(features[start : start + step]).all(axis=1)
        if not finite.all():
            raise PrismError(f"{path} has NaN or infinity in row {start + int(finite.argmin())}: compute it again.")


def _open_npy(path: Path) -> NDArray[Any]:
    features: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    return features


def _open_safetensors(path: Path) -> NDArray[Any]:
    """Map the one tensor of a file, or the one that is called "features"."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:  # checks the header
            names = list(file.keys())
    except SafetensorError as error:
        raise ValueError(str(error)) from error
    name = "features" if "features" in names else names[0] if len(names) == 1 else None
    if name is None:
        raise ValueError(f"it has {len(names)} tensors and none that is called features")
    with path.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        tensor = json.loads(stream.read(length))[name]
    if tensor["dtype"] not in DTYPES:
        raise ValueError(f"its type {tensor['dtype']} is none that NumPy has: F32 is")
    if 0 in tensor["shape"]:
        return np.empty(tensor["shape"], DTYPES[tensor["dtype"]])
    offset = 8 + length + tensor["data_offsets"][0]
    return np.memmap(path, DTYPES[tensor["dtype"]], "r", offset, tuple(tensor["shape"]))


def _read_parquet(path: Path) -> NDArray[Any]:
    """Return the numeric columns of a table side by side, or its one column of lists."""
    import pyarrow as pa
    from pyarrow import compute, parquet

    table = parquet.read_table(path)
    lists = [
        field.name
        for field in table.schema
        if pa.types.is_list(field.type) or pa.types.is_large_list(field.type) or pa.types.is_fixed_size_list(field.type)
    ]
    numeric = [
        field.name for field in table.schema if pa.types.is_floating(field.type) or pa.types.is_integer(field.type)
    ]
    if len(lists) == 1:
        column = table[lists[0]]
        lengths = compute.unique(compute.list_value_length(column)).to_pylist()  # None where a list is missing
        if len(lengths) > 1 or None in lengths:
            raise ValueError("its lists differ in their lengths")
        values: NDArray[Any] = column.combine_chunks().flatten().to_numpy(zero_copy_only=False)
        return values.reshape(len(column), -1)
    if lists or not numeric:
        raise ValueError(f"it has {len(lists)} columns of lists and {len(numeric)} of numbers")
    return np.column_stack([table[name].to_numpy() for name in numeric])


READERS: dict[str, Callable[[Path], NDArray[Any]]] = {
    ".npy": _open_npy,
    ".safetensors": _open_safetensors,
    ".parquet": _read_parquet,
}
