"""The datasets of the paper: one small file each, found by its name."""

import pkgutil
from importlib import import_module

from prism.data.source import Source


def source_of(kind: str) -> Source:
    """The dataset in `prism/data/sources/{kind}.py`, which that file calls SOURCE."""
    found: Source = import_module(f"prism.data.sources.{kind}").SOURCE
    return found


def all_sources() -> dict[str, Source]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = {name: import_module(f"prism.data.sources.{name}") for name in names}
    return {name: module.SOURCE for name, module in modules.items() if hasattr(module, "SOURCE")}
