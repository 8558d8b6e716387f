import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from prism.errors import PrismError
from prism.io.columns import read_columns, write_columns

NUMBERS = {
    "index": np.array([3, 5], dtype=np.int64),
    "p_clean": np.array([0.5, np.nan], dtype=np.float32),
    "kept": np.array([1, -1], dtype=np.int8),
}


def test_what_is_written_is_read_in_the_order_that_is_asked_for(tmp_path: Path) -> None:
    write_columns(tmp_path / "a.parquet", NUMBERS)
    kept, index = read_columns(tmp_path / "a.parquet", "kept", "index")
    assert (kept.tolist(), index.tolist()) == ([1, -1], [3, 5])


def test_pandas_reads_what_is_written(tmp_path: Path) -> None:
    write_columns(tmp_path / "a.parquet", NUMBERS)
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "a.parquet"), pd.DataFrame(NUMBERS))


def test_what_pandas_writes_is_read_and_missing_values_are_none(tmp_path: Path) -> None:
    unknown = pd.array([True, pd.NA], dtype="boolean")
    table = pd.DataFrame({"split": ["train", "test"], "is_noisy": [True, False], "unknown": unknown})
    table.to_parquet(tmp_path / "a.parquet")
    split, is_noisy, missing = read_columns(tmp_path / "a.parquet", "split", "is_noisy", "unknown")
    assert (split == "test").tolist() == [False, True]
    assert is_noisy.dtype == np.bool_
    assert missing.tolist() == [True, None]


def test_bad_files_are_told(tmp_path: Path) -> None:
    write_columns(tmp_path / "a.parquet", NUMBERS)
    with pytest.raises(PrismError, match="has no column given: delete it"):
        read_columns(tmp_path / "a.parquet", "index", "given")
    (tmp_path / "b.parquet").write_text("PAR1 not")
    with pytest.raises(PrismError, match="is not a Parquet file"):
        read_columns(tmp_path / "b.parquet", "index")
    with pytest.raises(PrismError, match="does not exist"):
        read_columns(tmp_path / "c.parquet", "index")


def test_neither_imports_pandas(tmp_path: Path) -> None:
    code = (
        "import sys, numpy; from pathlib import Path; from prism.io.columns import read_columns, write_columns;"
        "file = Path(sys.argv[1]); write_columns(file, {'a': numpy.arange(3)}); read_columns(file, 'a');"
        "sys.exit('pandas' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "a.parquet")], check=True)
