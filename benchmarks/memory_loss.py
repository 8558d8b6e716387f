"""The memory contrastive loss, forward and backward, against pytorch-metric-learning's CrossBatchMemory."""

from collections.abc import Callable, Iterator

import torch
from pytorch_metric_learning.distances import CosineSimilarity
from pytorch_metric_learning.losses import ContrastiveLoss, CrossBatchMemory
from pytorch_metric_learning.reducers import SumReducer
from torch import Tensor

from benchmarks.fresh import peak_memory
from benchmarks.line import Line, Target
from benchmarks.sizes import SOP
from benchmarks.timing import interleaved, torch_threads
from prism.core.losses import bank_loss
from prism.core.memory import MemoryBank

THREADS = 1
WHAT = "Memory contrastive loss vs. CrossBatchMemory"


def measure() -> Iterator[Line]:
    with torch_threads(THREADS):
        ours, theirs = interleaved(our_gradient(), library_gradient(), repeats=10)
    yield Line(WHAT, str(SOP), 1e3 * ours, 1e3 * theirs, "ms", Target("other / ours", ">=", 2), THREADS)
    our_peak, their_peak = (peak_memory(prepare) for prepare in (our_gradient, library_gradient))
    yield Line(f"{WHAT}: peak memory", str(SOP), our_peak, their_peak, "MB", Target("ours / other", "<=", 1), THREADS)


def our_gradient() -> Callable[[], None]:
    """Return a function that enqueues a batch and computes our loss and its gradient."""
    embeddings, labels, bank = _inputs()

    def gradient() -> None:
        bank.enqueue(embeddings, labels)
        torch.autograd.backward(bank_loss(embeddings, labels, bank, per_anchor=False))

    return gradient


def library_gradient() -> Callable[[], None]:
    """Return the library's step on the same pairs: it, too, puts the batch into its memory before the loss."""
    embeddings, labels, bank = _inputs()
    pairs = ContrastiveLoss(pos_margin=1, neg_margin=0.5, distance=CosineSimilarity(), reducer=SumReducer())
    loss = CrossBatchMemory(pairs, SOP.dim, memory_size=SOP.bank)
    loss.embedding_memory[:], loss.label_memory[:] = bank.content()
    loss.has_been_filled = True
    return lambda: loss(embeddings, labels).backward()


def _inputs() -> tuple[Tensor, Tensor, MemoryBank]:
    """Return a batch of embeddings with labels, and a full bank."""
    torch.manual_seed(0)
    bank = SOP.filter().bank
    (embeddings, labels), *_ = SOP.batches()
    return embeddings.requires_grad_(), labels, bank
