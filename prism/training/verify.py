"""That a run's stored model really has the scores that its metrics.json says."""

from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file

from prism.data.store import read_index
from prism.errors import PrismError
from prism.features import read_features
from prism.files import existing, read_json
from prism.retrieval import RetrievalMetrics, retrieval_metrics
from prism.training.network import EmbeddingHead


def verify_run(run: Path, index_path: Path, features_path: Path) -> str:
    """A sentence that the scores agree; a PrismError where they do not."""
    index = read_index(index_path)
    rows = np.flatnonzero(index["split"] == "test")
    test = read_features(features_path, len(index))[rows]
    stored = load_file(existing(run / "model.safetensors"))
    weights = {name.removeprefix("0."): value for name, value in stored.items() if name.startswith("0.")}
    network = EmbeddingHead(weights["weight"].shape[1], weights["weight"].shape[0])
    network.load_state_dict(weights)
    with torch.no_grad():
        again = retrieval_metrics(network(test), torch.from_numpy(index["label"].to_numpy(copy=True)[rows]))
    last = read_json(run / "metrics.json")["last"]
    recorded = RetrievalMetrics(last["precision_at_1"], last["map_at_r"])
    if not np.allclose(again, recorded, rtol=0, atol=1e-6):
        raise PrismError(f"{run}: the model scores {again}, but metrics.json says {recorded}: train the run again.")
    return f"{run}: the stored model scores P@1 {again.precision_at_1:.2%}, MAP@R {again.map_at_r:.2%}, as recorded."
