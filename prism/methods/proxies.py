"""Base of methods with learned proxies: a loss of pytorch-metric-learning with a learning rate of its own."""

from typing import Any, ClassVar

from pydantic import Field
from torch import Tensor

from prism.methods.base import Method, Settings, Setup, Step


class ProxySettings(Settings):
    proxy_learning_rate: float = Field(default=0.1, gt=0, description="the authors' code has 0.1")


class ProxyMethod(Method):
    """A method whose loss has parameters, trained at a learning rate of their own and without weight decay."""

    Settings: ClassVar[type[Settings]] = ProxySettings

    def __init__(self, setup: Setup, settings: Any) -> None:
        super().__init__(setup, settings)
        self.loss = self.build_loss()

    def build_loss(self) -> Any:
        """Return a loss of pytorch-metric-learning; it is Any, because the library has no types."""
        raise TypeError(f"{type(self).__name__} does not define build_loss")

    def parameter_groups(self) -> list[dict[str, Any]]:
        return [{"params": list(self.loss.parameters()), "lr": self.settings.proxy_learning_rate}]

    def forward(self, embeddings: Tensor, labels: Tensor, iteration: int) -> Step:
        return Step(self.loss(embeddings, labels))
