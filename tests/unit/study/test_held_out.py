"""Data to choose on: training classes alone, of which a quarter stands in for the test classes."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import save_file

from prism.errors import PrismError
from prism.study import Params, load
from prism.study.held_out import StudyInputs, held_out_data, study_inputs
from prism.study.runs import Run, resolve

PARAMS = load(Path(__file__).parents[3] / "params.yaml").model_copy(update={"study": "emoji"})


@pytest.fixture
def files(tmp_path: Path) -> StudyInputs:
    """Twenty classes of five images; the first sixteen train. The feature of an image is its row in the index."""
    labels = np.repeat(np.arange(20), 5)
    index = pd.DataFrame({"label": labels, "split": np.where(labels < 16, "train", "test")})
    index.to_parquet(tmp_path / "index.parquet")
    save_file({"features": torch.arange(100.0)[:, None]}, tmp_path / "features.safetensors")
    return StudyInputs(tmp_path / "index.parquet", tmp_path / "features.safetensors", None)


def test_held_out_classes_are_training_classes_with_true_labels(files: StudyInputs) -> None:
    run = resolve(PARAMS, Run("emoji", "symmetric-50", "mcl", 0))
    data = held_out_data(run, files, PARAMS.active_tuning, PARAMS.noise)
    held, fitted = (next(data.inputs.whole(split)).flatten().long() for split in ("test", "train"))
    assert sorted(torch.cat([held, fitted]).tolist()) == list(range(80))
    assert data.test_labels.unique().tolist() == [0, 1, 2, 3]
    assert (held // 5).unique(return_inverse=True)[1].equal(data.test_labels)
    assert data.is_clean is not None
    assert not data.is_clean.all()


@pytest.mark.parametrize(
    ("study", "dataset", "needed"),
    [
        ("emoji", "emoji", ["data/emoji/index.parquet", "results/emoji/features/emoji.safetensors"]),
        (
            "mini",
            "glyphs",
            [
                "data/glyphs/index.parquet",
                "results/mini/features/glyphs.safetensors",
                "data/weights/convnet_small.safetensors",
            ],
        ),
    ],
)
def test_files_that_are_missing_are_named_with_what_makes_them(
    study: str, dataset: str, needed: list[str], tmp_path: Path
) -> None:
    params = PARAMS.model_copy(update={"study": study})
    for name in needed:
        with pytest.raises(PrismError, match=rf"^{name} is missing: run `snakemake all_noise --config study={study}`"):
            study_inputs(params, dataset, tmp_path)
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = study_inputs(params, dataset, tmp_path)
    assert [str(path.relative_to(tmp_path)) for path in (found.index, found.features, found.weights) if path] == needed


def test_a_study_without_a_search_says_so() -> None:
    params: Params = PARAMS.model_copy(update={"study": "pilot"})
    with pytest.raises(PrismError, match=r"^params\.yaml: tuning has no entry for the study pilot; add one\.$"):
        study_inputs(params, "glyphs_slice")


def test_of_several_datasets_only_the_one_that_is_searched_is_asked_for(tmp_path: Path) -> None:
    params = PARAMS.model_copy(update={"study": "laptop"})
    with pytest.raises(PrismError, match=r"--config study=laptop 'only=\[cub\]'`, and then this again\.$"):
        study_inputs(params, "cub", tmp_path)
