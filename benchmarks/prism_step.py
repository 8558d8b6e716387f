"""A PRISM step (select and enqueue) against the product and the softmax that it cannot do without."""

import torch
import torch.nn.functional as F

from benchmarks.timing import interleaved
from prism import PrismFilter

SIZES = {"SOP": (128, 11_318, 59_551), "CARS": (512, 98, 8_054)}  # D, classes, bank
BATCH = 64


def measure() -> list[tuple[str, float, float]]:
    """Name, seconds of ours, seconds of the floor."""
    torch.manual_seed(0)
    rows = []
    for name, (dim, classes, size) in SIZES.items():
        prism = PrismFilter(classes, dim, noise_rate=0.5, memory_size=size)
        prism.enqueue(torch.randn(size, dim), torch.randint(0, classes, (size,)))
        embeddings = F.normalize(torch.randn(BATCH, dim), dim=1)
        labels = torch.randint(0, classes, (BATCH,))
        centers = prism.bank.centers.clone()

        def step(prism: PrismFilter = prism, embeddings=embeddings, labels=labels) -> None:  # type: ignore[no-untyped-def]
            keep = prism.select(embeddings, labels).keep
            prism.enqueue(embeddings[keep], labels[keep])

        def floor(embeddings=embeddings, centers=centers) -> torch.Tensor:  # type: ignore[no-untyped-def]
            return (embeddings @ centers.T).softmax(dim=1)

        rows.append((f"PRISM step / product and softmax, {name}", *interleaved(step, floor, repeats=200)))
    return rows
