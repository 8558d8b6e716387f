"""What there is of each dataset, without asking the network."""

from pathlib import Path

from prism.data.settings import Dataset, EmojiDataset, PaperDataset
from prism.data.source import Source
from prism.data.sources import source_of


def status(datasets: dict[str, Dataset], data: Path) -> list[str]:
    """One line a dataset: ready, on disk, downloadable, or what your hand must do."""
    return [f"{name}: {_state(settings, data / name)}" for name, settings in datasets.items()]


def _state(settings: Dataset, folder: Path) -> str:
    if (folder / "index.parquet").exists():
        return "ready"
    if isinstance(settings, EmojiDataset):
        return "downloadable (npm packages, 0.03 GB)"
    if settings.root is not None:
        return _on_disk("root", settings.root)
    assert isinstance(settings, PaperDataset)  # a folder dataset always has a root
    if settings.archive is not None:
        return _on_disk("archive", settings.archive)
    if (folder / "raw/manifest.json").exists():
        return f"on disk ({folder}/raw)"
    return _from_afar(source_of(settings.kind))


def _on_disk(key: str, path: str) -> str:
    return f"on disk ({key} {path})" if Path(path).exists() else f"needs your hand: {key} {path} does not exist"


def _from_afar(source: Source) -> str:
    if not all(file.urls for file in source.files):
        return f"needs your hand: {source.by_hand}"
    sizes = [file.size for file in source.files]
    known = f"{sum(size or 0 for size in sizes) / 1e9:.1f} GB"
    return f"downloadable ({known if all(sizes) else f'more than {known}'})"
