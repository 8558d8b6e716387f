"""The journal of a training: averages for its log, and the last verdict on every sample."""

import math
from statistics import fmean
from typing import Any

import numpy as np
import torch
from torch import Tensor

from prism.methods.base import Step
from prism.metrics.detection import detection_of_seen
from prism.results.log import LogEntry


class Journal:
    """Keeps averages since the last record, and the last p_clean of every training sample."""

    def __init__(self, samples: int, is_clean: Tensor | None) -> None:
        """Start a journal of N samples; `is_clean` (N,) says which labels are right, where that is known."""
        self._truth_is_known = is_clean is not None
        self._is_clean = torch.ones(samples, dtype=torch.bool) if is_clean is None else is_clean
        self.records: list[LogEntry] = []
        self.p_clean = torch.full((samples,), math.nan)
        self.kept = torch.full((samples,), -1, dtype=torch.int8)  # -1: never seen by a filter
        self.seen_at = torch.zeros(samples, dtype=torch.int32)  # iteration; 0: never seen by a filter
        self._steps = 0
        self._sums = torch.zeros(5, dtype=torch.float64)  # loss, steps, samples, kept, kept and clean
        self._clean_seen = 0.0
        self._thresholds: list[float] = []
        self._estimated_rates: list[float] = []

    def note(self, step: Step, samples: Tensor) -> None:
        """Add one step on the training samples (B,)."""
        self._steps += 1
        clean = self._is_clean[samples]
        keep = step.keep.cpu() if step.keep is not None else torch.ones_like(clean)
        self._clean_seen += float(clean.sum())
        counts = [step.loss.item(), 1.0, float(len(samples)), float(keep.sum()), float((keep & clean).sum())]
        self._sums += torch.tensor(counts, dtype=torch.float64)
        if step.p_clean is not None:
            self.p_clean[samples] = step.p_clean.float().cpu()
            self.kept[samples] = keep.to(torch.int8)
            self.seen_at[samples] = self._steps
        if step.threshold is not None and math.isfinite(step.threshold):
            self._thresholds.append(step.threshold)
        if step.estimated_rate is not None:
            self._estimated_rates.append(step.estimated_rate)

    def record(self, iteration: int, **values: float) -> LogEntry:
        """Add a record of the averages since the last one and of how well wrong labels were found, and return it."""
        loss, steps, samples, kept, kept_clean = self._sums.tolist()
        record: LogEntry = {"iteration": iteration, **values}
        if steps:
            record["loss"] = loss / steps
            record["kept"] = kept / samples
        if steps and self._truth_is_known:
            record["kept_precision"] = kept_clean / kept if kept else 0.0
            record["kept_recall"] = kept_clean / self._clean_seen if self._clean_seen else 0.0
        if self._estimated_rates:
            record["estimated_rate"] = fmean(self._estimated_rates)
        found = {f"detection_{name}": value for name, value in (self.detection() or {}).items()}
        self.records.append(record | self._threshold_quartiles() | found)
        self._sums.zero_()
        self._clean_seen = 0.0
        self._thresholds = []
        self._estimated_rates = []
        return self.records[-1]

    def _threshold_quartiles(self) -> LogEntry:
        """Return median and quartiles over steps: a mean would follow the first ones, when the bank has few classes."""
        if not self._thresholds:
            return {}
        quartiles = np.quantile(self._thresholds, [0.25, 0.5, 0.75]).tolist()
        return dict(zip(("threshold_q25", "threshold", "threshold_q75"), quartiles, strict=True))

    def detection(self) -> dict[str, float] | None:
        """Return how well the last verdicts tell wrong labels; None where there is nothing to tell."""
        if not self._truth_is_known:
            return None
        return detection_of_seen((~self._is_clean).numpy(), self.kept.numpy(), self.p_clean.numpy())

    def state_dict(self) -> dict[str, Any]:
        """Return everything that a resumed training needs."""
        return {
            "records": self.records,
            "p_clean": self.p_clean,
            "kept": self.kept,
            "seen_at": self.seen_at,
            "steps": self._steps,
            "sums": self._sums,
            "clean_seen": self._clean_seen,
            "thresholds": self._thresholds,
            "estimated_rates": self._estimated_rates,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state that `state_dict` returned."""
        self.records = state["records"]
        self.p_clean = state["p_clean"]
        self.kept = state["kept"]
        self.seen_at = state["seen_at"]
        self._steps = state["steps"]
        self._sums = state["sums"]
        self._clean_seen = state["clean_seen"]
        self._thresholds = state["thresholds"]
        self._estimated_rates = state["estimated_rates"]
