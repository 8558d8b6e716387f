"""The figures of a study: vector graphics with the same bytes every time, and their data beside them.

A kind of figure is one file here, found by its name. It has `ENTRY`, the model of its entry in `params.yaml`, and the
functions `points` and `draw`. Files without `ENTRY` are helpers. All of them are imported with `params.yaml`'s models,
so they import pandas, numpy and matplotlib inside functions.
"""

import pkgutil
from importlib import import_module
from types import ModuleType

from prism.errors import PrismError


def figure_kinds() -> dict[str, ModuleType]:
    """Return the file of every kind of figure, by the kind's name."""
    files = [module.name for module in pkgutil.iter_modules(__path__)]
    modules = {name: import_module(f"{__name__}.{name}") for name in files}
    return {name: module for name, module in modules.items() if hasattr(module, "ENTRY")}


def figure_kind(name: str) -> ModuleType:
    """Return the kind in `prism/figures/{name}.py`."""
    files = [module.name for module in pkgutil.iter_modules(__path__)]
    module = import_module(f"{__name__}.{name}") if name in files else None
    if module is None or not hasattr(module, "ENTRY"):
        raise PrismError(f"there is no kind of figure prism/figures/{name}.py: check `kind` in params.yaml.")
    return module
