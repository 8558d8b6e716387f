import pytest
import torch
import torch.nn.functional as F

from prism.core.losses import contrastive_loss, memory_contrastive_loss
from prism.methods import build_method
from prism.methods.base import Setup
from prism.methods.mcl_prism import MclPrism, MclPrismSettings

SETUP = Setup(num_classes=2, num_samples=10, dim=2)
RIGHT, UP = [1.0, 0.0], [0.0, 1.0]
# The bank knows class 0 as RIGHT and class 1 as UP; the last sample of the batch is wrongly labelled.
BATCH, LABELS = torch.tensor([RIGHT, UP, UP]), torch.tensor([0, 1, 0])


def method(**settings: object) -> MclPrism:
    filtered = MclPrism(SETUP, MclPrismSettings(noise_rate=0.34, **settings))  # type: ignore[arg-type]
    filtered.filter.enqueue(torch.tensor([RIGHT, UP]), torch.tensor([0, 1]))
    return filtered


def test_the_loss_is_that_of_the_kept_samples_and_only_these_join_the_bank() -> None:
    filtered = method()
    step = filtered(BATCH, LABELS, 1)
    assert step.keep.tolist() == [True, True, False]
    assert len(filtered.filter.bank) == 4
    torch.testing.assert_close(step.loss, memory_contrastive_loss(BATCH[:2], LABELS[:2], filtered.filter.bank))


def test_the_kept_samples_may_join_the_bank_after_the_loss() -> None:
    before = method()
    expected = memory_contrastive_loss(BATCH[:2], LABELS[:2], before.filter.bank)  # against the bank as it was before
    after = method(enqueue="after")
    torch.testing.assert_close(after(BATCH, LABELS, 1).loss, expected)
    assert len(after.filter.bank) == 4


def test_nothing_is_dropped_while_warming_up() -> None:
    filtered = method(warm_up=3, window=1)
    assert filtered(BATCH, LABELS, 3).keep.all()
    assert not filtered(BATCH, LABELS, 4).keep.all()


def test_before_the_start_iteration_nothing_is_filtered() -> None:
    step = method(start_iteration=2)(BATCH, LABELS, 2)
    assert step.keep is None
    torch.testing.assert_close(step.loss, contrastive_loss(BATCH, LABELS))


@pytest.mark.parametrize("score", ["centers", "memory", "memory_positive"])
def test_every_score_against_the_bank_finds_the_wrong_label(score: str) -> None:
    assert method(score=score)(BATCH, LABELS, 1).keep.tolist() == [True, True, False]


def test_with_and_without_centers_the_same_samples_are_kept() -> None:
    torch.manual_seed(0)
    setup = Setup(num_classes=6, num_samples=50, dim=8)
    settings = {"noise_rate": 0.3, "window": 4}
    fast = MclPrism(setup, MclPrismSettings(score="centers", **settings)).double()  # type: ignore[arg-type]
    slow = MclPrism(setup, MclPrismSettings(score="memory", **settings)).double()  # type: ignore[arg-type]
    for iteration in range(1, 60):
        labels = torch.randint(0, 6, (16,))
        embeddings = torch.randn(16, 8).double() + torch.eye(6, 8)[labels]
        assert fast(embeddings, labels, iteration).keep.equal(slow(embeddings, labels, iteration).keep)


def test_without_a_share_to_drop_it_is_mcl() -> None:
    """The rows R = 0 of tables are trained so, because they then differ from the others in R alone."""
    setup = Setup(num_classes=5, num_samples=40, dim=4)
    plain = build_method("mcl", {}, setup)
    filtered = build_method("mcl_prism", {"noise_rate": 0.0}, setup)
    generator = torch.Generator().manual_seed(0)
    for iteration in range(1, 9):
        embeddings = F.normalize(torch.randn(12, 4, generator=generator), dim=1)
        labels = torch.randint(0, 5, (12,), generator=generator)
        left, right = (method(embeddings, labels, iteration) for method in (plain, filtered))
        assert right.keep is not None
        assert right.keep.all()
        assert left.loss == right.loss
