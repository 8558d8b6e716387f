"""Read pretrained weights from a file into a network, or say in one sentence why that cannot be done."""

import pickle
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from prism.errors import PrismError
from prism.io.files import existing, sha256

CLASSIFIERS = ("fc.", "last_linear.", "classifier.")  # usual names of the layer after the pooled features


def load_weights(network: nn.Module, path: Path, checksum: str | None = None, squeeze: bool = False) -> None:
    """Fill `network` with all the weights in `path`, apart from a classifier that the network does not have.

    `squeeze` removes leading dimensions of size 1 that a tensor has in addition to the network's own.
    """
    fill(network, read_weights(path, checksum), path, squeeze)


def read_weights(path: Path, checksum: str | None = None) -> dict[str, Tensor]:
    """Return the state dict in `path`.

    A checksum is "sha256:..." or, where only its first digits are known, "sha256-prefix:...".
    """
    if checksum is not None:
        _, _, expected = checksum.partition(":")
        found = sha256(path)
        if not found.startswith(expected):
            raise PrismError(
                f"{path} is not the file it should be, as its sha256 is {found} where {expected} is expected:"
                " delete it and fetch it again."
            )
    if existing(path).suffix == ".safetensors":
        return _read_pretrained(path)
    try:
        weights = torch.load(path, map_location="cpu", weights_only=True)
        return {str(key): value.detach() for key, value in weights.items()}
    except (pickle.UnpicklingError, RuntimeError, EOFError, AttributeError, ValueError) as error:
        raise PrismError(f"{path} is not a state dict saved by PyTorch: delete it and fetch it again.") from error


def _read_pretrained(path: Path) -> dict[str, Tensor]:
    """Return the weights in a file that `prism pretrain` wrote."""
    try:
        return load_file(path)
    except (SafetensorError, OSError) as error:
        raise PrismError(f"{path} is not a file of weights: delete it and pretrain the backbone again.") from error


def fill(network: nn.Module, weights: dict[str, Tensor], path: Path, squeeze: bool = False) -> None:
    """Copy `weights`, which were read from `path`, into `network`; every key must fit, or nothing is copied."""
    own = network.state_dict()
    filled = dict(own)
    for key, value in weights.items():
        if key in own:
            filled[key] = _squeeze_to(value, own[key].ndim) if squeeze else value
            if filled[key].shape != own[key].shape:
                shapes = f"{tuple(value.shape)} where the network has {tuple(own[key].shape)}"
                raise PrismError(f"{path} is of another network, as its {key} is {shapes}: check the backbone.")
        elif not key.startswith(CLASSIFIERS):
            raise PrismError(f"{path} is of another network, as it has the unknown key {key}: check the backbone.")
    # Older files lack the count of batches that batch norm keeps since PyTorch 0.4.1; it has no effect here.
    missing = [key for key in own if key not in weights and not key.endswith(".num_batches_tracked")]
    if missing:
        raise PrismError(f"{path} is of another network, as it lacks the key {missing[0]}: check the backbone.")
    network.load_state_dict(filled)


def _squeeze_to(value: Tensor, dimensions: int) -> Tensor:
    """Remove leading dimensions of size 1 until `dimensions` are left."""
    while value.ndim > dimensions and value.shape[0] == 1:
        value = value.squeeze(0)
    return value
