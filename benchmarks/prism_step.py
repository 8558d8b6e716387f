"""A PRISM step (select and enqueue) against the product and the softmax that it cannot do without."""

from collections.abc import Callable, Iterator

import torch
import torch.nn.functional as F
from torch import Tensor

from benchmarks.line import Line, Target
from benchmarks.sizes import CARS, SOP, Size
from benchmarks.timing import interleaved, torch_threads
from prism import PrismFilter


def measure() -> Iterator[Line]:
    for size, at_most in ((SOP, 1.2), (CARS, 3)):
        with torch_threads(1):
            ours, floor = interleaved(*_ours_and_floor(size), repeats=200)
        target = Target("ours / other", "<=", at_most)
        yield Line("PRISM step vs. product and softmax", str(size), 1e3 * ours, 1e3 * floor, "ms", target, 1)


def _ours_and_floor(size: Size) -> tuple[Callable[[], None], Callable[[], Tensor]]:
    torch.manual_seed(0)
    prism = PrismFilter(size.classes, size.dim, noise_rate=0.5, memory_size=size.bank)
    prism.enqueue(torch.randn(size.bank, size.dim), torch.randint(0, size.classes, (size.bank,)))
    embeddings = F.normalize(torch.randn(size.batch, size.dim), dim=1)
    labels = torch.randint(0, size.classes, (size.batch,))
    centers = prism.bank.centers.clone()

    def step() -> None:
        keep = prism.select(embeddings, labels).keep
        prism.enqueue(embeddings[keep], labels[keep])

    return step, lambda: (embeddings @ centers.T).softmax(dim=1)
