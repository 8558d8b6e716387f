"""Adam for the networks and for the parameters that a method trains beside them."""

from torch import nn
from torch.optim import Adam

from prism.methods.base import Method, Schedule
from prism.results.settings import Training
from prism.runtime.shortcuts import adam_class


def build_optimizer(networks: nn.Module, method: Method, budget: Training) -> Adam:
    """Return an Adam whose groups remember their `base_lr`, of which `apply_schedule` takes a share."""
    groups = [
        {"params": parameters, "lr": rate * budget.learning_rate, "weight_decay": budget.weight_decay}
        for rate, parameters in _by_rate(networks, budget.head_rate).items()
    ]
    groups += method.parameter_groups()
    for group in groups:
        group["base_lr"] = group.setdefault("lr", budget.learning_rate)
    return adam_class()(groups, eps=budget.adam_eps)


def _by_rate(networks: nn.Module, head_rate: float) -> dict[float, list[nn.Parameter]]:
    """Return the parameters of networks by the share of the learning rate that they have."""
    groups: dict[float, list[nn.Parameter]] = {}
    for name, parameter in networks.named_parameters():
        groups.setdefault(head_rate if ".head." in name else 1.0, []).append(parameter)
    return groups


def apply_schedule(optimizer: Adam, schedule: Schedule) -> None:
    """Set the learning rate and beta1 of every group to those of one iteration."""
    for group in optimizer.param_groups:
        group["lr"] = group["base_lr"] * schedule.rate
        group["betas"] = (schedule.beta1, group["betas"][1])
