"""Modules that a library imports at once but hardly ever uses."""

import importlib
import sys
from types import ModuleType
from typing import Any


class _Later(ModuleType):
    """Stands for a module until something of it is used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what the import machinery looks for
            raise AttributeError(name)
        sys.modules.pop(self.__name__, None)
        return getattr(importlib.import_module(self.__name__), name)


def import_later(name: str) -> None:
    """Let `import name` cost nothing until something of it is used."""
    sys.modules.setdefault(name, _Later(name))
