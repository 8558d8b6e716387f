"""A PRISM step as a share of the training step that it is added to."""

from collections.abc import Callable, Iterator
from itertools import cycle

import torch
from torch import Tensor, nn

from benchmarks.line import Line, Target
from benchmarks.prism_step import step
from benchmarks.sizes import SOP, Size
from benchmarks.timing import interleaved, seconds, torch_threads
from prism.backbones.settings import Backbone
from prism.methods import build_method
from prism.methods.base import Method, Setup
from prism.results.settings import EndToEnd
from prism.training.network import EmbeddingHead, ImageNetwork

THREADS = 2
FROZEN = Target("ours", "<=", 15)  # per cent: with next to no network, only the loss is there to share with
FEATURES = 1280  # length of a feature of EfficientNet-Lite0


def measure() -> Iterator[Line]:
    with torch_threads(THREADS):
        prism = step(SOP.filter(), SOP.batches())
        head = _mcl_step(SOP, EmbeddingHead(FEATURES, SOP.dim), torch.randn(SOP.batch, FEATURES))
        ours, training = interleaved(prism, head, repeats=30)
        yield _line("the frozen head", ours, training, FROZEN)
        network = ImageNetwork(
            Backbone(architecture="resnet50", input_size=224, batch_size=128), EndToEnd(pretrained=False), SOP.dim
        )
        images = torch.randint(0, 256, (SOP.batch, 3, 224, 224), dtype=torch.uint8)
        training = seconds(_mcl_step(SOP, network, images))
        yield _line("ResNet-50 at 224", ours, training, Target("ours", "<=", 1))


def _line(trained: str, ours: float, training: float, target: Target) -> Line:
    share = 100 * ours / training
    return Line(f"PRISM step's share of an MCL step, {trained}", str(SOP), share, None, "%", target, THREADS)


def _mcl_step(size: Size, network: nn.Module, inputs: Tensor) -> Callable[[], None]:
    """Return a function that does one iteration of MCL with a full bank: embed, loss, gradients and update."""
    method: Method = build_method("mcl", {}, Setup(size.classes, size.bank, size.dim))
    filled = size.filter().bank
    method.get_submodule("bank").load_state_dict(filled.state_dict())
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-4)
    turn = cycle(labels for _, labels in size.batches())

    def iteration() -> None:
        optimizer.zero_grad(set_to_none=True)
        method(network(inputs), next(turn), 1).loss.backward()
        optimizer.step()

    return iteration
