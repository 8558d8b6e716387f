"""Adam for the networks and for whatever a method trains beside them."""

from typing import Any

import torch
from torch import nn

from prism.methods.base import Method, Pace
from prism.results.settings import Training


class Adam(torch.optim.Adam):
    """torch's Adam, kept from importing torch's compiler: that takes 3 s, half of a short run, and is not used here.

    torch imports it only to exempt the optimiser from compilation. So `step` is called below that exemption, and the
    other methods are marked as exempted already.
    """

    def __init__(self, groups: list[dict[str, Any]]) -> None:
        for name in ("add_param_group", "zero_grad", "state_dict", "load_state_dict"):
            function = getattr(torch.optim.Optimizer, name).__wrapped__
            function.__dict__.setdefault("__dynamo_disable", function)
        super().__init__(groups)

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        torch.optim.Adam.step.__wrapped__(self, closure)  # type: ignore[attr-defined]

    def keep_pace(self, pace: Pace) -> None:
        for group in self.param_groups:
            group["lr"] = group["base_lr"] * pace.rate
            group["betas"] = (pace.beta1, group["betas"][1])


def build_optimizer(networks: nn.Module, method: Method, budget: Training) -> Adam:
    """Every group remembers its `base_lr`, of which `keep_pace` takes a share."""
    groups = [{"params": list(networks.parameters()), "lr": budget.learning_rate, "weight_decay": budget.weight_decay}]
    groups += method.parameter_groups()
    for group in groups:
        group["base_lr"] = group.setdefault("lr", budget.learning_rate)
    return Adam(groups)
