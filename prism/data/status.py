"""Say what there is of each dataset, without asking the network."""

from collections.abc import Mapping
from pathlib import Path

from prism.data.settings import DatasetSettings
from prism.data.sources import source_of


def status(datasets: Mapping[str, DatasetSettings], data: Path) -> list[str]:
    """Return one line a dataset: ready, on disk, downloadable, or what the user must do by hand."""
    return [f"{name}: {_state(settings, data / name)}" for name, settings in datasets.items()]


def _state(settings: DatasetSettings, folder: Path) -> str:
    if (folder / "index.parquet").exists():
        return "ready"
    if settings.local_path is not None:
        key, path = settings.local_path
        return f"on disk ({key} {path})" if Path(path).exists() else f"needs your hand: {key} {path} does not exist"
    if (folder / "raw/manifest.json").exists():
        return f"on disk ({folder}/raw)"
    return source_of(settings.kind).status()
