import torch

from prism.core.losses import contrastive_loss
from prism.methods import build_method
from prism.methods.base import Setup


def test_the_loss_has_the_settings_of_the_method() -> None:
    method = build_method("contrastive", {"margin": 0.2, "per_anchor": False}, Setup(3, 10, 4))
    embeddings, labels = torch.randn(5, 4), torch.tensor([0, 0, 1, 2, 2])
    torch.testing.assert_close(
        method(embeddings, labels, 1).loss, contrastive_loss(embeddings, labels, margin=0.2, per_anchor=False)
    )
