"""The sizes of the paper's datasets and networks that a PRISM step depends on."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    name: str
    dim: int
    classes: int
    bank: int  # rows: the size of the training set
    batch: int = 64

    def __str__(self) -> str:
        return f"{self.name}: B {self.batch}, D {self.dim}, {self.classes:,} classes, bank {self.bank:,}"


SOP = Size("SOP", dim=128, classes=11_318, bank=59_551)
CARS = Size("CARS", dim=512, classes=98, bank=8_054)
