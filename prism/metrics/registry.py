"""The scores of a trained network, found by the files in prism/metrics/scores/."""

from functools import cache
from typing import TYPE_CHECKING, Literal

from prism.errors import PrismError
from prism.io.registry import Registry
from prism.metrics.measurement import Embedded, Measurement, Metric

SCORES = Registry[Measurement]("prism.metrics.scores", "MEASUREMENT", "score")
PAPER_FILES = ("retrieval", "landmarks")  # the paper's scores come first, in its order; others follow by their names


@cache
def _measurements() -> dict[str, Measurement]:
    """Return the MEASUREMENT of every file in scores/ by its module, in the order of the scores in every file."""
    found = SCORES.all()
    names = [*PAPER_FILES, *(name for name in found if name not in PAPER_FILES)]
    return {f"{SCORES.package}.{name}": found[name] for name in names}


@cache
def all_metrics() -> dict[str, Metric]:
    """Return every score by its name, in the order in which files list them."""
    metrics: dict[str, Metric] = {}
    for module, measurement in _measurements().items():
        for metric in measurement.metrics:
            if metric.name in metrics:
                raise PrismError(f"{module} declares {metric.name}, as another file does: give it another name.")
            metrics[metric.name] = metric
    return metrics


def score_names() -> tuple[str, ...]:
    """Return the names of all scores, in the order in which files list them."""
    return tuple(all_metrics())


def metric_label(name: str) -> str:
    """Return what readers call a score, such as "P@1" for precision_at_1."""
    return all_metrics()[name].label


def metric_labels(with_queries: bool = True) -> dict[str, str]:
    """Return the label of every score by its name, on request without those that need queries."""
    found = [measurement for measurement in _measurements().values() if with_queries or not measurement.needs_queries]
    return {metric.name: metric.label for measurement in found for metric in measurement.metrics}


def measure_all(test: Embedded) -> dict[str, float]:
    """Return every score that the test data of a dataset allows, by its name."""
    values: dict[str, float] = {}
    for module, measurement in _measurements().items():
        if test.queries is not None or not measurement.needs_queries:
            values |= _checked(measurement, module, measurement.measure(test))
    return values


def _checked(measurement: Measurement, module: str, values: dict[str, float]) -> dict[str, float]:
    """Return the values of a measurement in the order of its declaration, if they are what it declares."""
    names = [metric.name for metric in measurement.metrics]
    if set(values) != set(names):
        raise PrismError(f"{module} measures {', '.join(values)}, but declares {', '.join(names)}: make them the same.")
    for name, value in values.items():
        if not -1e-6 <= value <= 1 + 1e-6:
            raise PrismError(f"{module}: {name} is {value}, but a score must be a share between 0 and 1.")
    return {name: values[name] for name in names}


if TYPE_CHECKING:
    MetricName = str
else:
    MetricName = Literal[score_names()]
