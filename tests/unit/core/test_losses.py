import pytest
import torch
import torch.nn.functional as F
from pytorch_metric_learning.distances import CosineSimilarity
from pytorch_metric_learning.losses import ContrastiveLoss, CrossBatchMemory
from pytorch_metric_learning.reducers import SumReducer

from prism.core.losses import CPU_BLOCK, bank_loss, contrastive_loss, memory_contrastive_loss
from prism.core.memory import MemoryBank

EMBEDDINGS = torch.tensor([[1.0, 0.0], [0.6, 0.8], [0.8, 0.6]])
LABELS = torch.tensor([0, 0, 1])


def library_loss() -> ContrastiveLoss:
    return ContrastiveLoss(pos_margin=1, neg_margin=0.5, distance=CosineSimilarity(), reducer=SumReducer())


def test_eq_8_by_hand() -> None:
    # Ordered pairs: positive 0.6 costs 0.4 twice; negatives 0.8 and 0.96 cost 0.3 and 0.46 twice.
    assert contrastive_loss(EMBEDDINGS, LABELS, 0.5, per_anchor=False).item() == pytest.approx(2 * (0.4 + 0.3 + 0.46))
    assert contrastive_loss(EMBEDDINGS, LABELS, 0.5).item() == pytest.approx(2 * (0.4 + 0.3 + 0.46) / 3)


def test_eq_8_equals_pytorch_metric_learning() -> None:
    torch.manual_seed(0)
    embeddings, labels = torch.randn(20, 8, requires_grad=True), torch.randint(0, 4, (20,))
    ours = contrastive_loss(embeddings, labels, 0.5, per_anchor=False)
    theirs = library_loss()(embeddings, labels)
    torch.testing.assert_close(ours, theirs)
    torch.testing.assert_close(*(torch.autograd.grad(loss, embeddings)[0] for loss in (ours, theirs)))


def full_bank(size: int = 30) -> MemoryBank:
    bank = MemoryBank(size=size, dim=8, num_classes=4)
    bank.enqueue(torch.randn(size, 8), torch.randint(0, 4, (size,)))
    return bank


@pytest.mark.parametrize("size", [30, CPU_BLOCK, 2 * CPU_BLOCK + 1])
def test_eq_9_equals_pytorch_metric_learning_in_value_and_gradient(size: int) -> None:
    torch.manual_seed(0)
    bank = full_bank(size)
    embeddings, labels = torch.randn(20, 8, requires_grad=True), torch.randint(0, 4, (20,))
    ours = bank_loss(embeddings, labels, bank, 0.5, per_anchor=False)
    theirs = library_loss()(embeddings, labels, ref_emb=bank.features, ref_labels=bank.labels)
    torch.testing.assert_close(ours, theirs)
    torch.testing.assert_close(*(torch.autograd.grad(loss, embeddings)[0] for loss in (ours, theirs)))


def test_eq_9_equals_the_cross_batch_memory_of_pytorch_metric_learning() -> None:
    torch.manual_seed(0)
    bank = full_bank()
    memory = CrossBatchMemory(library_loss(), 8, memory_size=30)
    memory.embedding_memory[:], memory.label_memory[:] = bank.content()
    memory.has_been_filled = True
    embeddings, labels = torch.randn(20, 8, requires_grad=True), torch.randint(0, 4, (20,))
    bank.enqueue(embeddings, labels)  # the library, too, does so before its loss
    ours = bank_loss(embeddings, labels, bank, 0.5, per_anchor=False)
    theirs = memory(embeddings, labels)
    torch.testing.assert_close(ours, theirs)
    torch.testing.assert_close(*(torch.autograd.grad(loss, embeddings)[0] for loss in (ours, theirs)))


def test_a_sample_that_meets_itself_in_the_bank_is_not_pulled_anywhere() -> None:
    embeddings = torch.randn(1, 8, requires_grad=True)
    bank = MemoryBank(size=4, dim=8, num_classes=1)
    bank.enqueue(embeddings, torch.tensor([0]))
    loss = bank_loss(embeddings, torch.tensor([0]), bank)
    assert loss.item() == pytest.approx(0, abs=1e-6)
    torch.testing.assert_close(torch.autograd.grad(loss, embeddings)[0], torch.zeros(1, 8), atol=1e-6, rtol=0)


def test_the_total_is_the_batch_term_and_the_weighted_bank_term() -> None:
    torch.manual_seed(0)
    bank = full_bank()
    embeddings, labels = F.normalize(torch.randn(6, 8), dim=1), torch.tensor([0, 0, 1, 1, 2, 2])
    total = memory_contrastive_loss(embeddings, labels, bank, 0.5, bank_weight=0.3)
    expected = contrastive_loss(embeddings, labels) + 0.3 * bank_loss(embeddings, labels, bank)
    torch.testing.assert_close(total, expected)


def test_an_empty_batch_or_bank_costs_nothing() -> None:
    nothing, no_labels = torch.zeros(0, 8), torch.zeros(0, dtype=torch.long)
    assert memory_contrastive_loss(nothing, no_labels, full_bank()).item() == 0
    assert bank_loss(torch.randn(2, 8), torch.tensor([0, 1]), MemoryBank(4, 8, 2)).item() == 0
