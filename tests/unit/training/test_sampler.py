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


def test_by_size_takes_every_image_in_each_pass() -> None:
    """Three classes of four images have two groups of two images each, so a pass has two batches of all classes."""
    labels = torch.arange(3).repeat_interleave(4)
    batches = draw_batches(labels, 3, 2, 10, 0, "by_size")
    for start in range(0, 10, 2):
        assert batches[start : start + 2].flatten().sort().values.tolist() == list(range(12))


def test_by_size_starts_a_new_pass_when_too_few_classes_are_left() -> None:
    """The classes have 2, 1, 2 and 1 groups of two images: after one batch of four classes two are used up."""
    for seed in range(20):
        drawn = LABELS[draw_batches(LABELS, 3, 2, 1, seed, "by_size").flatten()]
        assert len(drawn.unique()) == 3
        counts = torch.bincount(LABELS[draw_batches(LABELS, 4, 2, 5, seed, "by_size").flatten()])
        assert counts.tolist() == [10, 10, 10, 10]


def test_by_size_draws_large_classes_more_often() -> None:
    labels = torch.tensor([0] * 40 + [1] * 4 + [2] * 4 + [3] * 4)
    shares = [labels[draw_batches(labels, 1, 4, 1, seed, "by_size")[0, 0]].item() == 0 for seed in range(300)]
    assert sum(shares) / 300 == pytest.approx(10 / 13, abs=0.06)


def test_by_size_repeats_images_of_a_class_that_is_too_small() -> None:
    batches = draw_batches(LABELS, 4, 4, 30, 0, "by_size")
    for batch in batches:
        assert len(LABELS[batch].unique()) == 4
        assert batch[LABELS[batch] == 3].tolist() == [9] * 4
