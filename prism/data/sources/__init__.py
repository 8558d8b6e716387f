"""The kinds of datasets: one light file each, found by its name, which declares a SOURCE."""

import pkgutil
from difflib import get_close_matches
from importlib import import_module

from prism.data.source import Source
from prism.errors import PrismError


def kinds() -> list[str]:
    """Return the names of all files in this folder, sorted; each of them is a kind of dataset."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def source_of(kind: str) -> Source:
    """Return the SOURCE that `prism/data/sources/{kind}.py` declares."""
    if kind not in kinds():
        close = get_close_matches(kind, kinds(), n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"choose one of {', '.join(kinds())}."
        raise PrismError(f"there is no kind of dataset {kind!r} in prism/data/sources/: {hint}")
    source: Source = import_module(f"prism.data.sources.{kind}").SOURCE
    return source


def all_sources() -> dict[str, Source]:
    """Return the source of every kind of dataset, by its name."""
    return {kind: source_of(kind) for kind in kinds()}
