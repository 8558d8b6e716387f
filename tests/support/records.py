"""Records of a run that was never trained, for tests of what is made from them."""

from typing import Any

from prism.results.provenance import Machine
from prism.results.run import RunRecord
from prism.results.settings import RunSettings, Training

TRAINING = Training(
    iterations=30, classes_per_batch=2, images_per_class=2, embedding_dim=2, learning_rate=0.1, weight_decay=0.0,
    evaluate_every=10, checkpoint_every=10,
)  # fmt: skip
PROVENANCE: dict[str, Any] = {
    "commit": "c" * 40, "modified": False, "lock_sha256": "4" * 64, "threads": 1, "device": "cpu",
    "machine": Machine(node="n", cpu="Some CPU <&>", processor="p", system="Some_System 100%"),
    "versions": {"python": "3.11", "torch": "2.7"},
    "data_sha256": {"index": "1" * 64, "features": "2" * 64, "noise": "3" * 64},
}  # fmt: skip


def run_settings(method: str = "mcl", seed: int = 0, **others: Any) -> RunSettings:
    """Return the settings of a run on the dataset `emoji` under 20 % symmetric noise."""
    names = {"study": "s", "dataset": "emoji", "noise": "symmetric-20", "uses": method, "backbone": "b"} | others
    return RunSettings(method=method, seed=seed, noise_rate=0.2, training=TRAINING, settings={}, **names)


def run_record(settings: RunSettings, **others: Any) -> RunRecord:
    """Return the record of a run with these settings."""
    fields = PROVENANCE | {"classes": 2, "samples": 4, "seconds_per_1000_iterations": 2.5} | others
    return RunRecord(settings=settings, **fields)
