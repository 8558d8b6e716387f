import torch
from torch import nn

from prism.methods.base import Schedule
from prism.training.optimizer import apply_schedule


def test_a_schedule_takes_a_share_of_each_groups_own_rate() -> None:
    slow, fast = nn.Parameter(torch.ones(1)), nn.Parameter(torch.ones(1))
    optimizer = torch.optim.Adam([{"params": [slow], "base_lr": 0.1}, {"params": [fast], "base_lr": 2.0}])
    apply_schedule(optimizer, Schedule(rate=0.5, beta1=0.1))
    assert [(group["lr"], group["betas"]) for group in optimizer.param_groups] == [
        (0.05, (0.1, 0.999)),
        (1.0, (0.1, 0.999)),
    ]
