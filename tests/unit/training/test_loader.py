import subprocess
import sys
from pathlib import Path

import pytest
import torch

from prism.training.loader import load


class Numbered:
    """Batches of one to three images of 2 x 2 pixels, whose values are the number of the batch."""

    largest = (3, 2, 2)

    def __len__(self) -> int:
        return 40

    def __getitem__(self, number: int) -> torch.Tensor:
        return torch.full((1 + number % 3, 3, 2, 2), number, dtype=torch.uint8)


@pytest.mark.parametrize("workers", [0, 1, 2])
@pytest.mark.parametrize("start", [0, 5])
def test_all_batches_come_in_order_and_stay_what_they_are(workers: int, start: int) -> None:
    """There are fewer slots than batches, so that each slot is written several times while all batches are held."""
    batches = list(load(Numbered(), start, workers, pinned=False))
    assert [batch.unique().tolist() for batch in batches] == [[number] for number in range(start, 40)]
    assert [len(batch) for batch in batches] == [1 + number % 3 for number in range(start, 40)]


def test_a_mistake_of_a_worker_reaches_the_caller() -> None:
    class Broken(Numbered):
        def __getitem__(self, number: int) -> torch.Tensor:
            raise ValueError("no such image")

    with pytest.raises(ValueError, match="no such image"):
        list(load(Broken(), 0, workers=1, pinned=False))


FAILING = """
import sys
sys.path[:0] = {path!r}
from test_loader import Numbered, load
batches = load(Numbered(), 0, workers=1, pinned=False)
next(batches)
raise ValueError("the training has failed")
"""


def test_a_training_that_fails_is_not_kept_alive_by_its_workers() -> None:
    """They ignore SIGTERM, so that the end of a process must not wait for them to obey it."""
    folder = str(Path(__file__).parent)
    failing = FAILING.format(path=[folder, *sys.path])
    ended = subprocess.run([sys.executable, "-c", failing], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 1
    assert "ValueError: the training has failed" in ended.stderr
