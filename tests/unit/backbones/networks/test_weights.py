"""Tests on weights files that they write themselves, because the published ones would have to be downloaded."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from prism.backbones.networks.weights import load_weights
from prism.errors import PrismError
from prism.io.files import sha256


def network() -> nn.Module:
    return nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4))


def saved(path: Path, **changes: Tensor | None) -> Path:
    """Save the state dict of another such network; a change of None removes the key."""
    weights = network().state_dict() | {key.replace("__", "."): value for key, value in changes.items()}
    torch.save({key: value for key, value in weights.items() if value is not None}, path)
    return path


def test_every_weight_arrives(tmp_path: Path) -> None:
    path = saved(tmp_path / "w.pth", **{"1__running_mean": torch.arange(4.0)})
    filled = network()
    load_weights(filled, path)
    for key, value in torch.load(path).items():
        assert torch.equal(filled.state_dict()[key], value)


@pytest.mark.parametrize("classifier", ["fc.weight", "last_linear.bias", "classifier.weight"])
def test_a_classifier_is_left_out(classifier: str, tmp_path: Path) -> None:
    load_weights(network(), saved(tmp_path / "w.pth", **{classifier: torch.ones(2)}))


def test_files_from_before_batches_were_counted_load(tmp_path: Path) -> None:
    load_weights(network(), saved(tmp_path / "w.pth", **{"1__num_batches_tracked": None}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"1__running_var": None}, r"as it lacks the key 1\.running_var: "),
        ({"2__weight": torch.ones(4)}, r"as it has the unknown key 2\.weight: "),
        ({"0__bias": torch.ones(5)}, r"as its 0\.bias is \(5,\) where the network has \(4,\): "),
        ({"0__bias": torch.ones(1, 4)}, r"as its 0\.bias is \(1, 4\) where the network has \(4,\): "),
    ],
    ids=["missing", "unknown", "wrong shape", "not squeezed"],
)
def test_a_key_that_does_not_fit_is_named_and_nothing_is_changed(
    changes: dict[str, Tensor | None], message: str, tmp_path: Path
) -> None:
    path = saved(tmp_path / "w.pth", **changes)
    untouched = network()
    before = {key: value.clone() for key, value in untouched.state_dict().items()}
    with pytest.raises(PrismError, match=rf"w\.pth is of another network, {message}check the backbone\.$"):
        load_weights(untouched, path)
    assert all(torch.equal(before[key], value) for key, value in untouched.state_dict().items())


def test_leading_dimensions_of_one_are_squeezed_and_no_others(tmp_path: Path) -> None:
    bias, mean = torch.arange(4.0), torch.arange(4.0) + 1
    path = saved(tmp_path / "w.pth", **{"0__bias": bias.view(1, 4), "1__running_mean": mean.view(1, 1, 4)})
    filled = network()
    load_weights(filled, path, squeeze=True)
    assert torch.equal(filled.state_dict()["0.bias"], bias)
    assert torch.equal(filled.state_dict()["1.running_mean"], mean)
    one_filter = nn.Conv2d(3, 1, 3)  # its weight is (1, 3, 3, 3): this dimension of 1 must stay
    torch.save(one_filter.state_dict(), tmp_path / "one.pth")
    load_weights(nn.Conv2d(3, 1, 3), tmp_path / "one.pth", squeeze=True)


def test_the_checksum_or_its_first_digits_must_match(tmp_path: Path) -> None:
    path = saved(tmp_path / "w.pth")
    digest = sha256(path)
    load_weights(network(), path, f"sha256:{digest}")
    load_weights(network(), path, f"sha256-prefix:{digest[:8]}")
    other = "0" if digest[0] != "0" else "1"
    for checksum in (f"sha256:{other}{digest[1:]}", f"sha256-prefix:{other}{digest[1:8]}"):
        with pytest.raises(PrismError, match=rf"its sha256 is {digest} where {other}.*: delete it and .*\.$"):
            load_weights(network(), path, checksum)


@pytest.mark.parametrize("content", [b"", b"<html>not found</html>", b"\x80\x02cos\nsystem\n"])
def test_a_file_that_is_no_state_dict_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "w.pth"
    path.write_bytes(content)
    with pytest.raises(PrismError, match=r"w\.pth is not a state dict saved by PyTorch: "):
        load_weights(network(), path)


def test_a_saved_list_is_refused(tmp_path: Path) -> None:
    torch.save([torch.ones(1)], tmp_path / "w.pth")
    with pytest.raises(PrismError, match=r"is not a state dict"):
        load_weights(network(), tmp_path / "w.pth")
