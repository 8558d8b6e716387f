"""The kinds of datasets: one light file each, found by its name, which declares a SOURCE."""

from prism.data.source import Source
from prism.io.registry import Registry

SOURCES = Registry[Source]("prism.data.sources", "SOURCE", "kind of dataset")


def source_of(kind: str) -> Source:
    """Return the SOURCE that `prism/data/sources/{kind}.py` declares."""
    return SOURCES.find(kind)


def all_sources() -> dict[str, Source]:
    """Return the source of every kind of dataset, by its name."""
    return SOURCES.all()
