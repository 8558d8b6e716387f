"""Every method learns on real data under symmetric noise: whole networks on glyphs, and a head on features of emoji."""

from pathlib import Path

import pytest

from prism.noise.generate import make_noise
from prism.study import load
from prism.study.runs import Run, resolve
from prism.training.data import load_data
from prism.training.loop import train
from project import ROOT, Project

PARAMS = load(ROOT / "params.yaml")


@pytest.fixture(scope="module")
def frozen(finished: Project) -> Project:
    """Return the finished project with the features of a slice of emoji."""
    result = finished.snakemake("all_noise", study="emoji_smoke")
    assert result.returncode == 0, result.stderr
    return finished


def assert_learns(project: Project, study: str, dataset: str, method: str, folder: Path) -> None:
    """Train for a while, and assert that the loss has fallen and that retrieval beats the untrained network."""
    params = PARAMS.model_copy(update={"study": study})
    index = project.folder / f"data/{dataset}/index.parquet"
    features = project.folder / f"results/{study}/features/{dataset}.safetensors"
    weights = project.folder / "data/weights/convnet_slice.safetensors"
    whole = params.active_study.end_to_end is not None
    make_noise("symmetric-20", index, None, folder / "noise.parquet", params.noise)
    run = resolve(params, Run(dataset, "symmetric-20", f"{method}@iterations=150@evaluate_every=50", seed=0))
    data = load_data(run, index, folder / "noise.parquet", None if whole else features)
    untrained, first, *_, last = train(run, data, weights=weights if whole else None).journal.records
    assert last["loss"] < first["loss"]
    assert last["precision_at_1"] > untrained["precision_at_1"]
    assert {"kept", "kept_precision", "kept_recall"} <= last.keys()


@pytest.mark.parametrize("method", PARAMS.methods)
def test_a_head_learns(method: str, frozen: Project, tmp_path: Path) -> None:
    assert_learns(frozen, "emoji_smoke", "emoji_slice", method, tmp_path)


@pytest.mark.parametrize("method", ["mcl_prism", "softtriple_prism", "coteaching"])
def test_a_whole_network_learns(method: str, finished: Project, tmp_path: Path) -> None:
    assert_learns(finished, "smoke", "glyphs_slice", method, tmp_path)
