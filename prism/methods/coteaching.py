"""Co-teaching: two networks, each trained on the samples that the other finds easy (Han et al. 2018)."""

from typing import Any, ClassVar

import torch
import torch.nn.functional as F
from pydantic import Field
from torch import Tensor, nn

from prism.methods.base import Method, Schedule, Settings, Setup, Step


class CoteachingSettings(Settings):
    noise_rate: float = Field(ge=0, lt=1, description="tau, the share of each batch that is left out in the end")
    ramp: float = Field(default=0.05, gt=0, le=1, description="share of the training in which that share grows")
    decay_start: float = Field(default=0.4, ge=0, lt=1, description="share of the training at the full learning rate")
    late_beta1: float = Field(default=0.1, ge=0, lt=1, description="Adam's beta1 from there on")


class Coteaching(Method):
    Settings: ClassVar[type[Settings]] = CoteachingSettings
    networks: ClassVar[int] = 2
    normalised: ClassVar[bool] = False

    def __init__(self, setup: Setup, settings: Any) -> None:
        super().__init__(setup, settings)
        self.classifiers = nn.ModuleList(self.build_classifier() for _ in range(self.networks))

    def build_classifier(self) -> nn.Module:
        """Return the classifier that stands on one of the networks."""
        return nn.Linear(self.setup.dim, self.setup.num_classes)

    def parameter_groups(self) -> list[dict[str, Any]]:
        return [{"params": list(self.classifiers.parameters())}]

    def schedule(self, iteration: int) -> Schedule:
        """Return the full rate, then a line down to zero with a smaller beta1, as in Co-teaching's code."""
        progress = (iteration - 1) / self.setup.iterations
        start = self.settings.decay_start
        return Schedule(1.0) if progress < start else Schedule((1 - progress) / (1 - start), self.settings.late_beta1)

    def forget_rate(self, iteration: int) -> float:
        """Return the share of a batch to leave out: from 0 up to the noise rate, then constant."""
        return float(self.settings.noise_rate * min(1.0, iteration / (self.settings.ramp * self.setup.iterations)))

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        logits = [classify(e) for classify, e in zip(self.classifiers, embeddings, strict=True)]
        losses = [F.cross_entropy(scores, labels, reduction="none") for scores in logits]
        candidates = self.candidates(logits, iteration)
        return exchange(losses[0], losses[1], candidates, self.forget_rate(iteration))

    def candidates(self, logits: list[Tensor], iteration: int) -> Tensor:
        """Return a mask (B,) of the samples that the networks may choose from: here, all."""
        return torch.ones(len(logits[0]), dtype=torch.bool, device=logits[0].device)


def exchange(first: Tensor, second: Tensor, candidates: Tensor, forget_rate: float) -> Step:
    """Return each network's mean loss over the candidates (B,) that the other network finds easiest.

    The arguments `first` and `second` are the losses (B,) of the two networks. At least one sample is kept.
    """
    chosen = candidates.nonzero().flatten()
    count = max(1, int((1 - forget_rate) * len(chosen)))
    easy_for_first = chosen[first[chosen].argsort(stable=True)[:count]]
    easy_for_second = chosen[second[chosen].argsort(stable=True)[:count]]
    keep = torch.zeros_like(candidates)
    keep[easy_for_second] = True  # the first network, which is evaluated, is trained on these
    p_clean = (-second.detach()).exp()  # the probability that the second network gives to the label
    return Step(first[easy_for_second].mean() + second[easy_for_first].mean(), keep, p_clean)


METHOD = Coteaching
