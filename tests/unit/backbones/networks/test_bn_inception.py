import pytest
import torch
import torch.nn.functional as F
from torch import nn

from prism.backbones.networks.bn_inception import BLOCKS, BNInception
from prism.errors import InputError

IMAGES = torch.rand(2, 3, 64, 64, generator=torch.Generator().manual_seed(0))


def test_it_has_as_many_parameters_as_the_published_network() -> None:
    classifier = 1024 * 1000 + 1000
    assert sum(parameter.numel() for parameter in BNInception().parameters()) + classifier == 11_295_240


@pytest.mark.parametrize(
    ("key", "shape"),
    [
        ("conv1_7x7_s2.weight", (64, 3, 7, 7)),
        ("conv1_7x7_s2_bn.running_mean", (64,)),
        ("conv2_3x3_reduce.bias", (64,)),
        ("conv2_3x3.weight", (192, 64, 3, 3)),
        ("inception_3a_pool_proj.weight", (32, 192, 1, 1)),
        ("inception_3c_double_3x3_2.weight", (96, 96, 3, 3)),
        ("inception_4a_1x1.weight", (224, 576, 1, 1)),
        ("inception_4c_3x3.weight", (160, 128, 3, 3)),
        ("inception_4d_1x1.weight", (96, 608, 1, 1)),
        ("inception_4d_double_3x3_1.weight", (192, 160, 3, 3)),
        ("inception_5a_double_3x3_reduce.weight", (160, 1056, 1, 1)),
        ("inception_5b_double_3x3_reduce_bn.weight", (192,)),
        ("inception_5b_pool_proj_bn.running_var", (128,)),
    ],
)
def test_layers_have_the_published_names_and_shapes(key: str, shape: tuple[int, ...]) -> None:
    assert BNInception().state_dict()[key].shape == shape


def test_each_block_puts_out_the_channels_and_size_of_the_paper() -> None:
    network = BNInception().eval()
    sizes = {}
    features = torch.zeros(1, 192, 28, 28)
    with torch.inference_mode():
        for name, block in BLOCKS.items():
            features = network._run_block(features, name, block)
            sizes[name.removeprefix("inception_")] = (features.shape[1], features.shape[2])
    assert sizes == {
        "3a": (256, 28),
        "3b": (320, 28),
        "3c": (576, 14),
        "4a": (576, 14),
        "4b": (576, 14),
        "4c": (608, 14),
        "4d": (608, 14),
        "4e": (1056, 7),
        "5a": (1024, 7),
        "5b": (1024, 7),
    }


def test_a_block_is_its_branches_in_the_published_order() -> None:
    """Compare inception_3a, which pools by the mean, and inception_5b, which pools by the maximum, layer by layer."""
    network = BNInception().eval()
    layers = dict(network.named_children())

    def run(x: torch.Tensor, *names: str) -> torch.Tensor:
        for name in names:
            x = F.relu(layers[f"{name}_bn"](layers[name](x)))
        return x

    for name, inputs, pool in (
        ("inception_3a", torch.randn(1, 192, 6, 6), nn.AvgPool2d(3, 1, 1, ceil_mode=True, count_include_pad=True)),
        ("inception_5b", torch.randn(1, 1024, 6, 6), nn.MaxPool2d(3, 1, 1, ceil_mode=True)),
    ):
        branches = [
            run(inputs, f"{name}_1x1"),
            run(inputs, f"{name}_3x3_reduce", f"{name}_3x3"),
            run(inputs, f"{name}_double_3x3_reduce", f"{name}_double_3x3_1", f"{name}_double_3x3_2"),
            run(pool(inputs), f"{name}_pool_proj"),
        ]
        torch.testing.assert_close(network._run_block(inputs, name, BLOCKS[name]), torch.cat(branches, dim=1))


def test_features_are_the_largest_of_each_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    network = BNInception().eval()
    last = torch.rand(2, 1024, 2, 2)
    monkeypatch.setattr(network, "_run_block", lambda features, name, block: last)
    assert torch.equal(network(IMAGES), last.amax(dim=(2, 3)))


def test_images_that_cannot_be_halved_are_refused() -> None:
    with pytest.raises(InputError, match=r"images of 64 x 80 pixels .*: use a multiple of 32\.$"):
        BNInception()(torch.zeros(1, 3, 64, 80))
