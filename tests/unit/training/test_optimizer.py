import torch
from torch import nn

from prism.methods.base import Method, Schedule, Settings, Setup
from prism.results.settings import Training
from prism.training.optimizer import apply_schedule, build_optimizer


def test_a_schedule_takes_a_share_of_each_groups_own_rate() -> None:
    slow, fast = nn.Parameter(torch.ones(1)), nn.Parameter(torch.ones(1))
    optimizer = torch.optim.Adam([{"params": [slow], "base_lr": 0.1}, {"params": [fast], "base_lr": 2.0}])
    apply_schedule(optimizer, Schedule(rate=0.5, beta1=0.1))
    assert [(group["lr"], group["betas"]) for group in optimizer.param_groups] == [
        (0.05, (0.1, 0.999)),
        (1.0, (0.1, 0.999)),
    ]


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.backbone = nn.Linear(2, 3)
        self.head = nn.Linear(3, 4, bias=False)


def built(**changes: float) -> list[tuple[int, float, float]]:
    """Return of each group of the optimiser how many tensors it has, its learning rate and its epsilon."""
    budget = Training(
        iterations=1, classes_per_batch=2, images_per_class=2, embedding_dim=4, learning_rate=0.1, weight_decay=0.0,
        evaluate_every=1, checkpoint_every=1, **changes,
    )  # fmt: skip
    optimizer = build_optimizer(nn.ModuleList([Network()]), Method(Setup(2, 4, 4), Settings()), budget)
    return [(len(group["params"]), group["lr"], group["eps"]) for group in optimizer.param_groups]


def test_all_of_a_network_has_one_rate_unless_its_head_has_another() -> None:
    assert built() == [(3, 0.1, 1e-8)]
    assert built(head_rate=10.0, adam_eps=0.01) == [(2, 0.1, 0.01), (1, 1.0, 0.01)]
