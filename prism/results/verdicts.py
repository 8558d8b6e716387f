"""The last verdict of a filter on every training sample."""

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from prism.io.columns import write_columns


@dataclass(frozen=True)
class Verdicts:
    """The columns (N,) of p_clean.parquet, one row a training sample."""

    index: NDArray[np.int64]  # row of the image in the dataset's index
    p_clean: NDArray[np.float32]  # NaN where no filter has seen the sample
    kept: NDArray[np.int8]  # 1 kept, 0 dropped, -1 never seen by a filter
    iteration: NDArray[np.int32]  # that saw the sample last; 0 where none did


COLUMNS = [field.name for field in fields(Verdicts)]


def write_verdicts(path: Path, verdicts: Verdicts) -> None:
    """Write p_clean.parquet."""
    write_columns(path, {name: getattr(verdicts, name) for name in COLUMNS})
