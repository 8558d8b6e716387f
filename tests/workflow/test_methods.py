"""Every method learns on real data: a slice of emoji under symmetric noise."""

import pytest

from prism.noise.generate import make_noise
from prism.study import load
from prism.study.runs import Run, resolve
from prism.training.data import StudyData, load_data
from prism.training.loop import train
from project import ROOT, Project

PARAMS = load(ROOT / "params.yaml").model_copy(update={"study": "smoke"})


@pytest.fixture(scope="module")
def emoji(finished: Project, tmp_path_factory: pytest.TempPathFactory) -> StudyData:
    index = finished.folder / "data/emoji_slice/index.parquet"
    features = finished.folder / "results/smoke/features/emoji_slice.safetensors"
    noise = tmp_path_factory.mktemp("noise") / "symmetric-20.parquet"
    make_noise("symmetric-20", index, None, noise, PARAMS.noise)
    some_run = resolve(PARAMS, Run("emoji_slice", "symmetric-20", "mcl", seed=0))
    return load_data(some_run, index, noise, features)


@pytest.mark.parametrize("method", PARAMS.methods)
def test_the_loss_falls_and_retrieval_beats_the_untrained_head(method: str, emoji: StudyData) -> None:
    run = resolve(PARAMS, Run("emoji_slice", "symmetric-20", f"{method}@iterations=150@evaluate_every=50", seed=0))
    untrained, first, *_, last = train(run, emoji).journal.records
    assert last["loss"] < first["loss"]
    assert last["precision_at_1"] > untrained["precision_at_1"]
    assert {"kept", "kept_precision", "kept_recall"} <= last.keys()
