import torch
import torch.nn.functional as F

from benchmarks.published_loop import PublishedLoop
from prism import PrismFilter


def test_a_first_step_scores_and_keeps_as_prism_does() -> None:
    torch.manual_seed(0)
    prism = PrismFilter(5, 4, noise_rate=0.5, memory_size=40, window=3)
    prism.enqueue(torch.randn(40, 4), torch.arange(40) % 5)
    embeddings, labels = F.normalize(torch.randn(8, 4), dim=1), torch.randint(0, 5, (8,))
    keep, scores = PublishedLoop(prism).select(embeddings, labels)
    selection = prism.select(embeddings, labels)
    torch.testing.assert_close(scores, selection.p_clean)
    assert keep.tolist() == selection.keep.tolist()


def test_rows_that_do_not_fit_overwrite_the_last_ones() -> None:
    prism = PrismFilter(3, 2, noise_rate=0.5, memory_size=3)
    prism.enqueue(torch.eye(2)[[0, 0, 0]], torch.zeros(3, dtype=torch.long))
    published = PublishedLoop(prism)
    published.enqueue(torch.eye(2), torch.tensor([1, 1]))
    published.enqueue(torch.eye(2), torch.tensor([2, 2]))
    assert published.labels.tolist() == [1, 2, 2]
    assert published.position == 0
