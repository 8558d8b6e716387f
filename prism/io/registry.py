"""Find what the files of a package declare, by the names of the files."""

import pkgutil
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, TypeVar

from prism.errors import PrismError

Declared = TypeVar("Declared")


class Registry(Generic[Declared]):
    """The files of a package that declare something under an agreed name; files without it are helpers.

    Args:
        package: such as "prism.methods".
        declaration: the agreed name, such as "METHOD".
        what: what a file declares, for messages, such as "method".
    """

    def __init__(self, package: str, declaration: str, what: str) -> None:
        self.package = package
        self.declaration = declaration
        self.what = what

    def file_names(self) -> list[str]:
        """Return the names of all files of the package, sorted; none of them is imported."""
        return sorted(module.name for module in pkgutil.iter_modules(import_module(self.package).__path__))

    def modules(self) -> dict[str, ModuleType]:
        """Return every module that has the declaration, by its name, sorted."""
        modules = {name: import_module(f"{self.package}.{name}") for name in self.file_names()}
        return {name: module for name, module in modules.items() if hasattr(module, self.declaration)}

    def module(self, name: str) -> ModuleType:
        """Return the module of this name, or raise a PrismError if there is none with the declaration."""
        module = import_module(f"{self.package}.{name}") if name in self.file_names() else None
        if module is None or not hasattr(module, self.declaration):
            known = list(self.modules())
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"choose one of {', '.join(known)}."
            raise PrismError(f"there is no {self.what} {self.package.replace('.', '/')}/{name}.py: {hint}")
        return module

    def find(self, name: str) -> Declared:
        """Return what the file of this name declares."""
        declared: Declared = getattr(self.module(name), self.declaration)
        return declared

    def all(self) -> dict[str, Declared]:
        """Return what every file declares, by its name, sorted."""
        declared: dict[str, Any] = {name: getattr(module, self.declaration) for name, module in self.modules().items()}
        return declared
