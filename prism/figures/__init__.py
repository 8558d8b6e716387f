"""The figures of a study: vector graphics with the same bytes every time, and their data beside them.

A kind of figure is one file here, found by its name. It has `ENTRY`, the model of its entry in `params.yaml`, and the
functions `points` and `draw`. Files without `ENTRY` are helpers. All of them are imported with `params.yaml`'s models,
so they import pandas, numpy and matplotlib inside functions.
"""

from types import ModuleType

from prism.io.registry import Registry

KINDS = Registry[type]("prism.figures", "ENTRY", "kind of figure")


def figure_kinds() -> dict[str, ModuleType]:
    """Return the file of every kind of figure, by the kind's name."""
    return KINDS.modules()


def figure_kind(name: str) -> ModuleType:
    """Return the kind in `prism/figures/{name}.py`."""
    return KINDS.module(name)
