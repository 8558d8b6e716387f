import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from archives import write_files
from prism.data.archives.rparis import GROUND_TRUTH, entries, ground_truth
from prism.errors import PrismError

TRUTH = {
    "imlist": ["paris_louvre_000002", "paris_eiffel_000001"],
    "qimlist": ["paris_eiffel_000003"],
    "gnd": [{"bbx": [10.4, 20.6, 110.0, 220.0], "easy": [1], "hard": np.array([0]), "junk": np.array([], dtype=int)}],
}


def write(folder: Path, content: Any, **options: Any) -> Path:
    return write_files(folder, {GROUND_TRUTH: pickle.dumps(content, **options)})


@pytest.mark.parametrize("protocol", [2, 3, 4])
def test_ground_truth_is_lists_of_places_in_the_database(tmp_path: Path, protocol: int) -> None:
    truth = ground_truth(write(tmp_path, TRUTH, protocol=protocol))
    assert truth == [{"easy": [1], "hard": [0], "junk": []}]
    assert type(truth[0]["hard"][0]) is int


def test_arrays_from_before_numpy_2_are_read(tmp_path: Path) -> None:
    old = pickle.dumps(TRUTH, protocol=2).replace(b"numpy._core.multiarray", b"numpy.core.multiarray")
    assert ground_truth(write_files(tmp_path, {GROUND_TRUTH: old}))[0]["hard"] == [0]


def test_queries_follow_the_database_and_keep_their_box(tmp_path: Path) -> None:
    found = entries(write(tmp_path, TRUTH))
    assert [(entry.split, entry.class_name, entry.crop) for entry in found] == [
        ("test", "louvre", None),
        ("test", "eiffel", None),
        ("query", "eiffel", (10, 21, 110, 220)),
    ]


class Evil:
    def __reduce__(self) -> Any:
        return os.system, ("touch evil",)


@pytest.mark.parametrize("content", [Evil(), {"gnd": Evil()}])
def test_a_pickle_that_would_run_code_is_refused(tmp_path: Path, content: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PrismError, match=r"not the ground truth of RParis6k \(it wants to run posix\.system\)"):
        ground_truth(write(tmp_path, content))
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>",
        pickle.dumps({}),
        pickle.dumps([1]),
        pickle.dumps(TRUTH)[:50],
        pickle.dumps(TRUTH | {"gnd": [{}]}),
        pickle.dumps(TRUTH | {"imlist": ["paris_louvre_000002"]}),
    ],
)
def test_another_file_is_reported(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(PrismError, match="is not the ground truth of RParis6k"):
        ground_truth(write_files(tmp_path, {GROUND_TRUTH: content}))


def test_a_query_without_ground_truth_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PrismError, match="has not one entry for each query"):
        ground_truth(write(tmp_path, TRUTH | {"gnd": []}))
