"""A PRISM step (select and enqueue) against its floor, the product and the softmax that it cannot do without."""

from collections.abc import Callable, Iterator
from itertools import cycle

from torch import Tensor

from benchmarks.line import Line, Target
from benchmarks.sizes import CARS, SOP
from benchmarks.timing import interleaved, torch_threads
from prism import PrismFilter


def measure() -> Iterator[Line]:
    for size, at_most, repeats in ((SOP, 1.3, 300), (CARS, 6, 3000)):
        prism, batches = size.filter(), size.batches()
        with torch_threads(1):
            ours, floor = interleaved(step(prism, batches), _floor(prism, batches), repeats)
        target = Target("ours / other", "<=", at_most)
        yield Line("PRISM step vs. product and softmax", str(size), 1e3 * ours, 1e3 * floor, "ms", target, 1)


def step(prism: PrismFilter, batches: list[tuple[Tensor, Tensor]]) -> Callable[[], None]:
    """Return a function that does a PRISM step with the next batch."""
    turn = cycle(batches)

    def select_and_enqueue() -> None:
        prism(*next(turn))

    return select_and_enqueue


def _floor(prism: PrismFilter, batches: list[tuple[Tensor, Tensor]]) -> Callable[[], Tensor]:
    """Return a function that computes the product and the softmax of the next batch."""
    turn, centers = cycle(batches), prism.bank.centers.clone()
    return lambda: (next(turn)[0] @ centers.T).softmax(dim=1)
