"""The device of a training end to end: a GPU or the CPU, and how precisely it computes."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from prism.results.settings import EndToEnd


def device_of(how: EndToEnd) -> torch.device:
    """Return the GPU, if the network is to be trained there and there is one, otherwise the CPU."""
    return torch.device("cuda" if how.device == "gpu" and torch.cuda.is_available() else "cpu")


def use_precision(how: EndToEnd) -> None:
    """Let this process compute as the settings say, from here on; on a CPU nothing changes.

    TF32 keeps 10 of the 23 bits of a float32's fraction. PyTorch leaves it on for convolutions and off for products, so
    `float32` has to turn it off, and `tf32` turns it on for both. Convolutions are named by themselves, because the
    setting above them does not reach them.
    """
    rounding = "tf32" if how.precision == "tf32" else "ieee"
    torch.backends.cuda.matmul.fp32_precision = rounding
    torch.backends.cudnn.conv.fp32_precision = rounding  # type: ignore[attr-defined]
    torch.backends.cudnn.benchmark = how.cudnn_benchmark


@contextmanager
def exact_products() -> Iterator[None]:
    """Multiply matrices in full float32 within the block: TF32 would make nearest neighbours of near ones."""
    before = torch.backends.cuda.matmul.fp32_precision
    torch.backends.cuda.matmul.fp32_precision = "ieee"
    try:
        yield
    finally:
        torch.backends.cuda.matmul.fp32_precision = before
