import pytest
import torch

from prism.errors import PrismError
from prism.training.sampler import draw_batches

LABELS = torch.tensor([0, 0, 0, 1, 1, 2, 2, 2, 2, 3])


def test_a_batch_has_p_classes_and_k_images_of_each() -> None:
    for batch in draw_batches(LABELS, classes=3, images_per_class=2, iterations=50, seed=0):
        classes, counts = LABELS[batch].unique(return_counts=True)
        assert len(classes) == 3
        assert counts.tolist() == [2, 2, 2]


def test_images_repeat_only_in_a_class_that_has_too_few() -> None:
    for batch in draw_batches(LABELS, classes=4, images_per_class=3, iterations=20, seed=0):
        for label, distinct in ((0, 3), (2, 3), (3, 1)):
            assert len(batch[LABELS[batch] == label].unique()) == distinct


def test_every_class_is_drawn_equally_often() -> None:
    batches = draw_batches(LABELS, classes=2, images_per_class=2, iterations=2000, seed=0)
    shares = torch.bincount(LABELS[batches.flatten()]) / batches.numel()
    assert shares.tolist() == pytest.approx([0.25] * 4, abs=0.03)


def test_batches_follow_from_the_seed() -> None:
    one, same, other = (draw_batches(LABELS, 2, 2, 10, seed) for seed in (0, 0, 1))
    assert one.equal(same)
    assert not one.equal(other)


def test_too_few_classes_are_a_clear_error() -> None:
    with pytest.raises(PrismError, match="takes 5 classes, but the training set has only 4: lower classes_per_batch"):
        draw_batches(LABELS, classes=5, images_per_class=2, iterations=1, seed=0)
