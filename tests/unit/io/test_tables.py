from pathlib import Path

import pandas as pd
import pytest

from prism.errors import PrismError
from prism.io.tables import read_csv, read_parquet


def test_a_table_with_its_columns_is_read(tmp_path: Path) -> None:
    table = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    table.to_csv(tmp_path / "t.csv", index=False)
    table.to_parquet(tmp_path / "t.parquet")
    pd.testing.assert_frame_equal(read_csv(tmp_path / "t.csv", ["a"]), table)
    pd.testing.assert_frame_equal(read_parquet(tmp_path / "t.parquet", ["a", "b"]), table)


def test_a_missing_column_is_told(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    with pytest.raises(PrismError, match=r"t\.csv has no column c, d: delete it and make it again"):
        read_csv(tmp_path / "t.csv", ["a", "c", "d"])


@pytest.mark.parametrize(("name", "read"), [("t.csv", read_csv), ("t.parquet", read_parquet)])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00 garbage"])
def test_a_damaged_file_is_told_in_one_sentence(tmp_path: Path, name: str, read: object, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PrismError, match=f"{name} .*: delete it and make it again") as error:
        read(tmp_path / name, ["a"])
    assert "\n" not in str(error.value)
