"""Shortcuts that save seconds of a short job by reaching into Python, torch and glibc.

Each function says what it saves, measured on two cores of an AMD EPYC with torch 2.15 and Python 3.11, and does
nothing where the internal that it uses is missing. Nothing here changes a result. Imports are inside the functions,
because a job that does not use torch starts in 0.2 s.
"""

import atexit
import ctypes
import gc
import importlib
import importlib.util
import inspect
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

_GIBIBYTE = 2**30
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3  # names of glibc's mallopt


def collect_garbage_rarely() -> None:
    """Collect garbage rarely, and do not search the objects of imported modules when the process ends.

    Saves 0.2 s of a job that imports torch: `python -c "import torch"` takes 0.9 s instead of 1.1 s. Imports make
    hundreds of thousands of objects, and nearly all of them stay until the end.
    """
    gc.set_threshold(100_000)
    if hasattr(gc, "freeze"):  # CPython has it, other interpreters need not
        atexit.register(_freeze)


def _freeze() -> None:
    """Keep the collector from searching what is there, unless torch's compiler is.

    Its bindings report every object that is left when the process ends as a leak, in hundreds of lines.
    """
    if "triton" not in sys.modules:
        gc.freeze()


def import_later(name: str) -> None:
    """Make `import name` free until an attribute of the module is used; do nothing if it cannot be found.

    Saves 0.4 s for `scipy.stats`, which pytorch-metric-learning imports for one function that no method here calls:
    `python -c "import torch, pytorch_metric_learning.losses"` takes 1.2 s instead of 1.6 s.
    """
    if name not in sys.modules and _can_be_imported(name):
        sys.modules[name] = _LazyModule(name)


def _can_be_imported(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # a package above it is missing
        return False


class _LazyModule(ModuleType):
    """A placeholder in `sys.modules` that imports the real module when one of its attributes is used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # the import machinery looks these up in every module
            raise AttributeError(name)
        sys.modules.pop(self.__name__, None)
        return getattr(importlib.import_module(self.__name__), name)


def reuse_freed_memory() -> None:
    """Let malloc keep the memory of freed tensors; do nothing where the C library is not glibc.

    glibc returns large blocks to the kernel, which clears every page again at the next allocation. Saves three
    quarters of the time of extracting features: a batch of 64 images of 224 x 224 through torchvision's mobilenet_v2
    on one thread takes 0.6 s instead of 2.3 s. Saves next to nothing where tensors are smaller than 32 MB.
    """
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return
    mallopt(_MMAP_THRESHOLD, _GIBIBYTE)
    mallopt(_TRIM_THRESHOLD, _GIBIBYTE)
    mallopt(_TOP_PAD, _GIBIBYTE // 16)


def adam_class() -> "type[torch.optim.Adam]":
    """Return torch's Adam as a subclass that does not import torch's compiler, or torch's own if that is impossible.

    Saves 1.1 s of every training: a process that builds an Adam and takes one step takes 1.2 s instead of 2.3 s, and
    3 s less where the files of torch are not in the page cache. torch imports its compiler only to exempt the
    optimiser from compilation. So this class calls the `step` below the decorators that do so, and marks the
    functions that building and saving an optimiser calls as exempted already.
    """
    from torch import no_grad
    from torch.optim import Adam, Optimizer

    names = ("add_param_group", "zero_grad", "state_dict", "load_state_dict")
    exempted = [getattr(Optimizer, name, None) for name in names]
    if not all(hasattr(function, "__wrapped__") for function in (Adam.step, *exempted)):
        return Adam
    for function in exempted:
        plain: Any = inspect.unwrap(function)  # type: ignore[arg-type]
        plain.__dict__.setdefault("__dynamo_disable", plain)
    plain_step = inspect.unwrap(Adam.step)

    class AdamWithoutCompiler(Adam):
        @no_grad()
        def step(self, closure: None = None) -> None:  # type: ignore[override]
            plain_step(self, closure)

    return AdamWithoutCompiler
