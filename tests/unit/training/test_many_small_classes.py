"""The filter on a dataset of the shape of SOP: thousands of classes of 2 to 12 images, and a bank of one pass."""

import numpy as np
import pytest
import torch

from prism import PrismFilter
from prism.noise import symmetric
from prism.results.settings import Sampler
from prism.training.sampler import draw_batches

CLASSES, DIM = 600, 16


def small_classes() -> torch.Tensor:
    """Return given labels, a tenth of them wrong, of classes whose sizes are spread as SOP's are."""
    random = np.random.default_rng(0)
    sizes = np.clip(random.normal(5.3, 3, CLASSES).round(), 2, 12).astype(int)
    true = np.repeat(np.arange(CLASSES), sizes)
    return torch.from_numpy(np.unique(symmetric(true, 0.1, seed=0), return_inverse=True)[1])


@pytest.mark.parametrize("sampler", ["by_size", "uniform"])
def test_once_every_class_has_been_drawn_every_sample_has_a_center(sampler: Sampler) -> None:
    labels = small_classes()
    features = torch.randn(len(labels), DIM, generator=torch.Generator().manual_seed(0))
    batches = draw_batches(labels, 16, 4, 600, 0, sampler)
    prism = PrismFilter(int(labels.max()) + 1, DIM, noise_rate=0.1, memory_size=len(labels) // 4)
    unseen, lacking = set(labels.tolist()), []
    for batch in batches:
        selection = prism(features[batch], labels[batch])
        if not unseen:
            lacking.append(float((selection.p_clean == 1).float().mean()))
        unseen -= set(labels[batch].tolist())
    assert len(lacking) > 100
    assert max(lacking) < 0.01
