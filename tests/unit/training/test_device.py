from collections.abc import Iterator

import pytest
import torch

from prism.results.settings import EndToEnd, Precision
from prism.training.device import device_of, exact_products, use_precision


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    backends = torch.backends
    before = backends.cuda.matmul.fp32_precision, backends.cudnn.conv.fp32_precision, backends.cudnn.benchmark
    yield
    backends.cuda.matmul.fp32_precision, backends.cudnn.conv.fp32_precision, backends.cudnn.benchmark = before


@pytest.mark.parametrize(("precision", "rounding"), [("float32", "ieee"), ("tf32", "tf32"), ("bfloat16", "ieee")])
def test_only_tf32_rounds_products_and_convolutions(precision: Precision, rounding: str) -> None:
    use_precision(EndToEnd(precision=precision, cudnn_benchmark=False))
    assert torch.backends.cuda.matmul.fp32_precision == rounding
    assert torch.backends.cudnn.conv.fp32_precision == rounding
    assert not torch.backends.cudnn.benchmark


def test_cudnn_looks_for_the_fastest_kernels_unless_told_not_to() -> None:
    use_precision(EndToEnd())
    assert torch.backends.cudnn.benchmark


def test_neighbours_are_searched_without_tf32_whatever_the_training_does() -> None:
    use_precision(EndToEnd(precision="tf32"))
    with exact_products():
        assert torch.backends.cuda.matmul.fp32_precision == "ieee"
        assert torch.backends.cudnn.conv.fp32_precision == "tf32"
    assert torch.backends.cuda.matmul.fp32_precision == "tf32"


def test_a_gpu_is_used_where_there_is_one_and_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert [device_of(EndToEnd(device=device)).type for device in ("gpu", "cpu")] == ["cuda", "cpu"]
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert device_of(EndToEnd(device="gpu")).type == "cpu"
