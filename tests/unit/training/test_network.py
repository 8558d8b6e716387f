import torch

from prism.training.network import EmbeddingHead


def test_embeddings_are_unit_vectors_of_a_linear_map() -> None:
    head = EmbeddingHead(features=5, dim=3)
    inputs = torch.randn(4, 5)
    raw = inputs @ head.weight.T + head.bias
    torch.testing.assert_close(head(inputs), raw / raw.norm(dim=1, keepdim=True))
    assert head.bias.tolist() == [0, 0, 0]
