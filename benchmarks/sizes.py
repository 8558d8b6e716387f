"""Sizes of the paper's datasets and networks, as far as a PRISM step depends on them."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from prism import PrismFilter

BATCHES = 128  # number of different batches
PER_CLASS = 4  # images of each class in a batch


@dataclass(frozen=True)
class Size:
    name: str
    dim: int
    classes: int
    bank: int  # rows: the size of the training set
    batch: int = 64

    def __str__(self) -> str:
        return f"{self.name}: B {self.batch}, D {self.dim}, {self.classes:,} classes, bank {self.bank:,}"

    def filter(self) -> PrismFilter:
        """Return a filter with a full bank of random rows."""
        prism = PrismFilter(self.classes, self.dim, noise_rate=0.5, memory_size=self.bank)
        prism.enqueue(self._rows(self.bank), torch.randint(0, self.classes, (self.bank,)))
        return prism

    def batches(self) -> list[tuple[Tensor, Tensor]]:
        """Return batches of random embeddings with labels."""
        return [(self._rows(self.batch), self._labels()) for _ in range(BATCHES)]

    def _rows(self, count: int) -> Tensor:
        return F.normalize(torch.randn(count, self.dim), dim=1)

    def _labels(self) -> Tensor:
        return torch.randperm(self.classes)[: self.batch // PER_CLASS].repeat_interleave(PER_CLASS)


SOP = Size("SOP", dim=128, classes=11_318, bank=59_551)
CARS = Size("CARS", dim=512, classes=98, bank=8_054)
