from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.numpy import save_file
from safetensors.torch import save_file as save_torch

from prism.audit.features import open_features
from prism.errors import PrismError

FEATURES = np.arange(6, dtype=np.float32).reshape(3, 2)


def write(path: Path, content: Any) -> Path:
    """Write an array, a table, tensors or bytes, by their type."""
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif isinstance(content, pd.DataFrame):
        content.to_parquet(path)
    elif isinstance(content, dict):
        save_file(content, path)
    else:
        np.save(path, content)
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("f.npy", FEATURES),
        ("f.NPY", FEATURES),
        ("f.npy", np.asfortranarray(FEATURES.astype(np.float16))),
        ("f.safetensors", {"any": FEATURES}),
        ("f.safetensors", {"features": FEATURES.astype(np.float64), "before": np.ones(5, np.uint8)}),
        ("f.parquet", pd.DataFrame(FEATURES, columns=["x", "y"]).assign(path=["a", "b", "c"])),
        ("f.parquet", pd.DataFrame({"id": [1, 2, 3], "features": list(FEATURES)})),
    ],
)
def test_features_of_every_format(tmp_path: Path, name: str, content: Any) -> None:
    path = tmp_path / name
    if name.endswith("NPY"):
        with path.open("wb") as stream:
            np.save(stream, content)
    else:
        write(path, content)
    features = open_features(path, 3)
    np.testing.assert_array_equal(features, FEATURES)
    assert isinstance(features, np.memmap) == (path.suffix != ".parquet")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("f.csv", b"1,2", "is no file of features"),
        ("f.npy", b"", "cannot be read as features"),
        ("f.npy", b"\x93NUMPY\x01\x00", "cannot be read as features"),
        ("f.npy", np.array([["a", None]], dtype=object), "cannot be read as features"),
        ("f.npy", np.array([["a"]]), "write its features as float32"),
        ("f.npy", FEATURES * 1j, "write its features as float32"),
        ("f.npy", FEATURES[0], r"shape \(2,\)"),
        ("f.npy", FEATURES[:, :0], r"shape \(3, 0\)"),
        ("f.npy", FEATURES[:2], "has 2 rows for 3 images"),
        ("f.npy", np.array([[0, 1], [0, np.nan], [0, 1]]), "NaN or infinity in row 1"),
        ("f.npy", np.array([[0, 1], [0, 1], [-np.inf, 1]]), "NaN or infinity in row 2"),
        ("f.safetensors", b"\xff" * 20, "cannot be read as features"),
        ("f.safetensors", {"a": FEATURES, "b": FEATURES}, "2 tensors and none that is called features"),
        ("f.safetensors", {"features": FEATURES[:, :0]}, r"shape \(3, 0\)"),
        ("f.parquet", b"PAR1", "cannot be read as features"),
        ("f.parquet", pd.DataFrame({"path": ["a", "b", "c"]}), "0 columns of lists and 0 of numbers"),
        ("f.parquet", pd.DataFrame({"f": [[1.0], [1.0, 2.0], [3.0]]}), "differ in their lengths"),
        ("f.parquet", pd.DataFrame({"f": [[1.0], None, [3.0]]}), "differ in their lengths"),
        ("f.parquet", pd.DataFrame({"f": [1.0, None, 3.0]}), "NaN or infinity in row 1"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, name: str, content: Any, message: str) -> None:
    path = write(tmp_path / name, content)
    with pytest.raises(PrismError, match=message) as caught:
        open_features(path, 3)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_other_mistakes(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match="does not exist"):
        open_features(tmp_path / "no.npy")
    (tmp_path / "folder.npy").mkdir()
    with pytest.raises(PrismError, match="is not a file"):
        open_features(tmp_path / "folder.npy")
    save_torch({"features": torch.ones(3, 2, dtype=torch.bfloat16)}, tmp_path / "b.safetensors")
    with pytest.raises(PrismError, match="BF16"):
        open_features(tmp_path / "b.safetensors")
