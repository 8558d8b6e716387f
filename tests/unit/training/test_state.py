from pathlib import Path

import pytest
import torch

from prism.training.state import RunState, Superseded


def test_a_checkpoint_comes_back_to_the_run_that_made_it(tmp_path: Path) -> None:
    state = RunState(tmp_path)
    assert state.load("settings") is None
    state.save("settings", {"iteration": 3, "weight": torch.ones(2)})
    saved = RunState(tmp_path).load("settings")
    assert saved is not None
    assert saved["iteration"] == 3
    assert state.load("other settings") is None


def test_a_checkpoint_of_a_gpu_comes_back_where_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = RunState(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(torch.serialization, "location_tag", lambda storage: "cuda:0")
        state.save("settings", {"weight": torch.ones(2)})
    with pytest.raises(RuntimeError, match="deserialize object on a CUDA device"):
        torch.load(state.checkpoint, weights_only=True)
    saved = state.load("settings")
    assert saved is not None
    assert saved["weight"].tolist() == [1, 1]


def test_the_process_that_started_last_owns_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    orphan = RunState(tmp_path)
    orphan.save("settings", {"iteration": 1})
    monkeypatch.setenv("SLURM_JOB_ID", "17")
    newer = RunState(tmp_path)
    for forbidden in (orphan.check_ownership, orphan.remove, lambda: orphan.save("settings", {"iteration": 2})):
        with pytest.raises(Superseded, match=r"process \d+ job 17$"):
            forbidden()
    saved = newer.load("settings")
    assert saved is not None
    assert saved["iteration"] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkpoint.pt", "owner"]


def test_a_finished_run_is_not_the_orphans_either(tmp_path: Path) -> None:
    orphan = RunState(tmp_path / "state")
    newer = RunState(tmp_path / "state")
    newer.remove()
    assert not (tmp_path / "state").exists()
    with pytest.raises(Superseded, match="one that has finished"):
        orphan.save("settings", {"iteration": 2})
