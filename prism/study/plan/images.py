"""How many images a dataset has, before it is there: what its file in prism/data/sources/ expects."""

from prism.data.entry import Split
from prism.data.settings import DatasetSettings
from prism.data.sources import source_of


def expected_images(dataset: DatasetSettings, *splits: Split) -> int | None:
    """In these splits, or in all; None where nobody has counted them."""
    expected = source_of(dataset.kind).expected
    if not expected or (not splits and "train" not in expected):
        return None
    return sum(count.images for split, count in expected.items() if not splits or split in splits)
