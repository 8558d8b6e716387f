"""What figures are drawn from: files of a study, and of the prepared datasets."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from prism.data.store import ImageStore, read_index
from prism.io.files import existing


@dataclass(frozen=True)
class StudyFiles:
    results: Path  # of the study
    data: Path

    def curves(self) -> pd.DataFrame:
        """A row an evaluation of a run."""
        return pd.read_csv(existing(self.results / "curves.csv"))

    def scored_labels(self, dataset: str, noise: str, method: str, seed: int) -> pd.DataFrame:
        """The labels that a run's filter scored in the second half of the training, with the true ones.

        While the bank fills, p_clean, a share among the classes in it, falls: an early one cannot be compared with a
        late one. And where the bank has nothing of a label's class, p_clean is 1, which is no score.
        """
        run = self.results / "runs" / dataset / noise / method / f"seed{seed}"
        words = pd.read_parquet(existing(run / "p_clean.parquet"))
        labels = pd.read_parquet(existing(self.results / "noise" / dataset / f"{noise}.parquet"))
        scored = (words["p_clean"] < 1) & (2 * words["iteration"] > words["iteration"].max())
        return pd.merge(words[scored], labels, on="index", validate="one_to_one")

    def index(self, dataset: str) -> pd.DataFrame:
        """A row an image."""
        return read_index(self.data / dataset / "index.parquet")

    def images(self, dataset: str) -> ImageStore:
        return ImageStore(self.data / dataset)
