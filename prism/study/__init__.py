"""The configuration, `params.yaml`: its models, how it is read, and the runs it stands for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prism.results.settings import RunSettings
    from prism.study.params import Params
    from prism.study.read import load, parse
    from prism.study.runs import Run

__all__ = ["Params", "Run", "RunSettings", "load", "parse"]

_HOMES = {
    "Params": "prism.study.params",
    "Run": "prism.study.runs",
    "RunSettings": "prism.results.settings",
    "load": "prism.study.read",
    "parse": "prism.study.read",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: who needs prism/study/specs.py alone does not load all of `params.yaml`."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'prism.study' has no attribute {name!r}")
