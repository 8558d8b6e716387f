"""Records of a run that was never trained, for tests of what is made from them."""

from collections.abc import Mapping
from statistics import quantiles
from typing import Any

from prism.results.provenance import Machine
from prism.results.run import RunRecord
from prism.results.settings import RunSettings, Timing, TimingSettings, Training
from prism.results.timing import BlockTimes, MethodTimes, TimeQuartiles, TimingRecord

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


def timing_record(blocks: Mapping[str, list[float]], dataset: str = "emoji", **others: Any) -> TimingRecord:
    """Return the record of a measurement in which the blocks of each method took these seconds an iteration."""
    runs = [run_settings(method, dataset=dataset, noise="clean") for method in blocks]
    how = Timing(iterations=30, repeats=max(2, *map(len, blocks.values())))
    methods = {method: _method_times(seconds) for method, seconds in blocks.items()}
    fields = PROVENANCE | {"classes": 2, "samples": 4} | others
    return TimingRecord(settings=TimingSettings(runs=runs, how=how), methods=methods, **fields)


def _method_times(blocks: list[float]) -> MethodTimes:
    lower, median, upper = quantiles(blocks, n=4, method="inclusive")
    middle = {"median": median, "lower_quartile": lower, "upper_quartile": upper}
    return MethodTimes(
        seconds_per_iteration=BlockTimes(blocks=blocks, **middle),
        seconds_per_5000_iterations=TimeQuartiles(**{name: 5000 * value for name, value in middle.items()}),
    )
