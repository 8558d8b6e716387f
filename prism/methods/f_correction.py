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

    # (C, C): the chance that a sample of the row's class is labelled as the column's, where it is estimated. The true
    # matrix needs no place in memory or in a checkpoint: that of SOP's 11,318 classes would take 512 MB.
    matrix: Tensor | None

    def __init__(self, setup: Setup, settings: FCorrectionSettings) -> None:
        super().__init__(setup, settings)
        _refuse_undefined(noise_model(setup.noise), settings.transition)
        self.classifier = nn.Linear(setup.dim, setup.num_classes)
        estimated = settings.transition == "estimated"
        self.register_buffer("matrix", torch.zeros(setup.num_classes, setup.num_classes) if estimated else None)

    def parameter_groups(self) -> list[dict[str, Any]]:
        return [{"params": list(self.classifier.parameters())}]

    def corrects(self, iteration: int) -> bool:
        """Return whether the matrix is used: an estimate needs a classifier that was trained without it first."""
        s: FCorrectionSettings = self.settings
        return s.transition == "true" or iteration > s.estimate_until * self.setup.iterations

    def before(self, iteration: int, embed_all: Callable[[], Tensor]) -> None:
        if self.matrix is not None and self.corrects(iteration) and not self.corrects(iteration - 1):
            predicted = self.classifier(embed_all()).softmax(dim=1)
            self.matrix.copy_(estimated_matrix(predicted, self.settings.outlier_quantile))

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        logits = self.classifier(embeddings)
        if not self.corrects(iteration):
            return Step(F.cross_entropy(logits, labels))
        predicted = logits.softmax(dim=1)
        if self.matrix is None:
            return Step(negative_log_likelihood(given_symmetric_noise(predicted, labels, self.settings.noise_rate)))
        return Step(negative_log_likelihood(given_matrix(predicted, labels, self.matrix)))


def given_matrix(predicted: Tensor, labels: Tensor, matrix: Tensor) -> Tensor:
    """Return (p T)_y (B,), the chance of the given labels y (B,), for predictions p (B, C) and a matrix T (C, C)."""
    return (predicted * matrix[:, labels].T).sum(dim=1)


def given_symmetric_noise(predicted: Tensor, labels: Tensor, rate: float) -> Tensor:
    """Return (p T)_y (B,) for the matrix T of symmetric noise: 1 - R on its diagonal, R shared by the other classes.

    The predictions of the other classes sum to 1 - p_y, so (p T)_y = (1 - R) p_y + R / (C - 1) (1 - p_y).
    """
    own = predicted.gather(1, labels[:, None]).squeeze(1)
    return (1 - rate) * own + rate / max(predicted.shape[1] - 1, 1) * (1 - own)


def negative_log_likelihood(chances: Tensor) -> Tensor:
    """Return the mean of -log of the chances (B,) of the given labels, clipped as in the original code."""
    return -chances.clamp(1e-7, 1 - 1e-7).log().mean()


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
