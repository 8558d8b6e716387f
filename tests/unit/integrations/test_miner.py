"""PrismMiner: batches of a few points on two axes, checked by hand and against pytorch-metric-learning itself."""

import sys
from itertools import chain
from typing import Any

import pytest
import torch
from pytorch_metric_learning.losses import (
    ContrastiveLoss,
    CrossBatchMemory,
    MultiSimilarityLoss,
    NormalizedSoftmaxLoss,
    NTXentLoss,
    TripletMarginLoss,
)
from pytorch_metric_learning.miners import BatchHardMiner, MultiSimilarityMiner, TripletMarginMiner
from pytorch_metric_learning.trainers import MetricLossOnly
from pytorch_metric_learning.utils.loss_and_miner_utils import convert_to_weights
from torch import Tensor

import prism
from prism import PrismFilter, PrismMiner
from prism.errors import InputError, PrismError

# Class 0 lies at the right and class 1 above. The last sample lies at the right but is given the label 1.
EMBEDDINGS = torch.tensor([[1.0, 0.1], [0.1, 1.0], [1.0, -0.1], [-0.1, 1.0], [1.0, 0.0]])
LABELS = torch.tensor([0, 1, 0, 1, 1])
CLEAN = [0, 1, 2, 3]


def made(noise_rate: float = 0.2, **options: Any) -> PrismMiner:
    """Return a miner whose filter knows both classes and drops the one worst sample of five."""
    filter = PrismFilter(num_classes=2, dim=2, noise_rate=noise_rate, memory_size=100, window=1)
    filter.enqueue(torch.eye(2), torch.tensor([0, 1]))
    return PrismMiner(filter, **options)


def listed(tuples: tuple[Tensor, ...]) -> list[list[int]]:
    return [indices.tolist() for indices in tuples]


def gradient(loss_fn: Any, miner: PrismMiner) -> Tensor:
    """Return the gradient of a loss by the embeddings of the batch."""
    embeddings = EMBEDDINGS.clone().requires_grad_()
    loss_fn(embeddings, LABELS, miner(embeddings, LABELS)).backward()
    assert embeddings.grad is not None
    return embeddings.grad


def test_without_another_miner_all_pairs_of_kept_samples_are_returned() -> None:
    miner = made()
    assert listed(miner(EMBEDDINGS, LABELS)) == [
        [0, 1, 2, 3],
        [2, 3, 0, 1],
        [0, 0, 1, 1, 2, 2, 3, 3],
        [1, 3, 0, 2, 1, 3, 0, 2],
    ]
    assert miner.last_selection is not None
    assert miner.last_selection.keep.tolist() == [True, True, True, True, False]
    assert len(miner.filter.bank) == 2 + 4


def test_another_miner_chooses_among_kept_samples_alone() -> None:
    """The hardest positive of sample 1 is the wrong one, and its tuples would be lost if it were dropped later."""
    _, positives, _ = listed(BatchHardMiner()(EMBEDDINGS, LABELS))
    assert positives[1] == 4
    anchors, positives, negatives = listed(made(miner=BatchHardMiner())(EMBEDDINGS, LABELS))
    assert (anchors, positives) == ([0, 1, 2, 3], [2, 3, 0, 1])
    assert set(negatives) <= set(CLEAN)


@pytest.mark.parametrize("inner", [None, MultiSimilarityMiner(epsilon=2), BatchHardMiner()])
@pytest.mark.parametrize("loss_fn", [ContrastiveLoss(neg_margin=2), TripletMarginLoss(margin=2), NTXentLoss()])
def test_a_loss_is_that_of_the_kept_samples(loss_fn: Any, inner: Any) -> None:
    found = inner(EMBEDDINGS[CLEAN], LABELS[CLEAN]) if inner else None
    expected = loss_fn(EMBEDDINGS[CLEAN], LABELS[CLEAN], found)
    assert expected > 0
    torch.testing.assert_close(loss_fn(EMBEDDINGS, LABELS, made(miner=inner)(EMBEDDINGS, LABELS)), expected)


@pytest.mark.parametrize("loss_fn", [MultiSimilarityLoss(), NormalizedSoftmaxLoss(2, 2)])
def test_a_mean_over_samples_counts_dropped_ones_with_zero(loss_fn: Any) -> None:
    expected = loss_fn(EMBEDDINGS[CLEAN], LABELS[CLEAN]) * 4 / 5
    torch.testing.assert_close(loss_fn(EMBEDDINGS, LABELS, made()(EMBEDDINGS, LABELS)), expected)


def test_a_classification_loss_gives_dropped_samples_no_weight() -> None:
    assert convert_to_weights(made()(EMBEDDINGS, LABELS), LABELS, torch.float32).tolist() == [1, 1, 1, 1, 0]
    moved = gradient(NormalizedSoftmaxLoss(num_classes=2, embedding_size=2), made()).norm(dim=1) > 0
    assert moved.tolist() == [True, True, True, True, False]


@pytest.mark.parametrize("loss_fn", [ContrastiveLoss(), TripletMarginLoss(), MultiSimilarityLoss(), NTXentLoss()])
def test_a_batch_without_tuples_moves_nothing(loss_fn: Any) -> None:
    nothing_is_hard = TripletMarginMiner(margin=-10)
    assert listed(nothing_is_hard(EMBEDDINGS, LABELS)) == [[], [], []]
    assert gradient(loss_fn, made(miner=nothing_is_hard)).abs().max() < 1e-6


def test_a_batch_without_tuples_gives_dropped_samples_no_weight() -> None:
    """With no tuples at all, pytorch-metric-learning would weight all samples equally."""
    tuples = made(miner=TripletMarginMiner(margin=-10))(EMBEDDINGS, LABELS)
    assert convert_to_weights(tuples, LABELS, torch.float32).tolist() == [1, 1, 1, 1, 0]
    alone = made(noise_rate=0.8)(EMBEDDINGS, LABELS)
    assert convert_to_weights(alone, LABELS, torch.float32).sum() == 1


@pytest.mark.parametrize("inner", [None, MultiSimilarityMiner(epsilon=2)], ids=["all", "chosen"])
def test_references_are_judged_by_the_threshold_of_the_batch(inner: Any) -> None:
    references, ref_labels = torch.eye(2)[[0, 1, 0, 1]], torch.tensor([1, 1, 0, 0])
    miner = made(miner=inner)
    tuples = listed(miner(EMBEDDINGS, LABELS, references, ref_labels))
    anchors, others = tuples[::2], tuples[1::2]
    assert {*chain(*anchors)} == set(CLEAN)
    assert {*chain(*others)} == {1, 2}  # the first and the last lie at the other class
    assert len(miner.filter.bank) == 2 + 4


def test_references_that_are_all_dropped_give_no_tuples() -> None:
    miner = made(miner=BatchHardMiner())
    assert listed(miner(EMBEDDINGS, LABELS, torch.eye(2), torch.tensor([1, 0]))) == [[], [], [], []]


def test_references_need_labels() -> None:
    with pytest.raises(InputError, match="ref_emb needs ref_labels"):
        made()(EMBEDDINGS, LABELS, torch.eye(2))


def test_a_cross_batch_memory_of_kept_samples_has_no_others() -> None:
    filter = made().filter
    memory = CrossBatchMemory(ContrastiveLoss(), embedding_size=2, memory_size=20, miner=MultiSimilarityMiner())
    for _ in range(3):
        keep = filter(EMBEDDINGS, LABELS).keep
        memory(EMBEDDINGS[keep], LABELS[keep])
    assert memory.queue_idx == 3 * len(CLEAN)
    torch.testing.assert_close(memory.embedding_memory[:12], EMBEDDINGS[CLEAN].repeat(3, 1))


def test_as_the_miner_of_a_cross_batch_memory_it_drops_wrong_samples_that_lie_there() -> None:
    memory = CrossBatchMemory(RecordedLoss(), embedding_size=2, memory_size=20, miner=made())
    for step in range(1, 4):
        memory(EMBEDDINGS, LABELS)
        anchors, positives, more_anchors, negatives = memory.loss.tuples
        assert {*anchors, *more_anchors} == set(CLEAN)
        assert {index % 5 for index in positives + negatives} == set(CLEAN)
        assert len(anchors) == 4 * (2 * step - 1)  # every copy of the two samples of its class, but not its own


def test_a_cross_batch_memory_trains_on_what_its_enqueue_mask_leaves_out() -> None:
    """A mask of kept samples as `enqueue_mask` would train on the dropped ones."""
    memory = CrossBatchMemory(RecordedLoss(), embedding_size=2, memory_size=20)
    memory(EMBEDDINGS, LABELS, enqueue_mask=torch.tensor([True, True, True, True, False]))
    assert memory.loss.batch.tolist() == EMBEDDINGS[4:].tolist()


def test_a_cross_batch_memory_takes_tuples_of_the_batch_for_tuples_of_its_oldest_rows() -> None:
    memory = CrossBatchMemory(RecordedLoss(), embedding_size=2, memory_size=20, miner=MultiSimilarityMiner(epsilon=-9))
    memory(EMBEDDINGS, LABELS)
    memory(EMBEDDINGS, LABELS, made()(EMBEDDINGS, LABELS))
    assert memory.loss.tuples[1] == [2, 3, 0, 1]  # but the second batch lies in rows 5 .. 9


class RecordedLoss(ContrastiveLoss):  # type: ignore[misc]
    """A contrastive loss that remembers its batch and tuples; CrossBatchMemory knows losses by their names."""

    def forward(self, embeddings: Tensor, labels: Tensor, indices_tuple: Any, *references: Tensor) -> Tensor:
        self.batch, self.tuples = embeddings, listed(indices_tuple)
        loss: Tensor = super().forward(embeddings, labels, indices_tuple, *references)
        return loss


RecordedLoss.__name__ = "ContrastiveLoss"


@pytest.mark.parametrize("with_memory", [False, True], ids=["miner", "memory"])
def test_it_trains_in_a_trainer_of_pytorch_metric_learning(with_memory: bool) -> None:
    torch.manual_seed(0)
    miner = made()
    dataset = [(point, int(label)) for point, label in zip(EMBEDDINGS, LABELS, strict=True)] * 2
    trunk = torch.nn.Linear(2, 2)
    torch.nn.init.eye_(trunk.weight)
    torch.nn.init.zeros_(trunk.bias)
    before = trunk.weight.detach().clone()
    loss = ContrastiveLoss(neg_margin=2)
    trainer = MetricLossOnly(
        models={"trunk": trunk},
        optimizers={"trunk_optimizer": torch.optim.SGD(trunk.parameters(), lr=0.01)},
        batch_size=5,
        loss_funcs={"metric_loss": CrossBatchMemory(loss, 2, 20, miner) if with_memory else loss},
        mining_funcs={} if with_memory else {"tuple_miner": miner},
        dataset=dataset,
        sampler=torch.utils.data.SequentialSampler(dataset),  # type: ignore[arg-type]
        dataloader_num_workers=0,
        data_device=torch.device("cpu"),
    )
    trainer.train(num_epochs=2)
    assert not torch.equal(trunk.weight, before)
    assert miner.last_selection is not None
    assert miner.last_selection.keep.tolist() == [True, True, True, True, False]
    assert len(miner.filter.bank) == 2 + 4 * 4  # four batches


def test_the_whole_state_is_in_its_state_dict() -> None:
    first, second = made(miner=MultiSimilarityMiner()), made(miner=MultiSimilarityMiner())
    first(EMBEDDINGS, LABELS)
    second.load_state_dict(first.state_dict())
    assert second.filter.recent == first.filter.recent
    noisy = EMBEDDINGS.flip(1)
    assert listed(first(noisy, LABELS)) == listed(second(noisy, LABELS))


def test_a_missing_package_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "prism.integrations.miner")
    monkeypatch.setitem(sys.modules, "pytorch_metric_learning.miners", None)
    with pytest.raises(PrismError, match=r"^PrismMiner needs pytorch-metric-learning: pip install 'pytorch-metric"):
        _ = prism.PrismMiner
