"""Read the files that figures are drawn from: those of a study, and those of the prepared datasets."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from prism.data.store import ImageStore


@dataclass(frozen=True)
class StudyFiles:
    results: Path  # results/STUDY
    data: Path  # the folder of the prepared datasets

    def curves(self) -> "pd.DataFrame":
        """Return curves.csv: a row for each evaluation of a run."""
        from prism.results.collect import read_curves

        return read_curves(self.results / "curves.csv")

    def scored_labels(
        self, dataset: str, noise: str, method: str, seed: int, labels_name: str | None = None
    ) -> "pd.DataFrame":
        """Return the labels that a run's filter scored in the second half of the training, with the true ones.

        The name of the labels is that of the noise, unless each seed draws its own.

        p_clean is a share among the classes in the bank. It falls while the bank fills, so early values cannot be
        compared with late ones. Where the bank has no features of a label's class, p_clean is 1, which is no score.
        """
        import pandas as pd

        from prism.io.tables import read_parquet
        from prism.noise.records import LABEL_COLUMNS
        from prism.results.run import RunFolder
        from prism.results.verdicts import COLUMNS

        run = RunFolder(self.results / "runs" / dataset / noise / method / f"seed{seed}")
        last_seen = read_parquet(run.verdicts, COLUMNS)
        labels = read_parquet(self.results / "noise" / dataset / f"{labels_name or noise}.parquet", LABEL_COLUMNS)
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
