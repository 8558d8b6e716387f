"""Read and write columns of Parquet files as arrays without pandas, whose import takes half a second.

pyarrow imports pandas where it takes or gives NumPy arrays, so these go by way of lists and buffers.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import parquet

from prism.errors import PrismError
from prism.io.files import atomic, existing


def read_columns(path: Path, *names: str) -> list[NDArray[Any]]:
    """Return columns (N,) in the order of these names; a column with missing values has objects and None."""
    try:
        with parquet.ParquetFile(existing(path)) as file:
            table = file.read(columns=list(names))
    except pa.ArrowInvalid as error:
        raise PrismError(f"{path} is not a Parquet file ({error}): delete it and make it again.") from error
    if missing := [name for name in names if name not in table.column_names]:
        raise PrismError(f"{path} has no column {', '.join(missing)}: delete it and make it again.")
    return [np.array(table[name].to_pylist()) for name in names]


def write_columns(path: Path, columns: Mapping[str, NDArray[np.number]]) -> None:
    """Write columns (N,) of numbers under their names."""
    arrays = [
        pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(values)])
        for values in columns.values()
    ]
    with atomic(path) as temporary:
        parquet.write_table(pa.Table.from_arrays(arrays, names=list(columns)), temporary)
