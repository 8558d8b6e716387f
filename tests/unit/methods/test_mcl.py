import torch

from prism.core.losses import contrastive_loss, memory_contrastive_loss
from prism.core.memory import MemoryBank
from prism.methods.base import Setup
from prism.methods.mcl import Mcl, MclSettings

SETUP = Setup(num_classes=3, num_samples=10, dim=4)


def test_the_batch_joins_the_bank_before_the_loss() -> None:
    method = Mcl(SETUP, MclSettings())
    bank = MemoryBank(10, 4, 3)
    for iteration in (1, 2):
        embeddings, labels = torch.randn(6, 4), torch.tensor([0, 0, 1, 1, 2, 2])
        bank.enqueue(embeddings, labels)
        loss = method(embeddings, labels, iteration).loss
        torch.testing.assert_close(loss, memory_contrastive_loss(embeddings, labels, bank))


def test_the_bank_holds_the_training_set_unless_told_otherwise() -> None:
    assert len(Mcl(SETUP, MclSettings()).bank.labels) == 10
    assert len(Mcl(SETUP, MclSettings(memory_size=7)).bank.labels) == 7


def test_before_the_start_iteration_the_bank_is_neither_used_nor_filled() -> None:
    method = Mcl(SETUP, MclSettings(start_iteration=5))
    embeddings, labels = torch.randn(4, 4), torch.tensor([0, 0, 1, 1])
    torch.testing.assert_close(method(embeddings, labels, 5).loss, contrastive_loss(embeddings, labels))
    assert len(method.bank) == 0
    method(embeddings, labels, 6)
    assert len(method.bank) == 4
