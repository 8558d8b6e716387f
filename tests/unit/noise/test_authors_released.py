"""The lists for CUB as they were released; conftest.py leaves this file out where they are absent."""

import pandas as pd
import pytest

from prism.noise.authors import AUTHORS_LISTS, authors_labels
from project import ROOT

LISTS = ROOT.parent / "shared/data/prism-lists"
CLASSES = {
    "symmetric-10": 100,
    "symmetric-20": 101,
    "symmetric-50": 101,
    "smallcluster-25": 75,
    "smallcluster-50": 50,
}


@pytest.fixture(scope="module")
def index() -> pd.DataFrame:
    paths = [
        line.rsplit(",", 1)[0].removeprefix("/data/")
        for name in ("CUB_test.csv", "CUB_train.csv")
        for line in (LISTS / name).read_text().splitlines()
    ]
    index = pd.DataFrame({"path": paths, "class_name": [path.split("/")[-2] for path in paths]})
    index["label"] = index["class_name"].rank(method="dense").astype("int64") - 1
    index["split"] = index["label"].lt(100).map({True: "train", False: "test"})
    return index


@pytest.mark.parametrize(("noise", "classes"), CLASSES.items(), ids=CLASSES)
def test_as_many_labels_are_wrong_as_were_counted(index: pd.DataFrame, noise: str, classes: int) -> None:
    released = AUTHORS_LISTS["cub", noise]
    true = index.loc[index["split"] == "train", "label"]
    given = authors_labels(LISTS / released.file.name, index, "cub", noise)
    assert given.shape == (5864,)
    assert (given != true).sum() == released.wrong
    assert len(set(given)) == classes
