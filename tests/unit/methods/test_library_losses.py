"""Methods that are losses of pytorch-metric-learning, compared with these losses at the settings of their sources."""

from typing import Any

import pytest
import torch
from pytorch_metric_learning import losses, miners
from torch import nn

from prism.methods import build_method
from prism.methods.base import Setup

SETUP = Setup(num_classes=4, num_samples=20, dim=8)
EXPECTED: dict[str, nn.Module] = {
    "fastap": losses.FastAPLoss(num_bins=10),
    "nsoftmax": losses.NormalizedSoftmaxLoss(4, 8, temperature=0.05),
    "proxynca": losses.ProxyNCALoss(4, 8, softmax_scale=3),
    "circle": losses.CircleLoss(m=0.4, gamma=80),
}


@pytest.fixture
def batch() -> tuple[torch.Tensor, torch.Tensor]:
    torch.manual_seed(0)
    return torch.randn(12, 8), torch.arange(12) % 4


@pytest.mark.parametrize("name", EXPECTED)
def test_the_loss_is_the_librarys(name: str, batch: tuple[torch.Tensor, torch.Tensor]) -> None:
    method: Any = build_method(name, {}, SETUP)
    expected = EXPECTED[name]
    expected.load_state_dict(method.loss.state_dict())
    torch.testing.assert_close(method(*batch, 1).loss, expected(*batch))


def test_multi_similarity_mines_its_pairs(batch: tuple[torch.Tensor, torch.Tensor]) -> None:
    mined = miners.MultiSimilarityMiner(0.1)(*batch)
    expected = losses.MultiSimilarityLoss(alpha=2, beta=40, base=0.5)(*batch, mined)
    torch.testing.assert_close(build_method("ms", {}, SETUP)(*batch, 1).loss, expected)


@pytest.mark.parametrize("name", ["nsoftmax", "proxynca"])
def test_proxies_have_a_learning_rate_of_their_own_and_no_weight_decay(name: str) -> None:
    (group,) = build_method(name, {"proxy_learning_rate": 0.5}, SETUP).parameter_groups()
    assert group["lr"] == 0.5
    assert "weight_decay" not in group
    assert sum(parameter.numel() for parameter in group["params"]) == 4 * 8
