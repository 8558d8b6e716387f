"""The networks, the method, the optimiser and the journal of a run, and one training step of them."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from prism.errors import NonFiniteError, PrismError
from prism.methods import build_method, method_class
from prism.methods.base import Setup
from prism.noise.name import parse_noise
from prism.results.settings import RunSettings
from prism.training.data import StudyData
from prism.training.journal import Journal
from prism.training.network import build_networks, embed, embed_all
from prism.training.optimizer import apply_schedule, build_optimizer


class Learner:
    """All that a run trains, built from its settings and seed; whatever its steps change is in `state_dict`."""

    def __init__(self, run: RunSettings, data: StudyData, weights: Path | None = None) -> None:
        """Build the networks and the method; `weights` are pretrained ones, where a whole network is trained."""
        budget = run.training
        if run.only_clean and (data.is_clean is None or not data.is_clean.all()):
            raise PrismError(
                f"{run.method} trains on clean labels alone and was given others: choose the one it follows."
            )
        torch.manual_seed(run.seed)
        # Draw the networks first, so that runs of one seed start from the same network whatever their method.
        self.networks = build_networks(run, data.inputs, method_class(run.uses).networks, weights)
        self.device = next(self.networks.parameters()).device
        kind = parse_noise(run.noise).kind
        setup = Setup(data.num_classes, len(data.labels), budget.embedding_dim, budget.iterations, kind)
        self.method = build_method(run.uses, run.settings, setup).to(self.device)
        self.optimizer = build_optimizer(self.networks, self.method, budget)
        self.journal = Journal(len(data.labels), data.is_clean)
        self._name = run.method
        self._data = data

    def step(self, iteration: int, inputs: Tensor, samples: Tensor) -> None:
        """Make one step on the inputs (B, ...) of the training samples (B,); iterations count from 1."""
        apply_schedule(self.optimizer, self.method.schedule(iteration))
        with torch.no_grad():
            self.method.before(iteration, self._embed_whole)
        step = self.method(self._embed(inputs), self._data.labels[samples].to(self.device), iteration)
        if not step.loss.isfinite():
            raise NonFiniteError(
                f"the loss of {self._name} is {step.loss.item()} at iteration {iteration}: lower its learning_rate."
            )
        self.optimizer.zero_grad(set_to_none=True)
        if step.loss.requires_grad:  # without a gradient where a filter kept nothing
            step.loss.backward()
            self.optimizer.step()
        self.journal.note(step, samples)

    def _embed(self, inputs: Tensor) -> Tensor:
        """Return embeddings (B, D), or (networks, B, D) where the method trains several networks."""
        return _one_or_stacked(embed(self.networks, inputs, self.method.normalised))

    def _embed_whole(self) -> Tensor:
        """Return the embeddings of the whole training set, as `_embed` does, in evaluation mode."""
        return _one_or_stacked(embed_all(self.networks, self._data.inputs.whole("train"), self.method.normalised))

    @property
    def _parts(self) -> dict[str, nn.Module | torch.optim.Optimizer | Journal]:
        return {
            "networks": self.networks,
            "method": self.method,
            "optimizer": self.optimizer,
            "journal": self.journal,
        }

    def state_dict(self) -> dict[str, Any]:
        """Return everything that a resumed training needs."""
        return {name: part.state_dict() for name, part in self._parts.items()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state that `state_dict` returned."""
        for name, part in self._parts.items():
            part.load_state_dict(state[name])


def _one_or_stacked(embedded: list[Tensor]) -> Tensor:
    """Return the embeddings (B, D) of one network as they are, those of several as (networks, B, D)."""
    return embedded[0] if len(embedded) == 1 else torch.stack(embedded)
