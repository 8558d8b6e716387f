"""The folder of a run: its files, and the record that says what was trained where."""

from pathlib import Path

from prism.io.records import read_record
from prism.results.log import LogEntry, read_log
from prism.results.metrics import Metrics
from prism.results.provenance import Provenance
from prism.results.settings import RecordedRun


class RunRecord(Provenance):
    """The content of run.json."""

    settings: RecordedRun
    classes: int  # that the given labels name
    samples: int  # in the training set
    # A by-product, beside whatever else the machine was doing: training times are measured by `prism time`.
    seconds_per_1000_iterations: float


class RunFolder:
    """The files of one finished run."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self.model = folder / "model.safetensors"
        self.log = folder / "log.jsonl"
        self.verdicts = folder / "p_clean.parquet"
        self.record = folder / "run.json"
        self.metrics = folder / "metrics.json"

    def read_record(self) -> RunRecord:
        """Return what was trained, with what settings, where and by what."""
        return read_record(self.record, RunRecord)

    def read_metrics(self) -> Metrics:
        """Return the scores of the run."""
        return read_record(self.metrics, Metrics)

    def read_log(self) -> list[LogEntry]:
        """Return the entries of the training log, oldest first."""
        return read_log(self.log)
