"""The settings with which a head is trained on somebody's own features, where there is no params.yaml."""

from typing import Any

from prism.data.folder.split import SplitBy
from prism.errors import PrismError
from prism.results.settings import RunSettings, Training

DEFAULT_NOISE_RATE = "auto"  # R is estimated as the training goes
BATCH, CLASSES_PER_BATCH = 64, 16  # the paper's batch size; 16 x 4 where there are 16 classes
LABELS = {"mcl": "MCL", "mcl_prism": "MCL + PRISM"}
# As the study `laptop` of params.yaml has them, which were chosen on held-out classes of CUB.
LEARNING_RATES = {"mcl": 3e-3, "mcl_prism": 3e-4}
# A head gets better for a while and then knows its training classes alone: the sooner, the fewer classes there are, and
# sooner for other classes than for other images of the same ones. docs/embed.md has the measurement.
ITERATIONS_PER_CLASS = {"class": {"mcl": 2, "mcl_prism": 10}, "image": {"mcl": 5, "mcl_prism": 50}}
# An embedding of the training images themselves, to tell their wrong labels by, must not learn these by heart.
PASSES_TO_JUDGE = 5
FEWEST, MOST = 20, 2000  # iterations; the most take minutes
TRAINING: dict[str, Any] = {"sampler": "by_size", "embedding_dim": 512, "weight_decay": 5e-4}
SETTINGS: dict[str, Any] = {"margin": 0.5, "bank_weight": 1.0, "start_iteration": 0}  # authors' code
FILTER: dict[str, Any] = {"window": 30, "score": "centers", "enqueue": "before"}


def iterations_for(method: str, samples: int, classes: int, by: SplitBy) -> int:
    """Return how long to train on so many samples and classes: by the classes, but at least a pass over the samples."""
    return _bounded(max(ITERATIONS_PER_CLASS[by][method] * classes, -(-samples // BATCH)))


def iterations_to_judge(samples: int) -> int:
    """Return how long to train MCL + PRISM on so many samples whose own labels are to be judged by the embedding."""
    return _bounded(PASSES_TO_JUDGE * samples // BATCH)


def _bounded(iterations: int) -> int:
    return min(max(iterations, FEWEST), MOST)


def check_method(method: str) -> None:
    """Refuse a method that has no settings here."""
    if method not in LABELS:
        raise PrismError(f"method {method!r} is not one of {', '.join(LABELS)}: a study of params.yaml has the others.")


def head_run(
    method: str,
    samples: int,
    classes: int,
    by: SplitBy,
    noise_rate: float | str = DEFAULT_NOISE_RATE,
    iterations: int | None = None,
    seed: int = 0,
) -> RunSettings:
    """Return the settings of a head that a method trains on so many samples of so many classes.

    `by` says what it is for: other classes, or other images of the same ones.
    """
    check_method(method)
    filtered = FILTER | {"noise_rate": noise_rate} if method == "mcl_prism" else {}
    length = iterations or iterations_for(method, samples, classes, by)
    in_batch = min(CLASSES_PER_BATCH, classes)
    training = Training(
        iterations=length,
        classes_per_batch=in_batch,
        images_per_class=BATCH // in_batch,
        learning_rate=LEARNING_RATES[method],
        evaluate_every=length,
        checkpoint_every=length,
        **TRAINING,
    )
    return RunSettings.model_validate(
        {
            "study": "own",
            "dataset": "own",
            "noise": "natural",
            "noise_rate": None if noise_rate == "auto" else noise_rate,
            "method": method,
            "uses": method,
            "seed": seed,
            "backbone": "own",
            "training": training,
            "settings": SETTINGS | filtered,
        }
    )
