"""A GPU that is pretended: tensors compute on the CPU, but know that they are on `cuda:0`.

FakeTensorMode would be PyTorch's own way to try code for a GPU without one. It has no values, so it ends at the first
`if` on a tensor, which nearly every method has, and its gradients ask for a real device. Here everything is computed.

What it covers: each call of a function of torch, in prism and in the libraries it uses, is refused where a GPU would
refuse it because its tensors are on two devices, or because NumPy is given a tensor of the GPU. What it does not cover:
what happens inside of such a call, kernels, pinned memory, streams, the optimiser's way to update many tensors at once,
and autocast, which does not see that it is on a GPU.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

GPU, CPU = torch.device("cuda", 0), torch.device("cpu")
BETWEEN_DEVICES = {"copy_", "to", "_has_compatible_shallow_copy_type"}  # take tensors of two devices by design
FOR_NUMPY = {"numpy", "__array__"}


class OnGpu(Tensor):
    """A tensor in the CPU's memory that says it is on the GPU."""

    @classmethod
    def __torch_function__(cls, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return _call(func, args, kwargs or {})


class _Everywhere(TorchFunctionMode):
    """Sees calls without a tensor of the GPU too: those that make one."""

    def __torch_function__(self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return _call(func, args, kwargs or {})


@contextmanager
def pretended_gpu() -> Iterator[None]:
    """Within the block, tensors can be made on the GPU and moved there."""
    overwrite = torch.__future__.get_overwrite_module_params_on_conversion()
    torch.__future__.set_overwrite_module_params_on_conversion(True)  # or moved parameters would stay what they are
    try:
        with _Everywhere():
            yield
    finally:
        torch.__future__.set_overwrite_module_params_on_conversion(overwrite)


def _call(func: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """Call a function of torch, if a GPU would take its arguments, and let its results know where they are."""
    if func == Tensor.device.__get__:
        return GPU if isinstance(args[0], OnGpu) else CPU
    name = getattr(func, "__name__", "")
    if name == "pin_memory":
        return args[0].clone()
    tensors = list(_tensors((args, kwargs)))
    on_gpu = any(isinstance(tensor, OnGpu) for tensor in tensors)
    if on_gpu and name in FOR_NUMPY:
        raise TypeError("can't convert cuda:0 device type tensor to numpy")
    if on_gpu and name not in BETWEEN_DEVICES:
        _refuse_two_devices(func, name, args, tensors)
    if name == "copy_":
        on_gpu = isinstance(args[0], OnGpu)
    wanted = _wanted_device(name, args, kwargs)
    if wanted is not None:
        on_gpu = wanted.type == "cuda"
        args, kwargs = _on_cpu(args), _on_cpu(kwargs)
    with torch._C.DisableTorchFunction():
        result = func(*args, **kwargs)
    if name in ("to", "cpu") and result is args[0]:
        result = result.view_as(result)  # one that is on another device is another tensor
    return _marked(result, on_gpu)


def _refuse_two_devices(func: Callable[..., Any], name: str, args: Any, tensors: list[Tensor]) -> None:
    """Raise the error of a GPU where tensors are on two devices; numbers of the CPU and its indices may be mixed in."""
    if name in ("__getitem__", "__setitem__"):
        tensors = [args[0], *_tensors(args[2:])]
        if isinstance(args[0], OnGpu):
            tensors = [tensor for tensor in tensors if isinstance(tensor, OnGpu) or tensor.dim() > 0]
        else:  # a tensor of the CPU takes indices of the CPU alone
            tensors += list(_tensors(args[1]))
    if {type(tensor) is OnGpu for tensor in tensors if type(tensor) is OnGpu or tensor.dim() > 0} == {True, False}:
        raise RuntimeError(f"{name or func}: expected all tensors to be on the same device, but found cuda:0 and cpu")


def _tensors(values: Any) -> Iterator[Tensor]:
    if isinstance(values, Tensor):
        yield values
    elif isinstance(values, dict):
        yield from _tensors(tuple(values.values()))
    elif isinstance(values, list | tuple):
        for value in values:
            yield from _tensors(value)


def _wanted_device(name: str, args: Any, kwargs: dict[str, Any]) -> torch.device | None:
    """Return the device that a call names for its result, if it names one."""
    if name == "cpu":
        return CPU
    if name == "cuda":
        return GPU
    if name == "to" and len(args) > 1 and isinstance(args[1], str | torch.device):
        return torch.device(args[1])
    if name == "to" and len(args) > 1 and isinstance(args[1], Tensor):
        return GPU if isinstance(args[1], OnGpu) else CPU
    return None if kwargs.get("device") is None else torch.device(kwargs["device"])


def _on_cpu(values: Any) -> Any:
    """Return arguments in which the CPU stands for the GPU."""
    if isinstance(values, dict):
        return {key: CPU if key == "device" else _on_cpu(value) for key, value in values.items()}
    if isinstance(values, tuple):
        return tuple(CPU if _is_device(value) else value for value in values)
    return values


def _is_device(value: Any) -> bool:
    return isinstance(value, torch.device) or (isinstance(value, str) and value.partition(":")[0] == "cuda")


def _marked(result: Any, on_gpu: bool) -> Any:
    """Return a result whose tensors say on which device they are."""
    if isinstance(result, Tensor):
        is_right = isinstance(result, OnGpu) == on_gpu
        return result if is_right else result.as_subclass(OnGpu if on_gpu else Tensor)
    if isinstance(result, list | tuple):
        return type(result)(_marked(value, on_gpu) for value in result)
    return result
