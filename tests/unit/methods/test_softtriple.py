import torch
from pytorch_metric_learning.losses import SoftTripleLoss

from prism.methods.base import Setup
from prism.methods.softtriple import SoftTriple, SoftTripleSettings
from prism.methods.softtriple_prism import SoftTriplePrism, SoftTriplePrismSettings

SETUP = Setup(num_classes=4, num_samples=20, dim=8)


def test_the_loss_is_pytorch_metric_learnings_and_its_proxies_have_a_group_of_their_own() -> None:
    method = SoftTriple(SETUP, SoftTripleSettings(centers_per_class=3, proxy_learning_rate=0.5))
    library = SoftTripleLoss(4, 8, centers_per_class=3, la=20, gamma=0.1, margin=0.01)
    library.load_state_dict(method.loss.state_dict())
    embeddings, labels = torch.randn(6, 8), torch.tensor([0, 1, 2, 3, 0, 1])
    torch.testing.assert_close(method(embeddings, labels, 1).loss, library(embeddings, labels))
    (group,) = method.parameter_groups()
    assert group["lr"] == 0.5
    assert [parameter.shape for parameter in group["params"]] == [(8, 12)]


def test_with_prism_the_loss_is_that_of_the_kept_samples() -> None:
    method = SoftTriplePrism(SETUP, SoftTriplePrismSettings(noise_rate=0.5, window=1))
    method.filter.enqueue(torch.eye(4, 8), torch.arange(4))
    embeddings, labels = torch.eye(4, 8), torch.tensor([0, 1, 3, 2])  # the last two are wrong
    step = method(embeddings, labels, 1)
    assert step.keep.tolist() == [True, True, False, False]
    torch.testing.assert_close(step.loss, method.loss(embeddings[:2], labels[:2]))
    assert len(method.filter.bank) == 6
