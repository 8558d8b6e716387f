"""Check that the stored model of a run has the scores that its metrics.json says."""

from math import ceil
from pathlib import Path

from safetensors.torch import load_file

from prism.errors import PrismError
from prism.io.files import existing
from prism.metrics.registry import metric_label, metric_labels
from prism.results.run import RunFolder
from prism.results.settings import Precision, RunSettings
from prism.training.data import TestData, load_test
from prism.training.network import build_networks
from prism.training.provenance import device_name
from prism.training.score import score

# On another device, or with other kernels, embeddings differ in their last bits, and neighbours that are nearly as near
# as each other may change places: for so many of a thousand queries, and for one query in any case. The fewer bits a
# network computes with, the more do. Features of 2,500 birds in bfloat16 instead of float32 gave 193 of them another
# nearest neighbour, most as right or as wrong as before, so that P@1 moved by four queries.
FLIPS_PER_THOUSAND: dict[Precision, int] = {"float32": 1, "tf32": 2, "bfloat16": 5}
ROUNDING = 1e-6  # of a query's share: what a sum in another order may differ by


def verify_run(run: Path, index_path: Path, features_path: Path | None) -> str:
    """Return a sentence that the scores agree, and how closely, or raise a PrismError that says how they differ."""
    folder = RunFolder(run)
    record, recorded = folder.read_record(), folder.read_metrics().last
    test = load_test(record.settings, index_path, features_path)
    networks = build_networks(_untrained(record.settings), test.inputs, count=1)
    stored = load_file(existing(folder.model))
    networks.load_state_dict({name: value for name, value in stored.items() if name.startswith("0.")})
    (again,) = score(networks, test)
    if absent := [name for name in again if name not in recorded]:
        raise PrismError(f"{run}: metrics.json has no {', '.join(absent)}: train the run again to measure it.")
    flipped = {name: flipped_neighbours(value, recorded[name], _queries(name, test)) for name, value in again.items()}
    if beyond := [name for name, count in flipped.items() if count > _allowed(_queries(name, test), record.settings)]:
        raise PrismError(
            f"{run}: {' and '.join(_difference(name, again, recorded, flipped) for name in beyond)}, which rounding "
            "does not explain: train the run again."
        )
    scores = ", ".join(f"{metric_label(name)} {value:.2%}" for name, value in again.items())
    most = max(flipped.values())
    within = f" within {most} flipped neighbour{'s' if most > 1 else ''}" if most else ""
    device = device_name(next(networks.parameters()).device)
    where = f" (trained on {record.device}, scored on {device})" if most else ""
    return f"{run}: the stored model scores {scores}, as recorded{within}{where}."


def flipped_neighbours(value: float, recorded: float, queries: int) -> int:
    """Return how many queries, at least, must have other neighbours than before for two values to differ as they do.

    A score is a mean over queries of values between 0 and 1, so each of them moves it by 1 / queries at most.
    """
    return max(0, ceil(abs(value - recorded) * queries - ROUNDING))


def _allowed(queries: int, run: RunSettings) -> int:
    """Return how many queries may have other neighbours than before."""
    precision = run.end_to_end.precision if run.end_to_end else "float32"
    return max(1, queries * FLIPS_PER_THOUSAND[precision] // 1000)


def _queries(name: str, test: TestData) -> int:
    """Return over how many queries a score is the mean: landmark queries, or test images with others of their class."""
    if name not in metric_labels(with_queries=False):
        return len(test.ground_truth or ())
    counts = test.test_labels.bincount()
    return int(counts[counts > 1].sum())


def _difference(name: str, again: dict[str, float], recorded: dict[str, float], flipped: dict[str, int]) -> str:
    return (
        f"the stored model scores {metric_label(name)} {again[name]:.4%}, but metrics.json says {recorded[name]:.4%}, "
        f"a difference of at least {flipped[name]} flipped neighbours"
    )


def _untrained(run: RunSettings) -> RunSettings:
    """Return the settings without pretrained weights, which the stored ones replace anyway."""
    if run.end_to_end is None:
        return run
    return run.model_copy(update={"end_to_end": run.end_to_end.model_copy(update={"pretrained": False})})
