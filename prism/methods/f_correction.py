"""F-correction: a classifier whose predictions pass through the noise's transition matrix (Patrini et al. 2017)."""

import math
from collections.abc import Callable
from typing import Any, ClassVar, Literal

import torch
import torch.nn.functional as F
from pydantic import Field
from torch import Tensor, nn

from prism.errors import PrismError
from prism.methods.base import Method, Settings, Setup, Step
from prism.noise.model import NoiseModel
from prism.noise.models import noise_model


class FCorrectionSettings(Settings):
    noise_rate: float = Field(ge=0, lt=1, description="R of the true symmetric matrix")
    transition: Literal["true", "estimated"] = Field(default="true", description="the known matrix, or an estimate")
    estimate_until: float = Field(default=0.5, gt=0, lt=1, description="share of the training before the estimate")
    outlier_quantile: float | None = Field(
        default=None, gt=0, lt=1, description="predictions from this quantile on do not count; 0.97 below 100 classes"
    )


class FCorrection(Method):
    Settings: ClassVar[type[Settings]] = FCorrectionSettings
    normalised: ClassVar[bool] = False

    matrix: Tensor  # (C, C): the chance that a sample of the row's class is labelled as the column's

    def __init__(self, setup: Setup, settings: FCorrectionSettings) -> None:
        super().__init__(setup, settings)
        _refuse_undefined(noise_model(setup.noise), settings.transition)
        self.classifier = nn.Linear(setup.dim, setup.num_classes)
        self.register_buffer("matrix", symmetric_matrix(setup.num_classes, settings.noise_rate))

    def parameter_groups(self) -> list[dict[str, Any]]:
        return [{"params": list(self.classifier.parameters())}]

    def corrects(self, iteration: int) -> bool:
        """Return whether the matrix is used: an estimate needs a classifier that was trained without it first."""
        s: FCorrectionSettings = self.settings
        return s.transition == "true" or iteration > s.estimate_until * self.setup.iterations

    def before(self, iteration: int, embed_all: Callable[[], Tensor]) -> None:
        if self.settings.transition == "estimated" and self.corrects(iteration) and not self.corrects(iteration - 1):
            predicted = self.classifier(embed_all()).softmax(dim=1)
            self.matrix.copy_(estimated_matrix(predicted, self.settings.outlier_quantile))

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        logits = self.classifier(embeddings)
        if not self.corrects(iteration):
            return Step(F.cross_entropy(logits, labels))
        return Step(forward_corrected(logits.softmax(dim=1), labels, self.matrix))


def forward_corrected(predicted: Tensor, labels: Tensor, matrix: Tensor) -> Tensor:
    """Return the mean of -log (p T)_y for predictions p (B, C) and labels y (B,), clipped as in the original code."""
    given = (predicted * matrix[:, labels].T).sum(dim=1)
    return -given.clamp(1e-7, 1 - 1e-7).log().mean()


def symmetric_matrix(classes: int, rate: float) -> Tensor:
    """Return a matrix (C, C) with 1 - R on its diagonal, and R shared by the other classes."""
    matrix = torch.full((classes, classes), rate / max(classes - 1, 1))
    return matrix.fill_diagonal_(1 - rate)


def estimated_matrix(predicted: Tensor, outlier_quantile: float | None) -> Tensor:
    """Return a matrix (C, C) whose rows are predictions (N, C): for each class that of its most typical sample."""
    eligible = predicted
    if outlier_quantile is not None:
        rank = math.ceil(outlier_quantile * (len(predicted) - 1)) + 1
        eligible = predicted.masked_fill(predicted >= predicted.kthvalue(rank, dim=0).values, 0.0)
    rows = predicted[eligible.argmax(dim=0)]
    return rows / rows.sum(dim=1, keepdim=True)


def _refuse_undefined(noise: NoiseModel, transition: str) -> None:
    """Raise an error under a kind of noise that has no matrix, or none that is known."""
    if noise.transition == "open_set":
        raise PrismError(
            f"f_correction is not defined under {noise.label} noise, which is open-set and has no class transition "
            "matrix: leave it out there."
        )
    if noise.transition == "other" and transition == "true":
        raise PrismError(
            f"f_correction knows the true matrix of symmetric noise alone: under {noise.label} noise set its "
            "transition to estimated."
        )


METHOD = FCorrection
