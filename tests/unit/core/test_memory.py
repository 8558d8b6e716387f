import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from prism import MemoryBank
from prism.errors import NonFiniteError


def class_means(bank: MemoryBank, before: torch.Tensor | None = None) -> torch.Tensor:
    """Return the class means of Eq. 6, of the bank's rows; classes without a row keep those from `before`."""
    features, labels = bank.content()
    means = torch.zeros_like(bank.centers, dtype=torch.float64) if before is None else before.clone()
    for label in labels.unique():
        means[label] = features[labels == label].double().mean(dim=0)
    return means


def test_rows_leave_in_the_order_they_came() -> None:
    bank = MemoryBank(size=3, dim=2, num_classes=4)
    for label in range(4):
        bank.enqueue(torch.tensor([[float(label + 1), 0.0]]), torch.tensor([label]))
    assert sorted(bank.content()[1].tolist()) == [1, 2, 3]
    assert bank.counts.tolist() == [0, 1, 1, 1]


def test_rows_are_normalised_and_centers_are_their_means() -> None:
    bank = MemoryBank(size=4, dim=2, num_classes=2)
    bank.enqueue(torch.tensor([[3.0, 0.0], [0.0, 5.0], [-2.0, 0.0]]), torch.tensor([0, 0, 1]))
    assert bank.centers.tolist() == [[0.5, 0.5], [-1.0, 0.0]]
    assert len(bank) == 3


def test_a_batch_larger_than_the_bank_leaves_its_last_rows() -> None:
    bank = MemoryBank(size=2, dim=1, num_classes=5)
    bank.enqueue(torch.ones(5, 1), torch.arange(5))
    assert sorted(bank.content()[1].tolist()) == [3, 4]


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=30),
    st.integers(1, 20),
    st.integers(0, 2**31),
    st.sampled_from([4, 100]),  # fewer classes than a batch has samples, and many more
)
def test_centers_are_the_class_means_of_the_bank_or_the_last_ones(
    sizes: list[int], size: int, seed: int, num_classes: int
) -> None:
    torch.manual_seed(seed)
    bank = MemoryBank(size, dim=3, num_classes=num_classes)
    means = class_means(bank)
    for batch in sizes:
        bank.enqueue(torch.randn(batch, 3), torch.randint(0, num_classes, (batch,)))
        means = class_means(bank, means)
    torch.testing.assert_close(bank.centers.double(), means, atol=1e-6, rtol=0)
    assert bank.counts.tolist() == torch.bincount(bank.content()[1], minlength=num_classes).tolist()


def test_an_emptied_class_leaves_no_rounding_residue() -> None:
    torch.manual_seed(0)
    for num_classes in (4, 100):
        bank = MemoryBank(size=8, dim=3, num_classes=num_classes)
        bank.enqueue(torch.randn(8, 3), torch.zeros(8, dtype=torch.long))
        bank.enqueue(torch.randn(8, 3), torch.ones(8, dtype=torch.long))
        assert bank.sums[0].tolist() == [0, 0, 0]


def test_a_class_that_has_left_keeps_its_last_center() -> None:
    bank = MemoryBank(size=2, dim=2, num_classes=3)
    bank.enqueue(torch.tensor([[1.0, 0.0], [0.0, 1.0]]), torch.tensor([0, 0]))
    bank.enqueue(torch.tensor([[-1.0, 0.0], [-1.0, 0.0]]), torch.tensor([1, 1]))
    assert bank.counts.tolist() == [0, 2, 0]
    assert bank.centers.tolist() == [[0.5, 0.5], [-1.0, 0.0], [0.0, 0.0]]
    assert bank.seen.tolist() == [True, True, False]
    bank.enqueue(torch.tensor([[0.0, -1.0]]), torch.tensor([0]))  # it comes back, and its old rows do not count
    assert bank.centers[0].tolist() == [0.0, -1.0]


def test_embeddings_that_do_not_fit_are_clear_errors() -> None:
    bank = MemoryBank(size=4, dim=2, num_classes=2)
    with pytest.raises(ValueError, match=r"must be 0 .. 1"):
        bank.enqueue(torch.eye(2), torch.tensor([0, 2]))
    with pytest.raises(NonFiniteError, match=r"samples \[0\]"):
        bank.enqueue(torch.tensor([[float("inf"), 0.0], [1.0, 0.0]]), torch.tensor([0, 1]))
    bank.enqueue(torch.tensor([[3e38, 3e38]]), torch.tensor([0]))  # the elements are finite, though the length is not


def test_centers_do_not_drift_over_100_000_enqueues() -> None:
    torch.manual_seed(0)
    bank = MemoryBank(size=500, dim=8, num_classes=20)
    features, labels = F.normalize(torch.randn(100_000, 8), dim=1), torch.randint(0, 20, (100_000,))
    for row in range(100_000):
        bank.enqueue(features[row : row + 1], labels[row : row + 1])
    torch.testing.assert_close(bank.centers.double(), class_means(bank), atol=1e-5, rtol=0)


def test_sizes_must_be_positive() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        MemoryBank(size=0, dim=2, num_classes=2)
