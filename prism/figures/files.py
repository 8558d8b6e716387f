"""Read the files that figures are drawn from: those of a study, and those of the prepared datasets."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from prism.io.files import existing

if TYPE_CHECKING:
    import pandas as pd

    from prism.data.store import ImageStore


@dataclass(frozen=True)
class StudyFiles:
    results: Path  # results/STUDY
    data: Path  # the folder of the prepared datasets

    def curves(self) -> "pd.DataFrame":
        """Return curves.csv: a row for each evaluation of a run."""
        import pandas as pd

        return pd.read_csv(existing(self.results / "curves.csv"))

    def scored_labels(self, dataset: str, noise: str, method: str, seed: int) -> "pd.DataFrame":
        """Return the labels that a run's filter scored in the second half of the training, with the true ones.

        p_clean is a share among the classes in the bank. It falls while the bank fills, so early values cannot be
        compared with late ones. Where the bank has no features of a label's class, p_clean is 1, which is no score.
        """
        import pandas as pd

        run = self.results / "runs" / dataset / noise / method / f"seed{seed}"
        last_seen = pd.read_parquet(existing(run / "p_clean.parquet"))
        labels = pd.read_parquet(existing(self.results / "noise" / dataset / f"{noise}.parquet"))
        scored = (last_seen["p_clean"] < 1) & (2 * last_seen["iteration"] > last_seen["iteration"].max())
        return pd.merge(last_seen[scored], labels, on="index", validate="one_to_one")

    def index(self, dataset: str) -> "pd.DataFrame":
        """Return the index of a dataset: a row for each image."""
        from prism.data.store import read_index

        return read_index(self.data / dataset / "index.parquet")

    def images(self, dataset: str) -> "ImageStore":
        """Open the decoded images of a dataset."""
        from prism.data.store import ImageStore

        return ImageStore(self.data / dataset)
