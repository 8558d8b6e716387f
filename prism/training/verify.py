"""Check that the stored model of a run has the scores that its metrics.json says."""

from pathlib import Path

import numpy as np
from safetensors.torch import load_file

from prism.errors import PrismError
from prism.io.files import existing
from prism.results.run import RunFolder
from prism.results.settings import RunSettings
from prism.training.data import load_test
from prism.training.network import build_networks
from prism.training.score import score


def verify_run(run: Path, index_path: Path, features_path: Path | None) -> str:
    """Return a sentence that the scores agree, or raise a PrismError that says how they differ."""
    folder = RunFolder(run)
    settings = folder.read_record().settings
    test = load_test(settings, index_path, features_path)
    networks = build_networks(_untrained(settings), test.inputs, count=1)
    stored = load_file(existing(folder.model))
    networks.load_state_dict({name: value for name, value in stored.items() if name.startswith("0.")})
    (again,) = score(networks, test)
    metrics = folder.read_metrics()
    if absent := [name for name in again if name not in metrics.last]:
        raise PrismError(f"{run}: metrics.json has no {', '.join(absent)}: train the run again to measure it.")
    recorded = {name: metrics.last[name] for name in again}
    if not np.allclose(list(again.values()), list(recorded.values()), rtol=0, atol=1e-6):
        raise PrismError(f"{run}: the model scores {again}, but metrics.json says {recorded}: train the run again.")
    scores = f"P@1 {again['precision_at_1']:.2%}, MAP@R {again['map_at_r']:.2%}"
    return f"{run}: the stored model scores {scores}, as recorded."


def _untrained(run: RunSettings) -> RunSettings:
    """Return the settings without pretrained weights, which the stored ones replace anyway."""
    if run.end_to_end is None:
        return run
    return run.model_copy(update={"end_to_end": run.end_to_end.model_copy(update={"pretrained": False})})
