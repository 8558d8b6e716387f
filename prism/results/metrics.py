"""The scores of a finished run: at its end, at its best, over its iterations, and of the wrong labels it found."""

from prism.io.strict_model import StrictModel
from prism.metrics.registry import score_names
from prism.results.log import LogEntry
from prism.results.settings import RecordedRun, RunSettings


class Detection(StrictModel):
    """How well wrong labels were found among the samples that a filter has seen."""

    precision: float
    recall: float
    f1: float
    auroc: float


class Metrics(StrictModel):
    """The content of metrics.json. It carries no dates and no durations, so equal runs have equal bytes."""

    settings: RecordedRun
    data_sha256: dict[str, str]
    last: LogEntry  # iteration and scores at the last evaluation
    best_on_test: LogEntry  # iteration and scores at the evaluation with the highest P@1
    curve: list[LogEntry]
    detection: Detection | None  # None where no filter ran, or nobody knows which labels are wrong


def summarise(
    settings: RunSettings, checksums: dict[str, str], log: list[LogEntry], detection: dict[str, float] | None
) -> Metrics:
    """Return the metrics of a run from its training log, whose last entry counts."""
    return Metrics(
        settings=settings,
        data_sha256=checksums,
        last=_scores(log[-1]),
        best_on_test=_scores(max(log, key=lambda entry: entry["precision_at_1"])),
        curve=log,
        detection=None if detection is None else Detection(**detection),
    )


def _scores(entry: LogEntry) -> LogEntry:
    return {key: entry[key] for key in ("iteration", *score_names()) if key in entry}
